//! `mazurka check` from outside: numbers that the program leaves open, what may fail, and threads that get nowhere.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// The exit code, and what was printed on stdout and stderr.
fn check(name: &str, source: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("surprises").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("prog.c"), source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let output = command
        .current_dir(folder)
        .args(["check", "prog.c"])
        .args(options)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

const OPEN: &str = "\
    #include <assert.h>
    extern int __VERIFIER_nondet_int(void);
    extern unsigned __VERIFIER_nondet_uint(void);
    int main(void) {
        assert(__VERIFIER_nondet_int() + (long)__VERIFIER_nondet_uint() != 5);
        return 0;
    }";

#[test]
fn numbers_need_a_range() {
    let (code, text) = check("refused", OPEN, &[]);
    assert_eq!(code, Some(2), "{text}");
    // Long messages go on in the next line.
    let text = text.replace("\n    ", " ");
    assert!(text.contains("error: `__VERIFIER_nondet_int` may return any number from"), "{text}");
    assert!(text.contains("--nondet-range LO..HI") && text.contains("prog.c:5:"), "{text}");
}

#[test]
fn a_range_is_for_all_functions_or_for_one() {
    for (options, code, executions) in [
        (&["--nondet-range", "-2..2"][..], 0, 5 * 3),
        (&["--nondet-range", "-2..2", "--nondet-range", "__VERIFIER_nondet_uint=4..7"], 1, 5 * 4),
        (&["--nondet-range=0..3"], 1, 4 * 4),
    ] {
        let (exit, text) = check("ranges", OPEN, &[options, &["--keep-going"]].concat());
        assert_eq!(exit, Some(code), "{options:?}: {text}");
        assert!(text.contains(&format!("\n{executions} executions")), "{options:?}: {text}");
    }
    let (code, text) = check("ranges", OPEN, &["--nondet-range", "2..-2"]);
    assert!(code == Some(2) && text.contains("the smaller one first"), "{text}");
}

/// The numbers in this loop take far too long to repeat.
#[test]
fn a_thread_that_gets_nowhere_is_cut_off() {
    let source = "int main(void) {\n  for (volatile unsigned long i = 1; i; i += 2)\n    ;\n}";
    let (code, text) = check("nowhere", source, &["--max-steps", "300000"]);
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("main does nothing visible within 300000 jumps and calls (--max-steps)"), "{text}");
    assert!(text.contains("prog.c:2"), "{text}");
}

/// Wherever a cycle begins and however long it is, and although it writes.
#[test]
fn a_thread_in_a_cycle_is_found() {
    let source = "\
        static int place, ring[1000];
        int main(int argc, char **argv) {
            for (int i = 0; i < 100000; i++) ring[i % 1000] = (i + 7) % 1000;
            for (;;) place = ring[place];
        }";
    let (code, text) = check("cycle", source, &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("error[livelock]: an endless loop") && text.contains("prog.c:4:"), "{text}");
}

const SPIN: &str = "\
    #include <pthread.h>
    static volatile int ready;
    static int data;
    static void *worker(void *arg) { data = 1; ready = 1; return arg; }
    int main(void) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
        for (volatile int i = 0; i < 3; i++) {}
        while (!ready) {}
        int seen = data;
        pthread_join(thread, 0);
        return seen;
    }";

/// The loop is endless only as long as the other thread does not write.
#[test]
fn a_spin_on_a_flag_that_is_not_atomic_is_a_race() {
    for flag in ["static volatile int ready", "static int ready"] {
        let source = SPIN.replace("static volatile int ready", flag);
        for options in [&[][..], &["--reduction", "stateful"]] {
            let (code, text) = check("spin", &source, options);
            assert_eq!(code, Some(1), "{text}");
            let race = "error[data-race]: thread 1 writes ready while main reads it";
            assert!(text.contains(race) && text.contains("bug: 1 found"), "{text}");
        }
    }
    // Nothing else writes it.
    let (code, text) = check("spin_for_ever", &SPIN.replace("ready = 1;", ""), &[]);
    assert!(code == Some(1) && text.contains("error[livelock]: an endless loop"), "{text}");
}

