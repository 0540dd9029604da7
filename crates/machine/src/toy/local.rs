//! A thread's registers and position are its own; memory, locks, and who sleeps, has started or stopped are shared.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::{Instruction, REGISTERS, State, Thread, Toy};
use crate::{Delta, Local, ThreadId};

/// The part of a thread's state that is its own.
pub(super) type Own = (usize, [i64; REGISTERS]);

impl Thread {
    pub(super) fn own(&self) -> Own {
        (self.at, self.registers)
    }
}

/// What an instruction, and what follows it, has changed. An atomic block that does not tell what it touches is like a call
/// of an unknown function: nobody says what it has changed.
pub(super) fn delta(instruction: &Instruction, before: Own, after: Own) -> Delta {
    match instruction {
        Instruction::Exchange { told: false, .. } => Delta::Unknown,
        _ if before == after => Delta::Unchanged,
        _ => {
            let (before, after) = (before.1, after);
            let new_values = (0..REGISTERS).filter(|&register| before[register] != after.1[register]);
            let changes: Vec<_> = new_values.map(|register| (register, after.1[register])).collect();
            Delta::Changed(hash(&(after.0, changes)))
        }
    }
}

impl Local for Toy<'_> {
    fn shared_fingerprint(&mut self) -> u128 {
        let State { memory, semaphores, owners, rwlocks, barriers, threads, heap } = &self.state;
        let status: Vec<_> =
            threads.iter().map(|thread| (thread.started, thread.sleep, thread.stopped)).collect();
        hash(&(memory, semaphores, owners, rwlocks, barriers, heap, status))
    }

    fn local_fingerprint(&mut self, thread: ThreadId) -> u128 {
        hash(&(thread, self.state.threads[thread.index()].own()))
    }
}

pub(super) fn hash(value: &impl Hash) -> u128 {
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, value).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    (half(0) << 64) | half(1)
}
