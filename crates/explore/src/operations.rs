//! The operations that a search meets, by number: each is described, hashed and compared with the others once, and from
//! then on a number stands for it on the stack, in the wakeup trees and in the histories.
//!
//! The table grows with the different operations of the program, never with the number of executions.

use mazurka_machine::{Operation, Range, ThreadId, dependent};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct OperationId(u32);

/// A place that has a history: 8 bytes of memory; a synchronisation object under its first 8 bytes; a thread, under an
/// address beyond all memory.
pub(crate) type Cell = u32;

pub(crate) struct Operations {
    known: Vec<Known>,
    ids: FxHashMap<Operation, OperationId>,
    cells: FxHashMap<u64, Cell>,
    /// What came of the last calls of `id_after`, by a number for its first arguments.
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
    cells: Box<[Cell]>,
    traits: Traits,
}

/// What is asked about an operation in every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    /// See [`is_barrier`].
    pub barrier: bool,
    /// See [`is_elusive`].
    pub elusive: bool,
    /// Next to nothing depends on it, so hardly anything else is ever tried in its place.
    pub private: bool,
    /// Where it is ready, it stays so, and the same, whatever other threads do.
    pub steady: bool,
    /// There may be more threads after it.
    pub spawns: bool,
    /// It accesses memory of the program's, or an object there.
    pub touches_memory: bool,
    /// The thread for whose end it waits.
    pub joins: Option<ThreadId>,
    /// It may depend on a join.
    pub meets_joins: bool,
}

impl Traits {
    fn of(operation: &Operation) -> Traits {
        use Operation::*;
        let spawns = match operation {
            Await(wait) => Traits::of(&wait.operation).spawns,
            other => matches!(other, Spawn | Block(_) | Anything),
        };
        let steady =
            matches!(operation, Local | Read(..) | Write(..) | Update(..) | Fence(_) | Spawn | Exit | Choose);
        Traits {
            barrier: is_barrier(operation),
            elusive: is_elusive(operation),
            private: matches!(operation, Local | Fence(_) | Spawn | Join(_) | Exit | Choose),
            steady,
            spawns,
            touches_memory: !matches!(
                operation,
                Local | Fence(_) | Spawn | Join(_) | Detach(_) | Exit | ExitProcess | Choose | Anything
            ),
            joins: joined(operation),
            meets_joins: is_barrier(operation) || matches!(operation, Join(_) | Detach(_)),
        }
    }
}

/// Enough for the operations of a small program; others push each other out.
const RECENT: usize = 1024;

/// So many operations are compared with each other in advance: the table stays in the processor's cache.
const COMPARED: usize = 1024;

impl Default for Operations {
    fn default() -> Operations {
        let mut operations = Operations {
            known: Vec::new(),
            ids: FxHashMap::default(),
            cells: FxHashMap::default(),
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

    /// Numbers these operations as they were numbered before; `false` if that cannot be.
    pub(crate) fn restore(&mut self, operations: &[Operation]) -> bool {
        let mut bytes = 0u64;
        operations.iter().for_each(|operation| bytes = bytes.saturating_add(size(operation)));
        bytes <= MOST_BYTES
            && operations.iter().enumerate().all(|(number, operation)| self.id(operation).index() == number)
    }

    /// By number.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Operation> {
        self.known.iter().map(|known| &known.operation)
    }

    pub(crate) fn get(&self, id: OperationId) -> &Operation {
        &self.known[id.index()].operation
    }

    /// Where the operation leaves a trace, each place once.
    pub(crate) fn cells(&self, id: OperationId) -> &[Cell] {
        &self.known[id.index()].cells
    }

    pub(crate) fn traits(&self, id: OperationId) -> Traits {
        self.known[id.index()].traits
    }

    pub(crate) fn number_of_cells(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn dependent(&self, a: OperationId, b: OperationId) -> bool {
        match self.conflicts.get(a.index()) {
            Some(row) if b.index() < COMPARED => row[b.index() / 64] & (1 << (b.index() % 64)) != 0,
            _ => dependent(self.get(a), self.get(b)),
        }
    }

    fn add(&mut self, operation: &Operation) -> OperationId {
        let id = OperationId(self.known.len() as u32);
        let mut cells = Vec::new();
        for_each_cell(operation, &mut |address| {
            let new = self.cells.len() as Cell;
            cells.push(*self.cells.entry(address).or_insert(new));
        });
        cells.sort_unstable();
        cells.dedup();
        let traits = Traits::of(operation);
        self.known.push(Known { operation: operation.clone(), cells: cells.into(), traits });
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

/// How many bytes an operation touches.
fn size(operation: &Operation) -> u64 {
    let sum = |sizes: &mut dyn Iterator<Item = u64>| sizes.fold(0, u64::saturating_add);
    match operation {
        Operation::Read(range, _)
        | Operation::Write(range, _)
        | Operation::Update(range, _, _)
        | Operation::CompareExchange { range, .. } => range.length,
        Operation::Block(accesses) => sum(&mut accesses.iter().map(|access| access.range.length)),
        Operation::Await(wait) => {
            let watched = wait.watched.iter().map(|range| range.length);
            sum(&mut watched.chain([size(&wait.operation)]))
        }
        _ => 0,
    }
}

/// Depends on everything that other threads can tell.
pub(crate) fn is_barrier(operation: &Operation) -> bool {
    matches!(operation, Operation::Anything | Operation::ExitProcess)
}

/// What it looks at, and therefore whether it waits, may depend on any step before it.
pub(crate) fn is_elusive(operation: &Operation) -> bool {
    matches!(operation, Operation::Await(_) | Operation::Block(_))
}

/// The thread for whose end an operation waits.
pub(crate) fn joined(operation: &Operation) -> Option<ThreadId> {
    match operation {
        Operation::Join(thread) => Some(*thread),
        _ => None,
    }
}

fn for_each_cell(operation: &Operation, visit: &mut impl FnMut(u64)) {
    match operation {
        Operation::Read(range, _)
        | Operation::Write(range, _)
        | Operation::Update(range, _, _)
        | Operation::CompareExchange { range, .. } => cells_of(*range).for_each(visit),
        Operation::Sync(_, object) => visit(object.start >> 3),
        Operation::Wait { condition, mutex } => {
            visit(condition.start >> 3);
            visit(mutex.start >> 3);
        }
        Operation::Block(accesses) => {
            accesses.iter().for_each(|access| cells_of(access.range).for_each(&mut *visit));
        }
        Operation::Await(wait) => {
            for_each_cell(&wait.operation, visit);
            wait.watched.iter().for_each(|range| cells_of(*range).for_each(&mut *visit));
        }
        Operation::Join(thread) | Operation::Detach(thread) => visit(u64::MAX - thread.index() as u64),
        Operation::Local
        | Operation::Fence(_)
        | Operation::Spawn
        | Operation::Exit
        | Operation::ExitProcess
        | Operation::Choose
        | Operation::Anything => {}
    }
}

fn cells_of(range: Range) -> std::ops::Range<u64> {
    let end = range.start.saturating_add(range.length);
    range.start >> 3..end.div_ceil(8)
}
