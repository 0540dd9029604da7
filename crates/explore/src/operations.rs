//! The operations that a search meets, interned: each is described, hashed and compared with the others once, and from
//! then on its id is used on the stack, in the wakeup trees and in the histories.
//!
//! The table grows with the different operations of the program, never with the number of executions.

use std::cell::OnceCell;

use mazurka_machine::{
    Operation, Range, ThreadId, Touch, TouchKind, dependent, dependent_in_any_state, dependent_in_state,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::cells::{Cell, Cells, Merge};
use crate::data_race::touch::{LineTouch, of_operation};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct OperationId(u32);

pub(crate) struct Operations {
    known: Vec<Known>,
    ids: FxHashMap<Operation, OperationId>,
    cells: Cells,
    /// What came of the last calls of `id_after`, by a hash of its first arguments.
    recent: Box<[OperationId; RECENT]>,
    /// Bit j of row i: operations i and j are dependent. Only for the first [`COMPARED`] operations.
    conflicts: Vec<[u64; COMPARED / 64]>,
}

impl OperationId {
    /// [`Operation::Local`] is the first in every table.
    pub(crate) const LOCAL: OperationId = OperationId(0);
}

struct Known {
    operation: Operation,
    /// As they were after the first `merges` merges of cells.
    cells: Box<[Cell]>,
    merges: usize,
    traits: Traits,
    /// Found when they are first asked for: a search that allows data races does not need them.
    lines: OnceCell<Box<[LineTouch]>>,
}

/// What is asked about an operation in every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// See [`Operation::is_barrier`].
    pub barrier: bool,
    /// See [`Operation::has_state_dependent_touches`].
    pub state_dependent_touches: bool,
    /// Next to nothing depends on it, so hardly anything else is ever tried in its place.
    pub private: bool,
    /// Where it is ready, it stays ready and the same when other threads step.
    pub steady: bool,
    /// The memory whose content decides what it is, if it is not steady. Other threads change that by operations that depend on it, or
    /// by a data race.
    pub described_by: Range,
    /// There may be more threads after it.
    pub spawns: bool,
    /// It accesses memory of the program's, or an object there.
    pub touches_memory: bool,
    /// The thread for whose end it waits.
    pub joins: Option<ThreadId>,
    /// It may depend on a join.
    pub meets_joins: bool,
    /// See [`Operation::decrement`].
    pub decrements: bool,
    /// See [`Operation::is_whole_section`].
    pub whole_section: bool,
    /// It is in a loop that waits.
    pub waits: bool,
    /// It takes or gives back a lock, or wakes threads.
    pub holds_or_wakes: bool,
}

impl Traits {
    fn of(operation: &Operation) -> Traits {
        Traits {
            barrier: operation.is_barrier(),
            state_dependent_touches: operation.has_state_dependent_touches(),
            private: operation.touches().next().is_none() && !operation.is_barrier(),
            steady: operation.stays_ready(),
            described_by: hull(operation.own_touches().filter(|touch| touch.is_memory())),
            spawns: operation.may_spawn(),
            touches_memory: operation.own_touches().any(Touch::is_memory),
            joins: operation.joined_thread(),
            meets_joins: operation.is_barrier() || operation.claimed_thread().is_some(),
            decrements: operation.decrement().is_some(),
            whole_section: operation.is_whole_section(),
            waits: matches!(operation, Operation::Await(_)),
            holds_or_wakes: operation.verb().is_some_and(|(verb, _)| {
                let facts = verb.facts();
                facts.takes.is_some() || facts.gives.is_some() || facts.sleepers
            }),
        }
    }
}

/// The memory from the first of these to the last.
fn hull(touches: impl Iterator<Item = Touch>) -> Range {
    let ends = touches.map(|Touch { range, .. }| (range.start, range.start.saturating_add(range.length)));
    let (start, end) = ends.fold((u64::MAX, 0), |(start, end), (from, to)| (start.min(from), end.max(to)));
    Range { start: start.min(end), length: end.saturating_sub(start) }
}

/// Enough for the operations of a small program; others push each other out.
const RECENT: usize = 1024;

/// This many operations are compared with each other in advance: the table stays in the processor's cache.
const COMPARED: usize = 1024;

impl Default for Operations {
    fn default() -> Operations {
        let mut operations = Operations {
            known: Vec::new(),
            ids: FxHashMap::default(),
            cells: Cells::default(),
            recent: Box::new([OperationId::LOCAL; RECENT]),
            conflicts: Vec::new(),
        };
        operations.add(&Operation::Local);
        operations
    }
}

impl Operations {
    pub(crate) fn id(&mut self, operation: &Operation) -> OperationId {
        match self.ids.get(operation) {
            Some(id) => *id,
            None => self.add(operation),
        }
    }

    /// The same for what a thread does after another operation: mostly what it did last time, if it has done that other.
    #[inline]
    pub(crate) fn id_after(
        &mut self,
        thread: ThreadId,
        before: Option<OperationId>,
        operation: &Operation,
    ) -> OperationId {
        let at = (before.map_or(0, |before| before.index() + 1) * 61 + thread.index()) % RECENT;
        for guess in before.into_iter().chain([self.recent[at]]) {
            if self.get(guess) == operation {
                return guess;
            }
        }
        self.recent[at] = self.id(operation);
        self.recent[at]
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Interns these operations with the ids that they had before; `false` if that is impossible.
    pub(crate) fn restore(&mut self, operations: &[Operation]) -> bool {
        let mut bytes = 0u64;
        operations.iter().for_each(|operation| bytes = bytes.saturating_add(size(operation)));
        bytes <= MOST_BYTES
            && operations.iter().enumerate().all(|(number, operation)| self.id(operation).index() == number)
    }

    /// By id.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Operation> {
        self.known.iter().map(|known| &known.operation)
    }

