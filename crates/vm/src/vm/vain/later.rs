//! Looks that could as well have come later: an attempt that fails, and is made again with what it has found, and one that succeeds.
//!
//! `e = x; while (!compare_exchange(&x, &e, e + 1)) ;` does not come back to the same local state when it fails: `e` is another
//! one. But that is the local state in which the thread would be, had it loaded `x` only now. So let thread t fail to compare and
//! swap x, or only load it, and let P be a state that it was in before, at an operation that reads x, after which it has left nothing
//! behind. If the one step from P leads to the same local state now, and t has made at least two steps since P, t is stopped, as after a
//! vain iteration.
//!
//! **Why no bug is missed.** Let an execution lead to a bug, and let t go on after its last look like that. Leave out what t did since P, and
//! let it make the step from P in place of the last look. What t left out has changed nothing that others can notice, as in
//! [`super`]. The step reads the same value of x as the last look did, and makes the same plain accesses: so t is in the same local
//! state, memory is the same, and the rest follows as before. The execution is shorter, so this comes to an end. Whether t is stopped
//! depends only on what it did and on the value that its last operation has read.
//!
//! - **Races.** The step from P acquires only if the last look did, and what t read earlier is not read: there is less
//!   synchronisation. Races with what is left out are found as those of vain iterations are.
//! - **Plain writes in between**, such as that of `node->next` before a node is pushed. Since P, t has published nothing: it has only read
//!   ([`publishes`]). Another thread that accesses what t has written since P races with it, and that is a bug of an execution in
//!   which t need not continue. Without a race, the writes are noticed by t alone. So they are undone before the step from P, and so is
//!   what t did to its stack, if that is its own; after the step, all memory must be as it is without that.
//! - **Calls** must be the same as at P, and so must all that there is to t besides its frames.
//!
//! **Attempts that succeed.** Let t look at x, and update x in its next step, and let x have had another value in between: a lock was taken and
//! given back. If the look would lead to the same local state and the same memory right before the update, t is stopped after the
//! update ([`Vm::could_look_now`]): nothing is lost that follows the execution in which it looks only there. That one is as long, and has one such
//! pair less, because a look changes no memory that the looks of others are compared by; so this comes to an end, too.
//!
//! - What t reads in the step besides x, such as `p->next` after `p = x`, is read again: where it differs, so does the local state, or t has
//!   raced with the thread that wrote it, before the update. So t is stopped by what happens before the update alone: all changes of
//!   x do, since the update depends on each of them. (Additions that commute do not: they are not such updates.)
//! - Behind the update there is at most as much synchronisation as before: the look acquires only if the update does, which acquires from the same
//!   write, and what it acquired from an earlier one is missing.
//! - A plain access that t makes between look and update races with one that comes before the update in this execution, which is
//!   made up to there, or with one that comes behind it. That one does not come behind t's access by happens-before, wherever the look
//!   is: t publishes nothing in between.

use mazurka_machine::{Footprint, Next, Operation, Order, Range, ThreadId, Update};

use super::super::Vm;
use super::BeforeAttempt;
use super::attempts::{Visit, Visits};
use crate::exec::Halt;
use crate::memory::{MemoryMark, Noted};
use crate::threads::LocalState;

/// More jumps and calls than this are not followed.
const MOST_JUMPS: u64 = 1 << 14;

/// What a thread was about to read, and its local state.
#[derive(Clone)]
pub(super) struct Look {
    range: Range,
    from: LocalState,
}

/// What an operation reads, and how.
#[derive(Clone, Copy)]
pub(super) struct Target {
    range: Range,
    order: Order,
}

impl BeforeAttempt {
    /// What the step has only looked at.
    pub(super) fn looked_at(&self) -> Option<Target> {
        match *self.operation.in_loop() {
            Operation::CompareExchange { range, succeeds: false, order }
            | Operation::Read(range, order @ Order { atomic: true, .. }) => Some(Target { range, order }),
            _ => None,
        }
    }
}

/// An update that depends on every other access to the same bytes that writes.
fn update(operation: &Operation) -> Option<Target> {
    match *operation.in_loop() {
        Operation::CompareExchange { range, succeeds: true, order }
        | Operation::Update(range, Update::Opaque | Update::AddInOrder | Update::InOrder, order) => {
            Some(Target { range, order })
        }
        _ => None,
    }
}

