//! Objects: what memory is made of, as far as the machine knows.

use mazurka_machine::Range;

use crate::address::{self, Place};
use crate::memory::Memory;
use crate::program::Program;

/// The parts of memory that are not known as objects: stacks, and the library's own memory.
pub(super) const WORD: u64 = 8;

/// The object that an address belongs to: a global variable, a heap block (live or freed), or elsewhere an aligned word.
///
/// The same address is in the same object in all states, unless addresses are used again: stack slots come and go, so that only
/// words can serve as their names.
pub(crate) fn object_at(program: &Program, memory: &Memory, address: u64) -> Range {
    let object = match address::place(address) {
        Place::Global => {
            program.global_at(address).map(|global| Range { start: global.address, length: global.size })
        }
        Place::Heap(_) => {
            memory.block_around(address).map(|block| Range { start: block.address, length: block.size })
        }
        _ => None,
    };
    object.unwrap_or(Range { start: address & !(WORD - 1), length: WORD })
}
