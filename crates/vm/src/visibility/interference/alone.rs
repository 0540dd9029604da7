//! The policy while there is no other thread yet.

use mazurka_machine::Range;

use super::InterferingAccesses;
use crate::memory::Memory;
use crate::visibility::{PlainAccess, Policy};

/// No access is visible, but a thread that is alone can hide pointers, too.
pub(super) struct Alone<'p>(pub &'p InterferingAccesses);

impl Policy for Alone<'_> {
    const PLAIN: bool = false;
    const ASKED: bool = true;
    const LEARNS: bool = true;

    fn is_visible(&self, access: &PlainAccess) -> bool {
        self.0.known.borrow_mut().exposed.see(access);
        false
    }

    fn sees_copy(&self, memory: &Memory, from: Range, to: u64) {
        self.0.sees_copy(memory, from, to);
    }

    fn sees_unaligned(&self, memory: &Memory, word: u64) {
        self.0.sees_unaligned(memory, word);
    }
}
