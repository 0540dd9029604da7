//! Source-DPOR (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017, Algorithm 1; Sachinoglou's Algorithm 3) and Nidhugg's
//! variant of it (Algorithm 5). Guarantee: all traces; some executions end blocked by the sleep set.
//!
//! Deviations:
//! 1. Races with the pending operations of threads that are blocked at the end of an execution are looked at, too: a
//!    lock that is never granted races with the lock that is in its way.
//! 2. Where only the state decides whether p is possible before e, it may have to come before other events of u, too.
//!    Whichever of them are left out, one of the initials of u or p itself comes first: all of these are tried.
//! 3. What a waiting loop or a block looks at depends on the state, so its races are looked at in every state in which it
//!    is blocked, and every thread is tried before them: which events must be left out is not known from here.

use std::ops::ControlFlow;

use mazurka_machine::{Machine, Operation, Reversible, ThreadId, ThreadSet, reversible};
use serde::{Deserialize, Serialize};

use super::dpor::{self, Branching};
use crate::execution::EventId;
use crate::marks::Rewinder;
use crate::path::Path;
use crate::reversal::Reversal;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, Stack};
use crate::transition::Transition;

#[derive(Serialize, Deserialize)]
pub struct Source {
    /// Prefer initials that happen before p: Nidhugg's variant.
    pub nidhugg: bool,
}

impl Source {
    /// For each race e ≲ p of the last event p, makes sure that an initial of the reversal is tried before e.
    fn reverse_races(&self, stack: &mut Stack<Branching>, p: EventId) {
        for race in 0..stack.execution.races(p).len() {
            let e = stack.execution.races(p)[race];
            add_initials(stack, e, e, p, self.nidhugg);
        }
    }

    fn reverse_races_of_blocked(&self, stack: &mut Stack<Branching>, p: ThreadId) {
        let event = stack.pretend(p);
        self.reverse_races(stack, event);
        stack.execution.pop();
    }
}

/// if I_{E′}(u) ∩ backtrack(E′) = ∅ then add some q′ ∈ I_{E′}(u) to backtrack(E′), for a node E′ before e.
pub(super) fn add_initials(stack: &mut Stack<Branching>, node: usize, e: EventId, p: EventId, nidhugg: bool) {
    let missing = missing_initials(stack, node, e, p, nidhugg);
    stack.node_mut(node).data.backtrack.extend(missing.iter());
}

/// Initials of u := notdep(e, E).p to be tried at a node before e, if none is: with `nidhugg`, rather those that happen
/// before p.
fn missing_initials(
    stack: &Stack<Branching>,
    node: usize,
    e: EventId,
    p: EventId,
    nidhugg: bool,
) -> ThreadSet {
    let node = stack.node(node);
    if stack.execution.traits(p).state_dependent_touches {
        return node.ready().clone();
    }
    let reversal = Reversal::new(&stack.execution, e, p);
    let thread = |k: EventId| stack.execution.event(k).thread;
    // An operation that is blocked before e cannot be moved there.
    let is_ready = |k: &EventId| node.ready().contains(thread(*k));
    let is_tried = |k: &EventId| node.data.backtrack.contains(thread(*k));
    let [first, second] = [e, p].map(|event| stack.execution.operation(event));
    if reversible(first, second) == Reversible::Perhaps {
        let initials = reversal.initials().chain([p]).filter(is_ready);
        return initials.map(thread).collect();
    }
    // CI := {i ∈ I_{E′}(u) | i → p}
    let itself = Some(p).filter(|p| is_ready(p) && reversal.racing_is_initial());
    let leads_to_p = |k: &EventId| !nidhugg || reversal.happens_before_racing(*k);
    let others = || reversal.others_initial().filter(is_ready);
    if itself.as_ref().is_some_and(is_tried) || others().any(|k| is_tried(&k) && leads_to_p(&k)) {
        return ThreadSet::new();
    }
    let wanted = others().find(leads_to_p).or(itself).or_else(|| others().next());
    wanted.map(thread).into_iter().collect()
}

impl Reduction for Source {
    type Node = Branching;

    /// backtrack(E) := p; while ∃p ∈ backtrack(E) \ Sleep
    fn pick(&mut self, stack: &mut Stack<Branching>) -> Option<Transition> {
        stack.top_mut().pick()
    }

    fn stepped(&mut self, stack: &mut Stack<Branching>) {
        let p = stack.execution.len() - 1;
        self.reverse_races(stack, p);
    }

    fn entered(&mut self, stack: &mut Stack<Branching>) {
        dpor::inherit_sleep(stack);
        let waits = |p: &ThreadId| stack.pending(*p).is_some_and(Operation::has_state_dependent_touches);
        let waiting: Vec<ThreadId> = stack.top().blocked().filter(waits).collect();
        waiting.into_iter().for_each(|p| self.reverse_races_of_blocked(stack, p));
    }

    fn ended<M: Machine>(
        &mut self,
        _: Rewinder<'_, M>,
        stack: &mut Stack<Branching>,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        Ok(dpor::for_each_blocked(stack, interrupt, |stack, p| self.reverse_races_of_blocked(stack, p)))
    }

    fn returned(&mut self, stack: &mut Stack<Branching>, transition: Transition) {
        stack.top_mut().explored_and_sleeps(transition); // add p to Sleep
    }

    fn remaining(&self, node: &Node<Branching>) -> usize {
        node.open_choices(&node.data.backtrack)
    }
}
