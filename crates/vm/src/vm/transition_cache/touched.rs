//! What an operation touches, as far as that is known without making it.

use mazurka_machine::{Footprint, ObjectKind, Operation, Verb};

/// The condition variable where an operation wakes threads up.
pub(super) fn signalled(operation: &Operation) -> Option<u64> {
    match operation {
        Operation::Sync(Verb::Signal | Verb::Broadcast, condition) => Some(condition.range.start),
        _ => None,
    }
}

/// Whether a step with this operation can be cached: it is known what the operation touches.
pub(super) fn is_cacheable(operation: &Operation) -> bool {
    match operation {
        Operation::Fence(_) | Operation::Join(_) | Operation::Exit => true,
        Operation::Sync(_, object) => matches!(object.kind, ObjectKind::Mutex | ObjectKind::Condvar),
        other => !other.has_state_dependent_touches() && other.own_touches().next().is_some(),
    }
}

/// What an operation itself touches.
pub(super) fn of_operation(operation: &Operation) -> impl Iterator<Item = Footprint> {
    operation.own_touches().flat_map(|touch| {
        let written =
            move |part: Footprint| Footprint { writes: if touch.writes() { part.reads } else { 0 }, ..part };
        Footprint::reading(touch.range).map(written)
    })
}

/// Each line once.
pub(super) fn merged(mut parts: Vec<Footprint>) -> Vec<Footprint> {
    parts.sort_by_key(|part| part.line);
    parts.dedup_by(|next, part| {
        let is_same = part.line == next.line;
        if is_same {
            part.reads |= next.reads;
            part.writes |= next.writes;
        }
        is_same
    });
    parts
}
