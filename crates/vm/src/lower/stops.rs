//! The table of live registers: what a thread needs where it can stop between two steps.

use rustc_hash::FxHashMap;

use super::draft::Draft;
use super::liveness::Liveness;
use crate::code::{Insn, Pc, Reg, Role};
use crate::program::Live;

/// Works on real registers, after block liveness is known.
pub(crate) struct Stops<'a> {
    draft: &'a mut Draft,
    liveness: &'a Liveness,
    constant: Vec<bool>,
}

/// A bit per register.
#[derive(Clone)]
struct Needed(Vec<u64>);

impl<'a> Stops<'a> {
    pub(crate) fn new(draft: &'a mut Draft, liveness: &'a Liveness) -> Stops<'a> {
        let constant = draft.registers.iter().map(|register| register.constant.is_some()).collect();
        Stops { draft, liveness, constant }
    }

    pub(crate) fn table(&mut self, starts: &[Option<Pc>]) -> Live {
        let instructions = self.draft.blocks.iter().map(Vec::len).sum();
        let mut live = Live::new(instructions, self.constant.len() as u16);
        let mut known = FxHashMap::default();
        let always = self.needed_after_setjmp();
        for block in self.draft.order.clone() {
            let Some(start) = starts[block as usize] else { continue };
            self.backwards(block, &mut |at, insn, before, after| {
                let pc = start + at as Pc;
                let needed = match insn {
                    // A new thread is at the first instruction of its function.
                    _ if pc == 0 => before,
                    insn if insn.is_call() => after,
                    insn if insn.accesses_memory() => before,
                    _ => return,
                };
                let words: Vec<u64> = needed.0.iter().zip(&always.0).map(|(a, b)| a | b).collect();
                live.set(pc, &words, &mut known);
            });
        }
        live
    }

    /// `longjmp` leads from any call to behind a `setjmp`: what is needed there is needed everywhere.
    fn needed_after_setjmp(&mut self) -> Needed {
        let mut all = self.none();
        for block in self.draft.order.clone() {
            self.backwards(block, &mut |_, insn, _, after| {
                if matches!(insn, Insn::SetJump { .. }) {
                    all.0.iter_mut().zip(&after.0).for_each(|(all, after)| *all |= after);
                }
            });
        }
        all
    }

    fn none(&self) -> Needed {
        Needed(vec![0; self.constant.len().div_ceil(64).max(1)])
    }

    /// Calls `visit(index, instruction, needed before it, needed after it)`; the latter without what it writes.
    fn backwards(&mut self, block: u32, visit: &mut dyn FnMut(usize, &Insn, &Needed, &Needed)) {
        let mut needed = self.none();
        self.liveness.live_out(block).for_each(|register| needed.insert(register));
        for at in (0..self.draft.blocks[block as usize].len()).rev() {
            let insn = self.draft.blocks[block as usize][at].insn;
            self.draft.visit(insn, &mut |first, count, role| {
                if role == Role::Write {
                    (first..first + count).for_each(|register| needed.remove(register));
                }
            });
            let after = needed.clone();
            let constant = &self.constant;
            self.draft.visit(insn, &mut |first, count, role| {
                if role == Role::Read {
                    let variable = (first..first + count).filter(|&r| !constant[usize::from(r)]);
                    variable.for_each(|register| needed.insert(register));
                }
            });
            visit(at, &insn, &needed, &after);
        }
    }
}

impl Needed {
    fn insert(&mut self, register: Reg) {
        self.0[usize::from(register) / 64] |= 1 << (register % 64);
    }

    fn remove(&mut self, register: Reg) {
        self.0[usize::from(register) / 64] &= !(1 << (register % 64));
    }
}
