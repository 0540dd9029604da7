//! Loops that wait: when a thread is blocked in one.
//!
//! A thread at an operation of a loop is blocked when, left alone, it would come back to the same local state and have
//! changed nothing: then it goes round until another thread changes what it looks at. Everything it looks at on the way
//! is watched.
//!
//! Blocked threads take no steps, so an execution in which the thread has gone part of the way round must not be lost:
//! having looked at A (not set) and standing before the look at B, it may miss that A is set and see B. Therefore it
//! is blocked only where nothing is lost. Let it be about to go on from P, and Q another place on the way round:
//! - If it was in Q's local state before and has changed nothing since, then it could have stayed there all the time,
//!   and that execution is explored anyway: what it did in between had no effect.
//! - If between P and Q nothing is looked at, then going there can as well happen later.
//! - If between Q and P nothing is looked at, then it can as well be at P already.
//!
//! If for some Q none of these holds, the thread goes on, step by step; it has been everywhere after one round. So a loop
//! of one look (a ticket lock, a flag) blocks at once, one of several looks after a round in vain.
//!
//! A search that remembers states can let threads go round: that leads to no new state. There, threads are blocked
//! only where all are ([`crate::Config::wait_together`]): where each of them waits for another one, or goes round and changes
//! nothing, it will be so for ever, wherever on the way round each of them may be.

use std::sync::Arc;

use mazurka_machine::{Await, Next, Operation, Order, Pending, Range, ThreadId, Verb};

use super::seen::Seen;
use super::{Foreseen, Interest, Vm};
use crate::exec::Halt;
use crate::library::Intent;
use crate::memory::Noted;
use crate::threads::Status;

/// An iteration of more operations, or of more jumps and calls between two of them, counts as one that gets somewhere.
const MOST_OPERATIONS: usize = 64;
const MOST_JUMPS: u64 = 1 << 14;

