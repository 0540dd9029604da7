//! Moves, extensions, addresses, and the stack as a place for registers.

use super::assembly::{Assembly, Instruction, Operand};
use super::registers::{RAX, RDX};
use super::{Row, row};
use crate::code::{Insn, IntOp, Reg};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    row("mov", mov),
    row("movabs", mov),
    row("movzb", |asm, i| asm.extend(i, 8, false)),
    row("movzw", |asm, i| asm.extend(i, 16, false)),
    row("movsb", move_or_extend_byte),
    row("movsw", move_or_extend_word),
    row("movsl", move_or_extend_long),
    row("movsxd", |asm, i| asm.extend(i, 32, true)),
    row("movzx", |asm, i| asm.extend_by_size(i, false)),
    row("movsx", |asm, i| asm.extend_by_size(i, true)),
    row("lea", lea),
    row("push", push),
    row("pushf", push_flags),
    row("pop", pop),
    row("cbtw", |asm, _| asm.extend_accumulator(8, 16)),
    row("cwtl", |asm, _| asm.extend_accumulator(16, 32)),
    row("cltq", |asm, _| asm.extend_accumulator(32, 64)),
    row("cwtd", |asm, _| asm.sign_into_rdx(16)),
    row("cltd", |asm, _| asm.sign_into_rdx(32)),
    row("cqto", |asm, _| asm.sign_into_rdx(64)),
];

/// Whether an instruction uses the stack.
pub(super) fn uses_stack(name: &str) -> bool {
    matches!(name, "push" | "pushf" | "pop")
}

fn mov(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [from, to] = i.exactly()?;
    let bits = i.width()?;
    let value = asm.read(from, bits)?;
    asm.write(to, bits, value)
}

/// `movsbl` extends a byte; `movsb` without operands copies one.
fn move_or_extend_byte(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    if i.operands.is_empty() { asm.copy_string(i, 8) } else { asm.extend(i, 8, true) }
}

fn move_or_extend_word(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    if i.operands.is_empty() { asm.copy_string(i, 16) } else { asm.extend(i, 16, true) }
}

fn move_or_extend_long(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    if i.operands.is_empty() { asm.copy_string(i, 32) } else { asm.extend(i, 32, true) }
}

fn lea(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [from, to] = i.exactly()?;
    let Operand::Memory(memory) = from else { return Err("it takes the address of memory".into()) };
    if memory.on_stack || memory.is_thread_pointer {
        return Err("this memory has no address here".into());
    }
    let bits = i.width()?;
    let address = asm.effective(memory)?;
    let address = asm.truncate(address, bits)?;
    asm.write(to, bits, address)
}

fn push(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [from] = i.exactly()?;
    let value = asm.read(from, 64)?;
    asm.stack.push(value);
    Ok(())
}

fn pop(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [to] = i.exactly()?;
    let value = asm.stack.pop().ok_or("it pops what was not pushed")?;
    asm.write(to, 64, value)
}

/// The flags register, with interrupts on.
fn push_flags(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    const ALWAYS: u64 = 0x202;
    let [] = i.exactly()?;
    let flags = asm.flags;
    let mut all = asm.constant(ALWAYS)?;
    for (flag, at) in
        [(flags.carry, 0), (flags.parity, 2), (flags.zero, 6), (flags.sign, 7), (flags.overflow, 11)]
    {
        let placed = asm.with(IntOp::Shl, 64, flag, at)?;
        all = asm.operation(IntOp::Or, 64, all, placed)?;
    }
    asm.stack.push(all);
    Ok(())
}

impl Assembly<'_, '_, '_> {
    fn extend(&mut self, i: &Instruction, from_bits: u8, is_signed: bool) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let bits = i.width()?;
        let value = self.read(from, from_bits)?;
        let value = if is_signed { self.sign_extend(value, from_bits, bits)? } else { value };
        self.write(to, bits, value)
    }

    /// `movzx`: the source's size is that of its register or of the suffix.
    fn extend_by_size(&mut self, i: &Instruction, is_signed: bool) -> Lowered<()> {
        let [from, to] = i.exactly()?;
        let Operand::Register { bits, .. } = *to else { return Err("it extends into a register".into()) };
        let from_bits = match (from, i.bits) {
            (Operand::Register { bits, .. }, _) => *bits,
            (_, Some(bits)) => bits,
            _ => return Err("nothing says how large its operands are".into()),
        };
        let i = Instruction { bits: Some(bits), operands: i.operands.clone(), texts: i.texts, ..*i };
        self.extend(&i, from_bits, is_signed)
    }

    fn extend_accumulator(&mut self, from: u8, to: u8) -> Lowered<()> {
        let rax = self.part(RAX, to);
        let value = self.read(&rax, from)?;
        let value = self.sign_extend(value, from, to)?;
        self.write(&rax, to, value)
    }

    fn sign_into_rdx(&mut self, bits: u8) -> Lowered<()> {
        let (rax, rdx) = (self.part(RAX, bits), self.part(RDX, bits));
        let value = self.read(&rax, bits)?;
        let value = self.sign_extend(value, bits, 64)?;
        let sign = self.with(IntOp::AShr, 64, value, 63)?;
        let sign = self.truncate(sign, bits)?;
        self.write(&rdx, bits, sign)
    }

    /// A general register as an operand.
    pub(super) fn part(&self, number: usize, bits: u8) -> Operand {
        Operand::Register { register: self.general[number], bits, high: false }
    }

    /// Two neighbouring registers with these values.
    pub(super) fn pair(&mut self, low: Reg, high: Reg) -> Lowered<Reg> {
        let first = self.lowering.group(2)?;
        self.emit(Insn::Mov { d: first, s: low });
        self.emit(Insn::Mov { d: first + 1, s: high });
        Ok(first)
    }
}
