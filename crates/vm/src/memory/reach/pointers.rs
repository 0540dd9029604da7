//! The pointers of a state: where they are, and where they lead to.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

use mazurka_machine::ThreadId;

use super::Reacher;
use crate::address::{self, Place};

/// Where a pointer is: the address of an aligned word, or one of the places outside of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Slot(u64);

/// No addresses of memory.
const REGISTERS: u64 = 1 << 63;
const RESULTS: u64 = 1 << 62;

/// A word that could be an address in an object. Sorted by that address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Pointer {
    pub to: u64,
    pub at: Slot,
}

/// What a slot belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Owner {
    /// It is where reachability starts.
    Root(Reacher),
    /// The object that this address is in.
    Object(u64),
}

impl Slot {
    pub(super) fn word(address: u64) -> Slot {
        Slot(address)
    }

    /// The registers of a thread, and what it waits for.
    pub(super) fn registers(thread: ThreadId) -> Slot {
        Slot(REGISTERS | u64::from(thread.0))
    }

    /// The result of a thread, which reaches it on behalf of the one that will join it.
    pub(super) fn result(thread: ThreadId) -> Slot {
        Slot(RESULTS | u64::from(thread.0))
    }

    /// What all threads may have, wherever they keep it.
    pub(super) const EXPOSED: Slot = Slot(RESULTS | 1 << 32);

    /// Its address, if it has one.
    fn in_memory(self) -> Option<u64> {
        (self.0 < RESULTS).then_some(self.0)
    }

    pub(super) fn owner(self) -> Owner {
        match self.0 {
            _ if self == Slot::EXPOSED => Owner::Root(Reacher::Everyone),
            word if word >= RESULTS => Owner::Root(Reacher::Thread(ThreadId(word as u16))),
            word if is_object(word) => Owner::Object(word),
            word => Owner::Root(address::owner_of_value(word).map_or(Reacher::Everyone, Reacher::Thread)),
        }
    }
}

/// Whether the memory at an address belongs to objects.
#[inline]
pub(super) fn is_object(address: u64) -> bool {
    matches!(address::place(address), Place::Stack(_) | Place::Heap(_))
}

/// Whether the memory at an address belongs to no object, but may contain pointers to some.
pub(super) fn is_root(address: u64) -> bool {
    [address::GLOBALS, address::LIBRARY, address::THREAD_KEYS]
        .into_iter()
        .any(|base| address::region(base) == address::region(address))
}

#[derive(Default)]
pub(super) struct Pointers {
    /// Those in memory, by their places.
    words: BTreeMap<u64, u64>,
    /// All, by where they lead to.
    all: BTreeSet<Pointer>,
    /// How many each thread has outside of memory.
    outside: BTreeMap<ThreadId, usize>,
}

impl Pointers {
    pub(super) fn insert(&mut self, pointer: Pointer) {
        let is_new = self.all.insert(pointer);
        if let Some(word) = pointer.at.in_memory() {
            self.words.insert(word, pointer.to);
        } else if let (Owner::Root(Reacher::Thread(thread)), true) = (pointer.at.owner(), is_new) {
            *self.outside.entry(thread).or_default() += 1;
        }
    }

    pub(super) fn remove(&mut self, pointer: Pointer) {
        let was_there = self.all.remove(&pointer);
        if let Some(word) = pointer.at.in_memory() {
            self.words.remove(&word);
        } else if let (Owner::Root(Reacher::Thread(thread)), true) = (pointer.at.owner(), was_there)
            && let Some(count) = self.outside.get_mut(&thread)
        {
            *count -= 1;
        }
    }

    pub(super) fn contains(&self, pointer: Pointer) -> bool {
        self.all.contains(&pointer)
    }

    /// The pointer in a word of memory; 0 if there is none.
    pub(super) fn at_word(&self, word: u64) -> u64 {
        self.words.get(&word).copied().unwrap_or(0)
    }

    /// Whether a thread has pointers from which it reaches something: on its stack, among its data or outside of memory.
    pub(super) fn has_roots(&self, thread: ThreadId) -> bool {
        let values = address::value_of_key(thread, 0)..address::value_of_key(thread, address::MOST_KEYS);
        let stack = address::stack_of(thread)..address::heap_of(thread);
        let is_outside = self.outside.get(&thread).is_some_and(|count| *count > 0);
        is_outside || self.within(values).chain(self.within(stack)).next().is_some()
    }

    /// The pointers in these words of memory.
    pub(super) fn within(&self, words: Range<u64>) -> impl Iterator<Item = Pointer> + '_ {
        self.words.range(words).map(|(&at, &to)| Pointer { to, at: Slot(at) })
    }

    /// The pointers to these addresses.
    pub(super) fn leading_to(&self, addresses: RangeInclusive<u64>) -> impl Iterator<Item = Pointer> + '_ {
        let first = Pointer { to: *addresses.start(), at: Slot(0) };
        let last = Pointer { to: *addresses.end(), at: Slot(u64::MAX) };
        self.all.range(first..=last).copied()
    }
}
