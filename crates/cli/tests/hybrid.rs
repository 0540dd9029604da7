//! The programs of `tests/hybrid` show what they say with every reduction of the paper on hybrid partial order reduction.
//!
//! `// check FLAGS: KINDS` at the top of a program: with these flags, these kinds of bugs are found, or none (`ok`). Every reduction finds
//! the same bugs at the same places as a search through all states where every access is a scheduling point. How many choices each
//! search makes is in `tests/hybrid/choices.txt`, which `MAZURKA_BLESS=1` records.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::rows::{Row, compare_with_recorded, kinds, rows};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/hybrid");

const ALL: &str = "stateful";

/// Each of these makes no more choices than the one before it.
const BY_REACH: [&str; 3] = ["heap-reach", "heap-reach-fields", "hybrid"];

const DPOR: &str = "dpor-states";

/// What a search reports: it is complete, and has the verdict that the program says.
fn check(row: &Row, text: &Path, reduction: &str) -> Value {
    let report = row.check(text, reduction, ["--races=allow".to_owned()].iter());
    let verdict = if row.bugs.is_empty() { "ok" } else { "bug" };
    let (found, name) = ((&report["verdict"], &report["complete"]), row.name());
    assert_eq!(found, (&verdict.into(), &true.into()), "{name} {reduction}");
    assert_eq!(kinds(&report), row.bugs, "{name} {reduction}");
    report
}

/// Kinds and places of all bugs.
fn bugs(report: &Value) -> BTreeSet<String> {
    let bugs = report["bugs"].as_array().expect("bugs are a list").iter();
    bugs.map(|bug| format!("{} {}", bug["kind"], bug["location"]["line"])).collect()
}

fn choices(report: &Value) -> u64 {
    report["choice_points"].as_u64().expect("choices are counted")
}

/// The verdicts of all searches, and the line of `choices.txt`.
fn compare(row: &Row) -> String {
    let (name, text) = (row.name(), row.compile());
    let all = check(row, &text, ALL);
    let mut most = choices(&all);
    let mut line = format!("{name:36} {most:>9}");
    for reduction in BY_REACH {
        let report = check(row, &text, reduction);
        assert_eq!(bugs(&report), bugs(&all), "{name} {reduction}");
        assert!(choices(&report) <= most, "{name} {reduction}: {} choices, not {most}", choices(&report));
        most = choices(&report);
        let _ = write!(line, " {most:>17}");
    }
    let report = check(row, &text, DPOR);
    assert_eq!(bugs(&report), bugs(&all), "{name} {DPOR}");
    let _ = write!(line, " {:>11}", choices(&report));
    line
}

#[test]
fn programs_show_what_they_say() {
    let rows = rows(ROOT);
    assert!(rows.len() >= 24);
    let head = "# Choices, as `cargo test -p mazurka --test it hybrid::` finds them and MAZURKA_BLESS=1 records them.";
    let [reach, fields, hybrid] = BY_REACH;
    let columns = format!("{:36} {ALL:>9} {reach:>17} {fields:>17} {hybrid:>17} {DPOR:>11}", "program");
    let lines = rows.iter().map(compare);
    let table: Vec<String> = [head.to_owned(), columns].into_iter().chain(lines).collect();
    compare_with_recorded(&table, &Path::new(ROOT).join("choices.txt"));
}
