//! Hybrid partial order reduction: the paper's Table I (whole state spaces) and Table II (search for errors) for our programs, beside its
//! figures, and what a choice costs as code and heap grow.
//!
//! Prints the tables of docs/results.md. Choices are those of the last round, time is user and system CPU time of all rounds, loading and
//! static analysis included. `cargo bench --bench hybrid -- elevator` measures the programs with `elevator` in their name.

mod figures;
mod measure;

use std::error::Error;
use std::path::Path;

use figures::thousands;
use measure::{Cost, compile};

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
const GROWING: &str = "-DWORKERS=2 -DROUNDS=4";

/// What one search took.
struct Figure {
    choices: f64,
    seconds: f64,
    megabytes: f64,
    /// Whether it came to its end, or to the bug.
    complete: bool,
}

impl Figure {
    /// Per choice, in microseconds.
    fn each(&self) -> f64 {
        1e6 * self.seconds / self.choices
    }

    fn more(&self) -> &'static str {
        if self.complete { "" } else { ">" }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let is_wanted =
        |program: &str| wanted.is_empty() || wanted.iter().any(|part| program.contains(part.as_str()));
    whole_state_spaces(TABLE_1.iter().filter(|row| is_wanted(row.program)))?;
    searches_for_errors(TABLE_2.iter().filter(|row| is_wanted(row.program)))?;
    if is_wanted("growth") {
        growth()?;
    }
    Ok(())
}

fn whole_state_spaces<'r>(rows: impl Iterator<Item = &'r Row>) -> Result<(), Box<dyn Error>> {
    print_head(&OTHERS);
    let mut all = Vec::new();
    for row in rows {
        let text = begin_row(row)?;
        let mut figures = Vec::new();
        for reduction in REDUCTIONS {
            let figure = explore(&text, reduction)?;
            print!(" {0}{1} | {0}{2:.2} |", figure.more(), thousands(figure.choices), figure.seconds);
            figures.push(figure);
        }
        for reduction in OTHERS {
            let figure = explore(&text, reduction)?;
            print!(" {}{:.2} |", figure.more(), figure.seconds);
        }
        end_row(row);
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
        let logarithms: Vec<f64> =
            complete.map(|figures| ratio(figures).ln()).filter(|ln| ln.is_finite()).collect();
        (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp()
    };
    let fewer = mean(|figures| figures[HEAP_REACH].choices / figures[HYBRID].choices);
    println!("\ntimes as few choices with hybrid as with heap-reach, in the geometric mean: {fewer:.1}");
    let each = mean(|figures| figures[HYBRID].each() / figures[DPOR].each());
    println!("times as long for a choice as with dpor-states: {each:.2}\n");
    Ok(())
}

fn searches_for_errors<'r>(rows: impl Iterator<Item = &'r Row>) -> Result<(), Box<dyn Error>> {
    print_head(&[]);
    for row in rows {
        let text = begin_row(row)?;
        for reduction in REDUCTIONS {
            let Cost { report, seconds, .. } = check(&text, &["--reduction", reduction])?;
            match report["verdict"] == "bug" {
                true => print!(" {} | {seconds:.2} |", thousands(choices(&report))),
                false => print!(" - | - |"),
            }
        }
        end_row(row);
    }
    println!();
    Ok(())
}

fn growth() -> Result<(), Box<dyn Error>> {
    println!("| growth |{}", REDUCTIONS.map(|name| format!(" `{name}` | s | µs per choice | MB |")).concat());
    println!("| --- |{}", " ---: |".repeat(4 * REDUCTIONS.len()));
    for (name, flags) in GROWTH {
        let text = compile("tests/hybrid/growth.c", &format!("{GROWING} {flags}"))?;
        print!("| {name} |");
        for reduction in REDUCTIONS {
            let figure = explore(&text, reduction)?;
            let (more, choices) = (figure.more(), thousands(figure.choices));
            let Figure { seconds, megabytes, .. } = figure;
            print!(" {more}{choices} | {more}{seconds:.2} | {:.1} | {megabytes:.0} |", figure.each());
        }
        println!();
    }
    Ok(())
}

fn print_head(others: &[&str]) {
    let ours = REDUCTIONS.map(|name| format!(" `{name}` | s |")).concat();
    let others: String = others.iter().map(|name| format!(" `{name}` s |")).collect();
    println!("| program |{ours}{others} the paper's choices | s |");
    println!("| --- |{} --- | --- |", " ---: |".repeat(2 * REDUCTIONS.len() + others.matches('|').count()));
}

fn begin_row(row: &Row) -> Result<std::path::PathBuf, Box<dyn Error>> {
    let text = compile(&format!("tests/hybrid/{}.c", row.program), row.flags)?;
    print!("| {} |", [row.program, row.flags].join(" ").trim_end());
    Ok(text)
}

/// The paper's figures.
fn end_row(row: &Row) {
    let figure = |value: f64| if value.is_nan() { "-".to_owned() } else { thousands(value) };
    let list = |of: fn(&(f64, f64)) -> f64| row.paper.iter().map(|pair| figure(of(pair))).collect::<Vec<_>>();
    println!(" {} | {} |", list(|pair| pair.0).join(" / "), list(|pair| pair.1).join(" / "));
}

/// The whole state space.
fn explore(text: &Path, reduction: &str) -> Result<Figure, Box<dyn Error>> {
    let cost = check(text, &["--keep-going", "--reduction", reduction])?;
    Ok(Figure {
        choices: choices(&cost.report),
        seconds: cost.seconds,
        megabytes: cost.megabytes,
        complete: cost.report["complete"] == true,
    })
}

fn check(text: &Path, options: &[&str]) -> Result<Cost, Box<dyn Error>> {
    measure::check(text, &["--races=allow", "--max-depth=1000000000", TIMEOUT], options)
}

fn choices(report: &serde_json::Value) -> f64 {
    report["choice_points"].as_f64().unwrap_or(f64::NAN)
}
