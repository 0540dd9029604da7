//! What searches cost as programs grow: the tables and plots of "Cost against size" in docs/results.md are made here, and compared with
//! what is found. Costs are counts, which do not depend on the machine. `make results` writes them.

mod plot;

use std::env;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::made::{Table, thousands};
use crate::results;
use plot::{Line, Plot};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A program that grows with one number.
struct Growth {
    /// Of the plot's file.
    name: &'static str,
    title: &'static str,
    program: &'static str,
    /// What `-D` defines, and what it means.
    size: (&'static str, &'static str),
    sizes: std::ops::RangeInclusive<u32>,
}

const GROWTHS: [Growth; 4] = [
    Growth {
        name: "threads-locks",
        title: "Philosophers who take two locks each",
        program: "tests/check/counts/philosophers.c",
        size: ("N", "threads"),
        sizes: 2..=8,
    },
    Growth {
        name: "threads-atomics",
        title: "Writers of an array, and a reader that scans it for the last zero",
        program: "tests/check/counts/lastzero.c",
        size: ("N", "writers"),
        sizes: 2..=9,
    },
    Growth {
        name: "loops",
        title: "A producer and a consumer of a buffer, under one mutex",
        program: "tests/check/counts/circular_buffer.c",
        size: ("N", "iterations of the loop of each"),
        sizes: 1..=6,
    },
    Growth {
        name: "events",
        title: "Two threads that add each other's number to their own",
        program: "tests/check/counts/fib.c",
        size: ("N", "additions of each thread"),
        sizes: 1..=3,
    },
];

/// What is compared, and what each is stopped by: counts, so that it is the same on every machine.
const REDUCTIONS: [(&str, &str); 7] = [
    ("exhaustive", MOST_EXECUTIONS),
    ("sleep", MOST_EXECUTIONS),
    ("classic", MOST_EXECUTIONS),
    ("source", MOST_EXECUTIONS),
    ("optimal", MOST_EXECUTIONS),
    ("stateful", MOST_MEMORY),
    ("sdpor", MOST_MEMORY),
];
const MOST_EXECUTIONS: &str = "--max-executions=5000";
const MOST_MEMORY: &str = "--max-memory=512K";

#[test]
fn costs_are_those_of_the_documentation() {
    let docs = Path::new(ROOT).join("docs");
    let mut section = String::new();
    for growth in &GROWTHS {
        let lines = growth.lines();
        section += &growth.table(&lines);
        let (x, y) = (growth.size.1, "steps");
        let plot = Plot { title: growth.title, x, y, sizes: growth.sizes.clone().collect(), lines };
        compare(&docs.join(growth.file()), &plot.to_svg());
    }
    results::compare("growth", &section);
}

fn compare(file: &Path, expected: &str) {
    match env::var_os("MAZURKA_BLESS") {
        Some(_) => fs::write(file, expected).expect("the documentation can be written"),
        None => {
            let found = fs::read_to_string(file).unwrap_or_default();
            assert!(found == expected, "{} is not what `make results` makes", file.display());
        }
    }
}

impl Growth {
    fn file(&self) -> String {
        format!("growth-{}.svg", self.name)
    }

    /// The steps of each reduction for each size.
    fn lines(&self) -> Vec<Line> {
        let costs = |(reduction, limit): &(&'static str, &str)| {
            let costs = self.sizes.clone().map(|size| self.steps(reduction, limit, size)).collect();
            Line { name: reduction, costs }
        };
        REDUCTIONS.iter().map(costs).collect()
    }

    /// `None` if the search was stopped.
    fn steps(&self, reduction: &str, limit: &str, size: u32) -> Option<u64> {
        let program = Path::new(ROOT).join(self.program);
        let define = format!("-D{}={size}", self.size.0);
        let options =
            ["--format=json", "--no-trace", "--no-commute", "--reduction", reduction, limit, &define];
        let arguments = options.iter().map(Into::into).chain([program.into()]);
        let (report, _) = mazurka::check_to_json(arguments).expect("the program is checked");
        let report: Value = serde_json::from_str(&report).expect("this is JSON");
        let is_complete = report["complete"].as_bool().expect("it says so");
        is_complete.then(|| report["transitions"].as_u64().expect("it counts"))
    }

    fn table(&self, lines: &[Line]) -> String {
        let names = lines.iter().map(|line| format!("`{}`", line.name));
        let headings: Vec<String> = [self.size.1.to_owned()].into_iter().chain(names).collect();
        let mut table = Table::new(&headings, 0);
        for (index, size) in self.sizes.clone().enumerate() {
            let cost =
                |line: &Line| line.costs[index].map_or("–".to_owned(), |cost| thousands(cost as f64));
            let costs = lines.iter().map(cost);
            table.row(&[size.to_string()].into_iter().chain(costs).collect::<Vec<_>>());
        }
        format!("\n![{}]({})\n\n{}", self.title, self.file(), table.text())
    }
}
