//! Damaged texts: whatever is done to a module's text, reading it gives a module or an error with a position, never a
//! panic. The fuzzer in `fuzz/` looks further; this finds what is near, in seconds and always the same.

use std::fs;
use std::path::Path;

use crate::common::exercise::exercise;
use crate::common::mutate::{Random, mutant};

/// Of each seed file; chosen so that the test takes a few seconds.
const MUTANTS_PER_SEED: usize = 1000;

#[test]
fn damaged_texts_never_panic() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/reader");
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

#[test]
fn what_the_fuzzer_found() {
    // A debug record without its bracket: the cursor stopped inside of a character.
    exercise("define void @f() {\n  #dbg_label\u{fffd}!1)\n  ret void\n}\n");
}
