//! What must hold whatever was recorded. Each rule gives the problems it finds.

use std::collections::BTreeSet;

use super::expectation::Expectation;
use super::outcome::{Bug, Outcome};

/// Bugs of several threads at once: which of their lines is named does not matter.
const NOWHERE: [&str; 2] = ["deadlock", "livelock"];

/// The verdict, the kinds of bugs and their lines are those that the program says.
pub(super) fn bugs(outcome: &Outcome, expectation: &Expectation) -> Vec<String> {
    let mut problems = misplaced(outcome, expectation);
    problems.extend(unfound(outcome, expectation));
    problems
}

/// Another verdict than expected, or fewer bugs.
fn unfound(outcome: &Outcome, expectation: &Expectation) -> Vec<String> {
    let mut problems = Vec::new();
    let kinds = outcome.kinds();
    if outcome.verdict != expectation.verdict {
        let Outcome { verdict, command, .. } = outcome;
        problems.push(format!("verdict {verdict} {kinds:?}, expected {}: {command}", expectation.verdict));
    }
    for group in &expectation.bugs {
        if !group.iter().any(|kind| kinds.contains(kind.as_str())) {
            problems.push(format!("no {} is found, only {kinds:?}: {}", group.join(" or "), outcome.command));
        }
    }
    problems
}

/// Without `--keep-going`, one bug is reported, and it is one of those expected.
pub(super) fn first_bug(outcome: &Outcome, expectation: &Expectation) -> Vec<String> {
    let mut problems = misplaced(outcome, expectation);
    if outcome.verdict != "bug" || outcome.bugs.len() != 1 {
        problems.push(format!("{} bugs instead of the first: {}", outcome.bugs.len(), outcome.command));
    }
    problems
}

/// Bugs that are not expected, or not there.
fn misplaced(outcome: &Outcome, expectation: &Expectation) -> Vec<String> {
    let mut problems = Vec::new();
    for bug in &outcome.bugs {
        let marked =
            |(line, kinds): &(u64, Vec<String>)| bug.line == Some(*line) && kinds.contains(&bug.kind);
        let has_place = bug.line.is_some() && !NOWHERE.contains(&bug.kind.as_str());
        if !expectation.bugs.iter().flatten().any(|kind| *kind == bug.kind) {
            problems.push(format!("unexpected {} at line {:?}: {}", bug.kind, bug.line, outcome.command));
        } else if has_place && !expectation.marks.iter().any(marked) {
            problems.push(format!("{} is reported at line {:?}: {}", bug.kind, bug.line, outcome.command));
        }
    }
    problems
}

/// Each trace once, and as many as the program says.
pub(super) fn optimal(outcome: &Outcome, traces: Option<u64>) -> Vec<String> {
    let mut problems = Vec::new();
    if outcome.redundant != 0 {
        problems.push(format!("{} redundant executions: {}", outcome.redundant, outcome.command));
    }
    if traces.is_some_and(|traces| traces != outcome.executions) {
        let Outcome { executions, command, .. } = outcome;
        problems.push(format!("{executions} executions, expected {}: {command}", traces.unwrap_or_default()));
    }
    problems
}

/// Another reduction finds the same and executes no less.
pub(super) fn reduction(
    name: &str,
    outcome: &Outcome,
    optimal: &Outcome,
    expectation: &Expectation,
) -> Vec<String> {
    let mut problems = Vec::new();
    if name == "exhaustive" && outcome.redundant != 0 {
        problems.push(format!("{name} has no sleep sets to be blocked by: {}", outcome.command));
    }
    if !outcome.complete {
        return problems;
    }
    problems.extend(same_findings(name, outcome, optimal, expectation));
    let less = outcome.executions < optimal.executions || outcome.cut_off < optimal.cut_off;
    if less && !is_racy(expectation) {
        problems.push(format!("{name} executes less than optimal: {}", outcome.command));
    }
    problems
}

/// Another order of threads changes nothing.
pub(super) fn order(
    seed: &str,
    outcome: &Outcome,
    optimal: &Outcome,
    expectation: &Expectation,
) -> Vec<String> {
    let mut problems = same_findings(&format!("seed {seed}"), outcome, optimal, expectation);
    let (found, expected) = (outcome.counts(), optimal.counts());
    if found != expected && !is_racy(expectation) {
        problems
            .push(format!("{found} executions instead of {expected} with seed {seed}: {}", outcome.command));
    }
    problems
}

