//! Bugs at the end of very long executions: what reports and trace files say of them, and that time limits hold.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// Thread 1 locks, prints, counts to 20,000 and fails; main's thread 2 does next to nothing.
const COUNTS: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int count;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *arg)
{
    for (int i = 0; i < 20000; i++) {
        if (i == 12000) {
            pthread_mutex_lock(&m);
            printf("halfway\n");
            fflush(stdout);
        }
        atomic_fetch_add(&count, 1);
    }
    BUG
    return arg;
}
static void *other(void *arg)
{
    END
    return arg;
}
int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, work, NULL);
    pthread_create(&threads[1], NULL, other, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    return 0;
}
"#;

/// Thread 1 fails at the end, or waits for what it holds, or races with thread 2 for x.
const BUGS: [(&str, &str, &str); 3] = [
    ("assertion", "assert(0);", "atomic_load(&count);"),
    ("deadlock", "pthread_mutex_lock(&m);", ""),
    ("data-race", "x = 1;", "x = 2;"),
];

/// An empty folder with a program in it.
fn folder(name: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), source).unwrap();
    folder
}

/// A program with one of the bugs, in a folder of a test's own.
fn counts(test: &str, (name, bug, end): (&str, &str, &str)) -> PathBuf {
    let source = COUNTS.replace("BUG", bug).replace("END", end);
    folder(
        &format!("{test}-{name}"),
        &source.replace("static atomic_int count", "static int x;\nstatic atomic_int count"),
    )
}

/// The exit code, and what was printed on stdout.
fn mazurka(folder: &Path, arguments: &[&str], stdin: &str) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a number")) as usize
}

#[test]
fn a_report_says_which_steps_it_omits() {
    for bug in BUGS {
        let folder = counts("omits", bug);
        let (code, report) = mazurka(&folder, &["check", "prog.c", "--format", "json"], "");
        let report = json(&report);
        let found = &report["bugs"][0];
        assert_eq!((code, &found["kind"]), (Some(1), &bug.0.into()));
        assert_eq!(found["confirmed"], true);
        let steps: Vec<usize> =
            found["trace"].as_array().unwrap().iter().map(|step| number(&step["step"])).collect();
        let all = number(&found["steps"]);
        assert!(all > 20_000 && steps.len() < 4_000 && steps.is_sorted_by(|a, b| a < b), "{}", steps.len());
        // What is described and what is omitted is all there is.
        let mut covered = steps.clone();
        for gap in found["omitted"].as_array().unwrap() {
            covered.extend(number(&gap["first"])..number(&gap["first"]) + number(&gap["steps"]));
        }
        covered.sort_unstable();
        assert!(covered.iter().copied().eq(0..all), "{}: {} of {all}", bug.0, covered.len());
        // The steps of the bug, and where a lock was taken that a thread waits for.
        if let Some(race) = found["race"].as_object() {
            assert!(["first", "second"].iter().all(|side| steps.contains(&number(&race[*side]["step"]))));
        }
        let is_lock = |step: &&Value| step["operation"] == "lock" && step["object"] == "m";
        let lock = found["trace"].as_array().unwrap().iter().find(is_lock);
        let line = lock.map(|step| number(&step["location"]["line"]));
        assert!(bug.0 != "deadlock" || line == Some(13), "{line:?}");
    }
}

#[test]
fn every_format_is_small_and_says_that_steps_are_omitted() {
    let folder = counts("formats", BUGS[0]);
    let arguments = ["--html", "p.html", "--sarif", "p.sarif", "--junit", "p.xml", "--dot", "p.dot"];
    let (_, text) =
        mazurka(&folder, &[&["check", "prog.c", "--witness", "p.yml"][..], &arguments].concat(), "");
    assert!(text.contains("only the trace file has all)"), "{text}");
    assert!(text.contains(" more steps "), "{text}");
    for (file, words) in [
        ("p.html", "\"total\":200"),
        ("p.sarif", " are omitted here"),
        ("p.xml", " omitted steps\n"),
        ("p.dot", " omitted steps\"]"),
        ("p.yml", " have no segment here"),
    ] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        assert!(text.contains(words) && text.len() < 5_000_000, "{file}: {} bytes", text.len());
    }
    let verbose = mazurka(&folder, &["show", "--verbose", "prog.mztrace"], "").1;
    let shown = verbose.lines().count();
    assert!(verbose.contains(" more steps") && (2_500..8_000).contains(&shown), "{shown}");
}

