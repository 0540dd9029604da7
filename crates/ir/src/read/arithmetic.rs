//! LangRef: "Unary Operations", "Binary Operations", "Bitwise Binary Operations", "Conversion Operations", and of
//! "Other Operations" those that compute: comparisons, `select`, `freeze`, `phi`.

use crate::instruction::{BinaryOp, Cast, IntPredicate, Op, Value};
use crate::types::TypeId;

use super::instructions::Operation;
use super::text::Read;
use super::{Reader, words};

impl Reader<'_> {
    /// `op flags T a, b`.
    pub(super) fn binary(&mut self, op: BinaryOp) -> Read<Operation> {
        self.flags()?;
        let before = self.text;
        let (ty, lhs, rhs) = self.pair()?;
        self.check_binary(op, ty, before)?;
        Ok((Op::Binary { op, ty, lhs, rhs }, ty))
    }

    /// `fneg flags T v`.
    pub(super) fn fneg(&mut self) -> Read<Operation> {
        self.flags()?;
        let before = self.text;
        let operand = self.operand()?;
        self.expect_float(operand.ty, before)?;
        let ty = operand.ty;
        Ok((Op::FNeg(operand), ty))
    }

    /// `icmp [samesign] predicate T a, b`.
    pub(super) fn icmp(&mut self) -> Read<Operation> {
        let predicate = self.int_predicate()?;
        let before = self.text;
        let (ty, lhs, rhs) = self.pair()?;
        self.check_icmp(ty, before)?;
        Ok((Op::ICmp { predicate, ty, lhs, rhs }, self.shaped_like(ty, TypeId::I1)))
    }

    /// `[samesign] predicate`.
    pub(super) fn int_predicate(&mut self) -> Read<IntPredicate> {
        self.text.eat_word("samesign");
        let Some(predicate) = words::int_predicate(self.text.peek_word()) else {
            return Err(self.text.expected("a comparison of integers"));
        };
        self.text.word();
        Ok(predicate)
    }

    /// `fcmp flags predicate T a, b`.
    pub(super) fn fcmp(&mut self) -> Read<Operation> {
        while words::float_predicate(self.text.peek_word()).is_none() && !self.at_type() {
            self.attribute("a comparison of floats")?;
        }
        let Some(predicate) = words::float_predicate(self.text.peek_word()) else {
            return Err(self.text.expected("a comparison of floats"));
        };
        self.text.word();
        let before = self.text;
        let (ty, lhs, rhs) = self.pair()?;
        self.expect_float(ty, before)?;
        Ok((Op::FCmp { predicate, ty, lhs, rhs }, self.shaped_like(ty, TypeId::I1)))
    }

    /// `op flags T v to U`.
    pub(super) fn cast(&mut self, op: Cast) -> Read<Operation> {
        self.flags()?;
        let before = self.text;
        let from = self.operand()?;
        self.text.expect_word("to")?;
        let to = self.ty()?;
        self.fits(before, self.cast_fits(op, from.ty, to), "the conversion")?;
        Ok((Op::Cast { op, from, to }, to))
    }

    /// `select flags C c, T a, T b`.
    pub(super) fn select(&mut self) -> Read<Operation> {
        self.flags()?;
        let before = self.text;
        let condition = self.operand()?;
        self.text.expect(b',')?;
        let then = self.operand()?;
        self.text.expect(b',')?;
        let otherwise = self.operand_of(then.ty)?;
        self.check_select(condition.ty, then.ty, before)?;
        let ty = then.ty;
        Ok((Op::Select { condition, ty, then: then.value, otherwise }, ty))
    }

    /// `freeze T v`.
    pub(super) fn freeze(&mut self) -> Read<Operation> {
        let operand = self.operand()?;
        let ty = operand.ty;
        Ok((Op::Freeze(operand), ty))
    }

    /// `phi flags T [ v, %block ], …`.
    pub(super) fn phi(&mut self) -> Read<Operation> {
        self.flags()?;
        let ty = self.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.text.expect(b'[')?;
            let value = self.value(ty)?;
            self.text.expect(b',')?;
            incoming.push((value, self.block_name()?));
            self.text.expect(b']')?;
            // A comma may also start the metadata.
            if self.text.after_comma() != b'[' {
                return Ok((Op::Phi { ty, incoming }, ty));
            }
            self.text.eat(b',');
        }
    }

    /// `T a, b`.
    fn pair(&mut self) -> Read<(TypeId, Value, Value)> {
        let ty = self.value_type()?;
        let lhs = self.value(ty)?;
        self.text.expect(b',')?;
        let rhs = self.value(ty)?;
        Ok((ty, lhs, rhs))
    }

    /// `T v`, where T is known.
    pub(super) fn operand_of(&mut self, ty: TypeId) -> Read<Value> {
        let before = self.text;
        let actual = self.ty()?;
        self.fits(before, actual == ty, "the operand")?;
        self.value(ty)
    }
}
