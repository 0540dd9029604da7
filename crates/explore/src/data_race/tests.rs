use std::cell::Cell;

use mazurka_machine::{Object, ObjectKind, Operation, Order, Verb};

use super::*;
use crate::execution::Execution;
use crate::transition::Transition;

thread_local!(pub(super) static LOOKS: Cell<usize> = const { Cell::new(0) });

/// An execution that is written down event by event.
#[derive(Default)]
struct Script {
    execution: Execution,
    races: DataRaces,
    found: Vec<(EventId, EventId)>,
}

const X: Range = Range { start: 0x1000, length: 4 };
const FLAG: Range = Range { start: 0x2000, length: 4 };
const MUTEX: Object = ObjectKind::Mutex.at(0x3000, 40);

impl Script {
    /// An operation, and whether its thread reads or writes X afterwards.
    fn event(&mut self, thread: u16, operation: Operation, plain: Option<bool>) -> &mut Script {
        self.caused(thread, None, operation, plain)
    }

    /// The first event of a thread that another event has created.
    fn created(
        &mut self,
        thread: u16,
        by: EventId,
        operation: Operation,
        plain: Option<bool>,
    ) -> &mut Script {
        self.caused(thread, Some(by), operation, plain)
    }

    fn touching(&mut self, thread: u16, footprint: &[Footprint]) -> &mut Script {
        self.push(thread, None, &Operation::Local);
        let races = self.races.push(&self.execution, footprint, 0);
        self.found.extend(races.iter().map(|race| (race.first.event, race.second.event)));
        self
    }

    fn push(&mut self, thread: u16, cause: Option<EventId>, operation: &Operation) {
        let operation = self.execution.operations.id(operation);
        self.execution.push(Transition { thread: ThreadId(thread), choice: 0 }, operation, 1, cause);
    }

    fn caused(
        &mut self,
        thread: u16,
        cause: Option<EventId>,
        operation: Operation,
        plain: Option<bool>,
    ) -> &mut Script {
        self.push(thread, cause, &operation);
        let mask = 0xf;
        let touched = plain.map(|write| Footprint {
            line: X.start,
            reads: if write { 0 } else { mask },
            writes: if write { mask } else { 0 },
        });
        let races = self.races.push(&self.execution, touched.as_slice(), 0);
        self.found.extend(races.iter().map(|race| (race.first.event, race.second.event)));
        self
    }

    fn sync(&mut self, thread: u16, verb: Verb, plain: Option<bool>) -> &mut Script {
        self.event(thread, Operation::Sync(verb, MUTEX), plain)
    }

    fn take_back(&mut self, count: usize) {
        for _ in 0..count {
            self.races.pop();
            self.execution.pop();
        }
        let left = self.execution.len();
        self.found.retain(|(_, second)| *second < left);
    }
}

const WRITE: Option<bool> = Some(true);
const READ: Option<bool> = Some(false);

#[test]
fn unordered_accesses_race_unless_both_read() {
    let mut script = Script::default();
    script.event(0, Operation::Local, READ).event(1, Operation::Local, READ);
    assert_eq!(script.found, []);
    script.event(2, Operation::Local, WRITE);
    assert_eq!(script.found, [(0, 2), (1, 2)]);
}

#[test]
fn release_and_acquire_order_and_relaxed_does_not() {
    for (store, load, expected) in [
        (Order::RELEASE, Order::ACQUIRE, vec![]),
        (Order::RELAXED, Order::ACQUIRE, vec![(0, 2)]),
        (Order::RELEASE, Order::RELAXED, vec![(0, 2)]),
    ] {
        let mut script = Script::default();
        script.event(0, Operation::Local, WRITE).event(0, Operation::Write(FLAG, store), None).event(
            1,
            Operation::Read(FLAG, load),
            READ,
        );
        assert_eq!(script.found, expected, "{store:?} {load:?}");
    }
}

#[test]
fn fences_turn_relaxed_accesses_into_synchronisation() {
    let fence = |order| Operation::Fence(order);
    let mut script = Script::default();
    script
        .event(0, Operation::Local, WRITE)
        .event(0, fence(Order::RELEASE), None)
        .event(0, Operation::Write(FLAG, Order::RELAXED), None)
        .event(1, Operation::Read(FLAG, Order::RELAXED), None)
        .event(1, fence(Order::ACQUIRE), WRITE);
    assert_eq!(script.found, []);
    script.take_back(1);
    script.event(1, fence(Order::RELEASE), WRITE);
    assert_eq!(script.found, [(0, 4)]);
}

#[test]
fn a_release_sequence_goes_through_updates_but_not_through_stores() {
    let update = Operation::Update(FLAG, mazurka_machine::Update::Add, Order::RELAXED);
    for (middle, expected) in [(update, vec![]), (Operation::Write(FLAG, Order::RELAXED), vec![(0, 3)])] {
        let mut script = Script::default();
        script
            .event(0, Operation::Local, WRITE)
            .event(0, Operation::Write(FLAG, Order::RELEASE), None)
            .event(1, middle, None)
            .event(2, Operation::Read(FLAG, Order::ACQUIRE), WRITE);
        assert_eq!(script.found, expected);
    }
}

