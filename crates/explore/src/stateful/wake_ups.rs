//! Whether happens-before orders what a wake-up tells.
//!
//! A thread that is woken at a condition variable knows that it was signalled. If the signal was sent by a thread that holds the mutex of
//! all who wait there, that thread gives the mutex back afterwards, and who was woken takes it then: the signal happens before all
//! that follows. Otherwise nothing orders the two.

use mazurka_machine::{Held, Object, ObjectKind, Operation, ThreadId, Unordered, Verb};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::segments::Performed;
use crate::operations::OperationId;

/// An id of a set of locks.
pub(super) type HeldId = u32;

#[derive(Serialize, Deserialize)]
pub(super) struct WakeUps {
    /// The sets of locks that threads hold, by id. The first is empty.
    sets: Vec<Vec<Held>>,
    /// The condition variables where threads were woken, each with what the thread that did it held.
    sent: Vec<(Object, HeldId)>,
    /// What threads hold after an operation, as far as it was found out.
    #[serde(skip)]
    after: FxHashMap<(HeldId, OperationId), HeldId>,
    /// What the threads hold in the current state, by number.
    #[serde(skip)]
    held: Vec<HeldId>,
}

impl Default for WakeUps {
    fn default() -> WakeUps {
        let (after, held) = Default::default();
        WakeUps { sets: vec![Vec::new()], sent: Vec::new(), after, held }
    }
}

impl WakeUps {
    /// What a thread holds.
    pub(super) fn held(&self, thread: ThreadId) -> HeldId {
        self.held.get(thread.index()).copied().unwrap_or(0)
    }

    /// A transition is made.
    pub(super) fn advance(&mut self, step: Performed<'_>) {
        if !step.operations.traits(step.operation).holds_or_wakes {
            return;
        }
        self.note(step);
        let before = self.held(step.thread);
        let now = match self.after.get(&(before, step.operation)) {
            Some(known) => *known,
            None => {
                let after = step.operations.get(step.operation).held_after(&self.sets[before as usize]);
                let now = after.map_or(before, |held| self.intern(held));
                self.after.insert((before, step.operation), now);
                now
            }
        };
        self.set(step.thread, now);
    }

    /// A transition is made, or would be: takes note of where it wakes threads.
    pub(super) fn note(&mut self, step: Performed<'_>) {
        if !step.operations.traits(step.operation).holds_or_wakes {
            return;
        }
        if let Some(condition) = woken_at(step.operations.get(step.operation)) {
            let sent = (condition, self.held(step.thread));
            if !self.sent.contains(&sent) {
                self.sent.push(sent);
            }
        }
    }

    /// The thread holds again what it held before.
    pub(super) fn set(&mut self, thread: ThreadId, held: HeldId) {
        if self.held.len() <= thread.index() {
            self.held.resize(thread.index() + 1, 0);
        }
        self.held[thread.index()] = held;
    }

    fn intern(&mut self, held: Vec<Held>) -> HeldId {
        let known = self.sets.iter().position(|set| *set == held);
        let id = known.unwrap_or_else(|| {
            self.sets.push(held);
            self.sets.len() - 1
        });
        id as HeldId
    }

    /// In which ways these operations, which were made, tell something that happens-before does not order.
    pub(super) fn unordered(&self, operations: &mut dyn Iterator<Item = &Operation>) -> Unordered {
        let (mut waits, mut unordered) = (Vec::new(), Unordered::default());
        for operation in operations {
            match operation.in_loop() {
                Operation::Wait { condition, mutex } => {
                    waits.push((condition.range.start, mutex.range.start))
                }
                operation if woken_at(operation).is_some() => {}
                operation => unordered.add(operation),
            }
        }
        unordered.wake_ups |= self.sent.iter().any(|(condition, held)| {
            let mut mutexes = waits.iter().filter(|(waited, _)| *waited == condition.range.start);
            mutexes.any(|(_, mutex)| !self.sets[*held as usize].contains(&(*mutex, true)))
        });
        unordered
    }

    /// Whether it can have been saved.
    pub(super) fn is_possible(&self) -> bool {
        self.sets.first().is_some_and(Vec::is_empty)
            && self.sent.iter().all(|(_, held)| (*held as usize) < self.sets.len())
    }
}

/// The condition variable whose waiters an operation wakes. Others that wake threads (futexes) give them no mutex to take.
fn woken_at(operation: &Operation) -> Option<Object> {
    match operation.in_loop() {
        Operation::Sync(Verb::Signal | Verb::Broadcast, object) if object.kind == ObjectKind::Condvar => {
            Some(*object)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::Operations;

    const CONDITION: Object = ObjectKind::Condvar.at(100, 8);
    const MUTEX: Object = ObjectKind::Mutex.at(200, 8);
    const OTHER: Object = ObjectKind::Mutex.at(300, 8);

    /// Whether a signal after these operations of its thread leaves open what it tells who waits with `MUTEX`.
    fn is_open(before: &[(Verb, Object)]) -> bool {
        let mut operations = Operations::default();
        operations.id(&Operation::Wait { condition: CONDITION, mutex: MUTEX });
        let mut wake_ups = WakeUps::default();
        for (verb, object) in before.iter().chain([&(Verb::Signal, CONDITION)]) {
            let operation = operations.id(&Operation::Sync(*verb, *object));
            wake_ups.advance(Performed { thread: ThreadId(1), operation, operations: &operations });
        }
        assert!(wake_ups.is_possible());
        wake_ups.unordered(&mut operations.all()).any()
    }

    #[test]
    fn a_signal_is_ordered_under_the_mutex_of_those_who_wait() {
        let (lock, unlock) = ((Verb::Lock, MUTEX), (Verb::Unlock, MUTEX));
        assert!(is_open(&[]));
        assert!(!is_open(&[lock]));
        assert!(!is_open(&[lock, (Verb::Lock, OTHER)]));
        assert!(is_open(&[(Verb::Lock, OTHER)]));
        assert!(is_open(&[lock, unlock]));
        assert!(is_open(&[lock, (Verb::Inspect, OTHER)]));
    }

    #[test]
    fn forged_ids_are_refused() {
        let forged = WakeUps { sent: vec![(CONDITION, 1)], ..WakeUps::default() };
        assert!(!forged.is_possible());
        assert!(!WakeUps { sets: Vec::new(), ..WakeUps::default() }.is_possible());
    }
}
