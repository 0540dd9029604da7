//! Single bits and counts of bits.

use super::assembly::{Assembly, Instruction, Memory, Operand, mask};
use super::{Row, locking, row};
use crate::code::{IntOp, IntUnaryOp, Reg, RmwOp};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    row("bt", test_bit),
    locking("bts", |asm, i| asm.change_bit(i, Change::Set)),
    locking("btr", |asm, i| asm.change_bit(i, Change::Reset)),
    locking("btc", |asm, i| asm.change_bit(i, Change::Complement)),
    row("bsf", |asm, i| asm.scan(i, false)),
    row("bsr", |asm, i| asm.scan(i, true)),
    row("tzcnt", |asm, i| asm.count_zeros(i, IntUnaryOp::TrailingZeros)),
    row("lzcnt", |asm, i| asm.count_zeros(i, IntUnaryOp::LeadingZeros)),
    row("popcnt", count_ones),
    row("bswap", swap_bytes),
];

#[derive(Clone, Copy)]
enum Change {
    Set,
    Reset,
    Complement,
}

/// The operand that has the bit, and the bit's number there. A number in a register reaches beyond the operand, if that is in memory.
fn find_bit(asm: &mut Assembly, i: &Instruction, bits: u8) -> Lowered<(Operand, Reg)> {
    let [number, of] = i.exactly()?;
    let within = u64::from(bits - 1);
    let index = asm.read(number, bits)?;
    let bit = asm.with(IntOp::And, 64, index, within)?;
    let (Operand::Memory(memory), Operand::Register { .. }) = (of, number) else { return Ok((*of, bit)) };
    let address = asm.address(memory)?;
    let index = asm.sign_extend(index, bits, 64)?;
    let word = asm.with(IntOp::AShr, 64, index, u64::from(bits.trailing_zeros()))?;
    let offset = asm.with(IntOp::Mul, 64, word, u64::from(bits / 8))?;
    let base = Some(asm.operation(IntOp::Add, 64, address, offset)?);
    Ok((Operand::Memory(Memory { base, ..Memory::default() }), bit))
}

fn set_carry_to_bit(asm: &mut Assembly, value: Reg, bit: Reg) -> Lowered<()> {
    let shifted = asm.operation(IntOp::LShr, 64, value, bit)?;
    let carry = asm.with(IntOp::And, 64, shifted, 1)?;
    asm.set_carry(carry);
    Ok(())
}

fn test_bit(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let bits = i.width()?;
    let (operand, bit) = find_bit(asm, i, bits)?;
    let value = asm.read(&operand, bits)?;
    set_carry_to_bit(asm, value, bit)
}

impl Assembly<'_, '_, '_> {
    fn change_bit(&mut self, i: &Instruction, change: Change) -> Lowered<()> {
        let bits = i.width()?;
        let (operand, bit) = find_bit(self, i, bits)?;
        let one = self.constant(1)?;
        let single = self.operation(IntOp::Shl, 64, one, bit)?;
        let (op, locked, with) = match change {
            Change::Set => (IntOp::Or, RmwOp::Or, single),
            Change::Complement => (IntOp::Xor, RmwOp::Xor, single),
            Change::Reset => (IntOp::And, RmwOp::And, self.with(IntOp::Xor, 64, single, mask(bits))?),
        };
        let compute = |asm: &mut Self, old| asm.operation(op, bits, old, with);
        let (old, _) = self.modify(i, &operand, bits, (locked, with), compute)?;
        set_carry_to_bit(self, old, bit)
    }

    /// Of zero there is no bit to find: the target keeps its value, as AMD documents and all processors do. With the prefix `rep` it is
    /// `tzcnt` or `lzcnt`.
    fn scan(&mut self, i: &Instruction, from_top: bool) -> Lowered<()> {
        let op = if from_top { IntUnaryOp::LeadingZeros } else { IntUnaryOp::TrailingZeros };
        if i.repeat {
            return self.count_zeros(i, op);
        }
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let (value, old) = (self.read(from, bits)?, self.read(to, bits)?);
        let zeros = self.unary(op, bits, value)?;
        let top = self.constant(u64::from(bits - 1))?;
        let found = if from_top { self.operation(IntOp::Sub, bits, top, zeros)? } else { zeros };
        let is_zero = self.is_zero(value)?;
        self.set_register(self.flags.zero, is_zero);
        let result = self.select(is_zero, old, found)?;
        self.write(to, bits, result)
    }

    fn count_zeros(&mut self, i: &Instruction, op: IntUnaryOp) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let value = self.read(from, bits)?;
        let zeros = self.unary(op, bits, value)?;
        let is_zero = self.is_zero(value)?;
        self.set_carry(is_zero);
        let is_none = self.is_zero(zeros)?;
        self.set_register(self.flags.zero, is_none);
        self.write(to, bits, zeros)
    }
}

fn count_ones(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [from, to] = i.exactly()?;
    let bits = i.width()?;
    let value = asm.read(from, bits)?;
    let ones = asm.unary(IntUnaryOp::CountOnes, bits, value)?;
    asm.no_carry()?;
    let (zero, none) = (asm.is_zero(value)?, asm.constant(0)?);
    asm.set_register(asm.flags.zero, zero);
    asm.set_register(asm.flags.sign, none);
    asm.set_register(asm.flags.parity, none);
    asm.write(to, bits, ones)
}

fn swap_bytes(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [to] = i.exactly()?;
    let bits = i.width()?;
    if bits < 32 {
        return Err("it swaps the bytes of 4 or 8 bytes".into());
    }
    let value = asm.read(to, bits)?;
    let swapped = asm.unary(IntUnaryOp::SwapBytes, bits, value)?;
    asm.write(to, bits, swapped)
}
