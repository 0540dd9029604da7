//! Arithmetic on two integers: min, max, saturation, overflow, three-way comparison, funnel shifts.

use mazurka_ir::instruction::{Call, LocalId};

use super::{is, operand};
use crate::code::{Insn, IntOp};
use crate::lower::function::{Arg, Lowered, Lowering, Source};
use crate::lower::shape::{Part, Scalar};

const BINARY: &[(&str, IntOp)] = &[
    ("smin", IntOp::SMin),
    ("smax", IntOp::SMax),
    ("umin", IntOp::UMin),
    ("umax", IntOp::UMax),
    ("sadd.sat", IntOp::SAddSat),
    ("uadd.sat", IntOp::UAddSat),
    ("ssub.sat", IntOp::SSubSat),
    ("usub.sat", IntOp::USubSat),
    ("sshl.sat", IntOp::SShlSat),
    ("ushl.sat", IntOp::UShlSat),
];

/// Name, operation, and whether it is the signed overflow that counts.
const OVERFLOW: &[(&str, IntOp, bool)] = &[
    ("sadd.with.overflow", IntOp::Add, true),
    ("uadd.with.overflow", IntOp::Add, false),
    ("ssub.with.overflow", IntOp::Sub, true),
    ("usub.with.overflow", IntOp::Sub, false),
    ("smul.with.overflow", IntOp::Mul, true),
    ("umul.with.overflow", IntOp::Mul, false),
];

