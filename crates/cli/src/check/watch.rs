//! When to stop before the end, and what to show on the way.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mazurka_explore::Statistics;
use mazurka_report::{Incomplete, Reason};

use crate::args::Limits;

/// Steps between two looks at the clock, and how long that may take: slow steps are looked after one by one.
const PATIENCE: u32 = 32;
const IMPATIENCE: Duration = Duration::from_millis(50);

/// Between two lines of progress.
const REFRESH: Duration = Duration::from_millis(500);

pub struct Watch {
    started: Instant,
    timeout: Option<Duration>,
    max_executions: Option<u64>,
    interrupted: &'static AtomicBool,
    until_look: u32,
    looked: Instant,
    /// When progress was shown last; `None` if nobody would see it.
    shown: Option<Instant>,
    /// Why the search was told to stop.
    reason: Option<Incomplete>,
}

impl Watch {
    pub fn new(limits: &Limits, interrupted: &'static AtomicBool) -> Watch {
        let started = Instant::now();
        Watch {
            started,
            timeout: limits.timeout,
            max_executions: limits.max_executions,
            interrupted,
            until_look: 0,
            looked: started,
            shown: io::stderr().is_terminal().then_some(started),
            reason: None,
        }
    }

    /// `false` when it is time to stop. `depth` is how many steps the current execution has.
    pub fn keep_going(&mut self, statistics: &Statistics, depth: usize) -> bool {
        if self.max_executions.is_some_and(|limit| begun(statistics) >= limit) {
            self.stop(Reason::MaxExecutions, "the limit of --max-executions was reached");
        } else if self.interrupted.load(Ordering::Relaxed) {
            self.stop(Reason::Interrupted, "the search was interrupted");
        } else if self.until_look > 0 {
            self.until_look -= 1;
        } else {
            self.look(statistics, depth);
        }
        self.reason.is_none()
    }

    fn look(&mut self, statistics: &Statistics, depth: usize) {
        let now = Instant::now();
        self.until_look = if now - self.looked > IMPATIENCE { 0 } else { PATIENCE };
        self.looked = now;
        if self.timeout.is_some_and(|limit| now - self.started >= limit) {
            self.stop(Reason::Timeout, "the time of --timeout is up");
        } else if self.shown.is_some_and(|shown| now - shown >= REFRESH) {
            self.shown = Some(now);
            let seconds = (now - self.started).as_secs_f64();
            let rate = (statistics.executions + statistics.redundant) as f64 / seconds;
            show(&format!(
                "{} executions, {rate:.0}/s, depth {depth}, {seconds:.0} s",
                statistics.executions
            ));
        }
    }

    fn stop(&mut self, reason: Reason, message: &str) {
        self.reason = Some(Incomplete { reason, message: message.to_owned(), place: None });
    }

    /// How long it took, and why it ended if it was told to; takes the progress from the screen.
    pub fn finish(self) -> (f64, Option<Incomplete>) {
        if self.shown.is_some_and(|shown| shown != self.started) {
            show("");
        }
        (self.started.elapsed().as_secs_f64(), self.reason)
    }
}

/// Replaces the line of progress. A terminal that is gone is no reason to stop.
fn show(line: &str) {
    let mut stderr = io::stderr();
    let _ = write!(stderr, "\r\x1b[2K{line}").and_then(|()| stderr.flush());
}

/// Executions that came to nothing take their time, too.
fn begun(statistics: &Statistics) -> u64 {
    statistics.executions + statistics.redundant + statistics.cut_off
}
