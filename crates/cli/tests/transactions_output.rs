//! What a person or a program sees of transactions.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use mazurka::presets::{PRESETS, Preset};
use serde_json::Value;

/// `x` is protected, but for an access after `ready` was seen; a thread tries `t`; what `box` points to is allocated; the balance
/// can be withdrawn twice.
const MIXED: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, t = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready;
int x, tried, limit = 3;
struct { int balance, log, more; } account = {100, 0, 0};
int *box;
static void withdraw(void) {
    pthread_mutex_lock(&m);
    int enough = account.balance >= 80;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    account.balance -= enough ? 80 : 0;
#ifdef FAIL
    assert(account.balance >= 0);
#endif
    *box += limit;
    pthread_mutex_unlock(&m);
}
void *first(void *unused) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    if (pthread_mutex_trylock(&t) == 0)
        pthread_mutex_unlock(&t);
    account.log = 1;
    ready = 1;
    withdraw();
    return NULL;
}
void *second(void *unused) {
    if (ready)
        x++;
    pthread_mutex_lock(&t);
    pthread_mutex_unlock(&t);
    withdraw();
#ifdef RACE
    x++;
#endif
    return NULL;
}
int main(void) {
    pthread_t one, two;
    box = malloc(sizeof *box);
    *box = 0;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
";

/// Both threads hold one lock and wait for the other.
const DEADLOCK: &str = "\
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
void *other(void *unused) { both(&b, &a); return NULL; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    both(&a, &b);
    pthread_join(thread, NULL);
    return 0;
}
";

const TRANSACTIONS: &[&str] = &["--reduction", "transactions"];

fn of_transactions() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.is_of_transactions())
}

/// A folder of its own, for a test, with the program in it.
fn folder(name: &str, program: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("transactions").join(name);
    fs::create_dir_all(&folder).expect("the folder can be made");
    fs::write(folder.join("prog.c"), program).expect("the program can be written");
    folder
}

fn mazurka(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(folder).args(arguments).env_remove("COLUMNS").output().expect("mazurka runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The exit code, and the report.
fn report(folder: &Path, flags: &[&str]) -> (Option<i32>, Value) {
    let output = mazurka(folder, &[&["check", "prog.c", "--no-trace", "--format=json"], flags].concat());
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{flags:?}: {error}: {}", text(&output.stderr)));
    (output.status.code(), report)
}

/// The variable of this name in the table.
fn mover<'r>(report: &'r Value, name: &str) -> &'r Value {
    let movers = report["movers"].as_array().expect("movers are listed");
    movers.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}: {movers:#?}"))
}

/// The thread and the line of an access.
fn spot(access: &Value) -> (u64, Option<u64>) {
    (access["thread"].as_u64().expect("a thread"), access["location"]["line"].as_u64())
}

fn line_of(text: &str) -> Option<u64> {
    MIXED.lines().position(|line| line.contains(text)).map(|line| line as u64 + 1)
}

#[test]
fn variables_are_listed_with_what_protects_or_demotes_them() {
    let folder = folder("movers", MIXED);
    let flags = [TRANSACTIONS, &["--keep-going", "--show-movers"]].concat();
    for races in ["--races=error", "--races=allow"] {
        let (code, report) = report(&folder, &[&flags[..], &[races]].concat());
        assert_eq!((code, &report["verdict"]), (Some(0), &"ok".into()), "{races}");
        for (name, class) in [
            ("limit", "read-only"),
            ("m", "object"),
            ("account.log", "thread-local"),
            ("account.balance", "protected"),
            ("int#1", "protected"),
            ("t", "demoted"),
            ("ready", "demoted"),
            ("x", "demoted"),
        ] {
            let row = mover(&report, name);
            assert_eq!(row["class"], class, "{races} {row}");
            let is_demoted = class == "demoted";
            assert!(!is_demoted || row["decided"] == "observed", "{races} {row}");
            assert_eq!(
                row["accesses"].as_array().map(Vec::len),
                Some(if is_demoted { 2 } else { 0 }),
                "{row}"
            );
        }
        assert_eq!(mover(&report, "account.balance")["locks"], serde_json::json!(["m"]), "{races}");
        assert_eq!(mover(&report, "account.balance")["bytes"], 4, "{races}");
        assert_eq!(mover(&report, "account.log")["thread"], 1, "{races}");
        assert_eq!(mover(&report, "limit")["decided"], "static", "{races}");
        assert_eq!(mover(&report, "int#1")["decided"], "observed", "{races}");
        let names: Vec<_> =
            report["movers"].as_array().expect("movers").iter().map(|row| &row["name"]).collect();
        assert!(
            !names.iter().any(|name| *name == "one" || *name == "two"),
            "locals of one thread: {names:?}"
        );
        assert!(report["transactions"]["restarts"].as_u64() >= Some(1), "{races}");
    }
}

