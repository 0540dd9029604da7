//! Source-BPOR (Sachinoglou's Algorithm 9): source sets before the races, and initials that lead to p where its branches are
//! conservative. Guarantee: within the bound.
//!
//! Deviations: which threads sleep, and what is waited for, as [`super`] says; with delays all branches are of all threads.
//! The paper puts all that is not conservative to sleep, which loses traces in one of six random cases.

use super::{Algorithm, Bounded, Branching, Looks, Sleeps, Within};
use crate::execution::EventId;
use crate::stack::Stack;

pub type SourceBounded = Within<Source>;

pub struct Source;

impl Algorithm for Source {
    const LOOKS: Looks = Looks::AtEvents;
    const SLEEPS: Sleeps = Sleeps::WhereItContinued;

    fn look_at(bounded: &mut Bounded, stack: &mut Stack<Branching>, p: EventId) {
        bounded.add_all_initials(stack, p, false);
    }
}