/// What an operation reads, if it may be one that could as well come later.
pub(in crate::vm) fn looks_at(operation: &Operation) -> Option<Range> {
    match *operation.in_loop() {
        Operation::Read(range, Order { atomic: true, .. }) | Operation::CompareExchange { range, .. } => {
            Some(range)
        }
        _ => None,
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

/// The bytes that plain accesses have written, but for those of some ranges.
pub(super) fn written(notes: &[Footprint], except: &[Range]) -> Vec<Range> {
    let outside = |part: &Footprint| except.iter().fold(*part, |part, range| part.outside(*range));
    notes.iter().map(outside).flat_map(Footprint::written).collect()
}

impl Vm {
    /// What the next operation of a thread will read, if it may be one that could as well come later.
    pub(super) fn look(&self, thread: ThreadId) -> Option<Look> {
        let range = self.cached_look(thread).unwrap_or_else(|| looks_at(&self.ahead_operation(thread)))?;
        Some(Look { range, from: self.state.threads.local_state(thread) })
    }

    /// If there is a visit from which a thread that has just looked, and is in this local state, would have come to the same one by a
    /// look at the same place: how many of its steps had plain accesses up to then.
    pub(super) fn could_have_looked_later(
        &mut self,
        thread: ThreadId,
        local: u128,
        last: Target,
    ) -> Option<u32> {
        let attempt = self.attempts.of(thread)?;
        let (steps, taken, stores) = (attempt.steps, attempt.taken.len(), attempt.stores.made);
        let is_possible = |visit: &Visit| {
            visit.steps + 2 <= steps
                && visit.taken == taken
                && visit.stores == stores
                && visit.look.as_ref().is_some_and(|look| look.range == last.range)
        };
        let of_visit = |visits: &&Visits| visits.last().is_some_and(is_possible);
        let candidates: Vec<Visits> = attempt.visits.each().filter(of_visit).cloned().collect();
        candidates.iter().rev().filter_map(Visits::last).find_map(|visit| {
            let notes = self.leads_here(thread, local, last, visit)?;
            let frames = self.frames_in_use(thread);
            (notes == outside(self.state.memory.notes(), frames)).then_some(visit.accesses)
        })
    }

    /// Whether a thread which is about to update what it has looked at in its last step, could as well have looked only now, though others
    /// have changed it in between.
    pub(super) fn could_look_now(&mut self, thread: ThreadId, operation: &Operation) -> bool {
        let (Some(target), Some(attempt)) = (update(operation), self.attempts.of(thread)) else {
            return false;
        };
        let Some(earlier) = attempt.visits.earlier().cloned() else { return false };
        let (Some(visit), Some(now)) = (earlier.last(), attempt.visits.last()) else { return false };
        let local = attempt.last;
        let has_looked = visit.look.as_ref().is_some_and(|look| look.range == target.range)
            && (now.local, now.steps) == (local, visit.steps + 1);
        has_looked
            && self.state.memory.changed_within(now.memory, &[target.range])
            && self.leads_here(thread, local, target, visit).is_some()
    }

    /// Whether the step from a visit would lead to this local state now; if so, the accesses that it would make.
    fn leads_here(
        &mut self,
        thread: ThreadId,
        local: u128,
        target: Target,
        visit: &Visit,
    ) -> Option<Vec<Footprint>> {
        let look = visit.look.as_ref()?;
        if !self.state.threads.has_same_calls(thread, &look.from) {
            return None;
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
        self.state.threads.restore(thread, &look.from);
        self.state.memory.put_back(visit.memory, &left_out);
        let leads_here = !self.stack_differs(thread, visit, None, || self.dead_bytes(thread))
            && self.looks_now(thread, target)
            && self.local_state_now(thread) == local
            && self.is_all_needed_as_at(thread, memory, frames);
        let notes = outside(self.state.memory.notes(), frames);
        self.ahead.is_looking = false;
        self.state.memory.set_noting(false);
        mazurka_machine::Machine::rewind(self, mark);
        self.state.memory.swap_notes(kept);
        leads_here.then_some(notes)
    }

    /// Whether all memory is what it was, but for what a thread does not need of its stack.
    fn is_all_needed_as_at(&self, thread: ThreadId, then: MemoryMark, frames: Range) -> bool {
        let behind = [self.stack_behind(thread, frames)];
        let memory = &self.state.memory;
        !memory.differs_outside(then, &[&behind])
            || !memory.differs_outside(then, &[&behind, &self.dead_bytes(thread)])
    }

    /// The part of a thread's stack that is not in use.
    fn stack_behind(&self, thread: ThreadId, frames: Range) -> Range {
        let start = frames.start + frames.length;
        Range { start, length: crate::address::heap_of(thread).saturating_sub(start) }
    }

    /// Makes the step. `true`: it has only read the same bytes, has acquired no more, and has done nothing outside of memory.
    fn looks_now(&mut self, thread: ThreadId, target: Target) -> bool {
        let here = self.peek_here(thread);
        let Next::Ready(pending) = here.next() else { return false };
        let order = match *pending.operation.in_loop() {
            Operation::Read(range, order) if range == target.range => order,
            Operation::CompareExchange { range, succeeds: false, order } if range == target.range => order,
            _ => return false,
        };
        if pending.choices != 1 || order.acquire && !target.order.acquire {
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
