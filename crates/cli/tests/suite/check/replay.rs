//! What `mazurka replay` makes of the traces that a check has written.

use std::process::Command;
use std::time::Duration;

use super::outcome::Outcome;
use crate::native::scratch;
use crate::process;

const LIMIT: Duration = Duration::from_secs(60);

/// Where the trace of a program's first bug goes.
pub(super) fn trace_of(row: &str) -> String {
    scratch("traces").join(format!("{}.mztrace", super::file_name(row))).display().to_string()
}

/// Complaints about bugs that do not show again, or without their trace.
pub(super) fn every_bug(outcome: &Outcome) -> Result<Vec<String>, String> {
    let mut problems = Vec::new();
    if outcome.traces.len() != outcome.bugs.len() {
        problems.push(format!("{} bugs have {} traces", outcome.bugs.len(), outcome.traces.len()));
    }
    for (bug, trace) in outcome.bugs.iter().zip(&outcome.traces) {
        let mut mazurka = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        mazurka.args(["replay", "--quiet"]).arg(trace);
        let command = format!("{mazurka:?}");
        let ended = process::run(&mut mazurka, "", LIMIT)?
            .ok_or_else(|| format!("still running after {} s: {command}", LIMIT.as_secs()))?;
        let last = ended.stdout.lines().last().unwrap_or_default();
        if ended.exit != Some(1) || !last.starts_with(&format!("{}: ", bug.kind)) {
            problems.push(format!("{:?} {last}{}: {command}", ended.exit, ended.stderr));
        }
    }
    Ok(problems)
}
