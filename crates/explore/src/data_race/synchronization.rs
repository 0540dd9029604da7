//! Happens-before as the language has it: only synchronisation orders here. A relaxed atomic access orders nothing,
//! although it does not commute with another one.
//!
//! Publishing at event i covers the plain accesses of events before i and the operation of i itself. Clock entries are
//! therefore "i + 1": the operation of event k is covered by an entry above k, its plain accesses by one above k + 1.
//!
//! A decrement that does not take the last one of a count learns nothing from other decrements before it, whatever its order, unless they happen
//! before it in the trace: their order is not part of that, and in another execution of it they come later. What it
//! publishes, the last one learns.
//!
//! Clocks are computed for the events up to the last one on demand, and kept until events are undone.

use mazurka_machine::{Access, Hold, Operation, Order, Range, Section, ThreadId, Update, Verb, VerbFacts};
use rustc_hash::FxHashMap;

use crate::clock::Clock;
use crate::execution::{EventId, Execution};

#[derive(Default)]
pub(super) struct Synchronization {
    /// The events whose clocks are known: the first ones of the path.
    known: Vec<Known>,
    /// Rows of clocks, one behind the other.
    rows: Vec<u32>,
    /// What an acquire of a cell or an object learns; stacks, so that events can be undone.
    published: FxHashMap<Key, Vec<Publication>>,
    /// The keys of what was published, in order.
    log: Vec<Key>,
    clock: Clock,
    groups: Vec<Publication>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    /// What the event's thread knows after its operation.
    row: Row,
    /// What a relaxed read has seen, for a later fence.
    seen: Row,
    /// The clock of the thread's last release fence: what its relaxed writes publish.
    fence: Row,
    /// How much there was before the event.
    rows: usize,
    log: usize,
}

/// A clock in `rows`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    start: u32,
    length: u32,
}

impl Row {
    const EMPTY: Row = Row { start: 0, length: 0 };
}

#[derive(Clone, Copy, Debug)]
struct Publication {
    /// Which bytes of a cell it is about; all ones for objects.
    bytes: u8,
    row: Row,
    /// The decrement that has published last, if it was one that did not take the last of a count.
    decrement: Option<EventId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Key {
    /// Eight bytes of memory.
    Cell(u64),
    /// To every thread that locks.
    Object(u64),
    /// Only to those who lock for writing.
    Readers(u64),
    /// A byte that atomic blocks write, to all blocks that touch it. Blocks that do not conflict are not ordered: the
    /// search would not try both orders, and one of them may hide a race.
    WrittenInBlocks(u64),
    /// A byte that atomic blocks read, to all blocks that write it.
    ReadInBlocks(u64),
    /// The same for a byte in whole sections of a mutex, which are ordered for the same reason only where they conflict.
    WrittenInSections(u64, u64),
    ReadInSections(u64, u64),
    /// Of nothing.
    Anything,
    EndsOfThreads,
}

impl Synchronization {
    /// Brings the clocks up to the last event.
    pub(super) fn compute(&mut self, execution: &Execution) {
        for id in self.known.len()..execution.len() {
            self.push(execution, id);
        }
    }

    /// The entry of an event's clock for a thread; the clock must have been computed.
    pub(super) fn known(&self, event: EventId, thread: ThreadId) -> usize {
        let row = self.slice(self.known[event].row);
        row.get(thread.index()).map_or(0, |&entry| entry as usize)
    }

    /// Forgets all events but the first `length`.
    pub(super) fn truncate(&mut self, length: usize) {
        while self.known.len() > length {
            let Some(gone) = self.known.pop() else { return };
            self.rows.truncate(gone.rows);
            for key in self.log.drain(gone.log..) {
                self.published.get_mut(&key).map(Vec::pop);
            }
        }
    }

