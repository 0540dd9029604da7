//! Keeps track of what is reached while pointers and objects come and go.
//!
//! For everyone, and for each thread, there is a forest: every object that is reached has one pointer through which it is reached,
//! in a root or in an object that is reached by the same. Objects that everyone reaches are in no thread's forest, so that what a
//! thread does with its pointers into a large shared structure concerns only one forest.
//!
//! An object has a higher rank than the one that it is reached from. So a pointer in an object of lower rank cannot be one
//! that is reached only through the object itself, and an object that loses its pointer finds another one without a
//! search through all that it leads to. New pointers are taken into account before lost ones, and those nearer to a root
//! are preferred: taking an element off the head of a list, or putting one there, costs the same for any length.
//! Where that does not help, all that was reached through the object is looked at again.

use std::collections::VecDeque;

use super::Reacher;
use super::afresh::ByObject;
use super::objects::{Objects, Reached, stack_owner};
use super::pointers::{Owner, Pointer, Pointers, Slot};

#[derive(Default)]
pub(super) struct Graph {
    pub objects: Objects,
    pointers: Pointers,
    added: Vec<Pointer>,
    removed: Vec<Pointer>,
    /// Pointers in what is reached by these, to be followed.
    pending: VecDeque<(Reacher, Pointer)>,
    /// How many pointers were followed and how many objects looked at: what it costs.
    #[cfg(test)]
    pub work: usize,
}

/// Between the ranks of an object and of what is reached from it, so that others fit in between.
const GAP: i64 = 1 << 20;
/// The rank of roots.
const ROOT: i64 = i64::MIN;
/// Pointers to try for an object that has lost its own, and objects to go up from there to lower their ranks.
const MOST_TRIED: usize = 8;
const MOST_LOWERED: usize = 32;

impl Graph {
    pub(super) fn add(&mut self, pointer: Pointer) {
        self.pointers.insert(pointer);
        self.added.push(pointer);
    }

    pub(super) fn remove(&mut self, pointer: Pointer) {
        self.pointers.remove(pointer);
        self.removed.push(pointer);
    }

    /// The pointer in a word of memory; 0 if there is none.
    pub(super) fn pointer_at(&self, word: u64) -> u64 {
        self.pointers.at_word(word)
    }

    /// All objects, each with all that reach it.
    pub(super) fn reached(&self) -> ByObject {
        let objects = self.objects.overlapping(0..u64::MAX);
        objects
            .map(|(start, object)| ((start, object.end), self.objects.reachers(start, object).collect()))
            .collect()
    }

    /// How many pointers have changed since the last repair.
    pub(super) fn changes(&self) -> usize {
        self.added.len() + self.removed.len()
    }

    /// To be called after changes: brings up to date what is reached.
    pub(super) fn repair(&mut self) {
        let (gone, born) = self.objects.take_changes();
        let (added, mut removed) = (std::mem::take(&mut self.added), std::mem::take(&mut self.removed));
        // What these words belong to is another object now, or none.
        gone.into_iter().for_each(|bytes| removed.extend(self.pointers.within(bytes)));
        for start in born {
            let Some(end) = self.objects.get(start).map(|object| object.end) else { continue };
            let (to, from) = (self.pointers.leading_to(start..=end), self.pointers.within(start..end));
            let pointers: Vec<Pointer> = to.chain(from).collect();
            pointers.into_iter().for_each(|pointer| self.follow_from_owner(pointer));
        }
        for &pointer in &added {
            if self.pointers.contains(pointer) {
                self.follow_from_owner(pointer);
            }
        }
        self.follow_pending();
        for &pointer in &removed {
            let Some(object) = self.objects.pointed_to(pointer.to) else { continue };
            for by in self.reached_through(object, pointer) {
                self.find_other_way(object, by);
            }
        }
        (self.added, self.removed) = (added, removed);
        self.added.clear();
        self.removed.clear();
    }

    /// The threads that reach an object through this very pointer.
    fn reached_through(&self, object: u64, pointer: Pointer) -> Vec<Reacher> {
        let Some(object) = self.objects.get(object) else { return Vec::new() };
        object.reached.iter().filter(|reached| reached.through == pointer).map(|reached| reached.by).collect()
    }

