//! Loops that end for certain: a counter that goes through all values of its width decides when, or one that goes through all multiples of
//! a power of two.
//!
//! Every iteration adds the same number s to the counter. Let 2^k be the largest power of two that divides s. Modulo 2^w, where w is the width of
//! the counter, the multiples of s are those of 2^k: so the counter goes through all values that differ from its first one by a multiple of 2^k
//! before one of them comes again. The loop ends if its test fails for one of these values.
//!
//! - k = 0: these are all values of the width. A strict comparison with a limit of the same width fails for the limit itself.
//! - k > 0, as where the compiler has unrolled a loop: let the counter and the limit be multiples of 2^k wherever they are written
//!   ([`is_multiple`]). Then the limit is one of the values again.
//!
//! What the limit is computed from may be loaded: then the loop ends if nothing stores there meanwhile, which is not known here.
//!
//! A limit of more bits than the counter may never be reached, nor one that moves ([`Cycle::is_fixed`]). An iteration that sets the counter, or
//! makes its step only on some paths, is none of these loops: they have one path.

use super::dead::is_pure_in;
use super::values::{has_32_bits, is_multiple, writes};
use crate::code::{CompareOp, Insn, Reg, Role};
use crate::lower::draft::Draft;

/// Chains of more copies from register to register are not followed.
const MAX_COPIES: usize = 8;

/// Loops of more blocks are not looked at.
const MAX_BLOCKS: usize = 16;

/// The blocks of a loop of one path.
pub(super) struct Cycle<'d> {
    pub draft: &'d Draft,
    pub blocks: Vec<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Bits32,
    Bits64,
}

/// A register to which every iteration adds the same multiple of a power of two, and no higher power.
#[derive(Clone, Copy)]
struct Counter {
    width: Width,
    power: u32,
}

/// The branches that leave such a loop, if no call in it raises an exception: their blocks, and those that are next in the loop.
pub(crate) fn counted_loops(draft: &Draft) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    for &block in &draft.order {
        let Some(branch) = draft.blocks[block as usize].last().map(|last| last.insn) else { continue };
        let successors = draft.successors(block);
        let is_counted = |first: &u32| {
            path(draft, *first, block).is_some_and(|blocks| {
                let leads_out = successors.iter().any(|next| !blocks.contains(next));
                leads_out && Cycle { draft, blocks }.is_left_at_some_count(branch)
            })
        };
        if successors.len() == 2 {
            found.extend(successors.iter().copied().filter(is_counted).map(|first| (block, first)));
        }
    }
    found
}

/// The only path from one block to another, both included, without that of exceptions.
fn path(draft: &Draft, first: u32, last: u32) -> Option<Vec<u32>> {
    let mut blocks = vec![last];
    let mut at = first;
    while at != last {
        if blocks.len() == MAX_BLOCKS {
            return None;
        }
        blocks.push(at);
        at = match draft.successors(at)[..] {
            [next] => next,
            _ => after_call(draft, at)?,
        };
    }
    Some(blocks)
}

/// Where a block leads that ends with a call that may raise an exception, if it raises none.
fn after_call(draft: &Draft, block: u32) -> Option<u32> {
    let [.., call, branch] = &draft.blocks[block as usize][..] else { return None };
    let (Insn::Call { site, .. }, Insn::Branch { c, otherwise, .. }) = (call.insn, branch.insn) else {
        return None;
    };
    let site = &draft.sites[site as usize];
    (site.lands && site.d + site.results == c + 1).then_some(otherwise)
}