#[test]
fn what_follows_the_release_is_not_published() {
    let mut script = Script::default();
    script.event(0, Operation::Write(FLAG, Order::RELEASE), WRITE).event(
        1,
        Operation::Read(FLAG, Order::ACQUIRE),
        WRITE,
    );
    assert_eq!(script.found, [(0, 1)]);
}

#[test]
fn mutexes_order_and_readers_do_not_order_readers() {
    let mut script = Script::default();
    script.sync(0, Verb::Lock, WRITE).sync(0, Verb::Unlock, None).sync(1, Verb::Lock, WRITE);
    assert_eq!(script.found, []);
    let mut script = Script::default();
    script.sync(0, Verb::ReadLock, WRITE).sync(0, Verb::ReadUnlock, None).sync(1, Verb::ReadLock, WRITE);
    assert_eq!(script.found, [(0, 2)]);
    script.take_back(1);
    script.sync(1, Verb::Lock, WRITE);
    assert_eq!(script.found, []);
}

#[test]
fn plain_accesses_race_with_atomic_ones_and_atomic_ones_do_not() {
    let mut script = Script::default();
    script.event(0, Operation::Write(X, Order::RELAXED), None).event(
        1,
        Operation::Write(X, Order::RELAXED),
        None,
    );
    assert_eq!(script.found, []);
    script.event(2, Operation::Local, READ);
    assert_eq!(script.found, [(0, 2), (1, 2)]);
}

#[test]
fn neighbouring_atomics_publish_separately() {
    let neighbour = Range { start: FLAG.start + 4, length: 4 };
    for (read, expected) in [(FLAG, vec![]), (neighbour, vec![(0, 3)])] {
        let mut script = Script::default();
        script
            .event(0, Operation::Local, WRITE)
            .event(0, Operation::Write(FLAG, Order::RELEASE), None)
            .event(1, Operation::Write(neighbour, Order::RELEASE), None)
            .event(2, Operation::Read(read, Order::ACQUIRE), WRITE);
        assert_eq!(script.found, expected);
    }
}

#[test]
fn bytes_count_not_words() {
    let mut script = Script::default();
    script.event(0, Operation::Local, WRITE);
    let beside = Range { start: X.start + 4, length: 4 };
    script.event(1, Operation::Write(beside, Order::PLAIN), None);
    assert_eq!(script.found, []);
    let straddling = Range { start: X.start + 2, length: 4 };
    script.event(1, Operation::Write(straddling, Order::PLAIN), None);
    assert_eq!(script.found, [(0, 2)]);
}

/// What one thread does before a write and another before its write, both of X, and whether they race.
fn race_between(first: &[Verb], second: &[Verb]) -> bool {
    let mut script = Script::default();
    script.event(0, Operation::Local, WRITE);
    for &verb in first {
        script.sync(0, verb, None);
    }
    script.event(1, Operation::Local, None);
    for &verb in second {
        script.sync(1, verb, None);
    }
    script.event(1, Operation::Local, WRITE);
    !script.found.is_empty()
}

#[test]
fn every_kind_of_object_orders() {
    use Verb::*;
    assert!(!race_between(&[Lock, Unlock], &[Lock]), "mutex");
    assert!(!race_between(&[Lock, Unlock], &[TryLock]), "a try that succeeds");
    assert!(race_between(&[Lock], &[Inspect]), "a try that fails");
    assert!(!race_between(&[Lock, Unlock], &[ReadLock]) && !race_between(&[Lock, Unlock], &[TryReadLock]));
    assert!(!race_between(&[ReadLock, ReadUnlock], &[Lock]), "a writer after a reader");
    assert!(race_between(&[ReadLock, ReadUnlock], &[ReadLock]), "a reader after a reader");
    assert!(!race_between(&[Post], &[Acquire]) && !race_between(&[Post], &[TryAcquire]), "semaphore");
    assert!(race_between(&[Post], &[Inspect]), "sem_getvalue, or sem_trywait in vain");
    assert!(!race_between(&[Arrive], &[Arrive, Depart]), "barrier");
    assert!(race_between(&[Arrive], &[Arrive]), "not yet beyond the barrier");
    assert!(
        race_between(&[Signal], &[Sleep]) && race_between(&[Broadcast], &[Sleep]),
        "conditions do not order"
    );
    assert!(!race_between(&[Lock, Unlock], &[ReadLock]), "pthread_once for who comes late");
    assert!(!race_between(&[Change], &[Change]), "the library's own state");
}

#[test]
fn all_posts_and_all_arrivals_count() {
    for (give, take) in [(Verb::Post, Verb::Acquire), (Verb::Arrive, Verb::Depart)] {
        let mut script = Script::default();
        script.event(0, Operation::Local, WRITE).sync(0, give, None).sync(1, give, None).sync(2, take, WRITE);
        assert_eq!(script.found, [], "{give:?}");
    }
}

