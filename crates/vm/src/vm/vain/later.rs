//! Looks that could as well have come later: a compare-and-swap that fails, and is tried again with what it has found.
//!
//! `e = x; while (!compare_exchange(&x, &e, e + 1)) ;` does not come back to the same local state when it fails: `e` is another
//! one. But that is the local state in which the thread would be, had it loaded `x` only now. So let thread t fail to compare and
//! swap x, and let P be a state that it was in before, at an operation that reads x, after which it has left nothing behind. If the one
//! step from P leads to the same local state now, and t has made at least two steps since P, t is stopped, as after a vain iteration.
//!
//! **Why no bug is missed.** Let an execution lead to a bug, and let t go on after it failed like that. Leave out what t did since P, and
//! let it make the step from P in place of the failed one. What t left out has changed nothing that others can notice, as in
//! [`super`]. The step reads the same value of x as the failed one did, and makes the same plain accesses: so t is in the same local
//! state, memory is the same, and the rest follows as before. The execution is shorter, so this comes to an end. Whether t is stopped
//! depends only on what it did and on the value that its last operation has read.
//!
//! - **Races.** The step from P acquires only if the failed one did, and what t read earlier is not read: there is less
//!   synchronisation. Races with what is left out are found as those of vain iterations are.
//! - **Plain writes in between**, such as that of `node->next` before a node is pushed. Since P, t has published nothing: it has only read
//!   ([`publishes`]). Another thread that accesses what t has written since P races with it, and that is a bug of an execution in
//!   which t need not continue. Without a race, the writes are noticed by t alone. So they are undone before the step from P, and so is
//!   what t did to its stack, if that is its own; after the step, all memory must be as it is without that.
//! - **Calls** must be the same as at P, and so must all that there is to t besides its frames.

use std::sync::Arc;

use mazurka_machine::{Footprint, Next, Operation, Order, Range, ThreadId};

use super::super::Vm;
use super::{BeforeAttempt, Visit};
use crate::exec::Halt;
use crate::memory::Noted;
use crate::threads::Snapshot;

/// More jumps and calls than this are not followed.
const MOST_JUMPS: u64 = 1 << 14;

/// What a thread was about to read, and its local state.
pub(super) struct Look {
    range: Range,
    snapshot: Snapshot,
}

/// A compare-and-swap that failed.
#[derive(Clone, Copy)]
pub(super) struct Failed {
    range: Range,
    order: Order,
}

impl BeforeAttempt {
    pub(super) fn failed_swap(&self) -> Option<Failed> {
        match *self.operation.in_loop() {
            Operation::CompareExchange { range, succeeds: false, order } => Some(Failed { range, order }),
            _ => None,
        }
    }
}

/// Whether others may learn by an operation what its thread did before.
pub(super) fn publishes(operation: &Operation) -> bool {
    !matches!(
        operation.in_loop(),
        Operation::Local
            | Operation::Read(..)
            | Operation::CompareExchange { succeeds: false, .. }
            | Operation::Fence(_)
            | Operation::Choose
    )
}

/// The bytes that plain accesses have written, but for those of a range.
pub(super) fn written(notes: &[Footprint], except: Range) -> Vec<Range> {
    let mut ranges = Vec::new();
    for part in notes.iter().map(|part| part.outside(except)) {
        let bytes = (0..64).filter(|byte| part.writes >> byte & 1 == 1);
        ranges.extend(bytes.map(|byte| Range { start: part.line + byte, length: 1 }));
    }
    ranges
}

impl Vm {
    /// What the next operation of a thread will read, if it may be one that could as well come later.
    pub(super) fn look(&self, thread: ThreadId) -> Option<Arc<Look>> {
        let range = match *self.ahead_operation(thread).in_loop() {
            Operation::Read(range, Order { atomic: true, .. }) => range,
            Operation::CompareExchange { range, .. } => range,
            _ => return None,
        };
        let snapshot = Snapshot::of(self.state.threads.get(thread));
        Some(Arc::new(Look { range, snapshot }))
    }

