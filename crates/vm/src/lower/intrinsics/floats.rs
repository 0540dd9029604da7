//! Floating point (LangRef: "Standard C/C++ Library Intrinsics").

use mazurka_ir::instruction::{Call, Cast, LocalId};

use super::{is, operand};
use crate::code::{FloatOp, FloatUnaryOp, Insn, IntOp};
use crate::lower::function::{Arg, Lowered, Lowering};
use crate::lower::shape::Scalar;

const UNARY: &[(&str, FloatUnaryOp)] = &[
    ("fabs", FloatUnaryOp::Abs),
    ("sqrt", FloatUnaryOp::Sqrt),
    ("floor", FloatUnaryOp::Floor),
    ("ceil", FloatUnaryOp::Ceil),
    ("trunc", FloatUnaryOp::Trunc),
    ("rint", FloatUnaryOp::Rint),
    ("nearbyint", FloatUnaryOp::Rint),
    ("roundeven", FloatUnaryOp::Rint),
    ("round", FloatUnaryOp::Round),
    ("sin", FloatUnaryOp::Sin),
    ("cos", FloatUnaryOp::Cos),
    ("tan", FloatUnaryOp::Tan),
    ("exp", FloatUnaryOp::Exp),
    ("exp2", FloatUnaryOp::Exp2),
    ("exp10", FloatUnaryOp::Exp10),
    ("log", FloatUnaryOp::Log),
    ("log2", FloatUnaryOp::Log2),
    ("log10", FloatUnaryOp::Log10),
];

const BINARY: &[(&str, FloatOp)] = &[
    ("pow", FloatOp::Pow),
    ("copysign", FloatOp::CopySign),
    ("minnum", FloatOp::MinNum),
    ("maxnum", FloatOp::MaxNum),
    ("minimum", FloatOp::Minimum),
    ("maximum", FloatOp::Maximum),
    ("minimumnum", FloatOp::MinNum),
    ("maximumnum", FloatOp::MaxNum),
];

impl Lowering<'_, '_> {
    pub(crate) fn float_intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call,
    ) -> Lowered<bool> {
        if let Some(&(_, op)) = UNARY.iter().find(|(family, _)| is(name, family)) {
            self.float_unary(op, self.wanted(result)?, operand(call, 0)?)?;
        } else if let Some(&(_, op)) = BINARY.iter().find(|(family, _)| is(name, family)) {
            let (a, b) = (self.operand(operand(call, 0)?)?, self.operand(operand(call, 1)?)?);
            self.each_lane(self.wanted(result)?, operand(call, 0)?.ty, |lowering, part, d| {
                if part.scalar == Scalar::Extended {
                    return lowering.extended_operation(op, d, &a, &b, part.register);
                }
                let a = lowering.reg(a.arg(part.register))?;
                let b = lowering.reg(b.arg(part.register))?;
                lowering.float_operation(op, part.scalar, d, a, b)
            })?;
        } else if is(name, "fma") || is(name, "fmuladd") {
            self.multiply_add(self.wanted(result)?, is(name, "fma"), call)?;
        } else if is(name, "fptosi.sat") || is(name, "fptoui.sat") {
            let op = if is(name, "fptosi.sat") { Cast::FpToSi } else { Cast::FpToUi };
            self.cast(self.wanted(result)?, op, operand(call, 0)?, call.result)?;
        } else if is(name, "is.fpclass") {
            self.is_fpclass(self.wanted(result)?, call)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn multiply_add(&mut self, result: LocalId, fused: bool, call: &Call) -> Lowered<()> {
        let mut sources = Vec::with_capacity(3);
        for index in 0..3 {
            sources.push(self.operand(operand(call, index)?)?);
        }
        self.each_lane(result, operand(call, 0)?.ty, |lowering, part, d| {
            if part.scalar == Scalar::Extended {
                return lowering.extended_multiply_add(fused, d, &sources, part.register);
            }
            let double = match part.scalar {
                Scalar::Double => true,
                Scalar::Float => false,
                _ => return Err("floating-point arithmetic on integers".into()),
            };
            let a = lowering.reg(sources[0].arg(part.register))?;
            let b = lowering.reg(sources[1].arg(part.register))?;
            let c = lowering.reg(sources[2].arg(part.register))?;
            lowering.emit(Insn::MulAdd { double, fused, d, a, b, c });
            Ok(())
        })
    }

    /// `llvm.is.fpclass`: the mask's bits are, from the lowest: signalling and quiet NaN, negative infinity, normal,
    /// subnormal and zero, and the positive ones in reverse.
    fn is_fpclass(&mut self, result: LocalId, call: &Call) -> Lowered<()> {
        let mask = operand(call, 1)?;
        let Arg::Bits(mask) = self.arg(&mask.value, mask.ty)? else {
            return Err("`llvm.is.fpclass` with a mask that is not a constant".into());
        };
        let source = self.operand(operand(call, 0)?)?;
        let shape = self.shape(operand(call, 0)?.ty)?;
        let d = self.result(result, shape.parts.len() as u16)?;
        for (d, part) in (d..).zip(&shape.parts) {
            if part.scalar == Scalar::Extended {
                self.extended_class(mask, d, &source, part.register)?;
                continue;
            }
            let layout = match part.scalar {
                Scalar::Double => FloatLayout { bits: 64, fraction: 52 },
                Scalar::Float => FloatLayout { bits: 32, fraction: 23 },
                _ => return Err("`llvm.is.fpclass` of integers".into()),
            };
            let mut any = Arg::Bits(0);
            for (_, first, last) in layout.classes().iter().filter(|(bit, ..)| mask >> bit & 1 == 1) {
                let (distance, inside, both) = (self.temp()?, self.temp()?, self.temp()?);
                let a = self.reg(source.arg(part.register))?;
                self.integer(IntOp::Sub, 64, distance, Arg::Reg(a), Arg::Bits(*first))?;
                let op = crate::code::CompareOp::Ule;
                let span = self.constant(last - first)?;
                self.emit(Insn::Compare { op, d: inside, a: distance, b: span });
                self.integer(IntOp::Or, 64, both, any, Arg::Reg(inside))?;
                any = Arg::Reg(both);
            }
            self.mov(d, any);
        }
        Ok(())
    }
}

/// How the bits of a floating-point number are divided.
struct FloatLayout {
    bits: u32,
    fraction: u32,
}

impl FloatLayout {
    /// The classes of `llvm.is.fpclass`: the bit of the mask, and a range of bit patterns.
    fn classes(&self) -> Vec<(u32, u64, u64)> {
        let sign = 1u64 << (self.bits - 1);
        let infinity = sign - (1 << self.fraction);
        let normal = 1u64 << self.fraction;
        let quiet = infinity | normal >> 1;
        let positive = [
            (0, infinity + 1, quiet - 1),
            (1, quiet, sign - 1),
            (6, 0, 0),
            (7, 1, normal - 1),
            (8, normal, infinity - 1),
            (9, infinity, infinity),
        ];
        // The signs mirror each other, except that NaNs of either sign are one class.
        let negative = positive
            .map(|(bit, first, last)| (if bit < 2 { bit } else { 11 - bit }, first | sign, last | sign));
        positive.into_iter().chain(negative).collect()
    }
}
