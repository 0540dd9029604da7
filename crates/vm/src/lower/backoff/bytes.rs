//! What is in the memory of local variables, and decides only how long a thread pauses: asked for while the program runs.

use std::collections::BTreeMap;

use mazurka_machine::Range;
use rustc_hash::FxHashMap;

use crate::code::Pc;
use crate::program::{FunctionId, Program};
use crate::threads::Frame;

/// What is known of the functions of a program.
#[derive(Debug, Default)]
pub struct FaintBytes {
    functions: FxHashMap<FunctionId, Known>,
    /// There is a place where some byte decides nothing else.
    has_some: bool,
}

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
        let is_left_out = |cell: usize| known.places[cell].is_some() && known.is_faint_somewhere(cell);
        self.has_some |= (0..known.places.len()).any(is_left_out);
        self.functions.insert(function, known);
    }

    /// Where bytes of a function's variables are that are not needed before an instruction, and how many.
    #[cfg(test)]
    pub(super) fn before(&self, function: FunctionId, pc: Pc) -> Vec<(u32, u32)> {
        let Some(known) = self.functions.get(&function) else { return Vec::new() };
        let needed = known.before[pc as usize];
        let unneeded = (0..).zip(&known.places).filter(|(cell, _)| needed >> cell & 1 == 0);
        unneeded.filter_map(|(_, place)| *place).collect()
    }

    pub(super) fn knows(&self, function: FunctionId) -> bool {
        self.functions.contains_key(&function)
    }
}

impl Known {
    fn is_faint_somewhere(&self, cell: usize) -> bool {
        self.before.iter().zip(&self.after).any(|(before, after)| (before | after) >> cell & 1 == 0)
    }

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
    pub(crate) fn has_faint_bytes(&self) -> bool {
        self.faint_bytes.has_some
    }

    /// Bytes of the variables of a thread's frames that decide only how long it pauses.
    pub(crate) fn faint_bytes(&self, frames: &[Frame]) -> Vec<Range> {
        let mut faint = Vec::new();
        if !self.has_faint_bytes()
            || frames.iter().any(|frame| self.code(frame.function).way_out(frame.pc).is_some())
        {
            return faint;
        }
        let mut above: Option<(FunctionId, u64)> = None;
        for (depth, frame) in frames.iter().rev().enumerate() {
            above = self.faint_bytes.functions.get(&frame.function).map(|known| {
                let needed = known.needed(frame.pc, depth == 0, above);
                let unneeded = (0..).zip(&known.places).filter(|(cell, _)| needed >> cell & 1 == 0);
                faint.extend(unneeded.filter_map(|(_, place)| {
                    let (offset, length) = (*place)?;
                    Some(Range { start: frame.memory + u64::from(offset), length: length.into() })
                }));
                (frame.function, needed)
            });
        }
        faint
    }
}
