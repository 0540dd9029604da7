//! Which threads are explored from a state: what the expansions keep of a state on the stack.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use crate::stack::{Node, NodeData, Stack};
use crate::transition::Transition;

#[derive(Default, Serialize, Deserialize)]
pub struct Backtracking {
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads that were explored from here, or are being explored.
    pub done: ThreadSet,
}

impl NodeData for Backtracking {}

impl Node<Backtracking> {
    /// The next transition: another choice of the last one's thread, or else some p ∈ backtrack(s) \ done.
    pub(super) fn pick(&mut self) -> Option<Transition> {
        match self.transition {
            Some(Transition { thread, choice }) if choice + 1 < self.choices(thread) => {
                Some(Transition { thread, choice: choice + 1 })
            }
            _ => {
                let thread = self.first(&self.data.backtrack.without(&self.data.done))?;
                self.data.done.set(thread, true);
                Some(Transition { thread, choice: 0 })
            }
        }
    }

    /// Has all threads explored.
    pub(super) fn expand_fully(&mut self) {
        self.data.backtrack.clone_from(&self.pending.ready);
    }

    /// Has a thread explored, or all that are enabled if it is not.
    pub(super) fn add_to_backtrack_set(&mut self, thread: ThreadId) {
        match self.pending.ready.contains(thread) {
            true => drop(self.data.backtrack.insert(thread)),
            false => self.data.backtrack.extend(self.pending.ready.iter()),
        }
    }

    /// Whether this can have been decided about the state, and about its transition.
    fn is_possible(&self) -> bool {
        let Backtracking { backtrack, done } = &self.data;
        self.transition.is_some_and(|transition| done.contains(transition.thread))
            && backtrack.iter().all(|thread| self.ready().contains(thread))
            && done.iter().all(|thread| backtrack.contains(thread))
    }
}

/// Whether what was restored can have been decided about the states on the stack.
pub(super) fn is_possible(stack: &Stack<Backtracking>) -> bool {
    stack.nodes().iter().all(Node::is_possible)
}
