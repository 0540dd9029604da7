//! Numbers that a thread changes and changes back, each by an atomic operation: a lock that is made of a compare-and-swap and a store, or
//! a count of those who wait (`waiters++ … waiters--`).
//!
//! In between, such a number is like a lock that the thread has taken: others can notice it only by an access. If one has read the number, or
//! written it, the iteration has left something behind. Let none have done so. Leave out the iteration, as in [`super`]:
//! - **Others may have added to the number** without looking at it. What they add is added without the iteration, too, so the number is the
//!   same behind it, and no thread knows it in between. Additions by the thread itself may commute with those, and whether one came in between is then
//!   not the trace's to say. That changes nothing: what is compared is by how much each operation changes the number, and that an addition does
//!   by the same amount wherever it is. Additions of others that acquire from the iteration acquire less without it.
//! - **Updates continue release sequences.** Who reads what an update of the iteration has left there acquires at least what it would
//!   acquire without it. So there is only less synchronisation without it.
//! - **Stores end them**: what another thread has published there is acquired no more. So a store may change a number back only if it
//!   releases, and if what it undoes was an update that acquires and does not commute, with no addition by another thread in between. Then
//!   all that was published there has been acquired by the thread itself, which publishes it again. A store changes no number first.
//! - **The order** of all accesses to the number but additions is part of the trace. So whether the thread is stopped depends on what comes
//!   before its last operation alone.

use mazurka_machine::{Operation, Range, Update};

/// By how much an atomic operation has changed a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::vm::vain) struct Change {
    pub range: Range,
    /// Modulo the size of the number.
    by: u64,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// Additions of others may come before or after it in the same trace.
    Adds,
    Updates {
        acquires: bool,
    },
    Stores {
        releases: bool,
    },
}

/// The number that an operation may change.
pub(super) fn number(operation: &Operation) -> Option<Range> {
    how(operation).map(|(range, _)| range).filter(|range| matches!(range.length, 1 | 2 | 4 | 8))
}

fn how(operation: &Operation) -> Option<(Range, How)> {
    match *operation.in_loop() {
        Operation::Update(range, Update::Add, _) => Some((range, How::Adds)),
        Operation::Update(range, Update::Opaque | Update::AddInOrder, order)
        | Operation::CompareExchange { range, succeeds: true, order } => {
            Some((range, How::Updates { acquires: order.acquire }))
        }
        Operation::Write(range, order) if order.atomic => {
            Some((range, How::Stores { releases: order.release }))
        }
        _ => None,
    }
}

/// What an operation has done that found one number, and left another one.
pub(super) fn change(operation: &Operation, found: u64, left: u64) -> Option<Change> {
    let (range, how) = how(operation)?;
    (found != left).then(|| Change { range, by: left.wrapping_sub(found), how })
}

/// Whether an operation of another thread adds to a number, and learns nothing.
pub(super) fn adds_to(operation: &Operation, number: Range) -> bool {
    matches!(operation.in_loop(), Operation::Update(range, Update::Add | Update::AddInOrder, _) if range.overlaps(number))
}

impl Change {
    /// Whether a thread may begin with this what it undoes later.
    pub(super) fn can_be_undone(&self) -> bool {
        !matches!(self.how, How::Stores { .. })
    }

    /// Whether a later one undoes this one. `is_added_to`: others have added to the number since.
    pub(super) fn is_undone_by(&self, later: &Change, is_added_to: bool) -> bool {
        let sum = self.by.wrapping_add(later.by);
        let bits = 8 * self.range.length as u32;
        let is_same_number = self.range == later.range && sum << (64 - bits) == 0;
        let is_published_again = match later.how {
            How::Stores { releases } => {
                releases && self.how == How::Updates { acquires: true } && !is_added_to
            }
            How::Adds | How::Updates { .. } => true,
        };
        is_same_number && is_published_again
    }
}
