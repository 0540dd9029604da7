//! `--reduction auto`: the verdict of the search that decides is that of any other, however many run at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests");

fn check(program: &Path, options: &[&str]) -> Value {
    let arguments = ["--format=json", "--no-trace", "--no-minimize"].iter().chain(options);
    let arguments = arguments.map(Into::into).chain([program.into()]);
    let (report, _) = mazurka::check_to_json(arguments).expect("the program is checked");
    serde_json::from_str(&report).expect("this is JSON")
}

/// The programs of a folder that need no options.
fn programs(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(TESTS).join(folder)).expect("the tests are there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    programs.retain(|path| {
        let source = fs::read_to_string(path).unwrap_or_default();
        !source.contains("// check:") && source.contains("// verdict:")
    });
    programs.sort();
    programs
}

#[test]
fn the_verdict_is_that_of_any_search() {
    // Every third: the others are like them, and each is compiled.
    let all = [programs("check/bugs"), programs("check/fixed")].concat();
    assert!(all.len() > 60, "programs are missing");
    for program in all.iter().step_by(3) {
        let expected = check(program, &["--reduction=optimal"]);
        for jobs in ["--jobs=1", "--jobs=2"] {
            let found = check(program, &["--reduction=auto", jobs]);
            assert_eq!(found["verdict"], expected["verdict"], "{} {jobs}", program.display());
        }
    }
}

/// Programs that need several turns, and the search that decides.
const LARGE: [(&str, &[&str], &str); 6] = [
    ("check/counts/two_readers.c", &["-DN=4"], "sdpor"),
    ("check/counts/philosophers.c", &["-DN=10", "--no-coarse-locks"], "optimal"),
    // It seems to be near its end, and has turns in advance.
    ("check/fixed/filter_lock.c", &["--keep-vain-iterations"], "optimal"),
    ("states/philosophers.c", &["-DENDLESS", "--keep-vain-iterations"], "stateful"),
    // Its executions end only where they are in vain.
    ("states/peterson.c", &["-DN=3"], "stateful"),
    ("samples/late.c", &[], "pos"),
];

/// Turns have an order, which does not depend on how many searches run at once.
#[test]
fn the_same_search_decides_and_finds_the_same_bug_first() {
    for (program, flags, decides) in LARGE {
        let found = |jobs| {
            let options = [&["--reduction=auto", jobs], flags].concat();
            let mut report = check(&Path::new(TESTS).join(program), &options);
            report["seconds"] = Value::Null;
            report
        };
        let expected = found("--jobs=1");
        assert_eq!(expected["reduction"], decides, "{program}");
        assert_ne!(expected["chosen_before"], Value::from(Vec::<Value>::new()), "{program} is too small");
        for jobs in ["--jobs=1", "--jobs=2", "--jobs=3"] {
            assert_eq!(found(jobs), expected, "{program} {jobs}");
        }
    }
}

/// Where the search through traces and `sdpor` take long, all states may be fewer steps. That search does not begin before.
#[test]
fn a_search_through_all_states_joins_later() {
    let elevator = Path::new(TESTS).join("hybrid/elevator.c");
    let found = check(&elevator, &["--races=allow", "--jobs=2"]);
    assert_eq!((&found["verdict"], &found["reduction"]), (&"ok".into(), &"optimal".into()));
    assert_eq!(found["chosen_before"], serde_json::json!(["sdpor", "stateful"]));
    let soon = check(&Path::new(TESTS).join("check/counts/two_readers.c"), &["-DN=4"]);
    assert_eq!(soon["chosen_before"], serde_json::json!(["optimal"]));
}

/// By state, a race that only relaxed atomics leave open is not seen: a search that does not see it must not decide.
#[test]
fn nothing_weaker_than_needed_decides() {
    let program = scratch("relaxed.c", RELAXED_RACE);
    let by = |options: &[&str]| {
        let found = check(&program, &[options, &["--timeout=2"]].concat());
        (found["verdict"].as_str().unwrap().to_owned(), found["may_miss_races"].clone())
    };
    assert_eq!(by(&["--reduction=sdpor"]), ("ok".to_owned(), true.into()));
    assert_eq!(by(&["--reduction=auto"]), ("incomplete".to_owned(), Value::Null));
    assert_eq!(by(&["--reduction=auto", "--need=assertions"]).0, "ok");
}

