//! An execution in the papers' words: events, happens-before, races, `notdep`, initials.
//!
//! Everything here is about the sequence E on the search stack. Events are appended and removed at its end only; what
//! an event depends on is found through the history of the memory cells and objects it touches, so appending costs as
//! much as the event has neighbours, not as E is long.

use mazurka_machine::{Choice, Operation, Reversible, ThreadId, reversible};

use crate::clock::{Clock, Clocks};
use crate::operations::{OperationId, Operations, is_barrier, joined};
use crate::trail::Taken;

/// Index into E.
pub type EventId = usize;

#[derive(Clone, Debug)]
pub struct Event {
    pub thread: ThreadId,
    pub operation: Operation,
    pub choice: Choice,
    /// The previous event of the same thread.
    pub previous: Option<EventId>,
    /// The event of another thread without which it could not have happened, whatever the operations say: the spawn,
    /// the signal, the end of the joined thread.
    pub cause: Option<EventId>,
    pub(crate) id: OperationId,
    /// How many choices there were.
    pub(crate) choices: u32,
    /// All events that happen before it are among the first so many of E.
    after: usize,
    /// Where its races begin in `Execution::races`.
    races: usize,
}

impl Event {
    pub fn taken(&self) -> Taken {
        Taken { thread: self.thread, choice: self.choice }
    }
}

#[derive(Default)]
pub struct Execution {
    pub(crate) operations: Operations,
    events: Vec<Event>,
    clocks: Clocks,
    /// The last event of every thread.
    last: Vec<Option<EventId>>,
    /// By cell.
    histories: Vec<Vec<Entry>>,
    /// Events that depend on everything: atomic blocks, the end of the process.
    barriers: Vec<EventId>,
    races: Vec<EventId>,
    scratch: Scratch,
}

/// An event in the history of a cell.
#[derive(Clone, Copy, Debug)]
struct Entry {
    event: EventId,
    /// All earlier entries of this history happen before it.
    covers: bool,
}

/// Buffers that would otherwise be allocated for every event.
#[derive(Default)]
struct Scratch {
    race_clock: Clock,
    candidates: Vec<EventId>,
}

