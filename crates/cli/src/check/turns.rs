//! Several searches on one program: they take turns, or run side by side, until one of them has decided.
//!
//! A turn is a number of transitions, not of seconds, and turns have an order: the first turns of all searches, then the second ones,
//! and so on. The search that decides in the earliest turn is the one that counts, whichever comes first by the clock. So the same
//! search decides in every run, and finds the same bug first, however many searches run at the same time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use mazurka_explore::is_a_count;
use serde::{Deserialize, Serialize};

pub(super) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    /// The earliest turn in which a search has decided; [`UNDECIDED`] before.
    decided: AtomicU64,
}

const UNDECIDED: u64 = u64::MAX;

struct State {
    /// The turn that each search is in, or waits for; `None` if the search is over.
    turns: Vec<Option<u64>>,
    /// The first turn of each.
    firsts: Vec<u64>,
    /// How many of them run at the same time.
    jobs: usize,
    /// The first search has not come to the end of an execution in its first turn.
    is_endless: bool,
}

/// A search's part in it. A search that is dropped is over.
pub(super) struct Turn {
    turns: Arc<Turns>,
    index: usize,
    /// In the order of all turns.
    number: u64,
    /// Transitions that are left in this turn (or analysis that takes as long), and how many the next one has, if there is one.
    left: u64,
    next: Option<u64>,
    is_over: bool,
}

/// A search's part as a checkpoint has it. Searches are saved at different moments: those that are behind catch up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TurnPosition {
    number: u64,
    left: u64,
    next: Option<u64>,
    /// See [`Turn::first_is_endless`].
    first_is_endless: bool,
}

impl TurnPosition {
    /// See [`Turn::first_is_endless`].
    pub(super) fn first_is_endless(&self) -> bool {
        self.first_is_endless
    }
}

impl Turns {
    pub(super) fn new(searches: usize, jobs: usize) -> Arc<Turns> {
        let firsts: Vec<u64> = (0..searches as u64).collect();
        let turns = firsts.iter().copied().map(Some).collect();
        let state = Mutex::new(State { turns, firsts, jobs, is_endless: false });
        Arc::new(Turns { state, changed: Condvar::new(), decided: AtomicU64::new(UNDECIDED) })
    }

    /// The part of a search whose turns have this many transitions each.
    pub(super) fn turn(self: &Arc<Turns>, index: usize, transitions: u64) -> Turn {
        let (turns, number) = (self.clone(), index as u64);
        Turn { turns, index, number, left: transitions, next: Some(transitions), is_over: false }
    }

    /// The part of one that has a single turn.
    pub(super) fn only_turn(self: &Arc<Turns>, index: usize, transitions: u64) -> Turn {
        let mut turn = self.turn(index, transitions);
        turn.next = None;
        turn
    }

    /// The part of one that begins when the others have had this many turns.
    pub(super) fn late_turn(self: &Arc<Turns>, index: usize, transitions: u64, rounds: u64) -> Turn {
        let mut turn = self.turn(index, transitions);
        let mut state = self.lock();
        turn.number += rounds * state.turns.len() as u64;
        state.turns[index] = Some(turn.number);
        state.firsts[index] = turn.number;
        turn
    }

