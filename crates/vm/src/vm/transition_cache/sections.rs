//! What lookahead has found about critical sections, so that it need not look again where the same would be read.

use std::sync::Arc;

use mazurka_machine::{Footprint, Object, Operation, ThreadId, Verb};

use super::super::Vm;
use super::super::lookahead::NextOp;
use super::MOST_ENTRIES;
use super::known::Follows;
use super::touched::{merged, of_operation};
use crate::memory::{MemoryMark, Patch};

pub(super) struct CachedSection {
    /// All that was read to find out.
    patch: Patch,
    next_op: Arc<NextOp>,
}

impl Follows for CachedSection {
    fn patch(&self) -> &Patch {
        &self.patch
    }
}

impl Vm {
    /// Whether lookahead has found that a thread is at a whole critical section.
    #[inline]
    pub(super) fn is_at_section(&self, thread: ThreadId) -> bool {
        self.ahead.of(thread).is_some_and(|next_op| next_op.whole_section().is_some())
    }

    /// What is known about the section that a thread is about to enter.
    pub(in crate::vm) fn cached_section(&mut self, thread: ThreadId) -> Option<Arc<NextOp>> {
        let id = self.snapshot_id(thread)?;
        let sections = &self.cache.state(id).sections;
        let at = sections.find(&self.state.memory, |_| true)?;
        Some(sections.get(at).next_op.clone())
    }

    /// Whether there is room for what is found about the section that a thread is about to enter, and use.
    pub(in crate::vm) fn caches_sections(&mut self, thread: ThreadId) -> bool {
        self.cache.is_worth_it() && self.cache.entries < MOST_ENTRIES && self.snapshot_id(thread).is_some()
    }

    /// What has been read of memory, and changed, since a thread was about to lock; it is about to leave the section, or inside. `None`:
    /// there is more to it.
    pub(in crate::vm) fn patch_of_section(
        &self,
        thread: ThreadId,
        mutex: Object,
        since: MemoryMark,
    ) -> Option<Patch> {
        let memory = &self.state.memory;
        if !memory.notes_are_complete() {
            return None;
        }
        let inspected = self.bytes_that_make_it_visible(thread)?;
        let mut touched = memory.notes().to_vec();
        touched.extend(memory.fresh_notes());
        touched.extend(of_operation(&Operation::Sync(Verb::Lock, mutex)));
        touched.extend(inspected.into_iter().flat_map(Footprint::reading));
        memory.patch_since(since, &merged(touched))
    }

    pub(in crate::vm) fn cache_section(&mut self, thread: ThreadId, patch: Patch, next_op: &Arc<NextOp>) {
        let Some(id) = self.snapshot_id(thread) else { return };
        let section = CachedSection { patch, next_op: next_op.clone() };
        self.cache.entries += usize::from(self.cache.state_mut(id).sections.add(section));
    }
}
