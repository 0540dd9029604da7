//! What the groups of instructions work with: the registers, flags and operands of one piece of inline assembly, and the bytecode that
//! reads and writes them.
//!
//! Every general register, and every operand that the compiler would choose one for, is a register of the bytecode of its own. Flags are
//! computed where they change; what no instruction reads is removed as dead code.
//!
//! Accesses of memory in `asm volatile` are atomic, as the processor's are: loads acquire, stores release, and an instruction that locks
//! does both. Without `volatile` the compiler may repeat or remove the assembly, which no library's atomic access can stand: there, only
//! what locks is atomic, and other accesses are plain ones.

use super::registers;
use crate::code::{AtomicOrder, CompareOp, Insn, IntOp, IntUnaryOp, OldValue, Reg, RmwOp};
use crate::lower::constants::sign_extend;
use crate::lower::function::{Arg, Lowered, Lowering};
use mazurka_ir::instruction::BlockId;

pub(super) struct Assembly<'a, 'b, 'p> {
    pub lowering: &'a mut Lowering<'b, 'p>,
    /// The general registers.
    pub general: [Reg; registers::COUNT],
    pub flags: Flags,
    /// The operands that the text names by number.
    pub bound: Vec<Bound>,
    /// Loads and stores are atomic.
    pub is_volatile: bool,
    /// What is pushed on the stack.
    pub stack: Vec<Reg>,
}

/// The flags, each 0 or 1. The auxiliary carry has no readers.
#[derive(Clone, Copy)]
pub(super) struct Flags {
    pub carry: Reg,
    pub parity: Reg,
    pub zero: Reg,
    pub sign: Reg,
    pub overflow: Reg,
}

/// What an operand of the text stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// `bits` is 0 where no instruction can use it: a vector, for instance.
    Register {
        first: Reg,
        bits: u8,
    },
    Immediate(u64),
    /// The address is in this register; `is_null`: it is the constant 0.
    Memory {
        address: Reg,
        is_null: bool,
    },
    Label(BlockId),
    /// A condition, which is only an output.
    Flag,
}

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Register { register: Reg, bits: u8, high: bool },
    Immediate(u64),
    Memory(Memory),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Memory {
    pub base: Option<Reg>,
    pub index: Option<(Reg, u8)>,
    pub displacement: i64,
    /// The base is the stack pointer.
    pub on_stack: bool,
    /// At `%fs`, and at offset 0 there: the thread pointer.
    pub is_thread_pointer: bool,
}

/// An instruction with its operands, in the order of the text: the target is the last one.
pub(super) struct Instruction<'t> {
    /// Of the suffix, if there is one.
    pub bits: Option<u8>,
    pub lock: bool,
    pub repeat: bool,
    pub operands: Vec<Operand>,
    /// The same as text.
    pub texts: &'t [String],
}

impl Instruction<'_> {
    /// The operands, if there are this many.
    pub(super) fn exactly<const N: usize>(&self) -> Lowered<[&Operand; N]> {
        let all: Vec<&Operand> = self.operands.iter().collect();
        let operands = if N == 1 { "operand" } else { "operands" };
        all.try_into().map_err(|_| format!("it should have {N} {operands}"))
    }

    /// The size of its operands in bits: that of the suffix, or of a register.
    pub(super) fn width(&self) -> Lowered<u8> {
        let of_register = |operand: &Operand| match operand {
            Operand::Register { bits, .. } => Some(*bits),
            _ => None,
        };
        let found = self.bits.or_else(|| self.operands.iter().rev().find_map(of_register));
        found.ok_or_else(|| "nothing says how large its operands are".into())
    }
}

pub(super) fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 64))
}

