//! What is left out because nothing reads it: see [`mazurka_analysis::unread`].

use mazurka_analysis::unread::Bytes;
use mazurka_ir::instruction::Operand;

use super::function::{Lowered, Lowering, Source};
use super::program::Builder;
use super::shape::Scalar;
use crate::address;
use crate::code::{CompareOp, Insn, Reg};

impl Lowering<'_, '_> {
    /// What the current instruction writes: zero where nothing reads it.
    pub(crate) fn written(&mut self, operand: &Operand) -> Lowered<Source> {
        match self.is_unread {
            true => Ok(Source::Words(vec![0; self.shape(operand.ty)?.registers.into()])),
            false => self.operand(operand),
        }
    }

    /// An operand of a call or a return, by its place there: zero if it decides nothing.
    pub(crate) fn passed(&mut self, operand: &Operand, at: usize) -> Lowered<Source> {
        let (block, index) = self.here;
        match self.unread.is_some_and(|unread| unread.operands.contains(&(block, index, at))) {
            true => Ok(Source::Words(vec![0; self.shape(operand.ty)?.registers.into()])),
            false => self.operand(operand),
        }
    }

    /// Leads nowhere where an index is not one of an array: see `mazurka_analysis::unread`.
    pub(super) fn stay_within(&mut self, d: Reg, index: &Operand, length: u64) -> Lowered<()> {
        let Scalar::Int(bits) = self.scalar(index.ty)? else {
            return Err("an index of this type is not supported".into());
        };
        let arg = self.arg(&index.value, index.ty)?;
        let mut a = self.reg(arg)?;
        if bits != 64 {
            let wide = self.temp()?;
            self.emit(Insn::SExt { d: wide, a, from: bits, to: 64 });
            a = wide;
        }
        let (c, imm) = (self.temp()?, i64::try_from(length).map_err(|_| "an array of absurd length")?);
        self.emit(Insn::CompareImm { op: CompareOp::Ult, d: c, a, imm });
        let b = self.constant(address::OUT_OF_ARRAY)?;
        self.emit(Insn::Select { d, c, a: d, b });
        Ok(())
    }

    /// A call by this site may allocate a block of which nothing reads some bytes.
    pub(super) fn note_unread_block(&mut self, site: u32) {
        if let Some(bytes) = self.unread.and_then(|unread| unread.blocks.get(&self.here)) {
            let number = self.builder.unread_block(bytes);
            self.unread_blocks.push((site, number));
        }
    }

    /// What nothing reads of the frame's memory, by the offsets of its variables.
    pub(super) fn unread_locals(&self) -> Vec<(u32, Bytes)> {
        let unread = self.unread.iter().flat_map(|unread| &unread.locals);
        let mut unread: Vec<(u32, Bytes)> =
            unread.filter_map(|(local, bytes)| Some((*self.slots.get(local)?, bytes.clone()))).collect();
        unread.sort_unstable_by_key(|(offset, _)| *offset);
        unread
    }
}

impl Builder<'_> {
    /// The number of what nothing reads of a block.
    fn unread_block(&mut self, bytes: &Bytes) -> u32 {
        let known = self.unread_blocks.iter().position(|known| known == bytes);
        known.unwrap_or_else(|| {
            self.unread_blocks.push(bytes.clone());
            self.unread_blocks.len() - 1
        }) as u32
    }
}
