//! The gallery in examples/ is what its table says.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// One row of the table.
struct Example {
    options: Vec<String>,
    program: String,
    kind: String,
    fixed: String,
}

fn table() -> Vec<Example> {
    let page = fs::read_to_string(folder().join("README.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with('|') && line.contains('`'));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let ["", _, command, kind, fixed, ""] = cells[..] else { panic!("{line}") };
        let mut words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        assert_eq!(words.drain(..2).collect::<Vec<_>>(), ["mazurka", "check"], "{line}");
        let program = words.pop().unwrap();
        Example { options: words, program, kind: kind.to_owned(), fixed: fixed.to_owned() }
    };
    rows.map(row).collect()
}

/// The verdict and the kinds of the bugs. Examples are to be looked at while they are edited: warnings are errors.
fn check(options: &[String], program: &str) -> (String, Vec<String>) {
    let output = Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .args(["check", "--no-trace", "--format", "json", "-Wall", "-Wextra", "-Werror"])
        .args(options)
        .arg(program)
        .current_dir(folder())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{program}: {error}: {}", String::from_utf8_lossy(&output.stderr)));
    let bugs = report["bugs"].as_array().unwrap_or_else(|| panic!("{program}: {report}"));
    let kinds = bugs.iter().map(|bug| bug["kind"].as_str().unwrap().to_owned()).collect();
    (report["verdict"].as_str().unwrap().to_owned(), kinds)
}

#[test]
fn every_example_has_its_bug_and_its_twin_has_none() {
    let table = table();
    assert!(table.len() >= 12);
    for example in table {
        let Example { options, program, kind, fixed } = example;
        assert_eq!(check(&options, &program), ("bug".to_owned(), vec![kind]), "{program}");
        assert_eq!(check(&options, &fixed), ("ok".to_owned(), Vec::new()), "{fixed}");
        // Not even a race that the options of the example allow.
        assert_eq!(check(&[], &fixed), ("ok".to_owned(), Vec::new()), "{fixed}");
    }
}

#[test]
fn every_program_is_in_the_table() {
    let table = table();
    let named: BTreeSet<String> =
        table.iter().flat_map(|example| [example.program.clone(), example.fixed.clone()]).collect();
    assert_eq!(named.len(), 2 * table.len(), "a program stands in the table twice");
    let files =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let programs: BTreeSet<String> =
        files.filter(|name| name.ends_with(".c") && name != "philosophers.c").collect();
    assert_eq!(programs, named);
}
