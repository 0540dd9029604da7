//! `mazurka check --bound` from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mazurka::presets::{PRESETS, Preset};
use serde_json::Value;

/// The assertion fails only if main is interrupted before its look at `turn`, the other thread before its second one, and
/// main again before the assertion.
const THREE_PREEMPTIONS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void *work(void *arg)
{
    int seen = turn;
    if (seen == 0) turn = 1;
    if (turn == 2) turn = 3;
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    if (turn == 1) turn = 2;
    assert(turn != 3);
    return 0;
}
";

/// Those that find everything within a bound.
fn sound_reductions() -> impl Iterator<Item = &'static str> {
    let is_sound = |preset: &&Preset| preset.explores_within_bound() && preset.is_sound();
    PRESETS.iter().filter(is_sound).map(|preset| preset.name)
}

fn run(name: &str, options: &[&str]) -> Output {
    run_program(name, THREE_PREEMPTIONS, options)
}

fn run_program(name: &str, program: &str, options: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bounded").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), program).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(["check", "prog.c", "--no-trace"]).args(options);
    command.stdin(Stdio::null()).output().unwrap()
}

fn check(name: &str, options: &[&str]) -> (Option<i32>, Value) {
    check_program(name, THREE_PREEMPTIONS, options)
}

fn check_program(name: &str, program: &str, options: &[&str]) -> (Option<i32>, Value) {
    let output = run_program(name, program, &[options, &["--format", "json"]].concat());
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {output:?}")))
}

/// The worker's critical section comes before main's first one only if main is interrupted right after it has created the
/// worker. In executions in which main has the lock, the worker runs into it, and main's second lock is between the
/// first one and the worker's, unless main is interrupted once more.
const LOCK_IN_THE_WAY: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int tickets;
static int done;
static void *work(void *arg)
{
    tickets = 1;
    pthread_mutex_lock(&m);
    done = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_mutex_lock(&m);
    int seen = tickets;
    while (!atomic_compare_exchange_weak(&tickets, &seen, seen + 1)) {}
    assert(!done);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}
";

#[test]
fn a_thread_that_runs_into_a_lock_is_tried_before_it() {
    for reduction in sound_reductions() {
        let options = ["-O1", "--bound", "preemptions=1", "--reduction", reduction];
        let (code, report) = check_program("lock in the way", LOCK_IN_THE_WAY, &options);
        assert_eq!((code, &report["verdict"]), (Some(1), &"bug".into()), "{reduction}: {report:#}");
    }
}

/// The looker sees 1 and then 2 without a preemption only if it waits for the creator's end in between.
const WAIT_IN_BETWEEN: &str = r"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int shared;
static pthread_t creator, setter, looker, late;
static void *set_1(void *arg) { shared = 1; return arg; }
static void *set_2(void *arg) { shared = 2; return arg; }
static void *create(void *arg) { pthread_create(&late, NULL, set_2, NULL); return arg; }
static void *look(void *arg) {
    int first = shared;
    pthread_join(creator, NULL);
    int second = shared;
    assert(first != 1 || second != 2);
    return arg;
}
int main(void) {
    pthread_create(&creator, NULL, create, NULL);
    pthread_create(&setter, NULL, set_1, NULL);
    pthread_create(&looker, NULL, look, NULL);
    pthread_join(looker, NULL);
    return 0;
}
";

#[test]
fn a_thread_that_waits_for_another_ones_end_is_tried_before_it() {
    for reduction in sound_reductions() {
        let options = ["--bound", "preemptions=0", "--reduction", reduction];
        let (code, report) = check_program("wait in between", WAIT_IN_BETWEEN, &options);
        assert_eq!((code, &report["verdict"]), (Some(1), &"bug".into()), "{reduction}: {report:#}");
    }
}

