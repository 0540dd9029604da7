//! Hybrid partial order reduction: the paper's Table I (whole state spaces) and Table II (search for errors) for our programs, beside its
//! figures, and what a choice costs as code and heap grow.
//!
//! Makes the tables of docs/results.md. Choices are those of the last round, time is user and system CPU time of all rounds, loading and
//! static analysis included. `cargo bench --bench hybrid -- elevator` measures the programs with `elevator` in their name.

// Memory is not told.
#[allow(dead_code)]
mod measure;
mod results;

use std::error::Error;
use std::path::{Path, PathBuf};

use measure::{Cost, compile};
use results::{Table, at_least, geometric_mean, machine, publish, seconds, thousands};

/// At most this long for one figure.
const TIMEOUT: &str = "--timeout=60";

/// In the order of the paper's tables.
const REDUCTIONS: [&str; 4] = ["heap-reach", "heap-reach-fields", "dpor-states", "hybrid"];

/// Which of these others are compared with.
const HEAP_REACH: usize = 0;
const DPOR: usize = 2;
const HYBRID: usize = 3;

/// What else explores the whole state space.
const OTHERS: [&str; 3] = ["stateful", "sdpor", "optimal"];

/// A row of one of the paper's tables.
struct Row {
    /// In `tests/hybrid`, and how it is compiled.
    program: &'static str,
    flags: &'static str,
    /// Choices and seconds of each reduction, NaN where there are none.
    paper: [(f64, f64); 4],
}

const fn row(program: &'static str, flags: &'static str, paper: [(f64, f64); 4]) -> Row {
    Row { program, flags, paper }
}

/// The paper's reduction did not end.
const UNFINISHED: (f64, f64) = (f64::NAN, f64::NAN);

const TABLE_1: [Row; 13] = [
    row("reservations", "-DTRAVELLERS=3", [(30_942.0, 50.0), (2476.0, 9.0), (2015.0, 11.0), (2086.0, 9.0)]),
    row("daisy", "", [(28_436_002.0, 15_405.0), (6_647_236.0, 4574.0), UNFINISHED, (6_028_026.0, 7787.0)]),
    row("crypt", "-DWORDS=16", [(4993.0, 3.0), (9.0, 2.0), (9.0, 1.0), (9.0, 2.0)]),
    row(
        "elevator",
        "-DFLOORS=3 -DEARLY=2",
        [(10_167_560.0, 7617.0), (2_731_316.0, 1954.0), (429_466.0, 1288.0), (461_996.0, 585.0)],
    ),
    row(
        "cache",
        "-DLOOKUPS=3 -DCAPACITY=1",
        [(11_716_552.0, 7336.0), (8_615_847.0, 5613.0), UNFINISHED, (1_970_110.0, 1785.0)],
    ),
    row(
        "alarm_clock",
        "-DALARMS=2",
        [(531_463.0, 432.0), (141_138.0, 117.0), (109_018.0, 188.0), (48_166.0, 47.0)],
    ),
    row("linked_list", "-DCHAINS=3 -DLENGTH=3", [(5919.0, 3.0), (1969.0, 5.0), (283.0, 1.0), (1422.0, 5.0)]),
    row("producer_consumer", "-DITEMS=6", [(6410.0, 4.0), (2532.0, 6.0), (592.0, 1.0), (356.0, 4.0)]),
    row(
        "rax",
        "-DTASKS=4 -DROUNDS=3",
        [(26_346.0, 18.0), (13_864.0, 13.0), (11_315.0, 125.0), (3519.0, 7.0)],
    ),
    row(
        "replicated_workers",
        "-DSIZE=3",
        [(9_810_966.0, 6850.0), (1_653_037.0, 1264.0), UNFINISHED, (739_418.0, 584.0)],
    ),
    row(
        "sor",
        "-DROWS=8 -DCOLUMNS=6 -DITERATIONS=3",
        [(222_129.0, 122.0), (86_193.0, 72.0), (135.0, 2.0), (135.0, 4.0)],
    ),
    row("tsp", "-DCITIES=4", [(35_273.0, 591.0), (9285.0, 154.0), (101.0, 65.0), (86.0, 37.0)]),
    row("quicksort", "-DSIZE=5", [UNFINISHED; 4]),
];

