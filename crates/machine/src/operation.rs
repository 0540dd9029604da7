//! Visible operations, and which pairs of them commute.
//!
//! Two operations are independent when they commute and neither enables nor disables the other; everything else is
//! dependent. The random tests run both orders on real machines and compare, so this file is a claim that is checked.

use std::cell::Cell;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::thread::ThreadId;

/// What a thread is about to do, as far as other threads can tell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operation {
    /// Touches nothing shared: a yield, a hint, the start of a thread.
    Local,
    Read(Range, Order),
    /// Also `free`, which writes the whole object.
    Write(Range, Order),
    /// Reads and writes in one go.
    Update(Range, Update, Order),
    /// A compare-and-swap that, in the current state, would succeed (an update) or fail (a read).
    CompareExchange {
        range: Range,
        succeeds: bool,
        order: Order,
    },
    Fence(Order),
    /// An operation on a synchronisation object.
    Sync(Verb, Object),
    /// Gives up `mutex` and goes to sleep on `condition`.
    Wait {
        condition: Object,
        mutex: Object,
    },
    /// Creates a thread.
    Spawn,
    /// Waits for a thread's end.
    Join(ThreadId),
    /// Declares that nobody will wait for a thread's end.
    Detach(ThreadId),
    /// The last operation of a thread.
    Exit,
    /// Ends the process.
    ExitProcess,
    /// Picks one of its choices.
    Choose,
    /// Several accesses in one go: an atomic block, a library function that is given pointers.
    Block(Accesses),
    /// An operation in a loop that waits: see [`Await`].
    Await(Arc<Await>),
    /// Nobody knows what it touches.
    Anything,
}

pub type Accesses = Arc<[Access]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Access {
    pub range: Range,
    pub writes: bool,
}

/// The operation that a thread stands at in a loop whose next iteration might come back to the same state and change
/// nothing: a spin lock, a flag that is polled. While it would, the thread is blocked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Await {
    /// What it does when it goes on; that is no wait.
    #[serde(deserialize_with = "operation_in_wait")]
    pub operation: Operation,
    /// What the iteration from here looks at, as far as it decides whether it goes on.
    pub watched: Vec<Range>,
}

/// Waits in waits, as deep as whoever has forged them likes, would exhaust the stack.
fn operation_in_wait<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Operation, D::Error> {
    thread_local!(static IN_WAIT: Cell<bool> = const { Cell::new(false) });
    if IN_WAIT.replace(true) {
        return Err(de::Error::custom("a wait in a wait"));
    }
    let operation = Operation::deserialize(deserializer);
    IN_WAIT.set(false);
    operation
}

/// `length` bytes from `start` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Range {
    pub start: u64,
    pub length: u64,
}

impl Range {
    /// The first address behind it.
    pub fn end(self) -> u64 {
        self.start.saturating_add(self.length)
    }

    /// Whether they have a byte in common. An empty range has none.
    pub fn overlaps(self, other: Range) -> bool {
        self.start.max(other.start) < self.end().min(other.end())
    }
}

/// A synchronisation object, by the memory it occupies.
pub type Object = Range;

/// The memory order of an access, as far as the race detector cares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Order {
    /// `false`: a plain access.
    pub atomic: bool,
    pub acquire: bool,
    pub release: bool,
}

impl Order {
    pub const PLAIN: Order = Order { atomic: false, acquire: false, release: false };
    pub const RELAXED: Order = Order { atomic: true, acquire: false, release: false };
    pub const ACQUIRE: Order = Order { atomic: true, acquire: true, release: false };
    pub const RELEASE: Order = Order { atomic: true, acquire: false, release: true };
    pub const ACQ_REL: Order = Order { atomic: true, acquire: true, release: true };
}

