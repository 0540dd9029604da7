//! Optimizes a draft. Selection is naive on purpose (every load of a variable in a register is a copy, every address and
//! comparison is computed in place), and these passes remove what is not needed.

mod branches;
mod copies;
mod counting;
mod dead;
mod hoist;
mod jumps;
mod pauses;
mod retarget;
mod values;

pub(crate) use counting::counted_loops;
pub(crate) use dead::is_pure;

use super::draft::Draft;

pub(crate) fn optimize(draft: &mut Draft) {
    copies::propagate(draft);
    if draft.shortens_pauses {
        pauses::remove(draft);
    }
    dead::remove(draft);
    hoist::hoist(draft);
    if !draft.returns_twice {
        retarget::retarget(draft);
    }
    jumps::simplify(draft);
    branches::fuse(draft);
}
