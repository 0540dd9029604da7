//! Which transitions a search through states explores, and which states it stores.

use mazurka_machine::{Step, ThreadId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::backtracking::{self, Backtracking};
use super::demand::ChoiceReason;
use super::segments::Knowledge;
use crate::operations::OperationId;
use crate::pending::NextId;
use crate::stack::{NodeData, Stack};
use crate::statistics::StateStatistics;
use crate::transition::Transition;

/// Decides which transitions to explore from which state. What it keeps between two calls is saved with the search.
pub trait Expansion: Serialize + DeserializeOwned {
    /// What it keeps of every state on the stack.
    type Node: NodeData;

    /// Whether it wants to see states that were seen before.
    const LOOKS_AT_REVISITS: bool;

    /// Whether every state is remembered; if not, [`Expansion::stores`] is asked.
    const STORES_ALL: bool = true;

    /// The next transition to explore from the top node, whose `transition` is the last one; `None` when it is done.
    fn pick(&mut self, stack: &mut Stack<Self::Node>) -> Option<Transition>;

    /// The top node's transition is about to be made.
    fn stepping(&mut self, stack: &mut Stack<Self::Node>, known: &dyn Knowledge) {
        let _ = (stack, known);
    }

    /// The top node's transition was made, and nothing was reported about it yet.
    fn made(&mut self, stack: &mut Stack<Self::Node>, known: &dyn Knowledge) {
        let _ = (stack, known);
    }

    /// The top node's transition was not made: it is known to lead to a state that is stored.
    fn predicted(&mut self, stack: &mut Stack<Self::Node>, known: &dyn Knowledge) {
        let _ = (stack, known);
    }

    /// Whether the state that the top node's transition has led to is remembered. One that is not is explored each time that it
    /// is reached: every cycle must contain a state that is.
    fn stores(&mut self, stack: &Stack<Self::Node>, state: u128, known: &dyn Knowledge) -> bool {
        let _ = (stack, state, known);
        true
    }

    /// The same for an expansion that keeps states of its own besides those that are stored.
    fn arrives(
        &mut self,
        stack: &mut Stack<Self::Node>,
        arrived: Arrived<'_>,
        known: &mut dyn Knowledge,
        is_stored: &dyn Fn() -> bool,
    ) -> Arrival {
        let _ = is_stored;
        match self.stores(stack, arrived.state, known) {
            true => Arrival::Store,
            false => Arrival::Pass,
        }
    }

    /// The top node is a new state.
    fn entered(&mut self, stack: &mut Stack<Self::Node>, state: u128);

    /// The top node is a state that was seen before, and will be left at once.
    fn revisited(&mut self, stack: &mut Stack<Self::Node>, state: u128) {
        let _ = (stack, state);
    }

    /// No thread is ready in the top node, which is a new state, and this one waits in a loop.
    fn idles(&mut self, stack: &mut Stack<Self::Node>, idle: &Idle<'_>) {
        let _ = (stack, idle);
    }

    /// All that follows the top node's transition was explored.
    fn returned(&mut self, stack: &mut Stack<Self::Node>) {
        let _ = stack;
    }

    /// There is no more transition to explore from the top node: whether its state, which is this one, becomes one that is
    /// stored.
    fn late_boundary(&mut self, stack: &mut Stack<Self::Node>) -> Option<u128> {
        let _ = stack;
        None
    }

    /// The top node's state was stored, perhaps before: then there is nothing left to explore from it.
    fn became_boundary(&mut self, stack: &mut Stack<Self::Node>, is_new: bool) {
        let _ = (stack, is_new);
    }

    /// All that follows the top node was explored: it will be left.
    fn leaving(&mut self, stack: &mut Stack<Self::Node>) {
        let _ = stack;
    }

    /// Why a second transition is explored from the top node.
    fn choice_reason<'s>(&self, stack: &'s Stack<Self::Node>) -> ChoiceReason<'s> {
        if stack.top().ready().len() > 1 { ChoiceReason::AllThreads } else { ChoiceReason::Values }
    }

    /// Adds what only it counts.
    fn count(&self, statistics: &mut StateStatistics) {
        let _ = statistics;
    }

    /// See [`crate::Position::work`].
    fn work(&self) -> u64 {
        0
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        0
    }

    /// It was restored, and so was the stack: completes what is not saved because it follows from the stack; `false` if it
    /// cannot have been saved with this stack.
    fn restored(&mut self, stack: &Stack<Self::Node>) -> bool {
        let _ = stack;
        true
    }
}

/// A state that the top node's transition has led to.
#[derive(Clone, Copy)]
pub struct Arrived<'s> {
    pub(crate) state: u128,
    /// How the transition has ended.
    pub(crate) outcome: &'s Step,
    /// The pending operation of its thread.
    pub(crate) next: NextId,
}

/// A thread that waits in a loop.
pub struct Idle<'s> {
    pub(crate) thread: ThreadId,
    /// What it would do in it again and again.
    pub(crate) operations: &'s [OperationId],
    /// And nothing else.
    pub(crate) are_all: bool,
}

/// What becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrival {
    /// It is explored, unless it is stored already, and stored.
    Store,
    /// It is explored, and not stored.
    Pass,
    /// The same; it is within a transaction, and not counted with the others.
    Inner,
    /// It was explored before.
    Seen,
}

/// No reduction: all enabled threads, in every state. The oracle of the others.
#[derive(Serialize, Deserialize)]
pub struct All;

impl Expansion for All {
    type Node = Backtracking;

    const LOOKS_AT_REVISITS: bool = false;

    fn pick(&mut self, stack: &mut Stack<Backtracking>) -> Option<Transition> {
        stack.top_mut().pick()
    }

    fn entered(&mut self, stack: &mut Stack<Backtracking>, _: u128) {
        stack.top_mut().expand_fully();
    }

    fn restored(&mut self, stack: &Stack<Backtracking>) -> bool {
        backtracking::is_possible(stack)
    }
}
