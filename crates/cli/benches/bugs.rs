//! How soon the bugs of `tests/check/bugs` are found: within which bound on preemptions and on delays, after how much work,
//! and beside that without a bound. Makes a part of docs/results.md.
//!
//! `cargo bench --bench bugs -- lock` looks only at the programs with `lock` in their name, and shows all of them.

mod results;

use std::cmp::Ordering;
use std::env;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use results::{Table, publish, thousands};
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// No bug of the suite is expected to need more.
const RANGE: &str = "0..8";

/// Bugs that need as much of either are listed, and those with which `optimal` has as many steps to do.
const DEEP: u64 = 2;
const LONG: u64 = 110;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // What `cargo bench` passes; `cargo test --benches` does not, and has nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let mut programs: Vec<PathBuf> = fs::read_dir(Path::new(ROOT).join("tests/check/bugs"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, std::io::Error>>()?;
    programs.sort();
    let mut bugs = Vec::new();
    for program in programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let within = |kind: &str| search(&program, &["--bound", &format!("{kind}={RANGE}")]);
        let (bounded, optimal) =
            ([within("preemptions")?, within("delays")?], search(&program, &["--reduction=optimal"])?);
        bugs.push(Bug { name, bounded, optimal });
    }
    let text = [needed(&bugs), totals(&bugs), hardest(&bugs, !wanted.is_empty())].concat();
    publish("bugs", &text, wanted.is_empty())
}

/// A program, and what it took to find its bug within bounds on preemptions and on delays, and without a bound.
struct Bug {
    name: String,
    bounded: [Found; 2],
    optimal: Found,
}

const KINDS: [&str; 2] = ["preemptions", "delays"];

/// How many programs need how much.
fn needed(bugs: &[Bug]) -> String {
    let mut table = Table::new(&["the first bug needs", "0", "1", "2", "3", "more"], 1);
    for (index, kind) in KINDS.into_iter().enumerate() {
        let bounds = bugs.iter().map(|bug| bug.bounded[index].bound);
        let number = |of: &dyn Fn(u64) -> bool| bounds.clone().filter(|bound| bound.is_none_or(of)).count();
        let mut cells = vec![format!("{kind}: programs")];
        cells.extend(
            (0..4).map(|needed| bounds.clone().filter(|bound| *bound == Some(needed)).count().to_string()),
        );
        cells.push(number(&|bound| bound > 3).to_string());
        table.row(&cells);
    }
    table.text()
}

fn totals(bugs: &[Bug]) -> String {
    let sum = |steps: &dyn Fn(&Bug) -> u64| thousands(bugs.iter().map(steps).sum::<u64>() as f64);
    let with = |order: Ordering| {
        bugs.iter().filter(|bug| bug.bounded[0].steps.cmp(&bug.optimal.steps) == order).count()
    };
    format!(
        "\nIn the {} programs, {} steps were needed with preemptions, {} with delays, and {} by `optimal`; preemptions took fewer\n\
         steps than `optimal` for {} programs, as many for {}, and more for {}.\n\n",
        bugs.len(),
        sum(&|bug| bug.bounded[0].steps),
        sum(&|bug| bug.bounded[1].steps),
        sum(&|bug| bug.optimal.steps),
        with(Ordering::Less),
        with(Ordering::Equal),
        with(Ordering::Greater)
    )
}

/// The programs that need most, or all.
fn hardest(bugs: &[Bug], is_all: bool) -> String {
    let mut table = Table::new(&["program", "bug", "preemptions", "work", "delays", "work", "`optimal`"], 2);
    for Bug { name, bounded, optimal } in bugs {
        let is_hard = bounded.iter().any(|found| found.bound.is_none_or(|bound| bound >= DEEP))
            || optimal.steps >= LONG;
        if is_all || is_hard {
            let mut cells = vec![name.clone(), optimal.kind.clone()];
            let needed = |found: &Found| found.bound.map_or("–".to_owned(), |bound| bound.to_string());
            cells.extend(bounded.iter().flat_map(|found| [needed(found), found.to_string()]));
            cells.push(optimal.to_string());
            table.row(&cells);
        }
    }
    table.text()
}

/// What it took until the first bug, all rounds together.
struct Found {
    kind: String,
    /// Within which bound; `None` if there was none, or no bug was found.
    bound: Option<u64>,
    executions: u64,
    steps: u64,
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.executions, thousands(self.steps as f64))
    }
}

fn search(program: &Path, options: &[&str]) -> Result<Found, Box<dyn Error>> {
    let source = fs::read_to_string(program)?;
    let flags =
        source.lines().filter_map(|line| line.strip_prefix("// check:")).flat_map(str::split_whitespace);
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command
        .args(["check", "--no-trace", "--no-minimize", "--format=json", "--timeout=60"])
        .args(options)
        .args(flags);
    command.arg("-I").arg(Path::new(ROOT).join("include")).arg(program);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
    let report: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("{command:?}: {error}"))?;
    let rounds = report["rounds"].as_array();
    let sum = |name: &str| match rounds {
        Some(rounds) => rounds.iter().filter_map(|round| round[name].as_u64()).sum(),
        None => report[name].as_u64().unwrap_or(0),
    };
    let kind = report["bugs"][0]["kind"].as_str();
    Ok(Found {
        kind: kind.unwrap_or("none found").to_owned(),
        bound: kind.and_then(|_| report["bound"].as_u64()),
        executions: sum("executions") + sum("redundant"),
        steps: sum("transitions"),
    })
}