    /// The visit from which a thread that has just failed to compare and swap, and is in this local state, would have come to the same
    /// one by a look at the same place.
    pub(super) fn could_have_looked_later(
        &mut self,
        thread: ThreadId,
        local: u128,
        failed: Failed,
    ) -> Option<Visit> {
        let attempt = self.attempts.of(thread)?;
        let (steps, taken) = (attempt.steps, attempt.taken.len());
        let is_possible = |visit: &&Visit| {
            visit.steps + 2 <= steps
                && visit.taken == taken
                && visit.look.as_ref().is_some_and(|look| look.range == failed.range)
        };
        let candidates: Vec<Visit> = attempt.visits.iter().filter(is_possible).cloned().collect();
        candidates.into_iter().find(|visit| {
            let look = visit.look.clone();
            look.is_some_and(|look| self.leads_here(thread, local, failed, visit, &look))
        })
    }

    fn leads_here(
        &mut self,
        thread: ThreadId,
        local: u128,
        failed: Failed,
        visit: &Visit,
        look: &Look,
    ) -> bool {
        if !look.snapshot.has_same_calls(self.state.threads.get(thread)) {
            return false;
        }
        let frames = self.frames_in_use(thread);
        let attempt = self.attempts.of(thread);
        let mut left_out = attempt.map_or(Vec::new(), |attempt| attempt.written[visit.written..].to_vec());
        if self.program.private_stack(thread).length != 0 {
            left_out.push(frames);
        }
        let kept = self.state.memory.swap_notes(Noted::default());
        let mark = mazurka_machine::Machine::mark(self);
        let memory = self.state.memory.mark();
        self.ahead.is_looking = true;
        self.state.threads.restore(thread, &look.snapshot);
        self.state.memory.put_back(visit.memory, &left_out);
        let leads_here = !self.state.memory.differs_since(visit.memory, frames)
            && self.looks_now(thread, failed)
            && self.local_state_now(thread) == local
            && !self.state.memory.differs_outside(memory, &[self.stack_behind(thread, frames)]);
        let notes = outside(self.state.memory.notes(), frames);
        self.ahead.is_looking = false;
        self.state.memory.set_noting(false);
        mazurka_machine::Machine::rewind(self, mark);
        self.state.memory.swap_notes(kept);
        leads_here && notes == outside(self.state.memory.notes(), frames)
    }

    /// The part of a thread's stack that is not in use.
    fn stack_behind(&self, thread: ThreadId, frames: Range) -> Range {
        let start = frames.start + frames.length;
        Range { start, length: crate::address::heap_of(thread).saturating_sub(start) }
    }

    /// Makes the step. `true`: it has read the same as the one that failed, has acquired no more, and has done nothing outside of memory.
    fn looks_now(&mut self, thread: ThreadId, failed: Failed) -> bool {
        let here = self.peek_here(thread);
        let Next::Ready(pending) = here.next() else { return false };
        let order = match *pending.operation.in_loop() {
            Operation::Read(range, order) if range == failed.range => order,
            Operation::CompareExchange { range, succeeds: false, order } if range == failed.range => order,
            _ => return false,
        };
        if pending.choices != 1 || order.acquire && !failed.order.acquire {
            return false;
        }
        let before = self.before_look(thread, pending.operation.clone());
        self.state.memory.clear_notes();
        let halt = self.transition(thread, 0, Some(&here), MOST_JUMPS);
        let state = &mut self.state;
        matches!(halt, Ok(Halt::Visible | Halt::Waiting | Halt::Yielded))
            && state.files.mark() == before.files
            && state.output.mark() == before.output
    }
}

/// Accesses outside of a range, by line.
fn outside(notes: &[Footprint], range: Range) -> Vec<Footprint> {
    let mut parts: Vec<Footprint> = notes.iter().map(|part| part.outside(range)).collect();
    parts.retain(|part| part.reads | part.writes != 0);
    parts.sort_unstable_by_key(|part| part.line);
    parts
}
