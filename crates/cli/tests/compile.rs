//! `mazurka compile` prints what the other commands execute.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// A bug that depends on a flag, and on the header that only Mazurka has.
const PROGRAM: &str = "\
#include <mazurka.h>
#include <assert.h>
#include <pthread.h>
static int counter;
static void *count(void *arg)
{
    counter++;
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, count, NULL);
    pthread_join(thread, NULL);
    assert(counter == N);
    return 0;
}
";

fn mazurka(arguments: &[&str]) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), PROGRAM).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let output = command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// The report but for the time that it took.
fn report(arguments: &[&str]) -> (Option<i32>, Value) {
    let (code, text) = mazurka(&[&["check", "--format", "json"], arguments].concat());
    let mut report: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    report.as_object_mut().unwrap().remove("seconds").unwrap();
    (code, report)
}

#[test]
fn the_text_is_checked_and_replayed_like_the_source() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compile");
    for (flag, verdict) in [("-DN=1", "ok"), ("-DN=2", "bug")] {
        let (code, text) = mazurka(&["compile", flag, "prog.c"]);
        assert_eq!(code, Some(0));
        fs::write(scratch.join("prog.ll"), text).unwrap();
        let of_text = report(&["prog.ll"]);
        assert_eq!(of_text.1["verdict"], verdict);
        assert_eq!(of_text, report(&[flag, "prog.c"]));
    }
    report(&["prog.ll"]);
    let (code, replayed) = mazurka(&["replay", "--quiet", "prog.mztrace"]);
    assert!(code == Some(1) && replayed.contains("assertion: "), "{replayed}");
    assert_eq!(mazurka(&["compile", "prog.c"]), (Some(2), String::new()), "it needs N");
}
