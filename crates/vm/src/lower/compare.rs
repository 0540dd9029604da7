//! Comparisons and selections (LangRef `icmp`, `fcmp`, `select`).

use mazurka_ir::TypeId;
use mazurka_ir::instruction::{FloatPredicate, IntPredicate, LocalId, Operand, Value};

use super::constants::sign_extend;
use super::function::{Arg, Lowered, Lowering, Source};
use super::shape::{Part, Scalar};
use crate::code::{CompareOp, Insn, Pc, Reg};

impl Lowering<'_, '_> {
    pub(crate) fn icmp(
        &mut self,
        result: LocalId,
        predicate: IntPredicate,
        ty: TypeId,
        lhs: &Value,
        rhs: &Value,
    ) -> Lowered<()> {
        if self.big(ty).is_some() {
            return self.big_compare(result, predicate, ty, lhs, rhs);
        }
        let (a, b) = (self.source(lhs, ty)?, self.source(rhs, ty)?);
        let shape = self.shape(ty)?;
        let d = self.result(result, shape.parts.len() as u16)?;
        for (d, part) in (d..).zip(&shape.parts) {
            self.compare_lane(d, predicate, *part, &a, &b)?;
        }
        Ok(())
    }

    fn compare_lane(
        &mut self,
        d: Reg,
        predicate: IntPredicate,
        part: Part,
        a: &Source,
        b: &Source,
    ) -> Lowered<()> {
        let bits = match part.scalar {
            Scalar::Int(bits) => bits,
            Scalar::Ptr => 64,
            Scalar::Wide(bits) => {
                let (op, swap) = register_op(predicate, 64);
                let (a, b) = if swap { (b, a) } else { (a, b) };
                let a = self.registers(a, part.register, 2)?;
                let b = self.registers(b, part.register, 2)?;
                self.emit(Insn::WideCompare { op, bits, d, a, b });
                return Ok(());
            }
            _ => return Err("`icmp` of floating-point numbers".into()),
        };
        let (a, b) = (a.arg(part.register), b.arg(part.register));
        let odd_width = is_signed(predicate) && !matches!(bits, 32 | 64);
        if let (Arg::Reg(a), Arg::Bits(value), false) = (a, b, odd_width) {
            let (op, imm) = immediate(predicate, bits, value);
            self.emit(Insn::CompareImm { op, d, a, imm });
            return Ok(());
        }
        let (op, swap) = register_op(predicate, bits);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (a, b) = (self.reg(a)?, self.reg(b)?);
        self.emit(match odd_width {
            true => Insn::CompareSigned { op, bits, d, a, b },
            false => Insn::Compare { op, d, a, b },
        });
        Ok(())
    }

    /// A fused comparison and branch; `None` where there is no such instruction.
    pub(crate) fn compare_branch(
        &mut self,
        predicate: IntPredicate,
        ty: TypeId,
        lhs: &Value,
        rhs: &Value,
        (then, otherwise): (Pc, Pc),
    ) -> Lowered<Option<Insn>> {
        let bits = self.scalar(ty)?.bits();
        if is_signed(predicate) && !matches!(bits, 32 | 64) {
            return Ok(None);
        }
        let (a, b) = (self.arg(lhs, ty)?, self.arg(rhs, ty)?);
        if let (Arg::Reg(a), Arg::Bits(value)) = (a, b) {
            let (op, imm) = immediate(predicate, bits, value);
            if let Ok(imm) = i16::try_from(imm) {
                return Ok(Some(Insn::CompareImmBranch { op, a, imm, then, otherwise }));
            }
        }
        let (op, swap) = register_op(predicate, bits);
        let (a, b) = if swap { (b, a) } else { (a, b) };
        let (a, b) = (self.reg(a)?, self.reg(b)?);
        Ok(Some(Insn::CompareBranch { op, a, b, then, otherwise }))
    }

    pub(crate) fn fcmp(
        &mut self,
        result: LocalId,
        predicate: FloatPredicate,
        ty: TypeId,
        lhs: &Value,
        rhs: &Value,
    ) -> Lowered<()> {
        let (a, b) = (self.source(lhs, ty)?, self.source(rhs, ty)?);
        self.each_lane_of(result, ty, |lowering, part, d| {
            if part.scalar == Scalar::Extended {
                return lowering.extended_compare(when(predicate), d, &a, &b, part.register);
            }
            let double = match part.scalar {
                Scalar::Double => true,
                Scalar::Float => false,
                _ => return Err("`fcmp` of integers".into()),
            };
            let a = lowering.reg(a.arg(part.register))?;
            let b = lowering.reg(b.arg(part.register))?;
            lowering.emit(Insn::CompareFloat { double, when: when(predicate), d, a, b });
            Ok(())
        })
    }

    /// Calls `lane` for every part of an operand type; the result has one register a part.
    fn each_lane_of(
        &mut self,
        result: LocalId,
        ty: TypeId,
        mut lane: impl FnMut(&mut Self, Part, Reg) -> Lowered<()>,
    ) -> Lowered<()> {
        let shape = self.shape(ty)?;
        let d = self.result(result, shape.parts.len() as u16)?;
        for (d, &part) in (d..).zip(&shape.parts) {
            lane(self, part, d)?;
        }
        Ok(())
    }

