//! The search stack without what an algorithm keeps of its states.

use mazurka_machine::{Operation, ThreadId};

use crate::execution::Execution;
use crate::stack::Stack;
use crate::transition::Transition;

/// The current path, for those who need not know what an algorithm keeps of its states.
pub trait Path {
    /// How many transitions it has.
    fn length(&self) -> usize;

    /// The transitions from the initial state on, the one that is being made included.
    fn transitions(&self) -> Vec<Transition>;

    /// One of them.
    fn transition(&self, at: usize) -> Option<Transition>;

    /// The pending operation of a thread in the last state, ready or not.
    fn pending(&self, thread: ThreadId) -> Option<&Operation>;

    /// The transitions as events; of a search through states only those that its reduction records.
    fn execution(&self) -> &Execution;
}

impl<D> Path for Stack<D> {
    fn length(&self) -> usize {
        self.depth() - 1
    }

    fn transitions(&self) -> Vec<Transition> {
        self.nodes().iter().map_while(|node| node.transition).collect()
    }

    fn transition(&self, at: usize) -> Option<Transition> {
        self.nodes().get(at)?.transition
    }

    fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        self.operation(self.depth() - 1, thread)
    }

    fn execution(&self) -> &Execution {
        &self.execution
    }
}
