//! Classic-BPOR (Coons, Musuvathi, McKinley: OOPSLA 2013; Sachinoglou's Algorithm 7). Guarantee: within the bound.
//!
//! Deviations:
//! 1. "May be co-enabled" is left out: see [`super`] on what a thread waits for.
//! 2. Where the operation depends on the state, all threads are tried, as in classic DPOR.

use mazurka_machine::{Machine, ThreadId, ThreadSet};

use super::unfinished::Unfinished;
use super::{Bounded, Deepening, explored, open_steps};
use crate::bound::Bound;
use crate::saved::Own;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

pub struct ClassicBounded(Bounded);

impl ClassicBounded {
    pub fn new(bound: Bound) -> ClassicBounded {
        ClassicBounded(Bounded::new(bound))
    }

    /// for all process p, for all process q ≠ p: if ∃i = max{i ∈ dom(E) | E_i is dependent with next(s, p) and E_i.tid = q}
    fn update_backtrack_sets<Mark: Copy>(&mut self, trail: &mut Trail<Mark>) {
        let threads: Vec<ThreadId> = trail.top().ready().iter().chain(trail.top().blocked()).collect();
        for p in threads {
            let next = trail.pretend(p);
            let mut seen = ThreadSet::new();
            for i in (0..next).rev() {
                let [event, pending] = [i, next].map(|event| trail.execution.event(event));
                let q = event.thread;
                if q != p && !seen.contains(q) && trail.execution.operations.dependent(event.id, pending.id) {
                    seen.insert(q);
                    self.0.branch(trail, i, next);
                }
            }
            trail.execution.pop();
        }
    }
}

impl Deepening for ClassicBounded {
    fn unfinished(&mut self) -> &mut Unfinished {
        &mut self.0.unfinished
    }
}

impl<M: Machine> Reduction<M> for ClassicBounded {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        self.0.pick(trail)
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        self.0.entered(trail);
        self.update_backtrack_sets(trail);
    }

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        explored(trail.top_mut(), taken);
        self.0.returned(trail, taken);
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, &node.backtrack)
    }

    fn refused(&self) -> u64 {
        self.0.refused
    }

    fn save(&self) -> Own {
        self.0.save()
    }

    fn restore(&mut self, own: Own) -> bool {
        self.0.restore(own)
    }
}
