//! The memory's part of the state fingerprint: a sum over its words, so that a change costs what it has changed.

use std::collections::BTreeMap;
use std::ops::Range;

use mazurka_machine::{Footprint, Range as Bytes};
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::{LINE, Memory, Region, byte_mask};
use crate::address;

pub(super) struct Sum {
    value: u128,
    enabled: bool,
    /// Whether it is part of the state which bytes were written.
    with_defined: bool,
}

/// The part of a line that belongs to the state: its bytes as words, which of them are accessible, and which were written.
pub(super) type LineWords = [u64; LINE_WORDS];
const LINE_WORDS: usize = LINE / 8 + 2;

impl Sum {
    pub(super) fn new(with_defined: bool) -> Sum {
        Sum { value: 0, enabled: false, with_defined }
    }

    /// Starts from the current memory, or stays off.
    pub(super) fn start(&mut self, enabled: bool, regions: &[Region]) {
        self.enabled = enabled;
        self.value = if enabled { self.afresh(regions) } else { 0 };
    }

    pub(super) fn enabled(&self) -> bool {
        self.enabled
    }

    pub(super) fn value(&self) -> u128 {
        self.value
    }

    pub(super) fn set(&mut self, value: u128) {
        self.value = value;
    }

    /// Takes a change into account.
    #[inline]
    pub(super) fn add(&mut self, change: u128) {
        self.value = self.value.wrapping_add(change);
    }

    /// The sum of all lines as they are.
    pub(super) fn afresh(&self, regions: &[Region]) -> u128 {
        let mut sum = 0_u128;
        for (number, region) in regions.iter().enumerate() {
            let lines = region.bytes.as_chunks::<LINE>().0;
            // Most lines are empty, and add nothing.
            let is_used =
                |(index, bytes): &(usize, &[u8; LINE])| region.valid[*index] != 0 || **bytes != [0; LINE];
            for (index, _) in lines.iter().enumerate().filter(is_used) {
                let at = address::in_region(number as u32, index * LINE);
                sum = sum.wrapping_add(change(at, &[0; LINE_WORDS], &self.line_now(region, index)));
            }
        }
        sum
    }

    #[inline]
    pub(super) fn line_now(&self, region: &Region, index: usize) -> LineWords {
        let bytes = &region.bytes[index * LINE..(index + 1) * LINE];
        self.line(bytes, region.valid[index], region.lines[index].defined)
    }

    #[inline]
    pub(super) fn line(&self, bytes: &[u8], valid: u64, defined: u64) -> LineWords {
        let mut words = [0; LINE_WORDS];
        // Here and below by index: `zip` is called as a function where the units of the crate are not optimised together.
        for (index, bytes) in bytes.as_chunks().0.iter().enumerate() {
            words[index] = u64::from_le_bytes(*bytes);
        }
        words[LINE / 8] = valid;
        words[LINE / 8 + 1] = if self.with_defined { defined & valid } else { 0 };
        words
    }
}

/// What the sum changes by where the line at an address changes.
#[inline]
pub(super) fn change(address: u64, before: &LineWords, after: &LineWords) -> u128 {
    let mut sum = 0_u128;
    for (index, &after) in after.iter().enumerate() {
        if before[index] != after {
            sum = sum.wrapping_add(change_of_word(address, index, before[index], after));
        }
    }
    sum
}

/// The same where only the n-th of the words of the line changes.
#[inline]
pub(super) fn change_of_word(address: u64, index: usize, before: u64, after: u64) -> u128 {
    // Lines are further apart than that.
    let place = address + index as u64;
    of_word(place, after).wrapping_sub(of_word(place, before))
}

/// The same where only changes which bytes may be touched.
#[inline]
pub(super) fn change_of_valid(address: u64, before: u64, after: u64) -> u128 {
    change_of_word(address, LINE / 8, before, after)
}

