//! The first execution of a program that ends comes to its end, whatever threads do while they wait, and with every reduction.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mazurka::presets::{PRESETS, Preset};
use serde_json::Value;

use crate::compiled;

/// What all programs begin with. `pass` has nothing to do with what others wait for.
const BEGIN: &str = "\
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore, ping, pong;
static atomic_int flag, rounds;
static int ready;
static void pass(void) { pthread_mutex_lock(&other); pthread_mutex_unlock(&other); }
static int is_ready(void) { pthread_mutex_lock(&mutex); int r = ready; pthread_mutex_unlock(&mutex); return r; }
static void set(void) { pass(); pthread_mutex_lock(&mutex); ready = 1; flag = 1; pthread_mutex_unlock(&mutex); }
static void soon(struct timespec *t) { clock_gettime(CLOCK_REALTIME, t); t->tv_sec++; }
";

/// What a thread does, while another one sets everything that it waits for; then an assertion fails.
const WAITS: &[(&str, &str)] = &[
    ("yield", "while (!is_ready()) sched_yield();"),
    ("sleep", "while (!is_ready()) usleep(10);"),
    ("atomic", "while (!flag) sched_yield();"),
    (
        "trylock",
        "for (int r = 0; !r; sched_yield()) if (!pthread_mutex_trylock(&mutex)) { r = ready; pthread_mutex_unlock(&mutex); }",
    ),
    (
        "timed-wait",
        "pthread_mutex_lock(&mutex); while (!ready) { struct timespec t; soon(&t);
        pthread_cond_timedwait(&condition, &mutex, &t); } pthread_mutex_unlock(&mutex);",
    ),
    (
        "timed-semaphore",
        "while (!is_ready()) { struct timespec t; soon(&t); sem_timedwait(&semaphore, &t); }",
    ),
    ("deadline", "time_t start = time(0); while (!flag && time(0) - start < 100) pass();"),
];

/// The same for loops without a yield, in which a switch is not free: with a bound, such a thread runs on.
const REPEATS: &[(&str, &str)] = &[
    ("lock", "while (!is_ready()) {}"),
    ("counter", "while (!flag) rounds++;"),
    ("counter-and-lock", "while (!is_ready()) rounds++;"),
    ("semaphore", "while (!flag) { sem_post(&semaphore); sem_wait(&semaphore); }"),
];

/// Programs with more threads.
const MORE: &[(&str, &str)] = &[
    // Two wait for the third, which has the highest number.
    ("two-wait", "static void *wait(void *a) { while (!is_ready()) sched_yield(); return a; }
    static void *work(void *a) { set(); return a; }
    int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i < 2 ? wait : work, 0);
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(0); }"),
    // Who yields must not starve who sleeps.
    ("sleeper", "static void *wait(void *a) { while (!flag) { pass(); sched_yield(); } return a; }
    static void *work(void *a) { usleep(1); flag = 1; return a; }
    int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i < 2 ? wait : work, 0);
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(0); }"),
    // A thread waits for what main does after it has joined another.
    ("join", "static void *wait(void *a) { while (!flag) { pass(); sched_yield(); } return a; }
    static void *work(void *a) { pass(); return a; }
    int main(void) { pthread_t a, b; pthread_create(&a, 0, wait, 0); pthread_create(&b, 0, work, 0);
        pthread_join(b, 0); flag = 1; pthread_join(a, 0); assert(0); }"),
    // Two take turns until the third stops them. Each is blocked again and again, and never runs long.
    ("turns", "static void *left(void *a) { while (!flag) { sem_post(&ping); sem_wait(&pong); } sem_post(&ping); return a; }
    static void *right(void *a) { while (!flag) { sem_wait(&ping); sem_post(&pong); } sem_post(&pong); return a; }
    static void *work(void *a) { pass(); flag = 1; return a; }
    int main(void) { pthread_t t[3]; void *(*f[])(void *) = { left, right, work };
        for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f[i], 0);
        for (int i = 0; i < 3; i++) pthread_join(t[i], 0); assert(0); }"),
];

/// The thread that waits has the lower number: it comes first wherever nothing else decides.
fn programs_of(waits: &[(&str, &str)]) -> Vec<(String, String)> {
    let program = |(name, wait): &(&str, &str)| {
        let threads = format!(
            "static void *wait(void *a) {{ {wait} return a; }}\n\
             static void *work(void *a) {{ set(); pthread_cond_signal(&condition); sem_post(&semaphore); return a; }}\n\
             int main(void) {{ pthread_t a, b; pthread_create(&a, 0, wait, 0); pthread_create(&b, 0, work, 0);\n\
             pthread_join(a, 0); pthread_join(b, 0); assert(0); }}\n"
        );
        ((*name).to_owned(), format!("{BEGIN}{threads}"))
    };
    waits.iter().map(program).collect()
}

/// Nothing is allowed but what is free.
const BOUNDS: [&str; 2] = ["preemptions=0", "delays=0"];

/// Compiled once for all searches.
fn compile(name: &str, source: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fair").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), source).unwrap();
    let text = folder.join("prog.ll");
    compiled::compile(&folder.join("prog.c"), [], &text);
    text
}

/// The assertion at the end fails in the first execution: within few steps. Where vain iterations are left out, it does so in one of the first.
fn ends(name: &str, text: &Path, preset: &Preset, bound: &[&str]) {
    let first: &[&str] = match preset.explores_all_traces() {
        true => &["--max-executions", "1", "--keep-vain-iterations"],
        false => &[],
    };
    ends_within(name, text, preset, &[bound, first].concat());
    if preset.name == "optimal" {
        ends_within(name, text, preset, &["--max-executions", "20"]);
    }
}

fn ends_within(name: &str, text: &Path, preset: &Preset, options: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.arg("check").arg(text).args(["--no-trace", "--format", "json"]);
    command.args(["--reduction", preset.name, "--max-depth", "5000", "--timeout", "60"]);
    command.args(options);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let report: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    let found = &report["bugs"][0]["kind"];
    assert_eq!(found, "assertion", "{name} with {} {options:?}: {:#}", preset.name, report["incomplete"]);
}

fn end(programs: impl IntoIterator<Item = (String, String)>, is_tested: fn(&Preset) -> bool) {
    for (name, source) in programs {
        let text = compile(&name, &source);
        for preset in PRESETS.iter().filter(|preset| is_tested(preset)) {
            match preset.explores_within_bound() {
                false => ends(&name, &text, preset, &[]),
                true => BOUNDS.iter().for_each(|bound| ends(&name, &text, preset, &["--bound", bound])),
            }
        }
    }
}

#[test]
fn threads_that_wait_let_others_run() {
    end(programs_of(WAITS), |_| true);
}

#[test]
fn threads_that_only_repeat_themselves_let_others_run() {
    end(programs_of(REPEATS), |preset| !preset.explores_within_bound());
}

#[test]
fn no_thread_starves() {
    let more = MORE.iter().map(|(name, text)| ((*name).to_owned(), format!("{BEGIN}{text}")));
    end(more, |_| true);
}
