//! What threads learn from each other though happens-before does not order it.

use serde::{Deserialize, Serialize};

use super::facts::VerbFacts;
use super::{Operation, Verb};

/// Operations through which one thread may learn from another although happens-before orders neither before the other.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Unordered {
    pub relaxed_atomics: bool,
    /// At a lock that is held, at the value of a semaphore, at files …
    pub looks: bool,
    /// They need not be sent under the mutex.
    pub wake_ups: bool,
    /// Of several objects in one go: atomic blocks, futexes, signals.
    pub blocks: bool,
}

impl Unordered {
    pub fn any(self) -> bool {
        self != Unordered::default()
    }

    pub fn of<'o>(operations: impl IntoIterator<Item = &'o Operation>) -> Unordered {
        let mut all = Unordered::default();
        operations.into_iter().for_each(|operation| all.add(operation));
        all
    }

    pub fn add(&mut self, operation: &Operation) {
        match operation.in_loop() {
            Operation::Read(_, order) | Operation::CompareExchange { succeeds: false, order, .. } => {
                self.relaxed_atomics |= order.atomic && !order.acquire;
            }
            Operation::Write(_, order) => self.relaxed_atomics |= order.atomic && !order.release,
            Operation::Update(_, _, order) | Operation::CompareExchange { succeeds: true, order, .. } => {
                self.relaxed_atomics |= order.atomic && !(order.acquire && order.release);
            }
            Operation::Sync(verb, _) => {
                let VerbFacts { acquires, publishes, second_half, .. } = verb.facts();
                let is_ordered = acquires || publishes || second_half;
                match verb {
                    Verb::Signal | Verb::Broadcast => self.wake_ups |= !is_ordered,
                    _ => self.looks |= !is_ordered,
                }
            }
            // Blocks are ordered among themselves, and not with atomic accesses to the same bytes.
            Operation::Block(_) | Operation::Anything => self.blocks = true,
            // A fence orders; what it leaves unordered are relaxed accesses.
            Operation::Fence(_)
            | Operation::Wait { .. }
            | Operation::Section(_)
            | Operation::Local
            | Operation::Spawn
            | Operation::Join(_)
            | Operation::Detach(_)
            | Operation::Exit
            | Operation::ExitProcess
            | Operation::Choose
            | Operation::Await(_) => {}
        }
    }
}