impl Execution {
    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    pub fn event(&self, event: EventId) -> &Event {
        &self.events[event]
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub fn last_of(&self, thread: ThreadId) -> Option<EventId> {
        self.last.get(thread.index()).copied().flatten()
    }

    /// e →_E e′, or e = e′.
    pub fn happens_before(&self, e: EventId, later: EventId) -> bool {
        self.clocks.row(later).get(self.events[e].thread.index()).is_some_and(|&last| last as usize > e)
    }

    /// Whether nothing in E after e happens before this later event, not even e: its thread is an initial of notdep(e, E).
    pub fn is_initial_after(&self, e: EventId, event: EventId) -> bool {
        event > e && self.events[event].after <= e
    }

    /// The events e with which `event` is in a reversible race: e ≲_E event.
    pub fn races(&self, event: EventId) -> &[EventId] {
        let end = self.events.get(event + 1).map_or(self.races.len(), |next| next.races);
        &self.races[self.events[event].races..end]
    }

    /// Appends an event.
    pub(crate) fn push(
        &mut self,
        taken: Taken,
        id: OperationId,
        choices: u32,
        cause: Option<EventId>,
    ) -> EventId {
        let Taken { thread, choice } = taken;
        let event = self.events.len();
        let operation = self.operations.get(id).clone();
        let cause = joined(&operation).and_then(|other| self.last_of(other)).or(cause);
        let races = self.races.len();
        let previous = self.last_of(thread);
        self.clocks.push_empty(thread);
        let mut after = 0;
        for before in [previous, cause].into_iter().flatten() {
            self.clocks.join_last(before);
            after = after.max(before + 1);
        }
        after = after.max(self.order(thread, id, &operation));
        self.clocks.set_last(thread, event);
        if self.last.len() <= thread.index() {
            self.last.resize(thread.index() + 1, None);
        }
        self.last[thread.index()] = Some(event);
        self.record(event, id, &operation);
        self.events.push(Event { thread, operation, choice, previous, cause, id, choices, after, races });
        event
    }

    /// Removes the last event.
    pub(crate) fn pop(&mut self) {
        let Some(event) = self.events.pop() else { return };
        self.clocks.pop();
        self.races.truncate(event.races);
        self.last[event.thread.index()] = event.previous;
        if is_barrier(&event.operation) {
            self.barriers.pop();
        }
        for &cell in self.operations.cells(event.id) {
            self.histories[cell as usize].pop();
        }
    }

    /// Finds what the next event depends on: joins its clock, the last one, and leaves its races in `races`. Gives the
    /// number of events up to the last on which it depends.
    fn order(&mut self, thread: ThreadId, id: OperationId, operation: &Operation) -> usize {
        let mut after = 0;
        let mut scratch = std::mem::take(&mut self.scratch);
        let Scratch { race_clock, candidates } = &mut scratch;
        self.events_to_compare(id, operation, candidates);
        if !candidates.is_empty() {
            // Orderings that no schedule can reverse (an unlock before a lock) do not hide the races behind them.
            race_clock.copy_from(self.clocks.last());
        }
        for &e in candidates.iter() {
            let earlier = &self.events[e];
            if earlier.thread == thread || !self.operations.dependent(earlier.id, id) {
                continue;
            }
            let reversible = reversible(&earlier.operation, operation);
            if reversible != Reversible::No && !race_clock.covers(earlier.thread, e) {
                self.races.push(e);
                if reversible == Reversible::Yes {
                    race_clock.join(self.clocks.row(e));
                }
            }
            self.clocks.join_last(e);
            after = after.max(e + 1);
        }
        self.scratch = scratch;
        after
    }

    /// Everything that may be an immediate predecessor of an operation, the latest first.
    fn events_to_compare(&self, id: OperationId, operation: &Operation, candidates: &mut Vec<EventId>) {
        candidates.clear();
        if is_barrier(operation) {
            candidates.extend((0..self.events.len()).rev());
            return;
        }
        let cells = self.operations.cells(id);
        for history in cells.iter().filter_map(|&cell| self.histories.get(cell as usize)) {
            for entry in history.iter().rev() {
                candidates.push(entry.event);
                let earlier = &self.events[entry.event];
                if entry.covers
                    && self.operations.dependent(earlier.id, id)
                    && reversible(&earlier.operation, operation) == Reversible::Yes
                {
                    break;
                }
            }
        }
        let barrier = self.barriers.last().filter(|_| !matches!(operation, Operation::Local));
        candidates.extend(barrier);
        if cells.len() > 1 || barrier.is_some() {
            candidates.sort_unstable_by(|a, b| b.cmp(a));
            candidates.dedup();
        }
    }

    /// Enters the next event, whose clock is the last one, into the histories of what it touches.
    fn record(&mut self, event: EventId, id: OperationId, operation: &Operation) {
        if is_barrier(operation) {
            self.barriers.push(event);
        }
        if self.histories.len() < self.operations.number_of_cells() {
            self.histories.resize_with(self.operations.number_of_cells(), Vec::new);
        }
        let clock = self.clocks.last();
        for &cell in self.operations.cells(id) {
            let history = &mut self.histories[cell as usize];
            let mut covers = true;
            for entry in history.iter().rev() {
                let thread = self.events[entry.event].thread;
                covers &= clock.get(thread.index()).is_some_and(|&last| last as usize > entry.event);
                if entry.covers || !covers {
                    break;
                }
            }
            history.push(Entry { event, covers });
        }
    }

    /// Equal for equivalent executions, and for no others (up to hashing): every event with its past, in any order.
    pub fn trace_key(&self) -> u128 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut nth = vec![0u32; self.last.len()];
        let positions: Vec<u32> = self
            .events
            .iter()
            .map(|event| {
                nth[event.thread.index()] += 1;
                nth[event.thread.index()]
            })
            .collect();
        let mut key = 0u128;
        for (index, event) in self.events.iter().enumerate() {
            let past = self
                .clocks
                .row(index)
                .iter()
                .map(|&last| if last == 0 { 0 } else { positions[last as usize - 1] });
            let mut past: Vec<u32> = past.collect();
            while past.last() == Some(&0) {
                past.pop();
            }
            for salt in 0..2u8 {
                let mut hasher = DefaultHasher::new();
                (salt, event.thread, event.choice, &past).hash(&mut hasher);
                key = key.wrapping_add((hasher.finish() as u128) << (64 * salt));
            }
        }
        key
    }
}
