//! An execution in the papers' words: events, happens-before, races, `notdep`, initials.
//!
//! Everything here is about the sequence E on the search stack. Events are appended and removed at its end only; what
//! an event depends on is found through the histories of the [cells](crate::cells) that it touches, so appending costs as
//! much as the event has neighbours, not as E is long.

use mazurka_machine::{Choice, Operation, Reversible, ThreadId, mix, reversible};

use crate::cells::Merge;
use crate::clock::{Clock, Clocks, covers};
use crate::data_race::touch::LineTouch;
use crate::operations::{OperationId, Operations, Traits};
use crate::transition::Transition;

/// Index into E.
pub type EventId = usize;

#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub thread: ThreadId,
    pub choice: Choice,
    /// The previous event of the same thread.
    pub previous: Option<EventId>,
    /// The event of another thread without which it could not have happened, even if the operations are independent: the spawn,
    /// the signal, the end of the joined thread.
    pub cause: Option<EventId>,
    pub(crate) id: OperationId,
    /// How many choices there were.
    pub(crate) choices: u32,
    /// All events that happen before it are among the first `after` events of E.
    after: usize,
    /// Where its races begin in `Execution::races`.
    races: usize,
}

impl Event {
    pub fn transition(&self) -> Transition {
        Transition { thread: self.thread, choice: self.choice }
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
    /// How many merges of cells the histories have gone through.
    merges: usize,
    /// Events that depend on everything: atomic blocks, the end of the process.
    barriers: Vec<EventId>,
    /// How many events may depend on a join.
    meeting_joins: usize,
    races: Vec<EventId>,
    /// Buffers.
    race_clock: Clock,
    conflicts: Vec<EventId>,
}

/// What happens before an event: see the fields of [`Event`].
struct Past {
    previous: Option<EventId>,
    cause: Option<EventId>,
    after: usize,
}

/// An event in the history of a cell.
#[derive(Clone, Copy, Debug)]
struct Entry {
    event: EventId,
    thread: ThreadId,
    id: OperationId,
    /// Of the earlier entries of this history, all but the first `uncovered` happen before it.
    uncovered: u32,
}

impl Execution {
    pub fn len(&self) -> usize {
        self.events.len()
    }

    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// About how many bytes it takes, the table of operations left out: that does not grow with the number of events.
    pub(crate) fn bytes(&self) -> usize {
        let entries: usize = self.histories.iter().map(Vec::capacity).sum();
        self.events.capacity() * size_of::<Event>()
            + self.clocks.bytes()
            + entries * size_of::<Entry>()
            + (self.barriers.capacity() + self.races.capacity()) * size_of::<EventId>()
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

    /// See [`Operations::lines`].
    pub(crate) fn lines(&self, event: EventId) -> &[LineTouch] {
        self.operations.lines(self.events[event].id)
    }

    pub(crate) fn traits(&self, event: EventId) -> Traits {
        self.operations.traits(self.events[event].id)
    }

    pub fn last_of(&self, thread: ThreadId) -> Option<EventId> {
        self.last.get(thread.index()).copied().flatten()
    }

    /// e →_E e′, or e = e′.
    pub fn happens_before(&self, e: EventId, later: EventId) -> bool {
        covers(self.clocks.row(later), self.events[e].thread, e)
    }

    /// notdep(e, E): the events of E after e that e does not happen before.
    pub fn notdep(&self, e: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.clocks.without(self.events[e].thread, e, e + 1)
    }

    /// Whether nothing in E after e happens before this later event, not even e: its thread is an initial of notdep(e, E).
    pub fn is_initial_after(&self, e: EventId, event: EventId) -> bool {
        event > e && self.events[event].after <= e
    }

    /// Whether all that happens before a later event does so because of e or what came before that.
    pub(crate) fn depends_on_nothing_after(&self, e: EventId, event: EventId) -> bool {
        self.events[event].after <= e + 1
    }

    /// The events e with which `event` is in a reversible race: e ≲_E event.
    pub fn races(&self, event: EventId) -> &[EventId] {
        let end = self.events.get(event + 1).map_or(self.races.len(), |next| next.races);
        &self.races[self.events[event].races..end]
    }

    /// The events that may depend on an operation because of what it touches, in their order; no others do. `None`: they
    /// are not recorded.
    pub(crate) fn touching_the_same(
        &self,
        id: OperationId,
    ) -> Option<impl DoubleEndedIterator<Item = EventId> + '_> {
        let is_known = self.merges == self.operations.merges().len() && self.operations.is_settled(id);
        if !is_known || !self.barriers.is_empty() {
            return None;
        }
        match self.operations.cells(id) {
            [cell] => {
                let history = self.histories.get(*cell as usize).map_or(&[][..], Vec::as_slice);
                Some(history.iter().map(|entry| entry.event))
            }
            _ => None,
        }
    }

