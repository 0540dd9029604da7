//! The programs of `tests/states` have as many states as they say, and no bugs.
//!
//! `// states FLAGS: N` at the top of a program: compiled with these flags it has N states. A search that need not look at all
//! of them agrees about the verdict.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/states");

/// The program's flags and the number of states that it has then.
fn expectations(source: &str) -> Vec<(Vec<String>, u64)> {
    let lines = source.lines().filter_map(|line| line.strip_prefix("// states"));
    let parse = |line: &str| {
        let (flags, states) = line.split_once(':').expect("flags: number");
        let flags = flags.split_whitespace().map(str::to_owned).collect();
        (flags, states.trim().parse().expect("a number of states"))
    };
    lines.map(parse).collect()
}

fn check(path: &Path, flags: &[String], reduction: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(["check", "--no-trace", "--format=json", "--max-depth=1000000", "--reduction", reduction]);
    let output = command.args(flags).arg(path).output().expect("mazurka runs");
    let text = String::from_utf8(output.stdout).expect("it prints text");
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn programs_have_the_states_that_they_say() {
    let mut programs = 0;
    for entry in fs::read_dir(ROOT).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("the program can be read");
        let expectations = expectations(&source);
        assert!(!expectations.is_empty(), "{} says nothing of its states", path.display());
        for (flags, states) in expectations {
            let all = check(&path, &flags, "stateful");
            assert_eq!(
                (&all["verdict"], all["states"].as_u64()),
                (&"ok".into(), Some(states)),
                "{}",
                path.display()
            );
            let reduced = check(&path, &flags, "sdpor");
            assert_eq!(reduced["verdict"], "ok", "{}", path.display());
        }
        programs += 1;
    }
    assert!(programs >= 10);
}
