//! `stos` and `movs`, once or as often as `rcx` says: plain accesses, one after the other, upwards.

use super::assembly::{Assembly, Instruction, plain_load, plain_store};
use super::registers::{RAX, RCX, RDI, RSI};
use super::{Row, row};
use crate::code::{Insn, IntOp};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    row("stos", |asm, i| asm.store_string(i)),
    row("movs", |asm, i| asm.copy_string(i, i.bits.unwrap_or(32))),
    row("cld", |_, _| Ok(())),
];

impl Assembly<'_, '_, '_> {
    fn store_string(&mut self, i: &Instruction) -> Lowered<()> {
        let [] = i.exactly()?;
        let bits = i.width()?;
        self.repeat(i, |asm| {
            let s = asm.truncate(asm.general[RAX], bits)?;
            let a = asm.general[RDI];
            asm.emit(plain_store(bits, a, s));
            asm.advance(RDI, bits)
        })
    }

    pub(super) fn copy_string(&mut self, i: &Instruction, bits: u8) -> Lowered<()> {
        let [] = i.exactly()?;
        self.repeat(i, |asm| {
            let (from, to, d) = (asm.general[RSI], asm.general[RDI], asm.temp()?);
            asm.emit(plain_load(bits, d, from));
            asm.emit(plain_store(bits, to, d));
            asm.advance(RSI, bits)?;
            asm.advance(RDI, bits)
        })
    }

    fn advance(&mut self, number: usize, bits: u8) -> Lowered<()> {
        let register = self.general[number];
        let next = self.with(IntOp::Add, 64, register, u64::from(bits / 8))?;
        self.set_register(register, next);
        Ok(())
    }

    /// A loop if the instruction repeats.
    fn repeat(&mut self, i: &Instruction, once: impl FnOnce(&mut Self) -> Lowered<()>) -> Lowered<()> {
        if !i.repeat {
            return once(self);
        }
        let draft = &mut self.lowering.draft;
        let (test, body, end) = (draft.add_block(), draft.add_block(), draft.add_block());
        let rcx = self.general[RCX];
        self.emit(Insn::Jump { to: test });
        self.lowering.block = test;
        self.emit(Insn::Branch { c: rcx, then: body, otherwise: end });
        self.lowering.block = body;
        once(self)?;
        let left = self.with(IntOp::Sub, 64, rcx, 1)?;
        self.set_register(rcx, left);
        self.emit(Insn::Jump { to: test });
        self.lowering.block = end;
        Ok(())
    }
}
