//! Whether the critical sections of a mutex are joined to one step each, and what searches have learnt about that.

/// See `vm::lookahead::section`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sections {
    are_joined: bool,
    /// The order of two sections that do not depend on each other may hide something.
    are_doubted: bool,
}

impl Sections {
    pub fn new(are_joined: bool, are_doubted: bool) -> Sections {
        Sections { are_joined, are_doubted }
    }

    pub fn are_joined(&self) -> bool {
        self.are_joined
    }

    pub(crate) fn doubt(&mut self) {
        self.are_doubted = true;
    }

    /// Whether [`Sections::adopt`] would change anything.
    pub(crate) fn have_learnt(&self) -> bool {
        self.are_joined && self.are_doubted
    }

    /// Uses from now on what was learnt; `false` if that is nothing. Called only where a search begins.
    pub(crate) fn adopt(&mut self) -> bool {
        let have_learnt = self.have_learnt();
        self.are_joined &= !have_learnt;
        have_learnt
    }
}
