//! Which races need not be looked at in every execution. The paper looks at all of them at every end;
//! [`Optimal::without_settling`](super::Optimal::without_settling) does, too, and explores the same executions.
//!
//! A race e ≲ e′ is looked at until it is *settled*. Executions below e′ share u, the part of v = notdep(e, E).e′ that
//! comes before e′ in E, and e′; they differ in the rest of v. What the paper does with v is the same for all of them, so
//! that it need not be done again,
//! - if a sleeping thread is an initial of u: then it is one of every v; and
//! - if the insertion into the wakeup tree, as long as it has not used up u, only ever follows initials of what is left of
//!   u, and passes by no branch that is a weak initial of that: a weak initial of a longer v is one of u, so that every v
//!   takes the same way. Where u is used up, e does not matter any more: e′, which conflicts with it, is on the way. For the same
//!   reason the new branch begins with u and e′, and the rest of v comes behind; that needs an e′ which, before e, depends
//!   on nothing more than it did behind e. Such a race is *planned*.
//!
//! That some branch at the node is an initial of u is not enough: another execution's v may belong into an earlier branch,
//! under which e sleeps, so that no other race would find it missing there.
//!
//! Choices: those that threads make in the rest of v differ, too. A race stays open if its way leads over one of several
//! choices. A planned one is opened again when the rest of some v makes one: another race may have planned a way over one
//! choice behind u and e′, and only the v of executions that choose otherwise lead over the others.
//!
//! Waits: what a wait or a block would do before e is the same in all executions below e′ if it depends on no more there
//! than it does in E (`cover.rs`): what comes after e′ in v is independent of that. So it is found out once, and the race
//! is settled like any other.
//!
//! Hidden races of waits: let e → e₂ → e′, and let e′ be possible after notdep(e₂, E), depending on no more there than in
//! E. Then e ≲ e′ is not looked at. It is needed for traces E′.w.e′ with E′ = pre(E, e) and w independent of e. Of all
//! executions that begin with E′.e.w, consider one in which the past of e′ has no proper subset that it has in another of
//! them. It does not contain such an e₂: since e → e₂, nothing of w happens after e₂, so that notdep(e₂, E).e′ begins with
//! E′.e.w, too, and the past of e′ is smaller there.

use std::ops::ControlFlow;

use mazurka_machine::Choice;
use serde::{Deserialize, Serialize};

use super::predict::{Predicted, is_lasting, predict};
use super::sequence::WeakInitial;
use crate::execution::{EventId, Execution};
use crate::operations::OperationId;
use crate::pending::NextId;
use crate::search::Interrupt;
use crate::stack::Stack;

/// e ≲_E e′
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Race {
    pub e: EventId,
    pub racing: EventId,
    /// What e′ is when it comes before e, once that is known for all executions below e′.
    pub name: Option<Name>,
    /// An execution below e′ has met one of several choices in the rest of v: others make others.
    pub meets_choices: bool,
    /// What the last look at it has shown, if that was enough.
    #[serde(skip)]
    pub verdict: Option<Verdict>,
}

/// A transition of the thread of e′.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Name {
    pub operation: OperationId,
    /// `None`: all of them, as many as there will be.
    pub choice: Option<Choice>,
}

/// What a look at a race says about other executions below e′.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    /// None of them inserts anything because of it.
    Settled,
    /// Every v of this race takes the same way into the wakeup tree, unless choices are made in it.
    Planned,
    /// Another execution may have to reverse it, too.
    Open,
}

impl Verdict {
    pub(super) fn settled_if(settled: bool) -> Verdict {
        if settled { Verdict::Settled } else { Verdict::Open }
    }
}

/// The races of the events on the stack, both lists in the order of the later event.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Races {
    /// To be looked at when the execution ends.
    pub open: Vec<Race>,
    pub planned: Vec<Race>,
    /// None is ever settled: all are open.
    pub all: bool,
}

impl Races {
    /// The last event of the execution is new.
    pub(super) fn stepped<D>(&mut self, stack: &Stack<D>) {
        let racing = stack.execution.len() - 1;
        if stack.execution.event(racing).choices > 1 {
            self.meet_choices(&stack.execution, racing);
        }
        let _ = add_races_of(stack, racing, self.all, &mut self.open, &mut || ControlFlow::Continue(()));
    }

    /// The execution has this many events left.
    pub(super) fn returned(&mut self, length: usize) {
        for races in [&mut self.open, &mut self.planned] {
            while races.last().is_some_and(|race| race.racing >= length) {
                races.pop();
            }
        }
    }

    /// Keeps those that are not settled.
    pub(super) fn keep(&mut self, mut races: Vec<Race>) {
        if !self.all {
            let is_planned = |race: &Race| race.verdict == Some(Verdict::Planned) && !race.meets_choices;
            merge(&mut self.planned, races.iter().filter(|race| is_planned(race)).copied().collect());
            races.retain(|race| race.verdict != Some(Verdict::Settled) && !is_planned(race));
        }
        self.open = races;
    }

    /// The races of e′ that are to be looked at, unless it is interrupted.
    pub(super) fn of<D>(
        &self,
        stack: &Stack<D>,
        racing: EventId,
        interrupt: Interrupt<'_>,
    ) -> ControlFlow<(), Vec<Race>> {
        let mut found = Vec::new();
        add_races_of(stack, racing, self.all, &mut found, interrupt)?;
        ControlFlow::Continue(found)
    }

