//! Nidhugg-BPOR (Sachinoglou's Algorithm 8): initials that lead to p, before the races and where branches are conservative.
//! Guarantee: within the bound.
//!
//! Deviations: those of Source-BPOR.

use super::{Algorithm, Bounded, Branching, Looks, Sleeps, Within};
use crate::execution::EventId;
use crate::stack::Stack;

pub type NidhuggBounded = Within<Nidhugg>;

pub struct Nidhugg;

impl Algorithm for Nidhugg {
    const LOOKS: Looks = Looks::AtEvents;
    const SLEEPS: Sleeps = Sleeps::WhereItContinued;

    fn look_at(bounded: &mut Bounded, stack: &mut Stack<Branching>, p: EventId) {
        bounded.add_all_initials(stack, p, true);
    }
}
