//! Searches through transactions: the table of the paper on commit-point completion for our programs, beside its figures.
//!
//! Prints the table of docs/results.md. States are the stored ones of the last round, time is user and system CPU time of all rounds,
//! loading included. `cargo bench --bench transactions -- bakery` measures the programs with `bakery` in their name.

mod figures;
mod measure;

use std::error::Error;
use std::path::Path;

use figures::thousands;
use measure::compile;

/// At most this long for one figure.
const TIMEOUT: &str = "--timeout=60";

const SEARCHES: [&str; 5] =
    ["stateful", "unsound-transactions", "transactions", "cpc-full", "cycle-detection"];

/// Which of these is the reduction that others are compared with.
const TRANSACTIONS: usize = 2;

/// A row of the paper's Table 1.
struct Row {
    /// In `tests/transactions`, and how it is compiled.
    program: &'static str,
    flags: &'static str,
    /// States: unsound, commit-point completion, cycle detection; NaN where the paper has none.
    paper: [f64; 3],
}

const fn row(program: &'static str, flags: &'static str, paper: [f64; 3]) -> Row {
    Row { program, flags, paper }
}

const TABLE: [Row; 11] = [
    row("auction", "-DN=3", [108.0, 108.0, 108.0]),
    row("order_flow", "-DORDERS=1", [4656.0, 4656.0, 4656.0]),
    row("shipping", "-DCUSTOMERS=2", [206.0, 206.0, 222.0]),
    row("conc", "-DN=4", [512.0, 512.0, 2063.0]),
    row("peterson", "", [1080.0, 1213.0, 3427.0]),
    row("bluetooth", "-DN=3", [48_109.0, 52_092.0, 116_559.0]),
    row("transaction_manager", "-DERRANDS=0", [f64::NAN; 3]),
    row("transaction_manager", "", [1_220_517.0, 1_264_894.0, 1_268_571.0]),
    row("alternating_bit", "-DCAPACITY=3", [1180.0, 1180.0, 1349.0]),
    row("philosophers", "-DN=5", [87_399.0, 87_399.0, 428_896.0]),
    row("bakery", "-DN=3", [10_221.0, 14_935.0, 14_254.0]),
];

/// What one search took.
struct Figure {
    states: f64,
    seconds: f64,
    megabytes: f64,
    complete: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    print!("| program |");
    SEARCHES.iter().for_each(|name| print!(" `{name}` | s | MB |"));
    println!(" the paper's unsound | CPC | cycle detection |");
    println!("| --- |{}", " ---: |".repeat(3 * SEARCHES.len() + 3));
    let mut ratios = Vec::new();
    let is_wanted =
        |row: &&Row| wanted.is_empty() || wanted.iter().any(|part| row.program.contains(part.as_str()));
    for Row { program, flags, paper } in TABLE.iter().filter(is_wanted) {
        let text = compile(&format!("tests/transactions/{program}.c"), flags)?;
        print!("| {} |", [*program, *flags].join(" ").trim_end());
        let mut figures = Vec::new();
        for reduction in SEARCHES {
            let figure = measure(&text, reduction)?;
            let more = if figure.complete { "" } else { ">" };
            print!(" {more}{} | {more}{:.2} |", thousands(figure.states), figure.seconds);
            print!(" {more}{:.0} |", figure.megabytes);
            figures.push(figure);
        }
        let figure_of = |states: f64| if states.is_nan() { String::new() } else { thousands(states) };
        paper.iter().for_each(|states| print!(" {} |", figure_of(*states)));
        println!();
        let [all, transactions] = [0, TRANSACTIONS].map(|index| &figures[index]);
        ratios.push((all.states / transactions.states, transactions.seconds / all.seconds));
    }
    let mean = |figure: fn(&(f64, f64)) -> f64| {
        (ratios.iter().map(|ratio| figure(ratio).ln()).sum::<f64>() / ratios.len() as f64).exp()
    };
    println!("\ntimes as few states as stateful, in the geometric mean: {:.1}", mean(|ratio| ratio.0));
    println!("times as long: {:.2}", mean(|ratio| ratio.1));
    Ok(())
}

fn measure(text: &Path, reduction: &str) -> Result<Figure, Box<dyn Error>> {
    let always = ["--keep-going", "--max-depth=1000000000", TIMEOUT];
    let cost = measure::check(text, &always, &["--reduction", reduction])?;
    // The unsound search is never complete: what counts is whether it was stopped.
    let incomplete = cost.report["incomplete"].as_array().into_iter().flatten();
    let complete = incomplete.clone().all(|reason| reason["reason"] == "unsound");
    Ok(Figure {
        states: cost.report["states"].as_f64().unwrap_or(f64::NAN),
        seconds: cost.seconds,
        megabytes: cost.megabytes,
        complete,
    })
}
