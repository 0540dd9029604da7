//! Any bytes as LLVM text: read, print, link. See `fuzz/README.md`.
#![no_main]

#[path = "../../crates/ir/tests/common/exercise.rs"]
mod exercise;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| exercise::exercise(&String::from_utf8_lossy(bytes)));
