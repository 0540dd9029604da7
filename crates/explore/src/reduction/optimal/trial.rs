//! Trying on the machine whether e′ can come before other events.
//!
//! Several events that do not mind each other may be in the way of one waiting operation (two additions to a counter that it
//! waits for): it is not enough to undo one of them. So where e′ is blocked after v, each event that it depends on there is
//! undone, too, in turn, until it is not blocked; be it one of v or an earlier one that e′ did not meet where it came in E.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_machine::{Machine, Next};

use super::Optimal;
use super::node::WakeupNode;
use super::predict::{is_lasting, still_racing};
use super::settled::{Race, Verdict, settle_hidden};
use crate::execution::{EventId, Execution};
use crate::marks::Rewinder;
use crate::operations::OperationId;
use crate::pending::NextId;
use crate::search::Interrupt;
use crate::stack::Stack;
use crate::transition::Transition;

impl Optimal {
    /// Reverses the races that have no verdict yet.
    pub(super) fn try_out_all<M: Machine>(
        &mut self,
        rewinder: &mut Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        races: &mut [Race],
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        let mut untried: Vec<usize> = (0..races.len()).filter(|&i| races[i].verdict.is_none()).collect();
        // The last first: each trial starts where the one before has not been.
        untried.sort_by_key(|&i| std::cmp::Reverse(races[i].e));
        for i in untried {
            if races[i].verdict.is_none() && stack.execution.traits(races[i].racing).state_dependent_touches {
                races[i].verdict = self.reverse(stack, &races[i]);
            }
            if races[i].verdict.is_none() {
                if self.try_out(rewinder, stack, &mut races[i], interrupt)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                settle_hidden(&stack.execution, races, i);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Runs v from E′ to see whether e′ is possible there, and what it is.
    fn try_out<M: Machine>(
        &mut self,
        rewinder: &mut Rewinder<'_, M>,
        stack: &mut Stack<WakeupNode>,
        race: &mut Race,
        interrupt: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        let mut verdict = Verdict::Settled;
        let mut untried = vec![Trial::of(&stack.execution, race.racing, vec![race.e])];
        let mut tried = BTreeSet::new();
        while let Some(trial) = untried.pop() {
            let ControlFlow::Continue(next) = trial.run(rewinder, stack, race.racing, interrupt)? else {
                return Ok(ControlFlow::Break(()));
            };
            let lasting = is_lasting(&stack.execution, race.racing, next);
            if !lasting {
                verdict = Verdict::Open;
            }
            if let NextId::Blocked(operation) = next {
                let more = trial.undo_more(&stack.execution, race.racing, operation);
                untried.extend(more.into_iter().filter(|trial| tried.insert(trial.clone())));
            }
            let Some(name) = still_racing(stack, trial.from, next) else { continue };
            if lasting && trial.from == race.e && tried.is_empty() && !self.races.all {
                race.name = Some(name);
            }
            self.sequence.fill(&stack.execution, &trial.steps, race.racing, !self.races.all);
            verdict = verdict.max(self.insert(stack, &Race { e: trial.from, ..*race }, name));
        }
        race.verdict = Some(verdict);
        Ok(ControlFlow::Continue(()))
    }
}

/// E without some events, and what happens after them, up to e′.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Trial {
    /// The first event that is undone.
    from: EventId,
    /// What remains after it, but for e′.
    steps: Vec<EventId>,
    undone: Vec<EventId>,
}

impl Trial {
    fn of(execution: &Execution, racing: EventId, undone: Vec<EventId>) -> Trial {
        let from = undone.iter().copied().min().expect("something is undone");
        let stays =
            |k: &EventId| *k != racing && !undone.iter().any(|&e| e <= *k && execution.happens_before(e, *k));
        let steps = (from..execution.len()).filter(stays).collect();
        Trial { from, steps, undone }
    }

    /// What the thread of e′ is about to do after the steps.
    fn run<M: Machine>(
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
    fn undo_more(&self, execution: &Execution, racing: EventId, blocked: OperationId) -> Vec<Trial> {
        let e_prime = execution.event(racing);
        let needed = |k: EventId| {
            let past = [e_prime.previous, e_prime.cause].into_iter().flatten();
            past.into_iter().any(|before| execution.happens_before(k, before))
        };
        let meets = |k: EventId, operation| {
            execution.operations.dependent_in_any_state(execution.event(k).id, operation)
        };
        let earlier = (0..self.from).filter(|&k| !meets(k, e_prime.id));
        let candidates = self.steps.iter().copied().chain(earlier);
        let undone = candidates
            .filter(|&k| execution.event(k).thread != e_prime.thread && meets(k, blocked) && !needed(k))
            .map(|k| self.undone.iter().copied().chain([k]).collect());
        undone.map(|undone| Trial::of(execution, racing, undone)).collect()
    }
}

/// Makes a step of E again; `false` where it is not possible: after a data race, a thread may do something else in another
/// order than it was seen to do.
fn repeat<M: Machine>(machine: &mut M, Transition { thread, choice }: Transition) -> Result<bool, M::Error> {
    match machine.next(thread) {
        Next::Ready(pending) if choice < pending.choices => machine.step(thread, choice).map(|_| true),
        _ => Ok(false),
    }
}
