//! Shifts and rotations. A count of zero changes no flags.

use super::assembly::{Assembly, Instruction, Operand};
use super::{Row, row};
use crate::code::{Insn, IntOp, Reg};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    row("shl", |asm, i| asm.shift(i, Kind::Left)),
    row("sal", |asm, i| asm.shift(i, Kind::Left)),
    row("shr", |asm, i| asm.shift(i, Kind::Right)),
    row("sar", |asm, i| asm.shift(i, Kind::Arithmetic)),
    row("rol", |asm, i| asm.rotate(i, true)),
    row("ror", |asm, i| asm.rotate(i, false)),
    row("shld", |asm, i| asm.shift_double(i, true)),
    row("shrd", |asm, i| asm.shift_double(i, false)),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Left,
    Right,
    Arithmetic,
}

impl Assembly<'_, '_, '_> {
    /// The count, below 32 or 64, and the target. One operand alone is shifted by one.
    fn count_and_target<'i>(&mut self, i: &'i Instruction, bits: u8) -> Lowered<(Reg, &'i Operand)> {
        let (count, to) = match &i.operands[..] {
            [to] => (&Operand::Immediate(1), to),
            [count, to] | [count, _, to] => (count, to),
            _ => return Err("it should have one or two operands".into()),
        };
        let most = if bits == 64 { 63 } else { 31 };
        let count = self.read(count, 8)?;
        Ok((self.with(IntOp::And, 64, count, most)?, to))
    }

    fn shift(&mut self, i: &Instruction, kind: Kind) -> Lowered<()> {
        let bits = shifted_width(i)?;
        let (count, to) = self.count_and_target(i, bits)?;
        let old = self.read(to, bits)?;
        let wide = if kind == Kind::Arithmetic { self.sign_extend(old, bits, 64)? } else { old };
        let op = match kind {
            Kind::Left => IntOp::Shl,
            Kind::Right => IntOp::LShr,
            Kind::Arithmetic => IntOp::AShr,
        };
        let shifted = self.operation(op, 64, wide, count)?;
        let new = self.truncate(shifted, bits)?;
        let before = self.with(IntOp::Sub, 64, count, 1)?;
        let before = self.with(IntOp::And, 64, before, 63)?;
        let almost = self.operation(op, 64, wide, before)?;
        let carry = self.bit(almost, if kind == Kind::Left { bits - 1 } else { 0 })?;
        let overflow = match kind {
            Kind::Left => {
                let top = self.bit(new, bits - 1)?;
                self.operation(IntOp::Xor, 64, top, carry)?
            }
            Kind::Right => self.bit(old, bits - 1)?,
            Kind::Arithmetic => self.constant(0)?,
        };
        self.unless_zero(count, |asm| {
            asm.set_carry(carry);
            asm.set_overflow(overflow);
            asm.flags_of_result(bits, new)
        })?;
        self.write(to, bits, new)
    }

    fn rotate(&mut self, i: &Instruction, left: bool) -> Lowered<()> {
        let bits = shifted_width(i)?;
        let (count, to) = self.count_and_target(i, bits)?;
        let old = self.read(to, bits)?;
        let new = self.funnel(left, bits, (old, old), count)?;
        let (top, low) = (self.bit(new, bits - 1)?, self.bit(new, 0)?);
        let (carry, other) = if left { (low, top) } else { (top, self.bit(new, bits - 2)?) };
        let overflow = self.operation(IntOp::Xor, 64, carry, other)?;
        self.unless_zero(count, |asm| {
            asm.set_carry(carry);
            asm.set_overflow(overflow);
            Ok(())
        })?;
        self.write(to, bits, new)
    }

    /// `shld count, from, to`: bits of `from` come in.
    fn shift_double(&mut self, i: &Instruction, left: bool) -> Lowered<()> {
        let [_, from, to] = i.exactly()?;
        let bits = i.width()?;
        if bits < 32 {
            return Err("it shifts 4 or 8 bytes".into());
        }
        let (count, _) = self.count_and_target(i, bits)?;
        let (value, old) = (self.read(from, bits)?, self.read(to, bits)?);
        let new = self.funnel(left, bits, if left { (old, value) } else { (value, old) }, count)?;
        // The last bit that went out.
        let rotated = self.funnel(left, bits, (old, old), count)?;
        let carry = self.bit(rotated, if left { 0 } else { bits - 1 })?;
        let changed = self.operation(IntOp::Xor, 64, old, new)?;
        let overflow = self.bit(changed, bits - 1)?;
        self.unless_zero(count, |asm| {
            asm.set_carry(carry);
            asm.set_overflow(overflow);
            asm.flags_of_result(bits, new)
        })?;
        self.write(to, bits, new)
    }

    fn funnel(&mut self, left: bool, bits: u8, (a, b): (Reg, Reg), by: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.emit(Insn::Funnel { left, bits, d, a, b, by });
        Ok(d)
    }

    /// Changes flags, and changes them back if the count is zero.
    fn unless_zero(&mut self, count: Reg, change: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        let flags = self.flags;
        let all = [flags.carry, flags.parity, flags.zero, flags.sign, flags.overflow];
        let mut saved = Vec::new();
        for flag in all {
            saved.push(self.copy(flag)?);
        }
        change(self)?;
        for (flag, old) in all.into_iter().zip(saved) {
            let new = self.copy(flag)?;
            self.emit(Insn::Select { d: flag, c: count, a: new, b: old });
        }
        Ok(())
    }
}

/// The count says nothing about the size.
fn shifted_width(i: &Instruction) -> Lowered<u8> {
    let target = i.operands.iter().skip(i.operands.len().saturating_sub(1)).copied().collect();
    Instruction { operands: target, texts: i.texts, ..*i }.width()
}
