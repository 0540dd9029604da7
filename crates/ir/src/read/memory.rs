//! LangRef: "Memory Access and Addressing Operations".

use crate::constant::Constant;
use crate::instruction::{Op, Operand, Ordering, Value};
use crate::types::TypeId;

use super::instructions::Operation;
use super::text::Read;
use super::{Reader, words};

impl Reader<'_> {
    /// `alloca [inalloca] T [, I count] [, align N] [, addrspace(N)]`.
    pub(super) fn alloca(&mut self) -> Read<Operation> {
        self.flags()?;
        let ty = self.value_type()?;
        let mut count = Operand { ty: TypeId::I32, value: Value::Constant(Constant::Int(1)) };
        let mut align = 0;
        loop {
            match self.text.after_comma() {
                b'!' => break,
                _ if !self.text.eat(b',') => break,
                _ => match self.text.peek_word() {
                    "align" => align = self.align_attribute()?,
                    "addrspace" => self.attribute("an address space")?,
                    _ => {
                        let before = self.text;
                        count = self.operand()?;
                        self.fits(before, self.types.int_bits(count.ty).is_some(), "the count")?;
                    }
                },
            }
        }
        Ok((Op::Alloca { ty, count, align }, TypeId::PTR))
    }

    /// `load [atomic] [volatile] T, ptr address [ordering] [, align N]`.
    pub(super) fn load(&mut self) -> Read<Operation> {
        let (atomic, volatile) = (self.text.eat_word("atomic"), self.text.eat_word("volatile"));
        let ty = self.value_type()?;
        self.text.expect(b',')?;
        let address = self.pointer()?;
        let atomic = if atomic { Some(self.scoped_ordering()?.0) } else { None };
        let align = self.optional_align()?;
        Ok((Op::Load { ty, address, align, volatile, atomic }, ty))
    }

    /// `store [atomic] [volatile] T v, ptr address [ordering] [, align N]`.
    pub(super) fn store(&mut self) -> Read<Operation> {
        let (atomic, volatile) = (self.text.eat_word("atomic"), self.text.eat_word("volatile"));
        let value = self.operand()?;
        self.text.expect(b',')?;
        let address = self.pointer()?;
        let atomic = if atomic { Some(self.scoped_ordering()?.0) } else { None };
        let align = self.optional_align()?;
        Ok((Op::Store { value, address, align, volatile, atomic }, TypeId::VOID))
    }

    /// `fence [syncscope("…")] ordering`.
    pub(super) fn fence(&mut self) -> Read<Operation> {
        let (ordering, single_thread) = self.scoped_ordering()?;
        Ok((Op::Fence { ordering, single_thread }, TypeId::VOID))
    }

    /// `cmpxchg [weak] [volatile] ptr address, T expected, T new [syncscope("…")] success failure [, align N]`.
    pub(super) fn cmpxchg(&mut self) -> Read<Operation> {
        let weak = self.text.eat_word("weak");
        self.text.eat_word("volatile");
        let address = self.pointer()?;
        self.text.expect(b',')?;
        let before = self.text;
        let expected = self.operand()?;
        let exchangeable = expected.ty == TypeId::PTR || self.types.int_bits(expected.ty).is_some();
        self.fits(before, exchangeable, "the expected value")?;
        self.text.expect(b',')?;
        let new = self.operand_of(expected.ty)?;
        let (success, _) = self.scoped_ordering()?;
        let failure = self.ordering()?;
        let align = self.optional_align()?;
        let result = self.types.structure(&[expected.ty, TypeId::I1]);
        Ok((Op::CmpXchg { address, expected, new, weak, success, failure, align }, result))
    }

    /// `atomicrmw [volatile] operation ptr address, T v [syncscope("…")] ordering [, align N]`.
    pub(super) fn atomicrmw(&mut self) -> Read<Operation> {
        self.text.eat_word("volatile");
        let Some(op) = words::rmw_op(self.text.peek_word()) else {
            return Err(self.text.fail(format!("unsupported atomic operation `{}`", self.text.peek_word())));
        };
        self.text.word();
        let address = self.pointer()?;
        self.text.expect(b',')?;
        let before = self.text;
        let value = self.operand()?;
        self.fits(before, self.rmw_fits(op, value.ty), "the operand")?;
        let (ordering, _) = self.scoped_ordering()?;
        let align = self.optional_align()?;
        let ty = value.ty;
        Ok((Op::AtomicRmw { op, address, value, ordering, align }, ty))
    }

    /// `getelementptr flags T, ptr base (, I index)*`.
    pub(super) fn getelementptr(&mut self) -> Read<Operation> {
        self.flags()?;
        let element = self.ty()?;
        self.text.expect(b',')?;
        let before = self.text;
        let base = self.operand()?;
        self.fits(before, self.lane(base.ty) == TypeId::PTR, "the base address")?;
        let mut result = base.ty;
        let mut indices = Vec::new();
        while self.text.after_comma() != b'!' && self.text.eat(b',') {
            let index = self.operand()?;
            result = self.address_type(result, index.ty);
            indices.push(index);
        }
        self.check_path(element, indices.iter().map(constant_index), before)?;
        Ok((Op::GetElementPtr { element, base, indices }, result))
    }

    /// `[syncscope("…")] ordering`; true for the scope of a single thread.
    fn scoped_ordering(&mut self) -> Read<(Ordering, bool)> {
        let mut single_thread = false;
        if self.text.eat_word("syncscope") {
            self.text.expect(b'(')?;
            single_thread = self.text.string()? == "singlethread";
            self.text.expect(b')')?;
        }
        Ok((self.ordering()?, single_thread))
    }

    fn ordering(&mut self) -> Read<Ordering> {
        let Some(ordering) = words::ordering(self.text.peek_word()) else {
            return Err(self.text.expected("a memory ordering"));
        };
        self.text.word();
        Ok(ordering)
    }

    /// `, align N`; 0 without.
    fn optional_align(&mut self) -> Read<u32> {
        if self.text.after_comma() != b'a' {
            return Ok(0);
        }
        self.text.eat(b',');
        self.align_attribute()
    }
}

fn constant_index(index: &Operand) -> (TypeId, Option<&Constant>) {
    match &index.value {
        Value::Constant(constant) => (index.ty, Some(constant)),
        Value::Local(_) => (index.ty, None),
    }
}
