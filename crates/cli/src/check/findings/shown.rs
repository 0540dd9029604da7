//! Races that replays have shown.

use mazurka_machine::{LocatedRace, Location};
use mazurka_report::Finding;

use crate::replay::confirm;

/// A race that a replay has shown.
pub(super) enum Shown {
    Shorter(Box<Finding>),
    AsItWas(Box<LocatedRace>),
}

impl Shown {
    pub(super) fn locations(&self) -> Vec<Option<Location>> {
        match self {
            Shown::Shorter(finding) => confirm::locations(finding.participants().map(|access| &access.place)),
            Shown::AsItWas(located) => confirm::locations([&located.first.place, &located.second.place]),
        }
    }
}
