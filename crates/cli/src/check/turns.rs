//! Several searches on one program: they take turns, or run side by side, until one of them has decided.
//!
//! A turn is a number of transitions, not of seconds, and turns have an order: the first turns of all searches, then the second ones,
//! and so on. The search that decides in the earliest turn is the one that counts, whichever comes first by the clock. So the same
//! search decides in every run, and finds the same bug first, however many searches run at the same time.
//!
//! A search that seems to be near its end has its next turns at once. If it does not come to its end, the others have half as many
//! before it continues: estimates are often too early, but seldom far from the truth. So a wrong one costs no more than a part of what
//! was done before, and a right one saves most of what the others would do for nothing. One that still seems to be far from its end
//! after some turns has its turns less often.

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

/// A search has turns in advance once it seems to have this part done, and this many times as many as it seems to need.
const NEAR_ITS_END: f64 = 0.25;
const MARGIN: f64 = 1.5;
/// How many turns in advance count as one.
const ADVANCE_PER_TURN: u64 = 2;

/// A search that has done no more than this part after that number of turns has one turn while others have several.
const FAR_FROM_ITS_END: f64 = 0.05;
const TURNS_BEFORE: u64 = 10;
const TURNS_OF_OTHERS: u64 = 3;

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
    /// Turns that it has had before this one, and those that it has in advance after it.
    had: u64,
    advance: u64,
    is_over: bool,
}

/// How far a search is at the end of a turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// These came to their end.
    pub executions: u64,
    /// What part seems to be done, if that can be told.
    pub part: Option<f64>,
}

impl Outlook {
    /// How many turns the search should have in advance that has had this many. None after the first: it is not known then what
    /// the others find in theirs, which is a shallow bug if there is one.
    fn advance(self, had: u64) -> u64 {
        let part = self.part.filter(|part| had > 1 && *part >= NEAR_ITS_END);
        part.map_or(0, |part| (MARGIN * had as f64 * (1.0 - part) / part).ceil() as u64)
    }

    /// How many turns of others a turn of the search is worth.
    fn price(self, had: u64) -> u64 {
        let is_far = had >= TURNS_BEFORE && self.part.is_some_and(|part| part <= FAR_FROM_ITS_END);
        if is_far { TURNS_OF_OTHERS } else { 1 }
    }
}

