//! `mazurka check --bound` from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The assertion fails only if main is interrupted before its look at `turn`, the other thread before its second one, and
/// main again before the assertion.
const THREE_PREEMPTIONS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void *work(void *arg)
{
    int seen = turn;
    if (seen == 0) turn = 1;
    if (turn == 2) turn = 3;
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (turn == 1) turn = 2;
    assert(turn != 3);
    return 0;
}
";

fn run(name: &str, options: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounded").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), THREE_PREEMPTIONS).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(["check", "prog.c", "--no-trace"]).args(options);
    command.stdin(Stdio::null()).output().unwrap()
}

fn check(name: &str, options: &[&str]) -> (Option<i32>, Value) {
    let output = run(name, &[options, &["--format", "json"]].concat());
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {output:?}")))
}

#[test]
fn a_range_finds_what_needs_least() {
    for reduction in ["source-bpor", "nidhugg-bpor", "classic-bpor", "exhaustive"] {
        let (code, report) = check("range", &["--bound", "preemptions=0..5", "--reduction", reduction]);
        assert_eq!((code, &report["verdict"]), (Some(1), &"bug".into()), "{report:#}");
        assert_eq!((&report["bound"], &report["bound_kind"]), (&3.into(), &"preemptions".into()));
        let rounds = report["rounds"].as_array().unwrap();
        let bugs: Vec<&Value> = rounds.iter().map(|round| &round["bugs"]).collect();
        assert_eq!(bugs, [0, 0, 0, 1], "{reduction}");
        assert!(rounds[..3].iter().all(|round| round["cut_off"].as_u64() > Some(0)), "{report:#}");
    }
    let text = String::from_utf8(run("text", &["--bound", "preemptions=0..5"]).stdout).unwrap();
    let rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("with at most")).collect();
    assert_eq!(rounds.len(), 4, "{text}");
    assert!(text.contains("\nno bug with at most 2 preemptions; this one needs 3\n"), "{text}");
    assert!(
        rounds[0].starts_with("with at most 0 preemptions: ") && rounds[0].ends_with(", no bug"),
        "{text}"
    );
    assert!(
        rounds[3].starts_with("with at most 3 preemptions: ") && rounds[3].ends_with(", 1 bug"),
        "{text}"
    );
}

#[test]
fn a_bound_is_part_of_the_guarantee() {
    let (code, report) = check("within", &["--bound", "preemptions=2"]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");
    assert_eq!(report["guarantee"], "within the bound");
    assert_eq!(report["reduction"], "source-bpor");
    assert_eq!(report["cut_off"], report["cut_off_by"]["beyond_bound"]);
    // Where nothing is beyond the bound, everything was explored.
    let (_, report) = check("all", &["--bound", "delays=1000", "--keep-going"]);
    assert_eq!((&report["guarantee"], &report["cut_off"]), (&"all traces".into(), &0.into()), "{report:#}");
    let (_, report) = check("none", &[]);
    assert!(report["bound"].is_null() && report["bound_kind"].is_null() && report["rounds"].is_null());
}

#[test]
fn naive_search_is_never_ok() {
    let (code, report) = check("naive", &["--bound", "preemptions=1", "--reduction", "naive-bpor"]);
    assert_eq!((code, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
    assert_eq!(
        (&report["guarantee"], &report["incomplete"][0]["reason"]),
        (&"none".into(), &"unsound".into())
    );
}

#[test]
fn reductions_and_bounds_must_fit() {
    for (options, message) in [
        (&["--bound", "preemptions=1", "--reduction", "optimal"][..], "--reduction optimal knows no bound"),
        (&["--reduction", "source-bpor"], "--reduction source-bpor needs a --bound"),
        (&["--bound", "switches=1"], "give preemptions=2"),
        (&["--bound", "delays=3..1"], "3 is more than 1"),
    ] {
        let output = run("wrong", options);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{error}");
    }
}