    /// A search is over. If it has decided, those stop whose turn is a later one.
    pub(super) fn finish(&self, index: usize, has_decided: bool) {
        let mut state = self.lock();
        if let Some(number) = state.turns[index].take().filter(|_| has_decided) {
            self.decided.fetch_min(number, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Which search has decided, and before which others that have had a turn. To be asked when all are over.
    pub(super) fn decided(&self) -> Option<Decided> {
        let number = self.decided.load(Ordering::Relaxed);
        let state = self.lock();
        (number != UNDECIDED).then(|| Decided {
            by: (number % state.turns.len() as u64) as usize,
            begun: state.firsts.iter().map(|first| *first <= number).collect(),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How it has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Decided {
    pub by: usize,
    /// Whether each search has had a turn until then.
    pub begun: Vec<bool>,
}

impl State {
    /// Whether a search may run. The first turn of all is made alone: most programs need no other.
    fn may_run(&self, index: usize) -> bool {
        let Some(number) = self.turns[index] else { return false };
        let earlier = self.turns.iter().flatten().filter(|other| **other < number).count();
        earlier < self.jobs && (earlier == 0 || self.turns[0] != Some(0))
    }
}

impl Turn {
    /// Waits until the search may begin.
    pub(super) fn begin(&mut self) {
        self.wait(self.turns.clone().lock());
    }

    /// Before every transition, with what it and the analysis before it cost; `executions` came to their end. `false` if the search is
    /// to stop: another one has decided.
    #[inline]
    pub(super) fn step(&mut self, cost: u64, executions: impl FnOnce() -> u64) -> bool {
        match self.left.checked_sub(cost) {
            Some(left) => self.left = left,
            None => self.pass(cost - self.left, executions()),
        }
        !self.is_over()
    }

    /// Whether the first search has made one long execution in its first turn. That is over when another search begins.
    pub(super) fn first_is_endless(&self) -> bool {
        self.turns.lock().is_endless
    }

    /// Its part before the transition that it was asked about last.
    pub(super) fn position(&self) -> TurnPosition {
        let Turn { number, next, .. } = *self;
        TurnPosition { number, left: self.left + 1, next, first_is_endless: self.first_is_endless() }
    }

    /// Continues from there, before any search begins. `false` if that cannot be a position of this search.
    #[must_use]
    pub(super) fn continue_from(&mut self, position: TurnPosition) -> bool {
        let TurnPosition { number, left, next, first_is_endless } = position;
        let mut state = self.turns.lock();
        let searches = state.turns.len() as u64;
        let is_possible = is_a_count(number)
            && number % searches == self.index as u64
            && is_a_count(left)
            && next.is_some_and(|next| next > 0 && is_a_count(next));
        if is_possible {
            (self.number, self.left, self.next) = (number, left, next);
            state.turns[self.index] = Some(number);
            state.is_endless |= first_is_endless;
        }
        is_possible
    }

    /// Its turns have this many times as many transitions from now on.
    pub(super) fn lengthen(&mut self, times: u64) {
        self.left *= times;
        self.next = self.next.map(|next| next * times);
    }

    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over || self.turns.decided.load(Ordering::Relaxed) < self.number
    }

    /// Whether it is the first of those that are not over.
    pub(super) fn is_foremost(&self) -> bool {
        self.turns.lock().turns.iter().position(Option::is_some) == Some(self.index)
    }

    /// What is owed of the cost of a transition counts in the next turns: a long analysis may take several.
    fn pass(&mut self, owed: u64, executions: u64) {
        let Some(next) = self.next else {
            self.is_over = true;
            return;
        };
        let turns = self.turns.clone();
        let mut state = turns.lock();
        state.is_endless |= self.number == 0 && executions == 0;
        let skipped = (owed - 1) / next;
        self.number += state.turns.len() as u64 * (1 + skipped);
        self.left = next - 1 - (owed - 1) % next;
        state.turns[self.index] = Some(self.number);
        turns.changed.notify_all();
        self.wait(state);
    }

    fn wait(&mut self, mut state: MutexGuard<'_, State>) {
        while !state.may_run(self.index) && !self.is_over() {
            state = self.turns.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.turns.finish(self.index, false);
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    const LENGTH: u64 = 100;

    /// What each of some searches needs to decide, and who decides. Returns also which of them are seen in each turn.
    fn race(needed: [u64; 3], jobs: usize) -> (Option<Decided>, Vec<(usize, u64)>) {
        let turns = Turns::new(needed.len(), jobs);
        let seen = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (index, needed) in needed.into_iter().enumerate() {
                // The second one has but one turn.
                let mut turn =
                    if index == 1 { turns.only_turn(1, LENGTH) } else { turns.turn(index, LENGTH) };
                let (turns, seen) = (&turns, &seen);
                scope.spawn(move || {
                    turn.begin();
                    for made in 0..needed {
                        if !turn.step(1, || 0) {
                            return;
                        }
                        if made % LENGTH == 0 {
                            seen.lock().unwrap().push((index, made / LENGTH));
                        }
                    }
                    if !turn.is_over() {
                        turns.finish(index, true);
                    }
                });
            }
        });
        (turns.decided(), seen.into_inner().unwrap())
    }

    #[test]
    fn one_search_at_a_time_runs_in_the_order_of_turns() {
        let (decided, seen) = race([1_000, 1_000, 250], 1);
        assert_eq!(decided, Some(Decided { by: 2, begun: vec![true; 3] }));
        assert_eq!(seen, [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)]);
        let (decided, seen) = race([100, 1, 1], 1);
        let first_alone = Decided { by: 0, begun: vec![true, false, false] };
        assert_eq!((decided, seen), (Some(first_alone), vec![(0, 0)]));
    }

    #[test]
    fn the_earliest_turn_decides_however_many_run_at_once() {
        for (needed, by) in [
            ([100, 1, 1], 0),
            ([101, 100, 1], 1),
            ([101, 101, 100], 2),
            ([200, 101, 101], 0),
            ([901, 101, 900], 2),
        ] {
            for jobs in 1..=4 {
                let (decided, _) = race(needed, jobs);
                assert_eq!(decided.map(|decided| decided.by), Some(by), "{needed:?} {jobs}");
            }
        }
    }

    #[test]
    fn a_late_search_begins_when_the_others_have_had_their_turns() {
        for (needed, by, has_begun) in [(3 * LENGTH, 0, false), (3 * LENGTH + 1, 1, true)] {
            let turns = Turns::new(2, 1);
            let (mut first, mut late) = (turns.turn(0, LENGTH), turns.late_turn(1, LENGTH, 2));
            thread::scope(|scope| {
                scope.spawn(|| {
                    first.begin();
                    let made = (0..needed).take_while(|_| first.step(1, || 1)).count() as u64;
                    turns.finish(0, made == needed);
                });
                scope.spawn(|| {
                    late.begin();
                    turns.finish(1, !late.is_over());
                });
            });
            assert_eq!(turns.decided(), Some(Decided { by, begun: vec![true, has_begun] }), "{needed}");
        }
    }

    #[test]
    fn a_search_that_is_dropped_is_over() {
        let turns = Turns::new(2, 1);
        let mut second = turns.turn(1, LENGTH);
        drop(turns.turn(0, LENGTH));
        second.begin();
        assert!(second.step(1, || 0) && second.is_foremost());
        assert_eq!(turns.decided(), None);
    }

    #[test]
    fn what_takes_longer_than_a_turn_takes_several() {
        let turns = Turns::new(2, 2);
        let mut first = turns.turn(0, LENGTH);
        let mut after = |cost| {
            assert!(first.step(cost, || 1));
            (first.number, first.left)
        };
        assert_eq!(after(LENGTH), (0, 0));
        assert_eq!(after(1), (2, LENGTH - 1));
        assert_eq!(after(2 * LENGTH), (6, LENGTH - 1));
        assert_eq!(after(LENGTH - 1), (6, 0));
        assert_eq!(after(3 * LENGTH), (12, 0));
    }

    #[test]
    fn a_search_continues_where_it_was_saved() {
        let [turns, again] = [0, 1].map(|_| Turns::new(2, 2));
        let mut first = turns.turn(0, LENGTH);
        assert!((0..LENGTH + 10).all(|_| first.step(1, || 0)));
        let position = first.position();
        let mut resumed = again.turn(0, LENGTH);
        assert!(resumed.continue_from(position));
        // It is asked once more about the transition before which it was saved.
        assert!(resumed.step(1, || 0));
        assert_eq!((resumed.number, resumed.left), (first.number, first.left));
        assert!(!again.turn(1, LENGTH).continue_from(position), "it is not of this search");
    }

    #[test]
    fn an_execution_that_takes_the_first_turn_is_endless() {
        for (executions, expected) in [(0, true), (1, false)] {
            let turns = Turns::new(2, 2);
            let [mut first, second] = [0, 1].map(|index| turns.turn(index, LENGTH));
            assert!((0..LENGTH).all(|_| first.step(1, || 0)) && !second.first_is_endless());
            assert!(first.step(1, || executions));
            assert_eq!(second.first_is_endless(), expected);
        }
    }
}
