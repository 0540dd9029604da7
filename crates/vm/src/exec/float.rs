//! Floating point. Registers hold the bits of the values.

use super::wide;
use crate::code::{ConvertOp, FloatOp, FloatUnaryOp, Insn, Reg};
use crate::threads::Window;

/// An operation on two `double`s. `frem` and `pow` are those of C's `fmod` and `pow`.
pub(super) fn double(op: FloatOp, a: f64, b: f64) -> f64 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
        FloatOp::Pow => a.powf(b),
        FloatOp::CopySign => a.copysign(b),
        FloatOp::MinNum => a.min(b),
        FloatOp::MaxNum => a.max(b),
        FloatOp::Minimum if a.is_nan() || b.is_nan() => f64::NAN,
        FloatOp::Maximum if a.is_nan() || b.is_nan() => f64::NAN,
        FloatOp::Minimum if a == b => f64::from_bits(a.to_bits() | b.to_bits()),
        FloatOp::Maximum if a == b => f64::from_bits(a.to_bits() & b.to_bits()),
        FloatOp::Minimum => a.min(b),
        FloatOp::Maximum => a.max(b),
    }
}

/// Basic operations round once, in single precision; the others are computed in double precision and rounded.
pub(super) fn float(op: FloatOp, a: f32, b: f32) -> f32 {
    match op {
        FloatOp::Add => a + b,
        FloatOp::Sub => a - b,
        FloatOp::Mul => a * b,
        FloatOp::Div => a / b,
        FloatOp::Rem => a % b,
        FloatOp::Pow => a.powf(b),
        FloatOp::CopySign => a.copysign(b),
        FloatOp::MinNum | FloatOp::MaxNum | FloatOp::Minimum | FloatOp::Maximum => {
            double(op, a as f64, b as f64) as f32
        }
    }
}

pub(super) fn double_unary(op: FloatUnaryOp, a: f64) -> f64 {
    match op {
        FloatUnaryOp::Neg => -a,
        FloatUnaryOp::Abs => a.abs(),
        FloatUnaryOp::Sqrt => a.sqrt(),
        FloatUnaryOp::Floor => a.floor(),
        FloatUnaryOp::Ceil => a.ceil(),
        FloatUnaryOp::Trunc => a.trunc(),
        FloatUnaryOp::Rint => a.round_ties_even(),
        FloatUnaryOp::Round => a.round(),
        FloatUnaryOp::Sin => a.sin(),
        FloatUnaryOp::Cos => a.cos(),
        FloatUnaryOp::Tan => a.tan(),
        FloatUnaryOp::Exp => a.exp(),
        FloatUnaryOp::Exp2 => a.exp2(),
        FloatUnaryOp::Exp10 => 10f64.powf(a),
        FloatUnaryOp::Log => a.ln(),
        FloatUnaryOp::Log2 => a.log2(),
        FloatUnaryOp::Log10 => a.log10(),
    }
}

pub(super) fn float_unary(op: FloatUnaryOp, a: f32) -> f32 {
    match op {
        FloatUnaryOp::Neg => -a,
        FloatUnaryOp::Abs => a.abs(),
        FloatUnaryOp::Sin => a.sin(),
        FloatUnaryOp::Cos => a.cos(),
        FloatUnaryOp::Tan => a.tan(),
        FloatUnaryOp::Exp => a.exp(),
        FloatUnaryOp::Exp2 => a.exp2(),
        FloatUnaryOp::Exp10 => 10f32.powf(a),
        FloatUnaryOp::Log => a.ln(),
        FloatUnaryOp::Log2 => a.log2(),
        FloatUnaryOp::Log10 => a.log10(),
        // Exact in double precision, or (sqrt) known to round to the same.
        FloatUnaryOp::Sqrt
        | FloatUnaryOp::Floor
        | FloatUnaryOp::Ceil
        | FloatUnaryOp::Trunc
        | FloatUnaryOp::Rint
        | FloatUnaryOp::Round => double_unary(op, a as f64) as f32,
    }
}

/// Bits 0 … 3 of `when`: true if unordered, less, equal, greater.
#[inline(always)]
pub(super) fn compare(when: u8, a: f64, b: f64) -> bool {
    let order = match a.partial_cmp(&b) {
        None => 0,
        Some(order) => 2 + order as i8,
    };
    when >> order & 1 == 1
}

/// `llvm.fma`, `llvm.fmuladd`.
pub(super) fn multiply_add(double: bool, fused: bool, a: u64, b: u64, c: u64) -> u64 {
    if double {
        let (a, b, c) = (f64::from_bits(a), f64::from_bits(b), f64::from_bits(c));
        (if fused { a.mul_add(b, c) } else { a * b + c }).to_bits()
    } else {
        let (a, b, c) = (as_float(a), as_float(b), as_float(c));
        from_float(if fused { a.mul_add(b, c) } else { a * b + c })
    }
}

pub(super) fn as_float(register: u64) -> f32 {
    f32::from_bits(register as u32)
}

pub(super) fn from_float(value: f32) -> u64 {
    value.to_bits() as u64
}

