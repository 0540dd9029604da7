//! When to stop before the end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mazurka_explore::Statistics;

use crate::args::Limits;

/// Steps between two looks at the clock.
const PATIENCE: u32 = 256;

pub struct Watch {
    started: Instant,
    timeout: Option<Duration>,
    max_executions: Option<u64>,
    interrupted: &'static AtomicBool,
    until_look: u32,
    /// Why the search was told to stop.
    reason: Option<String>,
}

impl Watch {
    pub fn new(limits: &Limits, interrupted: &'static AtomicBool) -> Watch {
        Watch {
            started: Instant::now(),
            timeout: limits.timeout,
            max_executions: limits.max_executions,
            interrupted,
            until_look: 0,
            reason: None,
        }
    }

    /// `false` when it is time to stop.
    pub fn keep_going(&mut self, statistics: &Statistics) -> bool {
        if self.max_executions.is_some_and(|limit| statistics.executions >= limit) {
            self.reason = Some("the limit of --max-executions was reached".to_owned());
        } else if self.until_look == 0 {
            self.until_look = PATIENCE;
            if self.interrupted.load(Ordering::Relaxed) {
                self.reason = Some("interrupted".to_owned());
            } else if self.timeout.is_some_and(|limit| self.started.elapsed() >= limit) {
                self.reason = Some("the time of --timeout is up".to_owned());
            }
        } else {
            self.until_look -= 1;
        }
        self.reason.is_none()
    }

    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    pub fn reason(&self) -> Option<&str> {
        self.reason.as_deref()
    }
}