    /// The events before one that have something in common with it, the latest first; it may depend on no others.
    pub(crate) fn neighbours(&self, event: EventId) -> impl Iterator<Item = EventId> + '_ {
        let shared = self.touching_the_same(self.events[event].id);
        let all = if shared.is_none() { 0..event } else { 0..0 };
        shared.into_iter().flatten().chain(all).rev().filter(move |e| *e < event)
    }

    /// Whether a join by this thread would depend on no event of another, but for the end of the joined thread.
    pub(crate) fn leaves_joins_to(&self, thread: ThreadId) -> bool {
        let is_its_own =
            |event: &Event| event.thread == thread || !self.operations.traits(event.id).meets_joins;
        self.meeting_joins == 0 || self.events.iter().all(is_its_own)
    }

    /// Appends an event.
    pub(crate) fn push(
        &mut self,
        transition: Transition,
        id: OperationId,
        choices: u32,
        cause: Option<EventId>,
    ) -> EventId {
        let Transition { thread, choice } = transition;
        let (event, races) = (self.events.len(), self.races.len());
        let Past { previous, cause, after } = self.push_past(thread, id, cause);
        self.clocks.set_last(thread, event);
        if self.last.len() <= thread.index() {
            self.last.resize(thread.index() + 1, None);
        }
        self.last[thread.index()] = Some(event);
        self.record(event, thread, id);
        self.events.push(Event { thread, choice, previous, cause, id, choices, after, races });
        event
    }

