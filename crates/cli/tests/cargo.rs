//! `cargo mazurka` on a small package.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::formats::sarif_schema;
use crate::json_schema;

const MANIFEST: &str = concat!(
    "[package]\nname = \"small\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n\n",
    "[dev-dependencies]\nmazurka = { path = \"",
    env!("CARGO_MANIFEST_DIR"),
    "/../../include/rust\" }\n"
);

const LIBRARY: &str = r#"
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

pub fn add(count: &AtomicU32) {
    let seen = count.load(SeqCst);
    count.store(seen + 1, SeqCst);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    #[test]
    fn loses_updates() {
        let count = Arc::new(AtomicU32::new(0));
        let other = Arc::clone(&count);
        let thread = thread::spawn(move || add(&other));
        add(&count);
        thread.join().unwrap();
        assert_eq!(count.load(SeqCst), 2);
    }

    #[test]
    #[should_panic(expected = "as it should")]
    fn panics() {
        panic!("as it should");
    }

    #[test]
    #[should_panic]
    fn does_not_panic() {}

    #[test]
    fn chooses() {
        let chosen = mazurka::choose(3);
        for iteration in mazurka::bounded(3) {
            mazurka::assume(chosen != 0 || iteration < 1);
            if iteration == chosen {
                break;
            }
        }
        assert!(chosen != 2, "it is two");
    }

    #[test]
    #[ignore]
    fn is_ignored() {
        loop {}
    }
}
"#;

const PROGRAM: &str = "fn main() { small::add(&0.into()); println!(\"done\"); }\n";

fn package() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cargo");
    fs::create_dir_all(folder.join("src")).expect("the target folder is writable");
    for (file, text) in [("Cargo.toml", MANIFEST), ("src/lib.rs", LIBRARY), ("src/main.rs", PROGRAM)] {
        fs::write(folder.join(file), text).expect("the target folder is writable");
    }
    folder
}

fn cargo_mazurka(folder: &Path, arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust/cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mazurka"));
    command.arg("mazurka").args(arguments).current_dir(folder).env("MAZURKA_CACHE", cache);
    command.output().expect("cargo-mazurka starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn tests_and_programs_of_a_package_are_checked() {
    let package = package();
    let output = cargo_mazurka(&package, &["test", "--lib", "--", "--reduction", "optimal"]);
    let (said, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{said}{errors}");
    for line in [
        "running 5 tests (small)",
        "test tests::loses_updates ... FAILED",
        "test tests::panics ... ok",
        "test tests::chooses ... FAILED",
        "error[panic]: it is two",
        "test tests::does_not_panic ... FAILED",
        "test tests::is_ignored ... ignored",
        "error[panic]: assertion `left == right` failed: left: 1, right: 2",
        "test result: FAILED. 1 passed; 3 failed; 0 incomplete; 0 with errors; 1 ignored",
    ] {
        assert!(said.lines().any(|said| said == line), "{line} is missing:\n{said}{errors}");
    }
    let output = cargo_mazurka(&package, &["run", "--", "--format", "json", "--no-trace"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(
        (output.status.code(), &report["verdict"]),
        (Some(0), &"ok".into()),
        "{}",
        text(&output.stderr)
    );
    // Not a test of its own, for cargo builds in the same folder.
    reports_for_machines_are_about_all_tests(&package);
}

/// Two tests: one panics as it should, the other one does not.
fn reports_for_machines_are_about_all_tests(package: &Path) {
    let document = |format: &str| {
        let output = cargo_mazurka(package, &["test", "panic", "--lib", "--format", format]);
        let (said, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(1), "{said}{errors}");
        assert!(errors.contains("test tests::panics ... ok"), "{errors}");
        said
    };
    let json: Value = serde_json::from_str(&document("json")).expect("a JSON document");
    let outcomes: Vec<_> = ["/tests/0", "/tests/1"]
        .map(|test| {
            json.pointer(test).map(|test| (&test["name"], &test["outcome"], &test["report"]["verdict"]))
        })
        .into_iter()
        .flatten()
        .collect();
    let [failed, passed] = [("does_not_panic", "bug"), ("panics", "ok")]
        .map(|(name, outcome)| (Value::from(format!("tests::{name}")), Value::from(outcome)));
    assert_eq!(outcomes, [(&failed.0, &failed.1, &failed.1), (&passed.0, &passed.1, &passed.1)]);
    assert_eq!((&json["outcome"], &json["bug"], &json["ok"]), (&"bug".into(), &1.into(), &1.into()));

    let junit = document("junit");
    let junit = roxmltree::Document::parse(&junit).expect("XML");
    let count = |name: &str| junit.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!([count("testsuite"), count("testcase"), count("failure"), count("error")], [1, 2, 1, 0]);
    assert_eq!(junit.root_element().attribute("failures"), Some("1"));

    let sarif: Value = serde_json::from_str(&document("sarif")).expect("a JSON document");
    assert_eq!(json_schema::errors(&sarif_schema(), &sarif), Vec::<String>::new());
    let results = sarif.pointer("/runs/0/results").and_then(Value::as_array).expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["properties"]["test"], "tests::does_not_panic");
    assert_eq!(sarif.pointer("/runs/0/invocations").and_then(Value::as_array).map(Vec::len), Some(2));
}

#[test]
fn help_is_an_answer() {
    for arguments in [&["--help"][..], &["test", "-h"]] {
        let output = cargo_mazurka(Path::new("/"), arguments);
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).starts_with("usage: cargo mazurka test"));
    }
}

#[test]
fn a_wrong_command_line_is_answered_with_the_right_one() {
    for arguments in
        [&["tets"][..], &["test", "one", "two"], &["test", "-p"], &["run", "x"], &["test", "--format=xml"]]
    {
        let output = cargo_mazurka(Path::new("/"), arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let answers = ["usage:", "needs a value", "the formats are"];
        assert!(answers.iter().any(|answer| said.contains(answer)), "{said}");
    }
}
