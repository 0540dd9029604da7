//! What happens to objects that lose the pointer through which they are reached.
//!
//! Often another pointer is found at once. If none is, the object and all that is reached through it may be lost to a thread: as many
//! objects as a structure has, where a thread drops its only pointer to it, or ends. If they are not few, that is put off until an
//! answer depends on it. Mostly none does, because other threads reach the structure as well, until the search backtracks and the
//! pointer is there again. Meanwhile the thread's forest stays as it was, with an object on top whose pointer does not exist.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mazurka_machine::ThreadId;

use super::{GAP, Graph};
use crate::memory::reach::Reacher;
use crate::memory::reach::objects::{Reached, stack_owner};
use crate::memory::reach::pointers::{Owner, Pointer};

/// Pointers to try for an object that has lost its own, and objects to go up from there to lower their ranks.
const MOST_TRIED: usize = 8;
const MOST_LOWERED: usize = 32;
/// Objects to forget at once where one loses its pointer, rather than putting that off.
const MOST_FORGOTTEN: usize = 32;
/// Objects that all threads together may have lost.
const MOST_LOST: usize = 256;

/// The objects that have lost the pointer through which a thread has reached them, and perhaps others by which it still does.
pub(super) struct Lost {
    by: BTreeMap<ThreadId, BTreeSet<u64>>,
    most_forgotten: usize,
}

impl Default for Lost {
    fn default() -> Lost {
        Lost { by: BTreeMap::new(), most_forgotten: MOST_FORGOTTEN }
    }
}

impl Lost {
    fn insert(&mut self, thread: ThreadId, object: u64) {
        self.by.entry(thread).or_default().insert(object);
    }

    fn take(&mut self, thread: ThreadId) -> BTreeSet<u64> {
        self.by.remove(&thread).unwrap_or_default()
    }

    fn has_some(&self, thread: ThreadId) -> bool {
        self.by.contains_key(&thread)
    }

    fn threads(&self) -> Vec<ThreadId> {
        self.by.keys().copied().collect()
    }

    fn has_many(&self) -> bool {
        self.by.values().map(BTreeSet::len).sum::<usize>() > MOST_LOST
    }
}

impl Graph {
    /// The pointer is gone, or its slot's owner has changed, through which an object was reached.
    pub(super) fn lose(&mut self, object: u64, by: Reacher) {
        if self.has_other_way(object, by) {
            return;
        }
        match by {
            // What everyone reaches is in no thread's forest.
            Reacher::Everyone => self.look_again(object, by),
            Reacher::Thread(thread) => match self.forget(object, by, self.lost.most_forgotten) {
                Some(lost) => self.look_for_ways(&lost, by),
                None => self.lost.insert(thread, object),
            },
        }
    }

    /// Whether an object is reached in a way that is easily found, or is not reached anyhow.
    fn has_other_way(&mut self, object: u64, by: Reacher) -> bool {
        let Some(known) = self.objects.get(object).and_then(|object| object.reached(by)).copied() else {
            return true;
        };
        if self.rank_of_way(&known) < known.rank {
            return true;
        }
        let through =
            self.pointer_from_below(object, &known).or_else(|| self.pointer_to_lower(object, &known));
        if let Some(through) = through {
            self.set(object, Reached { through, ..known });
        }
        through.is_some()
    }

    /// Looks again at what a thread has lost: its forest is then as the state is.
    fn settle(&mut self, thread: ThreadId) {
        for object in self.lost.take(thread) {
            if !self.has_other_way(object, Reacher::Thread(thread)) {
                self.look_again(object, Reacher::Thread(thread));
            }
        }
    }

    pub(in super::super) fn settle_all(&mut self) {
        self.lost.threads().into_iter().for_each(|thread| self.settle(thread));
    }

    /// Puts off even what concerns few objects, such as tests have.
    #[cfg(test)]
    pub(in super::super) fn put_off_all(&mut self) {
        self.lost.most_forgotten = 0;
    }

    /// What threads have lost, and mostly have again, is not kept without a limit.
    pub(super) fn settle_if_many(&mut self) {
        if self.lost.has_many() {
            self.settle_all();
        }
    }

    /// Whether another thread than this one reaches an object in a range; `None` if there is no object.
    pub(in super::super) fn is_reached_by_another(
        &mut self,
        bytes: Range<u64>,
        thread: ThreadId,
    ) -> Option<bool> {
        let (mut has_objects, mut in_doubt) = (false, Vec::new());
        for (start, object) in self.objects.overlapping(bytes) {
            has_objects = true;
            let reachers = self.objects.reachers(start, object);
            for by in reachers.filter(|by| *by != Reacher::Thread(thread)) {
                match by {
                    Reacher::Thread(other)
                        if self.lost.has_some(other) && stack_owner(start) != Some(other) =>
                    {
                        in_doubt.push((start, other));
                    }
                    _ => return Some(true),
                }
            }
        }
        has_objects.then(|| in_doubt.into_iter().any(|(start, by)| self.is_still_reached(start, by)))
    }

    /// Whether a thread reaches an object that it once did.
    fn is_still_reached(&mut self, object: u64, thread: ThreadId) -> bool {
        // It has ended, or is not created yet: what was lost comes back where that is rewound.
        if !self.pointers.has_roots(thread) {
            return false;
        }
        self.settle(thread);
        self.objects.get(object).is_some_and(|object| object.reached(Reacher::Thread(thread)).is_some())
    }

