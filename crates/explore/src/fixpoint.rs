//! Searches that learn: a machine which operations are visible, a monitor which transitions are movers.
//!
//! What a search learns may concern states that it has left already, and its transitions must stay the same until it ends. So
//! nothing is used before the search is over; then it begins again, until one learns nothing: each is a *round*. Only the
//! last round is complete. What fails or deadlocks in an earlier one does so in fact; but a thread may seem to spin for ever
//! there, because it does not stop where another one could change what it reads.

use std::ops::ControlFlow;

use mazurka_machine::{CutOff, DataRace, Fault, Learning, Machine};

use crate::end::End;
use crate::observer::{Observer, Position, continue_if};
use crate::path::Path;
use crate::sampling::{self, SAMPLED_TRANSITIONS, Sampling};
use crate::stateful::{ChoiceReason, Demotion};

/// What learns while a search on a machine lasts.
pub trait Learner<M> {
    /// Whether [`Learner::adopt`] would return `true`.
    fn has_learnt(&self, machine: &M) -> bool;

    /// Uses from now on what was learnt since this was last called; `false` if that is nothing. The machine is in the state in
    /// which a search begins.
    fn adopt(&mut self, machine: &mut M) -> bool;
}

/// A machine that learns by itself.
pub struct MachineOnly;

impl<M: Learning> Learner<M> for MachineOnly {
    fn has_learnt(&self, machine: &M) -> bool {
        machine.has_learnt()
    }

    fn adopt(&mut self, machine: &mut M) -> bool {
        machine.adopt()
    }
}

/// Both.
impl<M, A: Learner<M>, B: Learner<M>> Learner<M> for (A, &mut B) {
    fn has_learnt(&self, machine: &M) -> bool {
        self.0.has_learnt(machine) || self.1.has_learnt(machine)
    }

    fn adopt(&mut self, machine: &mut M) -> bool {
        self.0.adopt(machine) | self.1.adopt(machine)
    }
}

/// Searches from the machine's state until nothing is learnt; returns the result of the last round, and the number of rounds.
/// A search continues if it is complete. One that breaks is the last one, unless it was broken off by its [`LearningRound`].
pub fn to_fixpoint<M: Machine, L: Learner<M>, T>(
    machine: &mut M,
    learner: &mut L,
    mut search: impl FnMut(&mut M, &mut L, &mut LearningRound) -> ControlFlow<T, T>,
) -> (T, u64) {
    let start = machine.mark();
    let mut rounds = 1;
    let mut sampling = Sampling::default();
    loop {
        let mut round = LearningRound { sampling, ..LearningRound::default() };
        let result = search(machine, learner, &mut round);
        machine.rewind(start);
        sampling = round.sampling_afterwards();
        let is_over = result.is_continue() || round.is_broken_off;
        match result {
            _ if is_over && (learner.adopt(machine) || sampling == Sampling::Due) => rounds += 1,
            ControlFlow::Continue(result) | ControlFlow::Break(result) => return (result, rounds),
        }
    }
}

/// When a round is broken off: one that has learnt something will be repeated, so it need not be completed. It runs on for a
/// while, to learn more at once, but not for long: where a search comes to orders of threads of a new kind, it soon learns what
/// there is to learn from them.
#[derive(Default)]
pub struct LearningRound {
    /// After how many transitions it is broken off because the machine has learnt something.
    last: Option<u64>,
    /// The monitor has demoted something.
    has_demoted: bool,
    /// After how many transitions it is broken off for that.
    last_transition: Option<u64>,
    sampling: Sampling,
    /// After how many transitions it is broken off because executions are to be sampled first.
    sampled_after: Option<u64>,
    is_broken_off: bool,
}

/// A round with a monitor that learns has at least this many transitions after that: most demotions come together.
const TRANSITIONS_AFTER_DEMOTION: u64 = 1000;
/// The same on a machine that learns: these take less time than to begin again.
const TRANSITIONS_TO_LEARN_MORE: u64 = 100;

impl LearningRound {
    /// An observer that forwards everything, and breaks the round off when it is time.
    pub fn watch<'o, M: Learning>(&'o mut self, observer: &'o mut dyn Observer<M>) -> impl Observer<M> + 'o {
        Watched { round: self, observer, has_learnt: M::has_learnt }
    }

