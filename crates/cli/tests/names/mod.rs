//! What reports call the memory of a program: members of anonymous structs and unions as C writes them, and every heap block
//! by one name from the first line of the report to the last, whichever thread accesses it and through whichever pointer.

mod cases;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cases::CASES;
use serde_json::Value;

/// Every program ends with the failing assertion in `end`. Its variables are not `static`: then no optimisation removes them.
const HEAD: &str = r#"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static void end(void) { assert(!"the end"); }
static void beside(void *(*run)(void *))
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
}
"#;

fn folder(name: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("names").join(name.replace(' ', "_"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), format!("{HEAD}{source}")).unwrap();
    folder
}

fn mazurka(folder: &Path, clang: Option<&str>, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(arguments);
    clang.map(|clang| command.env("MAZURKA_CLANG", clang));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

fn bug(output: &Output) -> Value {
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    report["bugs"][0].clone()
}

/// All names of memory in the steps of a bug.
fn names(bug: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for step in bug["trace"].as_array().unwrap() {
        names.extend(step["object"].as_str().map(str::to_owned));
        names.extend(step["holds"].as_array().unwrap().iter().map(|lock| lock.as_str().unwrap().to_owned()));
        if let (Some(object), Some(variable)) = (step["object"].as_str(), step["value"]["variable"].as_str())
        {
            assert_eq!(object, variable, "{step}");
        }
    }
    names
}

fn has_clang_14() -> bool {
    Command::new("clang-14").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn memory_has_the_same_name_in_all_steps_at_all_levels() {
    let compilers = if has_clang_14() { &[None, Some("clang-14")][..] } else { &[None] };
    let mut wrong = String::new();
    for case in CASES {
        let folder = folder(case.name, case.source);
        for clang in compilers {
            for level in ["-O0", "-O1", "-O2"] {
                let arguments = ["check", "--no-minimize", "--no-trace", "--format", "json", level, "prog.c"];
                let found = names(&bug(&mazurka(&folder, *clang, &arguments, "")));
                let expected: BTreeSet<String> = case.names.iter().map(|name| (*name).to_owned()).collect();
                if found != expected {
                    wrong += &format!("{} {clang:?} {level}: {found:?}, not {expected:?}\n", case.name);
                }
            }
        }
    }
    assert_eq!(wrong, "");
}

/// Only `put` knows what `shared` points to.
const OPAQUE: &str = r#"
struct ring { int head; int tail; atomic_int users; pthread_mutex_t lock; };
void *shared;
__attribute__((noinline)) static void put(void *p)
{
    struct ring *q = p;
    q->users++;
    pthread_mutex_lock(&q->lock);
    q->head++;
    pthread_mutex_unlock(&q->lock);
    q->tail++;
}
static void *run(void *argument) { put(shared); return argument; }
int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof(struct ring));
    memset(shared, 0, sizeof(struct ring));
    pthread_create(&thread, 0, run, 0);
    put(shared);
    pthread_join(thread, 0);
}
"#;

#[test]
fn a_race_has_one_name_in_all_formats() {
    let folder = folder("opaque", OPAQUE);
    for level in ["-O0", "-O2"] {
        let mut reports = Vec::new();
        for format in ["text", "json", "sarif", "dot", "junit"] {
            let output = mazurka(&folder, None, &["check", "--format", format, level, "prog.c"], "");
            reports.push((format, String::from_utf8(output.stdout).unwrap()));
        }
        let page = ["show", "--html", "page.html", "prog.mztrace"];
        assert!(mazurka(&folder, None, &page, "").status.success());
        reports.push(("html", fs::read_to_string(folder.join("page.html")).unwrap()));
        for (format, report) in reports {
            assert!(report.contains("ring#1.tail"), "{level} {format}: {report}");
            assert!(!report.contains("-byte block"), "{level} {format}: {report}");
        }
        let output = mazurka(&folder, None, &["check", "--format", "json", level, "prog.c"], "");
        let bug = bug(&output);
        assert_eq!(bug["message"], "thread 1 writes ring#1.tail while main writes it", "{level}");
        let expected = ["ring#1.lock", "ring#1.users"].map(str::to_owned);
        assert_eq!(names(&bug), expected.into(), "{level}");
    }
}