impl Cycle<'_> {
    /// Whether a branch leaves it when a counter reaches some value.
    pub(super) fn is_left_at_some_count(&self, branch: Insn) -> bool {
        let (test, then) = match branch {
            Insn::Branch { c, then, .. } => match self.written_by(c) {
                Some(test @ (Insn::Compare { .. } | Insn::CompareImm { .. })) => (test, then),
                _ => (Insn::CompareImm { op: CompareOp::Ne, d: 0, a: c, imm: 0 }, then),
            },
            Insn::CompareBranch { op, a, b, then, .. } => (Insn::Compare { op, d: 0, a, b }, then),
            Insn::CompareImmBranch { op, a, imm, then, .. } => {
                (Insn::CompareImm { op, d: 0, a, imm: imm.into() }, then)
            }
            _ => return false,
        };
        let test = if self.blocks.contains(&then) { Some(test) } else { negated(test) };
        test.is_some_and(|test| self.fails_for_some_value(test))
    }

    /// The instruction that writes a register, if it is the only one.
    fn written_by(&self, register: Reg) -> Option<Insn> {
        let mut writers = self.writers(register);
        let writer = writers.next()?;
        writers.next().is_none().then_some(writer)
    }

    fn writers(&self, register: Reg) -> impl Iterator<Item = Insn> {
        let steps = self.blocks.iter().flat_map(|&block| &self.draft.blocks[block as usize]);
        steps.map(|step| step.insn).filter(move |insn| writes(self.draft, *insn, register))
    }

    /// Whether a register has the same value in all iterations but the first: each computes it again from what does not change. It is up to those
    /// who ask whether what a load reads changes.
    fn is_fixed(&self, register: Reg, computations: usize) -> bool {
        let mut writers = self.writers(register);
        let Some(mut writer) = writers.next() else { return true };
        let is_computed = is_pure_in(self.draft, &writer) || is_load(&writer);
        if computations == 0 || writers.next().is_some() || !is_computed {
            return false;
        }
        let mut is_fixed = true;
        writer.operands(&mut [], &mut |operand| {
            let read = *operand.first..*operand.first + operand.count;
            is_fixed &= operand.role == Role::Write
                || read.into_iter().all(|register| self.is_fixed(register, computations - 1));
        });
        is_fixed
    }

    /// Whether a comparison with something fixed fails for some value of the counter that it looks at. A counter may be narrower than what
    /// it is compared with, and never reach that.
    fn fails_for_some_value(&self, test: Insn) -> bool {
        match test {
            Insn::CompareImm { op, a, imm, .. } => self.counter(a).is_some_and(|Counter { width, power }| {
                let is_aligned = (imm as u64).trailing_zeros() >= power && self.is_multiple(a, power);
                is_aligned && is_strict(op, width, || u32::try_from(imm).is_ok())
            }),
            Insn::Compare { op, a, b, .. } => [(a, b), (b, a)].into_iter().any(|(counter, limit)| {
                let found = self.counter(counter).filter(|_| self.is_fixed(limit, MAX_COPIES));
                found.is_some_and(|Counter { width, power }| {
                    let is_aligned = self.is_multiple(counter, power) && self.is_multiple(limit, power);
                    is_aligned && is_strict(op, width, || has_32_bits(self.draft, limit))
                })
            }),
            _ => false,
        }
    }

    fn is_multiple(&self, register: Reg, power: u32) -> bool {
        power == 0 || is_multiple(self.draft, register, power)
    }

    /// What every iteration adds to a register, if that is always the same.
    fn counter(&self, register: Reg) -> Option<Counter> {
        let mut at = register;
        let mut added: Option<(Width, i64)> = None;
        for _ in 0..MAX_COPIES {
            let (from, step) = match self.written_by(at)? {
                Insn::Mov { s, .. } => (s, None),
                Insn::AddImm32 { a, imm, .. } => (a, Some((Width::Bits32, imm.into()))),
                Insn::AddImm64 { a, imm, .. } => (a, Some((Width::Bits64, imm))),
                _ => return None,
            };
            added = match (added, step) {
                (Some(_), Some(_)) => return None,
                (added, step) => added.or(step),
            };
            at = from;
            if at == register {
                return added
                    .filter(|(_, by)| *by != 0)
                    .map(|(width, by)| Counter { width, power: by.trailing_zeros() });
            }
        }
        None
    }
}

fn is_load(insn: &Insn) -> bool {
    matches!(insn, Insn::Load8 { .. } | Insn::Load16 { .. } | Insn::Load32 { .. } | Insn::Load64 { .. })
}

/// Whether a comparison of a counter of this width with a limit that is one of its values, or would be if it has as few bits, fails for some value
/// of the counter.
fn is_strict(op: CompareOp, width: Width, limit_has_32_bits: impl FnOnce() -> bool) -> bool {
    match op {
        CompareOp::Slt32 | CompareOp::Sgt32 => width == Width::Bits32,
        CompareOp::Slt64 | CompareOp::Sgt64 => width == Width::Bits64,
        CompareOp::Ult | CompareOp::Ugt | CompareOp::Ne => width == Width::Bits64 || limit_has_32_bits(),
        _ => false,
    }
}

/// The comparison that holds where this one does not, as far as [`is_strict`] is concerned: which operand is which does not matter to it.
fn negated(test: Insn) -> Option<Insn> {
    let strict = |op| {
        Some(match op {
            CompareOp::Eq => CompareOp::Ne,
            CompareOp::Ule => CompareOp::Ugt,
            CompareOp::Uge => CompareOp::Ult,
            CompareOp::Sle32 => CompareOp::Sgt32,
            CompareOp::Sge32 => CompareOp::Slt32,
            CompareOp::Sle64 => CompareOp::Sgt64,
            CompareOp::Sge64 => CompareOp::Slt64,
            _ => return None,
        })
    };
    match test {
        Insn::Compare { op, d, a, b } => Some(Insn::Compare { op: strict(op)?, d, a, b }),
        Insn::CompareImm { op, d, a, imm } => Some(Insn::CompareImm { op: strict(op)?, d, a, imm }),
        _ => None,
    }
}
