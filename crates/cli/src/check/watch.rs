//! When to stop before the end, when to save, and when to show progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mazurka_report::{Incomplete, Reason};

use super::endless::Loop;
use super::progress::{Progress, Standing};
use super::turns::{Outlook, Turn, TurnPosition};
use crate::args::Limits;
use crate::patience::Patience;

/// Steps between two looks at the clock, and how long they may take: slow steps are watched one by one.
const PATIENCE: u32 = 32;
const IMPATIENCE: Duration = Duration::from_millis(50);

/// The time until the search is saved again, in multiples of the time that saving it took: slow saves are rare.
const SEARCHING_PER_SAVING: u32 = 19;

pub(super) struct Watch {
    started: Instant,
    /// How long the search took before it was interrupted.
    before: Duration,
    timeout: Option<Duration>,
    max_executions: Option<u64>,
    interrupted: &'static AtomicBool,
    until_look: u32,
    looked: Instant,
    progress: Progress,
    /// How often the search is to be saved, if it is, when that was done last, and how long it took.
    save_every: Option<Duration>,
    saved: Instant,
    saving_took: Duration,
    /// It is to be saved now.
    is_saving_due: bool,
    /// Why the search was stopped.
    stopped: Option<Stopped>,
    /// Its part where there are several searches.
    turn: Option<Turn>,
    /// How many steps the current execution has, and what was done since the last step, besides: see [`ANALYSED`].
    depth: usize,
    analysed: u64,
    /// See [`Watch::has_analysed`].
    work: u64,
}

/// In a turn, so much analysis takes the place of a transition: for every race that is looked at, as much as its execution has steps
/// beyond a usual length. A search through long executions has few transitions and many races, and other searches would hardly have
/// a turn; the analysis of others is part of what a transition costs.
const ANALYSED: u64 = 128;
const USUAL: usize = 500;
/// The same of a search through states, for every operation and every race that it looks at.
const LOOK: u64 = 4;

/// A search that was stopped before its end.
pub(super) struct Stopped {
    pub reason: Reason,
    why: &'static str,
    so_far: String,
}

impl Stopped {
    /// Why, and how far the search was: in this loop, if it was in one.
    pub(super) fn explained(self, endless: Option<&Loop>) -> Incomplete {
        let Stopped { reason, why, so_far } = self;
        match endless {
            None => Incomplete { reason, message: format!("{why}, {so_far}"), place: None },
            Some(Loop { words, place, steps, .. }) => {
                let message =
                    format!("{why}, in an execution that has not ended after {steps} steps: {words}");
                Incomplete { reason, message, place: place.clone() }
            }
        }
    }
}

impl Watch {
    pub(super) fn new(limits: &Limits, interrupted: &'static AtomicBool, show_progress: bool) -> Watch {
        let started = Instant::now();
        Watch {
            started,
            before: Duration::ZERO,
            timeout: limits.timeout,
            max_executions: limits.max_executions,
            interrupted,
            until_look: 0,
            looked: started,
            progress: Progress::new(started, show_progress),
            save_every: None,
            saved: started,
            saving_took: Duration::ZERO,
            is_saving_due: false,
            stopped: None,
            turn: None,
            depth: 0,
            analysed: 0,
            work: 0,
        }
    }

    /// There are other searches.
    pub(super) fn take_turns(&mut self, turn: Turn) {
        self.turn = Some(turn);
    }

    /// The search begins, when it is its turn. Returns that, if there are others.
    pub(super) fn begin(&mut self) -> Option<&mut Turn> {
        let turn = self.turn.as_mut()?;
        turn.begin();
        Some(turn)
    }

    /// Where it is in the order of turns, for a checkpoint.
    pub(super) fn turn_position(&self) -> Option<TurnPosition> {
        self.turn.as_ref().map(Turn::position)
    }

    /// Whether the search was stopped, and not by what it has found.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// The search was interrupted after this time.
    pub(super) fn continue_after(&mut self, before: Duration) {
        self.before = before;
        self.progress.continue_after(before);
    }

    /// The search is to be saved this often, and when it is stopped.
    pub(super) fn save_every(&mut self, time: Duration) {
        self.save_every = Some(time);
    }

    /// Whether the search is to be saved now.
    #[inline]
    pub(super) fn is_saving_due(&self) -> bool {
        self.is_saving_due
    }