    /// An event has made one of several choices: races that do not reverse it have another v wherever it makes another.
    fn meet_choices(&mut self, execution: &Execution, event: EventId) {
        let meets = |race: &mut Race| {
            race.meets_choices |= !execution.happens_before(race.e, event);
            race.meets_choices
        };
        self.open.iter_mut().for_each(|race| {
            meets(race);
        });
        let reopened: Vec<Race> = self.planned.extract_if(.., meets).collect();
        merge(&mut self.open, reopened);
    }

    /// Whether these can be races of a stack.
    pub(super) fn fit<D>(&self, stack: &Stack<D>) -> bool {
        let operations = stack.execution.operations.len();
        let is_race = |race: &Race| {
            race.racing < stack.execution.len()
                && stack.execution.races(race.racing).contains(&race.e)
                && race.name.is_none_or(|name| name.operation.index() < operations)
        };
        [&self.open, &self.planned]
            .into_iter()
            .all(|races| races.iter().all(is_race) && races.is_sorted_by_key(|race| race.racing))
    }
}

/// Adds the races of e′; unless `all` are wanted, without those of a wait of which nothing will come or which are hidden.
fn add_races_of<D>(
    stack: &Stack<D>,
    racing: EventId,
    all: bool,
    found: &mut Vec<Race>,
    interrupt: Interrupt<'_>,
) -> ControlFlow<()> {
    let execution = &stack.execution;
    let races = execution.races(racing).iter();
    let races = races.map(|&e| Race { e, racing, name: None, meets_choices: false, verdict: None });
    if all || !execution.traits(racing).state_dependent_touches {
        found.extend(races);
        return ControlFlow::Continue(());
    }
    let mut possible: Vec<Race> = Vec::new();
    for race in races {
        interrupt()?;
        if possible.iter().any(|other| hides(execution, other, &race)) {
            continue;
        }
        match predict(stack, race.e, racing) {
            Predicted::Impossible { lasting: true } => {}
            Predicted::As(name) if is_lasting(execution, racing, NextId::Ready(name.operation, 1)) => {
                possible.push(Race { name: Some(name), ..race });
                found.extend(possible.last());
            }
            _ => found.push(race),
        }
    }
    ControlFlow::Continue(())
}

/// Adds races to others; both are in the order of the later event.
fn merge(races: &mut Vec<Race>, others: Vec<Race>) {
    let Some(first) = others.first() else { return };
    let same = races.partition_point(|race| race.racing <= first.racing);
    races.extend(others);
    races[same..].sort_by_key(|race| race.racing);
}

/// Whether a race need not be looked at because e′ can come before an event that happens after its e.
fn hides(execution: &Execution, other: &Race, race: &Race) -> bool {
    other.racing == race.racing
        && other.name.is_some()
        && other.e != race.e
        && execution.happens_before(race.e, other.e)
}

/// Settles the races that a race hides, if it is one of a wait.
pub(super) fn settle_hidden(execution: &Execution, races: &mut [Race], by: usize) {
    let by = races[by];
    if execution.traits(by.racing).state_dependent_touches && by.name.is_some() {
        for race in races.iter_mut().filter(|race| hides(execution, &by, race)) {
            race.verdict = Some(Verdict::Settled);
        }
    }
}

/// Whether all v of a race agree on what is done with this one.
#[derive(Default)]
pub(super) struct Agreement {
    /// The first steps of what is left of v, this many, are what is left of u, and in every v.
    shared: usize,
    /// u ends with e′, which is not among the steps yet.
    without_racing: bool,
    /// Every v has taken the same way into the wakeup tree so far.
    pub holds: bool,
}

impl Agreement {
    /// About a v of which only e′ is missing, and this many steps come before e′ in E.
    pub(super) fn on(shared: usize, settles: bool) -> Agreement {
        Agreement { shared, without_racing: true, holds: settles }
    }

    /// e′ becomes one of `length` steps; returns its place. If every v has the same e′ there, it comes right behind u.
    pub(super) fn add_racing(&mut self, is_the_same: bool, length: usize) -> usize {
        self.without_racing = false;
        self.holds &= is_the_same;
        if !self.holds {
            return length;
        }
        self.shared += 1;
        self.shared - 1
    }

    /// A branch that is not a weak initial of v is passed by: whether it is one of u matters to other v.
    pub(super) fn pass_by(&mut self, length: usize, is_weak_initial: impl FnOnce(usize) -> bool) {
        if self.holds && self.is_shared_left() && self.shared < length {
            self.holds = !is_weak_initial(self.shared);
        }
    }

    /// A branch is followed, and its step removed from v.
    pub(super) fn follow(&mut self, found: WeakInitial, picks: bool) {
        match found {
            WeakInitial::At(at) if at < self.shared => self.shared -= 1,
            _ => self.holds &= !self.is_shared_left() && !picks,
        }
    }

    /// What is left of v becomes a branch; `picks` says whether one of several choices is made from a step on.
    pub(super) fn append(&mut self, picks: impl FnOnce(usize) -> bool) {
        self.holds &= !picks(self.shared);
    }

    /// Whether a weak initial of v is an initial of every v.
    pub(super) fn is_about(&self, found: WeakInitial) -> bool {
        matches!(found, WeakInitial::At(at) if self.holds && at < self.shared)
    }

    pub(super) fn verdict(&self) -> Verdict {
        if self.holds { Verdict::Planned } else { Verdict::Open }
    }

    fn is_shared_left(&self) -> bool {
        self.shared > 0 || self.without_racing
    }
}
