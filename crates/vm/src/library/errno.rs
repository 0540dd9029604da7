//! `errno`, of which every thread has its own, and what is known of functions that set it.

use super::{Args, Native, Return};
use crate::address;
use crate::context::{Context, Stop};

/// Returns the address of the calling thread's.
pub(crate) const LOCATION: &str = "__errno_location";

pub(super) static FAMILY: &[Native] = &[Native::local(LOCATION, errno_location)];

fn errno_location(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    // The caller may store there.
    context.this_state().has_errno = true;
    Ok(Return::Word(address::errno_of(context.thread)))
}

/// What functions return that set `errno` whenever they fail: -1 then, and otherwise …
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// … zero, as an `int`.
    Zero,
    /// … an `int` that is not negative.
    Int,
    /// … a `long` that is not negative.
    Long,
}

impl Failure {
    /// Of the result.
    pub(crate) fn bits(self) -> u8 {
        if self == Failure::Long { 64 } else { 32 }
    }

    pub(crate) fn succeeds_with_zero(self) -> bool {
        self == Failure::Zero
    }
}

/// Functions around which programs have loops; some are in C.
static FAILURES: &[(&str, Failure)] = &[
    ("accept", Failure::Int),
    ("clock_gettime", Failure::Zero),
    ("connect", Failure::Zero),
    ("epoll_wait", Failure::Int),
    ("nanosleep", Failure::Zero),
    ("open", Failure::Int),
    ("poll", Failure::Int),
    ("read", Failure::Long),
    ("recv", Failure::Long),
    ("select", Failure::Int),
    ("sem_clockwait", Failure::Zero),
    ("sem_destroy", Failure::Zero),
    ("sem_getvalue", Failure::Zero),
    ("sem_init", Failure::Zero),
    ("sem_post", Failure::Zero),
    ("sem_timedwait", Failure::Zero),
    ("sem_trywait", Failure::Zero),
    ("sem_wait", Failure::Zero),
    ("send", Failure::Long),
    ("syscall", Failure::Long),
    ("usleep", Failure::Zero),
    ("write", Failure::Long),
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
