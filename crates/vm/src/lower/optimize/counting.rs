//! Loops that end for certain: a counter that goes through all values of its width decides when.

use super::dead::is_pure_in;
use crate::code::{CompareOp, Insn, Reg, Role};
use crate::lower::draft::Draft;

/// Chains of more copies from register to register are not followed.
const MAX_COPIES: usize = 8;

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
        let stays_if_true = self.blocks.contains(&then);
        let test = if stays_if_true { Some(test) } else { negated(test) };
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

    /// Whether a register has the same value in all iterations but the first: each computes it again from what does not change.
    fn is_fixed(&self, register: Reg, computations: usize) -> bool {
        let mut writers = self.writers(register);
        let Some(mut writer) = writers.next() else { return true };
        if computations == 0 || writers.next().is_some() || !is_pure_in(self.draft, &writer) {
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
            Insn::CompareImm { op, a, imm, .. } => {
                self.counter(a).is_some_and(|width| is_strict(op, width, u32::try_from(imm).is_ok()))
            }
            Insn::Compare { op, a, b, .. } => [(a, b), (b, a)].into_iter().any(|(counter, limit)| {
                let width = self.counter(counter).filter(|_| self.is_fixed(limit, MAX_COPIES));
                width.is_some_and(|width| is_strict(op, width, has_32_bits(self.draft, limit, MAX_COPIES)))
            }),
            _ => false,
        }
    }

    /// The width of a register to which every iteration adds the same odd number: it goes through all values.
    fn counter(&self, register: Reg) -> Option<Width> {
        let mut at = register;
        let mut added = None;
        for _ in 0..MAX_COPIES {
            at = match self.written_by(at)? {
                Insn::Mov { s, .. } => s,
                Insn::AddImm32 { a, imm, .. } if added.is_none() && imm % 2 != 0 => {
                    added = Some(Width::Bits32);
                    a
                }
                Insn::AddImm64 { a, imm, .. } if added.is_none() && imm % 2 != 0 => {
                    added = Some(Width::Bits64);
                    a
                }
                _ => return None,
            };
            if at == register {
                return added;
            }
        }
        None
    }
}

/// Whether a comparison of a counter of this width with a limit fails for some value of the counter.
fn is_strict(op: CompareOp, width: Width, limit_has_32_bits: bool) -> bool {
    match op {
        CompareOp::Slt32 | CompareOp::Sgt32 => width == Width::Bits32,
        CompareOp::Slt64 | CompareOp::Sgt64 => width == Width::Bits64,
        CompareOp::Ult | CompareOp::Ugt | CompareOp::Ne => width == Width::Bits64 || limit_has_32_bits,
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

/// Whether a register never holds more than 32 bits, as far as that can be told from the instructions that write it.
fn has_32_bits(draft: &Draft, register: Reg, copies: usize) -> bool {
    if let Some(constant) = draft.registers[usize::from(register)].constant {
        return u32::try_from(constant).is_ok();
    }
    let insns = draft.blocks.iter().flatten().map(|step| step.insn);
    let mut writers = insns.filter(|insn| writes(draft, *insn, register)).peekable();
    let is_narrow = |insn| match insn {
        Insn::Const { value, .. } => u32::try_from(value).is_ok(),
        Insn::AndImm { imm, .. } => u32::try_from(imm).is_ok(),
        Insn::Mov { s, .. } => copies > 0 && has_32_bits(draft, s, copies - 1),
        Insn::Add32 { .. }
        | Insn::AddImm32 { .. }
        | Insn::Sub32 { .. }
        | Insn::Mul32 { .. }
        | Insn::MulImm32 { .. }
        | Insn::Shl32 { .. }
        | Insn::ShlImm32 { .. }
        | Insn::Load32 { .. } => true,
        _ => false,
    };
    register >= draft.params && writers.peek().is_some() && writers.all(is_narrow)
}

fn writes(draft: &Draft, mut insn: Insn, register: Reg) -> bool {
    if let Insn::Call { site, .. } | Insn::CallIndirect { site, .. } = insn {
        let site = &draft.sites[site as usize];
        return (site.d..site.d + site.results).contains(&register);
    }
    let mut writes = false;
    insn.operands(&mut [], &mut |operand| {
        writes |= operand.role == Role::Write
            && (*operand.first..*operand.first + operand.count).contains(&register);
    });
    writes
}
