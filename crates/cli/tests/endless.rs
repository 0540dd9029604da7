//! Executions that do not end, and errors on the way: what is said when the search stops there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn folder(name: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), source).unwrap();
    folder
}

fn run(name: &str, source: &str, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder(name, source)).args(["check", "prog.c"]).args(options);
    command.stdin(Stdio::null()).output().unwrap()
}

/// The report on stdout, as one line a paragraph.
fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap().replace("\n    ", " ")
}

/// Main counts, and does not come to an end.
const COUNTS: &str = "\
#include <pthread.h>
#include <sched.h>
static pthread_mutex_t count_lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static unsigned count;
static unsigned next(void)
{
    pthread_mutex_lock(&count_lock);
    unsigned next = ++count;
    pthread_mutex_unlock(&count_lock);
    return next;
}
static void *other_work(void *arg)
{
    pthread_mutex_lock(&other);
    pthread_mutex_unlock(&other);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other_work, NULL);
    while (next())
        sched_yield();
    pthread_join(thread, NULL);
    return 0;
}
";

const REPEATED: &str = "main repeats unlock count_lock, lock count_lock";

#[test]
fn a_search_that_is_stopped_in_a_loop_says_where() {
    let output = run("stopped", COUNTS, &["--timeout", "3", "--max-depth", "100000000"]);
    let report = text(&output);
    assert_eq!(output.status.code(), Some(3), "{report}");
    let begin = "cut off: the time of --timeout is up, in an execution that has not ended after ";
    let first = report.lines().next().unwrap();
    assert!(first.starts_with(begin) && first.contains(&format!(" steps: {REPEATED}")), "{report}");
    assert!(first.ends_with(", at prog.c:22:12"), "{report}");
    assert!(!report.contains(" % "), "nothing is known of how much is done: {report}");
    for option in ["--unroll 3 ", "--max-depth 1000 "] {
        assert!(report.contains(&format!("\n  mazurka check {option}")), "{option}: {report}");
    }
    assert!(report.contains("stateful has not decided either") && !report.contains("--reduction stateful "));
    assert!(report.contains("random executions (pos) have not decided either: no bug in "), "{report}");
    let alone = text(&run("alone", COUNTS, &["--timeout", "3", "--reduction", "optimal"]));
    assert!(alone.contains("\n  mazurka check --reduction stateful "), "{alone}");
    assert!(report.contains("; 2 threads, "), "{report}");
}

#[test]
fn an_execution_that_is_too_long_says_where() {
    let output = run("deep", COUNTS, &["--max-depth", "5000", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let why = &report["incomplete"][0];
    assert_eq!(why["reason"], "max-depth");
    let message = why["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("executions are longer than --max-depth: {REPEATED}")), "{message}");
    assert_eq!((&why["location"]["line"], &why["location"]["column"]), (&22.into(), &12.into()), "{why}");
}

/// Each execution makes one more round than the one before it, and the rounds are counted: none is like another.
const ONE_MORE: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *count(void *arg)
{
    long rounds = 0;
    while (!atomic_load(&flag))
        rounds++;
    return arg ? arg : (void *)rounds;
}
int main(void)
{
    pthread_t thread;
    void *rounds;
    pthread_create(&thread, NULL, count, NULL);
    atomic_store(&flag, 1);
    pthread_join(thread, &rounds);
    return rounds == (void *)-1;
}
";

#[test]
fn executions_that_get_longer_and_longer_are_told_by_their_loop() {
    let report = text(&run("longer", ONE_MORE, &["--max-executions", "2000"]));
    let begin =
        "cut off: the limit of --max-executions was reached, in an execution that has not ended after ";
    assert!(report.starts_with(begin), "{report}");
    assert!(report.contains(" steps: thread 1 repeats read flag, at prog.c:7:13\n"), "{report}");
}

/// Its second execution meets what cannot be done.
const UNSUPPORTED: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *other(void *arg)
{
    atomic_store(&x, 1);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    if (atomic_load(&x))
        __asm__ volatile(\"hlt\" : : \"r\"(&x) : \"memory\");
    pthread_join(thread, NULL);
    return 0;
}
";

#[test]
fn an_error_is_no_verdict() {
    for options in [&[][..], &["--reduction", "stateful"], &["--quiet"]] {
        let output = run("error", UNSUPPORTED, options);
        let report = text(&output);
        let error = String::from_utf8(output.stderr.clone()).unwrap();
        assert_eq!(output.status.code(), Some(2), "{report}{error}");
        assert!(error.starts_with("error: ") && error.contains("prog.c:14:"), "{error}");
        assert!(!report.contains("incomplete") && !report.contains("no bug"), "{options:?}: {report}");
        let explored = report.contains("explored before the error: ");
        assert_eq!(explored, options != ["--quiet"], "{options:?}: {report}");
    }
}
