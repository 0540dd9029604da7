//! The memory that a step accesses: the program's plain accesses, noted line by line where this is enabled.
//!
//! Other accesses are not noted: atomic ones ([`Memory::write_atomically`]), the library's own to its hidden state
//! (`peek…`, `…_raw`), and making memory available. Taking memory away counts as writing all of its accessible bytes.

use mazurka_machine::{Footprint, Range};

use super::{LINE, Memory, Region, bulk, byte_mask};
use crate::address;

#[derive(Default)]
pub(super) struct Notes {
    /// `wanted` and not `hidden`.
    on: bool,
    wanted: bool,
    hidden: bool,
    /// Accesses are to memory that no other thread can reach.
    as_fresh: bool,
    /// Accesses are those of the operation itself.
    as_operation: bool,
    noted: Noted,
}

/// What was noted.
#[derive(Default)]
pub struct Noted {
    lines: Vec<Footprint>,
    /// Accesses to memory that no other thread can reach; a line may be there several times.
    fresh: Vec<Footprint>,
    /// Accesses that are parts of the operation; a line may be there several times.
    operation: Vec<Footprint>,
    /// The blocks that were forgotten.
    released: Vec<Range>,
    /// A hash of the code that ran.
    code: u64,
    /// There may have been an access or effect without a note.
    incomplete: bool,
}

impl Memory {
    /// Forgets what was noted.
    pub fn clear_notes(&mut self) {
        self.notes.noted.lines.clear();
        self.notes.noted.fresh.clear();
        self.notes.noted.operation.clear();
        self.notes.noted.released.clear();
        self.notes.noted.code = 0;
        self.notes.noted.incomplete = false;
        self.hide(false);
    }

    /// Turns notes on or off.
    pub fn set_noting(&mut self, wanted: bool) {
        self.notes.wanted = wanted;
        self.notes.on = wanted && !self.notes.hidden;
    }

    pub fn is_noting(&self) -> bool {
        self.notes.wanted
    }

    /// While hidden, accesses are not the program's.
    pub fn hide(&mut self, hidden: bool) {
        self.notes.hidden = hidden;
        self.notes.noted.incomplete |= hidden;
        self.notes.on = self.notes.wanted && !hidden;
    }

    /// Takes note that there is more to what happens than can be noted.
    #[inline]
    pub fn note_more(&mut self) {
        self.notes.noted.incomplete = true;
    }

    /// Whether the notes cover all accesses and effects since they were last cleared.
    pub fn notes_are_complete(&self) -> bool {
        !self.notes.noted.incomplete
    }

