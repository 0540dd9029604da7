//! What is reached, from all of memory rather than from the changes: slow, to check the other one.

use std::collections::{BTreeMap, BTreeSet};

use mazurka_machine::ThreadId;

use super::objects::stack_owner;
use super::pointers::{is_object, is_root};
use super::{Reacher, Roots};
use crate::address;
use crate::memory::{LINE, Memory, Region};

/// Start and end of every object, and who reaches it: everyone, or else these threads.
pub(super) type ByObject = BTreeMap<(u64, u64), BTreeSet<Reacher>>;

pub(super) fn reached(memory: &Memory, roots: &[Roots], exposed: &[u64]) -> ByObject {
    let regions = (0..).map(|number| address::in_region(number, 0)).zip(&memory.regions);
    let objects = regions.clone().filter(|(base, _)| is_object(*base));
    let objects: BTreeMap<u64, u64> = objects.flat_map(|(base, region)| runs(base, region)).collect();
    let words = regions.filter(|(base, _)| is_root(*base)).flat_map(|(base, region)| {
        let words = region.bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
        (base..).step_by(8).map(address::owner_of_value).zip(words)
    });
    let (of_threads, words): (Vec<_>, Vec<_>) = words.partition(|(owner, _)| owner.is_some());
    let words = words.into_iter().map(|(_, word)| word);
    let words = words.chain(exposed.iter().copied()).collect();
    let by_everyone = reached_from(memory, &objects, words);
    let mut all: ByObject = objects.iter().map(|(&start, &end)| ((start, end), BTreeSet::new())).collect();
    let with_stacks = objects.keys().filter_map(|start| stack_owner(*start));
    let with_roots = (0..roots.len()).map(|number| ThreadId(number as u16));
    let with_values = of_threads.iter().filter_map(|(owner, _)| *owner);
    for thread in with_stacks.chain(with_roots).chain(with_values).collect::<BTreeSet<_>>() {
        let own = objects.keys().copied().filter(|start| stack_owner(*start) == Some(thread));
        let roots = roots
            .get(thread.index())
            .into_iter()
            .flat_map(|roots| roots.own.iter().chain(&roots.result).copied());
        let values = of_threads.iter().filter(|(owner, _)| *owner == Some(thread)).map(|(_, word)| *word);
        let words = own.chain(roots).chain(values).collect();
        for start in reached_from(memory, &objects, words) {
            all.entry((start, objects[&start])).or_default().insert(Reacher::Thread(thread));
        }
    }
    for start in by_everyone {
        all.insert((start, objects[&start]), BTreeSet::from([Reacher::Everyone]));
    }
    all
}

/// The starts of the objects that these words lead to.
fn reached_from(memory: &Memory, objects: &BTreeMap<u64, u64>, mut words: Vec<u64>) -> BTreeSet<u64> {
    let mut reached = BTreeSet::new();
    while let Some(word) = words.pop() {
        if let Some((&start, &end)) = objects.range(..=word).next_back()
            && word <= end
            && reached.insert(start)
        {
            let slots = (start.next_multiple_of(8)..end).step_by(8).filter(|slot| slot + 8 <= end);
            words.extend(slots.map(|slot| u64::from_le_bytes(memory.peek_raw(slot))));
        }
    }
    reached
}

/// The maximal runs of accessible bytes: start and end.
fn runs(base: u64, region: &Region) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for (line, valid) in region.valid.iter().enumerate().filter(|(_, valid)| **valid != 0) {
        for bit in (0..LINE).filter(|bit| valid >> bit & 1 == 1) {
            let at = base + (line * LINE + bit) as u64;
            match runs.last_mut() {
                Some((_, end)) if *end == at => *end += 1,
                _ => runs.push((at, at + 1)),
            }
        }
    }
    runs
}
