//! What optimal search keeps of a state on the stack.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::wakeup::Branches;
use crate::reduction::dpor::is_independent;
use crate::stack::{NodeData, Stack};
use crate::transition::Transition;

#[derive(Default, Serialize, Deserialize)]
pub struct WakeupNode {
    /// Threads whose next transition was explored from here, or need not be.
    pub(super) sleep: ThreadSet,
    /// Single choices of threads that are not asleep as a whole.
    pub(super) sleeping_choices: Vec<Transition>,
    /// wut(E): sequences to be explored from here, the first one next.
    pub(super) wakeup: Branches,
    /// Whether a first transition was picked.
    pub(super) begun: bool,
}

impl NodeData for WakeupNode {
    fn clear(&mut self) {
        self.sleep = ThreadSet::new();
        self.sleeping_choices.clear();
        self.wakeup = Branches::default();
        self.begun = false;
    }

    fn is_asleep(&self, thread: ThreadId) -> bool {
        self.sleep.contains(thread)
    }

    fn is_planned(&self) -> bool {
        !self.wakeup.is_empty()
    }
}

impl WakeupNode {
    /// A transition was explored, of a thread with so many choices: add p to sleep(E).
    pub(super) fn put_to_sleep(&mut self, transition: Transition, choices: u32) {
        let Transition { thread, .. } = transition;
        if choices > 1 {
            self.sleeping_choices.push(transition);
            if (self.sleeping_choices.iter().filter(|asleep| asleep.thread == thread).count() as u32)
                < choices
            {
                return;
            }
            self.sleeping_choices.retain(|asleep| asleep.thread != thread);
        }
        self.sleep.insert(thread);
    }
}

/// The sleep set of the new top node, as in [`crate::reduction::dpor::inherit_sleep`], and single choices that sleep.
pub(super) fn inherit_sleep(stack: &mut Stack<WakeupNode>) {
    let Some((event, operations, below, top)) = stack.last_step() else { return };
    if below.data.sleep.is_empty() && below.data.sleeping_choices.is_empty() {
        return;
    }
    let independent = |q: &ThreadId| is_independent(operations, below, *q, event);
    top.data.sleep.extend(below.data.sleep.iter().filter(independent));
    let stays = |asleep: &&Transition| asleep.thread != event.thread && independent(&asleep.thread);
    top.data.sleeping_choices.extend(below.data.sleeping_choices.iter().filter(stays));
}
