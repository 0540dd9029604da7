//! Which locks threads hold, as their operations tell.

use mazurka_machine::{Object, Operation, ThreadId, Verb};

/// What an operation does to a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Taken,
    Given,
}

/// `sizeof(pthread_once_t)`. Who comes late to it takes it for reading, in the machine's words, and never gives it back.
const ONCE: u64 = 4;

impl Effect {
    pub fn of(operation: &Operation) -> Option<(Object, Effect)> {
        use Verb::{Lock, ReadLock, ReadUnlock, TryLock, TryReadLock, Unlock};
        match operation {
            Operation::Sync(ReadLock, object) if object.length == ONCE => None,
            Operation::Sync(Lock | TryLock | ReadLock | TryReadLock, object) => {
                Some((*object, Effect::Taken))
            }
            Operation::Sync(Unlock | ReadUnlock, object) => Some((*object, Effect::Given)),
            Operation::Wait { mutex, .. } => Some((*mutex, Effect::Given)),
            Operation::Await(wait) => Effect::of(&wait.operation),
            _ => None,
        }
    }
}

/// The locks of all threads along an execution, in the order in which they were taken.
#[derive(Default)]
pub struct Locks {
    held: Vec<(ThreadId, Object)>,
}

impl Locks {
    /// A thread does this.
    pub fn step(&mut self, thread: ThreadId, operation: &Operation) {
        match Effect::of(operation) {
            None => {}
            Some((lock, Effect::Taken)) => self.held.push((thread, lock)),
            Some((lock, Effect::Given)) => {
                if let Some(last) = self.held.iter().rposition(|held| *held == (thread, lock)) {
                    self.held.remove(last);
                }
            }
        }
    }

    /// Once each, however often they were locked.
    pub fn held_by(&self, thread: ThreadId) -> Vec<Object> {
        let mut locks = Vec::new();
        for (holder, lock) in &self.held {
            if *holder == thread && !locks.contains(lock) {
                locks.push(*lock);
            }
        }
        locks
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::Range;

    use super::*;

    #[test]
    fn locks_are_held_until_they_are_given_back_as_often() {
        let [a, b] = [64, 128].map(|start| Range { start, length: 40 });
        let once = Range { start: 256, length: 4 };
        let (one, two) = (ThreadId(1), ThreadId(2));
        let mut locks = Locks::default();
        locks.step(one, &Operation::Sync(Verb::Lock, a));
        locks.step(one, &Operation::Sync(Verb::Lock, a));
        locks.step(one, &Operation::Sync(Verb::TryReadLock, b));
        locks.step(two, &Operation::Sync(Verb::ReadLock, b));
        locks.step(two, &Operation::Sync(Verb::ReadLock, once));
        assert_eq!((locks.held_by(one), locks.held_by(two)), (vec![a, b], vec![b]));
        locks.step(one, &Operation::Sync(Verb::ReadUnlock, b));
        locks.step(one, &Operation::Sync(Verb::Unlock, a));
        assert_eq!((locks.held_by(one), locks.held_by(two)), (vec![a], vec![b]));
        locks.step(one, &Operation::Wait { condition: b, mutex: a });
        assert_eq!(locks.held_by(one), []);
    }
}
