//! Any bytes as damage to saved searches of every kind: they are refused, or continue. See `fuzz/README.md`.
#![no_main]
#![allow(dead_code, unused_imports, reason = "the rest of these files is tests")]

#[path = "../../crates/explore/tests/forger/mod.rs"]
mod forger;
#[path = "../../crates/explore/tests/resume.rs"]
mod resume;
#[path = "../../crates/explore/tests/resume_states.rs"]
mod resume_states;

use forger::Forger;

/// Searches of how many programs are damaged.
const PROGRAMS: u8 = 32;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let mut forger = Forger::from_bytes(rest);
    let seed = (first % PROGRAMS).into();
    resume::forge_each(seed, 1, &mut forger);
    resume_states::forge_each(seed, 1, &mut forger);
});
