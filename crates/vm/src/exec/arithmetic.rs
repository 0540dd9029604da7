//! Integers of up to 64 bits.
//!
//! A shift by the width or more is poison in LLVM. Here it returns what an unlimited shifter would: 0, or copies of the
//! sign. The result is thus the same on every host.

use mazurka_machine::FaultKind;

use crate::code::{CompareOp, IntOp, IntUnaryOp};
use crate::context::Stop;

/// The low `bits` bits.
#[inline(always)]
pub(super) fn mask(bits: u8) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// A canonical register as a signed number.
#[inline(always)]
pub(super) fn signed(value: u64, bits: u8) -> i64 {
    let unused = 64 - bits.clamp(1, 64) as u32;
    (value << unused) as i64 >> unused
}

#[inline(always)]
pub(crate) fn compare(op: CompareOp, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt32 => (a as i32) < b as i32,
        CompareOp::Sle32 => a as i32 <= b as i32,
        CompareOp::Sgt32 => a as i32 > b as i32,
        CompareOp::Sge32 => a as i32 >= b as i32,
        CompareOp::Slt64 => (a as i64) < b as i64,
        CompareOp::Sle64 => a as i64 <= b as i64,
        CompareOp::Sgt64 => a as i64 > b as i64,
        CompareOp::Sge64 => a as i64 >= b as i64,
    }
}

/// Signed operands of any width, sign-extended first.
pub(super) fn compare_signed(op: CompareOp, bits: u8, a: u64, b: u64) -> bool {
    compare(op, signed(a, bits) as u64, signed(b, bits) as u64)
}

pub(super) fn int(op: IntOp, bits: u8, a: u64, b: u64) -> Result<u64, Stop> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let result = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::UDiv => a.checked_div(b).ok_or_else(by_zero)?,
        IntOp::URem => a.checked_rem(b).ok_or_else(by_zero)?,
        IntOp::SDiv => divide(x, y, bits)?.wrapping_div(y) as u64,
        IntOp::SRem => divide(x, y, bits)?.wrapping_rem(y) as u64,
        IntOp::Shl => shl(a, b, bits),
        IntOp::LShr => lshr(a, b),
        IntOp::AShr => ashr(x, b) as u64,
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::SMin => x.min(y) as u64,
        IntOp::SMax => x.max(y) as u64,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        IntOp::SCmp => x.cmp(&y) as i64 as u64,
        IntOp::UCmp => a.cmp(&b) as i64 as u64,
        IntOp::SAddSat => saturate(x as i128 + y as i128, bits),
        IntOp::SSubSat => saturate(x as i128 - y as i128, bits),
        IntOp::SShlSat => saturate((x as i128) << b.min(63), bits),
        IntOp::UAddSat => (a as u128 + b as u128).min(mask(bits) as u128) as u64,
        IntOp::USubSat => a.saturating_sub(b),
        IntOp::UShlSat => ((a as u128) << b.min(63)).min(mask(bits) as u128) as u64,
    };
    Ok(result & mask(bits))
}

pub(super) fn int_unary(op: IntUnaryOp, bits: u8, a: u64) -> u64 {
    let unused = 64 - bits as u32;
    match op {
        IntUnaryOp::CountOnes => a.count_ones() as u64,
        IntUnaryOp::LeadingZeros => (a.leading_zeros() - unused) as u64,
        IntUnaryOp::TrailingZeros => a.trailing_zeros().min(bits as u32) as u64,
        IntUnaryOp::SwapBytes => a.swap_bytes() >> unused,
        IntUnaryOp::ReverseBits => a.reverse_bits() >> unused,
        IntUnaryOp::Abs => signed(a, bits).wrapping_abs() as u64 & mask(bits),
    }
}

/// The wrapped result of an addition, subtraction or multiplication, and whether it overflowed.
pub(super) fn overflow(op: IntOp, is_signed: bool, bits: u8, a: u64, b: u64) -> (u64, bool) {
    let extend = |value: u64| if is_signed { signed(value, bits) as i128 } else { value as i128 };
    let (x, y) = (extend(a), extend(b));
    let exact = match op {
        IntOp::Add => x + y,
        IntOp::Sub => x - y,
        // The product of two unsigned 64-bit numbers may exceed i128; that is an overflow, too.
        _ => match x.checked_mul(y) {
            Some(product) => product,
            None => return (a.wrapping_mul(b) & mask(bits), true),
        },
    };
    let result = exact as u64 & mask(bits);
    (result, extend(result) != exact)
}

/// `llvm.fshl`, `llvm.fshr`: shifts the concatenation of `a` and `b`, by the amount modulo the width.
pub(super) fn funnel(left: bool, bits: u8, a: u64, b: u64, by: u64) -> u64 {
    let by = (by % bits as u64) as u32;
    let both = (a as u128) << bits | b as u128;
    let shifted = if left { both << by >> bits } else { both >> by };
    shifted as u64 & mask(bits)
}

#[inline(always)]
pub(super) fn shl(a: u64, by: u64, bits: u8) -> u64 {
    if by >= bits as u64 { 0 } else { a << by }
}

