//! Reductions that look for shared objects, from outside.

use std::process::{Command, Output};

use mazurka::presets::{PRESETS, Preset};
use serde_json::Value;

fn sharing() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.looks_for_shared_objects())
}

fn check(program: &str, flags: &[&str]) -> Output {
    let program = format!("{}/../../tests/states/{program}.c", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(["check", "--no-trace"]).args(flags).arg(program).output().expect("mazurka runs")
}

/// The report, and the exit code.
fn report(program: &str, flags: &[&str]) -> (Value, i32) {
    let output = check(program, &[flags, &["--format=json"]].concat());
    let report = serde_json::from_slice(&output.stdout).expect("the report is JSON");
    (report, output.status.code().expect("it ends by itself"))
}

/// What is learnt about an object is attributed to another one: a bug is missed, and that is said.
#[test]
fn objects_that_are_numbered_along_the_path_are_confused() {
    for Preset { name, .. } in sharing() {
        let (found, exit) = report("object_ids", &["--reduction", name]);
        assert_eq!((&found["verdict"], exit), (&"bug".into(), 1), "{name}");
        assert_eq!(found["bugs"][0]["kind"], "assertion", "{name}");
        let (missed, exit) = report("object_ids", &["--reduction", name, "--object-ids=per-path"]);
        assert_eq!((&missed["verdict"], exit), (&"incomplete".into(), 3), "{name}");
        assert_eq!((&missed["complete"], &missed["guarantee"]), (&true.into(), &"none".into()), "{name}");
        assert_eq!(missed["incomplete"][0]["reason"], "unsound", "{name}");
    }
}

#[test]
fn the_published_algorithms_are_never_ok() {
    for Preset { name, .. } in sharing() {
        let (complete, exit) = report("philosophers", &["--reduction", name]);
        assert_eq!((&complete["verdict"], exit), (&"ok".into(), 0), "{name}");
        let (faithful, exit) = report("philosophers", &["--reduction", name, "--faithful"]);
        assert_eq!((&faithful["verdict"], exit), (&"incomplete".into(), 3), "{name}");
        assert_eq!(faithful["incomplete"][0]["reason"], "unsound", "{name}");
        assert_eq!(faithful["sharing"]["rounds"], 1, "{name}: what is learnt is used at once");
    }
}

#[test]
fn shared_objects_are_listed_with_the_accesses_that_showed_it() {
    for Preset { name, .. } in sharing() {
        let (plain, _) = report("reorder", &["--reduction", name, "--keep-going"]);
        assert_eq!(plain["shared"].as_array().map(Vec::len), Some(0), "{name}: without --show-shared");
        let (report, _) = report("reorder", &["--reduction", name, "--keep-going", "--show-shared"]);
        let objects = report["sharing"]["objects"].as_u64().expect("they are counted");
        let shared = report["shared"].as_array().expect("they are listed");
        assert_eq!(shared.len() as u64, objects, "{name}");
        assert!(report["choice_points"].as_u64() < report["states"].as_u64(), "{name}");
        for object in shared {
            let accesses = object["accesses"].as_array().expect("accesses are listed");
            assert_eq!(accesses.len(), 2, "{object}");
            assert_ne!(accesses[0]["thread"], accesses[1]["thread"], "{object}");
            assert!(accesses.iter().all(|access| access["location"]["line"].is_u64()), "{object}");
        }
        let text = check("reorder", &["--reduction", name, "--keep-going", "--show-shared"]);
        let text = String::from_utf8_lossy(&text.stdout).into_owned();
        assert_eq!(text.matches("shared: ").count() as u64, objects, "{text}");
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let refusal = |flags: &[&str]| {
        let output = check("reorder", flags);
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let races = refusal(&["--reduction=jpf", "--races=error"]);
    assert!(races.starts_with("error: --reduction jpf finds no data races"), "{races}");
    for option in ["--faithful", "--show-shared", "--object-ids=global"] {
        let other = refusal(&["--reduction=sdpor", option]);
        assert!(other.contains("--reduction jpf and clock-vector do"), "{other}");
    }
}