    fn push(&mut self, execution: &Execution, id: EventId) {
        let event = execution.event(id);
        let before = (self.rows.len(), self.log.len());
        let operation = execution.operation(id).in_loop();
        let previous = event.previous.map(|previous| self.known[previous]);
        let mut clock = std::mem::take(&mut self.clock);
        self.inherit(execution, id, &mut clock);
        let seen = self.acquire(execution, id, operation, &mut clock);
        clock.set(event.thread, id);
        let row = self.add_row(clock.as_slice());
        self.clock = clock;
        let fence = match operation {
            Operation::Fence(Order { release: true, .. }) => row,
            _ => previous.map_or(Row::EMPTY, |previous| previous.fence),
        };
        self.known.push(Known { row, seen, fence, rows: before.0, log: before.1 });
        self.release(id, operation, row, fence);
    }

    /// What the thread knows before its operation: its own past, who created it, whom it has joined.
    fn inherit(&self, execution: &Execution, id: EventId, clock: &mut Clock) {
        let event = execution.event(id);
        clock.clear();
        if let Some(before) = event.previous.or(event.cause) {
            clock.join(self.slice(self.known[before].row));
        }
        if let (Operation::Join(_), Some(end)) = (execution.operation(id), event.cause) {
            clock.join(self.slice(self.known[end].row));
            clock.set(execution.event(end).thread, end + 1);
        }
    }

    /// What the operation learns. Returns what it has seen but may not rely on before a fence.
    fn acquire(
        &mut self,
        execution: &Execution,
        id: EventId,
        operation: &Operation,
        clock: &mut Clock,
    ) -> Row {
        match *operation {
            Operation::Update(range, Update::Decrement(2..), order) => {
                return self.observe(range, order, clock, Some((execution, id)));
            }
            Operation::Read(range, order)
            | Operation::Update(range, _, order)
            | Operation::CompareExchange { range, order, .. } => {
                return self.observe(range, order, clock, None);
            }
            Operation::Fence(Order { acquire: true, .. }) => self.acquire_what_was_seen(execution, id, clock),
            Operation::Sync(verb, object) => {
                self.acquire_object(verb.facts(), verb.part_of(object).start, clock)
            }
            Operation::Block(ref accesses) => self.acquire_block(accesses, clock),
            Operation::Section(ref section) => self.acquire_section(section, clock),
            // Among other things it may look whether a thread has ended.
            Operation::Anything => {
                self.join_last(Key::Anything, clock);
                self.join_last(Key::EndsOfThreads, clock);
            }
            _ => {}
        }
        Row::EMPTY
    }

    fn acquire_object(&self, verb: VerbFacts, object: u64, clock: &mut Clock) {
        if verb.acquires {
            self.join_last(Key::Object(object), clock);
        }
        if verb.takes == Some(Hold::Exclusive) {
            self.join_last(Key::Readers(object), clock);
        }
    }

    /// A read of a location: an acquire learns what was published there, a relaxed one keeps it for a later fence. Or that of a
    /// `decrement` that does not take the last one.
    fn observe(
        &mut self,
        range: Range,
        order: Order,
        clock: &mut Clock,
        decrement: Option<(&Execution, EventId)>,
    ) -> Row {
        if !order.atomic {
            return Row::EMPTY;
        }
        let mut seen = Row::EMPTY;
        for (cell, bytes) in cells(range) {
            match decrement {
                Some((execution, id)) => self.groups_before_decrement(execution, id, cell, bytes),
                None => self.groups_of(cell, bytes),
            }
            for at in 0..self.groups.len() {
                let row = self.groups[at].row;
                if order.acquire {
                    clock.join(self.slice(row));
                } else {
                    seen = self.union(seen, row);
                }
            }
        }
        seen
    }

    /// A fence makes the thread's relaxed reads since its last such fence acquire.
    fn acquire_what_was_seen(&self, execution: &Execution, id: EventId, clock: &mut Clock) {
        let mut before = execution.event(id).previous;
        while let Some(event) = before {
            if matches!(execution.operation(event), Operation::Fence(Order { acquire: true, .. })) {
                return;
            }
            clock.join(self.slice(self.known[event].seen));
            before = execution.event(event).previous;
        }
    }

