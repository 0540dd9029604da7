//! `mazurka check` from outside: verdicts, exit codes, limits, findings, JSON.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use mazurka::presets::PRESETS;
use serde_json::Value;

fn command(name: &str, source: &str, options: &[&str]) -> Command {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(["check", "prog.c"]).args(options).stdin(Stdio::null());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The exit code and the object on stdout.
fn check(name: &str, source: &str, options: &[&str]) -> (Option<i32>, Value) {
    let output = command(name, source, &[options, &["--format", "json"]].concat()).output().unwrap();
    json(&output)
}

#[track_caller]
fn json(output: &Output) -> (Option<i32>, Value) {
    let value = serde_json::from_slice(&output.stdout);
    let shown = || format!("{}{}", text(&output.stdout), text(&output.stderr));
    (output.status.code(), value.unwrap_or_else(|error| panic!("{error}:\n{}", shown())))
}

const DEADLOCK: &str = "\
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, pair[2] = {PTHREAD_MUTEX_INITIALIZER};
static void *other(void *arg)
{
    pthread_mutex_lock(&pair[1]);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&pair[1]);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&pair[1]);
    pthread_mutex_unlock(&pair[1]);
    pthread_mutex_unlock(&a);
    pthread_join(thread, NULL);
    return 0;
}
";

const RACE: &str = "\
#include <pthread.h>
struct point { int x, y; };
static struct point points[3];
static void *other(void *arg)
{
    points[2].y = 1;
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    int seen = points[2].y;
    pthread_join(thread, NULL);
    return seen;
}
";

/// Six orders of three locks.
const LOCKS: &str = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *add(void *arg)
{
    pthread_mutex_lock(&m);
    count++;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return count != 3;
}
";

/// Six orders of one lock, and six of the other.
const TWO_LOCKS: &str = "\
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *work(void *arg)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&locks[i]);
        pthread_mutex_unlock(&locks[i]);
    }
    return arg;
}
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, work, NULL);
    return 0;
}
";

/// Which assertions fail depends on who exchanges first; the first one fails in three of the six orders.
const ASSERTIONS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int order;
static void *first(void *arg)
{
    assert(atomic_fetch_add(&order, 1) < 2);
    return arg;
}
static void *second(void *arg)
{
    assert(atomic_fetch_add(&order, 1) < 2);
    return arg;
}
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    assert(atomic_fetch_add(&order, 1) < 2);
    return 0;
}
";

/// Far too many executions to wait for.
const ENDLESS: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *arg)
{
    for (int i = 0; i < 100; i++) atomic_exchange(&x, i);
    return arg;
}
int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, NULL);
    return 0;
}
";

#[test]
fn a_report_says_how_many_steps_are_in_loops_that_wait() {
    let lock = include_str!("../../../tests/check/waiting/mcs_lock.c");
    for (reduction, waits) in [("optimal", 6), ("stateful", 17)] {
        let report = check("waits", lock, &["--reduction", reduction]).1;
        assert_eq!(report["waits"], waits, "{reduction}");
    }
    let report = command("waits", lock, &["--reduction", "optimal"]).output().unwrap();
    assert!(text(&report.stdout).contains("52 steps (6 in loops that wait)"), "{}", text(&report.stdout));
    assert_eq!(check("no_waits", DEADLOCK, &[]).1["waits"], 0);
}

#[test]
fn every_reduction_explores_all_orders() {
    let reductions = PRESETS.iter().filter(|preset| preset.explores_all_traces()).map(|preset| preset.name);
    for reduction in reductions.filter(|name| *name != "exhaustive") {
        let (code, report) = check("reductions", TWO_LOCKS, &["--reduction", reduction]);
        assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");
        assert_eq!((&report["reduction"], &report["guarantee"]), (&reduction.into(), &"all traces".into()));
        assert_eq!((&report["threads"], &report["complete"]), (&4.into(), &true.into()), "{report:#}");
        // Without sleep sets, traces are executed again.
        let again = reduction == "classic-no-sleep";
        assert_eq!(report["executions"].as_u64() > Some(36), again, "{report:#}");
        assert!(again || report["executions"] == 36, "{report:#}");
        assert!(reduction != "sleep" || report["redundant"].as_u64() > Some(0), "{report:#}");
        assert!(reduction != "optimal" || report["redundant"] == 0, "{report:#}");
    }
    assert_eq!(check("reductions", TWO_LOCKS, &[]).1["reduction"], "optimal");
    let (code, report) =
        check("reductions", TWO_LOCKS, &["--reduction", "exhaustive", "--max-executions", "1000"]);
    assert_eq!((code, &report["executions"]), (Some(3), &1000.into()), "{report:#}");
}

