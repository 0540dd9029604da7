//! Classic-BPOR (Coons, Musuvathi, McKinley: OOPSLA 2013; Sachinoglou's Algorithm 7). Guarantee: within the bound.
//!
//! Deviations:
//! 1. "May be co-enabled" is left out: see [`super`] on what a thread waits for.
//! 2. Where the operation depends on the state, all threads are tried, as in classic DPOR.

use mazurka_machine::ThreadSet;

use super::{Algorithm, Bounded, Branching, Looks, Sleeps, Within};
use crate::execution::EventId;
use crate::stack::Stack;

pub type ClassicBounded = Within<LastOfEach>;

/// The last dependent event of each other thread is where the next step of a thread is tried.
pub struct LastOfEach;

impl Algorithm for LastOfEach {
    const LOOKS: Looks = Looks::AtPending;
    const SLEEPS: Sleeps = Sleeps::Never;

    /// for all process q ≠ p: if ∃i = max{i ∈ dom(E) | E_i is dependent with next(s, p) and E_i.tid = q}
    fn look_at(bounded: &mut Bounded, stack: &mut Stack<Branching>, p: EventId) {
        let mut seen = ThreadSet::new();
        for i in (0..p).rev() {
            let [event, next] = [i, p].map(|event| stack.execution.event(event));
            let q = event.thread;
            let depends = || stack.execution.operations.dependent(event.id, next.id);
            if q != next.thread && !seen.contains(q) && depends() {
                seen.insert(q);
                bounded.branch(stack, i, p);
            }
        }
    }
}