/// The access that showed it is where the program makes it, and the other one, if it is on the same path.
#[test]
fn demoting_accesses_are_located() {
    let folder = folder("demoting", MIXED);
    let (_, report) = report(&folder, &[TRANSACTIONS, &["--keep-going", "--show-movers"]].concat());
    let accesses = |name: &str| mover(&report, name)["accesses"].as_array().expect("accesses").clone();
    let [flag_first, flag_last] = &accesses("ready")[..] else { panic!("two accesses") };
    let both = [spot(flag_first), spot(flag_last)];
    assert!(
        both.contains(&(1, line_of("ready = 1"))) && both.contains(&(2, line_of("if (ready)"))),
        "{both:?}"
    );
    let x = accesses("x");
    let unprotected = x.iter().find(|access| access["thread"] == 2).expect("the one after the flag");
    assert_eq!(spot(unprotected).1, line_of("if (ready)").map(|line| line + 1));
    assert_eq!((&unprotected["holds"], &unprotected["writes"]), (&serde_json::json!([]), &true.into()));
    let protected = x.iter().find(|access| access["thread"] == 1).expect("the one with the lock");
    assert_eq!(protected["holds"], serde_json::json!(["m"]));
    let t = accesses("t");
    let tries = t.iter().find(|access| access["thread"] == 1).expect("it tries");
    assert_eq!(tries["activity"], "tries to lock it (pthread_mutex_trylock)");
}

/// The transition that demotes a variable also fails, which ends the search.
#[test]
fn what_demotes_is_located_although_it_ends_the_search() {
    let program = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int g;
void *first(void *unused) { g = 1; return NULL; }
void *second(void *unused) {
    assert(g == 0);
    return NULL;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    return 0;
}
";
    let folder = folder("fails", program);
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let flags = [TRANSACTIONS, &["--show-movers", "--seed", seed]].concat();
        let (code, report) = report(&folder, &flags);
        assert_eq!(code, Some(1), "{report:#}");
        let accesses = mover(&report, "g")["accesses"].as_array().expect("accesses").clone();
        let places = [(1, Some(5)), (2, Some(7))];
        assert!(places.contains(&spot(&accesses[1])), "{seed}: {accesses:#?}");
    }
}

/// Blocks have names only while they exist, and these two never exist at the start, nor both at the end.
#[test]
fn allocated_objects_and_the_locks_in_them_have_names() {
    let program = "\
#include <pthread.h>
#include <stdlib.h>
struct account { pthread_mutex_t lock; int balance; };
struct account *accounts[2];
void *pay(void *unused) {
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&accounts[i]->lock);
        accounts[i]->balance++;
        pthread_mutex_unlock(&accounts[i]->lock);
    }
    return NULL;
}
int main(void) {
    pthread_t one, two;
    for (int i = 0; i < 2; i++) {
        accounts[i] = malloc(sizeof *accounts[i]);
        pthread_mutex_init(&accounts[i]->lock, NULL);
        accounts[i]->balance = 0;
    }
    pthread_create(&one, NULL, pay, NULL);
    pthread_create(&two, NULL, pay, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    free(accounts[0]);
    return 0;
}
";
    let folder = folder("heap", program);
    for races in ["--races=error", "--races=allow"] {
        let (code, report) = report(&folder, &[TRANSACTIONS, &["--show-movers", races]].concat());
        assert_eq!(code, Some(0), "{report:#}");
        for block in ["account#1", "account#2"] {
            let row = mover(&report, &format!("{block}.balance"));
            assert_eq!(row["class"], "protected", "{races} {row}");
            assert_eq!(row["locks"], serde_json::json!([format!("{block}.lock")]), "{races} {row}");
        }
        let names = report["movers"].as_array().expect("movers").iter().map(|row| row["name"].to_string());
        assert!(names.into_iter().all(|name| !name.contains('+')), "{races} {report:#}");
    }
}

