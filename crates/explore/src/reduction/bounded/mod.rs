//! Searches within a bound (Sachinoglou's Algorithms 6 to 9): one file an [`Algorithm`], and here what they share. In which
//! way bounds on preemptions and on delays differ is in `kinds.rs`.
//!
//! Where a race is reversed, the cheapest execution of the other order may leave the stack earlier than the race. So there
//! are *conservative* branches: the same reversal, tried at earlier nodes.
//!
//! What a thread waits for counts, too, although no schedule can do it later: a thread that runs into a lock which
//! another one holds lets that one continue for free. So does a thread that waits for another one's end; that counts only
//! where a race follows.
//!
//! A thread sleeps only where it was free to continue. Moving its next event to the front then costs no more than leaving it
//! where it was: it breaks no block apart. And it wakes when a thread waits for something that it is about to do.

pub(crate) mod budget;
pub(crate) mod classic;
pub(crate) mod enumeration;
mod kinds;
pub(crate) mod naive;
pub(crate) mod nidhugg;
pub(crate) mod source;
pub(crate) mod unfinished;

use std::marker::PhantomData;
use std::ops::ControlFlow;

use mazurka_machine::{Machine, Operation, Reversible, ThreadId, ThreadSet, reversible};
use serde::{Deserialize, Serialize};

use super::dpor::{self, Branching};
use super::source::add_initials;
use crate::execution::EventId;
use crate::marks::Rewinder;
use crate::path::Path;
use crate::saved::is_a_count;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, Stack};
use crate::transition::Transition;
use budget::{Bound, Budget};
use unfinished::Unfinished;

/// What the algorithms differ in.
pub trait Algorithm {
    const LOOKS: Looks;
    const SLEEPS: Sleeps;

    /// The threads that it wants to explore from a node.
    fn candidates(node: &Node<Branching>) -> &ThreadSet {
        &node.data.backtrack
    }

    /// Adds branches so that p, the last event or a pending operation, comes before others within the bound, if it can.
    fn look_at(_bounded: &mut Bounded, _stack: &mut Stack<Branching>, _p: EventId) {}
}

/// When an algorithm compares an operation with the events before it.
#[derive(PartialEq, Eq)]
pub enum Looks {
    Never,
    /// In every state: the pending operations of all threads.
    AtPending,
    /// When it is an event, or pending and blocked.
    AtEvents,
}

/// Whether a thread sleeps after it was explored.
#[derive(PartialEq, Eq)]
pub enum Sleeps {
    Never,
    /// Where it was free to continue; and until another one waits for it.
    WhereItContinued,
    Always,
}

#[derive(Serialize, Deserialize)]
pub struct Within<A> {
    bounded: Bounded,
    algorithm: PhantomData<A>,
}

/// What the algorithms keep.
#[derive(Serialize, Deserialize)]
pub struct Bounded {
    budget: Budget,
    /// Transitions that were wanted but cost too much.
    beyond_bound: u64,
    /// In the nodes before this one, all that passing over others may lead to is tried.
    passed_over: usize,
    unfinished: Unfinished,
}

impl<A: Algorithm> Within<A> {
    pub fn new(bound: Bound) -> Within<A> {
        let (budget, unfinished) = (Budget::new(bound), Unfinished::default());
        let bounded = Bounded { budget, beyond_bound: 0, passed_over: 0, unfinished };
        Within { bounded, algorithm: PhantomData }
    }

    fn look_at_pending(&mut self, stack: &mut Stack<Branching>, p: ThreadId) {
        let event = stack.pretend(p);
        A::look_at(&mut self.bounded, stack, event);
        stack.execution.pop();
    }
}

