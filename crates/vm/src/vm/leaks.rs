//! Unreachable heap blocks.
//!
//! Conservative, as collectors for C are: every aligned word that could be an address into a block counts as one. Roots
//! are variables, the library's memory, and the stacks and registers of the remaining threads.

use mazurka_machine::{Place, Range, ThreadId};

use super::Vm;
use crate::address;
use crate::context::State;
use crate::exec::contexts::FRAMES;

impl Vm {
    /// The heap blocks that nothing points to any more, by address.
    pub fn lost_blocks(&self) -> Vec<Range> {
        lost(&self.state)
    }

    /// Where a block was allocated, if this is a machine that only runs and looks for leaks.
    pub fn allocation_site(&self, block: Range) -> Option<&Place> {
        self.state.sites.of(block.start)
    }
}

/// What is lost, as a sentence; `None` if nothing is.
pub(super) fn message(state: &State) -> Option<String> {
    let lost = lost(state);
    let bytes: u64 = lost.iter().map(|block| block.length).sum();
    match lost.len() {
        0 => None,
        1 => Some(format!("a heap block of {bytes} bytes is lost: nothing points to it any more")),
        blocks => Some(format!(
            "{blocks} heap blocks of {bytes} bytes in all are lost: nothing points to them any more"
        )),
    }
}

fn lost(state: &State) -> Vec<Range> {
    let mut heap = Objects::new(live_blocks(state));
    for base in [address::GLOBALS, address::CONSTANTS, address::LIBRARY] {
        heap.reach_all(state.memory.words_of_region(base));
    }
    for thread in state.threads.created().iter() {
        heap.reach_thread(state, thread);
    }
    heap.reach_on(state);
    let mut lost = heap.unreached();
    // Frames that contexts were left with are the library's, and contexts just end to exist.
    lost.retain(|block| !state.memory.peek_sized(block.start, 8).is_ok_and(|word| word == FRAMES));
    lost
}

/// The heap blocks that are not freed.
pub(super) fn live_blocks(state: &State) -> impl Iterator<Item = Range> {
    let threads = state.threads.created();
    let live = threads.iter().flat_map(|thread| state.memory.blocks(thread).filter(|block| block.live));
    live.map(|block| Range { start: block.address, length: block.size })
}

/// Memory of which it is asked what can be reached.
pub(super) struct Objects {
    /// By address; with each, whether something points to it.
    objects: Vec<(Range, bool)>,
    /// Reached, but not yet looked into.
    pending: Vec<Range>,
}

impl Objects {
    pub(super) fn new(objects: impl Iterator<Item = Range>) -> Objects {
        let mut objects: Vec<_> = objects.map(|object| (object, false)).collect();
        objects.sort_by_key(|(object, _)| object.start);
        Objects { objects, pending: Vec::new() }
    }

    pub(super) fn reach_all(&mut self, words: impl Iterator<Item = u64>) {
        for word in words {
            let after = self.objects.partition_point(|(object, _)| object.start <= word);
            let Some((object, reached)) = after.checked_sub(1).map(|at| &mut self.objects[at]) else {
                continue;
            };
            // A pointer to the end still is one to the object: loops end there.
            if !*reached && word <= object.start + object.length {
                *reached = true;
                self.pending.push(*object);
            }
        }
    }

    /// From the stack and the registers of a thread.
    pub(super) fn reach_thread(&mut self, state: &State, thread: ThreadId) {
        self.reach_all(state.memory.words_of_region(address::stack_of(thread)));
        let thread = state.threads.get(thread);
        for frame in &thread.frames {
            self.reach_all(thread.registers(frame).iter().copied());
        }
    }

    /// From what is reached already.
    pub(super) fn reach_on(&mut self, state: &State) {
        while let Some(object) = self.pending.pop() {
            self.reach_all(state.memory.words_of_block(object.start, object.length));
        }
    }

    pub(super) fn reached(&self) -> impl Iterator<Item = Range> {
        self.objects.iter().filter(|(_, reached)| *reached).map(|(object, _)| *object)
    }

    fn unreached(self) -> Vec<Range> {
        self.objects.into_iter().filter(|(_, reached)| !reached).map(|(object, _)| object).collect()
    }
}
