//! Loops that wait: when a thread is blocked in one.
//!
//! A thread at an operation of a loop is blocked if, running alone, it would return to the same local state without a
//! change: then it spins until another thread changes what it reads. Everything that it reads in the iteration is watched.
//!
//! Blocked threads take no steps, so executions in which the thread is in the middle of an iteration must not be lost:
//! having read A (not set) and being at the read of B, it may miss that A is set and see B. Therefore it is blocked only
//! where nothing is lost. Let it be at P, and Q another position of the iteration:
//! - If it was in Q's local state before and has changed nothing since, then it could have stayed there, and that execution
//!   is explored anyway: what it did in between had no effect.
//! - If nothing is read between P and Q, then moving there can as well happen later.
//! - If nothing is read between Q and P, then it can as well be at P already.
//!
//! If none of these holds for some Q, the thread continues, step by step; after one iteration it has been at all positions.
//! So a loop with one read (a ticket lock, a flag) blocks at once, one with several reads after an iteration without effect.
//!
//! Plain accesses of an iteration that is not made are not shown to the detector of data races. Therefore a thread is blocked only if
//! from each local state of the iteration with such an access it has made one before, since it last changed anything. Making one
//! from a new local state is progress, like a change: the visits that the rules above ask for begin there. A loop with one read
//! and accesses makes one iteration without effect, one with several reads and accesses two.
//!
//! Why no race is lost. Take a shortest execution that ends with an access that races with an earlier one, in which threads are never
//! blocked by these rules, and suppose that in it thread t takes a step at P where the rules block it. From there t follows the iteration,
//! up to a position Q where another thread has changed what t reads, or to its end.
//! - If t was in Q's local state before and has made no progress since, leave out all that t did in between. That had no effect, so
//!   the rest is an execution, with less synchronisation. As it is shorter it has no race, so one of the racing accesses is left out: t made it
//!   from a local state S from which it had made one at an earlier time, with no change since. Leave out instead what t did between
//!   these two times: it stays in S, and then makes the access that races. This is shorter, too.
//! - Where nothing is read between P and Q, or between Q and P, t's steps there can as well be made later, or earlier: t learns
//!   nothing from other threads in between, so accesses that race still do.
//!
//! Both contradict the choice of the execution: so the rules block none of its steps. That from S it was the same access is not needed.
//! Accesses to a thread's own stack do not count where no other thread accesses it in any execution
//! ([`crate::Program::reachable_stacks`]: no pointer to it is ever stored where others find it, by the text of the program).
//!
//! A stateful search can let threads spin: that leads to no new state. There, spinning threads are blocked only all at once
//! ([`crate::Config::block_spinners_together`]): where each thread is blocked, or spins without a change, it stays so for
//! ever, at any positions of their iterations. What they access from then on is not compared: that is a livelock. Where iterations
//! take locks and give them back, they are followed by [`super::super::vain::settle`], from where none is held.
//!
//! Where a policy decides which plain accesses are visible, an iteration may have no visible operation. It is then followed from
//! access to access: whether a thread that runs alone comes back does not depend on where it could be interrupted.

use std::mem;
use std::sync::Arc;

use mazurka_machine::{Await, Next, Operation, Order, Pending, Purpose, Range, ThreadId, ThreadSet, Verb};

use super::seen::Seen;
use super::{NextOp, Pauses, Vm};
use crate::exec::Halt;
use crate::library::Intent;
use crate::memory::Noted;
use crate::threads::Status;
use crate::visibility::EveryAccess;

/// An iteration of more operations, or of more jumps and calls between two of them, counts as progress.
const MOST_OPERATIONS: usize = 64;
const MOST_JUMPS: u64 = 1 << 14;

/// Whether an operation may change nothing.
pub(in crate::vm) fn may_be_noop(operation: &Operation, choices: u32) -> bool {
    choices == 1
        && matches!(
            operation,
            Operation::Local
                | Operation::Read(..)
                | Operation::Write(_, Order::PLAIN)
                | Operation::Update(..)
                | Operation::CompareExchange { succeeds: false, .. }
                | Operation::Fence(_)
                | Operation::Sync(Verb::Inspect, _)
                | Operation::Block(_)
        )
}

/// The same for one in a loop that may wait; others count as changes.
pub(super) fn may_be_noop_in_loop(pending: &Pending) -> bool {
    match &pending.operation {
        Operation::Await(wait) => may_be_noop(&wait.operation, pending.choices),
        _ => false,
    }
}

/// Whether it reads anything that other threads may change.
fn looks(operation: &Operation) -> bool {
    !matches!(operation, Operation::Local | Operation::Fence(_))
}

