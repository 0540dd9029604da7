//! Marks of the machine in states on the stack, to return to them.
//!
//! A mark is taken only where the search is likely to return; any other state is reached by repeating transitions from the
//! mark before it.

use mazurka_machine::Machine;

use crate::stack::{Node, Stack};
use crate::transition::Transition;

/// How many transitions are repeated at most, from the second time on.
const FAR: usize = 16;

/// By node. Not every node has one: the others are reached by repeating transitions.
pub struct Marks<Mark> {
    marks: Vec<Option<Mark>>,
    /// The marks of this many nodes are valid, where there are any.
    valid: usize,
}

impl<Mark: Copy> Marks<Mark> {
    pub(crate) fn new() -> Marks<Mark> {
        Marks { marks: Vec::new(), valid: 0 }
    }

    /// A node is new: there is another state in its place.
    pub(crate) fn clear(&mut self, at: usize) {
        match self.marks.get_mut(at) {
            Some(mark) => *mark = None,
            None => self.marks.push(None),
        }
    }

    pub(crate) fn get(&self, at: usize) -> Option<Mark> {
        self.marks[at]
    }

    /// The machine is about to leave the state of a node; a mark is taken, unless there is one, where that is `worthwhile`.
    pub(crate) fn leave<M: Machine<Mark = Mark>>(&mut self, machine: &mut M, at: usize, worthwhile: bool) {
        if worthwhile && self.marks[at].is_none() {
            self.marks[at] = Some(machine.mark());
        }
        self.valid = at + 1;
    }

    /// About how many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.marks.capacity() * size_of::<Option<Mark>>()
    }

    /// Brings the machine, which is in a state that follows one on the stack, into the state of a node.
    pub(crate) fn return_to<M: Machine<Mark = Mark>, D>(
        &mut self,
        machine: &mut M,
        stack: &Stack<D>,
        node: usize,
    ) -> Result<(), M::Error> {
        let valid = self.valid.min(node + 1);
        let marked = self.marks[..valid].iter().rposition(Option::is_some);
        let from = marked.expect("the first node has a mark");
        machine.rewind(self.marks[from].expect("just found"));
        for at in from..=node {
            // A mark that was rewound over is taken again. Where many transitions are repeated, some are taken besides: the
            // search has shown that it returns to here.
            let is_far = (at - from).is_multiple_of(FAR);
            if at > from && (is_far || self.marks[at].is_some()) {
                self.marks[at] = Some(machine.mark());
            }
            if at < node {
                let Node { transition, .. } = stack.node(at);
                let Transition { thread, choice } = transition.expect("a transition leads to the next node");
                machine.step(thread, choice)?;
            }
        }
        self.valid = node + 1;
        Ok(())
    }
}

/// A machine that a reduction may bring into the states on the stack, to execute other transitions there.
pub struct Rewinder<'r, M: Machine> {
    pub(crate) machine: &'r mut M,
    pub(crate) marks: &'r mut Marks<M::Mark>,
}

impl<M: Machine> Rewinder<'_, M> {
    /// The machine, in the state of a node.
    pub fn at<D>(&mut self, stack: &Stack<D>, node: usize) -> Result<&mut M, M::Error> {
        self.marks.return_to(self.machine, stack, node)?;
        Ok(self.machine)
    }
}
