use super::*;
use crate::execution::Execution;

/// An execution that is written down event by event.
#[derive(Default)]
struct Script {
    execution: Execution,
    races: DataRaces,
    found: Vec<(EventId, EventId)>,
}

const X: Range = Range { start: 0x1000, length: 4 };
const FLAG: Range = Range { start: 0x2000, length: 4 };
const MUTEX: Object = Range { start: 0x3000, length: 40 };

impl Script {
    /// An operation, and whether its thread reads or writes X afterwards.
    fn event(&mut self, thread: u16, operation: Operation, plain: Option<bool>) -> &mut Script {
        let thread = ThreadId(thread);
        self.execution.push(thread, 0, operation, None);
        let mask = 0xf;
        let touched = plain.map(|write| Footprint {
            line: X.start,
            reads: if write { 0 } else { mask },
            writes: if write { mask } else { 0 },
        });
        let race = self.races.push(self.execution.events(), touched.as_slice());
        self.found.extend(race.map(|race| (race.first, race.second)));
        self
    }

    fn sync(&mut self, thread: u16, verb: Verb, plain: Option<bool>) -> &mut Script {
        self.event(thread, Operation::Sync(verb, MUTEX), plain)
    }

    fn take_back(&mut self, count: usize) {
        for _ in 0..count {
            let last = self.execution.events().last().expect("an event to take back").clone();
            self.races.pop(&last);
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
    assert_eq!(script.found, [(1, 2)]);
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
    assert_eq!(script.found, [(1, 2)]);
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
