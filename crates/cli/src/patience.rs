//! How long what follows a search may take: `--timeout` and Ctrl-C end that, too.

use std::time::{Duration, Instant};

use crate::interrupt;

/// After the time is up or a Ctrl-C, bugs are still confirmed for this long: most need less.
const GRACE: Duration = Duration::from_millis(300);

/// For what is worth a moment even then.
const MOMENT: Duration = Duration::from_millis(200);

#[derive(Clone, Copy, Default)]
pub(crate) struct Patience {
    /// When the time of `--timeout` is up.
    deadline: Option<Instant>,
    /// When it ends in any case.
    end: Option<Instant>,
}

impl Patience {
    /// Only Ctrl-C ends it.
    pub(crate) fn unlimited() -> Patience {
        Patience::default()
    }

    pub(crate) fn until(deadline: Option<Instant>) -> Patience {
        Patience { deadline, end: None }
    }

    /// A moment from now on, whether or not the time is up.
    pub(crate) fn of_a_moment() -> Patience {
        Patience { deadline: None, end: Some(Instant::now() + MOMENT) }
    }

    /// Whether to leave out what is not needed.
    pub(crate) fn is_short(self) -> bool {
        self.is_over_after(Duration::ZERO)
    }

    /// Whether to stop the current work.
    pub(crate) fn is_over(self) -> bool {
        self.is_over_after(GRACE)
    }

    fn is_over_after(self, grace: Duration) -> bool {
        let since = || [self.deadline, interrupt::since()].into_iter().flatten().min();
        let end = self.end.or_else(|| since().map(|since| since + grace));
        end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_has_a_little_longer() {
        let now = Instant::now();
        let of = |patience: Patience| (patience.is_short(), patience.is_over());
        assert_eq!(of(Patience::unlimited()), (false, false));
        assert_eq!(of(Patience::until(Some(now + Duration::from_secs(3600)))), (false, false));
        assert_eq!(of(Patience::until(Some(now))), (true, false));
        assert_eq!(of(Patience::until(Some(now - GRACE))), (true, true));
        assert_eq!(of(Patience { end: Some(now), ..Patience::unlimited() }), (true, true));
        let later = Some(now + Duration::from_secs(3600));
        assert_eq!(of(Patience { end: later, deadline: Some(now - GRACE) }), (false, false));
    }
}
