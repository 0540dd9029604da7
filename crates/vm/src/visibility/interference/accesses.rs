//! Which bytes threads were seen to access, with which instructions, and holding which locks.
//!
//! By address: the addresses of objects do not depend on the interleaving. Of its own stack, a thread's accesses count only where
//! another thread was seen to access the same word: the first such access is a reason to repeat the search, because those of the
//! owner were not noted before.

use mazurka_analysis::future::FieldId;
use mazurka_machine::{Range, ThreadId, ThreadSet};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::InterferenceFigures;
use super::locks::{Locks, LocksetId};
use super::reasons::Reason;
use crate::address::{self, Place};
use crate::program::Program;
use crate::visibility::counted::{CountedOnce, Others};
use crate::visibility::{PlainAccess, Site, WORD};

/// A thread has accessed these bytes with this instruction, and with these locks, as far as they count.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(super) struct SeenAccess {
    thread: ThreadId,
    pub site: Site,
    start: u64,
    length: u64,
    writes: bool,
    held: LocksetId,
}

#[derive(Default)]
pub(super) struct Accesses {
    /// In the order in which they were seen.
    all: Vec<SeenAccess>,
    /// How many of them decide what is visible.
    in_force: usize,
    known: FxHashSet<SeenAccess>,
    /// By address.
    words: FxHashMap<u64, Word>,
    /// The threads with stacks that others have accessed.
    open_stacks: ThreadSet,
    /// What threads hold, where that counts.
    pub locks: Locks,
    /// Whether an access of this search would have been visible, had all facts been in force.
    pub has_learnt: bool,
}

#[derive(Default)]
struct Word {
    /// In the order of the facts.
    seen: Vec<SeenByte>,
    missed: Vec<Missed>,
}

/// Reads or writes of this search that were not visible.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Missed {
    writes: bool,
    held: LocksetId,
    /// Threads with which some of them would have been: had they been known to access the word.
    by: CountedOnce,
}

#[derive(Clone, Copy)]
struct SeenByte {
    fact: u32,
    /// Bit i: byte i of the word.
    bytes: u8,
    field: FieldId,
}

/// A word that was accessed invisibly.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct MissedWord {
    address: u64,
    missed: Vec<Missed>,
}

impl Accesses {
    pub(super) fn all(&self) -> &[SeenAccess] {
        &self.all
    }

    pub(super) fn in_force(&self) -> usize {
        self.in_force
    }

    pub(super) fn figures(&self) -> InterferenceFigures {
        let mut places: FxHashMap<(ThreadId, Site), Option<u64>> = FxHashMap::default();
        for &SeenAccess { thread, site, start, .. } in &self.all {
            let place = places.entry((thread, site)).or_insert(Some(start));
            *place = place.filter(|other| *other == start);
        }
        let determinate = places.values().filter(|place| place.is_some()).count();
        InterferenceFigures { pairs: places.len(), determinate }
    }

    /// Whether other threads were seen to access the stack of this one.
    #[inline]
    pub(super) fn is_open(&self, stack: ThreadId) -> bool {
        self.open_stacks.contains(stack)
    }

    pub(super) fn adopt(&mut self) {
        self.in_force = self.all.len();
        self.words.values_mut().for_each(|word| word.missed.clear());
        self.has_learnt = false;
    }

    pub(super) fn missed(&self) -> Vec<MissedWord> {
        let missed = self.words.iter().filter(|(_, word)| !word.missed.is_empty());
        let missed = missed.map(|(&address, word)| MissedWord { address, missed: word.missed.clone() });
        let mut missed: Vec<MissedWord> = missed.collect();
        missed.sort_unstable_by_key(|word| word.address);
        missed
    }

    pub(super) fn restore_missed(&mut self, missed: Vec<MissedWord>) {
        for MissedWord { address, missed } in missed {
            self.words.entry(address).or_default().missed = missed;
        }
    }

    /// A thread is about to make an access; `shares` is called with the fields of accesses to the same bytes that were seen before.
    pub(super) fn see(&mut self, access: &PlainAccess, field: FieldId, shares: impl FnMut(FieldId)) {
        let PlainAccess { thread, site, writes, .. } = *access;
        let Range { start, length } = accessed(access);
        let held = self.locks.held_by(thread);
        let seen = SeenAccess { thread, site, start, length, writes, held };
        let is_own = address::place(start) == Place::Stack(thread);
        if is_own && (!self.is_open(thread) || !self.is_new_on_own_stack(&seen)) {
            return;
        }
        if is_own || !self.known.contains(&seen) {
            self.add(seen, field, shares);
        }
    }

    /// Whether it accesses words that others have accessed, some of them in a way that was not seen.
    fn is_new_on_own_stack(&self, seen: &SeenAccess) -> bool {
        words(seen.range()).any(|(word, bytes)| {
            let is_it = |byte: &SeenByte| {
                let SeenAccess { thread, site, writes, held, .. } = self.all[byte.fact as usize];
                (thread, site, writes, held) == (seen.thread, seen.site, seen.writes, seen.held)
                    && bytes & !byte.bytes == 0
            };
            self.words.get(&word).is_some_and(|word| !word.seen.iter().any(is_it))
        })
    }