#[test]
fn a_trace_file_has_all_steps() {
    for bug in BUGS {
        let folder = counts("file", bug);
        let (_, checked) = mazurka(&folder, &["check", "prog.c"], "");
        let file = json(&fs::read_to_string(folder.join("prog.mztrace")).unwrap());
        let times = |run: &Value| run.get(2).map_or(1, number);
        let steps: usize = file["schedule"].as_array().unwrap().iter().map(times).sum();
        assert_eq!(steps, number(&file["bug"]["steps"]));
        let (code, replayed) = mazurka(&folder, &["replay", "prog.mztrace"], "");
        // What is printed in a step that is omitted is printed nevertheless.
        let story = replayed.strip_prefix("halfway\n").unwrap();
        assert_eq!(code, Some(1));
        assert!(checked.starts_with(story), "{checked}\n{story}");
        let (_, shown) = mazurka(&folder, &["show", "prog.mztrace"], "");
        assert_eq!(shown, story);
    }
}

#[test]
fn every_step_can_be_looked_at() {
    let folder = counts("steps", BUGS[0]);
    mazurka(&folder, &["check", "prog.c"], "");
    let (_, until) = mazurka(&folder, &["replay", "--until", "15000", "prog.mztrace"], "");
    assert!(until.starts_with("halfway\n") && until.contains(" of 15000 steps, "), "{until}");
    let (code, answers) =
        mazurka(&folder, &["replay", "--step", "prog.mztrace"], "run 9000\nnext\nback\nrun\n");
    assert_eq!(code, Some(0));
    let count =
        |step: u32| format!("{step} thread 1: update count, count: {} → {}  prog.c:", step - 7, step - 6);
    for step in [9000, 9001] {
        assert!(answers.contains(&count(step)), "{}: {answers}", count(step));
    }
    assert!(answers.contains("the end: assertion: "), "{answers}");
}

/// Its only step takes longer than there is time for, so nothing is left for a replay.
const SLOW: &str = "\
#include <assert.h>
static long sum;
int main(void)
{
    for (long i = 0; i < 30000000; i++)
        sum += i;
    assert(sum == 0);
    return 0;
}
";

#[test]
fn what_is_found_when_the_time_is_up_is_reported_without_a_replay() {
    let folder = folder("slow", SLOW);
    let arguments = ["check", "prog.c", "--timeout", "0.1", "--format", "json"];
    let (code, report) = mazurka(&folder, &arguments, "");
    let bug = &json(&report)["bugs"][0];
    assert_eq!((code, &bug["kind"], &bug["confirmed"]), (Some(1), &"assertion".into(), &false.into()));
    assert_eq!((&bug["location"]["line"], &bug["stack"][0]["function"]), (&7.into(), &"main".into()));
    assert_eq!((&bug["steps"], &bug["trace"]), (&1.into(), &Value::Array(Vec::new())));
    let (code, text) = mazurka(&folder, &["show", "prog.mztrace"], "");
    assert_eq!(code, Some(0));
    assert!(
        text.starts_with("error[assertion]") && text.contains("\nnot confirmed: the replay of its 1 step"),
        "{text}"
    );
    let (code, text) = mazurka(&folder, &["replay", "prog.mztrace"], "");
    assert_eq!(code, Some(1));
    assert!(text.starts_with("error[assertion]") && !text.contains("not confirmed"), "{text}");
}
