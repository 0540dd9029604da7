//! How soon the bugs of `tests/check/bugs` are found: within which bound on preemptions and on delays, after how much work,
//! and beside that without a bound. Prints Markdown, for docs/results.md.
//!
//! `cargo bench --bench bugs -- lock` looks only at the programs with `lock` in their name.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// No bug of the suite is expected to need more.
const RANGE: &str = "0..8";

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
    println!("| program | bug | preemptions | work | delays | work | `optimal` |");
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
    let mut needed: [BTreeMap<Option<u64>, u32>; 2] = Default::default();
    for program in programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let bounded =
            ["preemptions", "delays"].map(|kind| search(&program, &["--bound", &format!("{kind}={RANGE}")]));
        let [preemptions, delays] = bounded;
        let (preemptions, delays, optimal) =
            (preemptions?, delays?, search(&program, &["--reduction=optimal"])?);
        for (counts, found) in needed.iter_mut().zip([&preemptions, &delays]) {
            *counts.entry(found.bound).or_default() += 1;
        }
        println!(
            "| {name} | {} | {} | {preemptions} | {} | {delays} | {optimal} |",
            optimal.kind,
            bound(preemptions.bound),
            bound(delays.bound)
        );
    }
    for (kind, counts) in ["preemptions", "delays"].iter().zip(needed) {
        let counts: Vec<String> = counts
            .into_iter()
            .map(|(needed, programs)| format!("{programs} need {}", bound(needed)))
            .collect();
        println!("\n{kind}: {}", counts.join(", "));
    }
    Ok(())
}

fn bound(needed: Option<u64>) -> String {
    needed.map_or("–".to_owned(), |bound| bound.to_string())
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
        write!(f, "{} ({})", self.executions, self.steps)
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
