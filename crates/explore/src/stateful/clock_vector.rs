//! Clock-vector partial order reduction with state matching (Noonan, Mercer, Rungta: *Vector-Clock Based Partial Order
//! Reduction for JPF*, 2014, Table 2), made complete. Guarantee: all errors.
//!
//! How it follows the table:
//! - Lines 9 to 12: what is not relevant belongs to the transition before it. Which accesses are (line 26, `accessed`), the
//!   machine says: that is its visibility policy.
//! - Lines 13 to 21: L and C are the histories and clocks of the [`crate::Execution`], which returns to what it was when the
//!   search backtracks.
//! - Lines 22 to 34: `update_backtrack_sets` of `sdpor.rs`: p before the last event with which it races, or all enabled.
//! - Lines 38 to 43: a new choice point begins with the thread that has led to it, if it can continue.
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

use mazurka_machine::ThreadSet;
use serde::{Deserialize, Serialize};

use super::backtracking::Backtracking;
use super::sdpor::Sdpor;
use super::{Expansion, Knowledge};
use crate::stack::Stack;
use crate::transition::Transition;

#[derive(Default, Serialize, Deserialize)]
pub struct ClockVector(Sdpor);

impl Expansion for ClockVector {
    type Node = Backtracking;

    const LOOKS_AT_REVISITS: bool = true;

    fn pick(&mut self, stack: &mut Stack<Backtracking>) -> Option<Transition> {
        self.0.pick(stack)
    }

    fn stepping(&mut self, stack: &mut Stack<Backtracking>, known: &dyn Knowledge) {
        self.0.stepping(stack, known);
    }

    fn entered(&mut self, stack: &mut Stack<Backtracking>, state: u128) {
        self.0.find_races(stack, state);
        let last = stack.below().and_then(|below| below.transition);
        let node = stack.top_mut();
        let p = last.map(|last| last.thread).filter(|p| node.ready().contains(*p));
        node.data.backtrack.extend(p.or_else(|| node.first_awake(&ThreadSet::new())));
    }

    fn revisited(&mut self, stack: &mut Stack<Backtracking>, state: u128) {
        self.0.revisited(stack, state);
    }

    fn returned(&mut self, stack: &mut Stack<Backtracking>) {
        self.0.returned(stack);
    }

    fn leaving(&mut self, stack: &mut Stack<Backtracking>) {
        self.0.leaving(stack);
    }

    fn bytes(&self) -> usize {
        self.0.bytes()
    }

    fn restored(&mut self, stack: &Stack<Backtracking>) -> bool {
        self.0.restored(stack)
    }
}
