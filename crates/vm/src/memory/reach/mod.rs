//! Which objects each thread can reach by following pointers, in the current state.
//!
//! Objects are heap blocks, variables on stacks, and thread-locals: between any two of them there is inaccessible memory, so an
//! object is a maximal run of accessible bytes. Global variables and the library's memory are no objects here: all threads
//! reach them. Each thread reaches the objects on its own stack, and what its registers point to.
//!
//! Conservative: every aligned word that could be an address in an object, or just behind it, is a pointer to it. A
//! pointer that is stored unaligned, or in pieces, is not recognised.

mod afresh;
#[cfg(test)]
mod tests;

use mazurka_machine::{Range, ThreadId};

use super::Memory;
use crate::address::{self, Place};

/// Kept only where the visibility policy asks for it.
#[derive(Default)]
pub(super) struct Reach {
    /// By thread.
    roots: Vec<Roots>,
}

/// What a thread points to from outside of memory.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Roots {
    /// From its registers, or because it waits there.
    pub own: Vec<u64>,
    /// Its result, which any thread that joins it gets.
    pub result: Option<u64>,
}

/// By whom an object is reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reacher {
    /// By all threads, from a global variable or the library's memory.
    Everyone,
    Thread(ThreadId),
}

impl Memory {
    /// From now on [`Memory::reached_by_another`] can be asked.
    pub fn track_reach(&mut self) {
        self.reach = Some(Box::default());
    }

    pub fn tracks_reach(&self) -> bool {
        self.reach.is_some()
    }

    /// Sets what a thread points to from outside of memory.
    pub(crate) fn set_roots(&self, thread: ThreadId, roots: Roots) {
        let Some(reach) = &self.reach else { return };
        let all = &mut reach.borrow_mut().roots;
        if all.len() <= thread.index() {
            all.resize_with(thread.index() + 1, Roots::default);
        }
        all[thread.index()] = roots;
    }

    /// Another thread than `thread` that can reach an object in this range, if there is one; everything, if that is not tracked.
    ///
    /// An access to no object fails; it is reached by everyone, lest it succeed when another thread comes first. On
    /// its own stack a thread comes to no object in any order.
    pub fn reached_by_another(&self, thread: ThreadId, range: Range) -> Option<Reacher> {
        match address::place(range.start) {
            Place::Heap(_) | Place::Stack(_) => {}
            Place::Global | Place::Library => return Some(Reacher::Everyone),
            Place::Null | Place::Code | Place::Constant | Place::Nowhere => return None,
        }
        let Some(reach) = &self.reach else { return Some(Reacher::Everyone) };
        let reached = afresh::Afresh::new(self, &reach.borrow().roots);
        let mut objects = reached.objects_in(range).peekable();
        if objects.peek().is_none() {
            let is_own = address::place(range.start) == Place::Stack(thread);
            return (!is_own).then_some(Reacher::Everyone);
        }
        let mut reachers = objects.flat_map(|object| reached.reachers(object));
        reachers.find(|reacher| *reacher != Reacher::Thread(thread))
    }
}
