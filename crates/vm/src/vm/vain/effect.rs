//! What an operation leaves behind, as far as that follows from what it is.

use mazurka_machine::{ObjectKind, Operation, Order, Range, Update, Verb};

use super::change::Change;

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

/// What an operation does. `leaves_queue`: the thread was asleep, and has given that up by itself.
pub(super) fn effect(operation: &Operation, leaves_queue: bool) -> Effect {
    match operation {
        // Going to sleep again is what undoes this.
        Operation::Sync(Verb::Inspect, object) if leaves_queue => Effect::Takes(object.range),
        _ if leaves_queue => Effect::Lasts,
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
        Operation::Await(wait) => effect(&wait.operation, leaves_queue),
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
        Operation::Sync(Verb::Inspect, object) => object.kind == ObjectKind::Condvar,
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
