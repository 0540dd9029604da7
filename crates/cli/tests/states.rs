//! The programs of `tests/states` have as many states as they say, and the bugs.
//!
//! `// states FLAGS: N` at the top of a program: with these flags it has N states. `// bug: KIND`: this is found, and nothing else.
//! A reduction that need not visit all states agrees about the bugs, and visits no more.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use mazurka::presets::PRESETS;

use crate::rows;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/states");

/// What a program says of itself.
struct Expectation {
    /// Flags, and the number of states with them.
    states: Vec<(Vec<String>, u64)>,
    /// The kinds of its bugs.
    bugs: Vec<String>,
}

fn expectation(source: &str) -> Expectation {
    let after = |prefix| source.lines().filter_map(move |line| line.strip_prefix(prefix));
    let parse = |line: &str| {
        let (flags, states) = line.split_once(':').expect("flags: number");
        let flags = flags.split_whitespace().map(str::to_owned).collect();
        (flags, states.trim().parse().expect("a number of states"))
    };
    Expectation {
        states: after("// states").map(parse).collect(),
        bugs: after("// bug: ").map(str::to_owned).collect(),
    }
}

/// The program as LLVM IR, for searches that would otherwise compile it once more each.
fn compile(path: &Path, flags: &[String]) -> PathBuf {
    let of_clang = flags.iter().filter(|flag| !flag.starts_with("--"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let output = command.arg("compile").args(of_clang).arg(path).output().expect("mazurka runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("states");
    let text = folder.join(path.with_extension("ll").file_name().expect("a program has a name"));
    fs::create_dir_all(&folder).and_then(|()| fs::write(&text, output.stdout)).expect("it can be written");
    text
}

/// The number of states that a search visits, and the kinds of the bugs that it finds.
fn check(path: &Path, flags: &[String], reduction: &str) -> (u64, Vec<String>) {
    let always = ["--no-trace", "--keep-going", "--max-depth=1000000", "--reduction", reduction];
    let arguments = always.into_iter().chain(flags.iter().map(String::as_str)).map(OsString::from);
    let arguments: Vec<OsString> = arguments.chain([path.into()]).collect();
    let report = rows::report(arguments.iter().cloned()).unwrap_or_else(|problem| panic!("{problem}"));
    let bugs = report["bugs"].as_array().expect("bugs are a list").iter();
    let bugs: Vec<String> = bugs.map(|bug| bug["kind"].as_str().unwrap_or_default().to_owned()).collect();
    let verdict = if bugs.is_empty() { "ok" } else { "bug" };
    assert_eq!((&report["verdict"], &report["complete"]), (&verdict.into(), &true.into()), "{arguments:?}");
    (report["states"].as_u64().expect("states are counted"), bugs)
}

#[test]
fn programs_have_the_states_that_they_say() {
    let mut programs = 0;
    for entry in fs::read_dir(ROOT).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|extension| extension != "c") {
            continue;
        }
        let Expectation { states, bugs } =
            expectation(&fs::read_to_string(&path).expect("the program can be read"));
        assert!(!states.is_empty(), "{} says nothing of its states", path.display());
        for (flags, states) in states {
            assert_eq!(check(&path, &flags, "stateful"), (states, bugs.clone()), "{}", path.display());
            let text = compile(&path, &flags);
            // Where plain accesses are visible to all of them.
            let are_comparable = flags.iter().any(|flag| flag == "--races=allow");
            let reductions =
                PRESETS.iter().filter(|preset| preset.finds_all_errors()).map(|preset| preset.name);
            // Their numbers of choices are recorded elsewhere, and take long here.
            let elsewhere = ["stateful", "heap-reach", "heap-reach-fields", "dpor-states"];
            for name in reductions.filter(|name| !elsewhere.contains(name)) {
                let (visited, found) = check(&text, &flags, name);
                assert_eq!(found, bugs, "{} {flags:?} {name}", path.display());
                assert!(visited <= states || !are_comparable, "{} {name}: {visited} states", path.display());
            }
        }
        programs += 1;
    }
    assert!(programs >= 12);
}