    /// The search was saved, from this moment on.
    pub(super) fn saved_since(&mut self, began: Instant) {
        self.is_saving_due = false;
        self.saved = Instant::now();
        self.saving_took = self.saved - began;
    }

    /// How long work other than the search may take.
    pub(super) fn patience(&self) -> Patience {
        Patience::until(self.timeout.and_then(|limit| self.started.checked_add(limit)))
    }

    /// How long the search has taken, breaks excluded.
    pub(super) fn elapsed(&self) -> Duration {
        self.before.saturating_add(self.started.elapsed())
    }

    /// So much was analysed since the search began.
    #[inline]
    pub(super) fn has_analysed(&mut self, work: u64) {
        // Where there are several rounds, each begins with nothing.
        self.analysed += LOOK * work.checked_sub(self.work).unwrap_or(work);
        self.work = work;
    }

    /// `false` when it is time to stop. `depth` is how many steps the current execution has.
    pub(super) fn keep_going(&mut self, standing: &dyn Standing, depth: usize) -> bool {
        self.depth = depth;
        let cost = 1 + std::mem::take(&mut self.analysed) / ANALYSED;
        let outlook = || Outlook { executions: standing.ended(), part: standing.part_done() };
        if !self.turn.as_mut().is_none_or(|turn| turn.step(cost, outlook)) {
            self.stop(Reason::Interrupted, "another search was faster", standing, depth);
            // What it has not seen will not be asked for.
            self.is_saving_due = false;
        } else if self.max_executions.is_some_and(|limit| standing.begun() >= limit) {
            let why = "the limit of --max-executions was reached";
            self.stop(Reason::MaxExecutions, why, standing, depth);
        } else if self.interrupted.load(Ordering::Relaxed) {
            self.stop(Reason::Interrupted, "the search was interrupted", standing, depth);
        } else if self.until_look > 0 {
            self.until_look -= 1;
        } else {
            self.look(standing, depth);
        }
        self.stopped.is_none()
    }

    /// Whether it is time to stop, for work between two steps; [`Watch::keep_going`] agrees if it is asked next.
    pub(super) fn is_time_up(&mut self) -> bool {
        self.analysed += self.depth.saturating_sub(USUAL) as u64;
        let is_up = match self.until_look {
            0 => {
                let now = Instant::now();
                self.until_look = if now - self.looked > IMPATIENCE { 0 } else { PATIENCE };
                self.looked = now;
                self.timeout.is_some_and(|limit| now - self.started >= limit)
            }
            _ => {
                self.until_look -= 1;
                false
            }
        };
        if is_up {
            self.until_look = 0;
        }
        is_up || self.interrupted.load(Ordering::Relaxed) || self.turn.as_ref().is_some_and(Turn::is_over)
    }

    fn look(&mut self, standing: &dyn Standing, depth: usize) {
        let now = Instant::now();
        self.until_look = if now - self.looked > IMPATIENCE { 0 } else { PATIENCE };
        self.looked = now;
        self.is_saving_due =
            self.save_every.is_some_and(|time| now - self.saved >= pause(time, self.saving_took));
        if self.timeout.is_some_and(|limit| now - self.started >= limit) {
            self.stop(Reason::Timeout, "the time of --timeout is up", standing, depth);
        } else if self.progress.is_due(now) && self.turn.as_ref().is_none_or(Turn::is_foremost) {
            self.progress.draw(now, standing, depth);
        }
    }

    fn stop(&mut self, reason: Reason, why: &'static str, standing: &dyn Standing, depth: usize) {
        self.stopped = Some(Stopped { reason, why, so_far: standing.so_far(depth) });
        self.is_saving_due = self.save_every.is_some();
    }

    /// How long it took, and why it was stopped if it was.
    pub(super) fn finish(self) -> (f64, Option<Stopped>) {
        self.progress.erase();
        (self.elapsed().as_secs_f64(), self.stopped)
    }
}

/// How long after a checkpoint the next one is due, given the interval and how long the last one took.
fn pause(every: Duration, took: Duration) -> Duration {
    every.max(took.saturating_mul(SEARCHING_PER_SAVING))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_takes_a_small_part_of_the_time() {
        let [ten, one, nineteen] = [10, 1, 19].map(Duration::from_secs);
        assert_eq!(pause(ten, Duration::from_millis(500)), ten);
        assert_eq!(pause(ten, one), nineteen);
        assert_eq!(pause(Duration::ZERO, one), nineteen);
        assert_eq!(pause(ten, Duration::MAX), Duration::MAX);
    }
}
