//! Classic-BPOR (Coons, Musuvathi, McKinley: OOPSLA 2013; Sachinoglou's Algorithm 7). Guarantee: within the bound.
//!
//! Deviations:
//! 1. "May be co-enabled" is left out: see [`super`] on what a thread waits for.
//! 2. Where the operation depends on the state, all threads are tried, as in classic DPOR.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::within::{Algorithm, Within};
use super::{Bounded, Branching};
use crate::stack::Stack;

pub type ClassicBounded = Within<LastOfEach>;

/// The last dependent event of each other thread is where the next step of a thread is tried.
#[derive(Default, Serialize, Deserialize)]
pub struct LastOfEach;

impl Algorithm for LastOfEach {
    /// for all process p, for all process q ≠ p: if ∃i = max{i ∈ dom(E) | E_i is dependent with next(s, p) and E_i.tid = q}
    fn entered(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>) {
        let threads: Vec<ThreadId> = stack.top().ready().iter().chain(stack.top().blocked()).collect();
        for p in threads {
            let next = stack.pretend(p);
            let mut seen = ThreadSet::new();
            for i in (0..next).rev() {
                let [event, pending] = [i, next].map(|event| stack.execution.event(event));
                let q = event.thread;
                if q != p && !seen.contains(q) && stack.execution.operations.dependent(event.id, pending.id) {
                    seen.insert(q);
                    bounded.branch(stack, i, next);
                }
            }
            stack.execution.pop();
        }
    }
}
