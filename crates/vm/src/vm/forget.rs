//! Freed blocks that nobody can use any more, where addresses are used again ([`crate::Config::reuse_addresses`]).
//!
//! A block counts as usable while anything in the state looks like an address in it: an aligned word of memory, a register
//! that is still needed. As long as somebody keeps a pointer to it, it is remembered as freed, and using it is a fault; a
//! pointer that is stored unaligned, or in pieces, is not recognised. A block that nobody has a pointer to leaves no trace.

use mazurka_machine::ThreadId;

use super::{Vm, fingerprint};
use crate::memory::heap::Block;
use crate::threads::{Status, Wait};

/// Freed blocks, by address; with each, whose heap it is in, and whether something points to it.
struct Freed(Vec<(Block, ThreadId, bool)>);

impl Vm {
    /// To be called after every step, so that equal states are equal, however they came about. `true` if there was something
    /// that might have been forgotten: whether it was does not follow from the step alone.
    #[inline]
    pub(super) fn forget_freed_if_asked(&mut self) -> bool {
        let asked = self.config.reuse_addresses && self.state.memory.freed_count() > 0;
        if asked {
            self.forget_freed();
        }
        asked
    }

    fn forget_freed(&mut self) {
        let (memory, threads) = (&self.state.memory, &self.state.threads);
        let freed = |thread| memory.blocks(thread).filter(|block| !block.live);
        let of = |thread| freed(thread).map(move |block| (block, thread, false));
        let mut freed = Freed(threads.created().iter().flat_map(of).collect());
        freed.0.sort_unstable_by_key(|(block, ..)| block.address);
        freed.look_for_pointers(self);
        for (block, thread, _) in freed.0.iter().filter(|(.., used)| !used) {
            self.state.memory.forget_freed(*thread, block);
        }
    }
}

impl Freed {
    fn look_for_pointers(&mut self, vm: &Vm) {
        for thread in vm.state.threads.created().iter() {
            let at = vm.state.threads.get(thread);
            fingerprint::registers(&vm.program, at, &mut |word| self.see(word));
            if let Wait::On(object) | Wait::Woken(object) = at.state.wait {
                self.see(object);
            }
            if at.state.status == Status::Finished && !at.state.joined && !at.state.detached {
                self.see(at.state.result);
            }
        }
        let (Some(first), Some(last)) = (self.0.first(), self.0.last()) else { return };
        let all = first.0.extent().start..last.0.extent().end;
        // Nearly no word is in there.
        vm.state.memory.words().filter(|word| all.contains(word)).for_each(|word| self.see(word));
    }

    fn see(&mut self, word: u64) {
        let after = self.0.partition_point(|(block, ..)| block.extent().start <= word);
        if let Some((block, _, used)) = after.checked_sub(1).map(|at| &mut self.0[at]) {
            *used |= block.extent().contains(&word);
        }
    }
}
