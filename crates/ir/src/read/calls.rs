//! LangRef: "call Instruction" and what goes with calls: `va_arg`, `landingpad`.

use crate::instruction::{Argument, Call, Callee, Clause, InlineAsm, Op, Operand, ParamAttributes, Value};
use crate::types::{Type, TypeId};

use super::Reader;
use super::instructions::Operation;
use super::text::{Read, unescape_text};

impl Reader<'_> {
    pub(super) fn call(&mut self) -> Read<Operation> {
        let call = self.call_site()?;
        let result = call.result;
        Ok((Op::Call(Box::new(call)), result))
    }

    /// `flags T callee(arguments) attributes`, shared by `call`, `invoke` and `callbr`. T is the result's type or the function's.
    pub(super) fn call_site(&mut self) -> Read<Call> {
        self.flags()?;
        let ty = self.ty()?;
        let (result, function_type) = match self.types.with(ty, function_result) {
            Some(result) => (result, Some(ty)),
            None => (ty, None),
        };
        let before = self.text;
        if !self.is_result_type(result) {
            return Err(before.fail("no function returns this type"));
        }
        let callee = match self.text.peek_word() {
            "asm" => Callee::InlineAsm(self.inline_asm()?),
            _ => Callee::Value(self.value(TypeId::PTR)?),
        };
        let mut arguments = Vec::new();
        self.text.expect(b'(')?;
        self.list(b')', |reader| {
            arguments.push(reader.argument()?);
            Ok(())
        })?;
        if function_type.is_some() && !self.types.with(ty, |ty| takes(ty, &arguments)) {
            return Err(before.fail("the arguments do not fit the type of the function"));
        }
        let returns_twice = self.call_attributes()?;
        Ok(Call { callee, result, function_type, arguments, returns_twice })
    }

    /// LangRef: "Inline Assembler Expressions": `asm flags "template", "constraints"`.
    fn inline_asm(&mut self) -> Read<InlineAsm> {
        let (mut volatile, mut intel) = (false, false);
        loop {
            match self.text.word() {
                "" => break,
                "sideeffect" => volatile = true,
                flag => intel |= flag == "inteldialect",
            }
        }
        let template = unescape_text(self.text.string()?);
        self.text.expect(b',')?;
        Ok(InlineAsm { template, constraints: unescape_text(self.text.string()?), volatile, intel })
    }

    /// `T attributes v`.
    fn argument(&mut self) -> Read<Argument> {
        if self.text.eat_ellipsis() {
            return Err(self
                .text
                .fail("unsupported: a call that forwards the variable arguments of its caller"));
        }
        let before = self.text;
        let ty = self.ty()?;
        if ty == TypeId::METADATA {
            let value = Value::Constant(self.metadata_argument()?);
            return Ok(Argument { operand: Operand { ty, value }, attributes: ParamAttributes::default() });
        }
        if !self.is_value_type(ty) {
            return Err(before.fail("no value has this type"));
        }
        let attributes = self.param_attributes()?;
        Ok(Argument { operand: Operand { ty, value: self.value(ty)? }, attributes })
    }

    /// Whether a call of `@llvm.dbg.…` is here; if so, steps to the name.
    pub(super) fn at_debug_call(&mut self) -> bool {
        let mut text = self.text;
        text.eat_word("tail");
        let here = text.eat_word("call") && text.eat_word("void") && text.looking_at("@llvm.dbg.");
        if here {
            self.text = text;
        }
        here
    }

    /// `va_arg ptr list, T`.
    pub(super) fn va_arg(&mut self) -> Read<Operation> {
        let list = self.pointer()?;
        self.text.expect(b',')?;
        let ty = self.value_type()?;
        Ok((Op::VaArg { list, ty }, ty))
    }

    /// `landingpad T [cleanup] (catch T v | filter T v)*`, one clause a line.
    pub(super) fn landingpad(&mut self) -> Read<Operation> {
        let ty = self.value_type()?;
        let cleanup = self.text.eat_word("cleanup");
        let mut clauses = Vec::new();
        loop {
            if self.text.eat_word("catch") {
                clauses.push(Clause::Catch(self.operand()?));
            } else if self.text.eat_word("filter") {
                clauses.push(Clause::Filter(self.operand()?));
            } else {
                return Ok((Op::LandingPad { ty, cleanup, clauses }, ty));
            }
        }
    }
}

fn function_result(ty: &Type) -> Option<TypeId> {
    if let Type::Function { result, .. } = ty { Some(*result) } else { None }
}

/// Whether a function of this type can be given these arguments.
fn takes(ty: &Type, arguments: &[Argument]) -> bool {
    let Type::Function { params, varargs, .. } = ty else { return false };
    let enough = arguments.len() == params.len() || (*varargs && arguments.len() > params.len());
    enough && params.iter().zip(arguments).all(|(param, argument)| *param == argument.operand.ty)
}
