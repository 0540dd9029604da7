//! Dynamic partial order reduction with state matching, as Parízek compares it with his own (*Hybrid Partial Order Reduction with
//! Under-Approximate Dynamic Points-To and Determinacy Information*, FMCAD 2016, sections IV and V). Guarantee: all errors.
//!
//! It reduces the number of choices, and not that of the threads at a choice: the thread that runs continues until a race asks
//! for a choice before one of its operations, and then all enabled threads are explored there. The choice is added
//! retroactively, when the search backtracks. At a state that was seen before, what may follow it is considered.
//!
//! The paper names two sources and gives no algorithm: races are those of Flanagan and Godefroid (2005), and what may follow a
//! state is collected as by Yang et al. (2008). So this is `sdpor.rs`, deviations included, with another rule for backtrack sets.
//! A set with all enabled threads is persistent.
//!
//! The paper speaks of accesses to fields alone. Here, synchronization is treated in the same way: a race asks for a choice
//! before an operation on a lock, too.

use mazurka_machine::ThreadId;

use super::backtracking::Backtracking;
use super::clock_vector::LastThreadFirst;
use super::sdpor::{BacktrackRule, StatefulDpor};
use crate::stack::{Node, Stack};

pub type DporStates = StatefulDpor<AllThreadsAtChoices>;

/// The thread that has led to a state continues alone; all threads are explored where anything races with it.
#[derive(Default)]
pub struct AllThreadsAtChoices;

impl BacktrackRule for AllThreadsAtChoices {
    fn first(stack: &Stack<Backtracking>) -> Option<ThreadId> {
        LastThreadFirst::first(stack)
    }

    fn reverse(node: &mut Node<Backtracking>, _: ThreadId) {
        node.expand_fully();
    }
}
