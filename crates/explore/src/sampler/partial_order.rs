//! POS (Yuan, Yang, Gu: *Partial Order Aware Concurrency Sampling*, CAV 2018): every pending operation has a random priority, the
//! first one is executed, and those that it races with get new ones.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::{Fresh, Strategy};
use crate::random::Random;
use crate::stack::Stack;

#[derive(Default, Serialize, Deserialize)]
pub struct PartialOrderSampling {
    /// Of the pending operation of each thread; `None`: it is a new one.
    priorities: Vec<Option<u64>>,
}

impl Strategy for PartialOrderSampling {
    fn begin(&mut self, _: &mut Random) {
        self.priorities.clear();
    }

    fn pick(&mut self, _: &Stack<Fresh>, threads: &ThreadSet, random: &mut Random) -> ThreadId {
        let mut priority = |thread: &ThreadId| {
            if self.priorities.len() <= thread.index() {
                self.priorities.resize(thread.index() + 1, None);
            }
            *self.priorities[thread.index()].get_or_insert_with(|| random.word())
        };
        threads.iter().max_by_key(|thread| priority(thread)).expect("there is a thread")
    }

    fn entered(&mut self, stack: &Stack<Fresh>, _: &mut Random) {
        let (execution, top) = (&stack.execution, stack.top());
        let Some(last) = execution.events().last() else { return };
        for (index, priority) in self.priorities.iter_mut().enumerate() {
            let thread = ThreadId(index as u16);
            let races = || {
                let pending = top.operation(thread);
                pending.is_some_and(|pending| execution.operations.dependent(last.id, pending))
            };
            if thread == last.thread || races() {
                *priority = None;
            }
        }
    }
}
