//! How often the checks of debug builds are made that take longer than what they check.

use std::cell::Cell;

use crate::mix;

/// Small searches are checked throughout.
const FIRST: u64 = 4_000;

/// Later, one occasion in this many is checked.
const ONE_IN: u128 = 16;

/// Counts the occasions for such checks.
#[derive(Clone, Default, Debug)]
pub struct Audits {
    occasions: Cell<u64>,
}

impl Audits {
    /// Whether to check this time. Which occasions are checked is irregular, so that no kind of them is always left out.
    pub fn are_due(&self) -> bool {
        let occasion = self.occasions.get();
        self.occasions.set(occasion + 1);
        occasion < FIRST || mix(occasion.into()).is_multiple_of(ONE_IN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_due_at_first_and_some_later() {
        let audits = Audits::default();
        assert!((0..FIRST).all(|_| audits.are_due()));
        let due = (0..16_000).filter(|_| audits.are_due()).count();
        assert!((900..1_100).contains(&due), "{due} of 16,000");
    }
}
