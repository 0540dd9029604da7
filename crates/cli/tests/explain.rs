//! `mazurka explain`: every kind has a page, and every example on a page is real.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn mazurka(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn printed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The kinds that docs/json.md promises.
fn documented_kinds() -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let page = fs::read_to_string(path).unwrap();
    let section = page.split("\n## Kinds\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let kinds: Vec<String> = section.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(kinds.len() > 20, "{kinds:?}");
    kinds
}

#[test]
fn every_kind_has_a_page() {
    let list = printed(&mazurka(&["explain"]).output().unwrap());
    for kind in documented_kinds() {
        let page = printed(&mazurka(&["explain", &kind]).output().unwrap());
        let (heading, _) = page.split_once('\n').unwrap();
        let (name, summary) = heading.split_once(": ").unwrap();
        assert_eq!(name, kind);
        let listed = |line: &&str| line.split_once("  ").is_some_and(|_| line.contains(&format!(" {kind} ")));
        let line = list.lines().find(listed).unwrap_or_else(|| panic!("{kind} is not listed:\n{list}"));
        assert!(line.ends_with(summary), "{line}");
        assert!(page.lines().all(|line| line.chars().count() <= 80), "{kind} is wider than a terminal");
    }
}

/// The language of a kind's example: Rust for what only Rust programs have.
fn language(kind: &str) -> (&'static str, &'static str) {
    if kind == "panic" { ("rust", "rs") } else { ("c", "c") }
}

/// The one command on a page, and its one program.
fn example(kind: &str) -> (Vec<String>, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/kinds/{kind}.md"));
    let page = fs::read_to_string(path).unwrap();
    let commands: Vec<&str> = page.split('`').filter(|part| part.starts_with("mazurka check ")).collect();
    let programs: Vec<&str> = page.split(&format!("```{}\n", language(kind).0)).skip(1).collect();
    assert_eq!((commands.len(), programs.len()), (1, 1), "{kind}");
    let words = commands[0].split_whitespace().skip(1).map(str::to_owned).collect();
    (words, programs[0].split("```").next().unwrap().to_owned())
}

#[test]
fn every_example_has_the_bug_that_it_shows() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("explain");
    fs::create_dir_all(&folder).unwrap();
    for kind in documented_kinds() {
        let (mut words, program) = example(&kind);
        let file = format!("{kind}.{}", language(&kind).1);
        assert_eq!(words.last(), Some(&file));
        fs::write(folder.join(&file), program).unwrap();
        words.extend(["--format".to_owned(), "json".to_owned()]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = mazurka(&words).current_dir(&folder).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{kind}: {}", text(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["bugs"][0]["kind"], kind, "{}", report["bugs"][0]["message"]);
    }
}

#[test]
fn an_unknown_kind_is_answered_with_the_nearest_one() {
    let output = mazurka(&["explain", "deadlok"]).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), String::new()));
    let stderr = text(&output.stderr);
    assert!(stderr.contains("'deadlok'") && stderr.contains("similar value exists: 'deadlock'"), "{stderr}");
}