const TABLE_2: [Row; 6] = [
    row(
        "elevator",
        "-DBUG -DFLOORS=3 -DEARLY=2",
        [(27_053.0, 12.0), (9123.0, 7.0), (119_797.0, 285.0), (1156.0, 5.0)],
    ),
    row("alarm_clock", "-DBUG -DALARMS=2", [(428.0, 1.0), (161.0, 3.0), (167.0, 1.0), (65.0, 3.0)]),
    row(
        "linked_list",
        "-DBUG -DCHAINS=3 -DLENGTH=3",
        [(1341.0, 1.0), (270.0, 3.0), (80.0, 1.0), (1290.0, 6.0)],
    ),
    row("rax", "-DBUG -DTASKS=4 -DROUNDS=3", [(1315.0, 1.0), (22.0, 2.0), (18.0, 1.0), (20.0, 3.0)]),
    row("replicated_workers", "-DBUG -DSIZE=3", [(6685.0, 6.0), (1522.0, 5.0), (4516.0, 6.0), (1054.0, 4.0)]),
    row("quicksort", "-DBUG -DSIZE=5", [(3221.0, 2.0), (959.0, 3.0), UNFINISHED, (274.0, 2.0)]),
];

/// The same state space with more cells on the heap, and more functions.
const GROWTH: [(&str, &str); 6] = [
    ("as it is", "-DHEAP=100 -DCODE=1"),
    ("10 times the heap", "-DHEAP=1000 -DCODE=1"),
    ("10 times the code", "-DHEAP=100 -DCODE=10"),
    ("both", "-DHEAP=1000 -DCODE=10"),
    ("reached from stacks alone", "-DHEAP=100 -DCODE=1 -DLOCAL"),
    ("10 times the heap, reached from stacks alone", "-DHEAP=1000 -DCODE=1 -DLOCAL"),
];
/// The least of this many runs counts.
const GROWTH_TRIES: usize = 5;
const GROWING: &str = "-DWORKERS=2 -DROUNDS=4";

/// What one search took.
struct Figure {
    choices: f64,
    seconds: f64,
    /// Whether it came to its end, or to the bug.
    complete: bool,
}

impl Figure {
    /// Per choice, in microseconds.
    fn each(&self) -> f64 {
        1e6 * self.seconds / self.choices
    }

    fn cells(&self) -> [String; 2] {
        [at_least(self.choices, self.complete), seconds(self.seconds, self.complete)]
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted =
        |program: &str| wanted.is_empty() || wanted.iter().any(|part| program.contains(part.as_str()));
    let is_whole = wanted.is_empty();
    let table = whole_state_spaces(TABLE_1.iter().filter(|row| is_wanted(row.program)))?;
    publish("hybrid", &table, is_whole)?;
    let table = searches_for_errors(TABLE_2.iter().filter(|row| is_wanted(row.program)))?;
    publish("hybrid-errors", &table, is_whole)?;
    if is_wanted("growth") {
        publish("hybrid-growth", &growth()?, is_whole)?;
    }
    Ok(())
}

fn whole_state_spaces<'r>(rows: impl Iterator<Item = &'r Row>) -> Result<String, Box<dyn Error>> {
    let mut table = Table::new(&headings(&OTHERS), 1);
    let mut all = Vec::new();
    for row in rows {
        let text = compile_row(row)?;
        let mut cells = vec![row.name()];
        let mut figures = Vec::new();
        for reduction in REDUCTIONS {
            let figure = explore(&text, reduction)?;
            cells.extend(figure.cells());
            figures.push(figure);
        }
        for reduction in OTHERS {
            let [_, seconds] = explore(&text, reduction)?.cells();
            cells.push(seconds);
        }
        cells.extend(row.papers());
        table.row(&cells);
        let has_order =
            figures[HYBRID].choices <= figures[1].choices && figures[1].choices <= figures[0].choices;
        if !has_order && figures.iter().all(|figure| figure.complete) {
            return Err(
                format!("{} {}: hybrid makes more choices than the others", row.program, row.flags).into()
            );
        }
        all.push(figures);
    }
    let mean = |ratio: fn(&[Figure]) -> f64| {
        let complete = all.iter().filter(|figures| figures.iter().all(|figure| figure.complete));
        geometric_mean(
            complete.map(|figures| ratio(figures)).filter(|ratio| ratio.is_finite() && *ratio > 0.0),
        )
    };
    let summary = format!(
        "\n`hybrid` makes {:.1} times as few choices as `heap-reach` in the geometric mean, and never more than `heap-reach-fields`; a choice\n\
         takes {:.2} times as long as with `dpor-states`, loading, analysis and all rounds included.\n",
        mean(|figures| figures[HEAP_REACH].choices / figures[HYBRID].choices),
        mean(|figures| figures[HYBRID].each() / figures[DPOR].each())
    );
    Ok([table.text(), summary, machine()].concat())
}

