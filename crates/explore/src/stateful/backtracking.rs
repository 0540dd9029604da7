//! Which threads are explored from a state: what the expansions keep of a state on the stack.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::demand::Demand;
use crate::stack::{Node, NodeData, Stack};
use crate::transition::Transition;

#[derive(Default, Serialize, Deserialize)]
pub struct Backtracking {
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads that were explored from here, or are being explored.
    pub done: ThreadSet,
    /// Why there is more than one thread to be explored, if the first one alone was to be.
    pub(super) demand: Option<Demand>,
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

    /// Notes why there is a second thread to be explored, if there is now.
    pub(super) fn note_demand(&mut self, demand: impl FnOnce(ThreadId) -> Demand) {
        if self.data.demand.is_none() && self.data.backtrack.len() > 1 {
            self.data.demand = self.transition.map(|transition| demand(transition.thread));
        }
    }

    /// Whether this can have been decided about the state, and about its transition, with this many operations.
    fn is_possible(&self, operations: usize) -> bool {
        let Backtracking { backtrack, done, demand } = &self.data;
        let is_known = match demand {
            Some(Demand::Race { with: (_, operation), .. }) => operation.index() < operations,
            Some(Demand::Cycle) | None => true,
        };
        is_known
            && self.transition.is_some_and(|transition| done.contains(transition.thread))
            && backtrack.iter().all(|thread| self.ready().contains(thread))
            && done.iter().all(|thread| backtrack.contains(thread))
    }
}

/// Whether what was restored can have been decided about the states on the stack.
pub(super) fn is_possible(stack: &Stack<Backtracking>) -> bool {
    let operations = stack.execution.operations.len();
    stack.nodes().iter().all(|node| node.is_possible(operations))
}
