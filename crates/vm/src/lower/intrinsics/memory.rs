//! Memory and the stack: `llvm.memcpy`, `llvm.va_start` and the like.

use mazurka_ir::instruction::{Call, LocalId};

use super::{is, operand};
use crate::code::{Insn, IntOp};
use crate::lower::function::{Arg, Lowered, Lowering};
use crate::lower::memory::Place;
use crate::lower::shape::Scalar;

impl Lowering<'_, '_> {
    pub(crate) fn memory_intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call,
    ) -> Lowered<bool> {
        if is(name, "memcpy") || is(name, "memmove") {
            let (to, from) = (self.call_argument(call, 0)?, self.call_argument(call, 1)?);
            let length = self.call_argument(call, 2)?;
            self.emit(Insn::MemCopy { to, from, length });
        } else if is(name, "memset") {
            let (to, byte) = (self.call_argument(call, 0)?, self.call_argument(call, 1)?);
            let length = self.call_argument(call, 2)?;
            self.emit(Insn::MemSet { to, byte, length });
        } else if is(name, "va_start") {
            let list = self.call_argument(call, 0)?;
            self.emit(Insn::VaStart { list });
        } else if is(name, "va_copy") {
            let (to, from) = (self.call_argument(call, 0)?, self.call_argument(call, 1)?);
            self.emit(Insn::VaCopy { to, from });
        } else if is(name, "stacksave") {
            let d = self.result(self.wanted(result)?, 1)?;
            self.emit(Insn::StackSave { d });
        } else if is(name, "stackrestore") {
            let a = self.call_argument(call, 0)?;
            self.emit(Insn::StackRestore { a });
        } else if is(name, "objectsize") {
            self.object_size(self.wanted(result)?, call)?;
        } else if is(name, "ptrmask") {
            let d = self.result(self.wanted(result)?, 1)?;
            let (a, b) = (self.call_argument(call, 0)?, self.call_argument(call, 1)?);
            self.emit(Insn::And { d, a, b });
        } else if is(name, "load.relative") {
            self.load_relative(self.wanted(result)?, call)?;
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// Never known: -1, or 0 if the least size is asked for.
    fn object_size(&mut self, result: LocalId, call: &Call) -> Lowered<()> {
        let least = operand(call, 1)?;
        let least = self.arg(&least.value, least.ty)? == Arg::Bits(1);
        let d = self.result(result, 1)?;
        let bits = self.scalar(call.result)?.bits();
        let unknown = u64::MAX >> (64 - bits.clamp(1, 64));
        self.mov(d, Arg::Bits(if least { 0 } else { unknown }));
        Ok(())
    }

    /// `llvm.load.relative`: a table of 32-bit distances from its own start.
    fn load_relative(&mut self, result: LocalId, call: &Call) -> Lowered<()> {
        let d = self.result(result, 1)?;
        let (table, offset) = (self.call_argument(call, 0)?, operand(call, 1)?);
        let bits = self.scalar(offset.ty)?.bits();
        let offset = self.arg(&offset.value, offset.ty)?;
        let (entry, distance) = (self.temp()?, self.temp()?);
        if bits == 64 {
            self.integer(IntOp::Add, 64, entry, Arg::Reg(table), offset)?;
        } else {
            let (a, wide) = (self.reg(offset)?, self.temp()?);
            self.emit(Insn::SExt { d: wide, a, from: bits, to: 64 });
            self.integer(IntOp::Add, 64, entry, Arg::Reg(table), Arg::Reg(wide))?;
        }
        self.load_scalar(distance, Place { base: entry, offset: 0 }, Scalar::Int(32))?;
        self.emit(Insn::Lea32 { d, a: table, index: distance, scale: 1, offset: 0 });
        Ok(())
    }
}
