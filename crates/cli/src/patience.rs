//! How long what follows a search may take: `--timeout` and Ctrl-C end that, too.

use std::time::{Duration, Instant};

use crate::interrupt;

/// After the time is up or a Ctrl-C, bugs are still confirmed for this long: most need less.
const GRACE: Duration = Duration::from_millis(400);

#[derive(Clone, Copy, Default)]
pub struct Patience {
    /// When the time of `--timeout` is up.
    deadline: Option<Instant>,
}

impl Patience {
    /// Only Ctrl-C ends it.
    pub fn unlimited() -> Patience {
        Patience::default()
    }

    pub fn until(deadline: Option<Instant>) -> Patience {
        Patience { deadline }
    }

    /// Whether to leave out whatever is not needed.
    pub fn is_short(self) -> bool {
        self.is_over_after(Duration::ZERO)
    }

    /// Whether to stop what is under way.
    pub fn is_over(self) -> bool {
        self.is_over_after(GRACE)
    }

    fn is_over_after(self, grace: Duration) -> bool {
        let since = [self.deadline, interrupt::since()].into_iter().flatten().min();
        since.is_some_and(|since| Instant::now() >= since + grace)
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
    }
}
