//! Trying on the machine whether e′ can come before other events.

use std::ops::ControlFlow;

use mazurka_machine::{Machine, Next};

use super::foresee::is_lasting;
use super::node::WakeupNode;
use crate::execution::{EventId, Execution};
use crate::marks::Rewinder;
use crate::operations::OperationId;
use crate::pending::NextId;
use crate::search::Interrupt;
use crate::stack::Stack;
use crate::transition::Transition;

/// E without some events, and what happens after them, up to e′.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Trial {
    /// The first event that is undone.
    pub from: EventId,
    /// What remains after it, but for e′.
    pub steps: Vec<EventId>,
    undone: Vec<EventId>,
}

impl Trial {
    pub(super) fn of(execution: &Execution, racing: EventId, undone: Vec<EventId>) -> Trial {
        let from = undone.iter().copied().min().expect("something is undone");
        let stays =
            |k: &EventId| *k != racing && !undone.iter().any(|&e| e <= *k && execution.happens_before(e, *k));
        let steps = (from..execution.len()).filter(stays).collect();
        Trial { from, steps, undone }
    }

    /// What the thread of e′ is about to do after the steps.
    pub(super) fn run<M: Machine>(
        &self,
        rewinder: &mut Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        racing: EventId,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<(), NextId>, M::Error> {
        let machine = rewinder.at(stack, self.from)?;
        let thread = stack.execution.event(racing).thread;
        let (before, after) = self.steps.split_at(self.steps.partition_point(|k| *k < racing));
        let mut next = NextId::Finished;
        for steps in [before, after] {
            for &k in steps {
                if interrupt().is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                if !repeat(machine, stack.execution.event(k).transition())? {
                    return Ok(ControlFlow::Continue(NextId::Finished));
                }
            }
            next = stack.intern(thread, &machine.next(thread));
            if is_lasting(&stack.execution, racing, next) {
                break; // What comes after e′ in E changes nothing about it.
            }
        }
        Ok(ControlFlow::Continue(next))
    }

    /// Where e′ is blocked after the steps, some other event that it meets must be undone, too: one of the steps, or one
    /// before them that e′ did not meet where it came in E. Each of them in turn, if it is not needed to get to e′ at all.
    pub(super) fn undo_more(
        &self,
        execution: &Execution,
        racing: EventId,
        blocked: OperationId,
    ) -> Vec<Trial> {
        let e_prime = execution.event(racing);
        let needed = |k: EventId| {
            let past = [e_prime.previous, e_prime.cause].into_iter().flatten();
            past.into_iter().any(|before| execution.happens_before(k, before))
        };
        let meets = |k: EventId, operation| execution.operations.dependent(execution.event(k).id, operation);
        let earlier = (0..self.from).filter(|&k| !meets(k, e_prime.id));
        let candidates = self.steps.iter().copied().chain(earlier);
        let undone = candidates
            .filter(|&k| execution.event(k).thread != e_prime.thread && meets(k, blocked) && !needed(k))
            .map(|k| self.undone.iter().copied().chain([k]).collect());
        undone.map(|undone| Trial::of(execution, racing, undone)).collect()
    }
}

/// Makes a step of E again; `false` where it is not possible: behind a data race, threads may do something else in another
/// order than they were seen to do.
fn repeat<M: Machine>(machine: &mut M, Transition { thread, choice }: Transition) -> Result<bool, M::Error> {
    match machine.next(thread) {
        Next::Ready(pending) if choice < pending.choices => machine.step(thread, choice).map(|_| true),
        _ => Ok(false),
    }
}
