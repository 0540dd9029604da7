//! Naive-BPOR (Sachinoglou's Algorithm 6): Source-DPOR that is cut off at the bound. Guarantee: none. It is here to show what
//! is lost: the reversal that the bound forbids hides another one that it allows.

use super::{Algorithm, Bounded, Branching, Looks, Sleeps, Within, add_initials};
use crate::execution::EventId;
use crate::stack::Stack;

pub type NaiveBounded = Within<Naive>;

pub struct Naive;

impl Algorithm for Naive {
    const LOOKS: Looks = Looks::AtEvents;
    const SLEEPS: Sleeps = Sleeps::Always;

    fn look_at(_: &mut Bounded, stack: &mut Stack<Branching>, p: EventId) {
        for e in stack.execution.races(p).to_vec() {
            add_initials(stack, e, e, p, false);
        }
    }
}
