//! Histories against the definition, and what they cost.

use std::cell::Cell;

use mazurka_machine::{Object, ObjectKind, Order, Range, Verb, dependent};

use super::*;
use crate::operations::random::Random;

thread_local!(pub(super) static LOOKS: Cell<usize> = const { Cell::new(0) });

/// An execution by the definition of happens-before and races: every event is compared with all before it.
#[derive(Default)]
struct Naive {
    events: Vec<(ThreadId, Operation)>,
    /// What happens before each event, itself included.
    pasts: Vec<Vec<bool>>,
    races: Vec<Vec<EventId>>,
}

impl Naive {
    fn push(&mut self, thread: ThreadId, operation: &Operation, joined: Option<ThreadId>) {
        let new = self.events.len();
        let mut past = vec![false; new + 1];
        let is_before = |other: ThreadId| other == thread || Some(other) == joined;
        for e in (0..new).filter(|&e| is_before(self.events[e].0)) {
            self.join(&mut past, e);
        }
        // What the races that were found have in their past; orderings that cannot be reversed hide nothing.
        let (mut hidden, mut races) = (past.clone(), Vec::new());
        for e in (0..new).rev().filter(|&e| self.events[e].0 != thread) {
            if !dependent(&self.events[e].1, operation) {
                continue;
            }
            let reversible = reversible(&self.events[e].1, operation);
            if reversible != Reversible::No && !hidden[e] {
                races.push(e);
            }
            if reversible == Reversible::Yes {
                self.join(&mut hidden, e);
            }
            self.join(&mut past, e);
        }
        past[new] = true;
        self.events.push((thread, operation.clone()));
        self.pasts.push(past);
        self.races.push(races);
    }

    fn join(&self, past: &mut [bool], e: EventId) {
        past.iter_mut().zip(&self.pasts[e]).for_each(|(mine, theirs)| *mine |= theirs);
    }

    fn pop(&mut self) {
        self.events.pop();
        self.pasts.pop();
        self.races.pop();
    }
}

fn push(execution: &mut Execution, thread: ThreadId, operation: &Operation) {
    let id = execution.operations.id(operation);
    execution.push(Transition { thread, choice: 0 }, id, 1, None);
}

/// Events are appended and removed at random. New operations turn up on the way, with their events or before, so that cells
/// are merged while events of theirs are on the stack.
#[test]
fn histories_agree_with_the_definition() {
    let mut merges = 0;
    for seed in 0..1_500 {
        let mut random = Random::new(seed);
        let kinds: Vec<Operation> = (0..4 + random.below(12)).map(|_| random.operation()).collect();
        let (mut execution, mut naive) = (Execution::default(), Naive::default());
        for _ in 0..60 {
            let operation = &kinds[random.below(kinds.len() as u64) as usize];
            if random.below(4) == 0 {
                execution.operations.id(operation);
                for _ in 0..random.below(6) {
                    execution.pop();
                    naive.pop();
                }
                continue;
            }
            let thread = ThreadId(random.below(4) as u16);
            let joined = operation.joined_thread();
            push(&mut execution, thread, operation);
            naive.push(thread, operation, joined);
            let new = execution.len() - 1;
            assert_eq!(
                execution.races(new),
                naive.races[new],
                "seed {seed}, event {new}: {:?}",
                naive.events
            );
            let past: Vec<bool> = (0..=new).map(|e| execution.happens_before(e, new)).collect();
            assert_eq!(past, naive.pasts[new], "seed {seed}, event {new}: {:?}", naive.events);
            let neighbours: Vec<EventId> = execution.neighbours(new).collect();
            let is_found = |e: &EventId| neighbours.contains(e) || !dependent(&naive.events[*e].1, operation);
            assert!((0..new).all(|e| is_found(&e)), "seed {seed}, event {new}: {:?}", naive.events);
        }
        merges += u64::from(!execution.operations.merges().is_empty());
    }
    assert!(merges > 300, "cells were merged in {merges} executions only");
}

const X: Range = Range { start: 64, length: 4 };
const Y: Range = Range { start: 128, length: 4 };
const LOCK: Object = ObjectKind::RwLock.at(192, 56);
const READ: Operation = Operation::Read(X, Order::ACQUIRE);
const WRITE: Operation = Operation::Write(X, Order::RELEASE);
const UPDATE: Operation = Operation::Update(Y, mazurka_machine::Update::Opaque, Order::ACQ_REL);
const ADD: Operation = Operation::Update(X, mazurka_machine::Update::Add, Order::RELAXED);

/// The n-th event of a long execution.
type Schedule = fn(usize, usize) -> (u16, Operation);

/// What there is to do for an event must not grow with what came before.
#[test]
fn a_long_execution_costs_as_much_as_a_few_short_ones() {
    let schedules: [(&str, Schedule); 10] = [
        ("reads by one thread, after one by another", |i, _| (u16::from(i > 0), READ)),
        ("reads by two threads, one after the other", |i, n| (u16::from(i > n / 2), READ)),
        ("reads by two threads in turns", |i, _| ((i % 2) as u16, READ)),
        ("different reads by three threads", |i, n| {
            let start = X.start + (i % 3) as u64;
            ((3 * i / n) as u16, Operation::Read(Range { start, length: 1 }, Order::RELAXED))
        }),
        ("writes by one thread", |i, _| (u16::from(i > 0), WRITE)),
        ("additions by two threads", |i, n| (u16::from(i > n / 2), ADD)),
        ("locks by one thread", |i, _| (0, Operation::Sync([Verb::Lock, Verb::Unlock][i % 2], LOCK))),
        ("read locks by two threads", |i, n| {
            (u16::from(i > n / 2), Operation::Sync([Verb::ReadLock, Verb::ReadUnlock][i % 2], LOCK))
        }),
        ("reads in turns, in order, beside those of a third thread", |i, n| match i {
            _ if i < n / 2 => (2, READ),
            _ => ((i / 2 % 2) as u16, if i % 2 == 0 { READ } else { UPDATE }),
        }),
        ("barriers among reads", |i, _| {
            ((i % 2) as u16, if i % 8 == 0 { Operation::Anything } else { READ })
        }),
    ];
    for (name, schedule) in schedules {
        let looks = |events: usize| {
            LOOKS.set(0);
            let mut execution = Execution::default();
            for (thread, operation) in (0..events).map(|i| schedule(i, events)) {
                push(&mut execution, ThreadId(thread), &operation);
            }
            LOOKS.get()
        };
        let [short, long] = [looks(1_000), looks(8_000)];
        assert!(long <= 9 * short && long <= 16 * 8_000, "{name}: {short} looks, then {long}");
    }
}
