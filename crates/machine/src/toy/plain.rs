//! Plain accesses: what a step touches besides its operation.

use super::Toy;
use super::local::hash;
use crate::{Footprint, Footprinted, Range};

impl Footprinted for Toy<'_> {
    fn content(&self, footprints: &[Footprint]) -> u128 {
        let bytes = footprints.iter().flat_map(|part| {
            let is_read = |bit: &u64| part.reads >> bit & 1 != 0;
            (0..64).filter(is_read).map(|bit| part.line + bit)
        });
        let read = bytes.map(|address| (address, self.state.memory.get(address as usize)));
        hash(&read.collect::<Vec<_>>())
    }
}

/// Takes note of an access to a range.
pub(super) fn note(footprint: &mut Vec<Footprint>, range: Range, writes: bool) {
    for Footprint { line, reads: mask, .. } in Footprint::reading(range) {
        let at = footprint.iter().position(|part| part.line == line).unwrap_or_else(|| {
            footprint.push(Footprint { line, reads: 0, writes: 0 });
            footprint.len() - 1
        });
        let part = &mut footprint[at];
        if writes { part.writes |= mask } else { part.reads |= mask }
    }
}
