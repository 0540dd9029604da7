//! The programs of `tests/transactions` show what they say with every reduction by transactions.
//!
//! `// check FLAGS: KINDS` at the top of a program: with these flags, these kinds of bugs are found, or none (`ok`). `, missed by
//! unsound-transactions` behind it: the search that never ends a transaction by force does not find them. How many states each search stores
//! is in `tests/transactions/states.txt`, which `MAZURKA_BLESS=1` records; `transactions` stores no more than `stateful`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/transactions");
const BLESS: &str = "MAZURKA_BLESS";

const ALL: &str = "stateful";
const UNSOUND: &str = "unsound-transactions";
const SOUND: [&str; 3] = ["transactions", "cpc-full", "cycle-detection"];

/// A program with some flags.
struct Row {
    path: PathBuf,
    flags: Vec<String>,
    /// The kinds of its bugs.
    bugs: BTreeSet<String>,
    missed: bool,
}

impl Row {
    fn name(&self) -> String {
        let program = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [vec![program], self.flags.clone()].concat().join(" ")
    }
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    let mut paths: Vec<PathBuf> = fs::read_dir(ROOT)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "c")) {
        let source = fs::read_to_string(path).expect("the program can be read");
        let said: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("// check")).collect();
        assert!(!said.is_empty(), "{} says nothing of its bugs", path.display());
        rows.extend(said.into_iter().map(|line| parse(path, line)));
    }
    rows
}

/// ` FLAGS: KINDS`, and whether they are missed.
fn parse(path: &Path, line: &str) -> Row {
    let (flags, found) = line.split_once(':').unwrap_or_else(|| panic!("{}: {line}", path.display()));
    let (kinds, missed) = match found.strip_suffix(&format!(", missed by {UNSOUND}")) {
        Some(kinds) => (kinds, true),
        None => (found, false),
    };
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<String>>();
    let bugs = words(kinds).into_iter().filter(|kind| kind != "ok").collect();
    Row { path: path.to_owned(), flags: words(flags), bugs, missed }
}

/// A program is compiled once for all searches. Options with one dash are clang's.
fn compile(row: &Row) -> PathBuf {
    let flags = row.flags.iter().filter(|flag| !flag.starts_with("--"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let output = command.arg("compile").args(flags).arg(&row.path).output().expect("mazurka runs");
    assert!(output.status.success(), "{}: {}", row.name(), String::from_utf8_lossy(&output.stderr));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transactions");
    let text = folder.join(row.name().replace([' ', '='], "_")).with_extension("ll");
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&text, output.stdout));
    written.map(|()| text).expect("the text can be written")
}

/// What a search reports.
fn check(row: &Row, text: &Path, reduction: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(["check", "--no-trace", "--keep-going", "--format=json", "--max-depth=1000000"]);
    // All states have all deadlocks.
    let is_given =
        |flag: &&String| flag.starts_with("--") && (reduction != ALL || !flag.starts_with("--also"));
    let flags = row.flags.iter().filter(is_given);
    let output =
        command.args(["--reduction", reduction]).args(flags).arg(text).output().expect("mazurka runs");
    let parsed: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    parsed.unwrap_or_else(|| panic!("{}: {}", row.name(), String::from_utf8_lossy(&output.stderr)))
}

/// Where races are bugs, what comes of them is not compared.
fn kinds(report: &Value, row: &Row) -> BTreeSet<String> {
    let bugs = report["bugs"].as_array().expect("bugs are a list").iter();
    let kinds = bugs.map(|bug| bug["kind"].as_str().unwrap_or_default().to_owned());
    kinds.filter(|kind| !row.bugs.contains("data-race") || row.bugs.contains(kind)).collect()
}

fn states(report: &Value) -> u64 {
    report["states"].as_u64().expect("states are counted")
}

/// The verdicts of all searches, and the line of `states.txt`.
fn compare(row: &Row) -> String {
    let (name, text) = (row.name(), compile(row));
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
    let expected = if row.missed { BTreeSet::new() } else { row.bugs.clone() };
    assert_eq!(kinds(&report, row), expected, "{name} {UNSOUND}");
    let verdict = if expected.is_empty() { "incomplete" } else { "bug" };
    assert_eq!(report["verdict"], verdict, "{name} {UNSOUND}");
    let _ = write!(line, " {:>21}", states(&report));
    line
}

#[test]
fn programs_show_what_they_say() {
    let rows = rows();
    assert!(rows.len() >= 30);
    let head = "# Stored states, as `cargo test -p mazurka --test it transactions::` finds them and MAZURKA_BLESS=1 records them.";
    let columns =
        format!("{:76} {ALL:>8} {:>15} {:>15} {:>15} {UNSOUND:>21}", "program", SOUND[0], SOUND[1], SOUND[2]);
    let lines: Vec<String> = rows.iter().map(compare).collect();
    let found = [vec![head.to_owned(), columns], lines].concat().join("\n") + "\n";
    let path = Path::new(ROOT).join("states.txt");
    if std::env::var_os(BLESS).is_some() {
        fs::write(&path, &found).expect("the table can be written");
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    let differences: Vec<(&str, &str)> =
        recorded.lines().zip(found.lines()).filter(|(old, new)| old != new).collect();
    assert!(recorded == found, "{BLESS}=1 records what was found: {differences:#?}");
}
