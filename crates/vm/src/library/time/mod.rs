//! `<time.h>` apart from the clocks: the calendar in UTC, and the time used.

pub(crate) mod calendar;
mod format;
mod parse;
pub(crate) mod usage;

use super::threads::clock::{SECOND, START_OF_TIME};

/// When the program starts, in seconds since 1970; files are as old.
pub(crate) const START: u64 = START_OF_TIME / SECOND;
