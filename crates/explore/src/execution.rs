//! An execution in the papers' words: events, happens-before, races, `notdep`, initials.
//!
//! Everything here is about the sequence E on the search stack. Events are appended and removed at its end only; what
//! an event depends on is found through the history of the memory cells and objects it touches, so appending costs as
//! much as the event has neighbours, not as E is long.

use mazurka_machine::{Choice, Operation, Range, Reversible, ThreadId, dependent, reversible};
use rustc_hash::FxHashMap;

use crate::clock::{Clock, Clocks};
use crate::reversal::Reversal;
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
    events: Vec<Event>,
    clocks: Clocks,
    /// The last event of every thread.
    last: Vec<Option<EventId>>,
    histories: FxHashMap<u64, Vec<Entry>>,
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
    clock: Clock,
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

    /// The events e with which `event` is in a reversible race: e ≲_E event.
    pub fn races(&self, event: EventId) -> &[EventId] {
        let end = self.events.get(event + 1).map_or(self.races.len(), |next| next.races);
        &self.races[self.events[event].races..end]
    }

    /// Appends an event.
    pub fn push(
        &mut self,
        thread: ThreadId,
        choice: Choice,
        operation: Operation,
        cause: Option<EventId>,
    ) -> EventId {
        let event = self.events.len();
        let cause = match operation {
            Operation::Join(other) => self.last_of(other).or(cause),
            _ => cause,
        };
        let first_race = self.races.len();
        let previous = self.last_of(thread);
        self.order(thread, &operation, previous, cause);
        self.scratch.clock.set(thread, event);
        self.clocks.push(&self.scratch.clock);
        self.events.push(Event { thread, operation, choice, previous, cause, races: first_race });
        if self.last.len() <= thread.index() {
            self.last.resize(thread.index() + 1, None);
        }
        self.last[thread.index()] = Some(event);
        self.record(event);
        event
    }

    /// Removes the last event.
    pub fn pop(&mut self) {
        let Some(event) = self.events.pop() else { return };
        self.clocks.pop();
        self.races.truncate(event.races);
        self.last[event.thread.index()] = event.previous;
        if is_barrier(&event.operation) {
            self.barriers.pop();
        }
        for_each_cell(&event.operation, &mut |cell| {
            if let Some(history) = self.histories.get_mut(&cell) {
                history.pop();
            }
        });
    }

    /// Finds what the next event depends on: leaves its clock in the scratch clock and its races in `races`.
    fn order(
        &mut self,
        thread: ThreadId,
        operation: &Operation,
        previous: Option<EventId>,
        cause: Option<EventId>,
    ) {
        let mut scratch = std::mem::take(&mut self.scratch);
        let Scratch { clock, race_clock, candidates } = &mut scratch;
        clock.clear();
        for before in [previous, cause].into_iter().flatten() {
            clock.join(self.clocks.row(before));
        }
        // Orderings that no schedule can reverse (an unlock before a lock) do not hide the races behind them.
        race_clock.copy_from(clock);
        self.events_to_compare(operation, candidates);
        for &e in candidates.iter() {
            let earlier = &self.events[e];
            if earlier.thread == thread || !dependent(&earlier.operation, operation) {
                continue;
            }
            let reversible = reversible(&earlier.operation, operation);
            if reversible != Reversible::No && !race_clock.covers(earlier.thread, e) {
                self.races.push(e);
                if reversible == Reversible::Yes {
                    race_clock.join(self.clocks.row(e));
                }
            }
            clock.join(self.clocks.row(e));
        }
        self.scratch = scratch;
    }

    /// Everything that may be an immediate predecessor of an operation, the latest first.
    fn events_to_compare(&self, operation: &Operation, candidates: &mut Vec<EventId>) {
        candidates.clear();
        if is_barrier(operation) {
            candidates.extend((0..self.events.len()).rev());
            return;
        }
        let mut histories = 0;
        for_each_cell(operation, &mut |cell| {
            let Some(history) = self.histories.get(&cell) else { return };
            histories += 1;
            for entry in history.iter().rev() {
                candidates.push(entry.event);
                let earlier = &self.events[entry.event].operation;
                if entry.covers
                    && dependent(earlier, operation)
                    && reversible(earlier, operation) == Reversible::Yes
                {
                    break;
                }
            }
        });
        if let Some(&barrier) = self.barriers.last()
            && !matches!(operation, Operation::Local)
        {
            candidates.push(barrier);
            histories += 1;
        }
        if histories > 1 {
            candidates.sort_unstable_by(|a, b| b.cmp(a));
            candidates.dedup();
        }
    }

    /// Enters the new last event into the histories of what it touches.
    fn record(&mut self, event: EventId) {
        let operation = &self.events[event].operation;
        if is_barrier(operation) {
            self.barriers.push(event);
        }
        let (events, clocks, histories) = (&self.events, &self.clocks, &mut self.histories);
        for_each_cell(operation, &mut |cell| {
            let history = histories.entry(cell).or_default();
            let mut covers = true;
            for entry in history.iter().rev() {
                let thread = events[entry.event].thread;
                covers &=
                    clocks.row(event).get(thread.index()).is_some_and(|&last| last as usize > entry.event);
                if entry.covers || !covers {
                    break;
                }
            }
            history.push(Entry { event, covers });
        });
    }

    /// notdep(e, E).e′: the events of E after e that e does not happen before, then e′, which races with e.
    pub fn reversal(&self, e: EventId, racing: EventId) -> Reversal {
        // In the reversed order e′ comes after what its own thread, its cause and its conflicts with notdep demand;
        // that it came after e (and, for locks, after the unlock) is what is being undone.
        let after = &self.events[racing];
        let mut past = Clock::default();
        for before in [after.previous, after.cause].into_iter().flatten() {
            past.join(self.clocks.row(before));
        }
        let mut reversal = Reversal::new(past);
        for k in (e + 1..self.events.len()).filter(|&k| k != racing && !self.happens_before(e, k)) {
            let event = &self.events[k];
            reversal.push(event.taken(), event.operation.clone(), k, Clock::from(self.clocks.row(k)));
        }
        reversal.push_racing(after.taken(), after.operation.clone(), racing);
        reversal
    }

    /// The events that a thread about to do `operation` may have come too late for: those it meets, the latest first.
    pub fn met_by(&self, thread: ThreadId, operation: &Operation) -> Vec<EventId> {
        let mut events = Vec::new();
        self.events_to_compare(operation, &mut events);
        events
            .retain(|&e| self.events[e].thread != thread && dependent(&self.events[e].operation, operation));
        events
    }

    /// A reversal that begins here, begun earlier: before e instead, and without what happens after e.
    pub fn extend_back(&self, e: EventId, reversal: &Reversal) -> Reversal {
        let mut longer = reversal.beginning();
        for k in (e + 1..self.events.len()).filter(|&k| !self.happens_before(e, k)) {
            let event = &self.events[k];
            longer.push(event.taken(), event.operation.clone(), k, Clock::from(self.clocks.row(k)));
        }
        reversal.clone().append_to(self.events[e].thread, e, &mut longer);
        longer
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

fn is_barrier(operation: &Operation) -> bool {
    matches!(operation, Operation::Anything | Operation::ExitProcess)
}

/// Calls `visit` with the keys of the histories that an operation belongs to: 8-byte cells of memory; a
/// synchronisation object stands under its first cell, and threads have cells beyond all memory. An operation of several accesses may belong to one twice.
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
