//! Where values are not kept because nothing reads them: see `mazurka_analysis::unread`.

use super::Vm;
use crate::address::{self, Place};
use crate::program::FunctionKind;

impl Vm {
    /// Whether the program has a value at an address that is not kept.
    pub(in crate::vm) fn is_unread(&self, address: u64) -> bool {
        self.program.has_unread
            && match address::place(address) {
                Place::Heap(_) => self.is_unread_of_block(address),
                Place::Stack(_) => self.program.is_unread(address) || self.is_unread_of_local(address),
                _ => self.program.is_unread(address),
            }
    }

    fn is_unread_of_block(&self, address: u64) -> bool {
        if self.program.unread_blocks.is_empty() {
            return false;
        }
        let memory = &self.state.memory;
        let Some(block) = memory.block_around(address).filter(|block| block.live) else { return false };
        let number = memory.unread_of(block.address).checked_sub(1);
        let bytes = number.and_then(|number| self.program.unread_blocks.get(number as usize));
        bytes.is_some_and(|bytes| bytes.contains(address - block.address))
    }

    fn is_unread_of_local(&self, address: u64) -> bool {
        let Place::Stack(thread) = address::place(address) else { return false };
        let Some(thread) = self.state.threads.find(thread) else { return false };
        let frame = thread.frames.iter().find(|frame| {
            let FunctionKind::Code(code) = &self.program.functions[frame.function as usize].kind else {
                return false;
            };
            (frame.memory..frame.memory + u64::from(code.frame_size)).contains(&address)
        });
        let Some(frame) = frame else { return false };
        let within = address - frame.memory;
        let locals = &self.program.code(frame.function).unread_locals;
        let behind = locals.partition_point(|(offset, _)| u64::from(*offset) <= within);
        let local = behind.checked_sub(1).map(|last| &locals[last]);
        local.is_some_and(|(offset, bytes)| bytes.contains(within - u64::from(*offset)))
    }
}
