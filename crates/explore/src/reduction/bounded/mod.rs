//! Searches within a bound (Sachinoglou's Algorithms 6 to 9): one file an algorithm, and here what they share.
//!
//! Where a race is reversed, the cheapest execution of the other order may leave the path earlier than the race. So there
//! are *conservative* branches: the same reversal, tried at earlier nodes. Which nodes follows from what a schedule costs:
//! - Preemptions: where the first event's thread began to run without interruption (`pre_block`). What is tried there
//!   follows that thread's whole block rather than breaking into it.
//! - Delays: wherever other threads are ready than one event later, because whom a delay passes over depends on that; and
//!   all threads, because passing over one leads to the next.
//!
//! What a thread waits for counts, too, although no schedule can do it later: a thread that runs into a lock which
//! another one holds lets that one go on for nothing. So does a thread that waits for another one's end; that counts only
//! where a race follows.
//!
//! A thread sleeps only where it was free to go on. Moving its next event to the front then costs no more than leaving it
//! where it was: it breaks no block apart. And it wakes when somebody waits for something that it is about to do.

pub(crate) mod classic;
pub(crate) mod enumeration;
pub(crate) mod naive;
pub(crate) mod nidhugg;
mod race_by_race;
pub(crate) mod source;
pub(crate) mod unfinished;
pub(crate) mod within;

use mazurka_machine::{Reversible, ThreadId, ThreadSet, reversible};
use serde::{Deserialize, Serialize};

use super::dpor::{self, Branching};
use super::source::missing_initials;
use crate::bound::{Bound, Budget};
use crate::execution::EventId;
use crate::saved::is_a_count;
use crate::stack::{Node, Stack};
use crate::transition::Transition;
use unfinished::Unfinished;

/// What the bounded searches have in common with each other.
#[derive(Serialize, Deserialize)]
pub struct Bounded {
    budget: Budget,
    /// Steps that were wanted but cost too much.
    beyond_bound: u64,
    /// In the nodes before this one, all that passing over others may lead to is tried.
    passed_over: usize,
    unfinished: Unfinished,
}

impl Bounded {
    fn new(bound: Bound) -> Bounded {
        Bounded {
            budget: Budget::new(bound),
            beyond_bound: 0,
            passed_over: 0,
            unfinished: Unfinished::default(),
        }
    }

    fn restored(&mut self, stack: &Stack<Branching>) -> bool {
        self.budget.restore(stack);
        is_a_count(self.beyond_bound) && self.unfinished.fits(stack.depth()) && dpor::is_possible(stack)
    }

    fn entered(&mut self, stack: &mut Stack<Branching>) {
        self.unfinished.entered(stack);
        self.budget.entered(stack);
        // The last event is new, and what is tried in a node depends on the next two.
        self.passed_over = self.passed_over.min(stack.depth().saturating_sub(3));
    }

    /// The next step from the top node: some p ∈ backtrack(E) \ Sleep with Bᵥ(E.p) ≤ b, the cheapest first; the same for
    /// other candidates than those of backtrack(E). A node begins with the cheapest thread of all.
    fn pick(
        &mut self,
        stack: &mut Stack<Branching>,
        candidates: fn(&Node<Branching>) -> &ThreadSet,
    ) -> Option<Transition> {
        if !stack.top().data.begun {
            let first = self.cheapest(stack, stack.top().ready());
            stack.top_mut().data.backtrack.extend(first); // backtrack(E) := p
        }
        if let Some(known) = self.unfinished.next(stack.top_mut()) {
            return Some(known);
        }
        let cheapest = self.cheapest(stack, candidates(stack.top()));
        let allowed = cheapest.filter(|p| self.budget.allows(stack, *p));
        let node = stack.top_mut();
        let transition = node.next_choice(|| allowed);
        node.data.begun |= transition.is_some();
        if transition.is_none() {
            self.beyond_bound += node.open(candidates(node)).len() as u64;
            self.unfinished.leaves(node, cheapest.is_some());
        }
        transition
    }

    /// A step was explored, and its thread sleeps if it shall.
    fn returned(&mut self, stack: &Stack<Branching>, transition: Transition) {
        self.unfinished.returned(stack.top(), transition);
    }

