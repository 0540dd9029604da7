//! Freed blocks without pointers to them, where addresses are used again ([`crate::Config::reuse_addresses`]).
//!
//! Addresses that are never used twice are the surest way to notice a use after free, but a loop that allocates and frees then
//! reaches a new state in each iteration. So they are used again, in searches through states only. Which address a block gets
//! then depends on what other threads have freed: states that differ only in this are different states.
//!
//! A pointer to a block is anything in the state that looks like an address in it: an aligned word of memory, or a live
//! register. While there is one, the block stays marked as freed, and using it is a fault; a pointer that is stored
//! unaligned, or in pieces, is not recognised. A block without pointers is forgotten.
//!
//! Memory counts its pointers ([`crate::memory::Memory::has_pointer_into`]). Registers are searched, but only for blocks to
//! which nothing in memory points.

use super::{Vm, fingerprint};
use crate::memory::heap::Block;
use crate::threads::Wait;

impl Vm {
    /// To be called after every step, so that equal states are equal, however they came about. `true` if there was something
    /// that might have been forgotten: whether it was does not follow from the step alone.
    #[inline]
    pub(super) fn forget_freed_if_asked(&mut self) -> bool {
        let asked = self.state.memory.has_freed();
        if asked {
            self.forget_freed();
        }
        asked
    }

    fn forget_freed(&mut self) {
        let memory = &self.state.memory;
        let mut unused: Vec<Block> = memory.freed_blocks().collect();
        unused.retain(|block| !memory.has_pointer_into(block.extent()));
        if !unused.is_empty() {
            self.without_threads(&mut unused);
        }
        unused.iter().for_each(|block| self.state.memory.forget_freed(block));
    }

    /// Keeps only the blocks that no thread's own state points to; they are sorted by address.
    fn without_threads(&self, blocks: &mut Vec<Block>) {
        let mut is_used = vec![false; blocks.len()];
        let mut see = |word: u64| {
            let after = blocks.partition_point(|block| block.extent().start <= word);
            if let Some(at) = after.checked_sub(1) {
                is_used[at] |= blocks[at].extent().contains(&word);
            }
        };
        for thread in self.state.threads.created().iter() {
            let at = self.state.threads.get(thread);
            fingerprint::registers(&self.program, at, &mut see);
            if let Wait::On(object) | Wait::Woken(object) = at.state.wait {
                see(object);
            }
            see(at.state.result);
        }
        let mut is_used = is_used.into_iter();
        blocks.retain(|_| is_used.next() == Some(false));
    }
}
