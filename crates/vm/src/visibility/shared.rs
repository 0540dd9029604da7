//! An object is visible once a second thread has accessed it, anywhere in the searches so far.
//!
//! Which threads have accessed an object is remembered across rewinding: in a search that remembers states, the accesses on
//! the path to a state are not those of every path to it. What a thread does while it is alone does not count: all others come
//! later.
//!
//! Why nothing is missed when a search learns nothing. Take an execution with every access visible, up to the first access
//! to an invisible object by a second thread. Before that access, invisible accesses conflict with no other thread's, so the
//! execution is equivalent to one whose transitions run from one visible operation to the next, which the search explores.
//! Each of its transitions may run on beyond the part that is in the execution. If it then accesses an invisible object that another
//! thread has accessed, the search has seen that; otherwise it commutes with the rest. So the search has seen two threads
//! access the object, and has learnt.
//!
//! Accesses that fail count as well (another order may let them succeed), and what a thread looks at that waits, perhaps for ever.

use std::collections::BTreeSet;

use mazurka_machine::ThreadId;
use rustc_hash::FxHashMap;

use super::{PlainAccess, Policy, Transition, may_be_shared, object_at};
use crate::address::{self, Place};

/// Objects are known by their first address.
#[derive(Default)]
pub(crate) struct SharedObjects {
    /// Those that are visible.
    shared: BTreeSet<u64>,
    /// Those that were found to be shared since.
    learnt: BTreeSet<u64>,
    /// The first thread that has accessed an object, of those that are in neither.
    accessed_by: FxHashMap<u64, ThreadId>,
}

impl Policy for SharedObjects {
    const PLAIN: bool = true;
    const LEARNS: bool = true;

    fn is_visible(&self, access: &PlainAccess) -> bool {
        if !access.may_be_shared() || self.shared.is_empty() {
            return false;
        }
        let end = access.range.start.saturating_add(access.range.length);
        let first = access.object().start;
        self.shared.range(first..end.max(first + 1)).next().is_some()
    }

    fn learn(&mut self, transition: &Transition) {
        let Transition { program, state, thread, accesses, .. } = *transition;
        for access in accesses.iter().filter(|access| may_be_shared(access.range.start)) {
            // Its owner takes a variable on the stack away, if it does nothing else with it.
            let owner = match address::place(access.range.start) {
                Place::Stack(owner) => Some(owner),
                _ => None,
            };
            if owner == Some(thread) {
                continue;
            }
            // An access that runs over the end of memory fails there.
            let length = state.memory.addressable(access.range.start, access.range.length) + 1;
            let end = access.range.start.saturating_add(length.min(access.range.length));
            let mut at = access.range.start;
            while at < end {
                let object = object_at(program, &state.memory, at);
                self.accessed(object.start, thread, owner);
                at = object.start.saturating_add(object.length).max(at + 1);
            }
        }
    }

    fn adopt(&mut self) -> bool {
        let grows = !self.learnt.is_empty();
        self.shared.append(&mut self.learnt);
        grows
    }
}

impl SharedObjects {
    /// `owner`: a thread that accesses it in any case.
    fn accessed(&mut self, object: u64, thread: ThreadId, owner: Option<ThreadId>) {
        if self.shared.contains(&object) || self.learnt.contains(&object) {
            return;
        }
        let first = owner.unwrap_or_else(|| *self.accessed_by.entry(object).or_insert(thread));
        if first != thread {
            self.accessed_by.remove(&object);
            self.learnt.insert(object);
        }
    }
}
