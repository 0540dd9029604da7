//! Source-DPOR (Abdulla, Aronis, Jonsson, Sagonas: JACM 2017, Algorithm 1; Sachinoglou's Algorithm 3) and Nidhugg's
//! variant of it (Algorithm 5). Guarantee: all traces; some executions end blocked by the sleep set.
//!
//! Deviations:
//! 1. Races with the pending operations of threads that are blocked at the end of an execution are looked at, too: a
//!    lock that is never granted races with the lock that is in its way.
//! 2. Where only the state can tell whether p is possible before e, it may have to come before other events of u, too.
//!    Whichever of them are left out, one of the initials of u or p itself comes first: all of these are tried.
//! 3. What a waiting loop looks at depends on the state, so its races are looked at in every state in which it is blocked.

use mazurka_machine::{Machine, Operation, Reversible, ThreadId, reversible};

use super::{explored, inherit_sleep, next_choice};
use crate::execution::EventId;
use crate::search::Reduction;
use crate::trail::{Taken, Trail};

pub struct Source {
    /// Prefer initials that happen before p: Nidhugg's variant.
    pub nidhugg: bool,
}

impl Source {
    /// For each race e ≲ p of the last event p, makes sure that an initial of the reversal is tried before e.
    fn reverse_races<Mark: Copy>(&self, trail: &mut Trail<Mark>, p: EventId) {
        for race in 0..trail.execution.races(p).len() {
            let e = trail.execution.races(p)[race];
            let reversal = trail.execution.reversal(e, p); // u := notdep(e, E).p
            // I_{E′}(u); an operation that is blocked before e cannot be moved there
            let ready = trail.node(e).ready();
            let initials: Vec<ThreadId> =
                reversal.initials().into_iter().filter(|q| ready.contains(*q)).collect();
            let preferred: Vec<ThreadId> = if self.nidhugg {
                // CI := {i ∈ I_{E′}(u) | i → p}
                let last = reversal.steps().len() - 1;
                let before = |at: usize| at == last || reversal.happens_before(at, last);
                initials.iter().copied().filter(|q| reversal.initial_step(*q).is_some_and(before)).collect()
            } else {
                initials.clone()
            };
            let [first, second] = [e, p].map(|event| trail.execution.event(event));
            let waits = reversible(&first.operation, &second.operation) == Reversible::Perhaps;
            let thread = second.thread;
            let node = trail.node_mut(e);
            if waits {
                let itself = node.ready().contains(thread).then_some(thread);
                node.backtrack.extend(initials.iter().copied().chain(itself));
            } else if !preferred.iter().any(|q| node.backtrack.contains(*q)) {
                let q = preferred.first().or(initials.first()).copied();
                node.backtrack.extend(q);
            }
        }
    }

    fn reverse_races_of_blocked<Mark: Copy>(&self, trail: &mut Trail<Mark>, blocked: &[ThreadId]) {
        for &p in blocked {
            let event = trail.pretend(p);
            self.reverse_races(trail, event);
            trail.execution.pop();
        }
    }
}

impl<M: Machine> Reduction<M> for Source {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        let node = trail.top_mut();
        if !node.entered
            && let Some(p) = node.first_awake()
        {
            node.backtrack.insert(p); // backtrack(E) := p
        }
        // while ∃p ∈ backtrack(E) \ Sleep
        let taken = next_choice(node, |node| node.first_open(&node.backtrack));
        node.entered |= taken.is_some();
        taken
    }

    fn stepped(&mut self, trail: &mut Trail<M::Mark>) {
        let p = trail.execution.len() - 1;
        self.reverse_races(trail, p);
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        inherit_sleep(trail);
        let waits = |p: &ThreadId| matches!(trail.top().operation(*p), Some(Operation::Await(_)));
        let waiting: Vec<ThreadId> = trail.top().blocked().filter(waits).collect();
        self.reverse_races_of_blocked(trail, &waiting);
    }

    fn ended(&mut self, trail: &mut Trail<M::Mark>) {
        let blocked: Vec<ThreadId> = trail.top().blocked().collect();
        self.reverse_races_of_blocked(trail, &blocked);
    }

    fn returned(&mut self, _: &mut M, trail: &mut Trail<M::Mark>, taken: Taken) -> Result<(), M::Error> {
        let node = trail.top_mut();
        if explored(node, taken) {
            node.sleep.insert(taken.thread); // add p to Sleep
        }
        Ok(())
    }
}
