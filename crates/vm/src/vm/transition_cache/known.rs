//! What follows from a local state, found by what it reads: steps, and what lookahead has found.

use mazurka_machine::{Footprint, Operation, ThreadId};
use rustc_hash::FxHashMap;

use crate::memory::{Memory, Patch};
use crate::threads::SnapshotId;

pub(super) struct Known<T> {
    all: Vec<T>,
    groups: Vec<Group>,
}

/// Something that follows wherever the same is read.
pub(super) trait Follows {
    fn patch(&self) -> &Patch;
}

pub(super) struct CachedStep {
    pub operation: Operation,
    pub patch: Patch,
    pub footprint: Box<[Footprint]>,
    pub code: u64,
    /// The local state that it leads to.
    pub to: SnapshotId,
    /// Frames at the bottom that do not change.
    pub in_common: usize,
    /// The thread that it joins.
    pub joins: Option<ThreadId>,
    /// The condition variable that it signals: it wakes the only thread that sleeps there, if there is one.
    pub signals: Option<u64>,
    pub wakes: Option<ThreadId>,
    /// When its operation takes place, on the thread's clock.
    pub time: u64,
    /// Whether it is a whole critical section.
    pub is_section: bool,
    pub finished: bool,
}

impl Follows for CachedStep {
    fn patch(&self) -> &Patch {
        &self.patch
    }
}

/// Those that read the same bytes: mostly all of them do.
struct Group {
    /// One of them.
    example: usize,
    by_content: FxHashMap<u64, usize>,
}

/// Up to this many are compared one after another.
const FEW: usize = 3;

impl<T> Default for Known<T> {
    fn default() -> Known<T> {
        Known { all: Vec::new(), groups: Vec::new() }
    }
}

impl<T: Follows> Known<T> {
    pub(crate) fn get(&self, at: usize) -> &T {
        &self.all[at]
    }

    /// The one whose reads match memory, if it is possible otherwise.
    #[inline]
    pub(crate) fn find(&self, memory: &Memory, is_possible: impl Fn(&T) -> bool) -> Option<usize> {
        let is_it = |at: &usize| memory.fits(self.all[*at].patch()) && is_possible(&self.all[*at]);
        if self.all.len() <= FEW {
            return (0..self.all.len()).find(is_it);
        }
        let by_content = |group: &Group| {
            let content = memory.content_where_read(self.all[group.example].patch());
            group.by_content.get(&content).copied()
        };
        self.groups.iter().filter_map(by_content).find(is_it)
    }

    /// `false` if there is one that reads the same.
    pub(crate) fn add(&mut self, new: T) -> bool {
        let (id, content) = (self.all.len(), new.patch().content());
        let is_like_it = |group: &&mut Group| self.all[group.example].patch().reads_where(new.patch());
        match self.groups.iter_mut().find(is_like_it) {
            Some(group) if group.by_content.contains_key(&content) => return false,
            Some(group) => _ = group.by_content.insert(content, id),
            None => {
                let by_content = [(content, id)].into_iter().collect();
                self.groups.push(Group { example: id, by_content });
            }
        }
        self.all.push(new);
        true
    }
}
