//! The bounded searches that look at races one by one, as source sets do. They differ in a [`Rule`].

use std::ops::ControlFlow;

use mazurka_machine::{Operation, ThreadId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::within::Algorithm;
use super::{Bounded, Branching, enablers, inherit_sleep_within, returned_within};
use crate::execution::EventId;
use crate::path::Path;
use crate::search::Interrupt;
use crate::stack::Stack;
use crate::transition::Transition;

/// What an algorithm does about the races that it meets.
pub trait Rule: Default + Serialize + DeserializeOwned {
    /// Makes sure that the order of a race e ≲ p is reversed within the bound, if it can be.
    fn reverse(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>, e: EventId, p: EventId);

    /// p could not have come before e, but would have waited for it.
    fn wait(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        bounded.branch(stack, e, p);
    }

    /// Sleep′
    fn inherit_sleep(&self, stack: &mut Stack<Branching>) {
        inherit_sleep_within(stack);
    }

    /// A step was explored, and its thread may sleep.
    fn returned(&self, bounded: &Bounded, stack: &mut Stack<Branching>, transition: Transition) {
        returned_within(bounded, stack, transition);
    }
}

#[derive(Default, Serialize, Deserialize)]
pub struct RaceByRace<R>(R);

impl<R: Rule> RaceByRace<R> {
    fn reverse_races(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>, p: EventId) {
        for race in 0..stack.execution.races(p).len() {
            self.0.reverse(bounded, stack, stack.execution.races(p)[race], p);
        }
        for e in enablers(stack, p) {
            self.0.wait(bounded, stack, e, p);
        }
    }

    fn reverse_pending_races(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>, p: ThreadId) {
        let event = stack.pretend(p);
        self.reverse_races(bounded, stack, event);
        stack.execution.pop();
    }
}

impl<R: Rule> Algorithm for RaceByRace<R> {
    fn stepped(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>) {
        self.reverse_races(bounded, stack, stack.execution.len() - 1);
    }

    fn entered(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>) {
        self.0.inherit_sleep(stack);
        // A thread that has just become blocked races with the event that is in its way. When it can proceed, a later event
        // may be between the two, and the executions in which it comes between them may be beyond the bound. What a loop or
        // a block waits for depends on the state: it is looked at in every state in which it is blocked.
        let below = stack.depth().checked_sub(2).map(|below| stack.node(below));
        let was_ready = |p: ThreadId| below.is_some_and(|below| below.ready().contains(p));
        let waits = |p: &ThreadId| {
            was_ready(*p) || stack.pending(*p).is_some_and(Operation::has_state_dependent_touches)
        };
        let waiting: Vec<ThreadId> = stack.top().blocked().filter(waits).collect();
        waiting.into_iter().for_each(|p| self.reverse_pending_races(bounded, stack, p));
    }

    fn ended(
        &self,
        bounded: &mut Bounded,
        stack: &mut Stack<Branching>,
        interrupt: Interrupt<'_>,
    ) -> ControlFlow<()> {
        let blocked: Vec<ThreadId> = stack.top().blocked().collect();
        blocked.into_iter().try_for_each(|p| {
            interrupt()?;
            self.reverse_pending_races(bounded, stack, p);
            ControlFlow::Continue(())
        })
    }

    fn returned(&self, bounded: &Bounded, stack: &mut Stack<Branching>, transition: Transition) {
        self.0.returned(bounded, stack, transition);
    }
}
