//! Which thread a state begins with, so that the first execution of a program that ends comes to its end: fair scheduling, as in
//! Musuvathi, Qadeer: *Fair Stateless Model Checking*, PLDI 2008. Any enabled thread may come first: what must be explored,
//! and whether a state was seen before, do not depend on it.
//!
//! A thread is *deferred* while what it is about to do should come after what others do ([`Urgency`]), and from the time when it
//! has come back [`RETURNS`] times to an operation while no other thread stepped, until it steps after another one. Threads
//! that are not deferred come first. Among those that are, the thread comes first whose last step was earliest; a time-out
//! waits somewhat longer, because what it waits for may still happen.
//!
//! That alone is not fair: two threads that take turns are never deferred. So a thread that has not stepped for a long time
//! comes before all others.
//!
//! All of this follows from the path to a state. It does not belong to the state.

use mazurka_machine::{ThreadId, ThreadSet, Urgency};

use crate::operations::OperationId;

/// How often a thread comes back to an operation before it is deferred.
const RETURNS: u32 = 64;

/// How many events a time-out waits longer than a thread that is deferred for another reason.
const PATIENCE: u32 = 32;

/// After this many events without a step of its own, a thread comes first.
const STARVES: u32 = 1_000;

/// What is known of the path to a state.
#[derive(Clone, Default)]
pub(crate) struct Fairness {
    /// Threads whose pending operation is not urgent.
    hesitant: ThreadSet,
    /// Threads that have come back to the same operation too often.
    exhausted: ThreadSet,
    burst: Burst,
    /// The number of events on the path.
    now: u32,
}

/// What one thread did since another thread stepped.
#[derive(Clone, Copy, Default)]
struct Burst {
    thread: ThreadId,
    events: u32,
    /// An operation that it was about to do, and how often it was again since then. Another one is chosen whenever the
    /// number of events has doubled (Brent), so that it is in the loop in the end, however long that is.
    anchor: Option<OperationId>,
    returns: u32,
}

/// What is known of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Turn {
    urgency: Urgency,
    /// When it stepped last, or was created.
    last: u32,
}

impl Turn {
    /// Of a thread that does not exist.
    pub(crate) const NEVER: Turn = Turn { urgency: Urgency::Normal, last: u32::MAX };

    /// Whether the machine says that the next step lets others go first.
    pub(crate) fn yields(self) -> bool {
        self.urgency >= Urgency::Yielded
    }

    /// Since when it waits for its turn.
    fn since(self) -> u32 {
        let patience = if self.urgency == Urgency::Timeout { PATIENCE } else { 0 };
        self.last.saturating_add(patience)
    }
}

impl Fairness {
    /// Takes over what is known of the path to the state before.
    pub(crate) fn inherit(&mut self, before: &Fairness) {
        let Fairness { hesitant, exhausted, burst, now } = before;
        self.hesitant.clone_from(hesitant);
        self.exhausted.clone_from(exhausted);
        (self.burst, self.now) = (*burst, *now);
    }

    /// A thread's pending operation is this urgent; `known` is what was known of the thread before.
    #[inline]
    pub(crate) fn urgency(&mut self, thread: ThreadId, urgency: Urgency, known: Turn) -> Turn {
        self.hesitant.set(thread, urgency != Urgency::Normal);
        let last = if known == Turn::NEVER { self.now } else { known.last };
        Turn { urgency, last }
    }

    /// An event of a thread leads to the state.
    #[inline]
    pub(crate) fn begin(&mut self, thread: ThreadId) {
        self.now = self.now.saturating_add(1);
        if self.burst.thread != thread {
            self.burst = Burst { thread, ..Burst::default() };
            self.exhausted.set(thread, false);
        }
    }

    /// What the thread of the last event is about to do now.
    #[inline]
    pub(crate) fn follow(&mut self, turn: &mut Turn, next: Option<OperationId>) {
        turn.last = self.now;
        let burst = &mut self.burst;
        burst.events = burst.events.saturating_add(1);
        if burst.events.is_power_of_two() {
            (burst.anchor, burst.returns) = (next, 0);
        } else if next.is_some() && next == burst.anchor {
            burst.returns += 1;
            if burst.returns == RETURNS {
                self.exhausted.set(burst.thread, true);
            }
        }
    }

    /// The thread among these that waits for the longest time.
    pub(crate) fn next_turn(threads: &ThreadSet, turn: impl Fn(ThreadId) -> Turn) -> Option<ThreadId> {
        threads.iter().min_by_key(|thread| turn(*thread).since())
    }

    /// The thread among these that has not stepped for the longest time, if that is too long.
    #[inline]
    pub(crate) fn starving(&self, threads: &ThreadSet, turn: impl Fn(ThreadId) -> Turn) -> Option<ThreadId> {
        let too_long = self.now.checked_sub(STARVES)?;
        let last = |thread: &ThreadId| turn(*thread).last;
        threads.iter().filter(|thread| last(thread) < too_long).min_by_key(last)
    }

    /// Whether a thread is not deferred.
    pub(crate) fn is_prompt(&self, thread: ThreadId) -> bool {
        !self.hesitant.contains(thread) && !self.exhausted.contains(thread)
    }

    /// Those of some threads that are not deferred.
    #[inline]
    pub(crate) fn prompt(&self, threads: &ThreadSet) -> ThreadSet {
        threads.without(&self.hesitant).without(&self.exhausted)
    }

    /// The first of some threads that are deferred.
    pub(crate) fn first_deferred(
        &self,
        threads: &ThreadSet,
        turn: impl Fn(ThreadId) -> Turn,
    ) -> Option<ThreadId> {
        threads.iter().min_by_key(|&thread| {
            let turn = turn(thread);
            (turn.yields() || self.exhausted.contains(thread), turn.since())
        })
    }
}
