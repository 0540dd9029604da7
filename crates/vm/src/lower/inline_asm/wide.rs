//! Products of two words, and quotients of them.

use super::assembly::{Assembly, Instruction, Operand};
use super::registers::{RAX, RDX};
use super::{Row, row};
use crate::code::{CompareOp, Insn, IntOp, Reg};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    row("mul", |asm, i| asm.multiply_wide(i, false)),
    row("imul", signed_multiply),
    row("mulx", multiply_without_flags),
    row("div", |asm, i| asm.divide(i, false)),
    row("idiv", |asm, i| asm.divide(i, true)),
];

/// With two or three operands, only the lower half is kept.
fn signed_multiply(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let (a, b, to) = match &i.operands[..] {
        [_] => return asm.multiply_wide(i, true),
        [from, to] => (from, to, to),
        [factor, from, to] => (factor, from, to),
        _ => return Err("it should have one to three operands".into()),
    };
    let bits = i.width()?;
    let (a, b) = (asm.read(a, bits)?, asm.read(b, bits)?);
    let (product, overflow) = asm.product(bits, true, a, b)?;
    asm.set_carry(overflow);
    asm.set_overflow(overflow);
    asm.write(to, bits, product)
}

/// `mulx factor, low, high`, times `rdx`.
fn multiply_without_flags(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [factor, low, high] = i.exactly()?;
    let bits = i.width()?;
    let rdx = asm.part(RDX, bits);
    let (a, b) = (asm.read(&rdx, bits)?, asm.read(factor, bits)?);
    let (lower, upper) = asm.halves(bits, false, a, b)?;
    asm.write(low, bits, lower)?;
    asm.write(high, bits, upper)
}

impl Assembly<'_, '_, '_> {
    /// The lower half, and whether there is more.
    fn product(&mut self, bits: u8, signed: bool, a: Reg, b: Reg) -> Lowered<(Reg, Reg)> {
        let d = self.lowering.group(2)?;
        self.emit(Insn::Overflow { op: IntOp::Mul, signed, bits, d, a, b });
        Ok((d, d + 1))
    }

    /// A value as 128 bits.
    fn extended(&mut self, a: Reg, bits: u8, signed: bool) -> Lowered<Reg> {
        if !signed {
            let zero = self.constant(0)?;
            return self.pair(a, zero);
        }
        let d = self.lowering.group(2)?;
        self.emit(Insn::SExtWide { d, a, from: bits, to: 128 });
        Ok(d)
    }

    /// Both halves of a product.
    fn halves(&mut self, bits: u8, signed: bool, a: Reg, b: Reg) -> Lowered<(Reg, Reg)> {
        let (a, b) = (self.extended(a, bits, signed)?, self.extended(b, bits, signed)?);
        let d = self.lowering.group(2)?;
        self.emit(Insn::Wide { op: IntOp::Mul, bits: 128, d, a, b });
        if bits == 64 {
            return Ok((d, d + 1));
        }
        let upper = self.with(IntOp::LShr, 64, d, bits.into())?;
        Ok((self.truncate(d, bits)?, self.truncate(upper, bits)?))
    }

    /// The accumulator times the operand, into the accumulator and `rdx`.
    fn multiply_wide(&mut self, i: &Instruction, signed: bool) -> Lowered<()> {
        let [factor] = i.exactly()?;
        let bits = i.width()?;
        let rax = self.part(RAX, bits);
        let (a, b) = (self.read(&rax, bits)?, self.read(factor, bits)?);
        let (lower, upper) = self.halves(bits, signed, a, b)?;
        let (_, overflow) = self.product(bits, signed, a, b)?;
        self.set_carry(overflow);
        self.set_overflow(overflow);
        self.write_both(bits, lower, upper)
    }

    fn write_both(&mut self, bits: u8, lower: Reg, upper: Reg) -> Lowered<()> {
        let rax = self.part(RAX, bits);
        self.write(&rax, bits, lower)?;
        let second = self.upper(bits);
        self.write(&second, bits, upper)
    }

    /// Where the upper half of a double word is.
    fn upper(&self, bits: u8) -> Operand {
        match bits {
            8 => Operand::Register { register: self.general[RAX], bits, high: true },
            _ => self.part(RDX, bits),
        }
    }

    /// A quotient that is too large traps, as does a division by zero.
    fn divide(&mut self, i: &Instruction, signed: bool) -> Lowered<()> {
        let [divisor] = i.exactly()?;
        let bits = i.width()?;
        let divisor = self.read(divisor, bits)?;
        let divisor = self.extended(divisor, bits, signed)?;
        let (rax, second) = (self.part(RAX, bits), self.upper(bits));
        let (low, high) = (self.read(&rax, bits)?, self.read(&second, bits)?);
        let dividend = if bits == 64 {
            self.pair(low, high)?
        } else {
            let high = self.with(IntOp::Shl, 64, high, bits.into())?;
            let whole = self.operation(IntOp::Or, 64, low, high)?;
            self.extended(whole, 2 * bits, signed)?
        };
        let (div, rem) = if signed { (IntOp::SDiv, IntOp::SRem) } else { (IntOp::UDiv, IntOp::URem) };
        let (quotient, rest) = (self.lowering.group(2)?, self.lowering.group(2)?);
        self.emit(Insn::Wide { op: div, bits: 128, d: quotient, a: dividend, b: divisor });
        self.emit(Insn::Wide { op: rem, bits: 128, d: rest, a: dividend, b: divisor });
        let kept = self.truncate(quotient, bits)?;
        let again = self.extended(kept, bits, signed)?;
        let fits = self.temp()?;
        self.emit(Insn::WideCompare { op: CompareOp::Eq, bits: 128, d: fits, a: again, b: quotient });
        self.trap_unless(fits);
        let rest = self.truncate(rest, bits)?;
        self.write_both(bits, kept, rest)
    }
}
