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
    let source = "int main(void) {\n  for (volatile unsigned long i = 1; i; i++)\n    ;\n}";
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
