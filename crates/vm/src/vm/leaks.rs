//! Unreachable heap blocks.
//!
//! Conservative, as collectors for C are: every aligned word that could be an address into a block counts as one. Roots
//! are variables, the library's memory, and the stacks and registers of the remaining threads.

use crate::address;
use crate::context::State;
use crate::memory::heap::Block;

/// What is lost, as a sentence; `None` if nothing is.
pub(super) fn message(state: &State) -> Option<String> {
    let lost = lost(state);
    let bytes: u64 = lost.iter().map(|block| block.size).sum();
    match lost.len() {
        0 => None,
        1 => Some(format!("a heap block of {bytes} bytes is lost: nothing points to it any more")),
        blocks => Some(format!(
            "{blocks} heap blocks of {bytes} bytes in all are lost: nothing points to them any more"
        )),
    }
}

fn lost(state: &State) -> Vec<Block> {
    let mut heap = Heap::new(state);
    for base in [address::GLOBALS, address::CONSTANTS, address::LIBRARY] {
        heap.reach_all(state.memory.words_of_region(base));
    }
    for thread in state.threads.created().iter() {
        heap.reach_all(state.memory.words_of_region(address::stack_of(thread)));
        let thread = state.threads.get(thread);
        for frame in &thread.frames {
            heap.reach_all(thread.registers(frame).iter().copied());
        }
    }
    while let Some(block) = heap.pending.pop() {
        heap.reach_all(state.memory.words_of_block(block.address, block.size));
    }
    heap.unreached()
}

struct Heap {
    /// By address; with each, whether something points to it.
    blocks: Vec<(Block, bool)>,
    /// Reached, but not yet looked into.
    pending: Vec<Block>,
}

impl Heap {
    fn new(state: &State) -> Heap {
        let threads = state.threads.created();
        let live = threads.iter().flat_map(|thread| state.memory.blocks(thread).filter(|block| block.live));
        let mut blocks: Vec<_> = live.map(|block| (block, false)).collect();
        blocks.sort_by_key(|(block, _)| block.address);
        Heap { blocks, pending: Vec::new() }
    }

    fn reach_all(&mut self, words: impl Iterator<Item = u64>) {
        for word in words {
            let after = self.blocks.partition_point(|(block, _)| block.address <= word);
            let Some((block, reached)) = after.checked_sub(1).map(|at| &mut self.blocks[at]) else {
                continue;
            };
            // A pointer to the end still is one to the block: loops end there.
            if !*reached && word <= block.address + block.size {
                *reached = true;
                self.pending.push(*block);
            }
        }
    }

    fn unreached(self) -> Vec<Block> {
        self.blocks.into_iter().filter(|(_, reached)| !reached).map(|(block, _)| block).collect()
    }
}