/// The race needs the stores in reverse order, and the loop of main has no end but finitely many states.
const RELAXED_RACE: &str = "#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int last, flag, parity;
static int data;
static void *reader(void *p) {
    for (int i = 4; i > 0; i--)
        if (last != i) return NULL;
    return atomic_load_explicit(&flag, memory_order_relaxed) ? (char *)p + data : NULL;
}
static void *writer(void *p) {
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return p;
}
static void *setter(void *p) {
    last = (int)(ptrdiff_t)p;
    return NULL;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_create(&t, NULL, writer, NULL);
    for (int i = 1; i <= 4; i++) pthread_create(&t, NULL, setter, (void *)(ptrdiff_t)i);
    for (int seen; (seen = parity) < 2;) parity = 1 - seen;
}
";

/// `--need` restricts what is chosen, and what may be named.
#[test]
fn what_is_needed_is_promised() {
    let program = Path::new(TESTS).join("check/counts/two_readers.c");
    let chosen = |need: &str| {
        let found = check(&program, &["--reduction=auto", "-DN=4", need]);
        (found["reduction"].clone(), found["guarantee"].clone())
    };
    assert_eq!(chosen("--need=all-traces"), ("optimal".into(), "all traces".into()));
    assert_eq!(chosen("--need=all-errors"), ("sdpor".into(), "all errors".into()));
    let refused = |options: &[&str]| {
        let arguments = options.iter().map(Into::into).chain([program.clone().into()]);
        mazurka::check_to_json(arguments).expect_err("it is refused")
    };
    for (options, why) in [
        (&["--reduction=sdpor", "--need=all-traces"][..], "sdpor promises less than --need all-traces"),
        (
            &["--reduction=transactions", "--need=all-errors"],
            "transactions promises less than --need all-errors",
        ),
        (
            &["--reduction=naive-bpor", "--bound=delays=1", "--need=assertions"],
            "--need chooses among searches",
        ),
        (&["--reduction=auto", "--bound=delays=1"], "--reduction auto chooses among searches"),
        (&["--reduction=sdpor", "--jobs=2"], "--jobs is for several searches, and --reduction sdpor is one"),
        (&["--bound=delays=1", "--jobs=2"], "--jobs is for several searches"),
        (&["--reduction=auto", "--livelock"], "--livelock does not apply"),
    ] {
        let refused = refused(options);
        assert!(refused.contains(why), "{options:?}: {refused}");
    }
    let also = ["--reduction=transactions", "--also=deadlocks", "--need=all-errors"];
    assert_eq!(check(&program, &also)["verdict"], "ok");
}

/// A search through traces does not come to the end of a program that never ends, and one through states does.
#[test]
fn what_one_search_cannot_decide_another_one_does() {
    for jobs in ["--jobs=1", "--jobs=2"] {
        let program = Path::new(TESTS).join("states/philosophers.c");
        let found = check(&program, &["--reduction=auto", jobs, "-DENDLESS", "--keep-vain-iterations"]);
        assert_eq!((&found["verdict"], &found["reduction"]), (&"ok".into(), &"stateful".into()), "{jobs}");
        assert_eq!(found["chosen_before"], Value::from(["optimal"]), "{jobs}");
    }
}

/// A file in the target folder.
fn scratch(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    let file = folder.join(name);
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text)).expect("the target folder is writable");
    file
}

