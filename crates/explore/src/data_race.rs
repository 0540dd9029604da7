//! Data races between plain accesses, by happens-before (Lamport 1978; epochs and shadow words in the spirit of
//! FastTrack, PLDI 2009), along the execution on the search stack.
//!
//! This happens-before is the language's, not the search's: only synchronisation orders here. A relaxed atomic access
//! orders nothing, although it does not commute with another one.
//!
//! An event is a visible operation and the plain accesses after it, up to the thread's next event. Publishing at event
//! i covers the plain accesses of events before i and the operation of i itself. Clock entries are therefore "i + 1";
//! the operation of event k is covered by an entry above k, its plain accesses by one above k + 1.

use mazurka_machine::{Footprint, Object, Operation, Order, Range, ThreadId, Verb};
use rustc_hash::FxHashMap;

use crate::clock::{Clock, Clocks};
use crate::execution::{Event, EventId};

/// Two unordered accesses to the same bytes, at least one of them a write and at least one of them plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataRace {
    pub first: EventId,
    pub second: EventId,
    pub bytes: Range,
}

#[derive(Default)]
pub struct DataRaces {
    /// What each event's thread knows after its operation.
    clocks: Clocks,
    /// What an acquire of a location or object learns, by byte or object; stacks, so that events can be taken back.
    published: FxHashMap<Key, Vec<(EventId, Clock)>>,
    /// For fences: what relaxed reads have seen, and what relaxed writes publish.
    seen: FxHashMap<ThreadId, Vec<(EventId, Clock)>>,
    fenced: FxHashMap<ThreadId, Vec<(EventId, Clock)>>,
    /// Who has touched a line of 64 bytes, in order of events.
    shadow: FxHashMap<u64, Vec<Touch>>,
    /// What to look at when an event is taken back.
    undo: Vec<Undo>,
}

/// A rwlock publishes to writers and to readers separately, so an object has two keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    Byte(u64),
    /// To everybody who locks.
    Object(u64),
    /// Only to those who lock for writing.
    Readers(u64),
    AtomicBlock,
}

/// One event's accesses to one line; bit i speaks of byte i.
#[derive(Clone, Copy, Default, Debug)]
struct Touch {
    event: EventId,
    thread: ThreadId,
    reads: u64,
    writes: u64,
    atomic_reads: u64,
    atomic_writes: u64,
    /// All earlier touches of this line are ordered before this one.
    covers: bool,
}

#[derive(Default)]
struct Undo {
    published: Vec<Key>,
    seen: bool,
    fenced: bool,
    lines: Vec<u64>,
}

const LINE: u64 = 64;

impl DataRaces {
    /// Takes note of the last event of an execution; `events` ends with it.
    pub fn push(&mut self, events: &[Event], footprint: &[Footprint]) -> Option<DataRace> {
        let id = events.len() - 1;
        let event = &events[id];
        let mut undo = Undo::default();
        let mut clock = self.inherited(events, id);
        self.synchronize(id, event.thread, &event.operation, &mut clock, &mut undo);
        self.clocks.push(&clock);
        let race = self.touch(id, event, footprint, &clock, &mut undo);
        self.undo.push(undo);
        race
    }

    /// Forgets the last event.
    pub fn pop(&mut self, event: &Event) {
        let Some(undo) = self.undo.pop() else { return };
        self.clocks.pop();
        for key in undo.published {
            self.published.get_mut(&key).map(Vec::pop);
        }
        if undo.seen {
            self.seen.get_mut(&event.thread).map(Vec::pop);
        }
        if undo.fenced {
            self.fenced.get_mut(&event.thread).map(Vec::pop);
        }
        for line in undo.lines {
            self.shadow.get_mut(&line).map(Vec::pop);
        }
    }

    /// What the thread knows before its operation: its own past, who created it, whom it has joined.
    fn inherited(&self, events: &[Event], id: EventId) -> Clock {
        let event = &events[id];
        let mut clock = Clock::default();
        match (event.previous, event.cause) {
            (Some(previous), _) => clock.join(self.clocks.row(previous)),
            (None, Some(creator)) => {
                clock.join(self.clocks.row(creator));
                clock.set(events[creator].thread, creator);
            }
            (None, None) => {}
        }
        if let (Operation::Join(_), Some(end)) = (&event.operation, event.cause) {
            clock.join(self.clocks.row(end));
            clock.set(events[end].thread, end + 1);
        }
        clock
    }

