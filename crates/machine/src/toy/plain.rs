//! Plain accesses: what a step touches besides its operation.

use super::Toy;
use super::local::hash;
use crate::{Footprint, Footprinted, Range};

impl Footprinted for Toy<'_> {
    fn footprint(&self) -> &[Footprint] {
        &self.footprint
    }

    fn code(&self) -> u64 {
        0
    }

    fn released(&self) -> &[Range] {
        &self.released
    }

    /// There is nothing but registers and variables, unless there is a heap.
    fn is_self_contained(&self) -> bool {
        self.program.cells == 0
    }

    fn content(&self, footprints: &[Footprint]) -> u128 {
        let is_read = |variable: &usize| {
            let start = 8 * *variable as u64;
            footprints.iter().any(|part| part.line == start & !63 && part.reads >> (start & 63) & 0xff != 0)
        };
        let read: Vec<_> = (0..self.program.variables).filter(is_read).collect();
        hash(&read.into_iter().map(|variable| (variable, self.value(variable))).collect::<Vec<_>>())
    }
}

/// Takes note of an access to a variable, of which 8 make a line.
pub(super) fn note(footprint: &mut Vec<Footprint>, variable: usize, writes: bool) {
    let start = 8 * variable as u64;
    let (line, mask) = (start & !63, 0xff << (start & 63));
    let at = footprint.iter().position(|part| part.line == line).unwrap_or_else(|| {
        footprint.push(Footprint { line, reads: 0, writes: 0 });
        footprint.len() - 1
    });
    let part = &mut footprint[at];
    if writes { part.writes |= mask } else { part.reads |= mask }
}
