//! Memory: where variables and objects lie in it, and what it means that they overlap.
//!
//! Everything has a place of its own, far from all others, unless the program moves it. Variables that overlap have bytes in
//! common. An operation on an object, unless it only looks, adds 1 to each of its bytes that is also a variable's; a
//! mutex with a 2 in such a byte cannot be taken, and a try that fails returns what it has found there. So the order of
//! any two operations on common bytes can be seen, unless both only look.

use super::Toy;
use super::program::Program;
use crate::{Object, ObjectKind, Operation, Range, Round, Verb};

/// What has an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    Variable(usize),
    Mutex(usize),
    Condition(usize),
    Semaphore(usize),
    Rwlock(usize),
    Barrier(usize),
}

impl Thing {
    /// Where it lies unless it is moved, and how long it is.
    fn apart(self) -> Range {
        let place = |kind: u64, index: usize, length: u64| Range {
            start: (kind << 32) + length.next_power_of_two() * index as u64,
            length,
        };
        match self {
            Thing::Variable(variable) => place(0, variable, 8),
            Thing::Mutex(mutex) => place(1, mutex, 40),
            Thing::Condition(condition) => place(2, condition, 48),
            Thing::Semaphore(semaphore) => place(3, semaphore, 32),
            Thing::Rwlock(rwlock) => place(4, rwlock, 56),
            Thing::Barrier(barrier) => place(5, barrier, 32),
        }
    }
}

impl Program {
    pub(super) fn range(&self, thing: Thing) -> Range {
        let apart = thing.apart();
        let moved = self.moved.iter().find(|(other, _)| *other == thing);
        moved.map_or(apart, |(_, start)| Range { start: *start, ..apart })
    }

    /// As an object; nothing is done to a variable as a whole.
    pub(super) fn object(&self, thing: Thing) -> Object {
        let kind = match thing {
            Thing::Variable(_) => ObjectKind::Broken,
            Thing::Mutex(_) => ObjectKind::Mutex,
            Thing::Condition(_) => ObjectKind::Condvar,
            Thing::Semaphore(_) => ObjectKind::Semaphore,
            Thing::Rwlock(_) => ObjectKind::RwLock,
            Thing::Barrier(_) => ObjectKind::Barrier,
        };
        Object { range: self.range(thing), kind }
    }

    /// All bytes up to the end of the last variable.
    pub(super) fn memory(&self) -> Vec<u8> {
        let ends = (0..self.variables).map(|variable| self.range(Thing::Variable(variable)).end());
        vec![0; ends.max().unwrap_or(0) as usize]
    }
}

impl Toy<'_> {
    pub(super) fn value(&self, variable: usize) -> i64 {
        let start = self.program.range(Thing::Variable(variable)).start as usize;
        let bytes = self.state.memory[start..].first_chunk().expect("memory ends with a variable");
        i64::from_le_bytes(*bytes)
    }

    pub(super) fn set(&mut self, variable: usize, value: i64) {
        let start = self.program.range(Thing::Variable(variable)).start as usize;
        let bytes = self.program.wrap(value).to_le_bytes();
        self.state.memory[start..start + bytes.len()].copy_from_slice(&bytes);
    }

    /// What an operation on objects leaves in their bytes. Not said in terms of `Operation::touches`: this is what those
    /// are compared with.
    pub(super) fn mark_objects(&mut self, operation: &Operation) {
        match *operation {
            Operation::Sync(Verb::Inspect, _) => {}
            Operation::Sync(Verb::ArriveIn { round, .. } | Verb::DepartFrom(round), object) => {
                let Range { start, length } = object.range;
                let behind = if round == Round::Odd { length / 2 } else { 0 };
                self.count(Range { start: start + behind, length: length / 2 });
            }
            Operation::Sync(_, object) => self.count(object.range),
            Operation::Wait { condition, mutex } => {
                self.count(condition.range);
                self.count(mutex.range);
            }
            _ => {}
        }
    }

    fn count(&mut self, object: Range) {
        let bytes = self.in_memory(object);
        for byte in &mut self.state.memory[bytes] {
            *byte = self.program.wrap(i64::from(byte.wrapping_add(1))) as u8;
        }
    }

    /// Whether a mutex can be taken.
    pub(super) fn is_free(&self, mutex: usize) -> bool {
        self.state.owners[mutex].is_none() && !self.bytes_of(mutex).contains(&2)
    }

    /// What a try to take a mutex returns where it fails.
    pub(super) fn found_in(&self, mutex: usize) -> i64 {
        -self.bytes_of(mutex).iter().map(|byte| i64::from(*byte)).sum::<i64>()
    }

    fn bytes_of(&self, mutex: usize) -> &[u8] {
        &self.state.memory[self.in_memory(self.program.range(Thing::Mutex(mutex)))]
    }

    /// The part of a range that is memory.
    fn in_memory(&self, range: Range) -> std::ops::Range<usize> {
        let size = self.state.memory.len();
        (range.start as usize).min(size)..(range.end() as usize).min(size)
    }
}
