//! What is known of memory's lines, to find what has changed.

use std::ops::Range;

use mazurka_machine::ThreadId;

use super::Roots;
use super::graph::Graph;
use super::pointers::{Pointer, Slot, is_object, is_root};
use crate::address;
use crate::memory::fingerprint::runs;
use crate::memory::{LINE, Region};

#[derive(Default)]
pub(super) struct Mirror {
    /// By number.
    regions: Vec<Vec<Line>>,
    /// Of the threads by number.
    roots: Vec<Roots>,
    /// What all threads may point to, wherever they keep it; sorted.
    exposed: Vec<u64>,
}

#[derive(Clone, Copy, Default)]
struct Line {
    /// Bit i: byte i is accessible.
    valid: u64,
    /// Bit i: the i-th word is a pointer.
    pointers: u8,
}

impl Mirror {
    /// What is known of a thread.
    pub(super) fn roots(&self) -> &[Roots] {
        &self.roots
    }

    pub(super) fn exposed(&self) -> &[u64] {
        &self.exposed
    }

    /// All threads may point to these.
    pub(super) fn set_exposed(&mut self, graph: &mut Graph, mut pointers: Vec<u64>) {
        let at = Slot::EXPOSED;
        pointers.retain(|word| is_object(*word));
        pointers.sort_unstable();
        pointers.dedup();
        let removed = self.exposed.iter().filter(|word| pointers.binary_search(word).is_err());
        removed.for_each(|&to| graph.remove(Pointer { to, at }));
        let added = pointers.iter().filter(|word| self.exposed.binary_search(word).is_err());
        added.for_each(|&to| graph.add(Pointer { to, at }));
        self.exposed = pointers;
    }

    /// A line may have changed.
    pub(super) fn update(&mut self, graph: &mut Graph, number: usize, region: &Region, index: usize) {
        let start = address::in_region(number as u32, index * LINE);
        let has_objects = is_object(start);
        if !has_objects && !is_root(start) {
            return;
        }
        let line = self.line(number, index);
        let before = *line;
        // What is not accessible belongs to no object.
        let valid = if has_objects { region.valid[index] } else { 0 };
        let words = region.bytes[index * LINE..(index + 1) * LINE].as_chunks().0;
        let is_whole = |i: usize| !has_objects || valid >> (8 * i) & 0xff == 0xff;
        let word = |i: usize| if is_whole(i) { u64::from_le_bytes(words[i]) } else { 0 };
        let words: [u64; LINE / 8] = std::array::from_fn(word);
        let pointers = (0..words.len()).fold(0, |mask, i| mask | u8::from(is_object(words[i])) << i);
        *line = Line { valid, pointers };
        if valid != before.valid {
            let at = |run: Range<usize>| start + run.start as u64..start + run.end as u64;
            runs(before.valid & !valid).for_each(|run| graph.objects.close(at(run)));
            runs(valid & !before.valid).for_each(|run| graph.objects.open(at(run)));
        }
        for i in (0..words.len()).filter(|i| (pointers | before.pointers) >> i & 1 == 1) {
            let (at, now) = (start + 8 * i as u64, if pointers >> i & 1 == 1 { words[i] } else { 0 });
            let was = graph.pointer_at(at);
            replace(graph, Slot::word(at), was, now);
        }
    }

    fn line(&mut self, number: usize, index: usize) -> &mut Line {
        if self.regions.len() <= number {
            self.regions.resize_with(number + 1, Vec::new);
        }
        let region = &mut self.regions[number];
        if region.len() <= index {
            region.resize(index + 1, Line::default());
        }
        &mut region[index]
    }

    /// A thread points to these from outside of memory.
    pub(super) fn set_roots(&mut self, graph: &mut Graph, thread: ThreadId, new: Roots) {
        if self.roots.len() <= thread.index() {
            self.roots.resize_with(thread.index() + 1, Roots::default);
        }
        let old = std::mem::replace(&mut self.roots[thread.index()], new);
        let new = &self.roots[thread.index()];
        let at = Slot::registers(thread);
        let added = new.own.iter().filter(|word| old.own.binary_search(word).is_err());
        added.for_each(|&to| graph.add(Pointer { to, at }));
        let removed = old.own.iter().filter(|word| new.own.binary_search(word).is_err());
        removed.for_each(|&to| graph.remove(Pointer { to, at }));
        replace(graph, Slot::result(thread), old.result.unwrap_or(0), new.result.unwrap_or(0));
    }
}

/// A slot has another pointer; 0: none.
fn replace(graph: &mut Graph, at: Slot, was: u64, now: u64) {
    if was == now {
        return;
    }
    if was != 0 {
        graph.remove(Pointer { to: was, at });
    }
    if now != 0 {
        graph.add(Pointer { to: now, at });
    }
}
