//! How many executions at random it takes to find the bugs of `tests/samples`, with every strategy: the mean over seeds. Makes a
//! table of docs/results.md.
//!
//! `cargo bench --bench samples -- reorder` looks only at the programs with `reorder` in their name.

mod results;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use mazurka::presets::STRATEGIES;
use results::{Table, publish, thousands};
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

struct Program {
    name: &'static str,
    flag: &'static str,
    /// How many seeds are tried, and how many executions are made with each.
    seeds: u64,
    most: u64,
}

/// An execution of a hundred threads takes long: there are fewer of them.
const PROGRAMS: [Program; 4] = [
    Program { name: "reorder", flag: "-DSETTERS=10", seeds: 20, most: 20_000 },
    Program { name: "reorder", flag: "-DSETTERS=20", seeds: 20, most: 20_000 },
    Program { name: "twostage", flag: "-DTHREADS=100", seeds: 3, most: 300 },
    Program { name: "depth3", flag: "", seeds: 20, most: 20_000 },
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // What `cargo bench` passes; `cargo test --benches` does not, and has nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let names = STRATEGIES.iter().map(|strategy| format!("`{}`", strategy.name));
    let headings: Vec<String> =
        ["program", "seeds", "at most"].map(str::to_owned).into_iter().chain(names).collect();
    let mut table = Table::new(&headings, 1);
    for program in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|part| program.name.contains(part.as_str())) {
            continue;
        }
        let Program { name, flag, seeds, most } = program;
        let name = format!("{name} {flag}").trim().to_owned();
        let mut cells = vec![name, seeds.to_string(), thousands(most as f64)];
        for strategy in STRATEGIES {
            cells.push(program.mean(strategy.name)?);
        }
        table.row(&cells);
    }
    publish("samples", &table.text(), wanted.is_empty())
}

impl Program {
    /// `1,234`, or `1,234, 3 of 20 seeds without the bug`.
    fn mean(&self, strategy: &str) -> Result<String, Box<dyn Error>> {
        let Program { name, flag, seeds, most } = *self;
        let (mut executions, mut found) = (0, 0);
        for seed in 0..seeds {
            let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
            command.args(["sample", "--format=json", "--no-trace", "--no-minimize", "--strategy", strategy]);
            command.arg(format!("--seed={seed}")).arg(format!("--executions={most}"));
            command.args((!flag.is_empty()).then_some(flag));
            command.arg(Path::new(ROOT).join("tests/samples").join(name).with_extension("c"));
            let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
            let report: Value = serde_json::from_slice(&output.stdout)?;
            let has_bug = report["verdict"] == "bug";
            found += u64::from(has_bug);
            // The execution with the bug is not among those that came to their end.
            executions += report["executions"].as_u64().ok_or("executions are counted")? + u64::from(has_bug);
        }
        let mean = thousands(executions as f64 / seeds as f64);
        Ok(match seeds - found {
            0 => mean,
            without if without == seeds => "no seed finds it".to_owned(),
            without => format!("{mean}, {without} of {seeds} seeds without the bug"),
        })
    }
}