/// Whether an operation may leave everything as it is.
pub(in crate::vm) fn may_idle(operation: &Operation, choices: u32) -> bool {
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
pub(super) fn may_idle_awaiting(pending: &Pending) -> bool {
    match &pending.operation {
        Operation::Await(wait) => may_idle(&wait.operation, pending.choices),
        _ => false,
    }
}

/// Whether it looks at anything that others may change.
fn looks(operation: &Operation) -> bool {
    !matches!(operation, Operation::Local | Operation::Fence(_))
}

impl Vm {
    /// What a thread at an operation of a loop does next: always an [`Await`].
    pub(super) fn foresee_wait(&mut self, thread: ThreadId) -> Foreseen {
        let here = self.foresee_here(thread);
        let mut seen = seen_by(&here.next);
        let waits = match &here.next {
            Next::Ready(Pending { operation, choices, .. }) if may_idle(operation, *choices) => {
                let mark = mazurka_machine::Machine::mark(self);
                let waits = self.goes_round(thread, &here, &mut seen);
                self.state.memory.set_noting(false);
                mazurka_machine::Machine::rewind(self, mark);
                waits
            }
            _ => false,
        };
        let foreseen = awaiting(here, waits, seen.ranges());
        Foreseen { relies_on_threads: foreseen.relies_on_threads || seen.threads, ..foreseen }
    }

    /// What a thread at an operation of a loop does next, whether it waits or not: always an [`Await`], too.
    pub(super) fn foresee_look(&mut self, thread: ThreadId) -> Foreseen {
        let here = self.foresee_here(thread);
        let mut seen = seen_by(&here.next);
        let foreseen = awaiting(here, false, seen.ranges());
        Foreseen { relies_on_threads: foreseen.relies_on_threads || seen.threads, ..foreseen }
    }

    /// Blocks the threads that go round in loops, if no other can go on. `stepped` is likely to.
    pub(in crate::vm) fn wait_together(&mut self, stepped: ThreadId) {
        let threads = self.state.threads.created();
        // What is quick to say comes first.
        if threads.iter().any(|thread| self.is_known_never_to_wait(thread))
            || self.is_known_to_go_on(stepped)
            || threads.iter().any(|thread| thread != stepped && self.is_known_to_go_on(thread))
            || !threads.iter().all(|thread| self.may_be_stuck(thread))
        {
            return;
        }
        let threads = threads.clone();
        let kept = self.state.memory.swap_notes(Noted::default());
        let mut waits = Vec::new();
        for thread in threads.iter() {
            if !matches!(self.interest(thread), Interest::Loop) {
                continue;
            }
            let foreseen = self.foresee_wait(thread);
            if !matches!(foreseen.next, Next::Blocked(_)) {
                waits.clear();
                break;
            }
            waits.push((thread, foreseen));
        }
        self.state.memory.swap_notes(kept);
        for (thread, foreseen) in waits {
            self.ahead.change(thread).foreseen = Some(Arc::new(foreseen));
        }
    }

    /// Whether a thread has ended, is blocked, or is in a loop that may wait.
    fn may_be_stuck(&self, thread: ThreadId) -> bool {
        self.state.threads.get(thread).state.status != Status::Alive
            || match self.ahead.of(thread).map(|foreseen| &foreseen.next) {
                Some(Next::Ready(pending)) => may_idle_awaiting(pending),
                Some(Next::Blocked(_) | Next::Finished) => true,
                None => {
                    let Intent { operation, choices, enabled, .. } = self.intent(thread);
                    !enabled || self.is_looking(thread) && may_idle(&operation, choices)
                }
            }
    }

    /// Lets the thread run until it is decided whether it waits.
    fn goes_round(&mut self, thread: ThreadId, here: &Foreseen, seen: &mut Seen) -> bool {
        let start = self.local_state(thread);
        let before = self.state.memory.mark();
        let (files, output) = (self.state.files.mark(), self.state.output.mark());
        let (mut has_looked, mut somewhere_new) = (false, false);
        let mut states = Vec::new();
        let mut there;
        let mut at = here;
        for _ in 0..MOST_OPERATIONS {
            let Next::Ready(pending) = &at.next else { return false };
            let looks = looks(&pending.operation);
            if !may_idle(&pending.operation, pending.choices) || looks && somewhere_new {
                return false;
            }
            seen.operation(&pending.operation);
            self.state.memory.clear_notes();
            let halt = self.transition(thread, 0, Some(at), MOST_JUMPS);
            seen.notes(self.state.memory.notes());
            let state = &mut self.state;
            if !matches!(halt, Ok(Halt::Visible))
                || state.memory.changed_since(before)
                || (state.files.mark(), state.output.mark()) != (files, output)
            {
                return false;
            }
            let now = self.local_state(thread);
            if now == start {
                return true;
            }
            // It goes round somewhere else: there it will be blocked.
            if states.contains(&now) {
                return false;
            }
            states.push(now);
            has_looked |= looks;
            somewhere_new |= has_looked && !self.config.wait_together && !self.has_visited(thread, now);
            if !matches!(self.interest(thread), Interest::Loop) {
                return false;
            }
            there = self.foresee_here(thread);
            at = &there;
        }
        false
    }

    fn has_visited(&self, thread: ThreadId, state: u128) -> bool {
        self.ahead.visits(thread).contains(&state)
    }
}

/// What a thread in a loop that may wait does next, if that is known without looking ahead: always an [`Await`].
pub(in crate::vm) fn look(next: Next) -> Next {
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

fn awaiting(here: Foreseen, waits: bool, watched: Vec<Range>) -> Foreseen {
    let relies_on = match here.relies_on.is_empty() {
        true => watched.clone(),
        false => here.relies_on.iter().chain(&watched).copied().collect(),
    };
    Foreseen { next: wrapped(here.next, waits, &watched), relies_on, ..here }
}

fn wrapped(next: Next, waits: bool, watched: &[Range]) -> Next {
    let wrap = |operation| Operation::Await(Arc::new(Await { operation, watched: watched.to_vec() }));
    match next {
        Next::Ready(pending) if waits => Next::Blocked(wrap(pending.operation)),
        Next::Ready(Pending { operation, choices, timeout }) => {
            Next::Ready(Pending { operation: wrap(operation), choices, timeout })
        }
        Next::Blocked(operation) => Next::Blocked(wrap(operation)),
        Next::Finished => Next::Finished,
    }
}