#[test]
fn volatile_accesses_may_be_atomic() {
    let (code, text) = check("volatile", SPIN, &["--volatile", "atomic"]);
    assert_eq!(code, Some(1), "{text}");
    let race = "error[data-race]: main reads data while thread 1 writes it";
    assert!(text.contains(race), "a relaxed flag publishes nothing: {text}");
    for reduction in ["optimal", "stateful", "hybrid"] {
        let (code, text) = check("volatile", SPIN, &["--volatile=acq-rel", "--reduction", reduction]);
        assert_eq!(code, Some(0), "{reduction}: {text}");
    }
    // What is larger remains plain, and so do variables of which no other thread can know.
    let large = "#include <pthread.h>\nstatic volatile struct { long words[2]; } both, other;\n\
                 static void *f(void *arg) { both = other; return arg; }\n\
                 int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); both = other; return 0; }";
    let (code, text) = check("large", large, &["--volatile", "atomic"]);
    assert!(code == Some(1) && text.contains("error[data-race]: thread 1 writes both"), "{text}");
    let local = "int main(void) { for (volatile int i = 0; i < 100; i++) {} return 0; }";
    let (code, text) = check("local", local, &["--volatile", "atomic"]);
    assert!(code == Some(0) && text.contains(" 1 step;"), "{text}");
}

#[test]
fn threads_may_not_be_created() {
    let source = "\
        #include <errno.h>
        #include <pthread.h>
        #include <stdlib.h>
        #include <threads.h>
        static void *f(void *arg) { return arg; }
        static int g(void *arg) { return arg != 0; }
        int main(void) {
            pthread_t thread;
            int error = pthread_create(&thread, 0, f, 0);
            if (error && error != EAGAIN) abort();
            if (!error) pthread_join(thread, 0);
            thrd_t other;
            error = thrd_create(&other, g, 0);
            if (error && error != thrd_error) abort();
            thrd_join(other, 0);
            return 0;
        }";
    let (code, text) = check("creation", source, &[]);
    assert!(code == Some(0) && text.contains("\n1 execution,"), "{text}");
    let (code, text) = check("creation", source, &["--thread-create-may-fail", "--keep-going"]);
    assert_eq!(code, Some(1), "the handle of a thread that does not exist is joined: {text}");
    assert!(text.contains("error[thread-misuse]") && text.contains("prog.c:15:"), "{text}");
    assert!(text.contains("\n4 executions,"), "{text}");
    assert!(text.contains("thrd_create() returns thrd_error"), "{text}");
}

