//! Sums, differences and logic, on registers and on memory, with `lock` in one step.

use super::assembly::{Assembly, Instruction};
use super::{Row, locking, row};
use crate::code::{IntOp, Reg, RmwOp};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    locking("add", |asm, i| asm.sum(i, false)),
    locking("adc", |asm, i| asm.sum(i, true)),
    locking("sub", |asm, i| asm.difference(i, false)),
    locking("sbb", |asm, i| asm.difference(i, true)),
    locking("and", |asm, i| asm.logic(i, IntOp::And, RmwOp::And)),
    locking("or", |asm, i| asm.logic(i, IntOp::Or, RmwOp::Or)),
    locking("xor", |asm, i| asm.logic(i, IntOp::Xor, RmwOp::Xor)),
    locking("inc", |asm, i| asm.count(i, IntOp::Add, RmwOp::Add)),
    locking("dec", |asm, i| asm.count(i, IntOp::Sub, RmwOp::Sub)),
    locking("neg", negate),
    locking("not", invert),
    row("cmp", compare),
    row("test", test),
    row("clc", |asm, _| asm.constant_carry(0)),
    row("stc", |asm, _| asm.constant_carry(1)),
    row("cmc", flip_carry),
];

impl Assembly<'_, '_, '_> {
    fn sum(&mut self, i: &Instruction, with_carry: bool) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let value = self.read(from, bits)?;
        let added = self.plus_carry(value, bits, with_carry)?;
        let compute = |asm: &mut Self, old| asm.operation(IntOp::Add, bits, old, added);
        let (old, new) = self.modify(i, to, bits, (RmwOp::Add, added), compute)?;
        self.flags_of_sum(bits, old, value, new)
    }

    fn difference(&mut self, i: &Instruction, with_carry: bool) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let value = self.read(from, bits)?;
        let subtracted = self.plus_carry(value, bits, with_carry)?;
        let compute = |asm: &mut Self, old| asm.operation(IntOp::Sub, bits, old, subtracted);
        let (old, new) = self.modify(i, to, bits, (RmwOp::Sub, subtracted), compute)?;
        self.flags_of_difference(bits, old, value, new)
    }

    fn plus_carry(&mut self, value: Reg, bits: u8, with_carry: bool) -> Lowered<Reg> {
        let carry = self.flags.carry;
        if with_carry { self.operation(IntOp::Add, bits, value, carry) } else { Ok(value) }
    }

    fn logic(&mut self, i: &Instruction, op: IntOp, locked: RmwOp) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let value = self.read(from, bits)?;
        let compute = |asm: &mut Self, old| asm.operation(op, bits, old, value);
        let (_, new) = self.modify(i, to, bits, (locked, value), compute)?;
        self.flags_of_logic(bits, new)
    }

    /// `inc` and `dec` leave the carry alone.
    fn count(&mut self, i: &Instruction, op: IntOp, locked: RmwOp) -> Lowered<()> {
        let [to] = i.exactly()?;
        let bits = i.width()?;
        let one = self.constant(1)?;
        let compute = |asm: &mut Self, old| asm.operation(op, bits, old, one);
        let (old, new) = self.modify(i, to, bits, (locked, one), compute)?;
        match op {
            IntOp::Add => self.overflow_of_sum(bits, old, one, new)?,
            _ => self.overflow_of_difference(bits, old, one, new)?,
        }
        self.flags_of_result(bits, new)
    }

    fn constant_carry(&mut self, value: u64) -> Lowered<()> {
        let carry = self.constant(value)?;
        self.set_carry(carry);
        Ok(())
    }
}

fn negate(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [to] = i.exactly()?;
    let bits = i.width()?;
    let zero = asm.constant(0)?;
    let compute = |asm: &mut Assembly, old| asm.operation(IntOp::Sub, bits, zero, old);
    let (old, new) = asm.modify(i, to, bits, (RmwOp::SubFrom, zero), compute)?;
    asm.flags_of_difference(bits, zero, old, new)
}

/// `not` changes no flags.
fn invert(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [to] = i.exactly()?;
    let bits = i.width()?;
    let ones = asm.constant(super::assembly::mask(bits))?;
    let compute = |asm: &mut Assembly, old| asm.operation(IntOp::Xor, bits, old, ones);
    asm.modify(i, to, bits, (RmwOp::Xor, ones), compute)?;
    Ok(())
}

fn compare(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [with, value] = i.exactly()?;
    let bits = i.width()?;
    let (b, a) = (asm.read(with, bits)?, asm.read(value, bits)?);
    let difference = asm.operation(IntOp::Sub, bits, a, b)?;
    asm.flags_of_difference(bits, a, b, difference)
}

fn test(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [with, value] = i.exactly()?;
    let bits = i.width()?;
    let (b, a) = (asm.read(with, bits)?, asm.read(value, bits)?);
    let both = asm.operation(IntOp::And, bits, a, b)?;
    asm.flags_of_logic(bits, both)
}

fn flip_carry(asm: &mut Assembly, _: &Instruction) -> Lowered<()> {
    let flipped = asm.with(IntOp::Xor, 64, asm.flags.carry, 1)?;
    asm.set_carry(flipped);
    Ok(())
}