    pub(super) fn add(&mut self, seen: SeenAccess, field: FieldId, mut shares: impl FnMut(FieldId)) {
        let fact = self.all.len() as u32;
        self.all.push(seen);
        self.known.insert(seen);
        let owner = match address::place(seen.start) {
            Place::Stack(owner) => Some(owner),
            _ => None,
        };
        let is_own = owner == Some(seen.thread);
        for (address, bytes) in words(seen.range()) {
            let word = match is_own {
                true => self.words.get_mut(&address),
                false => Some(self.words.entry(address).or_default()),
            };
            let Some(word) = word else { continue };
            for other in word.seen.iter().filter(|other| other.bytes & bytes != 0) {
                shares(other.field);
            }
            // What the owner has accessed was not noted.
            self.has_learnt |= owner.is_some() && word.seen.is_empty();
            self.has_learnt |= word.missed.iter().any(|missed| {
                (missed.writes || seen.writes)
                    && missed.by.contains(seen.thread)
                    && !self.locks.exclude(missed.held, seen.held)
            });
            word.seen.push(SeenByte { fact, bytes, field });
        }
        if let Some(owner) = owner {
            self.open_stacks.insert(owner);
        }
    }

    /// Why an access to memory that another thread can reach is visible, if it is. `may_execute`: whether a thread may still execute
    /// an instruction.
    pub(super) fn reason(
        &mut self,
        access: &PlainAccess,
        others: &Others,
        mut may_execute: impl FnMut(ThreadId, Site) -> bool,
    ) -> Option<Reason> {
        let range = accessed(access);
        let holds = self.locks.held_by(access.thread);
        let mut has_learnt = false;
        for (address, bytes) in words(range) {
            let Some(word) = self.words.get(&address) else { continue };
            for seen in word.seen.iter().filter(|seen| seen.bytes & bytes != 0) {
                let SeenAccess { thread, site, writes, held, .. } = self.all[seen.fact as usize];
                let conflicts = (writes || access.writes)
                    && others.count(access.thread, thread)
                    && !self.locks.exclude(holds, held);
                if !conflicts || !may_execute(thread, site) {
                    continue;
                }
                if (seen.fact as usize) < self.in_force {
                    return Some(Reason { thread: Some(thread), site: Some(site), field: Some(seen.field) });
                }
                has_learnt = true;
            }
        }
        self.has_learnt |= has_learnt;
        for (address, _) in words(range) {
            if let Some(word) = self.words.get_mut(&address) {
                word.missed(access.writes, holds).add(access.thread, others);
            }
        }
        None
    }
}

impl Word {
    fn missed(&mut self, writes: bool, held: LocksetId) -> &mut CountedOnce {
        let is_it = |missed: &Missed| missed.writes == writes && missed.held == held;
        let at = self.missed.iter().position(is_it).unwrap_or_else(|| {
            self.missed.push(Missed { writes, held, by: CountedOnce::default() });
            self.missed.len() - 1
        });
        &mut self.missed[at].by
    }
}

impl MissedWord {
    pub(super) fn is_possible(&self, sets: usize) -> bool {
        self.missed.iter().all(|missed| (missed.held as usize) < sets)
    }
}

impl SeenAccess {
    fn range(&self) -> Range {
        Range { start: self.start, length: self.length }
    }

    pub(super) fn is_possible(&self, program: &Program, sets: usize) -> bool {
        self.site.is_in(program) && (self.held as usize) < sets
    }
}

/// What is accessed: one that runs over the end of memory fails there.
fn accessed(access: &PlainAccess) -> Range {
    let Range { start, length } = access.range;
    let is_own = address::place(start) == Place::Stack(access.thread);
    let length = match length {
        ..=WORD => length,
        // What a function takes away with its frame has gaps.
        long if is_own => long,
        long => long.min(access.memory.addressable(start, long) + 1),
    };
    Range { start, length }
}

/// The aligned words of a range, with the bytes of each that belong to it.
fn words(Range { start, length }: Range) -> impl Iterator<Item = (u64, u8)> {
    let end = start.saturating_add(length);
    let words = (start & !(WORD - 1)..end).step_by(WORD as usize).map(move |word| {
        let first = start.saturating_sub(word);
        let behind = (end - word).min(WORD);
        (word, (0xff_u64 << first) as u8 & (0xff_u64 >> (WORD - behind)) as u8)
    });
    words.filter(|(_, bytes)| *bytes != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cut_into_words() {
        let words = |start, length| words(Range { start, length }).collect::<Vec<_>>();
        assert_eq!(words(16, 8), [(16, 0xff)]);
        assert_eq!(words(18, 2), [(16, 0b1100)]);
        assert_eq!(words(22, 12), [(16, 0b1100_0000), (24, 0xff), (32, 0b11)]);
        assert_eq!(words(16, 0), []);
        assert_eq!(words(17, 0), []);
    }
}
