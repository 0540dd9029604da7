//! Which pairs of operations commute, and which of the others can be reversed.
//!
//! Two operations are independent when they commute and neither enables nor disables the other; everything else is
//! dependent. The random tests run both orders on real machines and compare, so this file and [`super::facts`] are a claim
//! that is checked.
//!
//! # Decrements
//! A thread that takes one from a count, and learns only whether that was the last one, does not mind the order in which others do the
//! same, unless it is the last: *n* threads that drop their references have *n* traces, not *n*!. Two questions that have one answer for all
//! other operations have two for decrements:
//! - *Of two events of an execution* ([`dependent`]): a decrement is the last or it is not. Two that are not the last commute: if they are next to
//!   each other, the count is at least 2 before the second, and so it is in the other order. The last depends on all others,
//!   and everything else that touches the count on all of them. So every linearization of a trace is an execution, in which the same decrement is
//!   the last, and which leads to the same state.
//! - *Of two operations that are pending in one state* ([`dependent_in_state`]): if the count is 2 there, neither is the last if it comes
//!   first, and both are if they come second. They commute where at least 2 remain after each. Sleep sets ask this. After one of the two,
//!   the other is pending in a state with a smaller count, and is described anew.
//!
//! Of an operation that is pending in a state and an event of some execution from that state on, or from another one, neither says
//! anything: how many decrements are between matters. There all decrements of a count depend on each other
//! ([`dependent_in_any_state`]); what is said to depend too often is explored, or described anew, too often.
//!
//! That reversing races is enough: let p be pending in s, not the last there, and let w be a sequence from s without p after which p is the last,
//! so that w.p and p.w are different traces. All decrements of w but its final one d are in p.w what they are in w: none of
//! them takes the last one. In p.w, d does, and depends on p: the race of p and d is found below p, and
//! its reversal is w.p.

use super::{Hold, Operation, Verb};

/// Whether swapping two adjacent events of an execution may matter: these are the operations of different threads, as they were described where
/// they were executed.
pub fn dependent(a: &Operation, b: &Operation) -> bool {
    if a.is_barrier() || b.is_barrier() {
        return a.is_noticeable() && b.is_noticeable();
    }
    a.touches().any(|x| b.touches().any(|y| x.conflicts(y)))
        || a.claimed_thread().is_some_and(|thread| b.claimed_thread() == Some(thread))
}

/// Whether it may matter which of two operations that are pending in the same state comes first.
pub fn dependent_in_state(a: &Operation, b: &Operation) -> bool {
    let two_remain = |operation: &Operation| operation.decrement().is_some_and(|(_, count)| count > 2);
    dependent(a, b) || decrement_the_same(a, b) && !(two_remain(a) && two_remain(b))
}

/// Whether operations of two threads may depend on each other in the states that they are described in, or in others.
pub fn dependent_in_any_state(a: &Operation, b: &Operation) -> bool {
    dependent(a, b) || decrement_the_same(a, b)
}