/// Conversions. Values out of range saturate and a NaN becomes 0, as `llvm.fptosi.sat` has it.
pub(super) fn convert(op: ConvertOp, bits: u8, d: Reg, a: Reg, registers: &mut Window) {
    use ConvertOp::*;
    let word = registers[a as usize];
    let result = match op {
        FloatToDouble => (as_float(word) as f64).to_bits(),
        DoubleToFloat => from_float(f64::from_bits(word) as f32),
        SignedToFloat => from_float(super::arithmetic::signed(word, bits) as f32),
        SignedToDouble => (super::arithmetic::signed(word, bits) as f64).to_bits(),
        UnsignedToFloat => from_float(word as f32),
        UnsignedToDouble => (word as f64).to_bits(),
        FloatToSigned => to_signed(as_float(word) as f64, bits),
        DoubleToSigned => to_signed(f64::from_bits(word), bits),
        FloatToUnsigned => (as_float(word) as u64).min(super::arithmetic::mask(bits)),
        DoubleToUnsigned => (f64::from_bits(word) as u64).min(super::arithmetic::mask(bits)),
        WideSignedToFloat => from_float(wide::signed(wide::get(registers, a), bits) as f32),
        WideSignedToDouble => (wide::signed(wide::get(registers, a), bits) as f64).to_bits(),
        WideUnsignedToFloat => from_float(wide::get(registers, a) as f32),
        WideUnsignedToDouble => (wide::get(registers, a) as f64).to_bits(),
        FloatToWideSigned => return set_signed(registers, d, as_float(word) as f64, bits),
        DoubleToWideSigned => return set_signed(registers, d, f64::from_bits(word), bits),
        FloatToWideUnsigned => {
            return wide::set(registers, d, (as_float(word) as u128).min(wide::mask(bits)));
        }
        DoubleToWideUnsigned => {
            return wide::set(registers, d, (f64::from_bits(word) as u128).min(wide::mask(bits)));
        }
    };
    registers[d as usize] = result;
}

fn to_signed(value: f64, bits: u8) -> u64 {
    let largest = super::arithmetic::mask(bits - 1) as i64;
    (value as i64).clamp(!largest, largest) as u64 & super::arithmetic::mask(bits)
}

fn set_signed(registers: &mut Window, d: Reg, value: f64, bits: u8) {
    let largest = wide::mask(bits - 1) as i128;
    wide::set(registers, d, (value as i128).clamp(!largest, largest) as u128 & wide::mask(bits));
}

/// The floating-point instructions that the interpreter's loop does not do itself.
pub(super) fn execute(insn: Insn, registers: &mut Window) {
    let value = |r: Reg| registers[r as usize];
    let (d, result) = match insn {
        Insn::Float { op, d, a, b } => (d, from_float(float(op, as_float(value(a)), as_float(value(b))))),
        Insn::Double { op, d, a, b } => {
            (d, double(op, f64::from_bits(value(a)), f64::from_bits(value(b))).to_bits())
        }
        Insn::FloatUnary { op, d, a } => (d, from_float(float_unary(op, as_float(value(a))))),
        Insn::DoubleUnary { op, d, a } => (d, double_unary(op, f64::from_bits(value(a))).to_bits()),
        Insn::MulAdd { double, fused, d, a, b, c } => {
            (d, multiply_add(double, fused, value(a), value(b), value(c)))
        }
        Insn::CompareFloat { double, when, d, a, b } => {
            let number = |word| if double { f64::from_bits(word) } else { as_float(word) as f64 };
            (d, compare(when, number(value(a)), number(value(b))) as u64)
        }
        Insn::Convert { op, bits, d, a } => return convert(op, bits, d, a, registers),
        _ => unreachable!("only floating-point instructions come here"),
    };
    registers[d as usize] = result;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_tell_the_four_outcomes_apart() {
        let outcomes = |when| {
            [
                compare(when, f64::NAN, 0.0),
                compare(when, 0.0, 1.0),
                compare(when, 1.0, 1.0),
                compare(when, 2.0, 1.0),
            ]
        };
        assert_eq!(outcomes(0b0001), [true, false, false, false]);
        assert_eq!(outcomes(0b0010), [false, true, false, false]);
        assert_eq!(outcomes(0b0100), [false, false, true, false]);
        assert_eq!(outcomes(0b1000), [false, false, false, true]);
    }

    #[test]
    fn conversions_saturate() {
        assert_eq!(to_signed(300.0, 8), 127);
        assert_eq!(to_signed(-300.0, 8), 0x80);
        assert_eq!(to_signed(-1.9, 32), 0xffff_ffff);
        assert_eq!(to_signed(f64::NAN, 64), 0);
    }

    #[test]
    fn nan_loses_in_minnum_and_wins_in_minimum() {
        assert_eq!(double(FloatOp::MinNum, f64::NAN, 1.0), 1.0);
        assert!(double(FloatOp::Minimum, f64::NAN, 1.0).is_nan());
        assert!(double(FloatOp::Minimum, 0.0, -0.0).is_sign_negative());
        assert!(double(FloatOp::Maximum, 0.0, -0.0).is_sign_positive());
    }
}