    /// What the operation publishes; `row` is the clock after it.
    fn release(&mut self, id: EventId, operation: &Operation, row: Row, fence: Row) {
        match *operation {
            Operation::Write(range, order) => {
                let row = published_by(order, row, fence);
                for (cell, bytes) in cells(range) {
                    self.publish(Key::Cell(cell), Publication { bytes, row, decrement: None });
                }
            }
            Operation::Update(range, _, order)
            | Operation::CompareExchange { range, succeeds: true, order } => {
                let decrement = matches!(operation, Operation::Update(_, Update::Decrement(2..), _));
                for (cell, bytes) in cells(range) {
                    let row = published_by(order, row, fence);
                    self.continue_sequence(cell, bytes, row, decrement.then_some(id));
                }
            }
            Operation::Sync(..) | Operation::Wait { .. } => {
                if let Some((verb, object)) = operation.verb() {
                    self.release_object(verb.facts(), verb.part_of(object).start, row);
                }
            }
            Operation::Block(ref accesses) => self.release_block(accesses, row),
            Operation::Section(ref section) if section.is_whole => self.release_section(section, row),
            Operation::Anything => self.publish_whole(Key::Anything, row),
            Operation::Exit => self.add_to_publication(Key::EndsOfThreads, row),
            _ => {}
        }
    }

    fn release_object(&mut self, verb: VerbFacts, object: u64, row: Row) {
        match verb.gives {
            _ if !verb.publishes => {}
            // Its thread knows all that was published before.
            Some(Hold::Exclusive) => self.publish_whole(Key::Object(object), row),
            Some(Hold::Shared) => self.add_to_publication(Key::Readers(object), row),
            Some(Hold::Unit) | None => self.add_to_publication(Key::Object(object), row),
        }
    }

    fn acquire_block(&self, accesses: &[Access], clock: &mut Clock) {
        for access in accesses {
            for byte in bytes(access.range) {
                self.join_last(Key::WrittenInBlocks(byte), clock);
                if access.writes {
                    self.join_last(Key::ReadInBlocks(byte), clock);
                }
            }
        }
    }

    fn release_block(&mut self, accesses: &[Access], row: Row) {
        for access in accesses {
            for byte in bytes(access.range) {
                let key = if access.writes { Key::WrittenInBlocks(byte) } else { Key::ReadInBlocks(byte) };
                self.add_to_publication(key, row);
            }
        }
    }

    /// A whole section learns what ordinary unlocks have published, and sections with which it conflicts; the lock of another
    /// section learns everything.
    fn acquire_section(&self, section: &Section, clock: &mut Clock) {
        let mutex = section.mutex.range.start;
        if !section.is_whole {
            return self.acquire_object(Verb::Lock.facts(), mutex, clock);
        }
        self.join_last(Key::Object(mutex), clock);
        for access in &section.accesses[..] {
            for byte in bytes(access.range) {
                self.join_last(Key::WrittenInSections(mutex, byte), clock);
                if access.writes {
                    self.join_last(Key::ReadInSections(mutex, byte), clock);
                }
            }
        }
    }

    /// To sections with which it conflicts, and to everyone who takes the mutex for longer.
    fn release_section(&mut self, section: &Section, row: Row) {
        let mutex = section.mutex.range.start;
        self.add_to_publication(Key::Readers(mutex), row);
        for access in &section.accesses[..] {
            for byte in bytes(access.range) {
                let key = match access.writes {
                    true => Key::WrittenInSections(mutex, byte),
                    false => Key::ReadInSections(mutex, byte),
                };
                self.add_to_publication(key, row);
            }
        }
    }

    /// A release sequence continues through read-modify-writes.
    fn continue_sequence(&mut self, cell: u64, bytes: u8, row: Row, decrement: Option<EventId>) {
        self.groups_of(cell, bytes);
        for at in 0..self.groups.len() {
            let Publication { bytes, row: before, .. } = self.groups[at];
            let row = self.union(before, row);
            self.publish(Key::Cell(cell), Publication { bytes, row, decrement });
        }
    }