    /// The events with which an operation would be in a reversible race if it were the next event, the latest first.
    pub(crate) fn races_if_next(
        &mut self,
        thread: ThreadId,
        id: OperationId,
        cause: Option<EventId>,
    ) -> impl Iterator<Item = EventId> + '_ {
        let races = self.races.len();
        self.push_past(thread, id, cause);
        self.clocks.pop();
        self.races.drain(races..)
    }

    /// The last event, if an operation of a thread that does not have it in its past would be in a reversible race with it.
    pub(crate) fn last_in_race_with(&self, id: OperationId) -> Option<EventId> {
        let last = self.events.last()?;
        let Execution { operations, .. } = self;
        let is_race = operations.dependent(id, last.id)
            && reversible(operations.get(last.id), operations.get(id)) != Reversible::No;
        is_race.then_some(self.events.len() - 1)
    }

    /// Finds what happens before the next event: pushes the clock of its past, and leaves its races in `races`.
    #[inline]
    fn push_past(&mut self, thread: ThreadId, id: OperationId, cause: Option<EventId>) -> Past {
        self.settle(id);
        let cause = self.operations.traits(id).joins.and_then(|other| self.last_of(other)).or(cause);
        let previous = self.last_of(thread);
        self.clocks.push(thread, previous.or(cause));
        if let (Some(_), Some(cause)) = (previous, cause) {
            self.clocks.join_last(cause);
        }
        let after_own = previous.max(cause).map_or(0, |last| last + 1);
        let after = after_own.max(self.order(thread, id));
        Past { previous, cause, after }
    }

    /// Removes the last event.
    pub(crate) fn pop(&mut self) {
        let Some(&event) = self.events.last() else { return };
        self.settle(event.id);
        self.events.pop();
        self.clocks.pop();
        self.races.truncate(event.races);
        self.last[event.thread.index()] = event.previous;
        let Traits { barrier, meets_joins, .. } = self.operations.traits(event.id);
        if barrier {
            self.barriers.pop();
        }
        self.meeting_joins -= usize::from(meets_joins);
        for &cell in self.operations.cells(event.id) {
            self.histories[cell as usize].pop();
        }
    }

    /// Finds what the next event depends on: joins its clock, the last one, and leaves its races in `races`. Returns the
    /// number of events up to the last on which it depends.
    fn order(&mut self, thread: ThreadId, id: OperationId) -> usize {
        self.find_conflicts(thread, id);
        let Execution { operations, events, clocks, races, conflicts, race_clock, .. } = self;
        // Orderings that no schedule can reverse (an unlock before a lock) do not hide the races behind them: from the
        // first of them on, there is another clock for races.
        let mut all_reversible = true;
        for &e in conflicts.iter() {
            let earlier = &events[e];
            let reversible = reversible(operations.get(earlier.id), operations.get(id));
            if reversible != Reversible::Yes && all_reversible {
                all_reversible = false;
                race_clock.copy_from(clocks.last());
            }
            let clock = if all_reversible { clocks.last() } else { race_clock.as_slice() };
            let hidden = covers(clock, earlier.thread, e);
            if reversible != Reversible::No && !hidden {
                races.push(e);
                if reversible == Reversible::Yes && !all_reversible {
                    race_clock.join(clocks.row(e));
                }
            }
            if !(all_reversible && hidden) {
                clocks.join_last(e);
            }
        }
        conflicts.first().map_or(0, |last| last + 1)
    }

    /// Leaves in `conflicts` all events of other threads that depend on an operation and may be its immediate
    /// predecessors, the latest first. The last clock has what the event's own thread and its cause have brought.
    fn find_conflicts(&mut self, thread: ThreadId, id: OperationId) {
        let Execution { operations, events, clocks, histories, barriers, conflicts, .. } = self;
        conflicts.clear();
        let depends = |other: OperationId| operations.dependent(id, other);
        let is_own = |e: EventId| events[e].thread == thread;
        let is_conflict = |e: &EventId| !is_own(*e) && depends(events[*e].id);
        let hides_its_past =
            |other: OperationId| reversible(operations.get(other), operations.get(id)) == Reversible::Yes;
        if operations.traits(id).barrier {
            // What came before a barrier, and depends on this one, has happened before that one.
            let has_all_before = |e: &EventId| is_own(*e) || hides_its_past(events[*e].id);
            let since = barriers.last().copied().filter(has_all_before).unwrap_or(0)..events.len();
            conflicts.extend(since.rev().inspect(|_| count_look()).filter(is_conflict));
            return;
        }
        let own_past = clocks.last();
        let cells = operations.cells(id);
        for history in cells.iter().filter_map(|&cell| histories.get(cell as usize)) {
            for entry in history.iter().rev() {
                count_look();
                let covers_all = entry.uncovered == 0;
                if covers(own_past, entry.thread, entry.event) {
                    // What this operation depends on, it depended on there. So a thread that repeats an operation looks
                    // at what is new only, and a long execution costs as much as a few short ones.
                    if covers_all || entry.id == id {
                        break;
                    }
                } else if depends(entry.id) {
                    conflicts.push(entry.event);
                    if covers_all && hides_its_past(entry.id) {
                        break;
                    }
                }
            }
        }
        for &e in barriers.iter().rev().take_while(|e| is_conflict(e)) {
            conflicts.push(e);
            if hides_its_past(events[e].id) {
                break;
            }
        }
        if cells.len() > 1 || !barriers.is_empty() {
            conflicts.sort_unstable_by(|a, b| b.cmp(a));
            conflicts.dedup();
        }
    }

    /// Enters the next event, whose clock is the last one, into the histories of what it touches.
    fn record(&mut self, event: EventId, thread: ThreadId, id: OperationId) {
        let Traits { barrier, meets_joins, .. } = self.operations.traits(id);
        if barrier {
            self.barriers.push(event);
        }
        self.meeting_joins += usize::from(meets_joins);
        if self.histories.len() < self.operations.number_of_cells() {
            self.histories.resize_with(self.operations.number_of_cells(), Vec::new);
        }
        let clock = self.clocks.last();
        for &cell in self.operations.cells(id) {
            let history = &mut self.histories[cell as usize];
            let uncovered = uncovered(history, clock);
            history.push(Entry { event, thread, id, uncovered });
        }
    }

    /// Brings the histories and the operation's cells up to date with the merges of cells.
    #[inline]
    fn settle(&mut self, id: OperationId) {
        if self.merges < self.operations.merges().len() {
            self.merge_histories();
        }
        self.operations.settle(id);
    }

    fn merge_histories(&mut self) {
        let Execution { operations, clocks, histories, merges, .. } = self;
        for &Merge { from, into } in &operations.merges()[*merges..] {
            let absorbed = histories.get_mut(from as usize).map(std::mem::take).unwrap_or_default();
            if absorbed.is_empty() {
                continue;
            }
            // The smaller cell is the one that remains.
            let history = &mut histories[into as usize];
            let mut entries = std::mem::take(history);
            entries.extend(absorbed);
            entries.sort_by_key(|entry| entry.event);
            entries.dedup_by_key(|entry| entry.event);
            for entry in entries {
                let uncovered = uncovered(history, clocks.row(entry.event));
                history.push(Entry { uncovered, ..entry });
            }
        }
        *merges = operations.merges().len();
    }

    /// Equal for equivalent executions, and for no others (up to hashing): every event with its past, in any order.
    pub fn trace_key(&self) -> u128 {
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
            let past = self.clocks.row(index).iter().enumerate().filter(|(_, last)| **last > 0);
            let event = mix(u128::from(event.choice) << 16 | event.thread.index() as u128);
            let hash = past.fold(event, |hash, (thread, last)| {
                mix(hash ^ ((thread as u128) << 32 | u128::from(positions[*last as usize - 1])))
            });
            key = key.wrapping_add(hash);
        }
        key
    }
}

/// How many entries of a history are left when those at its end that are in the past of a clock are taken away.
fn uncovered(history: &[Entry], clock: &[u32]) -> u32 {
    let mut left = history.len();
    while let Some(entry) = left.checked_sub(1).map(|last| &history[last]) {
        count_look();
        if !covers(clock, entry.thread, entry.event) {
            break;
        }
        left = entry.uncovered as usize;
    }
    left as u32
}

/// An event is looked at that the next one may depend on. What an execution costs is how often that happens.
#[inline]
fn count_look() {
    #[cfg(test)]
    tests::LOOKS.with(|looks| looks.set(looks.get() + 1));
}

#[cfg(test)]
mod tests;