#[inline(always)]
pub(super) fn lshr(a: u64, by: u64) -> u64 {
    if by >= 64 { 0 } else { a >> by }
}

#[inline(always)]
pub(super) fn ashr(a: i64, by: u64) -> i64 {
    a >> by.min(63)
}

/// What a signed division needs: a divisor other than 0, and a quotient that fits.
#[inline(always)]
pub(super) fn divide(x: i64, y: i64, bits: u8) -> Result<i64, Stop> {
    if y == 0 {
        return Err(by_zero());
    }
    if y == -1 && x == signed(1 << (bits - 1), bits) {
        return Err(too_large(x as i128));
    }
    Ok(x)
}

fn saturate(value: i128, bits: u8) -> u64 {
    let largest = (1_i128 << (bits - 1)) - 1;
    value.clamp(-largest - 1, largest) as u64
}

#[cold]
pub(super) fn by_zero() -> Stop {
    Stop::Fault(FaultKind::DivisionByZero, "division by zero".into())
}

/// The processor raises the same exception for both.
#[cold]
pub(super) fn too_large(x: i128) -> Stop {
    Stop::Fault(FaultKind::DivisionByZero, format!("the quotient of {x} and -1 does not fit its type"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_values_of_odd_widths() {
        assert_eq!(signed(0b111, 3), -1);
        assert_eq!(signed(0b011, 3), 3);
        assert_eq!(int(IntOp::SDiv, 8, 0x80, 2).unwrap(), 0xc0);
        assert_eq!(int(IntOp::SRem, 8, 0xff, 2).unwrap(), 0xff);
        assert_eq!(int(IntOp::AShr, 16, 0x8000, 4).unwrap(), 0xf800);
    }

    #[test]
    fn divisions_that_have_no_result_are_faults() {
        for op in [IntOp::UDiv, IntOp::SDiv, IntOp::URem, IntOp::SRem] {
            assert!(matches!(int(op, 32, 1, 0), Err(Stop::Fault(FaultKind::DivisionByZero, _))));
        }
        assert!(int(IntOp::SDiv, 8, 0x80, 0xff).is_err());
        assert!(int(IntOp::SDiv, 64, 1 << 63, u64::MAX).is_err());
        assert_eq!(int(IntOp::SDiv, 16, 0x80, 0xffff).unwrap(), 0xff80);
    }

    #[test]
    fn shifts_by_the_width_or_more_are_those_of_an_unlimited_shifter() {
        assert_eq!(int(IntOp::Shl, 32, 1, 32).unwrap(), 0);
        assert_eq!(int(IntOp::LShr, 64, u64::MAX, 64).unwrap(), 0);
        assert_eq!(int(IntOp::AShr, 8, 0x80, 200).unwrap(), 0xff);
    }

    #[test]
    fn saturation_stays_in_range() {
        assert_eq!(int(IntOp::SAddSat, 8, 0x7f, 1).unwrap(), 0x7f);
        assert_eq!(int(IntOp::SSubSat, 8, 0x80, 1).unwrap(), 0x80);
        assert_eq!(int(IntOp::UAddSat, 8, 0xff, 1).unwrap(), 0xff);
        assert_eq!(int(IntOp::USubSat, 64, 1, 2).unwrap(), 0);
        assert_eq!(int(IntOp::UAddSat, 64, u64::MAX, 2).unwrap(), u64::MAX);
        assert_eq!(int(IntOp::SShlSat, 64, 3 << 61, 1).unwrap(), i64::MAX as u64);
    }

    #[test]
    fn overflow_is_seen_at_every_width() {
        assert_eq!(overflow(IntOp::Add, true, 32, 0x7fff_ffff, 1), (0x8000_0000, true));
        assert_eq!(overflow(IntOp::Add, false, 32, 0x7fff_ffff, 1), (0x8000_0000, false));
        assert_eq!(overflow(IntOp::Sub, false, 8, 0, 1), (0xff, true));
        assert_eq!(overflow(IntOp::Mul, false, 64, u64::MAX, u64::MAX), (1, true));
        assert_eq!(overflow(IntOp::Mul, true, 64, u64::MAX, u64::MAX), (1, false));
    }

    #[test]
    fn bit_tricks_respect_the_width() {
        assert_eq!(int_unary(IntUnaryOp::LeadingZeros, 16, 1), 15);
        assert_eq!(int_unary(IntUnaryOp::TrailingZeros, 16, 0), 16);
        assert_eq!(int_unary(IntUnaryOp::SwapBytes, 32, 0x1122_3344), 0x4433_2211);
        assert_eq!(int_unary(IntUnaryOp::ReverseBits, 3, 0b110), 0b011);
        assert_eq!(int_unary(IntUnaryOp::Abs, 8, 0x80), 0x80);
        assert_eq!(funnel(true, 8, 0b1000_0001, 0b1000_0000, 1), 0b0000_0011);
        assert_eq!(funnel(false, 64, 1, 2, 65), 1 << 63 | 1);
    }
}
