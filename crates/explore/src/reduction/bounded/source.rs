//! Source-BPOR (Sachinoglou's Algorithm 9): source sets before the races, and initials that lead to p where its branches are
//! conservative. Guarantee: within the bound.
//!
//! Deviations: who sleeps, and what is waited for, as [`super`] says; with delays all branches are of all threads. The paper
//! puts whatever is not conservative to sleep, which loses traces in one of six random cases.

use mazurka_machine::Machine;

use super::super::open_steps;
use super::super::source::missing_initials;
use super::{Bounded, Reverses, inherit_sleep_within, returned_within};
use crate::bound::Bound;
use crate::execution::EventId;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

pub struct SourceBounded(Bounded);

impl SourceBounded {
    pub fn new(bound: Bound) -> SourceBounded {
        SourceBounded(Bounded::new(bound))
    }
}

impl Reverses for SourceBounded {
    fn reverse<Mark: Copy>(&self, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        let missing = missing_initials(trail, e, e, p, false);
        trail.node_mut(e).backtrack.extend(missing.iter());
        self.0.add_conservative_initials(trail, e, p);
    }

    fn wait<Mark: Copy>(&self, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        self.0.branch(trail, e, p);
    }
}

impl<M: Machine> Reduction<M> for SourceBounded {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        self.0.pick(trail)
    }

    fn stepped(&mut self, trail: &mut Trail<M::Mark>) {
        self.reverse_races(trail, trail.execution.len() - 1);
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        self.0.entered(trail);
        inherit_sleep_within(trail);
        self.reverse_races_of_waiting(trail);
    }

    fn ended(&mut self, _: &mut M, trail: &mut Trail<M::Mark>) -> Result<(), M::Error> {
        self.reverse_races_of_blocked(trail);
        Ok(())
    }

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        returned_within(self.0.budget.bound, trail, taken);
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, &node.backtrack)
    }

    fn refused(&self) -> u64 {
        self.0.refused
    }
}
