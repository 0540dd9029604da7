//! A sequence of steps that reverses a race, to be explored from before the race's first event.
//!
//! It owns what it needs to know of happens-before, because it may be looked at when the execution that it was taken
//! from is gone.

use mazurka_machine::{Operation, Pending, ThreadId, dependent};

use crate::clock::Clock;
use crate::execution::EventId;
use crate::trail::Taken;

/// v = notdep(e, E).e′
#[derive(Clone, Debug)]
pub struct Reversal {
    steps: Vec<ReversalStep>,
    /// What comes before e′ whatever it does: its own thread, and what created or woke it.
    thread_past: Clock,
}

#[derive(Clone, Debug)]
pub struct ReversalStep {
    pub taken: Taken,
    pub operation: Operation,
    /// How many choices there are, if all of them are to be tried; 1 if only the one taken is.
    pub choices: u32,
    event: EventId,
    past: Clock,
}

impl Reversal {
    /// A reversal for an event of a thread with this past.
    pub(crate) fn new(thread_past: Clock) -> Reversal {
        Reversal { steps: Vec::new(), thread_past }
    }

    /// An empty one for the same e′.
    pub(crate) fn beginning(&self) -> Reversal {
        Reversal::new(self.thread_past.clone())
    }

    pub(crate) fn push(&mut self, taken: Taken, operation: Operation, event: EventId, past: Clock) {
        self.steps.push(ReversalStep { taken, operation, choices: 1, event, past });
    }

    /// e′ comes last: after what its own thread demands, and what of v it depends on.
    pub(crate) fn push_racing(&mut self, taken: Taken, operation: Operation, event: EventId) {
        let past = self.past_of(&operation);
        self.push(taken, operation, event, past);
    }

    /// The past of e′ if it does `operation` after the other steps.
    fn past_of(&self, operation: &Operation) -> Clock {
        let mut past = self.thread_past.clone();
        for step in self.steps.iter().filter(|step| step.comes_before(operation)) {
            past.join(step.past.as_slice());
        }
        past
    }

    /// Whether nothing of v happens before e′ if that does `operation`: not even what created or woke its thread.
    pub fn leaves_alone(&self, operation: &Operation) -> bool {
        let before = &self.steps[..self.steps.len() - 1];
        before.iter().all(|step| !self.needs(step.taken.thread, step.event) && !step.comes_before(operation))
    }

    /// The same without one of the steps on which e′ depends, for each of them that is not needed to get to e′ at all.
    pub fn without_one_of(&self, operation: &Operation) -> impl Iterator<Item = Reversal> {
        let before = &self.steps[..self.steps.len() - 1];
        let met = before.iter().enumerate().filter(|(_, step)| dependent(&step.operation, operation));
        met.filter(|(_, step)| !self.needs(step.taken.thread, step.event)).map(|(at, _)| self.without(at))
    }

    /// The same without a step and what happens after it; e′ stays.
    fn without(&self, at: usize) -> Reversal {
        let last = self.steps.len() - 1;
        let stays = |other: &usize| *other == last || (*other != at && !self.happens_before(at, *other));
        let steps = (0..=last).filter(stays).map(|other| self.steps[other].clone()).collect();
        Reversal { steps, thread_past: self.thread_past.clone() }
    }

    /// The part of it that an earlier event does not happen before, after other steps; e′ stays.
    pub(crate) fn append_to(self, earlier: ThreadId, event: EventId, steps: &mut Reversal) {
        let last = self.steps.len() - 1;
        let stays = |(at, step): &(usize, ReversalStep)| *at == last || !step.past.covers(earlier, event);
        steps.steps.extend(self.steps.into_iter().enumerate().filter(stays).map(|(_, step)| step));
    }

    /// Whether an event is needed to get to e′ at all.
    pub fn needs(&self, thread: ThreadId, event: EventId) -> bool {
        self.thread_past.covers(thread, event)
    }

    /// Which threads take which choices, in order.
    pub fn schedule(&self) -> Vec<Taken> {
        self.steps.iter().map(|step| step.taken).collect()
    }

    pub fn steps(&self) -> &[ReversalStep] {
        &self.steps
    }

    /// e′, which is the last step.
    pub fn racing(&self) -> &ReversalStep {
        self.steps.last().expect("a reversal has at least the racing step")
    }

    /// What e′ turns out to be when it comes before e: all of its choices are open again.
    pub fn set_racing(&mut self, pending: &Pending) {
        let ReversalStep { mut taken, event, .. } =
            self.steps.pop().expect("a reversal has at least the racing step");
        if pending.choices == 1 {
            taken.choice = 0;
        }
        let (operation, past) = (pending.operation.clone(), self.past_of(&pending.operation));
        self.steps.push(ReversalStep { taken, operation, choices: pending.choices, event, past });
    }

    pub fn remove(&mut self, at: usize) {
        self.steps.remove(at);
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    pub fn contains(&self, thread: ThreadId) -> bool {
        self.steps.iter().any(|step| step.taken.thread == thread)
    }

    /// The thread's first step, if nothing in the sequence happens before it: the thread is an initial.
    pub fn initial_step(&self, thread: ThreadId) -> Option<usize> {
        let at = self.steps.iter().position(|step| step.taken.thread == thread)?;
        (!(0..at).any(|earlier| self.happens_before(earlier, at))).then_some(at)
    }

    pub fn happens_before(&self, earlier: usize, later: usize) -> bool {
        let before = &self.steps[earlier];
        self.steps[later].past.covers(before.taken.thread, before.event)
    }

    /// I(v), in order of appearance.
    pub fn initials(&self) -> Vec<ThreadId> {
        let mut initials = Vec::new();
        for (at, step) in self.steps.iter().enumerate() {
            let thread = step.taken.thread;
            if !initials.contains(&thread) && self.initial_step(thread) == Some(at) {
                initials.push(thread);
            }
        }
        initials
    }

    /// p ∈ WI(v) for a thread about to do `operation`: it is an initial, or does not occur and commutes with all.
    pub fn is_weak_initial(&self, thread: ThreadId, operation: &Operation) -> bool {
        if self.contains(thread) {
            return self.initial_step(thread).is_some();
        }
        self.steps.iter().all(|step| !dependent(&step.operation, operation))
    }
}

impl ReversalStep {
    /// Whether a later `operation` depends on it. Whatever a thread does comes before it is joined.
    fn comes_before(&self, operation: &Operation) -> bool {
        dependent(&self.operation, operation)
            || matches!(operation, Operation::Join(thread) if *thread == self.taken.thread)
    }
}