    fn synchronize(
        &mut self,
        id: EventId,
        thread: ThreadId,
        operation: &Operation,
        clock: &mut Clock,
        undo: &mut Undo,
    ) {
        match *operation {
            Operation::Read(range, order) | Operation::CompareExchange { range, succeeds: false, order } => {
                self.observe(id, thread, range, order, clock, undo);
            }
            Operation::Write(range, order) => {
                let publication = self.publication(id, thread, order, clock);
                for key in bytes(range) {
                    self.publish(id, key, publication.clone(), undo);
                }
            }
            Operation::Update(range, _, order) | Operation::CompareExchange { range, order, .. } => {
                self.observe(id, thread, range, order, clock, undo);
                let publication = self.publication(id, thread, order, clock);
                for key in bytes(range) {
                    // A release sequence goes on through read-modify-writes.
                    self.add_to_publication(id, key, &publication, undo);
                }
            }
            Operation::Fence(order) => {
                if order.acquire
                    && let Some((_, seen)) = self.seen.get(&thread).and_then(|stack| stack.last())
                {
                    clock.join(seen.as_slice());
                }
                if order.release {
                    let mut fenced = clock.clone();
                    fenced.set(thread, id);
                    self.fenced.entry(thread).or_default().push((id, fenced));
                    undo.fenced = true;
                }
            }
            Operation::Await(ref wait) => self.synchronize(id, thread, &wait.operation, clock, undo),
            Operation::Sync(verb, object) => self.synchronize_object(id, thread, verb, object, clock, undo),
            Operation::Wait { mutex, .. } => {
                self.publish_clock(id, thread, Key::Object(mutex.start), clock, undo);
            }
            Operation::Block(_) => {
                self.acquire(Key::AtomicBlock, clock);
                self.publish_clock(id, thread, Key::AtomicBlock, clock, undo);
            }
            _ => {}
        }
    }

    fn synchronize_object(
        &mut self,
        id: EventId,
        thread: ThreadId,
        verb: Verb,
        object: Object,
        clock: &mut Clock,
        undo: &mut Undo,
    ) {
        let (everybody, writers) = (Key::Object(object.start), Key::Readers(object.start));
        match verb {
            Verb::Lock | Verb::TryLock => {
                self.acquire(everybody, clock);
                self.acquire(writers, clock);
            }
            Verb::ReadLock | Verb::TryReadLock | Verb::Acquire | Verb::TryAcquire | Verb::Depart => {
                self.acquire(everybody, clock);
            }
            Verb::Unlock => self.publish_clock(id, thread, everybody, clock, undo),
            Verb::ReadUnlock => self.add_clock(id, thread, writers, clock, undo),
            Verb::Post | Verb::Arrive => self.add_clock(id, thread, everybody, clock, undo),
            Verb::Change => {
                self.acquire(everybody, clock);
                self.add_clock(id, thread, everybody, clock, undo);
            }
            Verb::Signal | Verb::Broadcast | Verb::Sleep | Verb::Inspect => {}
        }
    }

    /// A read of a location: an acquire learns what was published there, a relaxed one keeps it for a later fence.
    fn observe(
        &mut self,
        id: EventId,
        thread: ThreadId,
        range: Range,
        order: Order,
        clock: &mut Clock,
        undo: &mut Undo,
    ) {
        if order.acquire {
            for key in bytes(range) {
                self.acquire(key, clock);
            }
        } else if order.atomic {
            let stack = self.seen.entry(thread).or_default();
            let mut seen = stack.last().map(|(_, clock)| clock.clone()).unwrap_or_default();
            for key in bytes(range) {
                if let Some((_, published)) = self.published.get(&key).and_then(|stack| stack.last()) {
                    seen.join(published.as_slice());
                }
            }
            self.seen.entry(thread).or_default().push((id, seen));
            undo.seen = true;
        }
    }

    /// What a write publishes: everything if it releases, else what the last release fence allows.
    fn publication(&self, id: EventId, thread: ThreadId, order: Order, clock: &Clock) -> Clock {
        if order.release {
            let mut publication = clock.clone();
            publication.set(thread, id);
            return publication;
        }
        let fenced = self.fenced.get(&thread).and_then(|stack| stack.last());
        fenced.filter(|_| order.atomic).map(|(_, clock)| clock.clone()).unwrap_or_default()
    }

    fn acquire(&self, key: Key, clock: &mut Clock) {
        if let Some((_, published)) = self.published.get(&key).and_then(|stack| stack.last()) {
            clock.join(published.as_slice());
        }
    }

    fn publish(&mut self, id: EventId, key: Key, publication: Clock, undo: &mut Undo) {
        self.published.entry(key).or_default().push((id, publication));
        undo.published.push(key);
    }

    fn publish_clock(&mut self, id: EventId, thread: ThreadId, key: Key, clock: &Clock, undo: &mut Undo) {
        let mut publication = clock.clone();
        publication.set(thread, id);
        self.publish(id, key, publication, undo);
    }