    pub(crate) fn get(&self, id: OperationId) -> &Operation {
        &self.known[id.index()].operation
    }

    /// Where the operation leaves a trace, each place once. Operations that depend on each other have one in common,
    /// unless one of them is a barrier.
    pub(crate) fn cells(&self, id: OperationId) -> &[Cell] {
        debug_assert!(self.is_settled(id), "cells have been merged since");
        &self.known[id.index()].cells
    }

    /// Whether its cells are up to date.
    pub(crate) fn is_settled(&self, id: OperationId) -> bool {
        self.known[id.index()].merges == self.cells.merges().len()
    }

    /// Brings its cells up to date.
    #[inline]
    pub(crate) fn settle(&mut self, id: OperationId) {
        if !self.is_settled(id) {
            let mut cells = std::mem::take(&mut self.known[id.index()].cells).into_vec();
            self.make_current(&mut cells);
            let known = &mut self.known[id.index()];
            (known.cells, known.merges) = (cells.into(), self.cells.merges().len());
        }
    }

    fn make_current(&self, cells: &mut Vec<Cell>) {
        cells.iter_mut().for_each(|cell| *cell = self.cells.current(*cell));
        cells.sort_unstable();
        cells.dedup();
    }

    /// All merges of cells so far, in order.
    pub(crate) fn merges(&self) -> &[Merge] {
        self.cells.merges()
    }

    pub(crate) fn traits(&self, id: OperationId) -> Traits {
        self.known[id.index()].traits
    }

    /// The lines that it touches, and how, as far as data races are concerned.
    #[inline]
    pub(crate) fn lines(&self, id: OperationId) -> &[LineTouch] {
        let known = &self.known[id.index()];
        known.lines.get_or_init(|| of_operation(&known.operation))
    }

    pub(crate) fn number_of_cells(&self) -> usize {
        self.cells.len()
    }

    /// See [`dependent_in_state`].
    pub(crate) fn dependent_in_state(&self, a: OperationId, b: OperationId) -> bool {
        self.dependent(a, b) || self.both_decrement(a, b) && dependent_in_state(self.get(a), self.get(b))
    }

    /// See [`dependent_in_any_state`].
    pub(crate) fn dependent_in_any_state(&self, a: OperationId, b: OperationId) -> bool {
        self.dependent(a, b) || self.both_decrement(a, b) && dependent_in_any_state(self.get(a), self.get(b))
    }

    fn both_decrement(&self, a: OperationId, b: OperationId) -> bool {
        self.traits(a).decrements && self.traits(b).decrements
    }

    /// Of two events of an execution: see [`dependent`].
    pub(crate) fn dependent(&self, a: OperationId, b: OperationId) -> bool {
        match self.conflicts.get(a.index()) {
            Some(row) if b.index() < COMPARED => row[b.index() / 64] & (1 << (b.index() % 64)) != 0,
            _ => dependent(self.get(a), self.get(b)),
        }
    }

    fn add(&mut self, operation: &Operation) -> OperationId {
        let id = OperationId(self.known.len() as u32);
        let mut cells = Vec::new();
        find_cells(operation, &mut self.cells, &mut cells);
        self.make_current(&mut cells);
        let (merges, traits) = (self.cells.merges().len(), Traits::of(operation));
        let (cells, lines) = (cells.into(), OnceCell::new());
        self.known.push(Known { operation: operation.clone(), cells, merges, traits, lines });
        self.ids.insert(operation.clone(), id);
        if id.index() < COMPARED {
            self.compare(id);
        }
        id
    }

    /// Compares a new operation with itself and all others.
    fn compare(&mut self, id: OperationId) {
        let new = id.index();
        self.conflicts.push([0; COMPARED / 64]);
        for other in 0..=new {
            if dependent(self.get(id), &self.known[other].operation) {
                self.conflicts[new][other / 64] |= 1 << (other % 64);
                self.conflicts[other][new / 64] |= 1 << (new % 64);
            }
        }
    }
}

impl OperationId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// No program has operations that touch more than this, all together: its memory is not larger.
const MOST_BYTES: u64 = 1 << 32;

/// How many bytes of memory an operation touches.
fn size(operation: &Operation) -> u64 {
    let size = |touch: Touch| match touch.kind {
        TouchKind::Object(_) => 0,
        _ => touch.range.length,
    };
    operation.touches().map(size).fold(0, u64::saturating_add)
}

/// Adds the cells of all that an operation touches, some of them perhaps more than once, or merged with a later one.
fn find_cells(operation: &Operation, cells: &mut Cells, found: &mut Vec<Cell>) {
    for touch in operation.touches() {
        match touch.kind {
            TouchKind::Plain | TouchKind::Atomic => cells.of_memory(touch.range, found),
            TouchKind::Object(_) => cells.of_object(touch.range, found),
        }
    }
    if let Some(thread) = operation.claimed_thread() {
        cells.of_thread(thread, found);
    }
}

#[cfg(test)]
mod naive;
#[cfg(test)]
pub(crate) mod random;
#[cfg(test)]
mod tests;
