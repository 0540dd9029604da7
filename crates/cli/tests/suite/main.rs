//! Runs C programs in Mazurka and compares what they do with what they should do.
//!
//! - `tests/programs/**/*.c` carry their expectation in comments at the top (see `expectation.rs`); one test per program
//!   and optimisation level, named like `threads/mutex.c -O1`.
//! - `tests/check/**/*.c` are explored by every reduction (see `check/`); one test per program and size, named like
//!   `check counts/lastzero.c N=5`.
//! - `csmith N`: the random program of seed N behaves as it does natively. `MAZURKA_CSMITH_COUNT` and
//!   `MAZURKA_CSMITH_SEED` make a campaign of it.
//!
//! `cargo test --test suite mutex` runs the tests with `mutex` in their name; `MAZURKA_BLESS=1` rewrites the expected
//! output in the programs, and the counts of executions.

mod batch;
mod check;
mod csmith;
mod difference;
mod expectation;
mod native;
mod process;
mod programs;
mod self_tests;

use std::process::ExitCode;

use libtest_mimic::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut tests = programs::tests();
    tests.extend(csmith::tests());
    tests.extend(self_tests::tests());
    let (checks, record) = check::tests();
    tests.extend(checks);
    let conclusion = libtest_mimic::run(&arguments, tests);
    record.save();
    conclusion.exit_code()
}
