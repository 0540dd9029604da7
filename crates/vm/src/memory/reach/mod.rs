//! Which objects each thread can reach by following pointers, in the current state.
//!
//! Objects are heap blocks, variables on stacks, and thread-locals: between any two of them there is inaccessible memory, so an
//! object is a maximal run of accessible bytes. Global variables and the library's memory are no objects here: all threads
//! reach them. Each thread reaches the objects on its own stack, and what its registers, its thread-specific data and, once it has
//! ended, the result that another thread may get by joining it point to.
//!
//! Conservative: every aligned word that could be an address in an object, or just behind it, is a pointer to it. A
//! pointer that is stored unaligned, or in pieces, is not recognised.
//!
//! What is reached is kept up to date from what changes ([`graph`]), when it is asked for: lines of memory that were written or
//! rewound are compared with what is known of them ([`mirror`]).

mod afresh;
mod graph;
mod mirror;
mod objects;
mod pointers;
#[cfg(test)]
mod tests;

use mazurka_machine::{Range, ThreadId};

use super::{Memory, Region};
use crate::address::{self, Place};
use graph::Graph;
use mirror::Mirror;
use pointers::is_object;

/// Kept only where the visibility policy asks for it.
#[derive(Default)]
pub(super) struct Reach {
    graph: Graph,
    mirror: Mirror,
    /// The lines that may have changed since the graph was brought up to date: region and index.
    touched: Vec<(u32, u32)>,
    /// When there are this many, those that are there twice are removed.
    most_touched: usize,
    /// How often it was asked.
    asked: u64,
}

/// Changes that are put off.
const MOST_CHANGES: usize = 1 << 12;

/// What a thread points to from outside of memory.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Roots {
    /// From its registers, or because it waits there.
    own: Vec<u64>,
    /// Its result, which the thread that joins it gets.
    result: Option<u64>,
    /// The fingerprint of the thread that has these roots, if it is known.
    fingerprint: Option<u128>,
}

impl Roots {
    /// Of these words those that could be pointers.
    pub(crate) fn new(mut own: Vec<u64>, result: Option<u64>, fingerprint: Option<u128>) -> Roots {
        own.retain(|word| is_object(*word));
        own.sort_unstable();
        own.dedup();
        Roots { own, result: result.filter(|word| is_object(*word)), fingerprint }
    }
}

/// Which threads reach an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Reacher {
    /// By all threads, from a global variable or the library's memory.
    Everyone,
    Thread(ThreadId),
}

impl Reach {
    /// A line may change.
    #[inline]
    pub(super) fn touch(&mut self, region: u32, index: u32) {
        if self.touched.last() != Some(&(region, index)) {
            self.touched.push((region, index));
            if self.touched.len() > self.most_touched {
                self.touch_once();
            }
        }
    }

    /// It may not be asked for a long time.
    #[cold]
    fn touch_once(&mut self) {
        self.touched.sort_unstable();
        self.touched.dedup();
        self.most_touched = MOST_CHANGES.max(2 * self.touched.len());
    }

    /// Takes changes into account that were not asked for, when there are many.
    fn sync_if_many(&mut self, regions: &[Region]) {
        if self.graph.changes() > MOST_CHANGES {
            self.sync(regions);
        }
    }

    fn sync(&mut self, regions: &[Region]) {
        if self.touched.is_empty() && self.graph.changes() == 0 {
            return;
        }
        for (number, index) in self.touched.drain(..) {
            if let Some(region) = regions.get(number as usize) {
                self.mirror.update(&mut self.graph, number as usize, region, index as usize);
            }
        }
        self.graph.repair();
    }

    /// Where there is no object: whether another thread than this one counts as reaching what is there.
    fn counts_as_reached(thread: ThreadId, range: Range) -> bool {
        address::place(range.start) != Place::Stack(thread)
    }

    fn is_reached_by_another(&mut self, thread: ThreadId, range: Range) -> bool {
        let is_reached = self.graph.is_reached_by_another(bytes(range), thread);
        is_reached.unwrap_or_else(|| Reach::counts_as_reached(thread, range))
    }

    fn by_another(&mut self, thread: ThreadId, range: Range) -> Option<Reacher> {
        self.graph.settle_all();
        let objects = &self.graph.objects;
        let mut overlapping = objects.overlapping(bytes(range)).peekable();
        if overlapping.peek().is_none() {
            return Reach::counts_as_reached(thread, range).then_some(Reacher::Everyone);
        }
        let reachers = overlapping.flat_map(|(start, object)| objects.reachers(start, object));
        reachers.filter(|reacher| *reacher != Reacher::Thread(thread)).min()
    }
}

fn bytes(range: Range) -> std::ops::Range<u64> {
    range.start..range.start.saturating_add(range.length)
}

