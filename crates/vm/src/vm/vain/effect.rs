//! What an operation leaves behind, as far as that follows from what it is.

use mazurka_machine::{Access, ObjectKind, Operation, Order, Range, Update, Verb};

use super::change::Change;
use crate::address;

/// Besides what a step changes in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Nothing.
    None,
    /// The thread has something now that others can notice only by asking for it.
    Takes(Range),
    /// It gives that back.
    Gives(Vec<Range>),
    /// It has stored atomically what was there already: what others publish there is read no more.
    Stores(Range),
    /// It has changed a number atomically, and may change it back.
    Changes(Change),
    /// Others may notice it at any time.
    Lasts,
}

/// What a step does to the place of its thread in the queue of a condition variable or a futex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Queue {
    Stays,
    /// The thread falls asleep.
    Enters,
    /// The thread was asleep, and has given that up by itself.
    Leaves,
}

impl Queue {
    pub(super) fn of(was_asleep: bool, is_asleep: bool) -> Queue {
        match (was_asleep, is_asleep) {
            (false, true) => Queue::Enters,
            (true, false) => Queue::Leaves,
            _ => Queue::Stays,
        }
    }
}

/// What an operation does.
pub(super) fn effect(operation: &Operation, queue: Queue) -> Effect {
    match operation {
        // Going to sleep again is what undoes this.
        Operation::Sync(Verb::Inspect, object) if queue == Queue::Leaves => Effect::Takes(object.range),
        _ if queue == Queue::Leaves => Effect::Lasts,
        Operation::Block(accesses) if queue == Queue::Enters => Effect::Gives(
            accesses.iter().filter(|access| is_of_sleeper(access)).map(|access| access.range).collect(),
        ),
        Operation::Write(range, Order { atomic: true, .. }) => Effect::Stores(*range),
        Operation::Local
        | Operation::Read(..)
        | Operation::Write(..)
        | Operation::Update(..)
        | Operation::CompareExchange { .. }
        | Operation::Fence(_)
        | Operation::Choose
        | Operation::Block(_) => Effect::None,
        Operation::Sync(verb, object) => match verb {
            Verb::Inspect => Effect::None,
            Verb::Lock | Verb::TryLock | Verb::ReadLock | Verb::TryReadLock => Effect::Takes(object.range),
            Verb::Acquire | Verb::TryAcquire => Effect::Takes(object.range),
            Verb::Unlock | Verb::ReadUnlock | Verb::Post => Effect::Gives(vec![object.range]),
            _ => Effect::Lasts,
        },
        Operation::Wait { condition, mutex } => Effect::Gives(vec![mutex.range, condition.range]),
        Operation::Await(wait) => effect(&wait.operation, queue),
        // A thread in such a loop takes its locks step by step.
        Operation::Section(_)
        | Operation::Spawn
        | Operation::Join(_)
        | Operation::Detach(_)
        | Operation::Exit
        | Operation::ExitProcess
        | Operation::Anything => Effect::Lasts,
    }
}

/// Whether this is the key of a futex that a thread falls asleep on: it does not learn who else does. (Where a futex has an owner, it does.)
fn is_of_sleeper(access: &Access) -> bool {
    !access.writes && address::is_futex_key(access.range.start)
}

/// Whether its thread learns anything by an operation.
pub(super) fn looks(operation: &Operation) -> bool {
    match operation.in_loop() {
        Operation::Read(..)
        | Operation::Update(_, Update::Opaque | Update::Decrement(_), _)
        | Operation::CompareExchange { .. }
        | Operation::Block(_)
        | Operation::Anything => true,
        Operation::Sync(verb, _) => verb.facts().state_dependent && *verb != Verb::ReadLock,
        _ => false,
    }
}

/// Whether what an operation of another thread does may depend on whether a thread has taken this, or changed it. Waiting for it to be
/// given back does not count, nor does an addition that nobody looks at.
pub(super) fn asks(operation: &Operation, object: Range) -> bool {
    let operation = operation.in_loop();
    let only_waits = match operation {
        // Another thread that gives up its own sleep.
        Operation::Sync(Verb::Inspect, object) => {
            matches!(object.kind, ObjectKind::Condvar | ObjectKind::Futex)
        }
        Operation::Block(accesses) => {
            accesses.iter().filter(|access| access.range.overlaps(object)).all(is_of_sleeper)
        }
        Operation::Sync(verb, _) => matches!(
            verb,
            Verb::Lock | Verb::Unlock | Verb::ReadLock | Verb::ReadUnlock | Verb::Acquire | Verb::Post
        ),
        Operation::Wait { .. } | Operation::Update(_, Update::Add | Update::AddInOrder, _) => true,
        Operation::Anything => return true,
        _ => false,
    };
    !only_waits && operation.own_touches().any(|touch| touch.range.overlaps(object))
}

/// Whether another thread may learn by an operation who has stored there last.
pub(super) fn reads(operation: &Operation, stored: Range) -> bool {
    match operation.in_loop() {
        Operation::Anything => true,
        // That only hides it.
        Operation::Write(..) => false,
        operation => operation.own_touches().any(|touch| touch.range.overlaps(stored)),
    }
}
