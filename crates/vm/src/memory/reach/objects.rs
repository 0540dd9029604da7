//! The objects of a state, and which threads reach them.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use mazurka_machine::ThreadId;

use super::Reacher;
use super::pointers::Pointer;
use crate::address::{self, Place};

#[derive(Default)]
pub(super) struct Objects {
    /// By their starts.
    objects: BTreeMap<u64, Object>,
    /// Objects that are no more, or not as they were, since the last [`Objects::take_changes`].
    gone: Vec<Range<u64>>,
    /// The starts of those that are new since.
    born: BTreeSet<u64>,
}

pub(super) struct Object {
    pub end: u64,
    /// Each with another reacher; `Everyone` is alone.
    pub reached: Vec<Reached>,
}

/// That an object is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    pub by: Reacher,
    /// Through this pointer, which is in an object of lower rank, or a root.
    pub through: Pointer,
    pub rank: i64,
}

impl Object {
    pub(super) fn reached(&self, by: Reacher) -> Option<&Reached> {
        self.reached.iter().find(|reached| reached.by == by)
    }

    pub(super) fn is_reached_by_everyone(&self) -> bool {
        self.reached.first().is_some_and(|reached| reached.by == Reacher::Everyone)
    }
}

/// The thread whose stack an object is on: it reaches it, whatever else does.
pub(super) fn stack_owner(object: u64) -> Option<ThreadId> {
    match address::place(object) {
        Place::Stack(thread) => Some(thread),
        _ => None,
    }
}

impl Objects {
    pub(super) fn get(&self, object: u64) -> Option<&Object> {
        self.objects.get(&object)
    }

    pub(super) fn get_mut(&mut self, object: u64) -> Option<&mut Object> {
        self.objects.get_mut(&object)
    }

    /// The object that a pointer leads to. One to its end still does: loops end there.
    pub(super) fn pointed_to(&self, address: u64) -> Option<u64> {
        let (start, object) = self.objects.range(..=address).next_back()?;
        (address <= object.end).then_some(*start)
    }

    /// The object that a byte belongs to.
    pub(super) fn around(&self, address: u64) -> Option<(u64, &Object)> {
        let (start, object) = self.objects.range(..=address).next_back()?;
        (address < object.end).then_some((*start, object))
    }

    /// The objects that overlap a range, from the last one to the first.
    pub(super) fn overlapping(&self, range: Range<u64>) -> impl Iterator<Item = (u64, &Object)> {
        let objects = self.objects.range(..range.end).rev();
        objects
            .take_while(move |(_, object)| object.end > range.start)
            .map(|(start, object)| (*start, object))
    }

    /// Which threads reach an object.
    pub(super) fn reachers<'o>(
        &self,
        start: u64,
        object: &'o Object,
    ) -> impl Iterator<Item = Reacher> + use<'o> {
        let owner = stack_owner(start).filter(|_| !object.is_reached_by_everyone()).map(Reacher::Thread);
        object.reached.iter().map(|reached| reached.by).chain(owner)
    }

    /// Bytes become accessible.
    pub(super) fn open(&mut self, bytes: Range<u64>) {
        let Range { mut start, mut end } = bytes;
        if let Some((below, object)) = self.objects.range(..start).next_back()
            && object.end == start
        {
            start = *below;
            self.remove(start);
        }
        if let Some(above) = self.objects.get(&end).map(|above| above.end) {
            self.remove(end);
            end = above;
        }
        self.insert(start..end);
    }

    /// Bytes that are accessible cease to be.
    pub(super) fn close(&mut self, bytes: Range<u64>) {
        let Some((start, object)) = self.around(bytes.start) else { return };
        let end = object.end;
        self.remove(start);
        self.insert(start..bytes.start);
        self.insert(bytes.end..end);
    }

    /// What has disappeared, and the starts of what is new, since this was last asked.
    pub(super) fn take_changes(&mut self) -> (Vec<Range<u64>>, BTreeSet<u64>) {
        (std::mem::take(&mut self.gone), std::mem::take(&mut self.born))
    }

    fn insert(&mut self, bytes: Range<u64>) {
        if !bytes.is_empty() {
            self.objects.insert(bytes.start, Object { end: bytes.end, reached: Vec::new() });
            self.born.insert(bytes.start);
        }
    }

    fn remove(&mut self, start: u64) {
        if let Some(object) = self.objects.remove(&start)
            && !self.born.remove(&start)
        {
            self.gone.push(start..object.end);
        }
    }
}