#[test]
fn a_leak_is_reported_where_it_was_allocated() {
    let source = "\
        #include <pthread.h>
        #include <stdlib.h>
        #include <string.h>
        static void *xmalloc(size_t size) { return malloc(size); }
        static void *f(void *arg) {
            char *name = xmalloc(24);
            memset(name, 0, 24);
            return arg;
        }
        int main(void) {
            pthread_t thread;
            pthread_create(&thread, 0, f, 0);
            pthread_join(thread, 0);
            return 0;
        }";
    let (code, text) = check("leak", source, &["--leaks"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("error[leak]: a heap block of 24 bytes is lost"), "{text}");
    assert!(text.contains("^ thread 1 has allocated"), "{text}");
    assert!(text.contains("xmalloc at prog.c:4:") && text.contains("f at prog.c:6:"), "{text}");
}

/// What happens by chance is named, and shown in the middle of a long run, too.
#[test]
fn choices_are_named_and_never_left_out() {
    let waits = "\
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        static int ready;
        static atomic_int x;
        static void *worker(void *arg) {
            pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);
            return arg;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, worker, 0);
            for (int i = 0; i < 20; i++) x++;
            pthread_mutex_lock(&m);
            if (!ready) pthread_cond_wait(&c, &m);
            int seen = ready;
            pthread_mutex_unlock(&m);
            for (int i = 0; i < 20; i++) x++;
            assert(seen);
            pthread_join(t, 0);
        }";
    let (code, text) = check("spurious", waits, &["--spurious-wakeups"]);
    assert!(code == Some(1) && text.contains("more steps"), "{text}");
    assert!(text.contains("wait on c: wakes up spuriously"), "{text}");

    let timed = "\
        #include <assert.h>
        #include <pthread.h>
        #include <time.h>
        int main(void) {
            pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
            pthread_cond_t c = PTHREAD_COND_INITIALIZER;
            struct timespec at = {5, 0};
            pthread_mutex_lock(&m);
            assert(pthread_cond_timedwait(&c, &m, &at) == 0);
        }";
    let (code, text) = check("timeout", timed, &[]);
    assert!(code == Some(1) && text.contains("wait for c: times out"), "{text}");

    let malloc = "#include <stdlib.h>\nint main(void) { char *p = malloc(8), *q = malloc(8); *p = *q = 1; }";
    let (code, text) = check("null", malloc, &["--malloc-may-fail"]);
    assert!(code == Some(1) && text.contains("malloc() returns NULL"), "{text}");
    assert!(!text.contains("(choice"), "{text}");
}

#[test]
fn a_signal_says_which_thread_it_wakes() {
    let source = "\
        #include <assert.h>
        #include <pthread.h>
        static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        static int waiting, tokens, first = -1;
        static void *wait(void *arg) {
            pthread_mutex_lock(&m);
            waiting++;
            while (!tokens) pthread_cond_wait(&c, &m);
            tokens--;
            if (first < 0) first = *(int *)arg;
            pthread_mutex_unlock(&m);
            return arg;
        }
        int main(void) {
            int names[] = {1, 2};
            pthread_t t[2];
            for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, wait, &names[i]);
            pthread_mutex_lock(&m);
            if (waiting == 2) {
                for (int i = 0; i < 2; i++) { tokens++; pthread_cond_signal(&c); }
                pthread_mutex_unlock(&m);
                for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
                assert(first != 2);
            }
        }";
    let (code, text) = check("signal", source, &["--width", "200"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("signal c: wakes thread"), "{text}");
}

/// Traces are named after the file with `main`, in a folder of choice.
#[test]
fn traces_are_named_after_the_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("surprises").join("names");
    fs::create_dir_all(&folder).unwrap();
    let _ = fs::remove_dir_all(folder.join("out"));
    fs::write(folder.join("library.c"), "int *main_result(void) { return 0; }\n").unwrap();
    let source = "int *main_result(void);\nint main(void) { return *main_result(); }\n";
    fs::write(folder.join("driver.c"), source).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let arguments = ["check", "--trace-dir", "out/traces", "library.c", "driver.c"];
    let output = command.current_dir(&folder).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("mazurka replay out/traces/driver.mztrace"), "{text}");
    assert!(folder.join("out/traces/driver.mztrace").is_file());
}

#[test]
fn what_is_behind_bugs_is_said_to_be_unexplored() {
    let source = "\
        #include <assert.h>
        #include <pthread.h>
        static int x;
        static void *f(void *arg) { x = 1; return arg; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            x = 2;
            pthread_join(t, 0);
            assert(x == 0);
        }";
    let (code, text) = check("behind", source, &["--keep-going"]);
    assert_eq!(code, Some(1), "{text}");
    let text = text.replace("\n    ", " ");
    let expected = "not explored: what a thread does after its fault; what depends on the order of accesses that race \
                    (--races allow explores it)";
    assert!(text.contains(expected), "{text}");
    let (_, text) = check("behind", source, &[]);
    assert!(!text.contains("not explored"), "{text}");
}