/// Each search that has not decided says why.
#[test]
fn each_search_says_why_it_has_not_decided() {
    let program = Path::new(TESTS).join("states/philosophers.c");
    let options = ["-DN=9", "-DENDLESS", "--keep-vain-iterations", "--reduction=auto"];
    let why = |more: &[&str]| {
        let report = check(&program, &[&options, more].concat());
        assert_eq!(report["verdict"], "incomplete");
        let undecided = report["undecided"].as_array().expect("it is a list").clone();
        undecided
            .iter()
            .map(|one| format!("{} {}", one["reduction"], one["why"]))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let out_of_memory = why(&["--max-memory=100K", "--timeout=1"]);
    assert!(
        out_of_memory.contains("\"stateful\" \"the limit of --max-memory was reached"),
        "{out_of_memory}"
    );
    assert!(out_of_memory.contains("\"pos\" \"no bug in "), "{out_of_memory}");
    let program = scratch("relaxed_undecided.c", RELAXED_RACE);
    let report = check(&program, &["--timeout=2"]);
    let undecided = report["undecided"].to_string();
    assert!(
        undecided.contains("may have missed data races that only relaxed atomics leave open"),
        "{undecided}"
    );
    let decided = check(&Path::new(TESTS).join("check/bugs/reorder.c"), &[]);
    assert_eq!(decided["undecided"], Value::from(Vec::<Value>::new()));
}

/// Options that are about one search choose it, where none is named.
#[test]
fn what_is_about_one_search_is_for_optimal() {
    let program = Path::new(TESTS).join("states/philosophers.c");
    let by = |options: &[&str]| check(&program, &[options, &["-DN=8"]].concat())["reduction"].clone();
    assert_eq!(by(&["--max-executions=100"]), "optimal");
    assert_eq!(by(&["--bound=delays=1", "--max-executions=100"]), "source-bpor");
}

/// Without `--reduction`, it is as if `auto` were named.
#[test]
fn several_searches_are_the_default() {
    for (program, flags, decides) in LARGE {
        assert_eq!(check(&Path::new(TESTS).join(program), flags)["reduction"], decides, "{program}");
    }
}

/// Each search sees what there is to read, also the one that reads it second.
#[test]
fn all_searches_have_the_same_input() {
    // Only a search through states comes to its end.
    let text = "#include <assert.h>\n#include <stdatomic.h>\n#include <stdio.h>\nstatic atomic_int a;\n\
                int main(void) { int c = getchar(); for (;;) { a = !a; assert(c == 'x'); } }\n";
    let (program, input) = (scratch("reads.c", text), scratch("input", "x"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(["check", "--reduction=auto", "--jobs=1", "--format=json"]).arg(&program);
    let output =
        command.stdin(fs::File::open(&input).expect("it was written")).output().expect("mazurka runs");
    let report: Value = serde_json::from_slice(&output.stdout).expect("this is JSON");
    assert_eq!((&report["verdict"], &report["reduction"]), (&"ok".into(), &"stateful".into()), "{report}");
}

/// A trace says which search has found it: a replay has the same machine.
#[test]
fn a_bug_is_replayed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("auto");
    fs::create_dir_all(&folder).expect("the target folder is writable");
    let program = Path::new(TESTS).join("check/bugs/reorder.c");
    let mazurka = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
        let output = command.args(arguments).current_dir(&folder).stdin(Stdio::null()).output();
        output.expect("mazurka runs")
    };
    for options in [&["--reduction=auto"][..], &["--reduction", "auto", "--keep-going"]] {
        let arguments =
            [&["check", "--trace=bug.mztrace"][..], options, &[program.to_str().unwrap()]].concat();
        assert_eq!(mazurka(&arguments).status.code(), Some(1), "{options:?}");
        let replayed = mazurka(&["replay", "bug.mztrace"]);
        assert_eq!(replayed.status.code(), Some(1), "{}", String::from_utf8_lossy(&replayed.stderr));
    }
}

/// A loop that no search through traces knows to wait: what is missed there is seen in the graph of all states.
#[test]
fn executions_that_cannot_end_any_more_are_livelocks() {
    let text = |main: &str| {
        format!(
            "#include <pthread.h>\n#include <stdlib.h>\n#include \"mazurka.h\"\n\
             static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int looking, flag;\n\
             static void *look(void *arg) {{\n\
             for (int seen = 0; !seen;) {{\n\
             pthread_mutex_lock(&m); looking++; seen = flag; pthread_mutex_unlock(&m);\n\
             pthread_mutex_lock(&m); looking--; pthread_mutex_unlock(&m);\n}}\nreturn arg;\n}}\n\
             int main(void) {{\npthread_t thread;\npthread_create(&thread, NULL, look, NULL);\n\
             pthread_mutex_lock(&m); {main} pthread_mutex_unlock(&m);\n\
             return pthread_join(thread, NULL);\n}}\n"
        )
    };
    let missed = scratch("unending_missed.c", &text("if (looking) flag = 1;"));
    let report = check(&missed, &[]);
    assert_eq!((&report["verdict"], &report["reduction"]), (&"bug".into(), &"stateful".into()));
    let bug = &report["bugs"][0];
    assert_eq!((&bug["kind"], &bug["confirmed"]), (&"livelock".into(), &true.into()), "{bug}");
    let message = bug["message"].as_str().unwrap();
    assert!(message.contains("thread 1 runs in a cycle, and the execution can never end"), "{message}");
    assert_eq!(check(&scratch("unending_set.c", &text("flag = 1;")), &[])["verdict"], "ok");
    // Threads that go on when main has returned are left behind.
    let left = text("if (looking) flag = 1;").replace("return pthread_join(thread, NULL);", "return 0;");
    assert_eq!(check(&scratch("unending_left.c", &left), &[])["verdict"], "ok");
    // Where only main's thread has ended, the process lives on.
    let alone = left.replace("return 0;", "pthread_exit(NULL);");
    let report = check(&scratch("unending_alone.c", &alone), &[]);
    assert_eq!((&report["verdict"], &report["bugs"][0]["kind"]), (&"bug".into(), &"livelock".into()));
    let never = check(&scratch("unending_never.c", &text("if (looking > 2) flag = 1;")), &[]);
    let note = never["notes"][0]["message"].as_str().unwrap();
    assert_eq!(note, "no execution ends: thread 1 runs in a cycle");
    assert_eq!(never["verdict"], "ok");
}