    /// Leaves in `groups` what was last published in these bytes of a cell; accesses of different sizes meet where they
    /// overlap.
    fn groups_of(&mut self, cell: u64, mut bytes: u8) {
        self.groups.clear();
        let stack = self.published.get(&Key::Cell(cell)).map_or(&[][..], Vec::as_slice);
        for last in stack.iter().rev() {
            if last.bytes & bytes != 0 {
                self.groups.push(Publication { bytes: last.bytes & bytes, row: last.row, decrement: None });
                bytes &= !last.bytes;
            }
            if bytes == 0 {
                return;
            }
        }
        self.groups.push(Publication { bytes, row: Row::EMPTY, decrement: None });
    }

    /// The same without what other decrements have published that may as well come later.
    fn groups_before_decrement(&mut self, execution: &Execution, id: EventId, cell: u64, mut bytes: u8) {
        self.groups.clear();
        let stack = self.published.get(&Key::Cell(cell)).map_or(&[][..], Vec::as_slice);
        for last in stack.iter().rev() {
            let shared = last.bytes & bytes;
            match last.decrement {
                _ if shared == 0 => {}
                None => {
                    self.groups.push(Publication { bytes: shared, ..*last });
                    bytes &= !last.bytes;
                }
                Some(other) if execution.happens_before(other, id) => {
                    let Known { row, fence, .. } = self.known[other];
                    let row = published_by(order_of(execution, other), row, fence);
                    self.groups.push(Publication { bytes: shared, row, decrement: None });
                }
                Some(_) => {}
            }
        }
    }

    fn join_last(&self, key: Key, clock: &mut Clock) {
        if let Some(last) = self.published.get(&key).and_then(|stack| stack.last()) {
            clock.join(self.slice(last.row));
        }
    }

    fn publish(&mut self, key: Key, publication: Publication) {
        self.published.entry(key).or_default().push(publication);
        self.log.push(key);
    }

    fn publish_whole(&mut self, key: Key, row: Row) {
        self.publish(key, Publication { bytes: u8::MAX, row, decrement: None });
    }

    fn add_to_publication(&mut self, key: Key, row: Row) {
        let before =
            self.published.get(&key).and_then(|stack| stack.last()).map_or(Row::EMPTY, |last| last.row);
        let row = self.union(before, row);
        self.publish_whole(key, row);
    }

    fn slice(&self, row: Row) -> &[u32] {
        &self.rows[row.start as usize..(row.start + row.length) as usize]
    }

    fn add_row(&mut self, clock: &[u32]) -> Row {
        let row = Row { start: self.rows.len() as u32, length: clock.len() as u32 };
        self.rows.extend_from_slice(clock);
        row
    }

    fn union(&mut self, one: Row, other: Row) -> Row {
        if one == other || other.length == 0 {
            return one;
        }
        if one.length == 0 {
            return other;
        }
        let (long, short) = if one.length < other.length { (other, one) } else { (one, other) };
        let start = self.rows.len();
        self.rows.extend_from_within(long.start as usize..(long.start + long.length) as usize);
        for at in 0..short.length as usize {
            self.rows[start + at] = self.rows[start + at].max(self.rows[short.start as usize + at]);
        }
        Row { start: start as u32, length: long.length }
    }
}

/// What a write publishes, given the clock after it: one that does not release, what the last release fence allows.
fn published_by(order: Order, row: Row, fence: Row) -> Row {
    match order {
        Order { release: true, .. } => row,
        Order { atomic: true, .. } => fence,
        _ => Row::EMPTY,
    }
}

/// The order of an atomic update.
fn order_of(execution: &Execution, event: EventId) -> Order {
    match *execution.operation(event).in_loop() {
        Operation::Update(_, _, order) => order,
        _ => Order::PLAIN,
    }
}

fn bytes(range: Range) -> std::ops::Range<u64> {
    range.start..range.start.saturating_add(range.length)
}

/// The cells of eight bytes that a range lies in, each with a bit per byte of it.
fn cells(range: Range) -> impl Iterator<Item = (u64, u8)> {
    let end = range.start.saturating_add(range.length);
    (range.start >> 3..end.div_ceil(8)).map(move |cell| {
        let (from, to) = (range.start.max(cell << 3) & 7, (end - (cell << 3)).min(8));
        (cell, (((1u16 << to) - 1) & !((1u16 << from) - 1)) as u8)
    })
}