/// A search that can continue with a larger bound where the one before it has stopped.
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
        if A::LOOKS == Looks::AtEvents {
            A::look_at(&mut self.bounded, stack, stack.execution.len() - 1);
        }
    }

    fn entered(&mut self, stack: &mut Stack<Branching>) {
        self.bounded.entered(stack);
        match A::SLEEPS {
            Sleeps::Never => {}
            Sleeps::WhereItContinued => inherit_sleep_within(stack),
            Sleeps::Always => dpor::inherit_sleep(stack),
        }
        let pending: Vec<ThreadId> = match A::LOOKS {
            Looks::Never => return,
            Looks::AtPending => stack.top().ready().iter().chain(stack.top().blocked()).collect(),
            Looks::AtEvents => newly_blocked(stack),
        };
        pending.into_iter().for_each(|p| self.look_at_pending(stack, p));
    }

    fn ended<M: Machine>(
        &mut self,
        _: Rewinder<'_, M>,
        stack: &mut Stack<Branching>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        if A::LOOKS != Looks::AtEvents {
            return Ok(ControlFlow::Continue(()));
        }
        Ok(dpor::for_each_blocked(stack, interrupt, |stack, p| self.look_at_pending(stack, p)))
    }

    fn returned(&mut self, stack: &mut Stack<Branching>, transition: Transition) {
        let sleeps = match A::SLEEPS {
            Sleeps::Never => false,
            Sleeps::WhereItContinued => self.bounded.may_sleep(stack, transition.thread),
            Sleeps::Always => true,
        };
        let node = stack.top_mut();
        if node.explored(transition) && sleeps {
            node.data.sleep.insert(transition.thread); // if p is not conservative then add p to Sleep
        }
        self.bounded.unfinished.returned(node, transition);
    }

    fn remaining(&self, node: &Node<Branching>) -> usize {
        node.open_choices(A::candidates(node))
    }

    fn beyond_bound(&self) -> u64 {
        self.bounded.beyond_bound
    }

    fn restored(&mut self, stack: &Stack<Branching>) -> bool {
        let Bounded { budget, beyond_bound, unfinished, .. } = &mut self.bounded;
        budget.restore(stack);
        is_a_count(*beyond_bound) && unfinished.fits(stack.depth()) && stack.is_possible()
    }
}

impl Bounded {
    fn entered(&mut self, stack: &mut Stack<Branching>) {
        self.unfinished.entered(stack);
        self.budget.entered(stack);
        // The last event is new, and what is tried in a node depends on the next two.
        self.passed_over = self.passed_over.min(stack.depth().saturating_sub(3));
    }

    /// The next transition from the top node: some p ∈ backtrack(E) \ Sleep with Bᵥ(E.p) ≤ b, the cheapest first; the same
    /// for other candidates than those of backtrack(E). A node begins with the cheapest thread of all.
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

    /// Tries the thread of p before e and where that may be cheaper.
    fn branch(&mut self, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        self.branch_at(stack, e, p);
        self.branch_conservatively(stack, e, p);
    }

    /// For each race e ≲ p, makes sure that an initial of the reversal is tried before e, and where that may be cheaper; and p
    /// before what it might have had to wait for.
    fn add_all_initials(&mut self, stack: &mut Stack<Branching>, p: EventId, nidhugg: bool) {
        for e in stack.execution.races(p).to_vec() {
            add_initials(stack, e, e, p, nidhugg);
            self.add_conservative_initials(stack, e, p);
        }
        self.wait_before(stack, p);
    }

    /// Tries p before the last event of each other thread without which p, an operation that waits, would have had to wait:
    /// those that it depends on and cannot come before.
    fn wait_before(&mut self, stack: &mut Stack<Branching>, p: EventId) {
        if stack.execution.operation(p).may_wait() {
            enablers(stack, p).into_iter().for_each(|e| self.branch(stack, e, p));
        }
    }
}

/// The last event of each other thread that an operation depends on and cannot come before.
fn enablers(stack: &Stack<Branching>, p: EventId) -> Vec<EventId> {
    let execution = &stack.execution;
    let next = execution.event(p);
    let mut enablers = Vec::new();
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

/// A thread that has just become blocked races with the event that is in its way. When it can proceed, a later event may be
/// between the two, and the executions in which it comes between them may be beyond the bound. What a loop or a block
/// waits for depends on the state: it is looked at in every state in which it is blocked.
fn newly_blocked(stack: &Stack<Branching>) -> Vec<ThreadId> {
    let below = stack.depth().checked_sub(2).map(|below| stack.node(below));
    let was_ready = |p: ThreadId| below.is_some_and(|below| below.ready().contains(p));
    let waits =
        |p: &ThreadId| was_ready(*p) || stack.pending(*p).is_some_and(Operation::has_state_dependent_touches);
    stack.top().blocked().filter(waits).collect()
}

/// Sleep′, without those that another thread waits for.
fn inherit_sleep_within(stack: &mut Stack<Branching>) {
    dpor::inherit_sleep(stack);
    let node = stack.top();
    if node.data.sleep.is_empty() {
        return;
    }
    let operations = &stack.execution.operations;
    let mut sleep = node.data.sleep.clone();
    for waiting in node.blocked().filter_map(|r| node.operation(r)) {
        let waits_for =
            |q: ThreadId| node.operation(q).is_some_and(|q| operations.dependent_in_any_state(q, waiting));
        node.data.sleep.iter().filter(|q| waits_for(*q)).for_each(|q| sleep.set(q, false));
    }
    stack.top_mut().data.sleep = sleep;
}
