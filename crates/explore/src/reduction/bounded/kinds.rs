//! Everything in which bounds on preemptions and bounds on delays differ: what a transition costs, and which nodes and
//! threads are the conservative branches of a race.
//! - Preemptions: where the first event's thread began to run without interruption (`pre_block`). What is tried there
//!   follows that thread's whole block rather than breaking into it.
//! - Delays: wherever other threads are ready than one event later, because the threads that a delay passes over depend on
//!   that; and all threads, because passing over one leads to the next.

use mazurka_machine::{ThreadId, ThreadSet};

use super::budget::{Account, Bound};
use super::{Bounded, Branching, add_initials};
use crate::execution::EventId;
use crate::stack::Stack;

impl Account {
    /// What it costs to let p, one of those that are ready, step.
    pub(super) fn cost(&self, bound: Bound, ready: &ThreadSet, p: ThreadId) -> u32 {
        match bound {
            Bound::Preemptions(_) => u32::from(self.could_continue && p != self.last),
            Bound::Delays(_) => {
                let turn = self.turn(p);
                ready.iter().filter(|&other| self.turn(other) < turn).count() as u32
            }
        }
    }

    /// How late it is a thread's turn: passing over others costs the more, the later.
    fn turn(&self, thread: ThreadId) -> u16 {
        thread.0.wrapping_sub(self.last.0 + u16::from(self.yielded))
    }
}

impl Bounded {
    /// The cheapest of these threads that can still be explored from the top node.
    pub(super) fn cheapest(&self, stack: &Stack<Branching>, candidates: &ThreadSet) -> Option<ThreadId> {
        let node = stack.top();
        let open = node.open(candidates);
        if open.is_empty() {
            return None;
        }
        match self.budget.bound {
            // The thread that continues costs nothing, and all others cost the same. Where only joins are left, any will do.
            Bound::Preemptions(_) => {
                let running = self.budget.running(stack).filter(|p| open.contains(*p));
                running.or_else(|| match self.budget.top(stack).yielded {
                    true => node.first_after_yield(&open),
                    false => node.first_joins_last(&open),
                })
            }
            Bound::Delays(_) => {
                let account = self.budget.top(stack);
                open.iter().min_by_key(|thread| account.turn(*thread))
            }
        }
    }

    /// Whether a thread that was explored from the top node may sleep there.
    pub(super) fn may_sleep(&self, stack: &Stack<Branching>, thread: ThreadId) -> bool {
        matches!(self.budget.bound, Bound::Preemptions(_)) && self.budget.running(stack) == Some(thread)
    }

    /// Tries the thread of p at the nodes in which that may be cheaper than before e.
    pub(super) fn branch_conservatively(&mut self, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        match self.budget.bound {
            Bound::Preemptions(_) => {
                self.branch_at(stack, self.budget.pre_block(e), p);
                self.wait_on_the_way_to(stack, e);
            }
            Bound::Delays(_) => {
                for node in self.passed_over..e {
                    let differs = others_ready(stack, node) != others_ready(stack, node + 1);
                    if self.budget.pre_block(node) == node || differs {
                        self.branch_at(stack, node, p);
                    }
                }
                self.passed_over = self.passed_over.max(e);
            }
        }
    }

    /// The conservative branches of a race: initials of u that lead to p, where there are none yet.
    pub(super) fn add_conservative_initials(&mut self, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        match self.budget.bound {
            Bound::Preemptions(_) => {
                add_initials(stack, self.budget.pre_block(e), e, p, true);
                self.wait_on_the_way_to(stack, e);
            }
            Bound::Delays(_) => self.branch(stack, e, p),
        }
    }

    /// Tries the thread of p at a node. All threads, if p's is not ready there, if what p does depends on the way to it, or
    /// if its turn comes only after theirs.
    pub(super) fn branch_at(&self, stack: &mut Stack<Branching>, node: usize, p: EventId) {
        let thread = stack.execution.event(p).thread;
        let state_dependent = stack.execution.traits(p).state_dependent_touches;
        let node = stack.node_mut(node);
        match self.budget.bound {
            Bound::Preemptions(_) if node.ready().contains(thread) && !state_dependent => {
                node.data.backtrack.insert(thread);
            }
            _ => node.data.backtrack = node.ready().clone(),
        }
    }

    /// Where e's thread has joined another one since it began to run without interruption, and did not have to wait: tries
    /// it before the end of that one. When it has to wait, another thread comes before e without a preemption.
    fn wait_on_the_way_to(&mut self, stack: &mut Stack<Branching>, e: EventId) {
        for join in self.budget.joins(e).collect::<Vec<_>>() {
            if let Some(end) = stack.execution.event(join).cause {
                self.branch(stack, end, join);
            }
        }
    }
}

/// The threads that could step in a node instead of the one that does.
fn others_ready(stack: &Stack<Branching>, node: EventId) -> ThreadSet {
    let mut ready = stack.node(node).ready().clone();
    ready.set(stack.execution.event(node).thread, false);
    ready
}
