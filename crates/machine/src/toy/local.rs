//! A thread's registers and position are its own; memory, locks, and who sleeps, has started or stopped are shared.

use std::hash::{Hash, Hasher};

use super::{Instruction, REGISTERS, State, Thread, Toy};
use crate::{Delta, Local, ThreadId, mix};

/// The part of a thread's state that is its own.
pub(super) type Own = (usize, [i64; REGISTERS]);

impl Thread {
    pub(super) fn own(&self) -> Own {
        (self.at, self.registers)
    }
}

/// What an instruction, and what follows it, has changed. An atomic block that does not tell what it touches is like a call
/// of an unknown function: what it has changed is not known.
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
    let mut hasher = Mixer(0);
    value.hash(&mut hasher);
    hasher.0
}

struct Mixer(u128);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 as u64
    }

    /// In words: what is hashed says how many bytes it has, so zeros behind the last of them are no ambiguity.
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<{ size_of::<u128>() }>();
        words.iter().for_each(|word| self.0 = mix(self.0 ^ u128::from_le_bytes(*word)));
        if !rest.is_empty() {
            let mut word = [0; size_of::<u128>()];
            word[..rest.len()].copy_from_slice(rest);
            self.0 = mix(self.0 ^ u128::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ u128::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}
