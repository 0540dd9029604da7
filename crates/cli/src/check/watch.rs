//! When to stop before the end, and what to show on the way.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mazurka_report::{Incomplete, Reason};

use super::progress::{Progress, Standing};
use crate::args::Limits;

/// Steps between two looks at the clock, and how long that may take: slow steps are looked after one by one.
const PATIENCE: u32 = 32;
const IMPATIENCE: Duration = Duration::from_millis(50);

pub struct Watch {
    started: Instant,
    timeout: Option<Duration>,
    max_executions: Option<u64>,
    interrupted: &'static AtomicBool,
    until_look: u32,
    looked: Instant,
    progress: Progress,
    /// Why the search was told to stop.
    reason: Option<Incomplete>,
}

impl Watch {
    pub fn new(limits: &Limits, interrupted: &'static AtomicBool, show_progress: bool) -> Watch {
        let started = Instant::now();
        Watch {
            started,
            timeout: limits.timeout,
            max_executions: limits.max_executions,
            interrupted,
            until_look: 0,
            looked: started,
            progress: Progress::new(started, show_progress),
            reason: None,
        }
    }

    /// `false` when it is time to stop. `depth` is how many steps the current execution has.
    pub fn keep_going(&mut self, standing: &dyn Standing, depth: usize) -> bool {
        if self.max_executions.is_some_and(|limit| standing.begun() >= limit) {
            self.stop(Reason::MaxExecutions, "the limit of --max-executions was reached", standing);
        } else if self.interrupted.load(Ordering::Relaxed) {
            self.stop(Reason::Interrupted, "the search was interrupted", standing);
        } else if self.until_look > 0 {
            self.until_look -= 1;
        } else {
            self.look(standing, depth);
        }
        self.reason.is_none()
    }

    fn look(&mut self, standing: &dyn Standing, depth: usize) {
        let now = Instant::now();
        self.until_look = if now - self.looked > IMPATIENCE { 0 } else { PATIENCE };
        self.looked = now;
        if self.timeout.is_some_and(|limit| now - self.started >= limit) {
            self.stop(Reason::Timeout, "the time of --timeout is up", standing);
        } else {
            self.progress.look(now, standing, depth);
        }
    }

    fn stop(&mut self, reason: Reason, why: &str, standing: &dyn Standing) {
        let message = format!("{why}, {}", standing.so_far());
        self.reason = Some(Incomplete { reason, message, place: None });
    }

    /// How long it took, and why it ended if it was told to.
    pub fn finish(self) -> (f64, Option<Incomplete>) {
        self.progress.erase();
        (self.started.elapsed().as_secs_f64(), self.reason)
    }
}
