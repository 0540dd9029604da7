//! `<time.h>` apart from the clocks: the calendar in UTC, and the time used.

pub mod calendar;
mod format;
mod parse;
pub mod usage;

use super::threads::clock::{SECOND, START_OF_TIME};

/// When the program starts, in seconds since 1970; files are as old.
pub const START: u64 = START_OF_TIME / SECOND;
