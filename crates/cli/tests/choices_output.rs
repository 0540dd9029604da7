//! `--show-choices`: where a search explores more than one thread, and why.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use mazurka::presets::{PRESETS, Preset};
use serde_json::{Value, json};

/// Two threads add to `total`, and one writes `own` besides, which no other accesses.
const PROGRAM: &str = "\
#include <pthread.h>
int total, own;
void *first(void *unused) {
    own = 1;
    total += 1;
    return NULL;
}
void *second(void *unused) {
    total += 2;
    return NULL;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return total == 3 ? 0 : 1;
}
";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("choices").join(name);
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join("prog.c"), PROGRAM).expect("the program can be written");
    folder
}

fn mazurka(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let command = command.current_dir(folder).args(["check", "prog.c", "--no-trace"]).args(arguments);
    command.env_remove("COLUMNS").output().expect("mazurka runs")
}

fn report(folder: &Path, flags: &[&str]) -> Value {
    let output = mazurka(folder, &[flags, &["--format=json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{flags:?}: {error}: {}", String::from_utf8_lossy(&output.stderr)))
}

fn sum(rows: &Value) -> u64 {
    rows.as_array().expect("a list").iter().map(|row| row["count"].as_u64().expect("a number")).sum()
}

/// The counts of the places add up to the number of choices, and those of the reasons to that of their place, for every reduction that
/// stores states; the place with the most choices comes first.
#[test]
fn counts_add_up() {
    let folder = folder("add_up");
    for Preset { name, .. } in PRESETS.iter().filter(|preset| preset.is_stateful()) {
        let report = report(&folder, &["--reduction", name, "--show-choices", "--keep-going"]);
        let choices = &report["choices"];
        assert_eq!(sum(choices), report["choice_points"].as_u64().unwrap(), "{name}: {choices:#}");
        let places = choices.as_array().unwrap();
        assert!(places.is_sorted_by_key(|place| u64::MAX - place["count"].as_u64().unwrap()), "{name}");
        for place in places {
            assert_eq!(json!(sum(&place["reasons"])), place["count"], "{name}: {place:#}");
        }
    }
    let silent = report(&folder, &["--reduction", "dpor-states"]);
    assert_eq!((&silent["choices"], silent["choice_points"].as_u64() > Some(0)), (&json!([]), true));
}

/// The reason is the race: with what the other thread does, where. No choice is made before what no other thread accesses.
#[test]
fn a_race_is_a_reason() {
    let report = report(&folder("race"), &["--reduction", "dpor-states", "--show-choices"]);
    let places = report["choices"].as_array().unwrap();
    assert!(!places.iter().any(|place| place["object"] == "own"), "{places:#?}");
    let is_read = |place: &&Value| place["action"] == "read" && place["location"]["line"] == 5;
    let read = places.iter().find(is_read).unwrap_or_else(|| panic!("{places:#?}"));
    assert_eq!((&read["object"], &read["function"]), (&json!("total"), &json!("first")));
    let reason = &read["reasons"][0];
    assert_eq!((&reason["why"], &reason["thread"]), (&json!("race"), &json!(2)), "{read:#}");
    assert_eq!((&reason["action"], &reason["object"]), (&json!("write"), &json!("total")), "{read:#}");
    assert_eq!((&reason["location"]["line"], &reason["function"]), (&json!(9), &json!("second")), "{read:#}");
}

/// The reason is what another thread may still do: it can reach the memory, or may execute an instruction that accesses it. What
/// no other thread accesses is a choice only where that is not asked.
#[test]
fn a_later_access_is_a_reason() {
    let folder = folder("interference");
    let places = |reduction| report(&folder, &["--reduction", reduction, "--show-choices"])["choices"].take();
    let reasons_of_read = |places: &Value| {
        let is_read = |place: &&Value| place["action"] == "read" && place["location"]["line"] == 5;
        let read = places.as_array().unwrap().iter().find(is_read);
        let reasons = read.unwrap_or_else(|| panic!("{places:#}"))["reasons"].as_array().unwrap().clone();
        assert!(reasons.iter().all(|reason| reason["why"] == "interference"), "{reasons:#?}");
        reasons
    };
    let is_own = |place: &Value| place["object"] == "own";
    let reached = places("heap-reach");
    assert!(reached.as_array().unwrap().iter().any(is_own), "{reached:#}");
    assert!(reasons_of_read(&reached).iter().all(|reason| reason["location"].is_null()), "{reached:#}");
    let by_field = places("heap-reach-fields");
    let is_known = |reason: &Value| reason["field"] == "total" && reason["location"]["line"].is_u64();
    assert!(reasons_of_read(&by_field).iter().all(is_known), "{by_field:#}");
    let hybrid = places("hybrid");
    assert!(!hybrid.as_array().unwrap().iter().any(is_own), "{hybrid:#}");
    let is_of_second = |reason: &Value| reason["thread"] == 2 && reason["location"]["line"] == 9;
    assert!(reasons_of_read(&hybrid).iter().any(is_of_second), "{hybrid:#}");
}

/// With every access visible and every thread explored, a choice has no other reason than that; so also `own`.
#[test]
fn every_access_is_a_scheduling_point() {
    let flags = ["--reduction", "stateful", "--races", "allow", "--show-choices"];
    let report = report(&folder("stateful"), &flags);
    let places = report["choices"].as_array().unwrap();
    let own = places.iter().find(|place| place["object"] == "own").expect("a choice before it");
    assert_eq!(
        own["reasons"],
        json!([{
            "count": own["count"], "why": "scheduling-point", "thread": null, "action": null, "object": null,
            "field": null, "function": null, "location": null,
        }])
    );
}

#[test]
fn text_fits_the_terminal() {
    let folder = folder("text");
    let shown = mazurka(&folder, &["--reduction", "dpor-states", "--show-choices", "--width=60"]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    let table =
        shown.split("\n\n").find(|part| part.starts_with("choices:\n")).unwrap_or_else(|| panic!("{shown}"));
    assert!(table.contains("prog.c:5:11 (first): read total\n"), "{table}");
    assert!(table.contains("race with thread 2: write total at prog.c:9:11"), "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 60), "{table}");
}

#[test]
fn searches_through_traces_make_no_choices() {
    let output = mazurka(&folder("traces"), &["--show-choices"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("stores no states: --show-choices does not apply to it"), "{error}");
}

/// What was counted before an interruption counts.
#[test]
fn a_resumed_search_counts_all_choices() {
    let folder = folder("resumed");
    let flags = ["--reduction", "dpor-states", "--show-choices", "--keep-going"];
    let expected = report(&folder, &flags);
    let _ = fs::remove_file(folder.join("saved.mzck"));
    let limits = ["--checkpoint", "saved.mzck", "--max-executions", "2"];
    let stopped = report(&folder, &[&flags[..], &limits].concat());
    assert_ne!(stopped["choices"], expected["choices"]);
    let mut resume = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    resume.current_dir(&folder).args(["resume", "saved.mzck"]);
    let output = resume.output().expect("mazurka runs");
    let resumed: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(resumed["choices"], expected["choices"]);
}
