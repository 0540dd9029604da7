//! Numbers that look random, the same ones for the same seed on every machine and in every version.

use serde::{Deserialize, Serialize};

/// SplitMix64 (Steele, Lea, Flood 2014): one word of state, and good enough for choosing among threads.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Random(u64);

const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        finalize(self.0)
    }

    /// A number below a limit, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        // The high half of a product of 128 bits: no limit that occurs makes one number noticeably more probable than another.
        ((u128::from(self.word()) * u128::from(limit)) >> 64) as u64
    }
}

/// A number that depends on both: neighbouring numbers come out far apart.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    finalize((a ^ b.wrapping_mul(GAMMA)).wrapping_add(GAMMA))
}

fn finalize(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_numbers_below_a_limit_are_about_as_frequent() {
        let mut random = Random::new(1);
        let mut counts = [0; 5];
        (0..10_000).for_each(|_| counts[random.below(5) as usize] += 1);
        assert!(counts.iter().all(|count| (1_800..2_200).contains(count)), "{counts:?}");
    }
}