#[test]
fn a_replay_uses_the_same_names() {
    let folder = folder("opaque replay", OPAQUE);
    mazurka(&folder, None, &["check", "--no-minimize", "prog.c"], "");
    let told = |arguments: &[&str], input: &str| {
        let arguments = [&["replay", "prog.mztrace"], arguments].concat();
        String::from_utf8(mazurka(&folder, None, &arguments, input).stdout).unwrap()
    };
    let until = told(&["--until", "5"], "");
    assert!(until.contains("ring#1.users: 0 → 1") && !until.contains("block"), "{until}");
    let stepped = told(&["--step"], "next 2\nthreads\nrun\nback 1\nthreads\n");
    assert!(stepped.contains("shared: NULL → &ring#1\n"), "{stepped}");
    assert!(stepped.contains("* main is about to update ring#1.users"), "{stepped}");
    assert!(!stepped.contains("block"), "{stepped}");
}

/// A thread is left behind that waits for a lock in a block.
const LEFT_BEHIND: &str = r#"
struct door { int knocks; pthread_mutex_t lock; };
void *door;
__attribute__((noinline)) static void enter(void *through)
{
    struct door *d = through;
    pthread_mutex_lock(&d->lock);
    d->knocks++;
}
static void *run(void *argument) { enter(door); return argument; }
int main(void)
{
    pthread_t thread;
    door = calloc(1, sizeof(struct door));
    enter(door);
    pthread_create(&thread, 0, run, 0);
    return 0;
}
"#;

#[test]
fn notes_have_the_names_of_the_execution() {
    let folder = folder("left behind", LEFT_BEHIND);
    let output = mazurka(&folder, None, &["check", "--format", "json", "prog.c"], "");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let notes = report["notes"].as_array().unwrap();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(notes[0]["message"], "thread 1 still waits to lock door#1.lock when main has returned");
}

/// In stateful searches, `b` is where `a` was.
const SAME_PLACE: &str = r#"
struct first { atomic_int x, y; };
struct second { atomic_int p, q; };
struct first *a;
struct second *b;
int main(void)
{
    a = calloc(1, sizeof *a);
    a->y = 1;
    free(a);
    a = 0;
    atomic_thread_fence(memory_order_seq_cst);
    static atomic_int between;
    between++;
    b = calloc(1, sizeof *b);
    b->q = 1;
    end();
}
"#;

#[test]
fn blocks_at_one_address_are_different_blocks() {
    let folder = folder("same place", SAME_PLACE);
    for reduction in ["optimal", "stateful"] {
        let arguments =
            ["check", "--no-minimize", "--no-trace", "--format", "json", "--reduction", reduction];
        let output = mazurka(&folder, None, &[&arguments[..], &["prog.c"]].concat(), "");
        let expected = ["between", "first#1.y", "second#2.q"].map(str::to_owned);
        assert_eq!(names(&bug(&output)), expected.into(), "{reduction}");
    }
}

/// More steps than are looked at.
const LONG: &str = r#"
struct ring { int head; atomic_int tail; };
void *shared;
__attribute__((noinline)) static void put(void *p) { struct ring *q = p; q->tail++; }
int main(void)
{
    shared = calloc(1, sizeof(struct ring));
    for (int i = 0; i < 3000; i++)
        put(shared);
    end();
}
"#;

#[test]
fn a_long_execution_has_the_same_names_from_its_start() {
    let folder = folder("long", LONG);
    let arguments = ["check", "--no-minimize", "--no-trace", "--format", "json", "prog.c"];
    let bug = bug(&mazurka(&folder, None, &arguments, ""));
    assert!(bug["trace"].as_array().unwrap().len() > 3000);
    assert_eq!(names(&bug), ["ring#1.tail".to_owned()].into());
}
