//! `mazurka check --reduction stateful` from outside.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mazurka::presets::PRESETS;
use serde_json::Value;

/// Two threads that never end (Peterson 1981).
const PETERSON: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int interested[2], turn, inside;
static void *work(void *arg)
{
    int me = arg != NULL;
    for (;;) {
#ifndef IMPOLITE
        interested[me] = 1;
#endif
        turn = !me;
        while (interested[!me] && turn == !me) {}
        assert(atomic_fetch_add(&inside, 1) == 0);
        atomic_fetch_sub(&inside, 1);
        interested[me] = 0;
    }
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, &thread);
    return work(NULL) != NULL;
}
";

/// The counter comes back to where it was: the state is the same whichever thread has counted first, and the plain accesses race.
const RACE: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static int data;
static void *work(void *arg)
{
    counter++;
    data = 1;
    counter--;
    return arg;
}
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    return data - 1;
}
";

/// One thread counts, and a search that goes as deep as it can lets it count to its end before the others do anything. These
/// need a few steps for their bug, and no number.
const DEEP: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ticks, flag, stop;
static int data;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *tick(void *arg)
{
    for (int i = 0; i < 3000 && !stop; i++) atomic_fetch_add(&ticks, 1);
    return arg;
}
static void *first(void *arg)
{
#ifdef RACE
    flag = 1;
    data = 1;
#elif defined DEADLOCK
    stop = 1;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
#else
    flag = 1;
    assert(flag == 1);
#endif
    return arg;
}
static void *second(void *arg)
{
#ifdef RACE
    flag = 2;
    data = 2;
#elif defined DEADLOCK
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
#else
    flag = 2;
#endif
    return arg;
}
int main(void)
{
    void *(*run[])(void *) = {tick, first, second};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, run[i], NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    return data;
}
";

fn run(name: &str, program: &str, options: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stateful").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), program).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(["check", "prog.c"]).args(options);
    command.stdin(Stdio::null()).output().unwrap()
}

fn check(name: &str, program: &str, options: &[&str]) -> (Option<i32>, Value) {
    let output = run(name, program, &[options, &["--format", "json"]].concat());
    let report = serde_json::from_slice(&output.stdout);
    (output.status.code(), report.unwrap_or_else(|error| panic!("{error}: {output:?}")))
}

fn reductions() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().filter(|preset| preset.finds_all_errors()).map(|preset| preset.name)
}

const STATEFUL: &[&str] = &["--reduction", "stateful"];

#[test]
fn programs_without_an_end_are_explored_to_the_end() {
    for options in [&["--reduction", "sdpor"][..], &["--reduction", "sdpor", "--races", "allow"]] {
        let (code, report) = check("endless", PETERSON, options);
        assert_eq!((code, &report["unreduced"]), (Some(0), &false.into()), "{report:#}");
    }
    let (code, report) = check("endless", PETERSON, STATEFUL);
    assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");
    assert_eq!((&report["guarantee"], &report["executions"]), (&"all errors".into(), &0.into()));
    let number = |field: &str| report[field].as_u64().unwrap();
    assert_eq!(number("states") + number("revisits"), number("transitions") + 1);
    assert!(report["collision_probability"].as_f64().unwrap() < 1e-20);
    let text = text("text", &[STATEFUL, &["--width", "200"]].concat());
    let (states, steps, revisits) = (number("states"), number("transitions"), number("revisits"));
    let waits = number("waits");
    let known = format!(
        "{states} states (0 where executions end), 0 cut off, {steps} steps ({revisits} of them to states seen before, {waits} in loops that wait); "
    );
    assert!(text.contains(&known), "{text}");
    assert!(text.contains("bytes each; collision probability "), "{text}");
}

/// The report on [`PETERSON`] as people read it.
fn text(name: &str, options: &[&str]) -> String {
    String::from_utf8(run(name, PETERSON, options).stdout).unwrap()
}

/// Where executions do not end, there is something better than to cut them off; but not for those who do it already.
#[test]
fn who_cuts_endless_executions_off_is_told_of_states() {
    let advice = "  mazurka check --reduction stateful   explores programs that never end\n";
    assert!(text("advice", &["--reduction=optimal", "--max-depth", "100"]).contains(advice));
    assert!(!text("advice", &[STATEFUL, &["--max-depth", "10"]].concat()).contains("to do next"));
}

#[test]
fn bugs_are_found_replayed_and_replayable() {
    for reduction in reductions() {
        let (code, report) = check("bug", PETERSON, &["--reduction", reduction, "-DIMPOLITE"]);
        assert_eq!((code, &report["bugs"][0]["kind"]), (Some(1), &"assertion".into()), "{report:#}");
    }
    let mut replay = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    replay.current_dir(Path::new(env!("CARGO_TARGET_TMPDIR")).join("stateful/bug"));
    let replayed = replay.args(["replay", "prog.mztrace"]).output().unwrap();
    assert_eq!(replayed.status.code(), Some(1), "{replayed:?}");
}