#[test]
fn a_range_finds_what_needs_least() {
    for reduction in sound_reductions() {
        let (code, report) = check("range", &["--bound", "preemptions=0..5", "--reduction", reduction]);
        assert_eq!((code, &report["verdict"]), (Some(1), &"bug".into()), "{report:#}");
        assert_eq!((&report["bound"], &report["bound_kind"]), (&3.into(), &"preemptions".into()));
        let rounds = report["rounds"].as_array().unwrap();
        let bugs: Vec<&Value> = rounds.iter().map(|round| &round["bugs"]).collect();
        assert_eq!(bugs, [0, 0, 0, 1], "{reduction}");
        assert!(rounds[..3].iter().all(|round| round["cut_off"].as_u64() > Some(0)), "{report:#}");
    }
    // The limit counts the executions of all rounds.
    let limited = ["--bound", "preemptions=0..2", "--max-executions", "2"];
    let (code, report) = check("limited", &limited);
    assert_eq!(
        (code, &report["bound"], &report["executions"]),
        (Some(3), &1.into(), &2.into()),
        "{report:#}"
    );
    assert_eq!(
        (&report["rounds"][0]["complete"], &report["rounds"][1]["complete"]),
        (&true.into(), &false.into())
    );
    let text = String::from_utf8(run("limited", &limited).stdout).unwrap();
    assert!(
        text.contains("\nwith at most 1 preemption: 1 more execution until the search was ended, no bug\n"),
        "{text}"
    );
    // What was executed within a smaller bound is not executed again.
    let (_, range) = check("sum", &["--bound", "preemptions=0..2"]);
    let (_, alone) = check("sum", &["--bound", "preemptions=2"]);
    let new: Vec<u64> =
        range["rounds"].as_array().unwrap().iter().filter_map(|round| round["executions"].as_u64()).collect();
    assert_eq!(new, [1, 2, 1], "{range:#}");
    assert_eq!((&range["executions"], &alone["executions"]), (&4.into(), &4.into()));
    assert_eq!((&range["cut_off"], &alone["cut_off"]), (&1.into(), &1.into()));
    let text = String::from_utf8(run("text", &["--bound", "preemptions=0..5"]).stdout).unwrap();
    let rounds: Vec<&str> = text.lines().filter(|line| line.starts_with("with at most")).collect();
    assert_eq!(rounds.len(), 4, "{text}");
    assert!(text.contains("\nno bug with at most 2 preemptions; this one needs 3\n"), "{text}");
    assert!(
        rounds[0].starts_with("with at most 0 preemptions: ") && rounds[0].ends_with(", no bug"),
        "{text}"
    );
    assert_eq!(rounds[3], "with at most 3 preemptions: 1 bug in the first execution", "{text}");
}

/// A program of two threads beside main, given what they do and what main does after it has created them.
fn two_threads(shared: &str, [first, second]: [&str; 2], main: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\n#include <sched.h>\n#include <stdatomic.h>\n#include <mazurka.h>\n\
         {shared}\n\
         static void *one(void *arg)\n{{\n    {first}\n    return arg;\n}}\n\
         static void *two(void *arg)\n{{\n    {second}\n    return arg;\n}}\n\
         int main(void)\n{{\n    pthread_t a, b;\n    pthread_create(&a, NULL, one, NULL);\n    \
         pthread_create(&b, NULL, two, NULL);\n    {main}\n    return 0;\n}}\n"
    )
}

/// Which bug is found, and how many are known after the search within 0, 1, 2 … of what the bound counts; the same for
/// all reductions.
fn expect(name: &str, program: &str, options: &[&str], bound: &str, kind: &str, bugs: &[u64]) {
    for reduction in sound_reductions() {
        let bounded = ["--bound", bound, "--reduction", reduction];
        let (_, report) = check_program(name, program, &[options, &bounded].concat());
        let rounds = report["rounds"].as_array().unwrap_or_else(|| panic!("{report:#}"));
        let found: Vec<u64> = rounds.iter().filter_map(|round| round["bugs"].as_u64()).collect();
        assert_eq!(
            (found.as_slice(), &report["bugs"][0]["kind"]),
            (bugs, &kind.into()),
            "{name} {reduction}"
        );
    }
}

const JOIN: &str = "pthread_join(a, NULL); pthread_join(b, NULL);";

#[test]
fn a_yield_is_no_preemption() {
    let shared = "static atomic_int x;";
    let asserted = format!("{JOIN} assert(x == 2);");
    let program = |between: &str| {
        let increment = format!("int seen = x; {between} x = seen + 1;");
        two_threads(shared, [&increment, &increment], &asserted)
    };
    expect("interrupted", &program(""), &[], "preemptions=0..3", "assertion", &[0, 1]);
    expect("yielding", &program("sched_yield();"), &[], "preemptions=0..3", "assertion", &[1]);
    expect("passed over", &program(""), &[], "delays=0..3", "assertion", &[0, 1]);
    expect("yielding in turn", &program("sched_yield();"), &[], "delays=0..3", "assertion", &[1]);
}

