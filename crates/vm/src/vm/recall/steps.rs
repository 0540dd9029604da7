//! The steps from a local state, found by what they read.

use std::num::NonZeroU32;

use mazurka_machine::{Footprint, ThreadId};
use rustc_hash::FxHashMap;

use crate::memory::{Memory, Patch};

#[derive(Default)]
pub(super) struct Steps {
    all: Vec<Remembered>,
    groups: Vec<Group>,
}

pub(super) struct Remembered {
    pub patch: Patch,
    pub footprint: Box<[Footprint]>,
    pub code: u64,
    /// The number of the local state that it leads to.
    pub to: NonZeroU32,
    /// Frames at the bottom that stay as they are.
    pub in_common: usize,
    /// The thread that it joins.
    pub joins: Option<ThreadId>,
    /// The condition variable where it wakes up a thread: this one, if it is the only one that sleeps there, or nobody.
    pub signals: Option<u64>,
    pub wakes: Option<ThreadId>,
    /// When its operation takes place, on the thread's clock.
    pub time: u64,
    /// Whether its operation may leave everything as it is.
    pub may_idle: bool,
    pub finished: bool,
}

/// Steps that read the same bytes: mostly all of them do.
struct Group {
    /// One of them.
    example: usize,
    by_content: FxHashMap<u64, usize>,
}

/// So many are compared one after another.
const FEW: usize = 3;

impl Steps {
    pub(crate) fn get(&self, at: usize) -> &Remembered {
        &self.all[at]
    }

    /// The step that reads what stands in memory, if it is possible otherwise.
    #[inline]
    pub(crate) fn find(&self, memory: &Memory, is_possible: impl Fn(&Remembered) -> bool) -> Option<usize> {
        let is_it = |at: &usize| memory.fits(&self.all[*at].patch) && is_possible(&self.all[*at]);
        if self.all.len() <= FEW {
            return (0..self.all.len()).find(is_it);
        }
        let by_content = |group: &Group| {
            let content = memory.content_where_read(&self.all[group.example].patch);
            group.by_content.get(&content).copied()
        };
        self.groups.iter().filter_map(by_content).find(is_it)
    }

    /// `false` if there is one that reads the same.
    pub(crate) fn add(&mut self, step: Remembered) -> bool {
        let (number, content) = (self.all.len(), step.patch.content());
        let is_like_it = |group: &&mut Group| self.all[group.example].patch.reads_where(&step.patch);
        match self.groups.iter_mut().find(is_like_it) {
            Some(group) if group.by_content.contains_key(&content) => return false,
            Some(group) => _ = group.by_content.insert(content, number),
            None => {
                let by_content = [(content, number)].into_iter().collect();
                self.groups.push(Group { example: number, by_content });
            }
        }
        self.all.push(step);
        true
    }
}