    /// Notes which code runs: a hash of its position.
    #[inline]
    pub fn note_code(&mut self, position: u64) {
        if self.notes.wanted {
            let code = &mut self.notes.noted.code;
            *code = (code.rotate_left(5) ^ position).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }

    /// The hash of the code that ran since the notes were last cleared.
    pub fn noted_code(&self) -> u64 {
        self.notes.noted.code
    }

    /// The accesses since the notes were last cleared, each line once.
    pub fn notes(&self) -> &[Footprint] {
        &self.notes.noted.lines
    }

    /// The same for memory that no other thread can reach; a line may be there several times.
    pub fn fresh_notes(&self) -> &[Footprint] {
        &self.notes.noted.fresh
    }

    /// The accesses that are parts of the operation; a line may be there several times.
    pub fn operation_notes(&self) -> &[Footprint] {
        &self.notes.noted.operation
    }

    /// Notes the accesses from now on as parts of the operation, or no more.
    pub fn note_as_operation(&mut self, as_operation: bool) {
        self.notes.as_operation = as_operation;
    }

    /// Whether accesses are noted as those to memory that no other thread can reach; returns whether they were.
    pub fn note_as_fresh(&mut self, as_fresh: bool) -> bool {
        std::mem::replace(&mut self.notes.as_fresh, as_fresh)
    }

    #[inline]
    pub fn noting_fresh<T>(&mut self, access: impl FnOnce(&mut Memory) -> T) -> T {
        self.notes.as_fresh = true;
        let result = access(self);
        self.notes.as_fresh = false;
        result
    }

    /// Notes a block that no thread can use any more.
    pub(super) fn note_released(&mut self, block: Range) {
        self.notes.noted.released.push(block);
    }

    /// The blocks that were forgotten since the notes were last cleared.
    pub fn released(&self) -> &[Range] {
        &self.notes.noted.released
    }

    /// Adds earlier notes.
    pub fn note_again(&mut self, lines: &[Footprint], code: u64) {
        self.notes.noted.lines.extend_from_slice(lines);
        self.notes.noted.code = code;
    }

    /// Puts aside what was noted, in exchange for what was put aside before.
    pub fn swap_notes(&mut self, notes: Noted) -> Noted {
        std::mem::replace(&mut self.notes.noted, notes)
    }

    /// Takes note of a read that was allowed.
    #[inline]
    pub fn note_read(&mut self, address: u64, length: u64) {
        if self.notes.on {
            self.note(address, length, |line, mask| line.reads |= mask);
        }
    }

    /// Takes note of a write that was allowed.
    #[inline]
    pub fn note_write(&mut self, address: u64, length: u64) {
        if self.notes.on {
            self.note(address, length, |line, mask| line.writes |= mask);
        }
    }

    /// Takes note that bytes of a line are taken away.
    #[inline]
    pub(super) fn note_close(&mut self, region: usize, index: usize, mask: u64) {
        if self.notes.on {
            let start = address::in_region(region as u32, 0);
            let kind = self.notes.kind();
            self.notes.noted.line(kind, &mut self.regions[region], start, index).writes |= mask;
        }
    }

    #[inline]
    fn note(&mut self, address: u64, length: u64, set: impl Fn(&mut Footprint, u64)) {
        let (start, base) = (address::offset(address), address - address::offset(address) as u64);
        let Some(region) = self.regions.get_mut(address::region(address)) else { return };
        if region.read_only || length == 0 {
            return;
        }
        let (kind, notes) = (self.notes.kind(), &mut self.notes.noted);
        if start % LINE + length as usize <= LINE {
            let mask = byte_mask(length as usize) << (start % LINE);
            set(notes.line(kind, region, base, start / LINE), mask);
        } else {
            bulk::lines(&(start..start + length as usize))
                .for_each(|(index, mask)| set(notes.line(kind, region, base, index), mask));
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Fresh,
    Operation,
}

impl Notes {
    #[inline]
    fn kind(&self) -> Kind {
        match (self.as_operation, self.as_fresh) {
            (true, _) => Kind::Operation,
            (false, true) => Kind::Fresh,
            (false, false) => Kind::Plain,
        }
    }
}

impl Noted {
    #[inline]
    fn line(&mut self, kind: Kind, region: &mut Region, base: u64, index: usize) -> &mut Footprint {
        let line = base + (index * LINE) as u64;
        match kind {
            Kind::Plain => note_line(&mut self.lines, region, base, index),
            Kind::Fresh => note_in_a_row(&mut self.fresh, line),
            Kind::Operation => note_in_a_row(&mut self.operation, line),
        }
    }
}

/// Accesses in a row are often to the same line. Where they are not, a line is noted again.
fn note_in_a_row(notes: &mut Vec<Footprint>, line: u64) -> &mut Footprint {
    if notes.last().is_none_or(|last| last.line != line) {
        notes.push(Footprint { line, reads: 0, writes: 0 });
    }
    let last = notes.len() - 1;
    &mut notes[last]
}

/// The note about a line of the region at `base`.
#[inline]
fn note_line<'n>(
    notes: &'n mut Vec<Footprint>,
    region: &mut Region,
    base: u64,
    index: usize,
) -> &'n mut Footprint {
    let (line, noted) = (base + (index * LINE) as u64, &mut region.lines[index].noted);
    // `noted` may be left over from an earlier step: it is right if the note at that index is this line's.
    if notes.get(*noted as usize).is_none_or(|note| note.line != line) {
        *noted = notes.len() as u32;
        notes.push(Footprint { line, reads: 0, writes: 0 });
    }
    &mut notes[*noted as usize]
}
