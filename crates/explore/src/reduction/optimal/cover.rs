//! Operations that depend on no more than others.

use mazurka_machine::{Operation, Range, Touch, Use};

/// Whether every operation that depends on `narrow` depends on `wide`, too; `false` where that is not obvious. A
/// compare-and-swap that fails is narrower than one that succeeds, and a wait is narrower the less it watches.
pub(super) fn covers(wide: &Operation, narrow: &Operation) -> bool {
    match (wide, narrow) {
        _ if wide == narrow => true,
        (Operation::Await(wait), Operation::Await(narrow)) => {
            (covers(&wait.operation, &narrow.operation) || covers_reads(wide, &narrow.operation))
                && narrow.watched.iter().all(|range| covers_reading(wide, *range))
        }
        _ => covers_reads(wide, narrow),
    }
}

/// Whether an operation only reads, and `wide` depends on everything that changes what it reads.
fn covers_reads(wide: &Operation, narrow: &Operation) -> bool {
    let is_covered = |touch: Touch| touch.used == Use::Read && covers_reading(wide, touch.range);
    !narrow.has_state_dependent_touches()
        && narrow.touches().next().is_some()
        && narrow.touches().all(is_covered)
}

/// Whether an operation depends on everything that changes one of these bytes.
fn covers_reading(operation: &Operation, range: Range) -> bool {
    let contains = |whole: Range| whole.start <= range.start && range.end() <= whole.end();
    operation.touches().any(|touch| !matches!(touch.used, Use::Commuting(_)) && contains(touch.range))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mazurka_machine::toy::Random;
    use mazurka_machine::{Access, Await, Object, ObjectKind, Order, Purpose, Update, Verb, dependent};

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
                Operation::Await(Arc::new(Await { operation, watched, purpose: Purpose::Change }))
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
            Operation::Await(Arc::new(Await { operation, watched: vec![range], purpose: Purpose::Change }))
        };
        assert!(covers(&wait(true), &wait(false)) && !covers(&wait(false), &wait(true)));
    }
}
