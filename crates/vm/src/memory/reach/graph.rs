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
//! Where that does not help, all that was reached through the object must be looked at again, which is put off ([`loss`]).

mod loss;

use std::collections::VecDeque;

use super::Reacher;
use super::afresh::ByObject;
use super::objects::{Objects, Reached, stack_owner};
use super::pointers::{Owner, Pointer, Pointers, Slot};
use loss::Lost;

#[derive(Default)]
pub(super) struct Graph {
    pub objects: Objects,
    pointers: Pointers,
    added: Vec<Pointer>,
    removed: Vec<Pointer>,
    /// Pointers in what is reached by these, to be followed.
    pending: VecDeque<(Reacher, Pointer)>,
    lost: Lost,
    /// How many pointers were followed and how many objects looked at: what it costs.
    #[cfg(test)]
    pub work: usize,
}

/// Between the ranks of an object and of what is reached from it, so that others fit in between.
const GAP: i64 = 1 << 20;
/// The rank of roots.
const ROOT: i64 = i64::MIN;

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
    pub(super) fn reached(&mut self) -> ByObject {
        self.settle_all();
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
                self.lose(object, by);
            }
        }
        self.settle_if_many();
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

    fn count(&mut self) {
        #[cfg(test)]
        {
            self.work += 1;
        }
    }
}
