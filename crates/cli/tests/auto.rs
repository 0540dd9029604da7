//! `--reduction auto`: the verdict of the search that decides is that of any other, however many run at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn check(program: &Path, options: &[&str]) -> Value {
    let arguments = ["--format=json", "--no-trace", "--no-minimize", "--timeout=60"].iter().chain(options);
    let arguments = arguments.map(Into::into).chain([program.into()]);
    let (report, _) = mazurka::check_to_json(arguments).expect("the program is checked");
    serde_json::from_str(&report).expect("this is JSON")
}

/// The programs of a folder that need no options.
fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(TESTS).join(folder)).expect("the tests are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    programs.retain(|path| {
        let source = fs::read_to_string(path).unwrap_or_default();
        !source.contains("// check:") && source.contains("// verdict:")
    });
    programs.sort();
    programs
}

#[test]
fn the_verdict_is_that_of_any_search() {
    // Every third: the others are like them, and each is compiled.
    let all = [programs("check/bugs"), programs("check/fixed")].concat();
    assert!(all.len() > 60, "programs are missing");
    for program in all.iter().step_by(3) {
        let expected = check(program, &["--reduction=optimal"]);
        for jobs in ["--jobs=1", "--jobs=2"] {
            let found = check(program, &["--reduction=auto", jobs]);
            assert_eq!(found["verdict"], expected["verdict"], "{} {jobs}", program.display());
        }
    }
}

/// With one job, turns are the same each time.
#[test]
fn one_job_finds_the_same_bug_first() {
    for program in programs("check/bugs").iter().step_by(9) {
        let found = || {
            let mut report = check(program, &["--reduction=auto", "--jobs=1"]);
            report["seconds"] = Value::Null;
            report
        };
        assert_eq!(found(), found(), "{}", program.display());
    }
}

/// A search through traces does not come to the end of a program that never ends, and one through states does.
#[test]
fn what_one_search_cannot_decide_another_one_does() {
    for jobs in ["--jobs=1", "--jobs=2"] {
        let program = Path::new(TESTS).join("states/philosophers.c");
        let found = check(&program, &["--reduction=auto", jobs, "-DENDLESS"]);
        assert_eq!((&found["verdict"], &found["reduction"]), (&"ok".into(), &"sdpor".into()), "{jobs}");
        assert_eq!(found["chosen_before"], Value::from(["optimal"]), "{jobs}");
    }
}

#[test]
fn several_searches_are_not_saved() {
    let program = Path::new(TESTS).join("check/bugs/reorder.c");
    let arguments = ["--reduction=auto", "--checkpoint=auto.mzcheckpoint"].iter().map(Into::into);
    let refused = mazurka::check_to_json(arguments.chain([program.into()]));
    assert!(refused.is_err_and(|why| why.contains("--checkpoint saves one search")));
}

/// Each search sees what there is to read, also the one that reads it second.
#[test]
fn all_searches_have_the_same_input() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    let (program, input) = (folder.join("reads.c"), folder.join("input"));
    // Only a search through states comes to its end.
    let text = "#include <assert.h>\n#include <stdatomic.h>\n#include <stdio.h>\nstatic atomic_int a;\n\
                int main(void) { int c = getchar(); for (;;) { a = !a; assert(c == 'x'); } }\n";
    fs::write(&program, text).and_then(|()| fs::write(&input, "x")).expect("the target folder is writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(["check", "--reduction=auto", "--jobs=1", "--format=json"]).arg(&program);
    let output =
        command.stdin(fs::File::open(&input).expect("it was written")).output().expect("mazurka runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("this is JSON");
    assert_eq!((&report["verdict"], &report["reduction"]), (&"ok".into(), &"sdpor".into()), "{report}");
}

/// A trace says which search has found it: a replay has the same machine.
#[test]
fn a_bug_is_replayed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    let program = Path::new(TESTS).join("check/bugs/reorder.c");
    let mazurka = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        let output = command.args(arguments).current_dir(&folder).stdin(Stdio::null()).output();
        output.expect("mazurka runs")
    };
    for options in [&["--reduction=auto"][..], &["--reduction", "auto", "--keep-going"]] {
        let arguments =
            [&["check", "--trace=bug.mztrace"][..], options, &[program.to_str().unwrap()]].concat();
        assert_eq!(mazurka(&arguments).status.code(), Some(1), "{options:?}");
        let replayed = mazurka(&["replay", "bug.mztrace"]);
        assert_eq!(replayed.status.code(), Some(1), "{}", String::from_utf8_lossy(&replayed.stderr));
    }
}