    fn pointers_to(&self, object: u64) -> impl Iterator<Item = Pointer> + '_ {
        let end = self.objects.get(object).map_or(object, |object| object.end);
        self.pointers.leading_to(object..=end)
    }

    /// A pointer to the object in something of lower rank.
    fn pointer_from_below(&self, object: u64, known: &Reached) -> Option<Pointer> {
        let is_below =
            |pointer: &Pointer| self.rank(pointer.at, known.by).is_some_and(|rank| rank < known.rank);
        self.pointers_to(object).take(MOST_TRIED).find(is_below)
    }

    /// The same where ranks must be lowered for that.
    fn pointer_to_lower(&mut self, object: u64, known: &Reached) -> Option<Pointer> {
        let pointers: Vec<Pointer> = self.pointers_to(object).take(MOST_TRIED).collect();
        pointers.into_iter().find(|pointer| self.lower(*pointer, object, known))
    }

    /// Lowers the rank of what a pointer is in, and of those from which that is reached, below that of an object; `false` if
    /// the object itself is among them, or there are too many.
    fn lower(&mut self, pointer: Pointer, object: u64, known: &Reached) -> bool {
        let (mut slot, mut chain) = (pointer.at, Vec::new());
        while chain.len() < MOST_LOWERED {
            let Owner::Object(word) = slot.owner() else { return false };
            let Some((start, above)) = self.objects.around(word) else { return false };
            let Some(reached) = above.reached(known.by).copied().filter(|_| start != object) else {
                return false;
            };
            chain.push((start, reached));
            self.count();
            match self.rank(reached.through.at, known.by) {
                Some(rank) if rank < known.rank && self.set_ranks(&chain, rank, known.rank) => return true,
                // Where ranks leave no gap, those above are so near that they are lowered as well.
                Some(_) => slot = reached.through.at,
                None => return false,
            }
        }
        false
    }

    /// Spreads ranks between these; `false` if they leave no gap.
    fn set_ranks(&mut self, chain: &[(u64, Reached)], low: i64, high: i64) -> bool {
        let room = high.saturating_sub(low) / (chain.len() as i64 + 1);
        let step = room.min(GAP);
        if step == 0 {
            return false;
        }
        for ((start, reached), n) in chain.iter().zip(1..) {
            self.set(*start, Reached { rank: high - n * step, ..*reached });
        }
        true
    }

    /// All that is reached through an object is so in another way, or not any more.
    fn look_again(&mut self, object: u64, by: Reacher) {
        let lost = self.forget(object, by, usize::MAX).unwrap_or_default();
        self.look_for_ways(&lost, by);
    }

    fn look_for_ways(&mut self, lost: &[u64], by: Reacher) {
        for &start in lost {
            let pointers: Vec<Pointer> = self.pointers_to(start).collect();
            self.pending.extend(pointers.into_iter().map(|pointer| (by, pointer)));
        }
        self.follow_pending();
        if by == Reacher::Everyone {
            self.look_for_threads(lost);
        }
    }

    /// Those of the objects that everyone has reached, and does no more, may be reached by threads.
    fn look_for_threads(&mut self, lost: &[u64]) {
        for &start in lost {
            let Some(object) = self.objects.get(start) else { continue };
            if object.is_reached_by_everyone() {
                continue;
            }
            let from_own_stack = stack_owner(start).map(|_| self.pointers.within(start..object.end));
            let pointers: Vec<Pointer> =
                self.pointers_to(start).chain(from_own_stack.into_iter().flatten()).collect();
            pointers.into_iter().for_each(|pointer| self.follow_from_owner(pointer));
        }
        self.follow_pending();
    }

    /// An object is not reached, nor are those that are reached only through it, as far as ranks tell; returns them all. `None` if there
    /// are more than `most`: then all are reached as before.
    fn forget(&mut self, object: u64, by: Reacher, most: usize) -> Option<Vec<u64>> {
        let mut lost = Vec::from_iter(self.forget_one(object, by));
        let mut next = 0;
        while let Some(&(start, _)) = lost.get(next) {
            next += 1;
            self.count();
            let end = self.objects.get(start).map_or(start, |object| object.end);
            let inside: Vec<Pointer> = self.pointers.within(start..end).collect();
            for pointer in inside {
                let Some(to) = self.objects.pointed_to(pointer.to) else { continue };
                let reached = self.objects.get(to).and_then(|object| object.reached(by)).copied();
                let Some(known) = reached.filter(|reached| reached.through == pointer) else { continue };
                if let Some(through) = self.pointer_from_below(to, &known) {
                    self.set(to, Reached { through, ..known });
                } else {
                    lost.extend(self.forget_one(to, by));
                }
            }
            if lost.len() > most {
                lost.into_iter().for_each(|(start, reached)| self.remember(start, reached));
                return None;
            }
        }
        Some(lost.into_iter().map(|(start, _)| start).collect())
    }

    fn forget_one(&mut self, start: u64, by: Reacher) -> Option<(u64, Reached)> {
        let object = self.objects.get_mut(start)?;
        let at = object.reached.iter().position(|reached| reached.by == by)?;
        Some((start, object.reached.remove(at)))
    }

    fn remember(&mut self, start: u64, reached: Reached) {
        if let Some(object) = self.objects.get_mut(start) {
            object.reached.push(reached);
        }
    }
}