    /// The same for a machine that does not learn, but the search's monitor may.
    pub fn watch_monitor<'o, M: Machine>(
        &'o mut self,
        observer: &'o mut dyn Observer<M>,
    ) -> impl Observer<M> + 'o {
        Watched { round: self, observer, has_learnt: |_: &M| false }
    }

    /// To be called before the search begins, if the machine's rounds can be long in vain: after the first round that has turned
    /// out to be long, though the machine had learnt from others, it learns from a few executions of other kinds.
    pub fn sample<M: Machine, L: Learner<M>>(
        &mut self,
        machine: &mut M,
        learner: &mut L,
        observer: &mut dyn Observer<M>,
    ) {
        match self.sampling {
            Sampling::TooEarly | Sampling::Done => {}
            Sampling::IfLong => self.sampled_after = Some(SAMPLED_TRANSITIONS),
            Sampling::Due => {
                self.sampling = Sampling::Done;
                sampling::sample(machine, learner, observer);
            }
        }
    }

    fn sampling_afterwards(&self) -> Sampling {
        match self.sampling {
            Sampling::TooEarly if self.last.is_some() => Sampling::IfLong,
            sampling => sampling,
        }
    }

    /// Whether the search was stopped because it will be repeated, and not by the observer.
    pub fn is_broken_off(&self) -> bool {
        self.is_broken_off
    }

    /// The same, though perhaps nothing was learnt.
    pub fn is_broken_off_to_sample(&self) -> bool {
        self.is_broken_off && self.sampling == Sampling::Due
    }

    /// Another transition is about to be made, on a machine that has learnt something or not.
    #[inline]
    fn continues(&mut self, transitions: u64, has_learnt: impl FnOnce() -> bool) -> ControlFlow<()> {
        if self.last.is_none() && has_learnt() {
            self.last = Some(transitions + transitions / 16 + TRANSITIONS_TO_LEARN_MORE);
        }
        if self.sampled_after.is_some_and(|after| transitions >= after) {
            self.sampling = Sampling::Due;
            self.is_broken_off = true;
        }
        self.is_broken_off |= self.last.is_some_and(|last| transitions >= last);
        continue_if(!self.is_broken_off)
    }

    /// Something was demoted, now or before.
    fn continues_after(&mut self, position: &dyn Position) -> ControlFlow<()> {
        let transitions = position.progress().transitions();
        let later = || (2 * transitions).max(transitions + TRANSITIONS_AFTER_DEMOTION);
        self.is_broken_off |= transitions >= *self.last_transition.get_or_insert_with(later);
        continue_if(!self.is_broken_off)
    }
}

struct Watched<'o, M> {
    round: &'o mut LearningRound,
    observer: &'o mut dyn Observer<M>,
    has_learnt: fn(&M) -> bool,
}

impl<M: Machine> Observer<M> for Watched<'_, M> {
    fn fault(&mut self, machine: &mut M, path: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.observer.fault(machine, path, fault)
    }

    fn cut_off(&mut self, machine: &mut M, path: &dyn Path, at: &CutOff) -> ControlFlow<()> {
        self.observer.cut_off(machine, path, at)
    }

    fn race(&mut self, machine: &mut M, path: &dyn Path, race: &DataRace) -> ControlFlow<()> {
        self.observer.race(machine, path, race)
    }

    fn end(&mut self, machine: &mut M, path: &dyn Path, end: &End) -> ControlFlow<()> {
        self.observer.end(machine, path, end)
    }

    fn demoted(&mut self, machine: &mut M, path: &dyn Path, demotion: &Demotion) -> ControlFlow<()> {
        self.round.has_demoted = true;
        self.observer.demoted(machine, path, demotion)
    }

    fn entered(&mut self, machine: &M, path: &dyn Path) -> ControlFlow<()> {
        self.observer.entered(machine, path)
    }

    fn choice(&mut self, machine: &M, path: &dyn Path, reason: ChoiceReason<'_>) -> ControlFlow<()> {
        self.observer.choice(machine, path, reason)
    }

    fn interrupted(&mut self) -> ControlFlow<()> {
        self.observer.interrupted()
    }

    fn keep_going(&mut self, machine: &M, position: &dyn Position) -> ControlFlow<()> {
        self.observer.keep_going(machine, position)?;
        self.round.continues(position.progress().transitions(), || (self.has_learnt)(machine))?;
        if self.round.has_demoted { self.round.continues_after(position) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_is_broken_off_soon_after_it_has_learnt_something() {
        for (first, expected) in [(0, 100), (10, 110), (1_000, 1_162), (100_000, 106_350)] {
            let mut round = LearningRound::default();
            let continues = |made: &u64| round.continues(*made, || *made >= first).is_continue();
            let made = (0..).take_while(continues).count();
            assert_eq!((made, round.is_broken_off()), (expected, true));
        }
        let mut round = LearningRound::default();
        assert!((0..1_000).all(|made| round.continues(made, || false).is_continue()));
        assert!(!round.is_broken_off());
    }
}