fn same_findings(name: &str, outcome: &Outcome, optimal: &Outcome, expectation: &Expectation) -> Vec<String> {
    if is_racy(expectation) {
        return bugs(outcome, expectation);
    }
    let found = |outcome: &Outcome| format!("{} {:?}", outcome.verdict, outcome.kinds());
    let differs = found(outcome) != found(optimal);
    let text = || format!("{name} finds {}, optimal {}: {}", found(outcome), found(optimal), outcome.command);
    Vec::from_iter(differs.then(text))
}

/// A stateful search finds what can be seen by state, each bug once, and leaves nothing out.
pub(super) fn by_state(outcome: &Outcome, optimal: &Outcome, expectation: &Expectation) -> Vec<String> {
    let mut problems = bugs(outcome, expectation);
    let count = |outcome: &Outcome| {
        let expected = |bug: &&Bug| expectation.bugs.iter().flatten().any(|kind| *kind == bug.kind);
        outcome.bugs.iter().filter(expected).count()
    };
    let (found, others) = (count(outcome), count(optimal));
    if !outcome.complete || found != others && !is_racy(expectation) {
        problems.push(format!("{found} bugs instead of {others}, or not complete: {}", outcome.command));
    }
    problems
}

/// Where a stateful search finds no data race although there is one, it says that it may have missed some.
pub(super) fn races_by_state(outcome: &Outcome, optimal: &Outcome) -> Option<String> {
    let has_race = |outcome: &Outcome| outcome.kinds().contains("data-race");
    let is_silent = outcome.bugs.is_empty() && has_race(optimal) && !outcome.may_miss_races;
    is_silent.then(|| format!("a data race is missed, and none is said to be: {}", outcome.command))
}

/// What is beyond a bound may be missed, but no bug is found that is not there, and what is unsound is never `ok`.
pub(super) fn consistent(outcome: &Outcome, expectation: &Expectation, is_sound: bool) -> Vec<String> {
    let mut problems = misplaced(outcome, expectation);
    let has_missed = expectation.verdict != "ok" && outcome.guarantee != "within the bound";
    if outcome.verdict == "ok" && (has_missed || !is_sound) {
        problems.push(format!("verdict ok, expected {}: {}", expectation.verdict, outcome.command));
    }
    problems
}

/// A search through transactions finds the faults of single threads, and no deadlock that there is not.
pub(super) fn by_transactions(
    outcome: &Outcome,
    optimal: &Outcome,
    expectation: &Expectation,
) -> Vec<String> {
    let is_fault = |kind: &String| !NOWHERE.contains(&kind.as_str());
    let faults: Vec<Vec<String>> =
        expectation.bugs.iter().filter(|group| group.iter().any(is_fault)).cloned().collect();
    let verdict = if outcome.bugs.is_empty() { "ok" } else { "bug" };
    let promised = Expectation { bugs: faults, verdict: verdict.to_owned(), ..expectation.clone() };
    let mut problems = misplaced(outcome, expectation);
    problems.extend(unfound(outcome, &promised));
    let count = |outcome: &Outcome| {
        let expected =
            |bug: &&Bug| promised.bugs.iter().flatten().any(|kind| *kind == bug.kind && is_fault(kind));
        outcome.bugs.iter().filter(expected).count()
    };
    let (found, others) = (count(outcome), count(optimal));
    if !outcome.complete || found != others && !is_racy(expectation) {
        problems.push(format!("{found} faults instead of {others}, or not complete: {}", outcome.command));
    }
    problems
}

/// The same bugs as in all states.
pub(super) fn with_races_allowed(outcome: &Outcome, all: &Outcome) -> Option<String> {
    let place = |bug: &Bug| bug.line.filter(|_| !NOWHERE.contains(&bug.kind.as_str()));
    let bugs = |outcome: &Outcome| -> BTreeSet<(String, Option<u64>)> {
        outcome.bugs.iter().map(|bug| (bug.kind.clone(), place(bug))).collect()
    };
    let (found, expected) = (bugs(outcome), bugs(all));
    (!outcome.complete || found != expected)
        .then(|| format!("{found:?} instead of {expected:?}, or not complete: {}", outcome.command))
}

/// Data races are found in every order, but the plain accesses that race are not tried in every order: what comes of
/// them may differ.
fn is_racy(expectation: &Expectation) -> bool {
    expectation.bugs.iter().flatten().any(|kind| kind == "data-race")
}