/// What a word adds to the sum. Zero adds nothing: how far a region has grown is history, not state.
///
/// The place chooses a multiplier for the word, so that changes of two words cannot cancel out just because they are
/// opposite; the rest spreads the product over all bits.
#[inline]
fn of_word(place: u64, word: u64) -> u128 {
    const ODD: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    const OTHER_ODD: u128 = 0xbf58_476d_1ce4_e5b9_94d0_49bb_1331_11eb;
    if word == 0 {
        return 0;
    }
    let keys = u128::from(place).wrapping_mul(ODD);
    let keys = keys ^ keys >> 59;
    let product = u128::from(word ^ keys as u64) * u128::from((keys >> 64) as u64 | 1);
    let mixed = (product ^ product >> 64).wrapping_mul(OTHER_ODD);
    mixed ^ mixed >> 64
}

impl Memory {
    /// A hash of the bytes that these footprints read, and of whether they may be read.
    pub fn content(&self, footprints: &[Footprint]) -> u128 {
        footprints.iter().fold(0, |sum, part| {
            let mut input = [0; LINE + 16];
            if let Some(region) = self.regions.get(address::region(part.line))
                && let index = address::offset(part.line) / LINE
                && let Some(line) = region.lines.get(index)
            {
                let bytes = &region.bytes[index * LINE..(index + 1) * LINE];
                for run in runs(part.reads) {
                    input[run.clone()].copy_from_slice(&bytes[run]);
                }
                input[LINE..LINE + 8].copy_from_slice(&(region.valid[index] & part.reads).to_le_bytes());
                input[LINE + 8..].copy_from_slice(&(line.defined & part.reads).to_le_bytes());
            }
            sum.wrapping_add(xxh3_128_with_seed(&input, part.line))
        })
    }
}

impl Memory {
    /// What the fingerprint has more than it would have if some bytes were zero, but for those of words that look like pointers.
    pub fn surplus(&self, bytes: &[Bytes]) -> u128 {
        let mut masks: BTreeMap<u64, u64> = BTreeMap::new();
        for address in bytes.iter().flat_map(|range| range.start..range.start + range.length) {
            *masks.entry(address / 8 * 8).or_default() |= 0xff << (8 * (address % 8));
        }
        masks.into_iter().fold(0, |sum, (address, mask)| {
            let word = u64::from_le_bytes(self.peek_raw(address));
            if address::is_in_heap(word) {
                return sum;
            }
            let line = address / LINE as u64 * LINE as u64;
            let place = line + (address - line) / 8;
            sum.wrapping_add(of_word(place, word).wrapping_sub(of_word(place, word & !mask)))
        })
    }
}

/// Where a mask has bits, one after another.
pub(super) fn runs(mut mask: u64) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        let start = (mask != 0).then(|| mask.trailing_zeros())?;
        let length = (mask >> start).trailing_ones();
        mask &= !(byte_mask(length as usize) << start);
        Some(start as usize..(start + length) as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All states of nine words that have one of four values each: no two sums are the same, and few agree in 32 bits, wherever
    /// these are taken from. By chance, 8 pairs do. Where the changes of a few words cancel out, all states in which the others
    /// are the same agree: with four or fewer of nine words that is a thousand and more.
    #[test]
    fn sums_of_few_similar_words_are_spread_over_all_bits() {
        let neighbours: Vec<u64> = (0..9).map(|index| 0x10_0000_0040 + index).collect();
        let far_apart: Vec<u64> = (0..9).map(|line| 0x10_0000_0000 + LINE as u64 * line).collect();
        let values = [[0, 1, 2, 3], [0, 1, 1 << 8, 1 << 32], [0, u64::MAX, u64::MAX - 1, 1 << 63]];
        for (places, values) in [&neighbours, &far_apart].into_iter().flat_map(|p| values.map(|v| (p, v))) {
            let sums = places.iter().fold(vec![0u128], |sums, &place| {
                let with = |sum: u128| values.map(|value| sum.wrapping_add(of_word(place, value)));
                sums.into_iter().flat_map(with).collect()
            });
            assert_eq!(equal_neighbours(sums.clone()), 0, "{values:?}");
            for shift in (0..=96).step_by(16) {
                let pairs =
                    equal_neighbours(sums.iter().map(|sum| u128::from((sum >> shift) as u32)).collect());
                assert!(pairs < 256, "{pairs} pairs agree from bit {shift} on: {values:?} at {places:x?}");
            }
        }
    }

    fn equal_neighbours(mut numbers: Vec<u128>) -> usize {
        numbers.sort_unstable();
        numbers.windows(2).filter(|pair| pair[0] == pair[1]).count()
    }
}
