//! How many executions at random it takes to find the bugs of `tests/samples`, with every strategy: the mean over seeds. Prints
//! Markdown, for docs/results.md.
//!
//! `cargo bench --bench samples -- reorder` looks only at the programs with `reorder` in their name.

mod figures;

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::{Command, Stdio};

use figures::thousands;
use mazurka::presets::STRATEGIES;
use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const SEEDS: u64 = 20;

/// At most this many executions for one figure.
const MOST: u64 = 20_000;

const PROGRAMS: [(&str, &str); 4] =
    [("reorder", "-DSETTERS=10"), ("reorder", "-DSETTERS=20"), ("twostage", "-DTHREADS=100"), ("depth3", "")];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    // What `cargo bench` passes; `cargo test --benches` does not, and has nothing to measure.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let names: Vec<String> = STRATEGIES.iter().map(|strategy| format!("`{}`", strategy.name)).collect();
    println!("| program | {} |", names.join(" | "));
    println!("| --- |{}", " ---: |".repeat(names.len()));
    for (program, flag) in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|part| program.contains(part.as_str())) {
            continue;
        }
        let mut row = format!("| {program} {flag} |");
        for strategy in STRATEGIES {
            row += &format!(" {} |", mean(program, flag, strategy.name)?);
        }
        println!("{row}");
    }
    Ok(())
}

/// `1,234`, or `1,234, 3 of 20 seeds without the bug`.
fn mean(program: &str, flag: &str, strategy: &str) -> Result<String, Box<dyn Error>> {
    let (mut executions, mut found) = (0, 0);
    for seed in 0..SEEDS {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        command.args(["sample", "--format=json", "--no-trace", "--no-minimize", "--strategy", strategy]);
        command.arg(format!("--seed={seed}")).arg(format!("--executions={MOST}"));
        command.args((!flag.is_empty()).then_some(flag));
        command.arg(Path::new(ROOT).join("tests/samples").join(program).with_extension("c"));
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output()?;
        let report: Value = serde_json::from_slice(&output.stdout)?;
        let has_bug = report["verdict"] == "bug";
        found += u64::from(has_bug);
        // The execution with the bug is not among those that came to their end.
        executions += report["executions"].as_u64().ok_or("executions are counted")? + u64::from(has_bug);
    }
    let mean = thousands(executions as f64 / SEEDS as f64);
    Ok(match SEEDS - found {
        0 => mean,
        without => format!("{mean}, {without} of {SEEDS} seeds without the bug"),
    })
}
