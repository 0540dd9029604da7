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

use mazurka_machine::{Machine, ThreadId, ThreadSet, is_state_dependent};

use super::{explored, inherit_sleep, next_choice, open_steps};
use crate::execution::EventId;
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
            let races = trail.execution.races(event).len();
            let all = self.sleep_sets || is_state_dependent(trail.execution.operation(event));
            for race in 0..if all { races } else { races.min(1) } {
                let i = trail.execution.races(event)[race];
                extend_backtrack_set(trail, i, event);
            }
            trail.execution.pop();
        }
    }
}

fn extend_backtrack_set<Mark: Copy>(trail: &mut Trail<Mark>, i: EventId, event: EventId) {
    let p = trail.execution.event(event).thread;
    let node = trail.node(i);
    let elusive = trail.execution.traits(event).elusive;
    let added: ThreadSet = match (node.ready().contains(p), node.sleep.contains(p)) {
        (true, false) => std::iter::once(p).collect(),
        (true, true) if !elusive => {
            let reversal = Reversal::new(&trail.execution, i, event);
            let leads_to_p = |k: EventId| k != event && reversal.happens_before_racing(k);
            node.ready().iter().filter(|q| reversal.initial_of(*q).is_some_and(leads_to_p)).collect()
        }
        // add enabled(pre(E, i)) to backtrack(pre(E, i))
        _ => node.ready().clone(),
    };
    trail.node_mut(i).backtrack.extend(added.iter());
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

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        let node = trail.top_mut();
        if explored(node, taken) && self.sleep_sets {
            node.sleep.insert(taken.thread);
        }
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, &node.backtrack)
    }
}
