//! Holzmann's supertrace (*An analysis of bitstate hashing*, 1998): a state is three bits in an array of bits. Two states
//! with the same bits are taken for one, so some may be missed; many more fit the same memory.

use serde::{Deserialize, Serialize};

use super::visited::Insertion;
use crate::saved::packed;

/// How many bits a state has; SPIN's default, too.
const FUNCTIONS: u64 = 3;

#[derive(Serialize, Deserialize)]
pub(super) struct Bits {
    #[serde(with = "packed")]
    words: Vec<u64>,
}

impl Bits {
    pub(super) fn new(bytes: usize) -> Bits {
        Bits { words: vec![0; (bytes / 8).max(1)] }
    }

    /// By double hashing: the two halves of the fingerprint make as many functions as are wanted. Gives the words and the
    /// bits in them that stand for a state.
    fn places(&self, fingerprint: u128) -> impl Iterator<Item = (usize, u64)> + use<> {
        let bits = 64 * self.words.len() as u64;
        let (start, step) = ((fingerprint >> 64) as u64, fingerprint as u64 | 1);
        (0..FUNCTIONS).map(move |function| {
            let hash = start.wrapping_add(function.wrapping_mul(step));
            let bit = ((u128::from(hash) * u128::from(bits)) >> 64) as u64;
            ((bit / 64) as usize, 1 << (bit % 64))
        })
    }

    pub(super) fn insert(&mut self, fingerprint: u128) -> Insertion {
        let mut new = false;
        for (word, mask) in self.places(fingerprint) {
            new |= self.words[word] & mask == 0;
            self.words[word] |= mask;
        }
        if new { Insertion::New } else { Insertion::Seen }
    }

    pub(super) fn contains(&self, fingerprint: u128) -> bool {
        self.places(fingerprint).all(|(word, mask)| self.words[word] & mask != 0)
    }

    /// Takes the bits that were set before; `false` if there were more or fewer in all.
    pub(super) fn restore(&mut self, before: Bits) -> bool {
        let fits = self.words.len() == before.words.len();
        *self = before;
        fits
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// How probable it is, by now, that a state which was not seen before is taken for one that was.
    pub(super) fn collision_probability(&self) -> f64 {
        let set: u64 = self.words.iter().map(|word| u64::from(word.count_ones())).sum();
        (set as f64 / (64 * self.words.len()) as f64).powi(FUNCTIONS as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look like fingerprints.
    fn spread(number: u64) -> u128 {
        let mut z = u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        z = (z ^ (z >> 60)).wrapping_mul(0xbf58_476d_1ce4_e5b9_94d0_49bb_1331_11eb);
        z ^ (z >> 57)
    }

    #[test]
    fn what_was_inserted_is_seen_and_little_else() {
        let mut bits = Bits::new(1 << 16);
        let new = (0..20_000).filter(|number| bits.insert(spread(*number)) == Insertion::New).count();
        assert!((0..20_000).all(|number| bits.insert(spread(number)) == Insertion::Seen));
        // 60,000 of 524,288 bits are set in the end, and one in 25 such triples would not be enough.
        assert!(new > 19_900, "{new} of 20,000 are told apart");
        assert!((0.0005..0.002).contains(&bits.collision_probability()), "{}", bits.collision_probability());
    }
}
