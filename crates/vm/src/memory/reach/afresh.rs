//! The same from all of memory rather than from the changes: slow, to check the other one.

use std::collections::{BTreeMap, BTreeSet};

use mazurka_machine::{Range, ThreadId};

use super::{Reacher, Roots};
use crate::address::{self, Place};
use crate::memory::{LINE, Memory, Region};

pub(super) struct Afresh {
    /// Start and end of every object.
    objects: BTreeMap<u64, u64>,
    /// The starts of the objects that are reached.
    reached: BTreeMap<Reacher, BTreeSet<u64>>,
}

impl Afresh {
    pub(super) fn new(memory: &Memory, roots: &[Roots]) -> Afresh {
        let objects = memory.regions.iter().enumerate().filter(|(number, _)| is_followed(*number));
        let objects: BTreeMap<u64, u64> =
            objects.flat_map(|(number, region)| runs(number as u32, region)).collect();
        let mut afresh = Afresh { objects, reached: BTreeMap::new() };
        let shared = [address::GLOBALS, address::LIBRARY, address::THREAD_KEYS];
        let shared = shared.into_iter().filter_map(|base| memory.regions.get(address::region(base)));
        let words =
            shared.flat_map(|region| region.bytes.as_chunks().0).map(|word| u64::from_le_bytes(*word));
        let words = words.chain(roots.iter().filter_map(|roots| roots.result));
        afresh.reach(memory, Reacher::Everyone, words.collect());
        for (number, roots) in roots.iter().enumerate() {
            let thread = ThreadId(number as u16);
            let stack = address::stack_of(thread);
            let own = afresh.objects.range(stack..stack + (1 << 32)).map(|(start, _)| *start);
            let words = own.chain(roots.own.iter().copied()).collect();
            afresh.reach(memory, Reacher::Thread(thread), words);
        }
        afresh
    }

    /// The objects that overlap a range, by their starts.
    pub(super) fn objects_in(&self, range: Range) -> impl Iterator<Item = u64> + '_ {
        let end = range.start.saturating_add(range.length);
        let objects = self.objects.range(..end).rev().take_while(move |(_, last)| **last > range.start);
        objects.map(|(start, _)| *start)
    }

    pub(super) fn reachers(&self, object: u64) -> impl Iterator<Item = Reacher> + '_ {
        self.reached.iter().filter(move |(_, objects)| objects.contains(&object)).map(|(reacher, _)| *reacher)
    }

    fn reach(&mut self, memory: &Memory, reacher: Reacher, mut pending: Vec<u64>) {
        let mut reached = BTreeSet::new();
        while let Some(word) = pending.pop() {
            // A pointer to the end still is one to the object: loops end there.
            if let Some((&start, &end)) = self.objects.range(..=word).next_back()
                && word <= end
                && reached.insert(start)
            {
                let first = start.next_multiple_of(8);
                let slots = (first..end).step_by(8).filter(|slot| slot + 8 <= end);
                pending.extend(slots.map(|slot| u64::from_le_bytes(memory.peek_raw(slot))));
            }
        }
        self.reached.insert(reacher, reached);
    }
}

/// Whether a region has objects.
fn is_followed(region: usize) -> bool {
    matches!(address::place(address::in_region(region as u32, 0)), Place::Stack(_) | Place::Heap(_))
}

/// The maximal runs of accessible bytes: start and end.
fn runs(number: u32, region: &Region) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for offset in 0..region.valid.len() * LINE {
        if region.valid[offset / LINE] >> (offset % LINE) & 1 == 1 {
            let at = address::in_region(number, offset);
            match runs.last_mut() {
                Some((_, end)) if *end == at => *end += 1,
                _ => runs.push((at, at + 1)),
            }
        }
    }
    runs
}
