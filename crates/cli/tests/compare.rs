//! `mazurka compare`: the same program with several reductions, as a table and as a page.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use mazurka::presets::PRESETS;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn compare(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.arg("compare").args(arguments).current_dir(TESTS).stdin(Stdio::null());
    command.output().expect("mazurka runs")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = compare(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("tables are text")
}

/// Every reduction that needs no bound and promises something is there, with the figures of `mazurka check`.
#[test]
fn every_reduction_is_a_row() {
    let table: Value =
        serde_json::from_str(&printed(&["--format=json", "check/counts/ainc.c", "-DN=3"])).unwrap();
    let rows = table["reductions"].as_array().unwrap();
    let is_compared = |name: &str| rows.iter().any(|row| row["reduction"] == name);
    for preset in PRESETS {
        let expected = preset.is_sound() && (preset.explores_all_traces() || preset.is_stateful());
        assert_eq!(is_compared(preset.name), expected, "{}", preset.name);
    }
    for row in rows {
        assert_eq!((&row["verdict"], &row["error"]), (&"ok".into(), &Value::Null), "{row}");
        assert_eq!(row["executions"].is_null(), !row["states"].is_null(), "{row}");
        assert!(row["peak_bytes"].as_u64().unwrap() > 1 << 20, "{row}");
        assert!(row["cpu_seconds_to_bug"].is_null(), "{row}");
    }
    let optimal = &rows[0];
    assert_eq!((&optimal["reduction"], &optimal["executions"]), (&"optimal".into(), &6.into()));
}

/// Options of the check reach it; a bug has a time of its own, and the search still comes to its end.
#[test]
fn a_bug_is_counted_to_the_end() {
    let options = ["--reductions", "optimal,stateful", "--races=allow", "--format=json"];
    let table: Value =
        serde_json::from_str(&printed(&[&options[..], &["check/bugs/reorder.c"]].concat())).unwrap();
    let rows = table["reductions"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert_eq!((&row["verdict"], &row["bugs"][0]), (&"bug".into(), &"assertion".into()), "{row}");
        assert_eq!(row["races"], "allow", "{row}");
        assert!(row["cpu_seconds_to_bug"].is_number(), "{row}");
        assert!(row["transitions"].as_u64().unwrap() > 20, "{row}");
    }
}

#[test]
fn a_table_has_several_forms() {
    let program = ["--reductions=optimal,sdpor", "check/counts/ainc.c"];
    let form = |format: &str| printed(&[&["--format", format], &program[..]].concat());
    let lines = |text: &str| text.lines().count();
    assert_eq!([lines(&form("text")), lines(&form("markdown")), lines(&form("csv"))], [3, 4, 3]);
    assert!(form("text").starts_with("reduction  verdict  guarantee"), "{}", form("text"));
}

#[test]
fn charts_are_a_page() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare.html");
    printed(&["--html", page.to_str().unwrap(), "--reductions=optimal,stateful", "check/bugs/reorder.c"]);
    let page = fs::read_to_string(page).unwrap();
    assert_eq!(page.matches("<svg").count(), 4, "{page}");
    assert!(page.contains("CPU seconds to the first bug"), "{page}");
}

/// Ctrl-C ends the check that runs, and the table has what was finished by then.
#[test]
fn what_is_finished_is_shown_after_ctrl_c() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(["compare", "--timeout=300", "--format=csv", "--reductions=sdpor,optimal,stateful"]);
    command.arg("states/block_compressor.c");
    command.current_dir(TESTS).stdin(Stdio::null());
    let compare = command.stdout(Stdio::piped()).spawn().expect("mazurka runs");
    // The second check takes very long.
    let children = format!("/proc/{0}/task/{0}/children", compare.id());
    let runs_optimal = || {
        let children = fs::read_to_string(&children).unwrap_or_default();
        let command = |child: &str| fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap_or_default();
        children.split_whitespace().any(|child| command(child).contains("\0optimal\0"))
    };
    while !runs_optimal() {
        thread::sleep(Duration::from_millis(10));
    }
    kill(Pid::from_raw(compare.id() as i32), Signal::SIGINT).expect("it still runs");
    let output = compare.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3));
    let table = String::from_utf8(output.stdout).expect("tables are text");
    let rows: Vec<&str> = table.lines().skip(1).collect();
    let [sdpor, optimal, stateful] = rows[..] else { panic!("{table}") };
    assert!(sdpor.starts_with("sdpor,ok,"), "{table}");
    for (row, name) in [(optimal, "optimal"), (stateful, "stateful")] {
        assert!(row.starts_with(name) && row.contains("interrupted"), "{table}");
    }
}

/// What a reduction cannot do is said in its row; what none can do, once.
#[test]
fn what_cannot_be_compared_is_said() {
    let refused = printed(&["--reductions=optimal,source-bpor", "check/counts/ainc.c"]);
    assert!(refused.contains("source-bpor") && refused.contains("needs a --bound"), "{refused}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let wrong = folder.join("compare-wrong.c");
    fs::write(&wrong, "int main(void) { return wrong; }\n").unwrap();
    let without_main = folder.join("compare-empty.c");
    fs::write(&without_main, "").unwrap();
    let output = compare(&[without_main.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches("has no function `main`").count(), 1);
    let output = compare(&[wrong.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stderr.matches("use of undeclared identifier").count(), 1, "{stderr}");
}