#[test]
fn a_deadlock_says_who_waits_for_what_and_who_holds_it() {
    let (code, report) = check("deadlock", DEADLOCK, &[]);
    assert_eq!((code, &report["verdict"]), (Some(1), &"bug".into()), "{report:#}");
    let bug = &report["bugs"][0];
    assert_eq!(bug["kind"], "deadlock");
    assert_eq!(bug["message"], "all threads wait: main to lock pair[1], thread 1 to lock a");
    let related = bug["related"].as_array().unwrap();
    let lines = |value: &Value| value["location"]["line"].as_u64().unwrap();
    let holder =
        |value: &Value| (value["holders"][0]["thread"].as_u64().unwrap(), lines(&value["holders"][0]));
    assert_eq!(related.len(), 2);
    assert_eq!(
        (&related[0]["object"], lines(&related[0]), holder(&related[0])),
        (&"pair[1]".into(), 16, (1, 5))
    );
    assert_eq!((&related[1]["object"], lines(&related[1]), holder(&related[1])), (&"a".into(), 6, (0, 15)));
    let trace: Vec<_> = bug["trace"].as_array().unwrap().iter().map(|step| &step["operation"]).collect();
    assert_eq!(trace, ["start", "create thread 1", "lock", "start", "lock"]);
}

#[test]
fn a_data_race_shows_both_accesses() {
    let (code, report) = check("race", RACE, &[]);
    assert_eq!(code, Some(1), "{report:#}");
    let bug = &report["bugs"][0];
    assert_eq!(bug["kind"], "data-race");
    let accesses = bug["related"].as_array().unwrap();
    assert_eq!(accesses.len(), 2, "{bug:#}");
    let mut lines: Vec<_> =
        accesses.iter().map(|access| access["location"]["line"].as_u64().unwrap()).collect();
    lines.sort_unstable();
    assert_eq!(lines, [6, 13]);
    assert!(accesses.iter().all(|access| access["object"] == "points[2].y"), "{bug:#}");
    assert!(accesses.iter().all(|access| !access["stack"].as_array().unwrap().is_empty()), "{bug:#}");

    let (code, report) = check("race", RACE, &["--races", "allow"]);
    assert_eq!((code, &report["races"]), (Some(0), &"allow".into()), "{report:#}");
    assert!(report["executions"].as_u64() >= Some(2), "{report:#}");
}

/// The code after the read decides where the race is; the operations of both executions are the same.
const RACE_IN_EITHER_BRANCH: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static int x;
static void *branch(void *arg)
{
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        x = 1;
    else
        x = 2;
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, branch, 0);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    x = 3;
    pthread_join(thread, 0);
    return 0;
}
";

#[test]
fn races_at_other_places_are_other_bugs() {
    let (_, report) = check("branches", RACE_IN_EITHER_BRANCH, &["--keep-going"]);
    let bugs = report["bugs"].as_array().unwrap();
    let line = |access: &Value| access["location"]["line"].as_u64().unwrap();
    let mut pairs: Vec<Vec<u64>> =
        bugs.iter().map(|bug| bug["related"].as_array().unwrap().iter().map(line).collect()).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.sort();
    assert_eq!(pairs, [[8, 18], [10, 18]], "{report:#}");
}

#[test]
fn the_search_ends_at_the_first_bug_unless_it_is_told_to_go_on() {
    let (code, report) = check("first", ASSERTIONS, &["--no-commute"]);
    assert_eq!((code, &report["complete"]), (Some(1), &false.into()), "{report:#}");
    assert_eq!(report["bugs"].as_array().unwrap().len(), 1);

    let (code, report) = check("all", ASSERTIONS, &["--no-commute", "--keep-going"]);
    assert_eq!((code, &report["complete"], &report["executions"]), (Some(1), &true.into(), &6.into()));
    let bugs = report["bugs"].as_array().unwrap();
    let mut found: Vec<_> =
        bugs.iter().map(|bug| (bug["location"]["line"].as_u64(), bug["executions"].as_u64())).collect();
    found.sort_unstable();
    assert_eq!(found, [(Some(7), Some(2)), (Some(12), Some(2)), (Some(20), Some(2))]);
}