impl Lowering<'_, '_> {
    pub(crate) fn integer_intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call,
    ) -> Lowered<bool> {
        if let Some(&(_, op)) = BINARY.iter().find(|(family, _)| is(name, family)) {
            let (a, b) = (self.operand(operand(call, 0)?)?, self.operand(operand(call, 1)?)?);
            self.each_lane(self.wanted(result)?, operand(call, 0)?.ty, |lowering, part, d| {
                lowering.integer_lane(op, part.scalar, d, (&a, &b), part.register)
            })?;
        } else if let Some(&(_, op, signed)) = OVERFLOW.iter().find(|(family, ..)| is(name, family)) {
            self.overflow(self.wanted(result)?, op, signed, call)?;
        } else if is(name, "scmp") || is(name, "ucmp") {
            let op = if is(name, "scmp") { IntOp::SCmp } else { IntOp::UCmp };
            self.three_way(self.wanted(result)?, op, call)?;
        } else if is(name, "fshl") || is(name, "fshr") {
            self.funnel_shift(self.wanted(result)?, is(name, "fshl"), call)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// The result is all values, then all overflow bits.
    fn overflow(&mut self, result: LocalId, op: IntOp, signed: bool, call: &Call) -> Lowered<()> {
        let (lhs, rhs) = (operand(call, 0)?, operand(call, 1)?);
        if self.big(lhs.ty).is_some() {
            return Err("arithmetic on integers of this width is not supported".into());
        }
        let shape = self.shape(lhs.ty)?;
        let (a, b) = (self.operand(lhs)?, self.operand(rhs)?);
        let d = self.result(result, shape.registers + shape.parts.len() as u16)?;
        for (lane, part) in (0..).zip(&shape.parts) {
            let registers = part.scalar.registers();
            let both = if shape.parts.len() == 1 { d } else { self.group(registers + 1)? };
            let first = self.registers(&a, part.register, registers)?;
            let second = self.registers(&b, part.register, registers)?;
            self.emit(match part.scalar {
                Scalar::Int(bits) => Insn::Overflow { op, signed, bits, d: both, a: first, b: second },
                Scalar::Wide(bits) => Insn::WideOverflow { op, signed, bits, d: both, a: first, b: second },
                _ => return Err("integer arithmetic on a type that is not an integer".into()),
            });
            if both != d {
                (0..registers).for_each(|i| self.mov(d + part.register + i, Arg::Reg(both + i)));
                self.mov(d + shape.registers + lane, Arg::Reg(both + registers));
            }
        }
        Ok(())
    }

    /// `llvm.scmp` / `llvm.ucmp`: the result is of another width than the operands.
    fn three_way(&mut self, result: LocalId, op: IntOp, call: &Call) -> Lowered<()> {
        let ty = operand(call, 0)?.ty;
        if self.big(ty).is_some() {
            return Err("a comparison of integers of this width is not supported".into());
        }
        let (shape, to) = (self.shape(ty)?, self.shape(call.result)?);
        let (a, b) = (self.operand(operand(call, 0)?)?, self.operand(operand(call, 1)?)?);
        let d = self.result(result, to.registers)?;
        if shape.parts.len() != to.parts.len() {
            return Err("a comparison of vectors of different lengths".into());
        }
        for (part, to) in shape.parts.iter().zip(&to.parts) {
            let order = self.group(part.scalar.registers())?;
            self.integer_lane(op, part.scalar, order, (&a, &b), part.register)?;
            // What comes out is -1, 0 or 1 in the operands' width.
            match (part.scalar.bits().min(64), to.scalar) {
                (from, Scalar::Int(bits)) if bits <= from => {
                    self.emit(Insn::Trunc { d: d + to.register, a: order, bits });
                }
                (from, Scalar::Int(bits)) => {
                    self.emit(Insn::SExt { d: d + to.register, a: order, from, to: bits });
                }
                _ => return Err("a comparison with a result of this type is not supported".into()),
            }
        }
        Ok(())
    }

    fn funnel_shift(&mut self, result: LocalId, left: bool, call: &Call) -> Lowered<()> {
        let mut sources = Vec::with_capacity(3);
        for index in 0..3 {
            sources.push(self.operand(operand(call, index)?)?);
        }
        self.each_lane(result, operand(call, 0)?.ty, |lowering, part, d| {
            let Scalar::Int(bits) = part.scalar else {
                return lowering.wide_funnel_shift(d, left, part, &sources);
            };
            let a = lowering.reg(sources[0].arg(part.register))?;
            let b = lowering.reg(sources[1].arg(part.register))?;
            let by = lowering.reg(sources[2].arg(part.register))?;
            lowering.emit(Insn::Funnel { left, bits, d, a, b, by });
            Ok(())
        })
    }

    /// `fshl(a, b, s)` is `a << s | (b >> 1) >> (w - 1 - s)`, and `fshr` the mirror image; `s` modulo the width `w`.
    fn wide_funnel_shift(&mut self, d: u16, left: bool, part: Part, sources: &[Source]) -> Lowered<()> {
        let Scalar::Wide(bits) = part.scalar else {
            return Err("integer arithmetic on a type that is not an integer".into());
        };
        let constant = |value: u8| Source::Words(vec![value.into(), 0]);
        let mut wide = |op, a: &Source, at_a: u16, b: &Source, at_b: u16| -> Lowered<Source> {
            let d = self.group(2)?;
            let (a, b) = (self.registers(a, at_a, 2)?, self.registers(b, at_b, 2)?);
            self.emit(Insn::Wide { op, bits, d, a, b });
            Ok(Source::Registers(d))
        };
        let at = part.register;
        let by = wide(IntOp::URem, &sources[2], at, &constant(bits), 0)?;
        let back = wide(IntOp::Sub, &constant(bits - 1), 0, &by, 0)?;
        let (high, low) = if left {
            let half = wide(IntOp::LShr, &sources[1], at, &constant(1), 0)?;
            (wide(IntOp::Shl, &sources[0], at, &by, 0)?, wide(IntOp::LShr, &half, 0, &back, 0)?)
        } else {
            let twice = wide(IntOp::Shl, &sources[0], at, &constant(1), 0)?;
            (wide(IntOp::Shl, &twice, 0, &back, 0)?, wide(IntOp::LShr, &sources[1], at, &by, 0)?)
        };
        let both = wide(IntOp::Or, &high, 0, &low, 0)?;
        (0..2).for_each(|i| self.mov(d + i, both.arg(i)));
        Ok(())
    }
}
