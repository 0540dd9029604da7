//! Where threads have been in loops since they last changed anything, with undo.

use std::ops::Range;

use mazurka_machine::ThreadId;
use xxhash_rust::xxh3::xxh3_128_with_seed;

/// The hashes of all threads' sets, those of futures that were rewound included.
#[derive(Default)]
pub(super) struct Hashes {
    lists: Vec<Vec<u128>>,
}

/// A set of hashes: a part of the list of its thread. Later ones in the list are of a future that was rewound.
#[derive(Clone, Default)]
pub(super) struct Set {
    part: Range<usize>,
    /// The sum of the hashes, which depends neither on their order nor on how often each was added.
    pub sum: u128,
}

/// A set that would become larger is emptied.
const MOST: usize = 1024;

impl Hashes {
    pub(super) fn of(&self, thread: ThreadId, set: &Set) -> &[u128] {
        self.lists.get(thread.index()).and_then(|list| list.get(set.part.clone())).unwrap_or_default()
    }

    /// Adds a hash to a set. `false` if it was there.
    pub(super) fn add(&mut self, thread: ThreadId, set: &mut Set, hash: u128) -> bool {
        if self.lists.len() <= thread.index() {
            self.lists.resize_with(thread.index() + 1, Vec::new);
        }
        let list = &mut self.lists[thread.index()];
        list.truncate(set.part.end);
        if list[set.part.start..].contains(&hash) {
            return false;
        }
        if set.part.len() >= MOST {
            set.clear();
        }
        list.push(hash);
        set.part.end += 1;
        set.sum = set.sum.wrapping_add(xxh3_128_with_seed(&hash.to_le_bytes(), thread.0 as u64));
        true
    }
}

impl Set {
    pub(super) fn clear(&mut self) {
        *self = Set { part: self.part.end..self.part.end, sum: 0 };
    }
}
