//! LangRef: "Constant Expressions", in the forms of all versions: `op flags (T a, T b)`.

use std::rc::Rc;

use crate::constant::{Constant, ConstantExpr};
use crate::instruction::{BinaryOp, Cast};
use crate::types::TypeId;

use super::text::Read;
use super::{Reader, words};

pub(super) fn is_opcode(word: &str) -> bool {
    match word {
        "getelementptr" | "icmp" | "select" => true,
        _ => is_unsupported(word) || words::cast(word).is_some() || words::binary_op(word).is_some(),
    }
}

/// Expressions that can be read past but not evaluated: no front end of today prints them for x86-64.
fn is_unsupported(word: &str) -> bool {
    matches!(
        word,
        "fcmp"
            | "fneg"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
            | "ptrauth"
    )
}

impl Reader<'_> {
    /// A constant expression that yields `ty`.
    pub(super) fn expression(&mut self, ty: TypeId) -> Read<Constant> {
        let before = self.text;
        let word = self.text.word();
        if is_unsupported(word) {
            return self.unsupported_expression(before.offset());
        }
        let (expression, result) = match word {
            "getelementptr" => self.constant_getelementptr()?,
            "icmp" => self.constant_icmp()?,
            "select" => self.constant_select()?,
            _ => match (words::cast(word), words::binary_op(word)) {
                (Some(op), _) => self.constant_cast(op)?,
                (_, Some(op)) => self.constant_binary(op)?,
                _ => return Err(before.expected("a constant expression")),
            },
        };
        self.text.expect(b')')?;
        self.fits(before, result == ty, "the expression")?;
        Ok(Constant::Expr(Rc::new(expression)))
    }

    /// `op flags (T v to U`.
    fn constant_cast(&mut self, op: Cast) -> Read<(ConstantExpr, TypeId)> {
        self.expression_flags()?;
        self.text.expect(b'(')?;
        let before = self.text;
        let (from, value) = self.typed_constant()?;
        self.text.expect_word("to")?;
        let to = self.ty()?;
        self.fits(before, self.cast_fits(op, from, to), "the conversion")?;
        Ok((ConstantExpr::Cast { op, from, value, to }, to))
    }

    /// `op flags (T a, T b`.
    fn constant_binary(&mut self, op: BinaryOp) -> Read<(ConstantExpr, TypeId)> {
        self.expression_flags()?;
        self.text.expect(b'(')?;
        let before = self.text;
        let (ty, lhs, rhs) = self.constant_pair()?;
        self.check_binary(op, ty, before)?;
        Ok((ConstantExpr::Binary { op, ty, lhs, rhs }, ty))
    }

    /// `icmp [samesign] predicate (T a, T b`.
    fn constant_icmp(&mut self) -> Read<(ConstantExpr, TypeId)> {
        let predicate = self.int_predicate()?;
        self.text.expect(b'(')?;
        let before = self.text;
        let (ty, lhs, rhs) = self.constant_pair()?;
        self.check_icmp(ty, before)?;
        Ok((ConstantExpr::Compare { predicate, ty, lhs, rhs }, self.shaped_like(ty, TypeId::I1)))
    }

    /// `nuw`, `inbounds`, `inrange(…)` and the like, up to the operands. `inrange(-16, 24) (…)` has two brackets.
    fn expression_flags(&mut self) -> Read<()> {
        while !self.text.word().is_empty() {
            if self.text.peek() == b'(' && self.text.touches_previous() {
                self.text.skip_balanced()?;
            }
        }
        Ok(())
    }

    /// `T a, T b`, where both have the same type.
    fn constant_pair(&mut self) -> Read<(TypeId, Constant, Constant)> {
        let (ty, first) = self.typed_constant()?;
        self.text.expect(b',')?;
        let before = self.text;
        let (second_type, second) = self.typed_constant()?;
        self.fits(before, ty == second_type, "the second operand")?;
        Ok((ty, first, second))
    }

    /// `getelementptr flags (T, ptr base, [inrange] I index, …`.
    fn constant_getelementptr(&mut self) -> Read<(ConstantExpr, TypeId)> {
        let before = self.text;
        self.expression_flags()?;
        self.text.expect(b'(')?;
        let element = self.ty()?;
        self.text.expect(b',')?;
        let base = self.typed_constant()?;
        let mut indices = Vec::new();
        while self.text.eat(b',') {
            // Up to LLVM 18 the flag is before its index.
            self.text.eat_word("inrange");
            indices.push(self.typed_constant()?);
        }
        self.fits(before, self.lane(base.0) == TypeId::PTR, "the base address")?;
        self.check_path(element, indices.iter().map(|(ty, index)| (*ty, Some(index))), before)?;
        let types = indices.iter().map(|(ty, _)| *ty);
        let result = types.fold(base.0, |result, ty| self.address_type(result, ty));
        Ok((ConstantExpr::GetElementPtr { element, base, indices }, result))
    }

    /// `select (i1 c, T a, T b`.
    fn constant_select(&mut self) -> Read<(ConstantExpr, TypeId)> {
        self.text.expect(b'(')?;
        let before = self.text;
        let condition = self.typed_constant()?;
        self.text.expect(b',')?;
        let (ty, then, otherwise) = self.constant_pair()?;
        self.check_select(condition.0, ty, before)?;
        Ok((ConstantExpr::Select { condition, ty, then, otherwise }, ty))
    }

    fn unsupported_expression(&mut self, start: usize) -> Read<Constant> {
        while !self.text.word().is_empty() {}
        if self.text.peek() != b'(' {
            return Err(self.text.expected("`(`"));
        }
        self.text.skip_balanced()?;
        Ok(Constant::Unsupported(self.text.since(start).into()))
    }
}
