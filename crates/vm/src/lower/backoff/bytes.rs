//! What is in the memory of local variables, and decides only how long a thread pauses: asked for while the program runs.

use std::collections::BTreeMap;

use mazurka_machine::Range;
use rustc_hash::FxHashMap;

use crate::code::Pc;
use crate::program::{FunctionId, Program};
use crate::threads::Frame;

/// What is known of the functions of a program.
#[derive(Debug, Default)]
pub struct FaintBytes(FxHashMap<FunctionId, Known>);

/// Of a function.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Where each of its cells is in its frame, and how long it is, if it is of a variable.
    pub places: Vec<Option<(u32, u32)>>,
    /// By instruction, the cells that are needed before it and behind it, as bits.
    pub before: Vec<u64>,
    pub after: Vec<u64>,
    /// What is called, with cells and what they are in the callee.
    pub calls: BTreeMap<Pc, (FunctionId, Vec<(u16, u16)>)>,
}

impl FaintBytes {
    pub(super) fn add(&mut self, function: FunctionId, known: Known) {
        self.0.insert(function, known);
    }

    pub(super) fn knows(&self, function: FunctionId) -> bool {
        self.0.contains_key(&function)
    }
}

impl Known {
    /// `above`: the function of the frame above, and what that needs.
    fn needed(&self, pc: Pc, is_top: bool, above: Option<(FunctionId, u64)>) -> u64 {
        let (before, after) = (self.before[pc as usize], self.after[pc as usize]);
        match (self.calls.get(&pc).filter(|_| !is_top), above) {
            (None, _) => before | after,
            (Some((callee, given)), Some((function, theirs))) if *callee == function => {
                let is_needed = |(_, other): &&(u16, u16)| theirs >> other & 1 == 1;
                given.iter().filter(is_needed).fold(after, |needed, (own, _)| needed | 1 << own)
            }
            _ => u64::MAX,
        }
    }
}

impl Program {
    /// Bytes of the variables of a thread's frames that decide only how long it pauses.
    pub(crate) fn faint_bytes(&self, frames: &[Frame]) -> Vec<Range> {
        let mut faint = Vec::new();
        if self.faint_bytes.0.is_empty()
            || frames.iter().any(|frame| self.code(frame.function).way_out(frame.pc).is_some())
        {
            return faint;
        }
        let mut above: Option<(FunctionId, u64)> = None;
        for (depth, frame) in frames.iter().rev().enumerate() {
            above = self.faint_bytes.0.get(&frame.function).map(|known| {
                let needed = known.needed(frame.pc, depth == 0, above);
                for (cell, place) in
                    known.places.iter().enumerate().filter(|(cell, _)| needed >> cell & 1 == 0)
                {
                    let range = |(offset, length): &(u32, u32)| {
                        let start = frame.memory + u64::from(*offset);
                        debug_assert!(cell < 64, "there is a bit for each cell");
                        Range { start, length: u64::from(*length) }
                    };
                    faint.extend(place.as_ref().map(range));
                }
                (frame.function, needed)
            });
        }
        faint
    }
}