    /// The cheapest of these threads that can still be explored from the top node.
    fn cheapest(&self, stack: &Stack<Branching>, candidates: &ThreadSet) -> Option<ThreadId> {
        let node = stack.top();
        let open = node.open(candidates);
        if open.is_empty() {
            return None;
        }
        match self.budget.bound {
            // Who goes on costs nothing, and all others cost the same. What is left when only joins are left need not be
            // looked at closely.
            Bound::Preemptions(_) => {
                let running = self.budget.running(stack).filter(|p| open.contains(*p));
                running.or_else(|| node.first_joins_last(&open))
            }
            Bound::Delays(_) => self.budget.first_in_turn(stack, &open),
        }
    }

    /// Tries the thread of p before e and where that may be cheaper.
    fn branch(&mut self, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        self.branch_at(stack, e, p);
        self.branch_conservatively(stack, e, p);
    }

    /// Tries the thread of p at the nodes in which that may be cheaper than before e.
    fn branch_conservatively(&mut self, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
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
    fn add_conservative_initials(&mut self, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        match self.budget.bound {
            Bound::Preemptions(_) => {
                let start = self.budget.pre_block(e);
                let missing = missing_initials(stack, start, e, p, true);
                stack.node_mut(start).data.backtrack.extend(missing.iter());
                self.wait_on_the_way_to(stack, e);
            }
            Bound::Delays(_) => self.branch(stack, e, p),
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

    /// Tries the thread of p at a node. All threads, if p's is not ready there, if what p does depends on the way to it, or
    /// if its turn comes only after theirs.
    fn branch_at(&self, stack: &mut Stack<Branching>, node: usize, p: EventId) {
        let (thread, state_dependent_touches) =
            (stack.execution.event(p).thread, stack.execution.traits(p).state_dependent_touches);
        let node = stack.node_mut(node);
        match self.budget.bound {
            Bound::Preemptions(_) if node.ready().contains(thread) && !state_dependent_touches => {
                node.data.backtrack.insert(thread);
            }
            _ => node.data.backtrack = node.ready().clone(),
        }
    }
}

/// Who could step in a node instead of the one who does.
fn others_ready(stack: &Stack<Branching>, node: EventId) -> ThreadSet {
    let mut ready = stack.node(node).ready().clone();
    ready.set(stack.execution.event(node).thread, false);
    ready
}

/// The last event of each other thread without which p's operation, one that waits, would have had to: those that it
/// depends on and cannot come before.
fn enablers(stack: &Stack<Branching>, p: EventId) -> Vec<EventId> {
    let execution = &stack.execution;
    let next = execution.event(p);
    let mut enablers = Vec::new();
    if !execution.operation(p).may_wait() {
        return enablers;
    }
    let mut seen = ThreadSet::new();
    for e in execution.neighbours(p) {
        let event = execution.event(e);
        let depends = || execution.operations.dependent(event.id, next.id);
        if event.thread == next.thread || seen.contains(event.thread) || !depends() {
            continue;
        }
        seen.insert(event.thread);
        if reversible(execution.operation(e), execution.operation(p)) == Reversible::No {
            enablers.push(e);
        }
    }
    enablers
}

/// Sleep′, without those for whom somebody waits.
fn inherit_sleep_within(stack: &mut Stack<Branching>) {
    dpor::inherit_sleep(stack);
    let node = stack.top();
    if node.data.sleep.is_empty() {
        return;
    }
    let operations = &stack.execution.operations;
    let mut sleep = node.data.sleep.clone();
    for waiting in node.blocked().filter_map(|r| node.operation(r)) {
        let waits_for = |q: ThreadId| node.operation(q).is_some_and(|q| operations.dependent(q, waiting));
        node.data.sleep.iter().filter(|q| waits_for(*q)).for_each(|q| sleep.set(q, false));
    }
    stack.top_mut().data.sleep = sleep;
}

/// Remembers that a step was explored; its thread sleeps if it was free to go on.
fn returned_within(bounded: &Bounded, stack: &mut Stack<Branching>, transition: Transition) {
    let went_on = bounded.budget.running(stack) == Some(transition.thread);
    let node = stack.top_mut();
    if node.explored(transition) && went_on && matches!(bounded.budget.bound, Bound::Preemptions(_)) {
        node.data.sleep.insert(transition.thread); // if p is not conservative then add p to Sleep
    }
}
