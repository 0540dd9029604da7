//! What makes a reduction of an algorithm within a bound.

use std::ops::ControlFlow;

use mazurka_machine::{Machine, ThreadSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::unfinished::Unfinished;
use super::{Bounded, Branching};
use crate::bound::Bound;
use crate::marks::Rewinder;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, Stack};
use crate::transition::Transition;

/// What the algorithms differ in. Each method is told what all of them have in common.
pub trait Algorithm: Default + Serialize + DeserializeOwned {
    /// Whom it wants to explore from a node.
    fn candidates(node: &Node<Branching>) -> &ThreadSet {
        &node.data.backtrack
    }

    /// A step was appended to the execution as its last event.
    fn stepped(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>) {
        let _ = (bounded, stack);
    }

    /// A new state was reached.
    fn entered(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>) {
        let _ = (bounded, stack);
    }

    /// The top node is where an execution ends; see [`Reduction::ended`].
    fn ended(
        &self,
        bounded: &mut Bounded,
        stack: &mut Stack<Branching>,
        interrupt: Interrupt<'_>,
    ) -> ControlFlow<()> {
        let _ = (bounded, stack, interrupt);
        ControlFlow::Continue(())
    }

    /// A step was explored, and its thread may sleep.
    fn returned(&self, bounded: &Bounded, stack: &mut Stack<Branching>, transition: Transition) {
        let _ = bounded;
        stack.top_mut().explored(transition);
    }
}

#[derive(Serialize, Deserialize)]
pub struct Within<A> {
    bounded: Bounded,
    algorithm: A,
}

impl<A: Algorithm> Within<A> {
    pub fn new(bound: Bound) -> Within<A> {
        Within { bounded: Bounded::new(bound), algorithm: A::default() }
    }
}

/// A search that can go on with a larger bound where the one before it has stopped.
pub trait Deepening {
    /// What it has left to the next one: to be handed on.
    fn unfinished(&mut self) -> &mut Unfinished;
}

impl<A> Deepening for Within<A> {
    fn unfinished(&mut self) -> &mut Unfinished {
        &mut self.bounded.unfinished
    }
}

impl<A: Algorithm> Reduction for Within<A> {
    type Node = Branching;

    fn pick(&mut self, stack: &mut Stack<Branching>) -> Option<Transition> {
        self.bounded.pick(stack, A::candidates)
    }

    fn stepped(&mut self, stack: &mut Stack<Branching>) {
        self.algorithm.stepped(&mut self.bounded, stack);
    }

    fn entered(&mut self, stack: &mut Stack<Branching>) {
        self.bounded.entered(stack);
        self.algorithm.entered(&mut self.bounded, stack);
    }

    fn ended<M: Machine>(
        &mut self,
        _: Rewinder<'_, M>,
        stack: &mut Stack<Branching>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        Ok(self.algorithm.ended(&mut self.bounded, stack, interrupt))
    }

    fn returned(&mut self, stack: &mut Stack<Branching>, transition: Transition) {
        self.algorithm.returned(&self.bounded, stack, transition);
        self.bounded.returned(stack, transition);
    }

    fn remaining(&self, node: &Node<Branching>) -> usize {
        node.open_choices(A::candidates(node))
    }

    fn beyond_bound(&self) -> u64 {
        self.bounded.beyond_bound
    }

    fn restored(&mut self, stack: &Stack<Branching>) -> bool {
        self.bounded.restored(stack)
    }
}
