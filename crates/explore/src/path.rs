//! The search stack without what an algorithm keeps of its states.

use mazurka_machine::{Operation, ThreadId};

use crate::execution::Execution;
use crate::stack::{NodeData, Stack};
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

    /// The transaction that one of them belongs to, where the search explores transactions.
    fn transaction(&self, at: usize) -> Option<TransactionMark>;

    /// The transitions as events; of a search through states only those that its reduction records.
    fn execution(&self) -> &Execution;
}

/// A transition as part of a transaction: a sequence of one thread's transitions between which no other thread runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TransactionMark {
    /// The transactions of a path are counted from 1 on.
    pub number: usize,
    /// It is the transaction's first transition that is no right mover: from here on, others may see what it has done. A
    /// transaction whose transitions are all right movers has none.
    pub commits: bool,
}

impl<D: NodeData> Path for Stack<D> {
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

    fn transaction(&self, at: usize) -> Option<TransactionMark> {
        self.nodes().get(at)?.data.transaction()
    }

    fn execution(&self) -> &Execution {
        &self.execution
    }
}
