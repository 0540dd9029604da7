//! A thread's registers and position are its own; memory, locks, and who sleeps, has started or stopped are shared.

use std::hash::{Hash, Hasher};

use super::{Instruction, REGISTERS, Sleep, State, Thread, Toy};
use crate::{Delta, Local, ThreadId, mix};

/// The part of a thread's state that is its own.
pub(super) type Own = (usize, [i64; REGISTERS]);

impl Thread {
    pub(super) fn own(&self) -> Own {
        (self.at, self.registers)
    }

    /// Whether it sleeps, where, and whether it has stopped, as a number.
    fn status(&self) -> u64 {
        let sleep = match self.sleep {
            Sleep::No => 0,
            Sleep::Arrived => 1,
            Sleep::Woken => 2,
            Sleep::On(condition) => 3 + 2 * condition,
            Sleep::Polling { condition } => 4 + 2 * condition,
        };
        2 * sleep as u64 + u64::from(self.stopped)
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
            let changed = |register: usize| before[register] != after.1[register];
            let changes: [_; REGISTERS] =
                std::array::from_fn(|register| changed(register).then_some(after.1[register]));
            Delta::Changed(hash(&(after.0, changes)))
        }
    }
}

impl Local for Toy<'_> {
    fn shared_fingerprint(&mut self) -> u128 {
        hash(&Shared(&self.state))
    }

    fn local_fingerprint(&mut self, thread: ThreadId) -> u128 {
        hash(&(thread, self.state.threads[thread.index()].own()))
    }
}

/// All of a state but what is each thread's own.
struct Shared<'s>(&'s State);

/// Lengths are left out, here and below: they are the program's.
impl Hash for Shared<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let State { memory, semaphores, owners, rwlocks, barriers, threads, started, heap } = self.0;
        hasher.write(memory);
        semaphores.iter().for_each(|count| hasher.write_u32(*count));
        owners.iter().for_each(|owner| hasher.write_u32(owner.map_or(0, |owner| 1 + u32::from(owner.0))));
        rwlocks.iter().for_each(|rwlock| rwlock.hash(hasher));
        barriers.iter().for_each(|barrier| barrier.hash(hasher));
        threads.iter().for_each(|thread| hasher.write_u64(thread.status()));
        started.hash(hasher);
        heap.iter().for_each(|cell| cell.hash(hasher));
    }
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        Shared(self).hash(hasher);
        self.threads.iter().for_each(|thread| thread.own().hash(hasher));
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

    /// In words: all states of a program have the same number of bytes, so zeros behind the last of them are not ambiguous.
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
