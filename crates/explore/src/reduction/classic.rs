//! Classic dynamic partial order reduction with clock vectors (Flanagan, Godefroid: POPL 2005), as in Sachinoglou's
//! Algorithm 4, with or without sleep sets. Guarantee: all traces.
//!
//! Deviations:
//! 1. The races of next(s, p) are looked up for every thread p, blocked ones included, through the execution's
//!    histories, which give the immediate races; the last of them is the paper's max{i ∈ dom(E) | …}.
//! 2. With sleep sets, p itself may be asleep before i and so never be explored from there. Then all races count, not
//!    only the last, and where p sleeps, the other threads through which p can be reached are added in its place.
//! 3. All races count, too, for an operation that depends on the state: before the last of them it may be another, which
//!    does not meet the others.

use mazurka_machine::{Machine, ThreadId, is_state_dependent};

use super::{explored, inherit_sleep, next_choice};
use crate::reversal::Reversal;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

pub struct Classic {
    pub sleep_sets: bool,
}

impl Classic {
    /// for all process p: if ∃i = max{…} then extend backtrack(pre(E, i))
    fn update_backtrack_sets<Mark: Copy>(&self, trail: &mut Trail<Mark>) {
        let threads: Vec<ThreadId> = trail.top().ready().iter().chain(trail.top().blocked()).collect();
        for p in threads {
            let event = trail.pretend(p);
            let races = trail.execution.races(event).to_vec();
            let all = self.sleep_sets || is_state_dependent(&trail.execution.event(event).operation);
            let counted = if all { races.len() } else { races.len().min(1) };
            for &i in &races[..counted] {
                let reversal = trail.execution.reversal(i, event);
                extend_backtrack_set(trail.node_mut(i), p, &reversal);
            }
            trail.execution.pop();
        }
    }
}

fn extend_backtrack_set<Mark: Copy>(node: &mut Node<Mark>, p: ThreadId, reversal: &Reversal) {
    if node.ready().contains(p) && !node.sleep.contains(p) {
        node.backtrack.insert(p);
        return;
    }
    let last = reversal.steps().len() - 1;
    let leads_to_p = |at: usize| at != last && reversal.happens_before(at, last);
    let through = |q: &ThreadId| node.sleep.contains(p) && reversal.initial_step(*q).is_some_and(leads_to_p);
    let substitutes: Vec<ThreadId> = node.ready().iter().filter(through).collect();
    if node.ready().contains(p) {
        node.backtrack.extend(substitutes);
    } else {
        // add enabled(pre(E, i)) to backtrack(pre(E, i))
        let enabled = node.ready().clone();
        node.backtrack.extend(enabled.iter());
    }
}

impl<M: Machine> Reduction<M> for Classic {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        let node = trail.top_mut();
        if !node.entered
            && let Some(p) = node.first_awake()
        {
            node.backtrack.insert(p); // backtrack(s) := p
        }
        // while ∃p ∈ backtrack(s) \ done
        let taken = next_choice(node, |node| node.first_open(&node.backtrack));
        node.entered |= taken.is_some();
        taken
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        if self.sleep_sets {
            inherit_sleep(trail);
        }
        self.update_backtrack_sets(trail);
    }

    fn returned(&mut self, _: &mut M, trail: &mut Trail<M::Mark>, taken: Taken) -> Result<(), M::Error> {
        let node = trail.top_mut();
        if explored(node, taken) && self.sleep_sets {
            node.sleep.insert(taken.thread);
        }
        Ok(())
    }
}