impl Vm {
    /// What a thread at an operation of a loop does next: always an [`Await`].
    pub(in crate::vm) fn peek_wait(&mut self, thread: ThreadId) -> NextOp {
        let here = self.peek_here(thread);
        let mut seen = seen_by(&here.next);
        let waits = match &here.next {
            Next::Ready(Pending { operation, choices, .. }) if may_be_noop(operation, *choices) => {
                let mark = mazurka_machine::Machine::mark(self);
                self.ahead.is_looking = true;
                let mut waits = self.spins(thread, &here, &mut seen);
                if !waits && self.visibility.learns() {
                    mazurka_machine::Machine::rewind(self, mark);
                    waits = self.spins_by_access(thread, &here, &mut seen);
                }
                self.ahead.is_looking = false;
                self.state.memory.set_noting(false);
                mazurka_machine::Machine::rewind(self, mark);
                waits
            }
            _ => false,
        };
        let next_op = awaiting(here, waits, self.watched(thread, &mut seen));
        NextOp { relies_on_threads: next_op.relies_on_threads || seen.threads, ..next_op }
    }

    /// What may end a wait of a thread that has seen this: nothing on a stack that no other thread gets at.
    pub(in crate::vm) fn watched(&self, thread: ThreadId, seen: &mut Seen) -> Vec<Range> {
        seen.ranges_outside(self.program.private_stack(thread))
    }

    /// What a thread at an operation of a loop does next, whether it waits or not: always an [`Await`], too.
    pub(super) fn peek_loop(&mut self, thread: ThreadId) -> NextOp {
        let here = self.peek_here(thread);
        let mut seen = seen_by(&here.next);
        let next_op = awaiting(here, false, self.watched(thread, &mut seen));
        NextOp { relies_on_threads: next_op.relies_on_threads || seen.threads, ..next_op }
    }

    /// Blocks the spinning threads, if no other thread can proceed. `stepped` is likely to.
    pub(in crate::vm) fn block_spinners(&mut self, stepped: ThreadId) {
        let threads = self.state.threads.created();
        // The cheapest tests come first.
        if threads.iter().any(|thread| self.cache_says_never_waits(thread))
            || self.cache_says_can_proceed(stepped)
            || threads.iter().any(|thread| thread != stepped && self.cache_says_can_proceed(thread))
            || !threads.iter().any(|thread| self.is_in_loop(thread) || self.may_retry(thread))
            || !threads.iter().all(|thread| self.may_be_blocked(thread))
        {
            return;
        }
        if !self.block_spinners_of(&threads.clone()) {
            self.block_vain_threads();
        }
    }

    /// Blocks those of these threads that are in loops, if all of these spin, and are all that can proceed.
    fn block_spinners_of(&mut self, threads: &ThreadSet) -> bool {
        if threads.iter().any(|thread| self.can_run(thread) && !self.is_in_loop(thread)) {
            return false;
        }
        let kept = self.state.memory.swap_notes(Noted::default());
        let mut waits = Vec::new();
        for thread in threads.iter() {
            if !self.is_in_loop(thread) {
                continue;
            }
            let next_op = self.peek_wait(thread);
            if !matches!(next_op.next, Next::Blocked(_)) {
                self.state.memory.swap_notes(kept);
                return false;
            }
            waits.push((thread, next_op));
        }
        self.state.memory.swap_notes(kept);
        for (thread, next_op) in waits {
            self.ahead.change(thread).next_op = Some(Arc::new(next_op));
            if self.visibility.learns() {
                self.learn_next(thread);
            }
        }
        true
    }

    /// Whether a thread has ended, is blocked, or is in a loop that may wait.
    fn may_be_blocked(&self, thread: ThreadId) -> bool {
        self.state.threads.get(thread).state.status != Status::Alive
            || match self.ahead.of(thread).map(|next_op| &next_op.next) {
                Some(Next::Ready(pending)) => may_be_noop_in_loop(pending) || self.may_retry(thread),
                Some(Next::Blocked(_) | Next::Finished) => true,
                None => {
                    let Intent { operation, choices, enabled, .. } = self.intent(thread);
                    !enabled
                        || self.may_spin(thread) && may_be_noop(&operation, choices)
                        || self.may_retry(thread)
                }
            }
    }

    /// Whether a thread is ready to make a step.
    pub(in crate::vm) fn can_run(&self, thread: ThreadId) -> bool {
        matches!(mazurka_machine::Machine::next(self, thread), Next::Ready(_))
    }

