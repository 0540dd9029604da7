//! `mazurka sample`: executions at random find bugs, can be repeated, and never prove anything.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mazurka::presets::STRATEGIES;
use serde_json::Value;

use crate::compiled;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

/// A program of the tests, compiled.
fn program(path: &str, flags: &[&str]) -> PathBuf {
    let name = format!("{}{}.ll", path.replace('/', "-"), flags.concat());
    let text = Path::new(env!("CARGO_TARGET_TMPDIR")).join("samples").join(name);
    let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    compiled::compile(&Path::new(TESTS).join(path), &flags, &text);
    text
}

fn mazurka(command: &str, program: &Path, options: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .arg(command)
        .args(options)
        .arg(program)
        .stdin(Stdio::null())
        .output()
        .expect("mazurka runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("reports are text"))
}

fn report(command: &str, program: &Path, options: &[&str]) -> (Option<i32>, Value) {
    let (code, text) = mazurka(command, program, &[&["--format=json", "--no-trace"], options].concat());
    (code, serde_json::from_str(&text).expect("this is JSON"))
}

#[test]
fn every_strategy_finds_bugs_that_few_executions_have() {
    let programs = [("reorder.c", "-DSETTERS=4"), ("twostage.c", "-DTHREADS=12"), ("depth3.c", "")];
    for (name, flag) in programs {
        let program = program(&format!("samples/{name}"), &[flag][..usize::from(!flag.is_empty())]);
        for strategy in STRATEGIES {
            let options = ["--strategy", strategy.name, "--executions=20000"];
            let (code, found) = report("sample", &program, &options);
            assert_eq!(code, Some(1), "{name} {}", strategy.name);
            assert_eq!(found["bugs"][0]["kind"], "assertion", "{name} {}", strategy.name);
            assert_eq!(found["reduction"], strategy.name);
        }
    }
}

#[test]
fn the_same_seed_makes_the_same_executions() {
    let program = program("samples/reorder.c", &["-DSETTERS=3"]);
    let sample = |seed: &str| {
        let (_, mut report) =
            report("sample", &program, &["--keep-going", "--executions=40", "--seed", seed]);
        report["seconds"] = Value::Null;
        report
    };
    assert_eq!(sample("5"), sample("5"));
    assert!(["6", "7", "8"].iter().any(|seed| sample(seed) != sample("5")));
}

/// A sample never shows more traces than there are, and in time all of them; it is never `ok`.
#[test]
fn traces_are_those_of_a_search() {
    for (path, flags) in [("check/counts/ainc.c", &["-DN=3"][..]), ("check/fixed/reorder.c", &[])] {
        let program = program(path, flags);
        let (code, all) = report("check", &program, &["--reduction=optimal"]);
        assert_eq!(code, Some(0), "{path}");
        for strategy in STRATEGIES {
            let options = ["--strategy", strategy.name, "--executions=3000"];
            let (code, sampled) = report("sample", &program, &options);
            assert_eq!(code, Some(3), "{path} {}", strategy.name);
            assert_eq!(sampled["incomplete"][0]["reason"], "samples", "{path} {}", strategy.name);
            assert_eq!(sampled["executions"], 3000, "{path} {}", strategy.name);
            let traces = &sampled["samples"]["traces"];
            match strategy.name {
                "pos" | "random" => assert_eq!(*traces, all["executions"], "{path} {}", strategy.name),
                _ => assert!(traces.as_u64() <= all["executions"].as_u64(), "{path} {}", strategy.name),
            }
            assert_eq!(sampled["samples"]["new_trace_probability"], 0.0, "{path} {}", strategy.name);
        }
    }
}

#[test]
fn a_bug_is_replayed_as_that_of_a_check() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("samples").join("replayed");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    let trace = folder.join("bug.mztrace");
    let program = program("samples/reorder.c", &["-DSETTERS=3"]);
    let (code, text) = mazurka("sample", &program, &["--trace", trace.to_str().expect("a plain name")]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("mazurka replay"), "{text}");
    let (code, replayed) = mazurka("replay", &trace, &["--color=never"]);
    assert_eq!(code, Some(1), "{replayed}");
    assert!(replayed.contains("assertion"), "{replayed}");
}

#[test]
fn people_are_told_how_much_was_not_seen() {
    let program = program("check/counts/ainc.c", &["-DN=3"]);
    let (_, text) = mazurka("sample", &program, &["--executions=2000", "--color=never", "--width=200"]);
    assert!(text.contains("incomplete: no bug found, but not everything was explored"), "{text}");
    let seen = "another execution shows a new one with a probability below 0.01 %";
    assert!(text.contains(seen), "{text}");
}
