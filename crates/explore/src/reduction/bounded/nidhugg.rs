//! Nidhugg-BPOR (Sachinoglou's Algorithm 8): initials that lead to p, before the races and where branches are conservative.
//! Guarantee: within the bound.
//!
//! Deviations: those of Source-BPOR.

use mazurka_machine::Machine;

use super::super::open_steps;
use super::super::source::missing_initials;
use super::{Bounded, Reverses, inherit_sleep_within, returned_within};
use crate::bound::Bound;
use crate::execution::EventId;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

pub struct NidhuggBounded(Bounded);

impl NidhuggBounded {
    pub fn new(bound: Bound) -> NidhuggBounded {
        NidhuggBounded(Bounded::new(bound))
    }
}

impl Reverses for NidhuggBounded {
    fn reverse<Mark: Copy>(&self, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        let missing = missing_initials(trail, e, e, p, true);
        trail.node_mut(e).backtrack.extend(missing.iter());
        self.0.add_conservative_initials(trail, e, p);
    }

    fn wait<Mark: Copy>(&self, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        self.0.branch(trail, e, p);
    }
}

impl<M: Machine> Reduction<M> for NidhuggBounded {
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