/// Two updates of the same family commute when nobody uses the old value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Update {
    /// Somebody uses the old value, or the operation commutes with nothing.
    Opaque,
    /// Additions and subtractions.
    Add,
    And,
    Or,
    Xor,
    Max,
    Min,
    UnsignedMax,
    UnsignedMin,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verb {
    /// Takes a mutex, a spin lock, or a rwlock for writing; waits until it is free.
    Lock,
    /// The same without waiting, in a state where it would succeed. Where it would fail, it is an [`Verb::Inspect`].
    TryLock,
    /// By the thread that holds it; else it is an [`Verb::Inspect`].
    Unlock,
    /// Takes a rwlock together with other readers. Also what those do who come late where something is done only once:
    /// before the first one, it would be a [`Verb::Lock`].
    ReadLock,
    /// Would succeed; else it is an [`Verb::Inspect`].
    TryReadLock,
    ReadUnlock,
    Signal,
    Broadcast,
    /// Waits to be woken: what an untimed sleeper is blocked on. Never ready; the signal turns it into a `Lock`.
    Sleep,
    /// Arrives at a barrier.
    Arrive,
    /// Waits until the others have arrived, too.
    Depart,
    /// Adds to a semaphore. Posts are ordered, so that which of them let a waiter through is part of the trace.
    Post,
    /// Takes from a semaphore; waits until there is something.
    Acquire,
    /// Would succeed; else it is an [`Verb::Inspect`].
    TryAcquire,
    /// Looks at the object without changing it.
    Inspect,
    /// Anything else that changes the object: initialise, destroy, a library's hidden state, a file.
    Change,
}

/// Whether swapping two adjacent operations of different threads may matter.
pub fn dependent(a: &Operation, b: &Operation) -> bool {
    use Operation::*;
    match (a, b) {
        (Await(wait), other) | (other, Await(wait)) => {
            dependent(&wait.operation, other) || wait.watched.iter().any(|range| changes(other, *range))
        }
        (Anything | ExitProcess, other) | (other, Anything | ExitProcess) => !matches!(other, Local | Choose),
        (Block(accesses), other) | (other, Block(accesses)) => {
            accesses.iter().any(|access| conflicts(*access, other))
        }
        (Update(x, kind, _), Update(y, other, _))
            if kind == other && *kind != self::Update::Opaque && x == y =>
        {
            false
        }
        (Wait { condition, mutex }, other) | (other, Wait { condition, mutex }) => {
            [condition, mutex].iter().any(|object| touches(other, **object))
        }
        // A thread can be joined or detached only once.
        (Join(x) | Detach(x), Join(y) | Detach(y)) => x == y,
        (Sync(v, x), Sync(w, y)) => x.overlaps(*y) && !verbs_commute(*v, *w),
        (Sync(v, x), other) | (other, Sync(v, x)) => match memory_access(other) {
            Some((range, writes)) => range.overlaps(*x) && (writes || *v != Verb::Inspect),
            None => false,
        },
        _ => match (memory_access(a), memory_access(b)) {
            (Some((x, x_writes)), Some((y, y_writes))) => x.overlaps(y) && (x_writes || y_writes),
            _ => false,
        },
    }
}

/// Whether the second of two dependent operations could have come before the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reversible {
    /// Yes, though perhaps with another outcome.
    Yes,
    /// It had to wait for the first, or holds what the first takes: they are ordered, but never a race.
    No,
    /// It depends on the state.
    Perhaps,
}

/// Only operations that wait, and those of a thread that holds something, can be bound to their place.
pub fn reversible(first: &Operation, second: &Operation) -> Reversible {
    use Operation::{Await, Block, Sync, Wait};
    use Reversible::{No, Perhaps, Yes};
    use Verb::*;
    match (first, second) {
        (Await(wait), second) if !matches!(second, Await(_)) => reversible(&wait.operation, second),
        (_, Sync(Sleep, _)) => No,
        (Sync(first, x), Sync(second, y)) if x == y => match (second, first) {
            // What somebody takes is there before, and whatever else is done to it depends on that.
            (Lock | ReadLock, Lock | TryLock) | (Acquire, Acquire | TryAcquire) => Yes,
            // A mutex is taken where it was unlocked.
            (Lock, Unlock | ReadUnlock) | (ReadLock, Unlock) => No,
            (Unlock | ReadUnlock, Lock | TryLock | Unlock) => No,
            (Lock | ReadLock | Acquire | Depart, _) => Perhaps,
            _ => Yes,
        },
        (Wait { mutex, .. }, Sync(Lock, x)) | (Sync(Lock | TryLock | Unlock, x), Wait { mutex, .. })
            if mutex == x =>
        {
            No
        }
        (Wait { mutex: x, .. }, Wait { mutex: y, .. }) if x == y => No,
        (_, Await(_) | Block(_) | Operation::Join(_) | Sync(Lock | ReadLock | Acquire | Depart, _)) => {
            Perhaps
        }
        _ => Yes,
    }
}