    /// The rank of what a slot belongs to, if that is reached.
    fn rank(&self, slot: Slot, by: Reacher) -> Option<i64> {
        match slot.owner() {
            Owner::Root(root) => (root == by).then_some(ROOT),
            Owner::Object(word) => {
                let (start, object) = self.objects.around(word)?;
                match object.reached(by) {
                    Some(reached) => Some(reached.rank),
                    None if object.is_reached_by_everyone() => None,
                    None => (stack_owner(start).map(Reacher::Thread) == Some(by)).then_some(ROOT),
                }
            }
        }
    }

    /// Follows a pointer from all that reach it.
    fn follow_from_owner(&mut self, pointer: Pointer) {
        match pointer.at.owner() {
            Owner::Root(root) => self.pending.push_back((root, pointer)),
            Owner::Object(word) => {
                let Some((start, object)) = self.objects.around(word) else { return };
                let reachers = self.objects.reachers(start, object);
                self.pending.extend(reachers.map(|by| (by, pointer)));
            }
        }
    }

    fn follow_pending(&mut self) {
        while let Some((by, pointer)) = self.pending.pop_front() {
            self.count();
            let Some(start) = self.objects.pointed_to(pointer.to) else { continue };
            let Some(from) = self.rank(pointer.at, by) else { continue };
            if let Some(known) = self.objects.get(start).and_then(|object| object.reached(by)).copied() {
                if from < known.rank && from < self.rank_of_way(&known) {
                    self.set(start, Reached { through: pointer, ..known });
                }
            } else {
                let rank = if from == ROOT { 0 } else { from.saturating_add(GAP) };
                self.reach(start, Reached { by, through: pointer, rank });
            }
        }
    }

    /// The rank of what an object is reached from; higher than all if it no longer is.
    fn rank_of_way(&self, reached: &Reached) -> i64 {
        let rank = self.rank(reached.through.at, reached.by);
        rank.filter(|_| self.pointers.contains(reached.through)).unwrap_or(i64::MAX)
    }

    /// An object is reached that was not before.
    fn reach(&mut self, start: u64, reached: Reached) {
        let is_own = stack_owner(start).map(Reacher::Thread) == Some(reached.by);
        let Some(object) = self.objects.get_mut(start) else { return };
        if is_own || object.is_reached_by_everyone() {
            return;
        }
        if reached.by == Reacher::Everyone {
            object.reached.clear();
        }
        object.reached.push(reached);
        let inside = self.pointers.within(start..object.end);
        self.pending.extend(inside.map(|pointer| (reached.by, pointer)));
    }

    fn set(&mut self, object: u64, new: Reached) {
        let object = self.objects.get_mut(object);
        let reached = object.and_then(|object| object.reached.iter_mut().find(|old| old.by == new.by));
        if let Some(reached) = reached {
            *reached = new;
        }
    }

    /// The pointer is gone, or its slot's owner has changed, through which an object was reached.
    fn find_other_way(&mut self, object: u64, by: Reacher) {
        let Some(known) = self.objects.get(object).and_then(|object| object.reached(by)).copied() else {
            return;
        };
        if self.rank_of_way(&known) < known.rank {
            return;
        }
        let through =
            self.pointer_from_below(object, &known).or_else(|| self.pointer_to_lower(object, &known));
        match through {
            Some(through) => self.set(object, Reached { through, ..known }),
            None => self.look_again(object, by),
        }
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
        let lost = self.forget(object, by);
        for &start in &lost {
            let pointers: Vec<Pointer> = self.pointers_to(start).collect();
            self.pending.extend(pointers.into_iter().map(|pointer| (by, pointer)));
        }
        self.follow_pending();
        if by == Reacher::Everyone {
            self.look_for_threads(&lost);
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

    /// An object is not reached, nor are those that are reached only through it, as far as ranks tell; returns them all.
    fn forget(&mut self, object: u64, by: Reacher) -> Vec<u64> {
        let mut lost = vec![object];
        self.forget_one(object, by);
        let mut next = 0;
        while let Some(&start) = lost.get(next) {
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
                    self.forget_one(to, by);
                    lost.push(to);
                }
            }
        }
        lost
    }

    fn count(&mut self) {
        #[cfg(test)]
        {
            self.work += 1;
        }
    }

    fn forget_one(&mut self, object: u64, by: Reacher) {
        if let Some(object) = self.objects.get_mut(object) {
            object.reached.retain(|reached| reached.by != by);
        }
    }
}
