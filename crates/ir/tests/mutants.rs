//! Damaged texts: whatever is done to a module's text, reading it gives a module or an error with a position, never a
//! panic. The fuzzer in `fuzz/` looks further; this finds what is near, in seconds and always the same.

#[path = "common/exercise.rs"]
mod exercise;

use std::fs;
use std::path::Path;

use exercise::exercise;

/// Of each seed file; chosen so that the test takes a few seconds.
const MUTANTS_PER_SEED: usize = 1000;

#[test]
fn damaged_texts_never_panic() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/reader");
    let mut seeds: Vec<_> = directory.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.sort();
    assert!(!seeds.is_empty());
    let mut random = Random(1);
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

/// The text with one to three mutations.
fn mutant(text: &str, random: &mut Random) -> String {
    let mut text = text.to_string();
    for _ in 0..=random.below(3) {
        text = match random.below(8) {
            0 => truncate(text, random),
            1 => flip_byte(text, random),
            2 => edit(&lines(&text), random),
            _ => edit(&tokens(&text), random),
        };
    }
    text
}

fn truncate(mut text: String, random: &mut Random) -> String {
    text.truncate(random.below(text.len() + 1));
    text
}

/// Flips a bit that leaves ASCII ASCII.
fn flip_byte(text: String, random: &mut Random) -> String {
    let mut bytes = text.into_bytes();
    if let Some(last) = bytes.len().checked_sub(1) {
        bytes[random.below(last + 1)] ^= 1 << random.below(7);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Deletes, duplicates, swaps or replaces one part.
fn edit(parts: &[&str], random: &mut Random) -> String {
    let mut parts = parts.to_vec();
    if parts.is_empty() {
        return String::new();
    }
    let (here, there) = (random.below(parts.len()), random.below(parts.len()));
    match random.below(5) {
        0 => drop(parts.remove(here)),
        1 => parts.insert(here, parts[here]),
        2 => parts.swap(here, there),
        3 => parts[here] = parts[there],
        _ => {
            parts[here] =
                random.pick(&["4294967296", "-1", "99999999999999999999", "%x", "@x", "!9", "ptr", "<{"])
        }
    }
    parts.concat()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Words, and everything else byte by byte. The seeds are ASCII, and so are their mutants.
fn tokens(text: &str) -> Vec<&str> {
    let of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut tokens = Vec::new();
    let mut start = 0;
    for (at, pair) in text.as_bytes().windows(2).enumerate() {
        if !(of_word(pair[0]) && of_word(pair[1])) {
            tokens.push(&text[start..=at]);
            start = at + 1;
        }
    }
    tokens.push(&text[start..]);
    tokens
}

/// xorshift64*: small, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