/// Whether what the operation is called, or what there is to choose from, depends on the state: after another thread's
/// step, a compare-and-swap may fail instead of succeed, and a signal may find other waiters.
pub fn is_state_dependent(operation: &Operation) -> bool {
    use Verb::{Inspect, ReadLock, Signal, TryAcquire, TryLock, TryReadLock};
    matches!(
        operation,
        Operation::CompareExchange { .. }
            | Operation::Await(_)
            | Operation::Block(_)
            | Operation::Sync(TryLock | ReadLock | TryReadLock | TryAcquire | Inspect | Signal, _)
    )
}

fn verbs_commute(v: Verb, w: Verb) -> bool {
    use Verb::*;
    matches!(
        (v, w),
        (Inspect, Inspect)
            | (Depart, Depart)
            | (ReadLock | TryReadLock | ReadUnlock, ReadLock | TryReadLock | ReadUnlock)
    )
}

/// Whether an operation and an access do not commute.
fn conflicts(access: Access, operation: &Operation) -> bool {
    if access.writes { touches(operation, access.range) } else { changes(operation, access.range) }
}

/// Whether an operation may change what others find in these bytes.
fn changes(operation: &Operation, range: Range) -> bool {
    match operation {
        Operation::Anything | Operation::ExitProcess => true,
        Operation::Sync(Verb::Inspect, _) => false,
        Operation::Await(wait) => changes(&wait.operation, range),
        Operation::Block(accesses) => {
            accesses.iter().any(|access| access.writes && access.range.overlaps(range))
        }
        Operation::Sync(..) | Operation::Wait { .. } => touches(operation, range),
        other => memory_access(other).is_some_and(|(bytes, writes)| writes && bytes.overlaps(range)),
    }
}

/// Whether an operation looks at or changes these bytes.
fn touches(operation: &Operation, object: Object) -> bool {
    match operation {
        Operation::Anything | Operation::ExitProcess => true,
        Operation::Sync(_, other) => other.overlaps(object),
        Operation::Wait { condition, mutex } => condition.overlaps(object) || mutex.overlaps(object),
        Operation::Await(wait) => {
            touches(&wait.operation, object) || wait.watched.iter().any(|range| range.overlaps(object))
        }
        Operation::Block(accesses) => accesses.iter().any(|access| access.range.overlaps(object)),
        other => memory_access(other).is_some_and(|(range, _)| range.overlaps(object)),
    }
}

