//! A short way to a bug that a search through states has found at the end of a long path.
//!
//! Such a search goes as deep as it can, and may be a million steps deep when it meets a bug that needs ten. So the bug is
//! looked for again, from the start and within a bound that is doubled until it is found; then the bound is brought down to the
//! shortest way. All of this is worth a little time only: what takes longer is reported as it was found.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use mazurka_explore::{
    All, End, Finish, Memory, Observer, Order, Path, Position, SegmentMonitor, Segments, Shallow,
    StateOptions, continue_if, search_states,
};
use mazurka_machine::{DataRace, Fault, Machine};
use mazurka_report::Finding;
use mazurka_vm::Vm;

use super::key::{self, Key, sides};
use super::transitions;
use crate::patience::Patience;
use crate::replay::{Obstacle, Replay, confirm};
use crate::subject::Subject;

/// Shorter paths are good enough.
pub(crate) const LONG: usize = 100;

/// The bound of the first search.
const FIRST_BOUND: usize = 16;

/// Bounds by steps have the same effect on every machine; the clock is for programs whose single steps take long.
const MOST_STEPS: u64 = 400_000;
const LEAST_STEPS: u64 = 1_000;
const MOST_TIME: Duration = Duration::from_secs(1);
const MOST_BYTES: usize = 256 << 20;

/// What is left for this of the whole check.
pub(super) struct Effort {
    steps: u64,
    time: Duration,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { steps: MOST_STEPS, time: MOST_TIME }
    }
}

/// Which bug to look for.
#[derive(Clone, Copy)]
pub(super) enum Sought<'k> {
    Bug(&'k Key),
    /// A data race between these: [`sides`].
    Race(u64),
}

impl Effort {
    /// The same bug on a path of fewer transitions, confirmed by a replay; `None` if there is no shorter one that
    /// can be found in time.
    pub(super) fn shorten(
        &mut self,
        subject: &Subject,
        length: usize,
        sought: Sought<'_>,
        patience: Patience,
    ) -> Option<Finding> {
        let (mut found, mut without) = (None, 0);
        let mut bound = FIRST_BOUND;
        while bound < length && bound > without {
            match self.look_within(bound, subject, sought, patience) {
                Ok(Some(finding)) => {
                    bound = without.midpoint(finding.trace.len());
                    found = Some(finding);
                }
                Ok(None) => {
                    without = bound;
                    let shorter = |finding: &Finding| without.midpoint(finding.trace.len());
                    bound = found.as_ref().map_or(2 * bound, shorter);
                }
                // Further down the bug may be met before the effort is spent.
                Err(OutOfEffort) if found.is_none() && self.steps > LEAST_STEPS => bound *= 2,
                Err(OutOfEffort) => break,
            }
        }
        found
    }

    fn look_within(
        &mut self,
        bound: usize,
        subject: &Subject,
        sought: Sought<'_>,
        patience: Patience,
    ) -> Result<Option<Finding>, OutOfEffort> {
        match sought {
            Sought::Bug(_) => self.look_with(&mut (), bound, subject, sought, patience),
            Sought::Race(_) => self.look_with(&mut Segments::default(), bound, subject, sought, patience),
        }
    }

    fn look_with(
        &mut self,
        monitor: &mut impl SegmentMonitor,
        bound: usize,
        subject: &Subject,
        sought: Sought<'_>,
        patience: Patience,
    ) -> Result<Option<Finding>, OutOfEffort> {
        let mut machine = subject.machine().map_err(|_| OutOfEffort)?;
        let memory = Memory::Fingerprints { max_bytes: MOST_BYTES };
        let options = StateOptions { max_depth: bound, order: Order::ByNumber, memory };
        let started = Instant::now();
        // The rest is for other bounds.
        let (steps, until) = (self.steps / 2, started + self.time / 2);
        let mut hunt = Hunt { subject, sought, steps, until, patience, found: None };
        let parts = (&mut Shallow::default(), &mut All, monitor);
        let (statistics, finish) = search_states(&mut machine, parts, options, &mut hunt);
        self.steps = self.steps.saturating_sub(statistics.transitions);
        self.time = self.time.saturating_sub(started.elapsed());
        match (hunt.found, finish) {
            (None, Ok(Finish::Complete)) => Ok(None),
            (None, _) => Err(OutOfEffort),
            (found, _) => Ok(found),
        }
    }
}

/// It takes too long to know.
struct OutOfEffort;

/// Listens to a search for one bug.
struct Hunt<'h> {
    subject: &'h Subject,
    sought: Sought<'h>,
    steps: u64,
    until: Instant,
    patience: Patience,
    found: Option<Finding>,
}

impl Hunt<'_> {
    /// Takes what a replay of the path to it confirms.
    fn take(&mut self, confirmed: Result<Finding, Obstacle>) -> ControlFlow<()> {
        self.found = confirmed.ok();
        continue_if(self.found.is_none())
    }

    fn replay(&self, path: &dyn Path, pins: &[usize]) -> Result<Replay, Obstacle> {
        Replay::new(self.subject, &transitions(path), pins, self.patience)
    }

    fn race_at_end(&self, path: &dyn Path, race: &DataRace) -> Result<Finding, Obstacle> {
        let located = confirm::locate(self.subject, &transitions(path), race, self.patience)?;
        Ok(confirm::race(self.replay(path, &[race.first.event, race.second.event])?, *race, located))
    }

    fn is_sought(&self, key: &Key) -> bool {
        matches!(self.sought, Sought::Bug(sought) if sought == key)
    }
}

impl Observer<Vm> for Hunt<'_> {
    fn fault(&mut self, _: &mut Vm, path: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        match self.is_sought(&key::of_fault(fault)) {
            true => self.take(self.replay(path, &[]).and_then(|replay| confirm::fault(replay, fault))),
            false => ControlFlow::Continue(()),
        }
    }

    fn race(&mut self, _: &mut Vm, path: &dyn Path, race: &DataRace) -> ControlFlow<()> {
        match self.sought {
            Sought::Race(sought) if sought == sides(path, race) => self.take(self.race_at_end(path, race)),
            _ => ControlFlow::Continue(()),
        }
    }

    fn end(&mut self, machine: &mut Vm, path: &dyn Path, end: &End) -> ControlFlow<()> {
        match end {
            End::Deadlock(blocked)
                if !machine.main_has_returned()
                    && self.is_sought(&key::of_deadlock(machine, path, blocked)) =>
            {
                self.take(self.replay(path, &[]).and_then(|replay| confirm::deadlock(replay, blocked)))
            }
            _ => ControlFlow::Continue(()),
        }
    }

    fn keep_going(&mut self, _: &Vm, position: &dyn Position) -> ControlFlow<()> {
        let transitions = position.progress().transitions();
        let looks_at_clock = transitions.is_multiple_of(64);
        let is_late = || self.patience.is_short() || Instant::now() >= self.until;
        continue_if(transitions < self.steps && !(looks_at_clock && is_late()))
    }
}