#[test]
fn the_table_is_for_those_who_ask() {
    let folder = folder("table", MIXED);
    let table = |flags: &[&str]| {
        let output = mazurka(&folder, &[&["check", "prog.c", "--no-trace"], TRANSACTIONS, flags].concat());
        text(&output.stdout)
    };
    assert!(!table(&[]).contains("movers:"));
    let shown = table(&["--show-movers", "--width=100"]);
    let rows: Vec<&str> = shown.lines().skip_while(|line| *line != "movers:").collect();
    let row = |name: &str| {
        let is_it = |line: &&&str| line.split_whitespace().next() == Some(name);
        rows.iter().find(is_it).unwrap_or_else(|| panic!("no {name} in {shown}"))
    };
    assert!(row("account.balance").ends_with("protected     by m"), "{shown}");
    assert!(row("x").contains("demoted"), "{shown}");
    assert!(shown.contains("prog.c:"), "{shown}");
}

/// Where races are bugs, an access in nobody's lockset is found as one; where they are allowed, its orders are explored.
#[test]
fn accesses_without_a_lock_are_races_or_explored() {
    let folder = folder("races", MIXED);
    for Preset { name, guarantee, .. } in of_transactions() {
        let flags = ["-DRACE", "--reduction", name, "--keep-going"];
        let (code, error) = report(&folder, &[&flags[..], &["--races=error"]].concat());
        assert_eq!((code, &error["bugs"][0]["kind"]), (Some(1), &"data-race".into()), "{name}");
        let (code, allow) = report(&folder, &[&flags[..], &["--races=allow"]].concat());
        assert_eq!(allow["bugs"].as_array().map(Vec::len), Some(0), "{name}");
        assert_eq!(code, Some(if guarantee.name() == "none" { 3 } else { 0 }), "{name}");
    }
}

#[test]
fn figures_count_transactions() {
    let folder = folder("figures", MIXED);
    for Preset { name, .. } in of_transactions() {
        let (_, report) = report(&folder, &["--reduction", name]);
        let figures = &report["transactions"];
        let figure = |name: &str| figures[name].as_u64().unwrap_or_else(|| panic!("{name}: {figures}"));
        assert!(figure("transactions") > 0 && figure("inner_states") > 0, "{name}: {figures}");
        assert_eq!(figure("forced_commit_points"), 0, "{name}: all transactions end: {figures}");
        assert!(figure("restarts") > 0, "{name}: {figures}");
        assert!(report["states"].as_u64() < Some(figure("inner_states") + figure("transactions")), "{name}");
        let output = mazurka(&folder, &["check", "prog.c", "--no-trace", "--width=120", "--reduction", name]);
        let words = format!("{} transactions, ", figure("transactions"));
        assert!(text(&output.stdout).lines().any(|line| line.starts_with(&words)), "{name}");
    }
    let (_, report) = report(&folder, &["--reduction", "stateful"]);
    assert_eq!(report["transactions"], Value::Null);
}

/// The steps of a transaction are one run of one thread's steps, and commit once at most.
fn assert_in_transactions(steps: &[Value]) -> usize {
    let number =
        |step: &Value| step["transaction"]["number"].as_u64().expect("all steps are in transactions");
    let runs: Vec<&[Value]> = steps.chunk_by(|a, b| number(a) == number(b)).collect();
    for (expected, run) in runs.iter().enumerate() {
        assert_eq!(number(&run[0]), expected as u64, "numbered in order");
        assert!(run.iter().all(|step| step["thread"] == run[0]["thread"]), "{run:#?}");
        let commits = run.iter().filter(|step| step["transaction"]["commits"] == true).count();
        assert!(commits <= 1, "{run:#?}");
    }
    runs.len()
}

#[test]
fn the_steps_of_a_trace_belong_to_transactions() {
    let folder = folder("trace", MIXED);
    for minimize in [&[][..], &["--no-minimize"]] {
        let flags = [TRANSACTIONS, &["-DFAIL"], minimize].concat();
        let (code, report) = report(&folder, &flags);
        assert_eq!(code, Some(1), "{report:#}");
        let steps = report["bugs"][0]["trace"].as_array().expect("a trace");
        let transactions = assert_in_transactions(steps);
        let switches = report["bugs"][0]["context_switches"].as_u64().expect("a number") as usize;
        assert!(switches < transactions && transactions < steps.len(), "{switches} {transactions}");
        assert!(steps.iter().any(|step| step["transaction"]["commits"] == true));
    }
    let (_, report) = report(&folder, &["--reduction", "stateful", "-DFAIL"]);
    let steps = report["bugs"][0]["trace"].as_array().expect("a trace");
    assert!(steps.iter().all(|step| step["transaction"] == Value::Null));
}