    fn add_clock(&mut self, id: EventId, thread: ThreadId, key: Key, clock: &Clock, undo: &mut Undo) {
        let mut publication = clock.clone();
        publication.set(thread, id);
        self.add_to_publication(id, key, &publication, undo);
    }

    fn add_to_publication(&mut self, id: EventId, key: Key, addition: &Clock, undo: &mut Undo) {
        let mut publication = addition.clone();
        self.acquire(key, &mut publication);
        self.publish(id, key, publication, undo);
    }

    /// Compares the event's accesses with those of others, and adds them.
    fn touch(
        &mut self,
        id: EventId,
        event: &Event,
        footprint: &[Footprint],
        clock: &Clock,
        undo: &mut Undo,
    ) -> Option<DataRace> {
        let mut race = None;
        for (line, touch) in touches(id, event, footprint) {
            let history = self.shadow.entry(line).or_default();
            let mut covers = true;
            for earlier in history.iter().rev() {
                if !is_ordered(earlier, event.thread, clock) {
                    covers = false;
                    let bytes = conflict(earlier, &touch, clock);
                    if bytes != 0 && race.is_none() {
                        let start = line + u64::from(bytes.trailing_zeros());
                        let length = u64::from((bytes >> bytes.trailing_zeros()).trailing_ones());
                        race = Some(DataRace {
                            first: earlier.event,
                            second: id,
                            bytes: Range { start, length },
                        });
                    }
                } else if earlier.covers {
                    break;
                }
            }
            history.push(Touch { covers, ..touch });
            undo.lines.push(line);
        }
        race
    }
}

/// Whether all of an earlier event's accesses happen before an event with this clock.
fn is_ordered(earlier: &Touch, thread: ThreadId, clock: &Clock) -> bool {
    earlier.thread == thread || clock.covers(earlier.thread, earlier.event + 1)
}

/// The bytes of a line on which two unordered events race.
fn conflict(earlier: &Touch, later: &Touch, clock: &Clock) -> u64 {
    // The operation of an event may be ordered although the plain accesses after it are not.
    let operation_ordered = clock.covers(earlier.thread, earlier.event);
    let (atomic_reads, atomic_writes) =
        if operation_ordered { (0, 0) } else { (earlier.atomic_reads, earlier.atomic_writes) };
    let plain = (later.writes & (earlier.reads | earlier.writes)) | (later.reads & earlier.writes);
    let after_atomic = (later.writes & (atomic_reads | atomic_writes)) | (later.reads & atomic_writes);
    let before_atomic =
        (later.atomic_writes & (earlier.reads | earlier.writes)) | (later.atomic_reads & earlier.writes);
    plain | after_atomic | before_atomic
}

/// The lines that an event touches: its footprint, and the bytes of its operation if that is an access.
fn touches(id: EventId, event: &Event, footprint: &[Footprint]) -> Vec<(u64, Touch)> {
    let empty = Touch { event: id, thread: event.thread, ..Touch::default() };
    let plain = |part: &Footprint| (part.line, Touch { reads: part.reads, writes: part.writes, ..empty });
    let mut touches: Vec<(u64, Touch)> = footprint.iter().map(plain).collect();
    let operation = match &event.operation {
        Operation::Await(wait) => &wait.operation,
        other => other,
    };
    let (range, writes, order) = match *operation {
        Operation::Read(range, order) => (range, false, order),
        Operation::Write(range, order) | Operation::Update(range, _, order) => (range, true, order),
        Operation::CompareExchange { range, succeeds, order } => (range, succeeds, order),
        _ => return touches,
    };
    let end = range.start.saturating_add(range.length);
    let mut line = range.start / LINE * LINE;
    while line < end {
        let (from, to) = (range.start.max(line) - line, end.min(line + LINE) - line);
        let mask = (u64::MAX >> (LINE - (to - from))) << from;
        if !touches.iter().any(|(at, _)| *at == line) {
            touches.push((line, empty));
        }
        for (_, touch) in touches.iter_mut().filter(|(at, _)| *at == line) {
            match (order.atomic, writes) {
                (true, true) => touch.atomic_writes |= mask,
                (true, false) => touch.atomic_reads |= mask,
                (false, true) => touch.writes |= mask,
                (false, false) => touch.reads |= mask,
            }
        }
        line += LINE;
    }
    touches
}

/// Byte by byte: neighbours publish separately, and accesses of different sizes meet where they overlap.
fn bytes(range: Range) -> impl Iterator<Item = Key> {
    (range.start..range.start.saturating_add(range.length)).map(Key::Byte)
}

#[cfg(test)]
mod tests;
