//! How results set the flags (Intel's manual, volume 1, 3.4.3.1).

use super::assembly::Assembly;
use crate::code::{CompareOp, IntOp, IntUnaryOp, Reg};
use crate::lower::function::Lowered;

impl Assembly<'_, '_, '_> {
    /// Zero, sign and parity of a result.
    pub(super) fn flags_of_result(&mut self, bits: u8, result: Reg) -> Lowered<()> {
        let zero = self.is_zero(result)?;
        self.set_register(self.flags.zero, zero);
        let sign = self.with(IntOp::LShr, 64, result, u64::from(bits - 1))?;
        self.set_register(self.flags.sign, sign);
        let low = self.with(IntOp::And, 64, result, 0xff)?;
        let ones = self.unary(IntUnaryOp::CountOnes, 64, low)?;
        let odd = self.with(IntOp::And, 64, ones, 1)?;
        let even = self.with(IntOp::Xor, 64, odd, 1)?;
        self.set_register(self.flags.parity, even);
        Ok(())
    }

    pub(super) fn set_carry(&mut self, value: Reg) {
        self.set_register(self.flags.carry, value);
    }

    pub(super) fn set_overflow(&mut self, value: Reg) {
        self.set_register(self.flags.overflow, value);
    }

    pub(super) fn no_carry(&mut self) -> Lowered<()> {
        let zero = self.constant(0)?;
        self.set_carry(zero);
        self.set_overflow(zero);
        Ok(())
    }

    /// Of `result = a + b + carry`.
    pub(super) fn flags_of_sum(&mut self, bits: u8, a: Reg, b: Reg, result: Reg) -> Lowered<()> {
        // A carry out of the top: both bits there are 1, or one of them is and the result's is not.
        let both = self.operation(IntOp::And, 64, a, b)?;
        let any = self.operation(IntOp::Or, 64, a, b)?;
        let lost = self.with(IntOp::Xor, 64, result, u64::MAX)?;
        let lost = self.operation(IntOp::And, 64, any, lost)?;
        let carries = self.operation(IntOp::Or, 64, both, lost)?;
        let carry = self.bit(carries, bits - 1)?;
        self.set_carry(carry);
        self.overflow_of_sum(bits, a, b, result)?;
        self.flags_of_result(bits, result)
    }

    /// The result's sign is neither that of `a` nor of `b`.
    pub(super) fn overflow_of_sum(&mut self, bits: u8, a: Reg, b: Reg, result: Reg) -> Lowered<()> {
        let from_a = self.operation(IntOp::Xor, 64, a, result)?;
        let from_b = self.operation(IntOp::Xor, 64, b, result)?;
        self.overflow_where(bits, from_a, from_b)
    }

    /// Of `result = a - b - borrow`.
    pub(super) fn flags_of_difference(&mut self, bits: u8, a: Reg, b: Reg, result: Reg) -> Lowered<()> {
        let not_a = self.with(IntOp::Xor, 64, a, u64::MAX)?;
        let larger = self.operation(IntOp::And, 64, not_a, b)?;
        let any = self.operation(IntOp::Or, 64, not_a, b)?;
        let rest = self.operation(IntOp::And, 64, any, result)?;
        let borrows = self.operation(IntOp::Or, 64, larger, rest)?;
        let borrow = self.bit(borrows, bits - 1)?;
        self.set_carry(borrow);
        self.overflow_of_difference(bits, a, b, result)?;
        self.flags_of_result(bits, result)
    }

    pub(super) fn overflow_of_difference(&mut self, bits: u8, a: Reg, b: Reg, result: Reg) -> Lowered<()> {
        let apart = self.operation(IntOp::Xor, 64, a, b)?;
        let from_a = self.operation(IntOp::Xor, 64, a, result)?;
        self.overflow_where(bits, apart, from_a)
    }

    fn overflow_where(&mut self, bits: u8, a: Reg, b: Reg) -> Lowered<()> {
        let both = self.operation(IntOp::And, 64, a, b)?;
        let overflow = self.bit(both, bits - 1)?;
        self.set_overflow(overflow);
        Ok(())
    }

    /// Of `and`, `or`, `xor` and `test`.
    pub(super) fn flags_of_logic(&mut self, bits: u8, result: Reg) -> Lowered<()> {
        self.no_carry()?;
        self.flags_of_result(bits, result)
    }

    /// Whether two values differ: 0 or 1.
    pub(super) fn differ(&mut self, a: Reg, b: Reg) -> Lowered<Reg> {
        self.compare(CompareOp::Ne, a, b)
    }
}