/// What was written to a trace file is shown again, whether the program runs or not.
#[test]
fn trace_files_keep_transactions() {
    let folder = folder("file", MIXED);
    let checked = mazurka(&folder, &[&["check", "prog.c", "-DFAIL", "--width=100"], TRANSACTIONS].concat());
    let story = |output: &Output| {
        let text = text(&output.stdout);
        let lines = text.lines().skip_while(|line| !line.starts_with("how it happens"));
        lines.take_while(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = story(&checked);
    assert!(expected[0].contains(" transactions (◆ commits)"), "{expected:#?}");
    assert!(
        expected.iter().any(|line| line.contains('╭')) && expected.iter().any(|line| line.contains("◆ "))
    );
    for command in ["show", "replay"] {
        let again = mazurka(&folder, &[command, "prog.mztrace", "--width=100"]);
        assert_eq!(story(&again), expected, "{command}");
    }
}

#[test]
fn deadlocks_are_promised_only_to_those_who_ask() {
    let folder = folder("deadlock", DEADLOCK);
    for Preset { name, .. } in of_transactions().filter(|preset| preset.is_sound()) {
        let flags = ["--reduction", name, "--keep-going"];
        let (_, without) = report(&folder, &flags);
        assert_eq!(without["guarantee"], "assertions only", "{name}");
        let (code, with) = report(&folder, &[&flags[..], &["--also=deadlocks"]].concat());
        assert_eq!((code, &with["guarantee"]), (Some(1), &"all errors".into()), "{name}");
        assert_eq!(with["bugs"][0]["kind"], "deadlock", "{name}");
    }
    let output =
        mazurka(&folder, &[&["check", "prog.c", "--no-trace", "--width=200"], TRANSACTIONS].concat());
    let said = "deadlocks may have been missed: --also deadlocks finds them";
    assert!(text(&output.stdout).contains(said), "{}", text(&output.stdout));
}

#[test]
fn what_is_unsound_is_never_ok() {
    let folder = folder("unsound", MIXED);
    for flags in [&[][..], &["--also=deadlocks"]] {
        let (code, report) = report(&folder, &[&["--reduction", "unsound-transactions"], flags].concat());
        assert_eq!((code, &report["verdict"]), (Some(3), &"incomplete".into()), "{flags:?}");
        assert_eq!((&report["guarantee"], &report["complete"]), (&"none".into(), &true.into()), "{flags:?}");
        let why = &report["incomplete"][0];
        assert_eq!(why["reason"], "unsound", "{flags:?}");
        let message = why["message"].as_str().expect("a sentence");
        assert!(message.contains("transactions does not"), "{message}");
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let folder = folder("refused", DEADLOCK);
    let refusal = |flags: &[&str]| {
        let output = mazurka(&folder, &[&["check", "prog.c"], flags].concat());
        assert_eq!(output.status.code(), Some(2), "{flags:?}");
        text(&output.stderr)
    };
    for option in ["--show-movers", "--also=deadlocks"] {
        for reduction in ["optimal", "stateful", "jpf"] {
            let said = refusal(&["--reduction", reduction, option]);
            assert!(said.contains(&format!("--reduction {reduction} explores no transactions")), "{said}");
            assert!(said.contains("--reduction transactions, cpc-full"), "{said}");
        }
        assert!(refusal(&[option]).contains("explores no transactions"));
    }
    for Preset { name, .. } in of_transactions() {
        let livelock = refusal(&["--reduction", name, "--livelock"]);
        assert!(livelock.contains("--livelock needs --reduction stateful"), "{livelock}");
        let bound = refusal(&["--reduction", name, "--bound=delays=1"]);
        assert!(bound.contains(&format!("--reduction {name} knows no bound")), "{bound}");
        let shared = refusal(&["--reduction", name, "--show-shared"]);
        assert!(shared.contains("does not look for shared objects"), "{shared}");
    }
    assert!(refusal(&[TRANSACTIONS, &["--also=livelocks"]].concat()).contains("livelocks"));
}
