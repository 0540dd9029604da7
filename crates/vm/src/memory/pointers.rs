//! How many words of memory point to each heap address: a freed block can be forgotten when no word points to it.
//!
//! The counts follow every change of memory, and every rewind, from the saved lines. So finding out whether there is a
//! pointer to a block needs no scan of all memory; the cost depends on what a step has written.

use std::collections::BTreeMap;
use std::ops::Range;

use super::undo::SavedLine;
use super::{LINE, Memory, Region};
use crate::address;

/// Counted by value: an integer that looks like a pointer counts, too. `None` until a block is freed.
#[derive(Default)]
pub(super) struct Pointers(Option<BTreeMap<u64, u32>>);

impl Pointers {
    pub(super) fn enabled(&self) -> bool {
        self.0.is_some()
    }

    /// A word of memory changes.
    #[inline]
    pub(super) fn replace(&mut self, before: u64, after: u64) {
        let Some(counts) = &mut self.0 else { return };
        if before == after {
            return;
        }
        if address::is_in_heap(after) {
            *counts.entry(after).or_insert(0) += 1;
        }
        if address::is_in_heap(before)
            && let Some(count) = counts.get_mut(&before)
        {
            *count -= 1;
            if *count == 0 {
                counts.remove(&before);
            }
        }
    }

    /// A line that was saved as this becomes what it is now; or the other way round, when it is rewound.
    #[inline]
    pub(super) fn replace_line(&mut self, saved: &SavedLine, regions: &[Region], rewinds: bool) {
        words_since(saved, regions).for_each(|(before, after)| match rewinds {
            true => self.replace(after, before),
            false => self.replace(before, after),
        });
    }
}

/// The words of a line as it was saved, each with what it is now.
#[inline]
fn words_since<'l>(saved: &'l SavedLine, regions: &'l [Region]) -> impl Iterator<Item = (u64, u64)> + 'l {
    let region = &regions[saved.region as usize];
    let now = region.bytes[saved.index as usize * LINE..][..LINE].as_chunks().0;
    let words = saved.bytes.as_chunks().0.iter().zip(now).filter(|_| !region.read_only);
    words.map(|(before, after)| (u64::from_le_bytes(*before), u64::from_le_bytes(*after)))
}

impl Memory {
    /// From now on pointers are counted, if changes can be rewound: the counts follow from what is saved for that.
    pub(super) fn start_counting_pointers(&mut self) {
        if self.pointers.enabled() || !self.is_recording() {
            return;
        }
        let mut pointers = Pointers(Some(BTreeMap::new()));
        self.words().for_each(|word| pointers.replace(0, word));
        self.pointers = pointers;
        // What was written since the last seal will be counted with the next one.
        self.count_unsealed(true);
    }

    /// Whether an aligned word of memory that can change, be it the program's or the library's own, is one of these
    /// addresses, which are of a heap.
    pub fn has_pointer_into(&self, addresses: Range<u64>) -> bool {
        let scan = || self.words().any(|word| addresses.contains(&word));
        let Some(counts) = &self.pointers.0 else { return scan() };
        let mut count: i64 = counts.range(addresses.clone()).map(|(_, count)| i64::from(*count)).sum();
        // What was written since the last seal is not counted yet.
        for (before, after) in self.unsealed().flat_map(|saved| words_since(saved, &self.regions)) {
            count += i64::from(addresses.contains(&after)) - i64::from(addresses.contains(&before));
        }
        debug_assert_eq!(count > 0, scan(), "pointers to {addresses:x?} were counted wrongly");
        count > 0
    }

    /// All aligned words of memory that can change.
    pub(super) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let regions = self.regions.iter().filter(|region| !region.read_only);
        let chunks = regions.flat_map(|region| region.bytes.as_chunks().0);
        chunks.map(|&word| u64::from_le_bytes(word))
    }
}
