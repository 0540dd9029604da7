//! The programs of `tests/transactions` show what they say with every reduction by transactions.
//!
//! `// check FLAGS: KINDS` at the top of a program: with these flags, these kinds of bugs are found, or none (`ok`). `, missed by
//! unsound-transactions` behind it: the search that never ends a transaction by force does not find them. How many states each search stores
//! is in `tests/transactions/states.txt`, which `MAZURKA_BLESS=1` records; `transactions` stores no more than `stateful`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use serde_json::Value;

use crate::rows::{self, Row, compare_with_recorded, rows};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/transactions");

const ALL: &str = "stateful";
const UNSOUND: &str = "unsound-transactions";
const SOUND: [&str; 3] = ["transactions", "cpc-full", "cycle-detection"];

/// What a search reports.
fn check(row: &Row, text: &Path, reduction: &str) -> Value {
    // All states have all deadlocks.
    let is_given =
        |flag: &&String| flag.starts_with("--") && (reduction != ALL || !flag.starts_with("--also"));
    row.check(text, reduction, row.flags.iter().filter(is_given))
}

/// Where races are bugs, what comes of them is not compared.
fn kinds(report: &Value, row: &Row) -> BTreeSet<String> {
    let mut kinds = rows::kinds(report);
    kinds.retain(|kind| !row.bugs.contains("data-race") || row.bugs.contains(kind));
    kinds
}

fn states(report: &Value) -> u64 {
    report["states"].as_u64().expect("states are counted")
}

/// Whether the unsound search misses the bugs.
fn is_missed(row: &Row) -> bool {
    let Some(remark) = &row.remark else { return false };
    assert_eq!(*remark, format!("missed by {UNSOUND}"), "{}", row.name());
    true
}

/// The verdicts of all searches, and the line of `states.txt`.
fn compare(row: &Row) -> String {
    let (name, text) = (row.name(), row.compile());
    let check = |reduction| check(row, &text, reduction);
    let all = check(ALL);
    assert_eq!((kinds(&all, row), &all["complete"]), (row.bugs.clone(), &true.into()), "{name} {ALL}");
    let mut line = format!("{name:76} {:>8}", states(&all));
    for reduction in SOUND {
        let report = check(reduction);
        assert_eq!(
            (kinds(&report, row), &report["complete"]),
            (row.bugs.clone(), &true.into()),
            "{name} {reduction}"
        );
        let verdict = if row.bugs.is_empty() { "ok" } else { "bug" };
        assert_eq!(report["verdict"], verdict, "{name} {reduction}");
        assert!(states(&report) <= states(&all), "{name} {reduction} stores {} states", states(&report));
        let _ = write!(line, " {:>15}", states(&report));
    }
    let report = check(UNSOUND);
    let expected = if is_missed(row) { BTreeSet::new() } else { row.bugs.clone() };
    assert_eq!(kinds(&report, row), expected, "{name} {UNSOUND}");
    let verdict = if expected.is_empty() { "incomplete" } else { "bug" };
    assert_eq!(report["verdict"], verdict, "{name} {UNSOUND}");
    let _ = write!(line, " {:>21}", states(&report));
    line
}

#[test]
fn programs_show_what_they_say() {
    let rows = rows(ROOT);
    assert!(rows.len() >= 30);
    let head = "# Stored states, as `cargo test -p mazurka --test it transactions::` finds them and MAZURKA_BLESS=1 records them.";
    let columns =
        format!("{:76} {ALL:>8} {:>15} {:>15} {:>15} {UNSOUND:>21}", "program", SOUND[0], SOUND[1], SOUND[2]);
    let lines = rows.iter().map(compare);
    let table: Vec<String> = [head.to_owned(), columns].into_iter().chain(lines).collect();
    compare_with_recorded(&table, &Path::new(ROOT).join("states.txt"));
}