/// A search's part as a checkpoint has it. Searches are saved at different moments: those that are behind catch up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct TurnPosition {
    number: u64,
    left: u64,
    next: Option<u64>,
    had: u64,
    advance: u64,
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
        let (left, next) = (transitions, Some(transitions));
        Turn { turns, index, number, left, next, had: 0, advance: 0, is_over: false }
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

    /// Before every transition, with what it and the analysis before it cost. `false` if the search is to stop: another one has
    /// decided.
    #[inline]
    pub(super) fn step(&mut self, cost: u64, outlook: impl FnOnce() -> Outlook) -> bool {
        match self.left.checked_sub(cost) {
            Some(left) => self.left = left,
            None => self.pass(cost - self.left, outlook()),
        }
        !self.is_over()
    }

    /// Whether the first search has made one long execution in its first turn. That is over when another search begins.
    pub(super) fn first_is_endless(&self) -> bool {
        self.turns.lock().is_endless
    }

    /// Its part before the transition that it was asked about last.
    pub(super) fn position(&self) -> TurnPosition {
        let Turn { number, next, had, advance, .. } = *self;
        let first_is_endless = self.first_is_endless();
        TurnPosition { number, left: self.left + 1, next, had, advance, first_is_endless }
    }

    /// Continues from there, before any search begins. `false` if that cannot be a position of this search.
    #[must_use]
    pub(super) fn continue_from(&mut self, position: TurnPosition) -> bool {
        let TurnPosition { number, left, next, had, advance, first_is_endless } = position;
        let mut state = self.turns.lock();
        let searches = state.turns.len() as u64;
        let is_possible = is_a_count(number)
            && number % searches == self.index as u64
            && [left, had, advance].into_iter().all(is_a_count)
            && next.is_some_and(|next| next > 0 && is_a_count(next));
        if is_possible {
            (self.number, self.left, self.next) = (number, left, next);
            (self.had, self.advance) = (had, advance);
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
    fn pass(&mut self, owed: u64, outlook: Outlook) {
        let Some(next) = self.next else {
            self.is_over = true;
            return;
        };
        let turns = self.turns.clone();
        let mut state = turns.lock();
        let searches = state.turns.len() as u64;
        state.is_endless |= self.number == 0 && outlook.executions == 0;
        let skipped = (owed - 1) / next;
        self.left = next - 1 - (owed - 1) % next;
        if self.advance == 0 {
            let advance = outlook.advance(self.had + 1);
            if advance > skipped {
                self.advance = advance;
                self.left += (advance - 1 - skipped) * next;
                return;
            }
        }
        let advance = std::mem::take(&mut self.advance);
        self.had += 1 + skipped + advance;
        let turns_of_others = (1 + skipped) * outlook.price(self.had) + advance / ADVANCE_PER_TURN;
        self.number += searches * turns_of_others;
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

    fn ended_one() -> Outlook {
        Outlook { executions: 1, part: None }
    }

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
                        if !turn.step(1, Outlook::default) {
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
                    let made = (0..needed).take_while(|_| first.step(1, ended_one)).count() as u64;
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
        assert!(second.step(1, Outlook::default) && second.is_foremost());
        assert_eq!(turns.decided(), None);
    }

    #[test]
    fn what_takes_longer_than_a_turn_takes_several() {
        let turns = Turns::new(2, 2);
        let mut first = turns.turn(0, LENGTH);
        let mut after = |cost| {
            assert!(first.step(cost, ended_one));
            (first.number, first.left)
        };
        assert_eq!(after(LENGTH), (0, 0));
        assert_eq!(after(1), (2, LENGTH - 1));
        assert_eq!(after(2 * LENGTH), (6, LENGTH - 1));
        assert_eq!(after(LENGTH - 1), (6, 0));
        assert_eq!(after(3 * LENGTH), (12, 0));
    }

    #[test]
    fn a_search_near_its_end_has_turns_in_advance() {
        for (part, advance) in [(0.2, 0), (0.25, 9), (0.5, 3), (0.9, 1)] {
            let turns = Turns::new(2, 2);
            let mut first = turns.turn(0, LENGTH);
            let mut after = |steps: u64| {
                let outlook = || Outlook { executions: 1, part: Some(part) };
                assert!((0..steps).all(|_| first.step(1, outlook)));
                first.number
            };
            assert_eq!(after(LENGTH), 0);
            assert_eq!(after((1 + advance) * LENGTH), 2, "{part}");
            // The other one has half as many turns before it continues.
            assert_eq!(after(1), 2 * (2 + advance / 2), "{part}");
        }
    }

    #[test]
    fn a_search_far_from_its_end_has_turns_less_often() {
        let turns = Turns::new(2, 2);
        let mut first = turns.turn(0, LENGTH);
        let mut numbers = Vec::new();
        for _ in 0..12 * LENGTH {
            assert!(first.step(1, || Outlook { executions: 1, part: Some(0.01) }));
            numbers.push(first.number);
        }
        numbers.dedup();
        assert_eq!(numbers, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 24, 30]);
    }

    #[test]
    fn turns_in_advance_end_with_a_long_analysis() {
        let turns = Turns::new(2, 2);
        let mut first = turns.turn(0, LENGTH);
        let outlook = || Outlook { executions: 1, part: Some(0.5) };
        assert!((0..=LENGTH).all(|_| first.step(1, outlook)));
        assert_eq!((first.number, first.left), (2, LENGTH - 1));
        // Three turns in advance, of which the analysis takes two and a half.
        assert!(first.step(LENGTH - 1 + 5 * LENGTH / 2, outlook));
        assert_eq!((first.number, first.left), (2, LENGTH / 2));
        // Three of the next ones: there are none in advance beyond those.
        assert!(first.step(LENGTH / 2 + 3 * LENGTH, outlook));
        assert_eq!((first.number, first.left, first.advance), (2 + 2 * 4, 0, 0));
    }

    #[test]
    fn a_search_continues_where_it_was_saved() {
        let [turns, again] = [0, 1].map(|_| Turns::new(2, 2));
        let mut first = turns.turn(0, LENGTH);
        assert!((0..LENGTH + 10).all(|_| first.step(1, Outlook::default)));
        let position = first.position();
        let mut resumed = again.turn(0, LENGTH);
        assert!(resumed.continue_from(position));
        // It is asked once more about the transition before which it was saved.
        assert!(resumed.step(1, Outlook::default));
        assert_eq!((resumed.number, resumed.left), (first.number, first.left));
        assert!(!again.turn(1, LENGTH).continue_from(position), "it is not of this search");
    }

    #[test]
    fn an_execution_that_takes_the_first_turn_is_endless() {
        for (executions, expected) in [(0, true), (1, false)] {
            let turns = Turns::new(2, 2);
            let [mut first, second] = [0, 1].map(|index| turns.turn(index, LENGTH));
            assert!((0..LENGTH).all(|_| first.step(1, Outlook::default)) && !second.first_is_endless());
            assert!(first.step(1, || Outlook { executions, part: None }));
            assert_eq!(second.first_is_endless(), expected);
        }
    }
}