/// The bytes an operation accesses as memory, and whether it writes them.
fn memory_access(operation: &Operation) -> Option<(Range, bool)> {
    match operation {
        Operation::Read(range, _) => Some((*range, false)),
        Operation::Write(range, _) | Operation::Update(range, _, _) => Some((*range, true)),
        Operation::CompareExchange { range, succeeds, .. } => Some((*range, *succeeds)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const X: Range = Range { start: 64, length: 4 };
    const Y: Range = Range { start: 66, length: 4 };
    const Z: Range = Range { start: 70, length: 4 };

    #[test]
    fn accesses_conflict_on_overlapping_bytes() {
        let read = |range| Operation::Read(range, Order::PLAIN);
        let write = |range| Operation::Write(range, Order::PLAIN);
        assert!(dependent(&read(X), &write(Y)) && dependent(&write(Y), &write(X)));
        assert!(!dependent(&read(X), &read(X)) && !dependent(&write(X), &write(Z)));
        let empty = write(Range { start: X.start + 1, length: 0 });
        assert!(!dependent(&empty, &write(X)) && !dependent(&write(X), &empty));
    }

    #[test]
    fn equal_updates_commute() {
        let update = |kind| Operation::Update(X, kind, Order::RELAXED);
        assert!(!dependent(&update(Update::Add), &update(Update::Add)));
        assert!(dependent(&update(Update::Add), &update(Update::Or)));
        assert!(dependent(&update(Update::Opaque), &update(Update::Opaque)));
        assert!(dependent(&update(Update::Add), &Operation::Read(X, Order::RELAXED)));
    }

    #[test]
    fn locks_race_with_locks_and_only_order_with_unlocks() {
        let sync = |verb| Operation::Sync(verb, X);
        let (lock, unlock) = (sync(Verb::Lock), sync(Verb::Unlock));
        assert!(dependent(&lock, &lock) && dependent(&lock, &unlock));
        assert_eq!(reversible(&lock, &lock), Reversible::Yes);
        assert_eq!(reversible(&unlock, &lock), Reversible::No);
        // A try never waits: before the unlock it fails.
        assert_eq!(reversible(&unlock, &sync(Verb::TryLock)), Reversible::Yes);
        assert_eq!(reversible(&lock, &sync(Verb::Inspect)), Reversible::Yes);
        // One that failed because somebody else had it, or an unlock that is none: who knows.
        assert_eq!(reversible(&sync(Verb::Inspect), &lock), Reversible::Perhaps);
    }

    #[test]
    fn a_thread_is_joined_or_detached_once() {
        let (one, two) = (ThreadId(1), ThreadId(2));
        for first in [Operation::Join(one), Operation::Detach(one)] {
            assert!(dependent(&first, &Operation::Join(one)) && dependent(&first, &Operation::Detach(one)));
            assert!(!dependent(&first, &Operation::Join(two)) && !dependent(&first, &Operation::Exit));
        }
        assert_eq!(reversible(&Operation::Join(one), &Operation::Detach(one)), Reversible::Yes);
    }

    #[test]
    fn a_wait_depends_on_what_changes_a_watched_place() {
        let read = Operation::Read(X, Order::ACQUIRE);
        let wait = Operation::Await(Arc::new(Await { operation: read.clone(), watched: vec![X, Z] }));
        for place in [X, Y, Z] {
            assert!(dependent(&wait, &Operation::Write(place, Order::RELEASE)));
            assert!(!dependent(&Operation::Read(place, Order::ACQUIRE), &wait));
        }
        assert!(!dependent(&wait, &wait) && !dependent(&wait, &read));
        assert_eq!(reversible(&Operation::Write(X, Order::RELEASE), &wait), Reversible::Perhaps);
        assert_eq!(reversible(&wait, &Operation::Write(X, Order::RELEASE)), Reversible::Yes);
    }

    #[test]
    fn a_block_depends_on_what_meets_its_accesses() {
        let access = |range, writes| Access { range, writes };
        let block = Operation::Block(vec![access(X, false), access(Z, true)].into());
        assert!(!dependent(&block, &Operation::Read(X, Order::RELAXED)));
        assert!(dependent(&block, &Operation::Write(X, Order::RELAXED)));
        assert!(dependent(&Operation::Read(Z, Order::RELAXED), &block));
        assert!(dependent(&block, &block));
        assert!(dependent(&block, &Operation::Sync(Verb::Lock, X)));
        assert!(!dependent(&block, &Operation::Sync(Verb::Inspect, X)));
    }

    #[test]
    fn the_end_of_the_process_depends_on_what_others_can_see() {
        let write = Operation::Write(X, Order::RELAXED);
        assert!(dependent(&Operation::ExitProcess, &write) && dependent(&write, &Operation::ExitProcess));
        assert!(!dependent(&Operation::ExitProcess, &Operation::Local));
    }

    #[test]
    fn a_signal_without_waiters_still_depends_on_the_wait() {
        let wait = Operation::Wait { condition: X, mutex: Z };
        assert!(dependent(&wait, &Operation::Sync(Verb::Signal, X)));
        assert!(dependent(&wait, &Operation::Sync(Verb::Lock, Z)));
    }
}
