//! Damaged programs: whatever is done to a program's text, running it gives a result, a fault or an error, never a panic
//! and never a hang. The fuzzer in `fuzz/` looks further; this finds what is near, in seconds and always the same.

#[path = "../../ir/tests/common/mutate.rs"]
mod mutate;

use std::fs;
use std::path::Path;

use crate::support::exercise::exercise;
use mutate::{Random, mutant};

/// Of each seed file; chosen so that the test takes a few seconds.
const MUTANTS_PER_SEED: usize = 300;

#[test]
fn damaged_programs_never_panic() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/vm");
    let mut seeds: Vec<_> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.sort();
    assert!(!seeds.is_empty());
    let mut random = Random::new(1);
    for seed in seeds {
        let text = fs::read_to_string(&seed).unwrap();
        exercise(&text);
        for number in 0..MUTANTS_PER_SEED {
            let mutant = mutant(&text, &mut random);
            let outcome = std::panic::catch_unwind(|| exercise(&mutant));
            assert!(outcome.is_ok(), "{} mutant {number} panics:\n{mutant}", seed.display());
        }
    }
}