impl Memory {
    /// From now on [`Memory::is_reached_by_another`] can be asked.
    pub fn track_reach(&mut self) {
        let mut reach = Reach::default();
        for (number, region) in self.regions.iter().enumerate() {
            (0..region.lines.len()).for_each(|index| reach.touch(number as u32, index as u32));
        }
        self.reach = Some(Box::new(reach.into()));
    }

    pub fn tracks_reach(&self) -> bool {
        self.reach.is_some()
    }

    /// Whether the roots that were set are those of a thread with this fingerprint.
    pub(crate) fn has_roots_with(&self, thread: ThreadId, fingerprint: u128) -> bool {
        self.roots_are(thread, |roots| roots.fingerprint == Some(fingerprint))
    }

    /// Whether these are the roots that were set.
    pub(crate) fn has_roots(&self, thread: ThreadId, roots: &Roots) -> bool {
        self.roots_are(thread, |known| known == roots)
    }

    fn roots_are(&self, thread: ThreadId, these: impl Fn(&Roots) -> bool) -> bool {
        let reach = self.reach.as_ref().map(|reach| reach.borrow());
        reach.is_some_and(|reach| reach.mirror.roots().get(thread.index()).is_some_and(these))
    }

    /// Forgets the roots of threads for which `is_over`.
    pub(crate) fn clear_roots(&self, is_over: impl Fn(ThreadId) -> bool) {
        let Some(reach) = &self.reach else { return };
        let Reach { graph, mirror, .. } = &mut *reach.borrow_mut();
        for thread in (0..mirror.roots().len()).map(|number| ThreadId(number as u16)) {
            let roots = &mirror.roots()[thread.index()];
            if *roots != Roots::default() && is_over(thread) {
                mirror.set_roots(graph, thread, Roots::default());
            }
        }
    }

    /// Sets what a thread points to from outside of memory.
    pub(crate) fn set_roots(&self, thread: ThreadId, roots: Roots) {
        let Some(reach) = &self.reach else { return };
        let reach = &mut *reach.borrow_mut();
        reach.mirror.set_roots(&mut reach.graph, thread, roots);
        reach.sync_if_many(&self.regions);
    }

    /// Sets pointers that all threads may have, though they are not recognised in memory.
    pub(crate) fn set_exposed(&self, pointers: Vec<u64>) {
        let Some(reach) = &self.reach else { return };
        let Reach { graph, mirror, .. } = &mut *reach.borrow_mut();
        mirror.set_exposed(graph, pointers);
    }

    /// Whether another thread than `thread` can reach an object in this range; always, if that is not tracked.
    ///
    /// An access to no object fails; it is reached by everyone, lest it succeed when another thread comes first. On
    /// its own stack a thread comes to no object in any order.
    pub fn is_reached_by_another(&self, thread: ThreadId, range: Range) -> bool {
        self.ask_reach(range, |reach| reach.is_reached_by_another(thread, range)).unwrap_or_else(|all| all)
    }

    /// The same thread each time, of those that can; one that has ended does where another may join it. This takes longer.
    pub(crate) fn reached_by_another(&self, thread: ThreadId, range: Range) -> Option<Reacher> {
        self.ask_reach(range, |reach| reach.by_another(thread, range))
            .unwrap_or_else(|all| all.then_some(Reacher::Everyone))
    }

    /// Asks what is kept; `Err` if it need not be asked, with whether all threads reach what is there.
    fn ask_reach<T>(&self, range: Range, ask: impl FnOnce(&mut Reach) -> T) -> Result<T, bool> {
        match address::place(range.start) {
            Place::Heap(_) | Place::Stack(_) => {}
            Place::Global | Place::Library => return Err(true),
            Place::Null | Place::Code | Place::Constant | Place::Nowhere => return Err(false),
        }
        let Some(reach) = &self.reach else { return Err(true) };
        let reach = &mut *reach.borrow_mut();
        reach.sync(&self.regions);
        reach.asked += 1;
        debug_assert!(!self.is_checked(reach.asked) || self.is_right(reach), "what is reached is wrong");
        Ok(ask(reach))
    }

    /// Whether what is kept is what can be reached from scratch.
    pub(crate) fn is_reach_right(&self) -> bool {
        self.reach.as_ref().is_some_and(|reach| {
            let reach = &mut *reach.borrow_mut();
            reach.sync(&self.regions);
            self.is_right(reach)
        })
    }

    /// Whether to compare with that where it is asked: it takes long in large memories.
    fn is_checked(&self, asked: u64) -> bool {
        asked.is_multiple_of(997) && self.size < 1 << 18
    }

    /// Whether the same is reached from scratch.
    fn is_right(&self, reach: &mut Reach) -> bool {
        afresh::reached(self, reach.mirror.roots(), reach.mirror.exposed()) == reach.graph.reached()
    }
}
