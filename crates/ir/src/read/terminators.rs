//! LangRef: "Terminator Instructions".

use crate::instruction::{Callee, Op, Operand};
use crate::types::TypeId;

use super::Reader;
use super::instructions::Operation;
use super::text::Read;

impl Reader<'_> {
    /// `ret void`, `ret T v`.
    pub(super) fn ret(&mut self) -> Read<Operation> {
        let before = self.text;
        let ty = self.ty()?;
        self.fits(before, self.locals.result == Some(ty), "the returned value")?;
        let value = if ty == TypeId::VOID { None } else { Some(Operand { ty, value: self.value(ty)? }) };
        Ok((Op::Ret(value), TypeId::VOID))
    }

    /// `br label %b`, `br i1 c, label %b, label %b`.
    pub(super) fn br(&mut self) -> Read<Operation> {
        if self.text.peek_word() == "label" {
            return Ok((Op::Br(self.label()?), TypeId::VOID));
        }
        self.text.expect_word("i1")?;
        let condition = self.value(TypeId::I1)?;
        self.text.expect(b',')?;
        let then = self.label()?;
        self.text.expect(b',')?;
        let otherwise = self.label()?;
        Ok((Op::CondBr { condition, then, otherwise }, TypeId::VOID))
    }

    /// `switch T v, label %b [ T constant, label %b … ]`.
    pub(super) fn switch(&mut self) -> Read<Operation> {
        let before = self.text;
        let value = self.operand()?;
        self.fits(before, self.types.int_bits(value.ty).is_some(), "the switch")?;
        self.text.expect(b',')?;
        let default = self.label()?;
        self.text.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.text.eat(b']') {
            let before = self.text;
            let (ty, constant) = self.typed_constant()?;
            self.fits(before, ty == value.ty, "the case")?;
            self.text.expect(b',')?;
            cases.push((constant, self.label()?));
        }
        Ok((Op::Switch { value, default, cases }, TypeId::VOID))
    }

    /// `indirectbr ptr address, [ label %b, … ]`.
    pub(super) fn indirectbr(&mut self) -> Read<Operation> {
        let address = self.pointer()?;
        self.text.expect(b',')?;
        self.text.expect(b'[')?;
        let mut targets = Vec::new();
        self.list(b']', |reader| {
            targets.push(reader.label()?);
            Ok(())
        })?;
        Ok((Op::IndirectBr { address, targets }, TypeId::VOID))
    }

    /// A call, then `to label %normal unwind label %unwind` on the next line.
    pub(super) fn invoke(&mut self) -> Read<Operation> {
        let call = self.call_site()?;
        let result = call.result;
        self.text.expect_word("to")?;
        let normal = self.label()?;
        self.text.expect_word("unwind")?;
        let unwind = self.label()?;
        Ok((Op::Invoke { call: Box::new(call), normal, unwind }, result))
    }

    /// A call of inline assembly, then `to label %fallthrough [label %b, …]` on the next line.
    pub(super) fn callbr(&mut self) -> Read<Operation> {
        let before = self.text;
        let call = self.call_site()?;
        if !matches!(call.callee, Callee::InlineAsm(_)) {
            return Err(before.fail("unsupported: `callbr` of something else than inline assembly"));
        }
        let result = call.result;
        self.text.expect_word("to")?;
        let fallthrough = self.label()?;
        self.text.expect(b'[')?;
        let mut labels = Vec::new();
        self.list(b']', |reader| {
            labels.push(reader.label()?);
            Ok(())
        })?;
        Ok((Op::CallBr { call: Box::new(call), fallthrough, labels }, result))
    }
}
