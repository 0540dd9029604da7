//! Every interleaving, and every interleaving that sleep sets leave.
//!
//! `exhaustive` is the oracle for all other algorithms: it must stay too simple to be wrong. With sleep sets it is
//! Godefroid's algorithm (*Partial-Order Methods for the Verification of Concurrent Systems*, 1996, chapter 5) without
//! persistent sets: all traces, each once, but many executions that end blocked by the sleep set.

use serde::{Deserialize, Serialize};

use super::dpor::{self, Branching};
use crate::search::Reduction;
use crate::stack::{Node, Stack};
use crate::transition::Transition;

#[derive(Serialize, Deserialize)]
pub struct Exhaustive {
    pub sleep_sets: bool,
}

impl Reduction for Exhaustive {
    type Node = Branching;

    fn pick(&mut self, stack: &mut Stack<Branching>) -> Option<Transition> {
        let node = stack.top();
        node.next_choice(|| node.first_open(node.ready()))
    }

    fn entered(&mut self, stack: &mut Stack<Branching>) {
        if self.sleep_sets {
            dpor::inherit_sleep(stack);
        }
    }

    fn returned(&mut self, stack: &mut Stack<Branching>, transition: Transition) {
        match self.sleep_sets {
            true => stack.top_mut().explored_and_sleeps(transition),
            false => drop(stack.top_mut().explored(transition)),
        }
    }

    fn remaining(&self, node: &Node<Branching>) -> usize {
        node.open_choices(node.ready())
    }
}
