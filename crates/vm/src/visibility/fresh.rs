//! Leaves out accesses to memory that no other thread can reach yet, as `mazurka_analysis::fresh` has found them before the program ran.
//!
//! Such an access conflicts with no other thread's in any execution, so it is independent of all that other threads do: it need
//! not be a visible operation, and takes part in no data race.

use super::{PlainAccess, Policy};

/// What becomes of fresh accesses.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum FreshAccesses {
    /// They are accesses like others.
    #[default]
    Shown,
    /// They are neither visible operations nor in footprints. The program must have been lowered with
    /// [`crate::LoweringOptions::analyze`]; without, there are none.
    Hidden,
}

/// Another policy for all other accesses.
pub(crate) struct HidingFresh<P>(pub P);

impl<P: Policy> Policy for HidingFresh<P> {
    const PLAIN: bool = P::PLAIN;
    const LEARNS: bool = P::LEARNS;
    const HIDES_FRESH: bool = true;

    #[inline(always)]
    fn is_visible(&self, access: &PlainAccess) -> bool {
        self.0.is_visible(access)
    }
}
