//! The blocks of a function, their debug records, and the names of its values.

use std::fmt::{self, Display, Write, from_fn};

use super::Printer;
use super::name::{identifier, word};
use crate::instruction::{BlockId, Body, DebugRecord, DebugRecordKind, LocalId, Op, Operand, Value};
use crate::types::TypeId;

pub(super) struct BodyPrinter<'a> {
    pub printer: Printer<'a>,
    body: &'a Body,
    /// Locals are named by their number behind this. Blocks keep their names, and LLVM has one name space for both.
    prefix: String,
}

impl<'a> BodyPrinter<'a> {
    pub(super) fn new(printer: Printer<'a>, body: &'a Body) -> Self {
        let mut prefix = String::from("v");
        while body.blocks.iter().any(|block| block.name.starts_with(&prefix)) {
            prefix.push('_');
        }
        BodyPrinter { printer, body, prefix }
    }

    pub(super) fn parameter(&self, index: usize) -> impl Display {
        self.local(LocalId(index as u32))
    }

    pub(super) fn has_landing_pads(&self) -> bool {
        let mut instructions = self.body.blocks.iter().flat_map(|block| &block.instructions);
        instructions.any(|instruction| matches!(instruction.op, Op::LandingPad { .. }))
    }

    pub(super) fn print(&self, f: &mut dyn Write) -> fmt::Result {
        let mut records = self.body.debug_records.iter().peekable();
        for (block_index, block) in self.body.blocks.iter().enumerate() {
            writeln!(f, "{}:", word(&block.name))?;
            for (index, instruction) in block.instructions.iter().enumerate() {
                let here = |record: &&DebugRecord| {
                    (record.block.0 as usize, record.index as usize) <= (block_index, index)
                };
                while let Some(record) = records.next_if(here) {
                    self.debug_record(f, record)?;
                }
                self.instruction(f, instruction)?;
            }
        }
        Ok(())
    }

    fn debug_record(&self, f: &mut dyn Write, record: &DebugRecord) -> fmt::Result {
        let kind = match record.kind {
            DebugRecordKind::Declare => "declare",
            DebugRecordKind::Value => "value",
        };
        write!(f, "    #dbg_{kind}(")?;
        match &record.value {
            Some(value) => write!(f, "{}", self.operand(value))?,
            None => write!(f, "ptr poison")?,
        }
        write!(f, ", !{}, !DIExpression({})", record.variable.0, record.expression)?;
        match record.debug {
            Some(debug) => writeln!(f, ", !{})", debug.0),
            None => writeln!(f, ")"),
        }
    }

    pub(super) fn local(&self, local: LocalId) -> impl Display {
        from_fn(move |f| write!(f, "%{}{}", self.prefix, local.0))
    }

    pub(super) fn block(&self, block: BlockId) -> impl Display {
        identifier('%', &self.body.blocks[block.0 as usize].name)
    }

    /// `label %name`.
    pub(super) fn label(&self, block: BlockId) -> impl Display {
        from_fn(move |f| write!(f, "label {}", self.block(block)))
    }

    /// A value without its type.
    pub(super) fn value(&self, ty: TypeId, value: &Value) -> impl Display {
        from_fn(move |f| match value {
            Value::Local(local) => write!(f, "{}", self.local(*local)),
            Value::Constant(constant) => write!(f, "{}", self.printer.constant(ty, constant)),
        })
    }

    /// `T value`.
    pub(super) fn typed(&self, ty: TypeId, value: &Value) -> impl Display {
        from_fn(move |f| write!(f, "{} {}", self.printer.ty(ty), self.value(ty, value)))
    }

    pub(super) fn operand(&self, operand: &Operand) -> impl Display {
        self.typed(operand.ty, &operand.value)
    }

    /// `ptr value`.
    pub(super) fn address(&self, address: &Value) -> impl Display {
        self.typed(self.printer.module.types.ptr(), address)
    }

    /// `i1 value`.
    pub(super) fn condition(&self, condition: &Value) -> impl Display {
        self.typed(self.printer.module.types.int(1), condition)
    }
}
