//! Which locks threads hold, as their operations tell.

use mazurka_machine::{Hold, Object, ObjectKind, Operation, Place, Purpose, StackFrame, ThreadId};

/// What an operation does to a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Taken,
    Given,
}

impl Effect {
    pub(crate) fn of(operation: &Operation) -> Option<(Object, Effect)> {
        if let Some(lock) = word_lock(operation) {
            return Some((lock, Effect::Taken));
        }
        match operation.takes() {
            // A thread that comes late has nothing to give back.
            Some((lock, Hold::Shared)) if lock.kind == ObjectKind::Once => None,
            Some((lock, _)) => Some((lock, Effect::Taken)),
            None => operation.gives().map(|lock| (lock, Effect::Given)),
        }
    }
}

/// The lock that a thread waits for at an atomic operation on its word.
pub(crate) fn word_lock(operation: &Operation) -> Option<Object> {
    let Operation::Await(wait) = operation else { return None };
    let is_lock = matches!(wait.purpose, Purpose::Lock | Purpose::ReadLock);
    let range = *wait.watched.first().filter(|_| is_lock)?;
    Some(Object { range, kind: ObjectKind::Mutex })
}

/// The locks of all threads along an execution, in the order in which they were taken.
#[derive(Default)]
pub struct Locks {
    held: Vec<Held>,
}

struct Held {
    lock: Object,
    /// Who took it, and where.
    place: Place,
    /// The number of the step that took it.
    step: usize,
}

impl Locks {
    /// A thread makes this step; `stack` is asked for only where it takes a lock.
    pub fn step(
        &mut self,
        number: usize,
        thread: ThreadId,
        operation: &Operation,
        stack: impl FnOnce() -> Vec<StackFrame>,
    ) {
        match Effect::of(operation) {
            None => self.give_word(thread, operation),
            Some((lock, Effect::Taken)) => {
                self.held.push(Held { lock, place: Place { thread, stack: stack() }, step: number });
            }
            Some((lock, Effect::Given)) => {
                let is_it = |held: &Held| held.lock == lock && held.place.thread == thread;
                if let Some(last) = self.held.iter().rposition(is_it) {
                    self.held.remove(last);
                }
            }
        }
    }

    /// A lock that is a word is given back by an update of that.
    fn give_word(&mut self, thread: ThreadId, operation: &Operation) {
        if let Some(last) = self.given_word(thread, operation) {
            self.held.remove(last);
        }
    }

    fn given_word(&self, thread: ThreadId, operation: &Operation) -> Option<usize> {
        let Operation::Update(range, ..) = operation.in_loop() else { return None };
        self.held.iter().rposition(|held| held.place.thread == thread && held.lock.range == *range)
    }

    /// Whether an atomic operation gives a lock back that the thread has.
    pub fn gives_word(&self, thread: ThreadId, operation: &Operation) -> bool {
        self.given_word(thread, operation).is_some()
    }

    /// Once each, however often they were locked.
    pub fn held_by(&self, thread: ThreadId) -> Vec<Object> {
        let mut locks = Vec::new();
        for held in self.held.iter().filter(|held| held.place.thread == thread) {
            if !locks.contains(&held.lock) {
                locks.push(held.lock);
            }
        }
        locks
    }

    /// Who holds a lock, once each, and where each of them took it last.
    pub fn holders(&self, lock: Object) -> Vec<Place> {
        let mut holders: Vec<Place> = Vec::new();
        for Held { place, .. } in self.held.iter().filter(|held| held.lock == lock) {
            match holders.iter_mut().find(|holder| holder.thread == place.thread) {
                Some(holder) => *holder = place.clone(),
                None => holders.push(place.clone()),
            }
        }
        holders
    }

    /// The numbers of the steps that took what is still held.
    pub fn steps(&self) -> impl Iterator<Item = usize> + '_ {
        self.held.iter().map(|held| held.step)
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::Verb;

    use super::*;

    #[test]
    fn locks_are_held_until_they_are_given_back_as_often() {
        let [a, b] = [64, 128].map(|start| ObjectKind::RwLock.at(start, 40));
        let once = ObjectKind::Once.at(256, 4);
        let (one, two) = (ThreadId(1), ThreadId(2));
        let step = |locks: &mut Locks, thread, operation: &Operation| {
            locks.step(7, thread, operation, Vec::new);
        };
        let mut locks = Locks::default();
        step(&mut locks, one, &Operation::Sync(Verb::Lock, a));
        step(&mut locks, one, &Operation::Sync(Verb::Lock, a));
        step(&mut locks, one, &Operation::Sync(Verb::TryReadLock, b));
        step(&mut locks, two, &Operation::Sync(Verb::ReadLock, b));
        step(&mut locks, two, &Operation::Sync(Verb::ReadLock, once));
        assert_eq!((locks.held_by(one), locks.held_by(two)), (vec![a, b], vec![b]));
        step(&mut locks, one, &Operation::Sync(Verb::ReadUnlock, b));
        step(&mut locks, one, &Operation::Sync(Verb::Unlock, a));
        assert_eq!((locks.held_by(one), locks.held_by(two)), (vec![a], vec![b]));
        step(&mut locks, one, &Operation::Wait { condition: b, mutex: a });
        assert_eq!(locks.held_by(one), []);
    }
}
