//! Whether arrivals at barriers commute, and what searches have learnt about that.

/// See the module about barriers.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Arrivals {
    commute: bool,
    /// More threads have come to a barrier than it is for.
    are_too_many: bool,
}

impl Arrivals {
    pub fn new(commute: bool) -> Arrivals {
        Arrivals { commute, are_too_many: false }
    }

    pub fn commute(&self) -> bool {
        self.commute
    }

    pub(crate) fn note_crowd(&mut self) {
        self.are_too_many = true;
    }

    /// Whether [`Arrivals::adopt`] would change anything.
    pub(crate) fn have_learnt(&self) -> bool {
        self.commute && self.are_too_many
    }

    /// Uses from now on what was learnt; `false` if that is nothing. Called only where a search begins.
    pub(crate) fn adopt(&mut self) -> bool {
        let have_learnt = self.have_learnt();
        self.commute &= !have_learnt;
        have_learnt
    }
}