/// Waiting in a loop lets others go on for nothing; being interrupted after the wait does not.
#[test]
fn a_waiting_loop_is_no_preemption() {
    let shared = "static atomic_int started, go, value;";
    let waits = "started = 1; while (!go) { } value = 1;";
    let program = two_threads(shared, [waits, ""], "while (!started) { } go = 1; assert(value == 0);");
    expect("spin", &program, &[], "preemptions=0..3", "assertion", &[0, 1]);
    let never =
        two_threads(shared, ["while (!go) { }", "if (!started) go = 1;"], &format!("started = 1; {JOIN}"));
    expect("spin for ever", &never, &[], "preemptions=0..3", "livelock", &[1]);
}

/// Each of the choices is tried, and only one of them fails.
#[test]
fn choices_cost_nothing() {
    let shared = "static atomic_int x;";
    let chooses = "if (mz_choose(3) == 2) x = 1;";
    let program = two_threads(shared, ["int a = x, b = x; assert(a == b);", chooses], JOIN);
    expect("choice", &program, &[], "preemptions=0..3", "assertion", &[0, 1]);
}

#[test]
fn deadlocks_are_found_within_a_bound() {
    let shared = "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;";
    let both = |first, second| {
        let [lock, unlock] =
            ["lock", "unlock"].map(|verb| move |name| format!("pthread_mutex_{verb}(&{name});"));
        format!("{} {} {} {}", lock(first), lock(second), unlock(second), unlock(first))
    };
    let program = two_threads(shared, [&both("m", "n"), &both("n", "m")], JOIN);
    expect("deadlock", &program, &[], "preemptions=0..3", "deadlock", &[0, 1]);
    expect("deadlock by delays", &program, &[], "delays=0..3", "deadlock", &[0, 1]);
}

/// A data race is one whatever the order; the update that is lost for it needs an interruption.
#[test]
fn races_are_errors_or_allowed_within_a_bound() {
    let program = two_threads("static int x;", ["x++;", "x++;"], &format!("{JOIN} assert(x == 2);"));
    expect("race", &program, &[], "preemptions=0..3", "data-race", &[1]);
    expect("race allowed", &program, &["--races", "allow"], "preemptions=0..3", "assertion", &[0, 1]);
}

#[test]
fn a_bound_is_part_of_the_guarantee() {
    let (code, report) = check("within", &["--bound", "preemptions=2"]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");
    assert_eq!(report["guarantee"], "within the bound");
    assert_eq!(report["reduction"], "source-bpor");
    assert_eq!(report["cut_off"], report["cut_off_by"]["beyond_bound"]);
    // Where nothing is beyond the bound, everything was explored.
    let (_, report) = check("all", &["--bound", "delays=1000", "--keep-going"]);
    assert_eq!((&report["guarantee"], &report["cut_off"]), (&"all traces".into(), &0.into()), "{report:#}");
    let (_, report) = check("none", &[]);
    assert!(report["bound"].is_null() && report["bound_kind"].is_null() && report["rounds"].is_null());
}

#[test]
fn naive_search_is_never_ok() {
    let (code, report) = check("naive", &["--bound", "preemptions=1", "--reduction", "naive-bpor"]);
    assert_eq!((code, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
    assert_eq!(
        (&report["guarantee"], &report["incomplete"][0]["reason"]),
        (&"none".into(), &"unsound".into())
    );
}

#[test]
fn reductions_and_bounds_must_fit() {
    for (options, message) in [
        (&["--bound", "preemptions=1", "--reduction", "optimal"][..], "--reduction optimal knows no bound"),
        (&["--reduction", "source-bpor"], "--reduction source-bpor needs a --bound"),
        (&["--bound", "switches=1"], "give preemptions=2"),
        (&["--bound", "delays=3..1"], "3 is more than 1"),
    ] {
        let output = run("wrong", options);
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(message), "{error}");
    }
}
