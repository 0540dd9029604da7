//! Dependence and reversibility spelt out pair by pair, without the table of facts: what the derived ones are compared with.

use mazurka_machine::{Access, Object, Operation, Range, Reversible, Round, Section, Update, Verb};

/// What two operations that are not in loops do to each other, for every pair of kinds.
pub(super) fn dependent(a: &Operation, b: &Operation) -> bool {
    use Operation::*;
    match (a, b) {
        (Await(wait), other) | (other, Await(wait)) => {
            dependent(&wait.operation, other) || wait.watched.iter().any(|range| changes(other, *range))
        }
        (Anything | ExitProcess, other) | (other, Anything | ExitProcess) => !matches!(other, Local | Choose),
        (Block(accesses), other) | (other, Block(accesses)) => {
            accesses.iter().any(|access| conflicts(*access, other))
        }
        (Section(section), other) | (other, Section(section)) => {
            section.accesses.iter().chain([&use_of_mutex(section)]).any(|access| conflicts(*access, other))
        }
        (Update(x, self::Update::Decrement(2..), _), Update(y, self::Update::Decrement(2..), _))
            if x == y =>
        {
            false
        }
        (Update(x, kind, _), Update(y, other, _))
            if kind == other
                && !matches!(
                    kind,
                    self::Update::Opaque
                        | self::Update::AddInOrder
                        | self::Update::InOrder
                        | self::Update::Decrement(_)
                )
                && x == y =>
        {
            false
        }
        (Wait { condition, mutex }, other) | (other, Wait { condition, mutex }) => {
            [condition, mutex].iter().any(|object| touches(other, object.range))
        }
        // A thread can be joined or detached only once.
        (Join(x) | Detach(x), Join(y) | Detach(y)) => x == y,
        (Sync(Verb::Inspect, _), Sync(Verb::Inspect, _)) => false,
        // Objects that overlap in part are not objects: nothing is known of them.
        (Sync(v, x), Sync(w, y)) => {
            let (x, y) = (part(*v, *x), part(*w, *y));
            x.overlaps(y) && !(x == y && verbs_commute(*v, *w))
        }
        (Sync(v, x), other) | (other, Sync(v, x)) => match memory_access(other) {
            Some((range, writes)) => range.overlaps(part(*v, *x)) && (writes || *v != Verb::Inspect),
            None => false,
        },
        _ => match (memory_access(a), memory_access(b)) {
            (Some((x, x_writes)), Some((y, y_writes))) => x.overlaps(y) && (x_writes || y_writes),
            _ => false,
        },
    }
}

/// A whole section leaves its mutex as it was.
fn use_of_mutex(section: &Section) -> Access {
    Access { range: section.mutex.range, writes: !section.is_whole }
}

/// The rounds of a barrier are its halves.
fn part(verb: Verb, Object { range: Range { start, length }, .. }: Object) -> Range {
    let round = match verb {
        Verb::ArriveIn { round, .. } | Verb::DepartFrom(round) => Some(round),
        _ => None,
    };
    match round {
        None => Range { start, length },
        Some(Round::Even) => Range { start, length: length / 2 },
        Some(Round::Odd) => Range { start: start.saturating_add(length / 2), length: length.div_ceil(2) },
    }
}

fn verbs_commute(v: Verb, w: Verb) -> bool {
    use Verb::*;
    matches!(
        (v, w),
        (Depart | DepartFrom(_), Depart | DepartFrom(_))
            | (ArriveIn { observed: false, .. }, ArriveIn { observed: false, .. })
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
        Operation::Section(section) => section
            .accesses
            .iter()
            .chain([&use_of_mutex(section)])
            .any(|access| access.writes && access.range.overlaps(range)),
        Operation::Sync(..) | Operation::Wait { .. } => touches(operation, range),
        other => memory_access(other).is_some_and(|(bytes, writes)| writes && bytes.overlaps(range)),
    }
}

/// Whether an operation reads or changes these bytes.
fn touches(operation: &Operation, bytes: Range) -> bool {
    match operation {
        Operation::Anything | Operation::ExitProcess => true,
        Operation::Sync(verb, object) => part(*verb, *object).overlaps(bytes),
        Operation::Wait { condition, mutex } => {
            condition.range.overlaps(bytes) || mutex.range.overlaps(bytes)
        }
        Operation::Await(wait) => {
            touches(&wait.operation, bytes) || wait.watched.iter().any(|range| range.overlaps(bytes))
        }
        Operation::Block(accesses) => accesses.iter().any(|access| access.range.overlaps(bytes)),
        Operation::Section(section) => {
            section.mutex.range.overlaps(bytes)
                || section.accesses.iter().any(|access| access.range.overlaps(bytes))
        }
        other => memory_access(other).is_some_and(|(range, _)| range.overlaps(bytes)),
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

pub(super) fn reversible(first: &Operation, second: &Operation) -> Reversible {
    use Operation::{Await, Block, Sync, Wait};
    use Reversible::{No, Perhaps, Yes};
    use Verb::*;
    match (first, second) {
        (Await(wait), second) if !matches!(second, Await(_)) => reversible(&wait.operation, second),
        // A section begins with a lock.
        (Operation::Section(section), second) if !matches!(second, Await(_)) => {
            reversible(&Sync(Lock, section.mutex), second)
        }
        (first, Operation::Section(section)) => reversible(first, &Sync(Lock, section.mutex)),
        (_, Sync(Sleep, _)) | (Sync(ArriveIn { .. }, _), Sync(DepartFrom(_), _)) => No,
        // A wait unlocks its mutex.
        (Wait { mutex, .. }, second) => reversible(&Sync(Unlock, *mutex), second),
        (first, Wait { mutex, .. }) => reversible(first, &Sync(Unlock, *mutex)),
        (Sync(first, x), Sync(second, y)) if x.range == y.range => match (second, first) {
            (Lock | ReadLock, Lock | TryLock) | (Acquire, Acquire | TryAcquire) => Yes,
            (Lock, Unlock | ReadUnlock) | (ReadLock, Unlock) => No,
            (Unlock | ReadUnlock, Lock | TryLock | Unlock) => No,
            (Lock | ReadLock | Acquire | Depart | DepartFrom(_) | WaitToChange, _) => Perhaps,
            _ => Yes,
        },
        (_, Await(_) | Block(_) | Operation::Join(_)) => Perhaps,
        (_, Sync(Lock | ReadLock | Acquire | Depart | DepartFrom(_) | WaitToChange, _)) => Perhaps,
        _ => Yes,
    }
}
