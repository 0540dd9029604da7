//! Several searches on one program: they take turns, or run side by side, until one of them has decided.
//!
//! A turn is a number of transitions, not of seconds. So with one job at a time, the same search decides in every run, and it finds
//! the same bug first. Turns become longer: how much work is done in vain is a constant factor of that of the search that decides.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Transitions of a first turn: most programs need fewer.
const FIRST_TURN: u64 = 20_000;

pub(super) struct Turns {
    state: Mutex<State>,
    changed: Condvar,
    /// One of the searches has decided.
    is_decided: AtomicBool,
}

struct State {
    /// Which searches still run.
    running: Vec<bool>,
    /// Whose turn it is.
    current: usize,
    /// All run at the same time.
    side_by_side: bool,
}

/// A search's part in it.
pub(super) struct Turn {
    turns: Arc<Turns>,
    index: usize,
    /// Transitions of this turn that are left, and how many the next one has, if there is one.
    left: u64,
    next: Option<u64>,
}

impl Turns {
    pub(super) fn new(searches: usize, jobs: usize) -> Arc<Turns> {
        let state = State { running: vec![true; searches], current: 0, side_by_side: jobs >= searches };
        Arc::new(Turns {
            state: Mutex::new(state),
            changed: Condvar::new(),
            is_decided: AtomicBool::new(false),
        })
    }

    pub(super) fn turn(self: &Arc<Turns>, index: usize) -> Turn {
        Turn { turns: self.clone(), index, left: FIRST_TURN, next: Some(2 * FIRST_TURN) }
    }

    /// Of a search that has but one.
    pub(super) fn only_turn() -> Turn {
        Turn { next: None, ..Turns::new(1, 1).turn(0) }
    }

    /// A search is over; if it has decided, all others stop.
    pub(super) fn finish(&self, index: usize, has_decided: bool) {
        self.is_decided.fetch_or(has_decided, Ordering::Relaxed);
        let mut state = self.lock();
        state.running[index] = false;
        state.pass(index);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The next search that still runs has its turn.
    fn pass(&mut self, from: usize) {
        let mut others = (from + 1..self.running.len()).chain(0..=from);
        self.current = others.find(|other| self.running[*other]).unwrap_or(from);
    }
}

impl Turn {
    /// Waits until the search may begin.
    pub(super) fn begin(&self) {
        self.wait(self.turns.lock());
    }

    /// Before every transition. `false` if another search has decided.
    #[inline]
    pub(super) fn step(&mut self) -> bool {
        match self.left.checked_sub(1) {
            Some(left) => self.left = left,
            None => self.pass(),
        }
        !self.is_over()
    }

    pub(super) fn is_over(&self) -> bool {
        self.turns.is_decided.load(Ordering::Relaxed)
    }

    fn pass(&mut self) {
        let Some(next) = self.next else {
            return self.turns.is_decided.store(true, Ordering::Relaxed);
        };
        (self.left, self.next) = (next - 1, Some(2 * next));
        let mut state = self.turns.lock();
        if !state.side_by_side {
            state.pass(self.index);
            self.turns.changed.notify_all();
            self.wait(state);
        }
    }

    fn wait(&self, mut state: MutexGuard<'_, State>) {
        while !state.side_by_side && state.current != self.index && !self.is_over() {
            state = self.turns.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// Which searches make transitions, in which order, until one of them has made as many as it needs.
    fn order(needed: [u64; 2], jobs: usize) -> Vec<usize> {
        let turns = Turns::new(2, jobs);
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for (index, needed) in needed.into_iter().enumerate() {
                let (mut turn, turns, order) = (turns.turn(index), &turns, &order);
                scope.spawn(move || {
                    turn.begin();
                    for made in 0..needed {
                        if !turn.step() {
                            return turns.finish(index, false);
                        }
                        if made % FIRST_TURN == 0 {
                            order.lock().unwrap().push(index);
                        }
                    }
                    turns.finish(index, true);
                });
            }
        });
        order.into_inner().unwrap()
    }

    #[test]
    fn turns_become_longer_and_the_first_to_decide_ends_all() {
        let turn = FIRST_TURN;
        assert_eq!(order([10, 10], 1), [0]);
        assert_eq!(order([20 * turn, turn], 1), [0, 1]);
        assert_eq!(order([20 * turn, 2 * turn], 1), [0, 1, 0, 0, 1]);
        assert!(order([3 * turn, 3 * turn], 2).len() >= 3);
    }
}
