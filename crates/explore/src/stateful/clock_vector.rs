//! Clock-vector partial order reduction with state matching (Noonan, Mercer, Rungta: *Vector-Clock Based Partial Order
//! Reduction for JPF*, 2014, Table 2), made complete. Guarantee: all errors.
//!
//! How it follows the table:
//! - Lines 9 to 12: what is not relevant belongs to the transition before it. Which accesses are (line 26, `accessed`), the
//!   machine says: that is its visibility policy.
//! - Lines 13 to 21: L and C are the histories and clocks of the [`crate::Execution`], which returns to what it was when the
//!   search backtracks.
//! - Lines 22 to 34: `update_backtrack_sets` of `sdpor.rs`: p before the last event with which it races, or all enabled.
//! - Lines 38 to 43: a new choice point begins with the thread that has led to it, if it can continue and need not let others
//!   run first (`fairness.rs`).
//!
//! Deviations, the first two of which make it complete; `table_two.rs` is without them:
//! 1. There are no marks: in every new state the pending operations of all threads are looked up, blocked ones included,
//!    and not only of the one that runs. What lies between two looks at an operation may race with it, too.
//! 2. What follows a state that was seen before is tried before what it races with on the path, as a summary knows it, and
//!    cycles are expanded fully: all of `sdpor.rs`, with its deviations. The paper leaves state matching open.
//! 3. After a thread is created, and after one has ended, one thread is enough for the beginning (line 42 has all that are
//!    enabled): the paper needs them all in order to learn what is shared, which rounds do here (`fixpoint.rs`). The same goes
//!    where the thread cannot continue, of which the table says nothing.
//! 4. Two reads of an object do not race, nor do two operations that commute otherwise: dependence is that of [`mazurka_machine`].

use mazurka_machine::ThreadId;

use super::backtracking::Backtracking;
use super::sdpor::{BacktrackRule, PersistentSets, StatefulDpor};
use crate::stack::Stack;

pub type ClockVector = StatefulDpor<LastThreadFirst>;

/// A new state begins with the thread that has led to it, if that can continue.
#[derive(Default)]
pub struct LastThreadFirst;

impl BacktrackRule for LastThreadFirst {
    fn first(stack: &Stack<Backtracking>) -> Option<ThreadId> {
        let last = stack.below().and_then(|below| below.transition).map(|last| last.thread);
        last.filter(|p| stack.top().is_prompt(*p)).or_else(|| PersistentSets::first(stack))
    }
}
