//! Where the blocks of the heaps are, and what is free between them, where addresses are used again.
//!
//! All of this follows from the headers in memory. It is kept so that no list of blocks has to be walked: what `malloc` and
//! `free` cost does not depend on how many blocks there are.

use std::collections::{BTreeMap, BTreeSet};

use super::heap::{FIRST_BLOCK, HEADER, end_of};
use crate::address;

#[derive(Default)]
pub(super) struct Places {
    /// All blocks, live and freed, by address, with their sizes.
    blocks: BTreeMap<u64, u64>,
    freed: BTreeSet<u64>,
    /// Where there is room for a block below another one: start and end.
    gaps: BTreeMap<u64, u64>,
    /// What has changed, in order.
    log: Vec<Change>,
}

#[derive(Clone, Copy)]
enum Change {
    Allocated { block: u64 },
    Freed { block: u64 },
    Forgotten { block: u64, size: u64 },
}

/// What a block takes at least: its header and the room behind it.
const SMALLEST: u64 = HEADER + end_of(0, 0);

impl Places {
    pub(super) fn allocated(&mut self, block: u64, size: u64) {
        self.insert(block, size);
        self.log.push(Change::Allocated { block });
    }

    pub(super) fn freed(&mut self, block: u64) {
        self.freed.insert(block);
        self.log.push(Change::Freed { block });
    }

    pub(super) fn forgotten(&mut self, block: u64) {
        self.freed.remove(&block);
        if let Some(size) = self.remove(block) {
            self.log.push(Change::Forgotten { block, size });
        }
    }

    /// How many changes there were: [`Places::rewind`] undoes those that follow.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    pub(super) fn rewind(&mut self, to: usize) {
        for change in self.log.split_off(to).into_iter().rev() {
            match change {
                Change::Allocated { block } => drop(self.remove(block)),
                Change::Freed { block } => drop(self.freed.remove(&block)),
                Change::Forgotten { block, size } => {
                    self.insert(block, size);
                    self.freed.insert(block);
                }
            }
        }
    }

    pub(super) fn undo_bytes(&self) -> usize {
        self.log.capacity() * size_of::<Change>()
    }

    /// The freed blocks, by address.
    pub(super) fn freed_blocks(&self) -> &BTreeSet<u64> {
        &self.freed
    }

    /// The lowest place below another block of a heap where a new one fits, and that other block.
    pub(super) fn between_blocks(&self, base: u64, size: u64, align: u64) -> Option<(u64, u64)> {
        let gaps = self.gaps.range(base..base + (1 << 32));
        let mut places = gaps.map(|(start, end)| ((start + HEADER).next_multiple_of(align), *end));
        let (block, end) = places.find(|(block, end)| end_of(*block, size) <= *end)?;
        Some((block, end + HEADER))
    }

    /// The blocks next to an address in its heap.
    pub(super) fn below(&self, address: u64) -> Option<u64> {
        let base = address - address::offset(address) as u64;
        self.blocks.range(base..address).next_back().map(|(block, _)| *block)
    }

    pub(super) fn above(&self, address: u64) -> Option<u64> {
        let base = address - address::offset(address) as u64;
        self.blocks.range(address + 1..base + (1 << 32)).next().map(|(block, _)| *block)
    }

    fn insert(&mut self, block: u64, size: u64) {
        self.blocks.insert(block, size);
        self.set_gap(self.end_below(block), Some(block));
        self.set_gap(end_of(block, size), self.above(block));
    }

    fn remove(&mut self, block: u64) -> Option<u64> {
        let size = self.blocks.remove(&block)?;
        self.gaps.remove(&end_of(block, size));
        self.set_gap(self.end_below(block), self.above(block));
        Some(size)
    }

    /// The end of the block below an address.
    fn end_below(&self, address: u64) -> u64 {
        match self.below(address) {
            Some(below) => end_of(below, self.blocks[&below]),
            None => address - address::offset(address) as u64 + FIRST_BLOCK,
        }
    }

    /// From here on there is nothing up to this block, or up to the end.
    fn set_gap(&mut self, start: u64, above: Option<u64>) {
        match above.map(|above| above - HEADER) {
            Some(end) if end >= start + SMALLEST => drop(self.gaps.insert(start, end)),
            _ => drop(self.gaps.remove(&start)),
        }
    }
}