#[test]
fn races_are_found_by_state() {
    for (reduction, unreduced) in [("stateful", false), ("sdpor", true)] {
        let options = ["--reduction", reduction, "--no-trace"];
        let (code, report) = check("race", RACE, &options);
        assert_eq!((code, &report["bugs"][0]["kind"]), (Some(1), &"data-race".into()), "{report:#}");
        assert_eq!(report["unreduced"], unreduced, "{report:#}");
        let (code, report) = check("race", RACE, &[&options[..], &["--races", "allow"]].concat());
        assert_eq!((code, &report["guarantee"]), (Some(0), &"all errors".into()), "{report:#}");
        assert_eq!(report["unreduced"], false, "{report:#}");
    }
}

#[test]
fn little_memory_is_no_verdict() {
    let (code, report) = check("memory", PETERSON, &[STATEFUL, &["--max-memory", "7K"]].concat());
    assert_eq!((code, &report["incomplete"][0]["reason"]), (Some(3), &"max-memory".into()), "{report:#}");
    let message = report["incomplete"][0]["message"].as_str().unwrap();
    let states = report["states"].as_u64().unwrap();
    assert!(message.contains(&format!("{states} states take ")), "{message}");
    let (code, report) = check("bits", PETERSON, &[STATEFUL, &["--bitstate", "1"]].concat());
    assert_eq!((code, &report["incomplete"][0]["reason"]), (Some(3), &"bitstate".into()), "{report:#}");
    let (_, all) = check("all", PETERSON, STATEFUL);
    assert_eq!(report["states"], all["states"], "a megabyte is plenty");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (options, reason) in [
        (&["--bitstate", "1"][..], "--reduction optimal stores no states"),
        (&["--states", "exact", "--reduction", "source"], "--reduction source stores no states"),
        (&["--reduction", "sdpor", "--livelock"], "--livelock needs --reduction stateful"),
        (&["--reduction", "stateful", "--states", "light", "--livelock"], "--livelock needs --states exact"),
        (&["--reduction", "stateful", "--bound", "delays=1"], "--reduction stateful knows no bound"),
    ] {
        let output = run("refused", PETERSON, options);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && stderr.contains(reason), "{options:?}: {stderr}");
    }
}

/// One thread waits for a flag, and another goes round for ever.
const WAITING: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag, beat;
static void *wait_for_it(void *arg)
{
    while (flag != 1) {}
    return arg;
}
static void *go_round(void *arg)
{
    for (;;) beat = !beat;
    return arg;
}
int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, wait_for_it, NULL);
    pthread_create(&threads[1], NULL, go_round, NULL);
    flag = SET;
    pthread_join(threads[0], NULL);
    return 0;
}
";

#[test]
fn cycles_in_which_a_thread_waits_are_livelocks() {
    let livelock = [STATEFUL, &["--livelock"]].concat();
    let (code, report) = check("livelock", WAITING, &[&livelock[..], &["-DSET=2"]].concat());
    assert_eq!((code, &report["bugs"][0]["kind"]), (Some(1), &"livelock".into()), "{report:#}");
    let bug = &report["bugs"][0];
    assert_eq!((&bug["thread"], bug["location"]["line"].as_u64()), (&1.into(), Some(6)), "{report:#}");
    let (cycle, trace) = (bug["cycle"].as_u64().unwrap(), bug["trace"].as_array().unwrap());
    let cycle = &trace[cycle as usize..];
    assert!(!cycle.is_empty() && cycle.iter().all(|step| step["thread"] == 2), "{report:#}");
    let mut replay = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    replay.current_dir(Path::new(env!("CARGO_TARGET_TMPDIR")).join("stateful/livelock"));
    let replayed = replay.args(["replay", "prog.mztrace"]).output().unwrap();
    assert_eq!(replayed.status.code(), Some(1), "{replayed:?}");
    for options in [&[&livelock[..], &["-DSET=1"]].concat(), &[STATEFUL, &["-DSET=2"]].concat()] {
        let (code, report) = check("no_livelock", WAITING, options);
        assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{report:#}");
    }
}

/// A search through states reports a shortest path, not the one on which it has found the bug.
#[test]
fn the_path_to_a_bug_is_short() {
    for (flag, kind, steps) in
        [("-DASSERTION", "assertion", 9), ("-DRACE", "data-race", 8), ("-DDEADLOCK", "deadlock", 12)]
    {
        // Where races are allowed, plain accesses are steps, too.
        for preset in PRESETS.iter().filter(|preset| preset.finds_all_errors() && !preset.allows_races()) {
            let reduction = preset.name;
            let (code, report) = check("deep", DEEP, &["--reduction", reduction, "--no-minimize", flag]);
            assert_eq!((code, &report["bugs"][0]["kind"]), (Some(1), &kind.into()), "{flag}");
            assert!(report["max_depth"].as_u64() > Some(150), "{flag}: the search was not deep");
            let trace = report["bugs"][0]["trace"].as_array().unwrap();
            assert_eq!(trace.len(), steps, "{flag} {reduction}");
        }
    }
    for preset in PRESETS.iter().filter(|preset| preset.allows_races()) {
        for (flag, kind) in [("-DASSERTION", "assertion"), ("-DDEADLOCK", "deadlock")] {
            let (_, report) = check("deep", DEEP, &["--reduction", preset.name, "--no-minimize", flag]);
            assert_eq!(report["bugs"][0]["kind"], kind, "{flag} {}", preset.name);
            let steps = report["bugs"][0]["trace"].as_array().unwrap().len();
            assert!(steps < 30, "{flag} {}: {steps} steps", preset.name);
        }
    }
}
