//! Questions about the processor, and its additions with carry: what clang makes of the built-in functions of `<x86intrin.h>`.

use mazurka_ir::instruction::{Call, LocalId};

use super::operand;
use crate::code::{CompareOp, Insn, IntOp, Reg};
use crate::library::threads::clock::TIME_STAMP;
use crate::lower::function::{Arg, Lowered, Lowering};
use crate::lower::inline_asm::XCR0;

impl Lowering<'_, '_> {
    pub(super) fn processor_intrinsic(
        &mut self,
        result: Option<LocalId>,
        name: &str,
        call: &Call,
    ) -> Lowered<bool> {
        match name {
            "x86.rdtsc" | "readcyclecounter" | "readsteadycounter" => {
                let d = self.result(self.wanted(result)?, 1)?;
                self.ask_library(TIME_STAMP, d);
            }
            "x86.rdtscp" => {
                let d = self.result(self.wanted(result)?, 2)?;
                self.ask_library(TIME_STAMP, d);
                self.mov(d + 1, Arg::Bits(0));
            }
            "x86.xgetbv" => self.all(self.wanted(result)?, XCR0)?,
            "thread.pointer" | "thread.pointer.p0" => {
                let d = self.result(self.wanted(result)?, 1)?;
                self.emit(Insn::ThreadLocal { d, offset: 0 });
            }
            "x86.addcarry.32" => self.carry(result, call, IntOp::Add, 32)?,
            "x86.addcarry.64" => self.carry(result, call, IntOp::Add, 64)?,
            "x86.subborrow.32" => self.carry(result, call, IntOp::Sub, 32)?,
            "x86.subborrow.64" => self.carry(result, call, IntOp::Sub, 64)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The carry, then the sum of two words and the carry before.
    fn carry(&mut self, result: Option<LocalId>, call: &Call, op: IntOp, bits: u8) -> Lowered<()> {
        let mut words = [0; 3];
        for (at, word) in words.iter_mut().enumerate() {
            let operand = operand(call, at)?;
            let arg = self.arg(&operand.value, operand.ty)?;
            *word = self.reg(arg)?;
        }
        let [before, a, b] = words;
        let d = self.result(self.wanted(result)?, 2)?;
        // Any other value than zero is a carry.
        let carry = self.temp()?;
        self.emit(Insn::CompareImm { op: CompareOp::Ne, d: carry, a: before, imm: 0 });
        let first = self.with_overflow(op, bits, a, b)?;
        let second = self.with_overflow(op, bits, first, carry)?;
        self.emit(Insn::Or { d, a: first + 1, b: second + 1 });
        self.mov(d + 1, Arg::Reg(second));
        Ok(())
    }

    fn with_overflow(&mut self, op: IntOp, bits: u8, a: Reg, b: Reg) -> Lowered<Reg> {
        let d = self.group(2)?;
        self.emit(Insn::Overflow { op, signed: false, bits, d, a, b });
        Ok(d)
    }
}