fn searches_for_errors<'r>(rows: impl Iterator<Item = &'r Row>) -> Result<String, Box<dyn Error>> {
    let mut table = Table::new(&headings(&[]), 1);
    for row in rows {
        let text = compile_row(row)?;
        let mut cells = vec![row.name()];
        for reduction in REDUCTIONS {
            let Cost { report, seconds, .. } = check(&text, &["--reduction", reduction])?;
            cells.extend(match report["verdict"] == "bug" {
                true => [thousands(choices(&report)), format!("{seconds:.2}")],
                false => ["-", "-"].map(str::to_owned),
            });
        }
        cells.extend(row.papers());
        table.row(&cells);
    }
    Ok([table.text(), machine()].concat())
}

fn growth() -> Result<String, Box<dyn Error>> {
    let ours = REDUCTIONS.iter().flat_map(|name| [format!("`{name}`"), "s".into(), "µs per choice".into()]);
    let mut table = Table::new(&["growth".to_owned()].into_iter().chain(ours).collect::<Vec<_>>(), 1);
    for (name, flags) in GROWTH {
        let text = compile("tests/hybrid/growth.c", &format!("{GROWING} {flags}"))?;
        let mut cells = vec![name.to_owned()];
        for reduction in REDUCTIONS {
            // The heap makes small differences.
            let tries =
                (0..GROWTH_TRIES).map(|_| explore(&text, reduction)).collect::<Result<Vec<_>, _>>()?;
            let least = tries.into_iter().min_by(|one, other| one.seconds.total_cmp(&other.seconds));
            let least = least.ok_or("there is a try")?;
            cells.extend(least.cells());
            cells.push(format!("{:.1}", least.each()));
        }
        table.row(&cells);
    }
    Ok([table.text(), machine()].concat())
}

/// With seconds of others besides.
fn headings(others: &[&str]) -> Vec<String> {
    let ours = REDUCTIONS.iter().flat_map(|name| [format!("`{name}`"), "s".to_owned()]);
    let others = others.iter().map(|name| format!("`{name}` s"));
    let papers = ["the paper's choices", "s"].map(str::to_owned);
    ["program".to_owned()].into_iter().chain(ours).chain(others).chain(papers).collect()
}

fn compile_row(row: &Row) -> Result<PathBuf, Box<dyn Error>> {
    compile(&format!("tests/hybrid/{}.c", row.program), row.flags)
}

impl Row {
    fn name(&self) -> String {
        [self.program, self.flags].join(" ").trim_end().to_owned()
    }

    /// The paper's choices, and its seconds.
    fn papers(&self) -> [String; 2] {
        let figure = |value: f64| if value.is_nan() { "-".to_owned() } else { thousands(value) };
        let list =
            |of: fn(&(f64, f64)) -> f64| self.paper.iter().map(|pair| figure(of(pair))).collect::<Vec<_>>();
        [list(|pair| pair.0).join(" / "), list(|pair| pair.1).join(" / ")]
    }
}

/// The whole state space.
fn explore(text: &Path, reduction: &str) -> Result<Figure, Box<dyn Error>> {
    let cost = check(text, &["--keep-going", "--reduction", reduction])?;
    Ok(Figure {
        choices: choices(&cost.report),
        seconds: cost.seconds,
        complete: cost.report["complete"] == true,
    })
}

fn check(text: &Path, options: &[&str]) -> Result<Cost, Box<dyn Error>> {
    measure::check(text, &["--races=allow", "--max-depth=1000000000", TIMEOUT], options)
}

fn choices(report: &serde_json::Value) -> f64 {
    report["choice_points"].as_f64().unwrap_or(f64::NAN)
}