#[test]
fn a_wait_gives_up_its_mutex() {
    let wait = Operation::Wait { condition: ObjectKind::Condvar.at(FLAG.start, FLAG.length), mutex: MUTEX };
    let mut script = Script::default();
    script.sync(0, Verb::Lock, WRITE).event(0, wait, None).sync(1, Verb::Lock, WRITE);
    assert_eq!(script.found, []);
}

#[test]
fn creation_and_join_order() {
    let mut script = Script::default();
    script.event(0, Operation::Local, WRITE).event(0, Operation::Spawn, None);
    script.created(1, 1, Operation::Local, WRITE).event(1, Operation::Exit, READ);
    assert_eq!(script.found, []);
    script.event(0, Operation::Join(ThreadId(1)), WRITE);
    assert_eq!(script.found, [], "even what comes with the end");
    script.take_back(1);
    script.event(0, Operation::Local, WRITE);
    assert_eq!(script.found, [(3, 4), (2, 4)], "a detached thread");
}

#[test]
fn what_follows_the_creation_is_not_the_childs_past() {
    let mut script = Script::default();
    script.event(0, Operation::Spawn, WRITE).created(1, 0, Operation::Local, READ);
    assert_eq!(script.found, [(0, 1)]);
}

#[test]
fn initialising_a_mutex_races_with_locking_it() {
    let init = Operation::Write(MUTEX.range, Order::PLAIN);
    let mut script = Script::default();
    script.event(0, init.clone(), None).sync(1, Verb::Lock, None);
    assert_eq!(script.found, [(0, 1)]);
    let mut script = Script::default();
    script.event(0, init.clone(), None).event(0, Operation::Spawn, None);
    script.created(1, 1, Operation::Local, None).sync(1, Verb::Lock, None);
    assert_eq!(script.found, []);
    script.event(0, init, None);
    assert_eq!(script.found, [(3, 4)], "destroying it as well");
}

#[test]
fn blocks_race_with_what_is_outside_but_not_with_each_other() {
    let block = || Operation::Block([mazurka_machine::Access { range: X, writes: true }].into());
    let mut script = Script::default();
    script.event(0, block(), None).event(1, block(), None);
    assert_eq!(script.found, []);
    script.event(2, Operation::Local, READ);
    assert_eq!(script.found, [(0, 2), (1, 2)]);
}

#[test]
fn all_races_of_a_step_are_found() {
    let mut script = Script::default();
    let line = |line, bytes| Footprint { line, reads: 0, writes: bytes };
    script
        .touching(0, &[line(0x1000, 0xff), line(0x1040, 1)])
        .touching(1, &[line(0x1000, 0xf0f), line(0x1040, 3)]);
    let bytes: Vec<_> = script.races.found.iter().map(|race| (race.bytes.start, race.bytes.length)).collect();
    assert_eq!(bytes, [(0x1000, 4), (0x1040, 1)]);
}

#[test]
fn a_race_tells_which_accesses_it_is_between() {
    let mut script = Script::default();
    script.event(0, Operation::Write(X, Order::RELAXED), READ).event(
        1,
        Operation::Read(X, Order::RELAXED),
        WRITE,
    );
    let access = |event, atomic, writes| RacingAccess { event, atomic, writes, code: 0 };
    let expected =
        [(access(0, true, true), access(1, false, true)), (access(0, false, false), access(1, false, true))];
    let mut found: Vec<_> = script.races.found.iter().map(|race| (race.first, race.second)).collect();
    found.sort_by_key(|(first, _)| !first.atomic);
    assert_eq!(found, expected);
}

#[test]
fn only_blocks_that_conflict_order() {
    let block = |range, writes| Operation::Block([mazurka_machine::Access { range, writes }].into());
    let elsewhere = Range { start: FLAG.start + 4, length: 4 };
    for (first, second, expected) in [
        (block(FLAG, true), block(FLAG, false), vec![]),
        (block(FLAG, false), block(FLAG, true), vec![]),
        (block(FLAG, false), block(FLAG, false), vec![(0, 2)]),
        (block(FLAG, true), block(elsewhere, true), vec![(0, 2)]),
    ] {
        let mut script = Script::default();
        script.event(0, Operation::Local, WRITE).event(0, first, None).event(1, second, WRITE);
        assert_eq!(script.found, expected);
    }
}

/// What was published is read by both threads, again and again, in blocks and in turns.
#[test]
fn reading_what_was_published_costs_the_same_every_time() {
    let looks = |reads: u16, in_turns: bool| {
        LOOKS.set(0);
        let mut script = Script::default();
        script.event(0, Operation::Local, Some(true));
        script.event(0, Operation::Write(FLAG, Order::RELEASE), None);
        script.event(1, Operation::Read(FLAG, Order::ACQUIRE), None);
        for i in 0..reads {
            let thread = if in_turns { i % 2 } else { u16::from(i > reads / 2) };
            script.event(thread, Operation::Local, Some(false));
        }
        assert_eq!(script.found, []);
        LOOKS.get()
    };
    for in_turns in [false, true] {
        let [short, long] = [looks(1_000, in_turns), looks(8_000, in_turns)];
        assert!(long > 0 && long <= 10 * 8_000, "in turns: {in_turns}, {short} looks, then {long}");
    }
}
