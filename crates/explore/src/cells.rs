//! Cells: the places through which an operation finds those that touch the same memory. Operations with overlapping ranges
//! share a cell; that is all that is asked of cells. Whether the operations depend on each other is another question.
//!
//! Memory accesses have a cell for every word of 8 bytes. A synchronisation object is one cell, however large it is: a
//! mutex has 5 words, and the object that represents the file system, with every file in it, 2²⁸. Objects that overlap
//! are one cell, too, and an access to a word of an object touches the object's cell.
//!
//! A word may have a cell of its own before an object there is met. Then the cells of all words of the object are merged.
//! What was known by one of the old cells goes by the new one from then on: see [`Cells::merges`].

use std::collections::BTreeMap;

use mazurka_machine::{Range, ThreadId};

pub(crate) type Cell = u32;

/// Blocks access objects as memory, the file system among them: no cell for each of its words.
const LONGEST: u64 = 1 << 16;

#[derive(Default)]
pub(crate) struct Cells {
    /// Disjoint stretches of memory, each with a cell of its own, by their first word. Words of no stretch were never
    /// touched.
    stretches: BTreeMap<u64, Stretch>,
    /// What each cell was merged into: a smaller one, or itself if it is in use.
    merged_into: Vec<Cell>,
    merges: Vec<Merge>,
}

#[derive(Clone, Copy)]
struct Stretch {
    /// The first word behind it.
    end: u64,
    cell: Cell,
}

/// A cell that is no longer in use, and the one that replaces it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Merge {
    pub from: Cell,
    pub into: Cell,
}

impl Cells {
    /// How many cells there ever were.
    pub(crate) fn len(&self) -> usize {
        self.merged_into.len()
    }

    /// All merges so far, in order.
    pub(crate) fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// The cell that a cell has become.
    pub(crate) fn current(&self, mut cell: Cell) -> Cell {
        while self.merged_into[cell as usize] != cell {
            cell = self.merged_into[cell as usize];
        }
        cell
    }

    /// The cells of a range that is accessed as memory. A long one has a single cell, as an object has.
    pub(crate) fn of_memory(&mut self, range: Range, found: &mut Vec<Cell>) {
        match range.length > LONGEST {
            true => self.of_object(range, found),
            false => self.of_words(words(range), found),
        }
    }

    /// A thread is a word beyond all memory.
    pub(crate) fn of_thread(&mut self, thread: ThreadId, found: &mut Vec<Cell>) {
        let word = u64::MAX - 1 - thread.index() as u64;
        self.of_words(word..word + 1, found);
    }

    fn of_words(&mut self, words: std::ops::Range<u64>, found: &mut Vec<Cell>) {
        let mut new = Vec::new();
        let mut next = words.start;
        for (&start, stretch) in self.stretches.range(self.first_stretch(&words)..words.end) {
            new.extend(next..start);
            found.push(stretch.cell);
            next = stretch.end;
        }
        new.extend(next..words.end);
        for word in new {
            let cell = self.new_cell();
            self.stretches.insert(word, Stretch { end: word + 1, cell });
            found.push(cell);
        }
    }

    /// The one cell of an object. Merges what there was on its words.
    pub(crate) fn of_object(&mut self, object: Range, found: &mut Vec<Cell>) {
        let words = words(object);
        if words.is_empty() {
            return;
        }
        let first = self.first_stretch(&words);
        let met: Vec<(u64, Stretch)> =
            self.stretches.range(first..words.end).map(|(&at, s)| (at, *s)).collect();
        let end = met.last().map_or(words.end, |(_, last)| last.end.max(words.end));
        let cell = match met.iter().map(|(_, stretch)| stretch.cell).min() {
            Some(smallest) => smallest,
            None => self.new_cell(),
        };
        for &(at, stretch) in &met {
            self.stretches.remove(&at);
            if stretch.cell != cell {
                self.merged_into[stretch.cell as usize] = cell;
                self.merges.push(Merge { from: stretch.cell, into: cell });
            }
        }
        self.stretches.insert(first, Stretch { end, cell });
        found.push(cell);
    }

    /// Where the first stretch begins that overlaps with these words, if it begins before them; else where they begin.
    fn first_stretch(&self, words: &std::ops::Range<u64>) -> u64 {
        let before = self.stretches.range(..=words.start).next_back();
        before.filter(|(_, stretch)| stretch.end > words.start).map_or(words.start, |(&start, _)| start)
    }

    fn new_cell(&mut self) -> Cell {
        let cell = self.merged_into.len() as Cell;
        self.merged_into.push(cell);
        cell
    }
}

/// The words that a range has bytes in.
fn words(range: Range) -> std::ops::Range<u64> {
    if range.length == 0 { 0..0 } else { range.start >> 3..range.end().div_ceil(8) }
}