    /// Lets the thread run until it is decided whether it waits.
    fn spins(&mut self, thread: ThreadId, here: &NextOp, seen: &mut Seen) -> bool {
        let start = self.local_state(thread);
        let before = self.state.memory.mark();
        let (files, output) = (self.state.files.mark(), self.state.output.mark());
        let (mut has_looked, mut somewhere_new) = (false, false);
        let mut states = Vec::new();
        let mut from = start;
        let mut there;
        let mut at = here;
        for _ in 0..MOST_OPERATIONS {
            let Next::Ready(pending) = &at.next else { return false };
            let looks = looks(&pending.operation);
            if looks && somewhere_new {
                return false;
            }
            if !may_be_noop(&pending.operation, pending.choices) {
                // In another state it may be one that changes nothing.
                if pending.operation.is_state_dependent() {
                    seen.operation(&pending.operation);
                }
                return false;
            }
            seen.operation(&pending.operation);
            self.state.memory.clear_notes();
            let halt = self.follow(thread, at, MOST_JUMPS, Pauses::LeftOut);
            seen.notes(self.state.memory.notes());
            let state = &mut self.state;
            if !matches!(halt, Ok(Halt::Visible))
                || state.memory.changed_since(before)
                || (state.files.mark(), state.output.mark()) != (files, output)
            {
                return false;
            }
            if self.has_accessed(thread) && !self.ahead.has_accessed_from(thread, from) {
                return false;
            }
            let now = self.local_state(thread);
            if now == start {
                return true;
            }
            // It spins at other positions: there it will be blocked.
            if states.contains(&now) {
                return false;
            }
            states.push(now);
            from = now;
            has_looked |= looks;
            somewhere_new |=
                has_looked && !self.config.block_spinners_together && !self.ahead.has_visited(thread, now);
            if !self.is_in_loop(thread) {
                return false;
            }
            there = self.peek_here(thread);
            at = &there;
        }
        false
    }

    /// The same with every access visible.
    fn spins_by_access(&mut self, thread: ThreadId, here: &NextOp, seen: &mut Seen) -> bool {
        let policy = mem::replace(&mut self.visibility, Box::new(EveryAccess));
        let waits = self.spins(thread, here, seen);
        self.visibility = policy;
        waits
    }

    /// Whether a plain access of the last step may be a part of a data race. None is where plain accesses are operations themselves; and
    /// threads that spin until all do make theirs.
    pub(in crate::vm) fn has_accessed(&self, thread: ThreadId) -> bool {
        let notes = self.state.memory.notes();
        if notes.is_empty() || self.config.visibility.includes_plain() || self.config.block_spinners_together
        {
            return false;
        }
        let (private, errno) = (self.program.private_stack(thread), self.program.private_errno(thread));
        let mut shared = notes.iter().map(|part| part.outside(private).outside(errno));
        shared.any(|part| part.reads | part.writes != 0)
    }
}

/// What a thread in a loop that may wait does next, if that is known without lookahead: always an [`Await`].
pub(in crate::vm) fn in_loop(next: Next) -> Next {
    let watched = seen_by(&next).ranges();
    wrapped(next, false, &watched)
}

fn seen_by(next: &Next) -> Seen {
    let mut seen = Seen::default();
    if let Next::Ready(Pending { operation, .. }) | Next::Blocked(operation) = next {
        seen.operation(operation);
    }
    seen
}

pub(super) fn awaiting(here: NextOp, waits: bool, watched: Vec<Range>) -> NextOp {
    let relies_on = match here.relies_on.is_empty() {
        true => watched.clone(),
        false => here.relies_on.iter().chain(&watched).copied().collect(),
    };
    NextOp { next: wrapped(here.next, waits, &watched), relies_on, ..here }
}

fn wrapped(next: Next, waits: bool, watched: &[Range]) -> Next {
    let wrap = |operation: Operation| {
        let (operation, purpose) = match operation {
            // Also what is known of a lock is watched, being touched.
            Operation::Await(wait) => (wait.operation.clone(), wait.purpose),
            operation => (operation, Purpose::Change),
        };
        Operation::Await(Arc::new(Await { operation, watched: watched.to_vec(), purpose }))
    };
    match next {
        Next::Ready(pending) if waits => Next::Blocked(wrap(pending.operation)),
        Next::Ready(Pending { operation, choices, urgency }) => {
            Next::Ready(Pending { operation: wrap(operation), choices, urgency })
        }
        Next::Blocked(operation) => Next::Blocked(wrap(operation)),
        Next::Finished => Next::Finished,
    }
}
