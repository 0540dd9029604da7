//! Naive-BPOR (Sachinoglou's Algorithm 6): Source-DPOR that is cut off at the bound. Guarantee: none. It is here to show what
//! is lost: the reversal that the bound forbids hides another one that it allows.

use mazurka_machine::Machine;

use super::super::source::missing_initials;
use super::super::{explored, inherit_sleep, open_steps};
use super::{Bounded, Reverses};
use crate::bound::Bound;
use crate::execution::EventId;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

pub struct NaiveBounded(Bounded);

impl NaiveBounded {
    pub fn new(bound: Bound) -> NaiveBounded {
        NaiveBounded(Bounded::new(bound))
    }
}

impl Reverses for NaiveBounded {
    fn reverse<Mark: Copy>(&self, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        let missing = missing_initials(trail, e, e, p, false);
        trail.node_mut(e).backtrack.extend(missing.iter());
    }

    fn wait<Mark: Copy>(&self, _: &mut Trail<Mark>, _: EventId, _: EventId) {}
}

impl<M: Machine> Reduction<M> for NaiveBounded {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        self.0.pick(trail)
    }

    fn stepped(&mut self, trail: &mut Trail<M::Mark>) {
        self.reverse_races(trail, trail.execution.len() - 1);
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        self.0.entered(trail);
        inherit_sleep(trail);
        self.reverse_races_of_waiting(trail);
    }

    fn ended(&mut self, _: &mut M, trail: &mut Trail<M::Mark>) -> Result<(), M::Error> {
        self.reverse_races_of_blocked(trail);
        Ok(())
    }

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        let node = trail.top_mut();
        if explored(node, taken) {
            node.sleep.insert(taken.thread);
        }
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, &node.backtrack)
    }

    fn refused(&self) -> u64 {
        self.0.refused
    }
}
