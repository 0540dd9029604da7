//! Table 2 of Noonan, Mercer, Rungta: *Vector-Clock Based Partial Order Reduction for JPF* (2014) as it is printed, with state
//! matching. Guarantee: none; `clock_vector.rs` is the complete one, and says how the table's lines become this.
//!
//! An operation is *marked* when its thread is first about to execute it, which is when the thread gets there by itself, or when it is
//! picked after a creation or an end. Its race is looked up then and never again, however long other threads run before it is
//! executed. A state that was seen before owes nothing to the path.
//!
//! Deviations: 3 and 4 of `clock_vector.rs`.

use mazurka_machine::ThreadId;
use serde::{Deserialize, Serialize};

use super::backtracking::{self, Backtracking};
use super::clock_vector::{begin, has_created_or_ended};
use super::sdpor::update_backtrack_sets;
use super::{Expansion, Knowledge};
use crate::stack::Stack;
use crate::transition::Transition;

#[derive(Default, Serialize, Deserialize)]
pub struct TableTwo;

impl Expansion for TableTwo {
    type Node = Backtracking;

    const LOOKS_AT_REVISITS: bool = true;

    fn pick(&mut self, stack: &mut Stack<Backtracking>) -> Option<Transition> {
        let before = stack.top().transition;
        let transition = stack.top_mut().pick()?;
        let p = transition.thread;
        if before.is_none_or(|before| before.thread != p) && !is_marked(stack, p) {
            find_race(stack, p);
        }
        Some(transition)
    }

    fn stepping(&mut self, stack: &mut Stack<Backtracking>, _: &dyn Knowledge) {
        stack.record();
    }

    fn entered(&mut self, stack: &mut Stack<Backtracking>, _: u128) {
        mark_next(stack);
        begin(stack);
    }

    /// The next operation is marked before the state is compared with others.
    fn revisited(&mut self, stack: &mut Stack<Backtracking>, _: u128) {
        mark_next(stack);
    }

    fn returned(&mut self, stack: &mut Stack<Backtracking>) {
        stack.execution.pop();
    }

    fn restored(&mut self, stack: &Stack<Backtracking>) -> bool {
        backtracking::is_possible(stack)
    }
}

/// The thread whose transition has led to the top node continues to its next operation, but for a creation or its end.
fn mark_next(stack: &mut Stack<Backtracking>) {
    let Some(below) = stack.below() else { return };
    if let Some(last) = below.transition.filter(|_| !has_created_or_ended(below, stack.top())) {
        find_race(stack, last.thread);
    }
}

/// Lines 27 to 32.
fn find_race(stack: &mut Stack<Backtracking>, p: ThreadId) {
    if let Some(operation) = stack.top().operation(p) {
        update_backtrack_sets(stack, p, operation, 1);
    }
}

/// Whether the pending operation of a thread, which is picked in the top node, was marked before.
fn is_marked(stack: &Stack<Backtracking>, p: ThreadId) -> bool {
    let since = match stack.execution.last_of(p) {
        Some(last) if !has_created_or_ended(stack.node(last), stack.node(last + 1)) => return true,
        Some(last) => last + 1,
        None => 0,
    };
    (since..stack.depth() - 1).any(|at| stack.node(at).data.done.contains(p))
}
