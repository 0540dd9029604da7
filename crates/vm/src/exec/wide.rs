//! Integers of 65 to 128 bits, in register pairs.

use super::arithmetic::{by_zero, too_large};
use crate::code::{CompareOp, IntOp, IntUnaryOp, Reg};
use crate::context::Stop;
use crate::threads::Window;

pub(super) fn get(registers: &Window, r: Reg) -> u128 {
    registers[r as usize] as u128 | (registers[r as usize + 1] as u128) << 64
}

pub(super) fn set(registers: &mut Window, r: Reg, value: u128) {
    registers[r as usize] = value as u64;
    registers[r as usize + 1] = (value >> 64) as u64;
}

pub(super) fn mask(bits: u8) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

pub(super) fn signed(value: u128, bits: u8) -> i128 {
    let unused = 128 - bits.clamp(1, 128) as u32;
    (value << unused) as i128 >> unused
}

pub(super) fn compare(op: CompareOp, bits: u8, a: u128, b: u128) -> bool {
    let (x, y) = (signed(a, bits), signed(b, bits));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt32 | CompareOp::Slt64 => x < y,
        CompareOp::Sle32 | CompareOp::Sle64 => x <= y,
        CompareOp::Sgt32 | CompareOp::Sgt64 => x > y,
        CompareOp::Sge32 | CompareOp::Sge64 => x >= y,
    }
}

pub(super) fn int(op: IntOp, bits: u8, a: u128, b: u128) -> Result<u128, Stop> {
    let (x, y) = (signed(a, bits), signed(b, bits));
    let least = signed(1 << (bits - 1), bits);
    let by = b.min(255) as u32;
    let result = match op {
        IntOp::Add => a.wrapping_add(b),
        IntOp::Sub => a.wrapping_sub(b),
        IntOp::Mul => a.wrapping_mul(b),
        IntOp::UDiv => a.checked_div(b).ok_or_else(by_zero)?,
        IntOp::URem => a.checked_rem(b).ok_or_else(by_zero)?,
        IntOp::SDiv | IntOp::SRem if b == 0 => return Err(by_zero()),
        IntOp::SDiv | IntOp::SRem if y == -1 && x == least => return Err(too_large(x)),
        IntOp::SDiv => (x / y) as u128,
        IntOp::SRem => (x % y) as u128,
        IntOp::Shl => a.checked_shl(by).unwrap_or(0),
        IntOp::LShr => a.checked_shr(by).unwrap_or(0),
        IntOp::AShr => (x >> by.min(127)) as u128,
        IntOp::And => a & b,
        IntOp::Or => a | b,
        IntOp::Xor => a ^ b,
        IntOp::SMin => x.min(y) as u128,
        IntOp::SMax => x.max(y) as u128,
        IntOp::UMin => a.min(b),
        IntOp::UMax => a.max(b),
        IntOp::SCmp => x.cmp(&y) as i128 as u128,
        IntOp::UCmp => a.cmp(&b) as i128 as u128,
        IntOp::SAddSat => x.saturating_add(y).clamp(least, !least) as u128,
        IntOp::SSubSat => x.saturating_sub(y).clamp(least, !least) as u128,
        IntOp::UAddSat => a.saturating_add(b).min(mask(bits)),
        IntOp::USubSat => a.saturating_sub(b),
        IntOp::SShlSat | IntOp::UShlSat => {
            return Err(Stop::Unsupported(format!("a saturating shift of {bits} bits")));
        }
    };
    Ok(result & mask(bits))
}

pub(super) fn int_unary(op: IntUnaryOp, bits: u8, a: u128) -> u128 {
    let unused = 128 - bits as u32;
    match op {
        IntUnaryOp::CountOnes => a.count_ones() as u128,
        IntUnaryOp::LeadingZeros => (a.leading_zeros() - unused) as u128,
        IntUnaryOp::TrailingZeros => a.trailing_zeros().min(bits as u32) as u128,
        IntUnaryOp::SwapBytes => a.swap_bytes() >> unused,
        IntUnaryOp::ReverseBits => a.reverse_bits() >> unused,
        IntUnaryOp::Abs => signed(a, bits).wrapping_abs() as u128 & mask(bits),
    }
}

/// The wrapped result of an addition, subtraction or multiplication, and whether it overflowed.
pub(super) fn overflow(op: IntOp, is_signed: bool, bits: u8, a: u128, b: u128) -> (u128, bool) {
    let (result, lost) = if is_signed {
        let (x, y) = (signed(a, bits), signed(b, bits));
        let (result, lost) = match op {
            IntOp::Add => x.overflowing_add(y),
            IntOp::Sub => x.overflowing_sub(y),
            _ => x.overflowing_mul(y),
        };
        (result as u128, lost || signed(result as u128, bits) != result)
    } else {
        let (result, lost) = match op {
            IntOp::Add => a.overflowing_add(b),
            IntOp::Sub => a.overflowing_sub(b),
            _ => a.overflowing_mul(b),
        };
        (result, lost || result & mask(bits) != result)
    };
    (result & mask(bits), lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ones_are_minus_one_at_every_width() {
        for bits in [65, 96, 127, 128] {
            assert_eq!(signed(mask(bits), bits), -1);
            assert_eq!(int(IntOp::SDiv, bits, mask(bits), 1).unwrap(), mask(bits));
            assert_eq!(int(IntOp::AShr, bits, mask(bits), 200).unwrap(), mask(bits));
            assert_eq!(int(IntOp::Shl, bits, 1, bits as u128).unwrap(), 0);
            assert!(int(IntOp::SDiv, bits, 1 << (bits - 1), mask(bits)).is_err());
            assert_eq!(overflow(IntOp::Add, true, bits, mask(bits) >> 1, 1), (1 << (bits - 1), true));
            assert_eq!(overflow(IntOp::Add, false, bits, mask(bits), 1), (0, true));
            assert_eq!(overflow(IntOp::Sub, true, bits, 0, 1), (mask(bits), false));
        }
    }
}
