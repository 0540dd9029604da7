//! Arithmetic, lane by lane (LangRef: "Binary Operations", "Bitwise Binary Operations", "Unary Operations").

use mazurka_ir::TypeId;
use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BinaryOp, LocalId, Operand, Value};

use super::constants::sign_extend;
use super::function::{Arg, Lowered, Lowering, Source};
use super::shape::{Part, Scalar};
use crate::code::{FloatOp, FloatUnaryOp, Insn, IntOp, IntUnaryOp, Reg};

impl Lowering<'_, '_> {
    pub(crate) fn binary(
        &mut self,
        result: LocalId,
        op: BinaryOp,
        ty: TypeId,
        lhs: &Value,
        rhs: &Value,
    ) -> Lowered<()> {
        if self.big(ty).is_some() {
            return self.big_binary(result, op, ty, lhs, rhs);
        }
        if op == BinaryOp::Add && *rhs == Value::Constant(Constant::Int(1)) && self.counts_patience(result) {
            return self.copy(result, &Operand { ty, value: lhs.clone() });
        }
        let (a, b) = (self.source(lhs, ty)?, self.source(rhs, ty)?);
        match integer_op(op) {
            Ok(op) => self.each_lane(result, ty, |lowering, part, d| {
                lowering.integer_lane(op, part.scalar, d, (&a, &b), part.register)
            }),
            Err(op) => self.each_lane(result, ty, |lowering, part, d| {
                if part.scalar == Scalar::Extended {
                    return lowering.extended_operation(op, d, &a, &b, part.register);
                }
                let a = lowering.reg(a.arg(part.register))?;
                let b = lowering.reg(b.arg(part.register))?;
                lowering.float_operation(op, part.scalar, d, a, b)
            }),
        }
    }