#[test]
fn limits_make_the_verdict_incomplete() {
    let reason = |report: &Value| report["incomplete"][0]["reason"].clone();
    let (code, report) = check("limits", LOCKS, &["--max-executions", "5"]);
    assert_eq!((code, &report["executions"], reason(&report)), (Some(3), &5.into(), "max-executions".into()));
    assert_eq!((&report["verdict"], &report["complete"]), (&"incomplete".into(), &false.into()));
    let (code, report) = check("limits", LOCKS, &["--max-executions", "6"]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");

    let (code, report) = check("limits", LOCKS, &["--max-depth", "12"]);
    assert_eq!((code, reason(&report)), (Some(3), "max-depth".into()), "{report:#}");
    assert_eq!((&report["max_depth"], &report["executions"]), (&12.into(), &0.into()));
    assert!(report["cut_off_by"]["max_depth"].as_u64() > Some(0), "{report:#}");

    let (code, report) = check("timeout", ENDLESS, &["--timeout", "0.2"]);
    assert_eq!((code, reason(&report)), (Some(3), "timeout".into()), "{report:#}");
    assert!(report["executions"].as_u64() > Some(0) && report["seconds"].as_f64() >= Some(0.2), "{report:#}");

    let output = command("limits", LOCKS, &["--timeout", "soon"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn ctrl_c_ends_the_search_with_its_figures() {
    let mut command = command("interrupted", ENDLESS, &["--format", "json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    thread::sleep(Duration::from_secs(3));
    interrupt(&child);
    let (code, report) = json(&child.wait_with_output().unwrap());
    assert_eq!((code, &report["verdict"]), (Some(3), &"incomplete".into()), "{report:#}");
    assert_eq!(report["incomplete"][0]["reason"], "interrupted");
    assert!(report["executions"].as_u64() > Some(0), "{report:#}");
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

const LEFT_BEHIND: &str = "\
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *daemon(void *arg)
{
    pthread_mutex_lock(&m);
    return arg;
}
int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, daemon, NULL);
    return 0;
}
";

#[test]
fn who_waits_when_main_has_returned_is_a_note() {
    let (code, report) = check("note", LEFT_BEHIND, &[]);
    assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");
    let note = &report["notes"][0];
    assert_eq!(note["message"], "thread 1 still waits to lock m when main has returned");
    assert_eq!((&note["location"]["line"], &note["executions"]), (&5.into(), &1.into()));
    let with_exit =
        LEFT_BEHIND.replace("return 0;", "_Exit(0);").replace("#include", "#include <stdlib.h>\n#include");
    let (code, report) = check("exit", &with_exit, &[]);
    assert_eq!((code, &report["notes"]), (Some(0), &Value::Array(Vec::new())), "{report:#}");
}

/// Which interleaving gets to what we cannot do is unknown before the search.
const UNSUPPORTED: &str = "\
#include <pthread.h>
#include <stdatomic.h>
extern void nobody_defines_this(void);
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
    if (atomic_load(&x)) nobody_defines_this();
    return 0;
}
";

#[test]
fn what_we_cannot_do_is_an_error_with_a_place_and_figures() {
    let output = command("unsupported", UNSUPPORTED, &["--format", "json"]).output().unwrap();
    let (code, report) = json(&output);
    assert_eq!((code, &report["verdict"]), (Some(2), &"incomplete".into()), "{report:#}");
    assert_eq!(report["error"]["location"]["line"], 14);
    assert_eq!((&report["executions"], &report["incomplete"][0]["reason"]), (&1.into(), &"error".into()));
    assert!(text(&output.stderr).contains("nobody_defines_this"), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("prog.c:14:"), "{}", text(&output.stderr));
}

#[test]
fn a_program_that_does_not_compile_is_an_error_in_json_too() {
    let output = command("compile", "int main(void) { oops }\n", &["--format", "json"]).output().unwrap();
    let (code, report) = json(&output);
    assert_eq!(code, Some(2));
    assert_eq!(report["schema"], 3);
    let message = report["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("prog.c does not compile"), "{message}");
    assert!(text(&output.stderr).contains("error: prog.c does not compile"));
}

#[test]
fn the_text_report_is_readable() {
    let output = command("text", DEADLOCK, &[]).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(1), String::new()));
    let expected = "\
error[deadlock]: all threads wait: main to lock pair[1], thread 1 to lock a
  --> prog.c:16:5
   |
 5 |     pthread_mutex_lock(&pair[1]);
   |     - thread 1 has locked pair[1] here
 6 |     pthread_mutex_lock(&a);
   |     ^ thread 1 waits to lock a, which main holds
...
15 |     pthread_mutex_lock(&a);
   |     - main has locked a here
16 |     pthread_mutex_lock(&pair[1]);
   |     ^ main waits to lock pair[1], which thread 1 holds
   = cycle: main → pair[1] → thread 1 → a → main

how it happens in prog.c: 2 of 5 steps, 1 context switch (--verbose shows all)
       main                             │    thread 1: other
  3 ┏  15 pthread_mutex_lock(&a);       │
  5 ┃                                   │ ┏ ▸5 pthread_mutex_lock(&pair[1]);
  ✗ ┃  16 pthread_mutex_lock(&pair[1]); │ ┃  6 pthread_mutex_lock(&a);
    ┃     waits to lock pair[1]         │ ┃    waits to lock a

what to do next:
  mazurka replay prog.mztrace   see it happen again
  mazurka explain deadlock      what that is, and what helps

bug: 1 found; --keep-going looks for more
";
    let report = text(&output.stdout);
    assert_eq!(report.split_inclusive("for more\n").next(), Some(expected));
    assert!(report.lines().last().unwrap().ends_with(" s (optimal)"), "{report}");
    let output = command("text_ok", LOCKS, &[]).output().unwrap();
    let expected =
        "ok: no bug; all traces: every final state, deadlock, assertion failure and race\n6 executions, ";
    assert!(text(&output.stdout).starts_with(expected), "{}", text(&output.stdout));
}

/// The tables of docs/json.md, by the heading or table head that they stand under.
fn documented(heading: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let page = fs::read_to_string(path).unwrap();
    let section = page.split_once(&format!("{heading}\n")).unwrap_or_else(|| panic!("no `{heading}`")).1;
    let section = section.split("\n## ").next().unwrap();
    let rows =
        section.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with('|'));
    let mut fields: Vec<String> =
        rows.map(|row| row.split('`').nth(1).expect("a field in backquotes").to_owned()).collect();
    fields.sort();
    fields
}

#[track_caller]
fn assert_documented(heading: &str, value: &Value) {
    let mut fields: Vec<String> =
        value.as_object().unwrap_or_else(|| panic!("{heading}: {value}")).keys().cloned().collect();
    fields.sort();
    assert_eq!(fields, documented(heading), "{heading}");
}

#[test]
fn the_documented_fields_are_the_real_ones() {
    let (_, report) = check("documented", DEADLOCK, &[]);
    assert_eq!(report["schema"], 3);
    let bug = &report["bugs"][0];
    assert_documented("## The report", &report);
    assert_documented("## `cut_off_by`", &report["cut_off_by"]);
    assert_documented("## `bugs[]`", bug);
    assert_documented("## `bugs[].related[]`", &bug["related"][0]);
    assert_documented("## `bugs[].related[].holders[]`", &bug["related"][0]["holders"][0]);
    assert_documented("## `bugs[].trace[]`", &bug["trace"][0]);
    let (_, race) = check("documented_race", RACE, &[]);
    assert_documented("## `bugs[].race`", &race["bugs"][0]["race"]);
    assert_documented("| field of an access | type | meaning |", &race["bugs"][0]["race"]["first"]);
    assert_documented("| field of a location | type | meaning |", &bug["location"]);
    assert_documented("| field of a frame | type | meaning |", &bug["stack"][0]);
    let (_, report) = check("documented_limit", LOCKS, &["--max-executions", "1"]);
    assert_documented("## `incomplete[]`", &report["incomplete"][0]);
    let (_, report) = check("documented_bound", LOCKS, &["--bound", "delays=1"]);
    assert_documented("## `rounds[]`", &report["rounds"][0]);
    let (_, report) = check("documented_error", UNSUPPORTED, &[]);
    assert_documented("## `error`", &report["error"]);
    let (_, report) = check("documented_movers", LOCKS, &["--reduction=transactions", "--show-movers"]);
    assert_documented("## `transactions`", &report["transactions"]);
    assert_documented("## `movers[]`", &report["movers"][0]);
    let (_, report) = check("documented_choices", LOCKS, &["--reduction=dpor-states", "--show-choices"]);
    assert_documented("## `choices[]`", &report["choices"][0]);
    assert_documented("## `choices[].reasons[]`", &report["choices"][0]["reasons"][0]);
    let (_, report) = check("documented_note", LEFT_BEHIND, &[]);
    assert_documented("## `notes[]`", &report["notes"][0]);
}

#[test]
fn kinds_and_reasons_are_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md");
    let page = fs::read_to_string(path).unwrap();
    let kinds = page.split("## Kinds").nth(1).unwrap();
    for kind in mazurka_machine::FaultKind::ALL {
        assert!(kinds.contains(&format!("`{kind}`")), "{kind}");
    }
    for reason in mazurka_report::Reason::ALL {
        assert!(page.contains(&format!("`{}`", reason.name())), "{reason:?}");
    }
}
