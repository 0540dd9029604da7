//! What optimal search keeps of a state on the stack.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::wakeup::{Branch, Branches, WakeupTrees};
use crate::reduction::dpor::is_independent;
use crate::stack::{Node, NodeData, Stack};
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
    /// A transition was explored, of a thread with this many choices: add p to sleep(E).
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

/// Puts a branch for each choice that is neither asleep nor planned in the place of a branch for all.
pub(super) fn expand_choices(trees: &mut WakeupTrees, node: &mut Node<WakeupNode>, branch: &Branch) {
    let thread = branch.thread;
    for choice in (0..node.choices(thread)).rev() {
        let planned = |branch: &Branch| branch.thread == thread && branch.choice == Some(choice);
        let asleep = node.data.sleeping_choices.contains(&Transition { thread, choice });
        if !asleep && !trees.iter(node.data.wakeup).any(|id| planned(trees.get(id))) {
            trees.prepend(&mut node.data.wakeup, Branch::new(thread, Some(choice), branch.operation));
        }
    }
}
