//! Searches through transactions: the table of the paper on commit-point completion for our programs, beside its figures.
//!
//! Makes the table of docs/results.md. States are the stored ones of the last round, time is user and system CPU time of all rounds,
//! loading included. `cargo bench --bench transactions -- bakery` measures the programs with `bakery` in their name.

// Memory is not told.
#[allow(dead_code)]
mod measure;
mod results;

use std::error::Error;
use std::path::Path;

use measure::compile;
use results::{Table, at_least, geometric_mean, machine, publish, seconds, thousands};

/// At most this long for one figure.
const TIMEOUT: &str = "--timeout=60";

const SEARCHES: [&str; 5] =
    ["stateful", "unsound-transactions", "transactions", "cpc-full", "cycle-detection"];

/// Which of these is the reduction that others are compared with.
const TRANSACTIONS: usize = 2;

/// Those whose times are in the table.
const TIMED: [usize; 2] = [0, TRANSACTIONS];

/// A row of the paper's Table 1.
struct Row {
    /// In `tests/transactions`, and how it is compiled.
    program: &'static str,
    flags: &'static str,
    /// What it is called.
    name: &'static str,
    /// States: unsound, commit-point completion, cycle detection; NaN where the paper has none.
    paper: [f64; 3],
}

const fn row(program: &'static str, flags: &'static str, name: &'static str, paper: [f64; 3]) -> Row {
    Row { program, flags, name, paper }
}

const TABLE: [Row; 11] = [
    row("auction", "-DN=3", "auction, 3 bidders", [108.0, 108.0, 108.0]),
    row("order_flow", "-DORDERS=1", "order_flow, 1 order", [4656.0, 4656.0, 4656.0]),
    row("shipping", "-DCUSTOMERS=2", "shipping, 2 customers", [206.0, 206.0, 222.0]),
    row("conc", "-DN=4", "conc, 4 workers", [512.0, 512.0, 2063.0]),
    row("peterson", "", "peterson", [1080.0, 1213.0, 3427.0]),
    row("bluetooth", "-DN=3", "bluetooth, 3 requests", [48_109.0, 52_092.0, 116_559.0]),
    row("transaction_manager", "-DERRANDS=0", "transaction_manager, no operator", [f64::NAN; 3]),
    row("transaction_manager", "", "transaction_manager", [1_220_517.0, 1_264_894.0, 1_268_571.0]),
    row("alternating_bit", "-DCAPACITY=3", "alternating_bit, capacity 3", [1180.0, 1180.0, 1349.0]),
    row("philosophers", "-DN=5", "philosophers, 5", [87_399.0, 87_399.0, 428_896.0]),
    row("bakery", "-DN=3", "bakery, 3 threads", [10_221.0, 14_935.0, 14_254.0]),
];

/// What one search took.
struct Figure {
    states: f64,
    seconds: f64,
    complete: bool,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(wanted) = measure::begin()? else { return Ok(()) };
    let heading = |(index, name): (usize, &&str)| {
        [Some(format!("`{name}`")), TIMED.contains(&index).then(|| "s".to_owned())]
    };
    let headings: Vec<String> = SEARCHES.iter().enumerate().flat_map(heading).flatten().collect();
    let papers = ["the paper's unsound", "CPC", "cycle detection"].map(str::to_owned);
    let mut table = Table::new(&[vec!["program".to_owned()], headings, papers.to_vec()].concat(), 1);
    let mut ratios = Vec::new();
    let is_wanted =
        |row: &&Row| wanted.is_empty() || wanted.iter().any(|part| row.program.contains(part.as_str()));
    for Row { program, flags, name, paper } in TABLE.iter().filter(is_wanted) {
        let text = compile(&format!("tests/transactions/{program}.c"), flags)?;
        let mut cells = vec![(*name).to_owned()];
        let mut figures = Vec::new();
        for (index, reduction) in SEARCHES.into_iter().enumerate() {
            let figure = measure(&text, reduction)?;
            cells.push(at_least(figure.states, figure.complete));
            cells.extend(TIMED.contains(&index).then(|| seconds(figure.seconds, figure.complete)));
            figures.push(figure);
        }
        cells.extend(
            paper.iter().map(|states| if states.is_nan() { String::new() } else { thousands(*states) }),
        );
        table.row(&cells);
        let [all, transactions] = TIMED.map(|index| &figures[index]);
        if all.complete {
            ratios.push((all.states / transactions.states, transactions.seconds / all.seconds));
        }
    }
    let summary = format!(
        "\nOver the rows that `stateful` completes, `transactions` stores {:.1} times as few states and takes {:.2} times as long, in the\n\
         geometric mean.\n",
        geometric_mean(ratios.iter().map(|ratio| ratio.0)),
        geometric_mean(ratios.iter().map(|ratio| ratio.1))
    );
    publish("transactions", &[table.text(), summary, machine()].concat(), wanted.is_empty())
}

fn measure(text: &Path, reduction: &str) -> Result<Figure, Box<dyn Error>> {
    let always = ["--keep-going", "--max-depth=1000000000", TIMEOUT];
    let cost = measure::check(text, &always, &["--reduction", reduction])?;
    // The unsound search is never complete: what counts is whether it was stopped.
    let incomplete = cost.report["incomplete"].as_array().into_iter().flatten();
    let complete = incomplete.clone().all(|reason| reason["reason"] == "unsound");
    Ok(Figure { states: cost.report["states"].as_f64().unwrap_or(f64::NAN), seconds: cost.seconds, complete })
}
