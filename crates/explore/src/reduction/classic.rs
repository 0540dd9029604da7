//! Classic dynamic partial order reduction with clock vectors (Flanagan, Godefroid: POPL 2005), as in Sachinoglou's
//! Algorithm 4, with or without sleep sets. Guarantee: all traces.
//!
//! Deviations:
//! 1. The races of next(s, p) are looked up for every thread p, blocked ones included, through the execution's
//!    histories, which give the immediate races; the last of them is the paper's max{i ∈ dom(E) | …}.
//! 2. With sleep sets, p itself may be asleep before i and so never be explored from there. Then all races count, not
//!    only the last, and where p sleeps, the other threads through which p can be reached are added in its place; all
//!    that are enabled, if what p touches depends on the way.
//! 3. All races count, too, for an operation that depends on the state: before the last of them it may be another, which
//!    does not meet the others.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::dpor::{self, Branching};
use crate::execution::EventId;
use crate::reversal::Reversal;
use crate::search::Reduction;
use crate::stack::{Node, Stack};
use crate::transition::Transition;

#[derive(Serialize, Deserialize)]
pub struct Classic {
    pub sleep_sets: bool,
}

impl Classic {
    /// for all process p: if ∃i = max{…} then extend backtrack(pre(E, i))
    fn update_backtrack_sets(&self, stack: &mut Stack<Branching>) {
        let threads: Vec<ThreadId> = stack.top().ready().iter().chain(stack.top().blocked()).collect();
        for p in threads {
            let event = stack.pretend(p);
            let races = stack.execution.races(event).len();
            let all = self.sleep_sets || stack.execution.operation(event).is_state_dependent();
            for race in 0..if all { races } else { races.min(1) } {
                let i = stack.execution.races(event)[race];
                extend_backtrack_set(stack, i, event);
            }
            stack.execution.pop();
        }
    }
}

fn extend_backtrack_set(stack: &mut Stack<Branching>, i: EventId, event: EventId) {
    let p = stack.execution.event(event).thread;
    let node = stack.node(i);
    let state_dependent_touches = stack.execution.traits(event).state_dependent_touches;
    let added: ThreadSet = match (node.ready().contains(p), node.data.sleep.contains(p)) {
        (true, false) => std::iter::once(p).collect(),
        (true, true) if !state_dependent_touches => {
            let reversal = Reversal::new(&stack.execution, i, event);
            let leads_to_p = |k: EventId| k != event && reversal.happens_before_racing(k);
            node.ready().iter().filter(|q| reversal.initial_of(*q).is_some_and(leads_to_p)).collect()
        }
        // add enabled(pre(E, i)) to backtrack(pre(E, i))
        _ => node.ready().clone(),
    };
    stack.node_mut(i).data.backtrack.extend(added.iter());
}

impl Reduction for Classic {
    type Node = Branching;

    /// backtrack(s) := p; while ∃p ∈ backtrack(s) \ done
    fn pick(&mut self, stack: &mut Stack<Branching>) -> Option<Transition> {
        stack.top_mut().pick()
    }

    fn entered(&mut self, stack: &mut Stack<Branching>) {
        if self.sleep_sets {
            dpor::inherit_sleep(stack);
        }
        self.update_backtrack_sets(stack);
    }

    fn returned(&mut self, stack: &mut Stack<Branching>, transition: Transition) {
        match self.sleep_sets {
            true => stack.top_mut().explored_and_sleeps(transition),
            false => drop(stack.top_mut().explored(transition)),
        }
    }

    fn remaining(&self, node: &Node<Branching>) -> usize {
        node.open_choices(&node.data.backtrack)
    }
}
