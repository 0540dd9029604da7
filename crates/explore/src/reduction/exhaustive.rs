//! Every interleaving, and every interleaving that sleep sets leave.
//!
//! `exhaustive` is the oracle for all other algorithms: it must stay too simple to be wrong. With sleep sets it is
//! Godefroid's algorithm (*Partial-Order Methods for the Verification of Concurrent Systems*, 1996, chapter 5) without
//! persistent sets: all traces, each once, but many executions that end blocked by the sleep set.

use mazurka_machine::Machine;

use super::{explored, inherit_sleep, next_choice, open_steps};
use crate::search::Reduction;
use crate::stack::{Node, Stack};
use crate::transition::Transition;

pub struct Exhaustive {
    pub sleep_sets: bool,
}

impl<M: Machine> Reduction<M> for Exhaustive {
    fn pick(&mut self, stack: &mut Stack<M::Mark>) -> Option<Transition> {
        let node = stack.top_mut();
        let transition = next_choice(node, |node| node.first_open(node.ready()));
        node.entered |= transition.is_some();
        transition
    }

    fn entered(&mut self, stack: &mut Stack<M::Mark>) {
        if self.sleep_sets {
            inherit_sleep(stack);
        }
    }

    fn returned(&mut self, stack: &mut Stack<M::Mark>, transition: Transition) {
        let node = stack.top_mut();
        if explored(node, transition) && self.sleep_sets {
            node.sleep.insert(transition.thread);
        }
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, node.ready())
    }
}
