//! An execution in the papers' words: events, happens-before, races, `notdep`, initials.
//!
//! Everything here is about the sequence E on the search stack. Events are appended and removed at its end only; what
//! an event depends on is found through the history of the memory cells and objects it touches, so appending costs as
//! much as the event has neighbours, not as E is long.

use mazurka_machine::{Choice, Operation, Reversible, ThreadId, reversible};

use crate::clock::{Clock, Clocks};
use crate::operations::{OperationId, Operations, Traits};
use crate::trail::Taken;

/// Index into E.
pub type EventId = usize;

#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub thread: ThreadId,
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
    conflicts: Vec<EventId>,
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

    pub fn operation(&self, event: EventId) -> &Operation {
        self.operations.get(self.events[event].id)
    }

    pub(crate) fn traits(&self, event: EventId) -> Traits {
        self.operations.traits(self.events[event].id)
    }

    pub fn last_of(&self, thread: ThreadId) -> Option<EventId> {
        self.last.get(thread.index()).copied().flatten()
    }

    /// e →_E e′, or e = e′.
    pub fn happens_before(&self, e: EventId, later: EventId) -> bool {
        self.clocks.row(later).get(self.events[e].thread.index()).is_some_and(|&last| last as usize > e)
    }

    /// notdep(e, E): the events of E after e that e does not happen before.
    pub fn notdep(&self, e: EventId) -> impl Iterator<Item = EventId> + '_ {
        let entries = self.clocks.column(self.events[e].thread, e + 1);
        (e + 1..).zip(entries).filter_map(move |(k, last)| (last as usize <= e).then_some(k))
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
        let cause = self.operations.traits(id).joins.and_then(|other| self.last_of(other)).or(cause);
        let races = self.races.len();
        let previous = self.last_of(thread);
        self.clocks.push(thread, previous);
        let mut after = previous.map_or(0, |previous| previous + 1);
        if let Some(cause) = cause {
            self.clocks.join_last(cause);
            after = after.max(cause + 1);
        }
        after = after.max(self.order(thread, id));
        self.clocks.set_last(thread, event);
        if self.last.len() <= thread.index() {
            self.last.resize(thread.index() + 1, None);
        }
        self.last[thread.index()] = Some(event);
        self.record(event, id);
        self.events.push(Event { thread, choice, previous, cause, id, choices, after, races });
        event
    }

    /// Removes the last event.
    pub(crate) fn pop(&mut self) {
        let Some(event) = self.events.pop() else { return };
        self.clocks.pop();
        self.races.truncate(event.races);
        self.last[event.thread.index()] = event.previous;
        if self.operations.traits(event.id).barrier {
            self.barriers.pop();
        }
        for &cell in self.operations.cells(event.id) {
            self.histories[cell as usize].pop();
        }
    }

    /// Finds what the next event depends on: joins its clock, the last one, and leaves its races in `races`. Gives the
    /// number of events up to the last on which it depends.
    fn order(&mut self, thread: ThreadId, id: OperationId) -> usize {
        let mut scratch = std::mem::take(&mut self.scratch);
        let Scratch { race_clock, conflicts } = &mut scratch;
        self.find_conflicts(thread, id, conflicts);
        if !conflicts.is_empty() {
            // Orderings that no schedule can reverse (an unlock before a lock) do not hide the races behind them.
            race_clock.copy_from(self.clocks.last());
        }
        for &e in conflicts.iter() {
            let earlier = &self.events[e];
            let reversible = reversible(self.operations.get(earlier.id), self.operations.get(id));
            if reversible != Reversible::No && !race_clock.covers(earlier.thread, e) {
                self.races.push(e);
                if reversible == Reversible::Yes {
                    race_clock.join(self.clocks.row(e));
                }
            }
            self.clocks.join_last(e);
        }
        let after = conflicts.first().map_or(0, |last| last + 1);
        self.scratch = scratch;
        after
    }

    /// All events of other threads that depend on an operation and may be its immediate predecessors, the latest first.
    fn find_conflicts(&self, thread: ThreadId, id: OperationId, conflicts: &mut Vec<EventId>) {
        conflicts.clear();
        let depends = |e: EventId| self.operations.dependent(self.events[e].id, id);
        let is_other = |e: EventId| self.events[e].thread != thread;
        if self.operations.traits(id).barrier {
            conflicts.extend((0..self.events.len()).rev().filter(|&e| is_other(e) && depends(e)));
            return;
        }
        let cells = self.operations.cells(id);
        for history in cells.iter().filter_map(|&cell| self.histories.get(cell as usize)) {
            for entry in history.iter().rev().filter(|entry| depends(entry.event)) {
                if is_other(entry.event) {
                    conflicts.push(entry.event);
                }
                let earlier = self.operation(entry.event);
                if entry.covers && reversible(earlier, self.operations.get(id)) == Reversible::Yes {
                    break;
                }
            }
        }
        let barrier = self.barriers.last().copied().filter(|&e| is_other(e) && depends(e));
        conflicts.extend(barrier);
        if cells.len() > 1 || barrier.is_some() {
            conflicts.sort_unstable_by(|a, b| b.cmp(a));
            conflicts.dedup();
        }
    }

    /// Enters the next event, whose clock is the last one, into the histories of what it touches.
    fn record(&mut self, event: EventId, id: OperationId) {
        if self.operations.traits(id).barrier {
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
