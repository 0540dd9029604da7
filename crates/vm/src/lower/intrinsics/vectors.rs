//! Reductions, and accesses under a mask.

use mazurka_ir::instruction::{Call, LocalId};

use super::{is, operand};
use crate::code::{FloatOp, IntOp};
use crate::lower::function::{Arg, Lowered, Lowering, Source};
use crate::lower::shape::Scalar;

const INTEGER: &[(&str, IntOp)] = &[
    ("vector.reduce.add", IntOp::Add),
    ("vector.reduce.mul", IntOp::Mul),
    ("vector.reduce.and", IntOp::And),
    ("vector.reduce.or", IntOp::Or),
    ("vector.reduce.xor", IntOp::Xor),
    ("vector.reduce.smin", IntOp::SMin),
    ("vector.reduce.smax", IntOp::SMax),
    ("vector.reduce.umin", IntOp::UMin),
    ("vector.reduce.umax", IntOp::UMax),
];

/// Those with a start value take it as their first argument.
const FLOAT: &[(&str, FloatOp, bool)] = &[
    ("vector.reduce.fadd", FloatOp::Add, true),
    ("vector.reduce.fmul", FloatOp::Mul, true),
    ("vector.reduce.fmin", FloatOp::MinNum, false),
    ("vector.reduce.fmax", FloatOp::MaxNum, false),
    ("vector.reduce.fminimum", FloatOp::Minimum, false),
    ("vector.reduce.fmaximum", FloatOp::Maximum, false),
];

impl Lowering<'_, '_> {
    pub(crate) fn vector_intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call,
    ) -> Lowered<bool> {
        if let Some(&(_, op)) = INTEGER.iter().find(|(family, _)| is(name, family)) {
            self.reduce_integers(self.wanted(result)?, op, call)?;
        } else if let Some(&(_, op, start)) = FLOAT.iter().find(|(family, ..)| is(name, family)) {
            self.reduce_floats(self.wanted(result)?, op, start, call)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn reduce_integers(&mut self, result: LocalId, op: IntOp, call: &Call) -> Lowered<()> {
        let vector = operand(call, 0)?;
        let shape = self.shape(vector.ty)?;
        let first = shape.parts.first().ok_or("a reduction of an empty vector")?;
        let registers = first.scalar.registers();
        let source = self.operand(vector)?;
        let d = self.result(result, registers)?;
        let mut so_far = match source {
            Source::Registers(first) => Source::Registers(first),
            Source::Words(ref words) => Source::Words(words[..registers.into()].to_vec()),
        };
        for part in &shape.parts[1..] {
            let next = match source {
                Source::Registers(first) => Source::Registers(first + part.register),
                Source::Words(ref words) => Source::Words(words[part.register.into()..].to_vec()),
            };
            let to = self.group(registers)?;
            self.integer_lane(op, part.scalar, to, (&so_far, &next), 0)?;
            so_far = Source::Registers(to);
        }
        (0..registers).for_each(|i| self.mov(d + i, so_far.arg(i)));
        Ok(())
    }

    /// In order, as LangRef wants it unless `reassoc` allows another one.
    fn reduce_floats(&mut self, result: LocalId, op: FloatOp, start: bool, call: &Call) -> Lowered<()> {
        let vector = operand(call, usize::from(start))?;
        let shape = self.shape(vector.ty)?;
        let source = self.operand(vector)?;
        let mut parts = shape.parts.iter();
        let first = if start {
            let start = operand(call, 0)?;
            self.arg(&start.value, start.ty)?
        } else {
            source.arg(parts.next().ok_or("a reduction of an empty vector")?.register)
        };
        let d = self.result(result, 1)?;
        let mut so_far = first;
        for part in parts {
            if !matches!(part.scalar, Scalar::Float | Scalar::Double) {
                return Err("floating-point arithmetic on integers".into());
            }
            let (a, b) = (self.reg(so_far)?, self.reg(source.arg(part.register))?);
            let to = self.temp()?;
            self.float_operation(op, part.scalar, to, a, b)?;
            so_far = Arg::Reg(to);
        }
        self.mov(d, so_far);
        Ok(())
    }
}