    /// Calls `lane` for every part of a type with the register that its result goes to.
    pub(crate) fn each_lane(
        &mut self,
        result: LocalId,
        ty: TypeId,
        mut lane: impl FnMut(&mut Self, Part, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        if let Some(bits) = self.big(ty) {
            return Err(format!("arithmetic on integers of {bits} bits is not supported"));
        }
        let shape = self.shape(ty)?;
        let d = self.result(result, shape.registers)?;
        for &part in &shape.parts {
            lane(self, part, d + part.register)?;
        }
        Ok(())
    }

    /// An integer operation on the parts of two values that begin at `register`.
    pub(crate) fn integer_lane(
        &mut self,
        op: IntOp,
        scalar: Scalar,
        d: Reg,
        (a, b): (&Source, &Source),
        register: u16,
    ) -> Lowered<()> {
        match scalar {
            Scalar::Int(bits) => self.integer(op, bits, d, a.arg(register), b.arg(register)),
            Scalar::Ptr => self.integer(op, 64, d, a.arg(register), b.arg(register)),
            Scalar::Wide(bits) => {
                let a = self.registers(a, register, 2)?;
                let b = self.registers(b, register, 2)?;
                self.emit(Insn::Wide { op, bits, d, a, b });
                Ok(())
            }
            Scalar::Float | Scalar::Double | Scalar::Extended => {
                Err("integer arithmetic on floating-point numbers".into())
            }
        }
    }

    /// An integer operation of up to 64 bits.
    pub(crate) fn integer(&mut self, op: IntOp, bits: u8, d: Reg, a: Arg, b: Arg) -> Lowered<()> {
        let (a, b) = match (a, b) {
            (Arg::Bits(_), Arg::Reg(_)) if commutes(op) => (b, a),
            _ => (a, b),
        };
        let a = self.reg(a)?;
        if let Arg::Bits(value) = b
            && let Some(insn) = with_immediate(op, bits, d, a, value)
        {
            self.emit(insn);
            return Ok(());
        }
        let b = self.reg(b)?;
        self.emit(with_registers(op, bits, d, a, b));
        Ok(())
    }

    pub(crate) fn float_operation(
        &mut self,
        op: FloatOp,
        scalar: Scalar,
        d: Reg,
        a: Reg,
        b: Reg,
    ) -> Lowered<()> {
        let insn = match (scalar, op) {
            (Scalar::Double, FloatOp::Add) => Insn::AddF64 { d, a, b },
            (Scalar::Double, FloatOp::Sub) => Insn::SubF64 { d, a, b },
            (Scalar::Double, FloatOp::Mul) => Insn::MulF64 { d, a, b },
            (Scalar::Double, FloatOp::Div) => Insn::DivF64 { d, a, b },
            (Scalar::Double, _) => Insn::Double { op, d, a, b },
            (Scalar::Float, _) => Insn::Float { op, d, a, b },
            _ => return Err("floating-point arithmetic on integers".into()),
        };
        self.emit(insn);
        Ok(())
    }

    pub(crate) fn fneg(&mut self, result: LocalId, operand: &Operand) -> Lowered<()> {
        self.float_unary(FloatUnaryOp::Neg, result, operand)
    }

    pub(crate) fn float_unary(
        &mut self,
        op: FloatUnaryOp,
        result: LocalId,
        operand: &Operand,
    ) -> Lowered<()> {
        let source = self.operand(operand)?;
        self.each_lane(result, operand.ty, |lowering, part, d| {
            if part.scalar == Scalar::Extended {
                return lowering.extended_unary(op, d, &source, part.register);
            }
            let a = lowering.reg(source.arg(part.register))?;
            lowering.emit(match part.scalar {
                Scalar::Double => Insn::DoubleUnary { op, d, a },
                Scalar::Float => Insn::FloatUnary { op, d, a },
                _ => return Err("floating-point arithmetic on integers".into()),
            });
            Ok(())
        })
    }

    pub(crate) fn integer_unary(
        &mut self,
        op: IntUnaryOp,
        result: LocalId,
        operand: &Operand,
    ) -> Lowered<()> {
        let source = self.operand(operand)?;
        self.each_lane(result, operand.ty, |lowering, part, d| {
            match part.scalar {
                Scalar::Int(bits) => {
                    let a = lowering.reg(source.arg(part.register))?;
                    lowering.emit(Insn::IntUnary { op, bits, d, a });
                }
                Scalar::Wide(bits) => {
                    let a = lowering.registers(&source, part.register, 2)?;
                    lowering.emit(Insn::WideUnary { op, bits, d, a });
                }
                _ => return Err("integer arithmetic on a type that is not an integer".into()),
            }
            Ok(())
        })
    }
}

fn integer_op(op: BinaryOp) -> Result<IntOp, FloatOp> {
    Ok(match op {
        BinaryOp::Add => IntOp::Add,
        BinaryOp::Sub => IntOp::Sub,
        BinaryOp::Mul => IntOp::Mul,
        BinaryOp::UDiv => IntOp::UDiv,
        BinaryOp::SDiv => IntOp::SDiv,
        BinaryOp::URem => IntOp::URem,
        BinaryOp::SRem => IntOp::SRem,
        BinaryOp::Shl => IntOp::Shl,
        BinaryOp::LShr => IntOp::LShr,
        BinaryOp::AShr => IntOp::AShr,
        BinaryOp::And => IntOp::And,
        BinaryOp::Or => IntOp::Or,
        BinaryOp::Xor => IntOp::Xor,
        BinaryOp::FAdd => return Err(FloatOp::Add),
        BinaryOp::FSub => return Err(FloatOp::Sub),
        BinaryOp::FMul => return Err(FloatOp::Mul),
        BinaryOp::FDiv => return Err(FloatOp::Div),
        BinaryOp::FRem => return Err(FloatOp::Rem),
    })
}

fn commutes(op: IntOp) -> bool {
    use IntOp::*;
    matches!(op, Add | Mul | And | Or | Xor | SMin | SMax | UMin | UMax | SAddSat | UAddSat)
}

/// The form with a constant as its second operand, if there is one.
fn with_immediate(op: IntOp, bits: u8, d: Reg, a: Reg, value: u64) -> Option<Insn> {
    let signed = sign_extend(value.into(), bits) as i64;
    let by = value.min(255) as u8;
    Some(match (op, bits) {
        (IntOp::Add, 64) => Insn::AddImm64 { d, a, imm: signed },
        (IntOp::Add, 32) => Insn::AddImm32 { d, a, imm: signed as i32 },
        (IntOp::Sub, 64) => Insn::AddImm64 { d, a, imm: signed.wrapping_neg() },
        (IntOp::Sub, 32) => Insn::AddImm32 { d, a, imm: (signed as i32).wrapping_neg() },
        (IntOp::Mul, 64) => Insn::MulImm64 { d, a, imm: signed },
        (IntOp::Mul, 32) => Insn::MulImm32 { d, a, imm: signed as i32 },
        // A shift by the width or more has no defined result; what remains has one instruction to blame.
        (IntOp::Shl, 64) if by < 64 => Insn::ShlImm64 { d, a, by },
        (IntOp::Shl, 32) if by < 32 => Insn::ShlImm32 { d, a, by },
        (IntOp::AShr, 64) if by < 64 => Insn::AShrImm64 { d, a, by },
        (IntOp::AShr, 32) if by < 32 => Insn::AShrImm32 { d, a, by },
        (IntOp::LShr, _) if by < bits => Insn::LShrImm { d, a, by },
        (IntOp::And, _) => Insn::AndImm { d, a, imm: value },
        (IntOp::Or, _) => Insn::OrImm { d, a, imm: value },
        (IntOp::Xor, _) => Insn::XorImm { d, a, imm: value },
        _ => return None,
    })
}

fn with_registers(op: IntOp, bits: u8, d: Reg, a: Reg, b: Reg) -> Insn {
    match (op, bits) {
        (IntOp::Add, 32) => Insn::Add32 { d, a, b },
        (IntOp::Add, 64) => Insn::Add64 { d, a, b },
        (IntOp::Sub, 32) => Insn::Sub32 { d, a, b },
        (IntOp::Sub, 64) => Insn::Sub64 { d, a, b },
        (IntOp::Mul, 32) => Insn::Mul32 { d, a, b },
        (IntOp::Mul, 64) => Insn::Mul64 { d, a, b },
        (IntOp::Shl, 32) => Insn::Shl32 { d, a, b },
        (IntOp::Shl, 64) => Insn::Shl64 { d, a, b },
        (IntOp::AShr, 32) => Insn::AShr32 { d, a, b },
        (IntOp::AShr, 64) => Insn::AShr64 { d, a, b },
        (IntOp::SDiv, 32) => Insn::SDiv32 { d, a, b },
        (IntOp::SDiv, 64) => Insn::SDiv64 { d, a, b },
        (IntOp::SRem, 32) => Insn::SRem32 { d, a, b },
        (IntOp::SRem, 64) => Insn::SRem64 { d, a, b },
        (IntOp::UDiv, _) => Insn::UDiv { d, a, b },
        (IntOp::URem, _) => Insn::URem { d, a, b },
        (IntOp::And, _) => Insn::And { d, a, b },
        (IntOp::Or, _) => Insn::Or { d, a, b },
        (IntOp::Xor, _) => Insn::Xor { d, a, b },
        (IntOp::LShr, 32 | 64) => Insn::LShr { d, a, b },
        _ => Insn::Int { op, bits, d, a, b },
    }
}