    pub(crate) fn select(
        &mut self,
        result: LocalId,
        condition: &Operand,
        ty: TypeId,
        then: &Value,
        otherwise: &Value,
    ) -> Lowered<()> {
        let shape = self.shape(ty)?;
        let lanes = self.shape(condition.ty)?.registers;
        if lanes != 1 && usize::from(lanes) != shape.parts.len() {
            return Err("the condition of `select` does not fit its values".into());
        }
        let c = self.operand(condition)?;
        let (a, b) = (self.source(then, ty)?, self.source(otherwise, ty)?);
        let d = self.result(result, shape.registers)?;
        for (lane, part) in (0..).zip(&shape.parts) {
            for register in part.register..part.register + part.scalar.registers() {
                let c = c.arg(if lanes == 1 { 0 } else { lane });
                self.select_register(d + register, c, a.arg(register), b.arg(register))?;
            }
        }
        Ok(())
    }

    pub(crate) fn select_register(&mut self, d: Reg, c: Arg, a: Arg, b: Arg) -> Lowered<()> {
        match c {
            Arg::Bits(c) => self.mov(d, if c != 0 { a } else { b }),
            Arg::Reg(c) => {
                let (a, b) = (self.reg(a)?, self.reg(b)?);
                self.emit(Insn::Select { d, c, a, b });
            }
        }
        Ok(())
    }
}

fn is_signed(predicate: IntPredicate) -> bool {
    use IntPredicate::*;
    matches!(predicate, Sgt | Sge | Slt | Sle)
}

/// The operation on two registers, and whether they have to change places.
fn register_op(predicate: IntPredicate, bits: u8) -> (CompareOp, bool) {
    let (slt, sle) = match bits {
        32 => (CompareOp::Slt32, CompareOp::Sle32),
        _ => (CompareOp::Slt64, CompareOp::Sle64),
    };
    match predicate {
        IntPredicate::Eq => (CompareOp::Eq, false),
        IntPredicate::Ne => (CompareOp::Ne, false),
        IntPredicate::Ult => (CompareOp::Ult, false),
        IntPredicate::Ule => (CompareOp::Ule, false),
        IntPredicate::Ugt => (CompareOp::Ult, true),
        IntPredicate::Uge => (CompareOp::Ule, true),
        IntPredicate::Slt => (slt, false),
        IntPredicate::Sle => (sle, false),
        IntPredicate::Sgt => (slt, true),
        IntPredicate::Sge => (sle, true),
    }
}

/// The operation on a register and an immediate. Of 32 or 64 bits if signed.
fn immediate(predicate: IntPredicate, bits: u8, value: u64) -> (CompareOp, i64) {
    let wide = bits != 32;
    let op = match predicate {
        IntPredicate::Eq => CompareOp::Eq,
        IntPredicate::Ne => CompareOp::Ne,
        IntPredicate::Ult => CompareOp::Ult,
        IntPredicate::Ule => CompareOp::Ule,
        IntPredicate::Ugt => CompareOp::Ugt,
        IntPredicate::Uge => CompareOp::Uge,
        IntPredicate::Slt if wide => CompareOp::Slt64,
        IntPredicate::Sle if wide => CompareOp::Sle64,
        IntPredicate::Sgt if wide => CompareOp::Sgt64,
        IntPredicate::Sge if wide => CompareOp::Sge64,
        IntPredicate::Slt => CompareOp::Slt32,
        IntPredicate::Sle => CompareOp::Sle32,
        IntPredicate::Sgt => CompareOp::Sgt32,
        IntPredicate::Sge => CompareOp::Sge32,
    };
    (op, if is_signed(predicate) { sign_extend(value.into(), bits) as i64 } else { value as i64 })
}

/// The bits of [`Insn::CompareFloat`]: unordered, less, equal, greater.
fn when(predicate: FloatPredicate) -> u8 {
    const UNORDERED: u8 = 1;
    const LESS: u8 = 2;
    const EQUAL: u8 = 4;
    const GREATER: u8 = 8;
    match predicate {
        FloatPredicate::False => 0,
        FloatPredicate::Oeq => EQUAL,
        FloatPredicate::Ogt => GREATER,
        FloatPredicate::Oge => GREATER | EQUAL,
        FloatPredicate::Olt => LESS,
        FloatPredicate::Ole => LESS | EQUAL,
        FloatPredicate::One => LESS | GREATER,
        FloatPredicate::Ord => LESS | EQUAL | GREATER,
        FloatPredicate::Uno => UNORDERED,
        FloatPredicate::Ueq => UNORDERED | EQUAL,
        FloatPredicate::Ugt => UNORDERED | GREATER,
        FloatPredicate::Uge => UNORDERED | GREATER | EQUAL,
        FloatPredicate::Ult => UNORDERED | LESS,
        FloatPredicate::Ule => UNORDERED | LESS | EQUAL,
        FloatPredicate::Une => UNORDERED | LESS | GREATER,
        FloatPredicate::True => UNORDERED | LESS | EQUAL | GREATER,
    }
}
