//! Any bytes as a program: read, link, lower, run, step, rewind. See `fuzz/README.md`.
#![no_main]

#[path = "../../crates/vm/tests/support/exercise.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::exercise(&String::from_utf8_lossy(bytes)));
