//! No function of the library panics with any arguments: each is called with absurd ones.

use crate::config::Config;
use crate::library::FAMILIES;
use crate::library::testing::{Bench, Random};

const ROUNDS: u64 = 6;

const MAX: u64 = u64::MAX;

/// Sizes are less than this, or more by far: a block of gigabytes would only take time.
const MEMORY_LIMIT: u64 = 1 << 24;

#[test]
fn absurd_arguments_never_panic() {
    let mut random = Random::new(17);
    for native in FAMILIES.iter().flat_map(|family| family.iter()) {
        for _ in 0..ROUNDS {
            let mut bench = Bench::new(Config { memory_limit: MEMORY_LIMIT, ..Config::default() });
            let (short, long) = (bench.bytes(b"%5d %s x"), bench.text("%s %ld %c %f %[a-z] 12 0x1f -1e5"));
            let zeros = bench.bytes(&[0; 256]);
            let values =
                [0, 1, 2, 3, MAX, MAX - 7, 1 << 63, 1 << 31, 1 << 20, short, long, zeros, zeros + 255, 64];
            let words: Vec<u64> =
                (0..6).map(|_| values[random.below(values.len() as u64) as usize]).collect();
            bench.try_call(native, &words);
        }
    }
}
