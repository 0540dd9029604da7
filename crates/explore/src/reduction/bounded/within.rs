//! What makes a reduction of an algorithm within a bound.

use std::ops::ControlFlow;

use mazurka_machine::{Machine, ThreadSet};

use super::unfinished::Unfinished;
use super::{Bounded, explored, open_steps};
use crate::bound::Bound;
use crate::saved::Own;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, Stack};
use crate::transition::Transition;

/// What the algorithms differ in. Each method is told what all of them have in common.
pub trait Algorithm: Default {
    /// Whom it wants to explore from a node.
    fn candidates<Mark: Copy>(node: &Node<Mark>) -> &ThreadSet {
        &node.backtrack
    }

    /// A step was appended to the execution as its last event.
    fn stepped<Mark: Copy>(&self, bounded: &mut Bounded, stack: &mut Stack<Mark>) {
        let _ = (bounded, stack);
    }

    /// A new state was reached.
    fn entered<Mark: Copy>(&self, bounded: &mut Bounded, stack: &mut Stack<Mark>) {
        let _ = (bounded, stack);
    }

    /// The top node is where an execution ends; see [`Reduction::ended`].
    fn ended<Mark: Copy>(
        &self,
        bounded: &mut Bounded,
        stack: &mut Stack<Mark>,
        interrupt: Interrupt<'_>,
    ) -> ControlFlow<()> {
        let _ = (bounded, stack, interrupt);
        ControlFlow::Continue(())
    }

    /// A step was explored, and its thread may sleep.
    fn returned<Mark: Copy>(&self, bounded: &Bounded, stack: &mut Stack<Mark>, transition: Transition) {
        let _ = bounded;
        explored(stack.top_mut(), transition);
    }
}

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

impl<M: Machine, A: Algorithm> Reduction<M> for Within<A> {
    fn pick(&mut self, stack: &mut Stack<M::Mark>) -> Option<Transition> {
        self.bounded.pick(stack, A::candidates)
    }

    fn stepped(&mut self, stack: &mut Stack<M::Mark>) {
        self.algorithm.stepped(&mut self.bounded, stack);
    }

    fn entered(&mut self, stack: &mut Stack<M::Mark>) {
        self.bounded.entered(stack);
        self.algorithm.entered(&mut self.bounded, stack);
    }

    fn ended(
        &mut self,
        _: &mut M,
        stack: &mut Stack<M::Mark>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        Ok(self.algorithm.ended(&mut self.bounded, stack, interrupt))
    }

    fn returned(&mut self, stack: &mut Stack<M::Mark>, transition: Transition) {
        self.algorithm.returned(&self.bounded, stack, transition);
        self.bounded.returned(stack, transition);
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, A::candidates(node))
    }

    fn refused(&self) -> u64 {
        self.bounded.refused
    }

    fn save(&self) -> Own {
        self.bounded.save()
    }

    fn restore(&mut self, own: Own, stack: &Stack<M::Mark>) -> bool {
        self.bounded.restore(own, stack)
    }
}
