//! LangRef: "Instruction Reference": the table of opcodes. Each family has a file of its own.

use crate::instruction::{Instruction, Op};
use crate::types::TypeId;

use super::text::Read;
use super::{Reader, words};

/// An operation and the type of its result, `void` if it has none.
pub(super) type Operation = (Op, TypeId);

impl Reader<'_> {
    /// `[%name =] opcode … (, !kind !N)*`.
    pub(super) fn instruction(&mut self, line: u32) -> Read<Instruction> {
        let before = self.text;
        let result = self.result_name()?;
        let (op, ty) = self.operation()?;
        if let Some(id) = result {
            if ty == TypeId::VOID {
                return Err(before.fail("the instruction has no result to name"));
            }
            self.local_has_type(id, ty, before)?;
        }
        let debug = self.attachments()?;
        if !self.text.starts_line() && !self.text.at_end() {
            return Err(self.text.expected("the end of the instruction"));
        }
        Ok(Instruction { result, op, debug, line })
    }

    fn operation(&mut self) -> Read<Operation> {
        let before = self.text;
        let opcode = self.text.word();
        match opcode {
            "ret" => self.ret(),
            "br" => self.br(),
            "switch" => self.switch(),
            "indirectbr" => self.indirectbr(),
            "invoke" => self.invoke(),
            "callbr" => self.callbr(),
            "resume" => Ok((Op::Resume(self.operand()?), TypeId::VOID)),
            "unreachable" => Ok((Op::Unreachable, TypeId::VOID)),

            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.getelementptr(),
            "alloca" => self.alloca(),
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomicrmw(),
            "fence" => self.fence(),

            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "fneg" => self.fneg(),
            "select" => self.select(),
            "freeze" => self.freeze(),

            "extractvalue" => self.extractvalue(),
            "insertvalue" => self.insertvalue(),
            "extractelement" => self.extractelement(),
            "insertelement" => self.insertelement(),
            "shufflevector" => self.shufflevector(),

            "phi" => self.phi(),
            "call" => self.call(),
            "tail" | "musttail" | "notail" => {
                self.text.expect_word("call")?;
                self.call()
            }
            "va_arg" => self.va_arg(),
            "landingpad" => self.landingpad(),

            _ => {
                if let Some(op) = words::binary_op(opcode) {
                    self.binary(op)
                } else if let Some(op) = words::cast(opcode) {
                    self.cast(op)
                } else if opcode.is_empty() {
                    Err(before.expected("an instruction"))
                } else {
                    Err(before.fail(format!("unsupported instruction `{opcode}`")))
                }
            }
        }
    }
}
