//! Operations that depend on no more than others.

use mazurka_machine::{Operation, Range, Update, Use, Verb};

/// Whether every operation that depends on `narrow` depends on `wide`, too; `false` where that is not obvious. A
/// compare-and-swap that fails is narrower than one that succeeds, and a wait is narrower the less it watches.
pub(super) fn covers(wide: &Operation, narrow: &Operation) -> bool {
    use Operation::{Await, Sync};
    match (wide, narrow) {
        _ if wide == narrow => true,
        (Await(wait), Await(narrow)) => {
            let is_covered = |range: &Range| covers_reading(wide, *range);
            (covers(&wait.operation, &narrow.operation)
                || reads(&narrow.operation).as_ref().is_some_and(is_covered))
                && narrow.watched.iter().all(is_covered)
        }
        (Sync(verb, object), Sync(Verb::Inspect, same)) => {
            object == same && !matches!(verb.facts().used, Use::Commuting(_))
        }
        _ => reads(narrow).is_some_and(|range| covers_reading(wide, range)),
    }
}

/// The bytes that an operation reads, if that is all it does.
fn reads(operation: &Operation) -> Option<Range> {
    match operation {
        Operation::Read(range, _) | Operation::CompareExchange { range, succeeds: false, .. } => Some(*range),
        _ => None,
    }
}

/// Whether an operation depends on everything that changes one of these bytes.
fn covers_reading(operation: &Operation, range: Range) -> bool {
    let contains = |whole: &Range| {
        let end = |range: &Range| range.start.saturating_add(range.length);
        whole.start <= range.start && end(&range) <= end(whole)
    };
    match operation {
        Operation::Read(whole, _)
        | Operation::Write(whole, _)
        | Operation::Update(whole, Update::Opaque, _)
        | Operation::CompareExchange { range: whole, .. } => contains(whole),
        Operation::Await(wait) => wait.watched.iter().any(contains) || covers_reading(&wait.operation, range),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mazurka_machine::toy::Random;
    use mazurka_machine::{Access, Await, Object, ObjectKind, Order, dependent};

    use super::*;

    fn range(random: &mut Random) -> Range {
        Range { start: 4 * random.below(3) as u64, length: [4, 8][random.below(2)] }
    }

    fn object(random: &mut Random) -> Object {
        Object { range: range(random), kind: ObjectKind::RwLock }
    }

    fn plain(random: &mut Random) -> Operation {
        use Verb::*;
        let order = Order::ACQ_REL;
        let verbs = [Lock, TryLock, Unlock, ReadLock, TryReadLock, ReadUnlock, Depart, Post, Inspect];
        match random.below(8) {
            0 => Operation::Read(range(random), order),
            1 => Operation::Write(range(random), order),
            2 => Operation::Update(range(random), [Update::Opaque, Update::Add][random.below(2)], order),
            3..5 => {
                let (range, succeeds) = (range(random), random.below(2) == 0);
                Operation::CompareExchange { range, succeeds, order }
            }
            5 => Operation::Sync(verbs[random.below(verbs.len())], object(random)),
            6 => Operation::Wait { condition: object(random), mutex: object(random) },
            _ => Operation::Block([Access { range: range(random), writes: random.below(2) == 0 }].into()),
        }
    }

    fn operation(random: &mut Random) -> Operation {
        let operation = plain(random);
        match random.below(2) {
            0 => operation,
            _ => {
                let watched = (0..random.below(3)).map(|_| range(random)).collect();
                Operation::Await(Arc::new(Await { operation, watched }))
            }
        }
    }

    #[test]
    fn what_depends_on_the_narrower_operation_depends_on_the_wider() {
        let mut random = Random::new(1);
        let mut different = 0;
        for _ in 0..20_000 {
            let (wide, narrow) = (operation(&mut random), operation(&mut random));
            if !covers(&wide, &narrow) {
                continue;
            }
            different += u32::from(wide != narrow);
            for _ in 0..100 {
                let other = operation(&mut random);
                assert!(
                    !dependent(&narrow, &other) || dependent(&wide, &other),
                    "{other:?} depends on {narrow:?} and not on {wide:?}"
                );
            }
        }
        assert!(different > 500, "only {different} pairs were compared");
    }

    #[test]
    fn a_spin_lock_waits_for_no_more_than_it_takes() {
        let range = Range { start: 64, length: 4 };
        let wait = |succeeds| {
            let operation = Operation::CompareExchange { range, succeeds, order: Order::ACQ_REL };
            Operation::Await(Arc::new(Await { operation, watched: vec![range] }))
        };
        assert!(covers(&wait(true), &wait(false)) && !covers(&wait(false), &wait(true)));
    }
}