fn decrement_the_same(a: &Operation, b: &Operation) -> bool {
    matches!((a.decrement(), b.decrement()), (Some((x, _)), Some((y, _))) if x.overlaps(y))
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
#[inline]
pub fn reversible(first: &Operation, second: &Operation) -> Reversible {
    let unknown = if second.may_wait() { Reversible::Perhaps } else { Reversible::Yes };
    match (second, second.verb()) {
        // Only another thread ends a sleep.
        (Operation::Sync(Verb::Sleep, _), _) => Reversible::No,
        (Operation::Await(_), _) | (_, None) => unknown,
        // All threads of a round arrive before the first of them leaves.
        (_, Some((Verb::DepartFrom(_), _))) if matches!(first.verb(), Some((Verb::ArriveIn { .. }, _))) => {
            Reversible::No
        }
        (_, Some((second, object))) => match first.verb() {
            Some((first, same)) if same.range == object.range => {
                reversible_verbs(first, second).unwrap_or(unknown)
            }
            _ => unknown,
        },
    }
}

/// The same for operations on one object, as far as it follows from what they take and give.
fn reversible_verbs(first: Verb, second: Verb) -> Option<Reversible> {
    let (first, second) = (first.facts(), second.facts());
    let excludes = |a: Option<Hold>, b: Option<Hold>| matches!((a, b), (Some(a), Some(b)) if a.excludes(b));
    if second.waits {
        // What one thread took was there before, and whatever else is done to it depends on that.
        let both_take_units = first.takes == Some(Hold::Unit) && second.takes == Some(Hold::Unit);
        if both_take_units || first.takes == Some(Hold::Exclusive) && excludes(first.takes, second.takes) {
            return Some(Reversible::Yes);
        }
        // A lock is taken where it was given back.
        return excludes(first.gives, second.takes).then_some(Reversible::No);
    }
    // A thread gives back what it holds, so no other thread takes or gives it back before.
    let first_is_exclusive = [first.takes, first.gives].contains(&Some(Hold::Exclusive));
    (second.gives.is_some() && first_is_exclusive).then_some(Reversible::No)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Access, Await, Object, ObjectKind, Order, Purpose, Range, Round, Update, Verb};
    use super::*;
    use crate::thread::ThreadId;

    const X: Range = Range { start: 64, length: 4 };
    const Y: Range = Range { start: 66, length: 4 };
    const Z: Range = Range { start: 70, length: 4 };
    const MUTEX: Object = Object { range: X, kind: ObjectKind::Mutex };

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
    fn decrements_commute_unless_one_takes_the_last() {
        let decrement = |count| Operation::Update(X, Update::Decrement(count), Order::RELEASE);
        let pairs = [(3, 3), (3, 2), (3, 1), (2, 2), (2, 1), (1, 0)];
        let answers = pairs.map(|(x, y)| {
            let (x, y) = (decrement(x), decrement(y));
            (dependent(&x, &y), dependent_in_state(&x, &y), dependent_in_any_state(&x, &y))
        });
        assert_eq!(answers[0], (false, false, true));
        let (never_last, last) = ((false, true, true), (true, true, true));
        assert_eq!(answers[1..], [never_last, last, never_last, last, last]);
        let others = [Operation::Read(X, Order::ACQUIRE), Operation::Update(X, Update::Add, Order::RELAXED)];
        assert!(others.iter().all(|other| dependent(other, &decrement(3))));
    }

    #[test]
    fn locks_race_with_locks_and_only_order_with_unlocks() {
        let sync = |verb| Operation::Sync(verb, MUTEX);
        let (lock, unlock) = (sync(Verb::Lock), sync(Verb::Unlock));
        assert!(dependent(&lock, &lock) && dependent(&lock, &unlock));
        assert_eq!(reversible(&lock, &lock), Reversible::Yes);
        assert_eq!(reversible(&unlock, &lock), Reversible::No);
        // A try never waits: before the unlock it fails.
        assert_eq!(reversible(&unlock, &sync(Verb::TryLock)), Reversible::Yes);
        assert_eq!(reversible(&lock, &sync(Verb::Inspect)), Reversible::Yes);
        // It may be one that failed because another thread had it, or an unlock that is none.
        assert_eq!(reversible(&sync(Verb::Inspect), &lock), Reversible::Perhaps);
    }

    #[test]
    fn only_the_arrivals_of_its_own_round_come_before_a_departure() {
        let sync = |verb| Operation::Sync(verb, ObjectKind::Barrier.at(64, 32));
        let arrive = |round, observed| sync(Verb::ArriveIn { round, observed });
        let depart = |round| sync(Verb::DepartFrom(round));
        for observed in [false, true] {
            assert!(dependent(&arrive(Round::Odd, observed), &depart(Round::Odd)));
            assert!(!dependent(&arrive(Round::Odd, observed), &depart(Round::Even)));
            assert_eq!(reversible(&arrive(Round::Odd, observed), &depart(Round::Odd)), Reversible::No);
            // Whether a thread is the last one depends on all others.
            assert_eq!(dependent(&arrive(Round::Odd, false), &arrive(Round::Odd, observed)), observed);
        }
        assert!(!dependent(&depart(Round::Odd), &depart(Round::Odd)));
        assert!(dependent(
            &depart(Round::Even),
            &Operation::Write(Range { start: 64, length: 32 }, Order::PLAIN)
        ));
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
        let wait = Operation::Await(Arc::new(Await {
            operation: read.clone(),
            watched: vec![X, Z],
            purpose: Purpose::Change,
        }));
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
        assert!(dependent(&block, &Operation::Sync(Verb::Lock, MUTEX)));
        assert!(!dependent(&block, &Operation::Sync(Verb::Inspect, MUTEX)));
    }

    #[test]
    fn the_end_of_the_process_depends_on_what_others_can_see() {
        let write = Operation::Write(X, Order::RELAXED);
        assert!(dependent(&Operation::ExitProcess, &write) && dependent(&write, &Operation::ExitProcess));
        assert!(!dependent(&Operation::ExitProcess, &Operation::Local));
    }

    #[test]
    fn a_signal_without_waiters_still_depends_on_the_wait() {
        let condition = ObjectKind::Condvar.at(128, 48);
        let wait = Operation::Wait { condition, mutex: MUTEX };
        assert!(dependent(&wait, &Operation::Sync(Verb::Signal, condition)));
        assert!(dependent(&wait, &Operation::Sync(Verb::Lock, MUTEX)));
    }
}
