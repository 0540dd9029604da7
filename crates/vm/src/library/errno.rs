//! `errno`, of which every thread has its own, and what is known of functions that set it.

use super::{Args, Native, Return};
use crate::address;
use crate::context::{Context, Stop};

/// Returns the address of the calling thread's.
pub(crate) const LOCATION: &str = "__errno_location";

pub(super) static FAMILY: &[Native] = &[Native::local(LOCATION, errno_location)];

fn errno_location(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    // Whoever asks may store there.
    context.this_state().has_errno = true;
    Ok(Return::Word(address::errno_of(context.thread)))
}

/// What functions return that set `errno` whenever they fail: -1 then, and otherwise …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// … zero, as an `int`.
    OrZero,
    /// … an `int` that is not negative.
    OrInt,
    /// … a `long` that is not negative.
    OrLong,
}

impl Failure {
    /// Of the result.
    pub(crate) fn bits(self) -> u8 {
        if self == Failure::OrLong { 64 } else { 32 }
    }

    pub(crate) fn succeeds_with_zero(self) -> bool {
        self == Failure::OrZero
    }
}

/// Functions around which programs have loops; some are in C.
static FAILURES: &[(&str, Failure)] = &[
    ("accept", Failure::OrInt),
    ("clock_gettime", Failure::OrZero),
    ("connect", Failure::OrZero),
    ("epoll_wait", Failure::OrInt),
    ("nanosleep", Failure::OrZero),
    ("open", Failure::OrInt),
    ("poll", Failure::OrInt),
    ("read", Failure::OrLong),
    ("recv", Failure::OrLong),
    ("select", Failure::OrInt),
    ("sem_clockwait", Failure::OrZero),
    ("sem_destroy", Failure::OrZero),
    ("sem_getvalue", Failure::OrZero),
    ("sem_init", Failure::OrZero),
    ("sem_post", Failure::OrZero),
    ("sem_timedwait", Failure::OrZero),
    ("sem_trywait", Failure::OrZero),
    ("sem_wait", Failure::OrZero),
    ("send", Failure::OrLong),
    ("syscall", Failure::OrLong),
    ("usleep", Failure::OrZero),
    ("write", Failure::OrLong),
];

/// How a function of the library fails, if it does so by `errno`.
pub(crate) fn failure(name: &str) -> Option<Failure> {
    FAILURES.iter().find(|row| row.0 == name).map(|row| row.1)
}

/// Whether a function of the library reads it. Those that print do so only for `%m`.
pub(crate) fn reads(name: &str) -> bool {
    name == "perror"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_only_names_of_the_library() {
        for (name, _) in FAILURES {
            let is_in_c =
                ["sem_wait", "sem_timedwait", "sem_clockwait", "usleep", "nanosleep"].contains(name);
            assert!(is_in_c || crate::library::find(name).is_some(), "{name}");
        }
    }
}