impl Assembly<'_, '_, '_> {
    pub(super) fn temp(&mut self) -> Lowered<Reg> {
        self.lowering.temp()
    }

    pub(super) fn emit(&mut self, insn: Insn) {
        self.lowering.emit(insn);
    }

    pub(super) fn constant(&mut self, value: u64) -> Lowered<Reg> {
        self.lowering.constant(value)
    }

    pub(super) fn set_register(&mut self, d: Reg, s: Reg) {
        self.emit(Insn::Mov { d, s });
    }

    pub(super) fn copy(&mut self, s: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.set_register(d, s);
        Ok(d)
    }

    pub(super) fn operation(&mut self, op: IntOp, bits: u8, a: Reg, b: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.lowering.integer(op, bits, d, Arg::Reg(a), Arg::Reg(b))?;
        Ok(d)
    }

    /// An operation with a constant.
    pub(super) fn with(&mut self, op: IntOp, bits: u8, a: Reg, b: u64) -> Lowered<Reg> {
        let d = self.temp()?;
        self.lowering.integer(op, bits, d, Arg::Reg(a), Arg::Bits(b & mask(bits)))?;
        Ok(d)
    }

    pub(super) fn unary(&mut self, op: IntUnaryOp, bits: u8, a: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.emit(Insn::IntUnary { op, bits, d, a });
        Ok(d)
    }

    pub(super) fn compare(&mut self, op: CompareOp, a: Reg, b: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.emit(Insn::Compare { op, d, a, b });
        Ok(d)
    }

    pub(super) fn is_zero(&mut self, a: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.emit(Insn::CompareImm { op: CompareOp::Eq, d, a, imm: 0 });
        Ok(d)
    }

    pub(super) fn select(&mut self, c: Reg, a: Reg, b: Reg) -> Lowered<Reg> {
        let d = self.temp()?;
        self.emit(Insn::Select { d, c, a, b });
        Ok(d)
    }

    pub(super) fn truncate(&mut self, a: Reg, bits: u8) -> Lowered<Reg> {
        if bits == 64 {
            return self.copy(a);
        }
        let d = self.temp()?;
        self.emit(Insn::Trunc { d, a, bits });
        Ok(d)
    }

    pub(super) fn sign_extend(&mut self, a: Reg, from: u8, to: u8) -> Lowered<Reg> {
        if from == to {
            return self.copy(a);
        }
        let d = self.temp()?;
        self.emit(Insn::SExt { d, a, from, to });
        Ok(d)
    }

    /// One bit of a value.
    pub(super) fn bit(&mut self, a: Reg, number: u8) -> Lowered<Reg> {
        let shifted = self.with(IntOp::LShr, 64, a, number.into())?;
        self.with(IntOp::And, 64, shifted, 1)
    }

    /// A copy of an operand's value, zero-extended.
    pub(super) fn read(&mut self, operand: &Operand, bits: u8) -> Lowered<Reg> {
        match *operand {
            Operand::Register { register, high: false, .. } => self.truncate(register, bits),
            Operand::Register { register, high: true, .. } => {
                let shifted = self.with(IntOp::LShr, 64, register, 8)?;
                self.truncate(shifted, 8)
            }
            Operand::Immediate(value) => self.constant(value & mask(bits)),
            Operand::Memory(Memory { is_thread_pointer: true, .. }) if bits == 64 => self.thread_pointer(),
            Operand::Memory(memory) => {
                let a = self.address(&memory)?;
                self.load(a, bits)
            }
        }
    }

    pub(super) fn write(&mut self, operand: &Operand, bits: u8, value: Reg) -> Lowered<()> {
        match *operand {
            Operand::Register { register, high, .. } => {
                let merged = match bits {
                    // The upper half becomes zero.
                    32 | 64 => value,
                    _ => {
                        let shift = if high { 8 } else { 0 };
                        let kept = self.with(IntOp::And, 64, register, !(mask(bits) << shift))?;
                        let placed = self.with(IntOp::Shl, 64, value, shift)?;
                        self.operation(IntOp::Or, 64, kept, placed)?
                    }
                };
                self.set_register(register, merged);
                Ok(())
            }
            Operand::Immediate(_) => Err("a constant cannot be written".into()),
            Operand::Memory(memory) => {
                let a = self.address(&memory)?;
                self.store(a, bits, value);
                Ok(())
            }
        }
    }

    pub(super) fn load(&mut self, a: Reg, bits: u8) -> Lowered<Reg> {
        let d = self.temp()?;
        let atomic = Insn::AtomicLoad { d, a, size: bits / 8, order: AtomicOrder::Acquire };
        self.emit(if self.is_volatile { atomic } else { plain_load(bits, d, a) });
        Ok(d)
    }

    pub(super) fn store(&mut self, a: Reg, bits: u8, s: Reg) {
        let atomic = Insn::AtomicStore { a, s, size: bits / 8, order: AtomicOrder::Release };
        self.emit(if self.is_volatile { atomic } else { plain_store(bits, a, s) });
    }

    pub(super) fn fence(&mut self) {
        self.emit(Insn::Fence { order: AtomicOrder::SeqCst });
    }

    pub(super) fn address(&mut self, memory: &Memory) -> Lowered<Reg> {
        if memory.on_stack {
            return Err("the stack pointer has no meaning here".into());
        }
        if memory.is_thread_pointer {
            return Err("of what `%fs` points to only the thread pointer itself can be read".into());
        }
        self.effective(memory)
    }

    /// The address without looking what it is of.
    pub(super) fn effective(&mut self, memory: &Memory) -> Lowered<Reg> {
        let displacement = memory.displacement as u64;
        let based = match memory.base {
            Some(base) => self.with(IntOp::Add, 64, base, displacement)?,
            None => self.constant(displacement)?,
        };
        let Some((index, scale)) = memory.index else { return Ok(based) };
        let scaled = self.with(IntOp::Mul, 64, index, scale.into())?;
        self.operation(IntOp::Add, 64, based, scaled)
    }

    pub(super) fn thread_pointer(&mut self) -> Lowered<Reg> {
        let d = self.temp()?;
        self.emit(Insn::ThreadLocal { d, offset: 0 });
        Ok(d)
    }

    /// Reads an operand, computes with it and writes it back: in one step if the instruction locks, by `locked`. Returns the old and the
    /// new value.
    pub(super) fn modify(
        &mut self,
        i: &Instruction,
        operand: &Operand,
        bits: u8,
        locked: (RmwOp, Reg),
        compute: impl FnOnce(&mut Self, Reg) -> Lowered<Reg>,
    ) -> Lowered<(Reg, Reg)> {
        let Operand::Memory(memory) = operand else {
            if i.lock {
                return Err("`lock` needs an operand in memory".into());
            }
            let old = self.read(operand, bits)?;
            let new = compute(self, old)?;
            self.write(operand, bits, new)?;
            return Ok((old, new));
        };
        if memory.on_stack && i.lock && i.operands.first() == Some(&Operand::Immediate(0)) {
            // The full barrier of older code: `lock; addl $0,(%rsp)`.
            self.fence();
            let zero = self.constant(0)?;
            return Ok((zero, zero));
        }
        let a = self.address(memory)?;
        if !i.lock {
            let old = self.load(a, bits)?;
            let new = compute(self, old)?;
            self.store(a, bits, new);
            return Ok((old, new));
        }
        let ((op, s), d) = (locked, self.temp()?);
        let size = bits / 8;
        self.emit(Insn::AtomicRmw { op, d, a, s, size, order: AtomicOrder::SeqCst, used: OldValue::Used });
        let new = compute(self, d)?;
        Ok((d, new))
    }
}

/// A constant of the text, at its full width.
pub(super) fn immediate(value: u64, bits: u8) -> u64 {
    sign_extend(value.into(), bits.clamp(1, 64)) as u64
}

pub(super) fn plain_load(bits: u8, d: Reg, a: Reg) -> Insn {
    match bits {
        8 => Insn::Load8 { d, a, offset: 0 },
        16 => Insn::Load16 { d, a, offset: 0 },
        32 => Insn::Load32 { d, a, offset: 0 },
        _ => Insn::Load64 { d, a, offset: 0 },
    }
}

pub(super) fn plain_store(bits: u8, a: Reg, s: Reg) -> Insn {
    match bits {
        8 => Insn::Store8 { a, s, offset: 0 },
        16 => Insn::Store16 { a, s, offset: 0 },
        32 => Insn::Store32 { a, s, offset: 0 },
        _ => Insn::Store64 { a, s, offset: 0 },
    }
}
