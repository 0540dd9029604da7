//! Exchanges, with and without a comparison.

use super::assembly::{Assembly, Instruction, Operand};
use super::registers::{RAX, RBX, RCX, RDX};
use super::{Row, locking};
use crate::code::{AtomicOrder, CompareOp, Insn, IntOp, Reg, RmwOp};
use crate::lower::function::Lowered;

pub(super) static GROUP: &[Row] = &[
    locking("xchg", exchange),
    locking("xadd", exchange_and_add),
    locking("cmpxchg", compare_and_exchange),
    locking("cmpxchg8b", |asm, i| asm.compare_and_exchange_pair(i, 32)),
    locking("cmpxchg16b", |asm, i| asm.compare_and_exchange_pair(i, 64)),
];

/// With memory it locks in any case.
fn exchange(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [a, b] = i.exactly()?;
    let bits = i.width()?;
    let (register, memory) = if let Operand::Memory(_) = a { (b, a) } else { (a, b) };
    let new = asm.read(register, bits)?;
    let i = Instruction { lock: matches!(memory, Operand::Memory(_)), operands: i.operands.clone(), ..*i };
    let (old, _) = asm.modify(&i, memory, bits, (RmwOp::Exchange, new), |_, _| Ok(new))?;
    asm.write(register, bits, old)
}

fn exchange_and_add(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [from, to] = i.exactly()?;
    let bits = i.width()?;
    let added = asm.read(from, bits)?;
    let compute = |asm: &mut Assembly, old| asm.operation(IntOp::Add, bits, old, added);
    if matches!(to, Operand::Memory(_)) {
        let (old, new) = asm.modify(i, to, bits, (RmwOp::Add, added), compute)?;
        asm.write(from, bits, old)?;
        return asm.flags_of_sum(bits, old, added, new);
    }
    // If both are one register, the sum stays.
    let old = asm.read(to, bits)?;
    let new = compute(asm, old)?;
    asm.write(from, bits, old)?;
    asm.write(to, bits, new)?;
    asm.flags_of_sum(bits, old, added, new)
}

fn compare_and_exchange(asm: &mut Assembly, i: &Instruction) -> Lowered<()> {
    let [from, to] = i.exactly()?;
    let bits = i.width()?;
    let rax = asm.part(RAX, bits);
    let (new, expected) = (asm.read(from, bits)?, asm.read(&rax, bits)?);
    let old = match (to, i.lock) {
        (Operand::Memory(memory), true) => {
            let a = asm.address(memory)?;
            asm.compare_exchange(a, expected, new, bits / 8)?
        }
        (_, true) => return Err("`lock` needs an operand in memory".into()),
        // Without `lock`, what is there is written back if it is not what was expected.
        (_, false) => {
            let chosen = |asm: &mut Assembly, old| {
                let equal = asm.compare(CompareOp::Eq, old, expected)?;
                asm.select(equal, new, old)
            };
            asm.modify(i, to, bits, (RmwOp::Exchange, new), chosen)?.0
        }
    };
    let difference = asm.operation(IntOp::Sub, bits, expected, old)?;
    asm.flags_of_difference(bits, expected, old, difference)?;
    asm.write(&rax, bits, old)
}

impl Assembly<'_, '_, '_> {
    /// Returns the old value, with the success bit behind it.
    fn compare_exchange(&mut self, a: Reg, expected: Reg, new: Reg, size: u8) -> Lowered<Reg> {
        let d = self.lowering.group(if size == 16 { 3 } else { 2 })?;
        let (success, failure) = (AtomicOrder::SeqCst, AtomicOrder::SeqCst);
        self.emit(Insn::CompareExchange { d, a, expected, new, size, success, failure });
        Ok(d)
    }

    /// `rdx:rax` is compared, `rcx:rbx` is stored. Of the flags only zero changes.
    fn compare_and_exchange_pair(&mut self, i: &Instruction, half: u8) -> Lowered<()> {
        let [Operand::Memory(memory)] = i.exactly()? else { return Err("its operand is in memory".into()) };
        let a = self.address(memory)?;
        let mut halves = [RAX, RDX, RBX, RCX].map(|number| self.part(number, half));
        let mut values = [0; 4];
        for (value, register) in values.iter_mut().zip(&halves) {
            *value = self.read(register, half)?;
        }
        let [expected_low, expected_high, new_low, new_high] = values;
        let expected = self.joined(half, expected_low, expected_high)?;
        let new = self.joined(half, new_low, new_high)?;
        let size = half / 4;
        let (old, success) = match i.lock {
            true => {
                let old = self.compare_exchange(a, expected, new, size)?;
                (old, old + if size == 16 { 2 } else { 1 })
            }
            false => self.exchange_unlocked(a, expected, new, half)?,
        };
        self.set_register(self.flags.zero, success);
        let (low, high) = if half == 64 {
            (self.copy(old)?, self.copy(old + 1)?)
        } else {
            (self.truncate(old, 32)?, self.with(IntOp::LShr, 64, old, 32)?)
        };
        let [rax, rdx, ..] = &mut halves;
        self.write(rax, half, low)?;
        self.write(rdx, half, high)
    }

    /// Two halves as one value.
    fn joined(&mut self, half: u8, low: Reg, high: Reg) -> Lowered<Reg> {
        if half == 64 {
            return self.pair(low, high);
        }
        let high = self.with(IntOp::Shl, 64, high, half.into())?;
        self.operation(IntOp::Or, 64, low, high)
    }

    /// A load, and a store of what is there afterwards.
    fn exchange_unlocked(&mut self, a: Reg, expected: Reg, new: Reg, half: u8) -> Lowered<(Reg, Reg)> {
        let (size, words) = (half / 4, if half == 64 { 2 } else { 1 });
        let old = self.lowering.group(words)?;
        self.emit(Insn::AtomicLoad { d: old, a, size, order: AtomicOrder::Acquire });
        let mut equal = self.compare(CompareOp::Eq, old, expected)?;
        for word in 1..words {
            let differ = self.differ(old + word, expected + word)?;
            let zero = self.constant(0)?;
            equal = self.select(differ, zero, equal)?;
        }
        let stored = self.lowering.group(words)?;
        for word in 0..words {
            let chosen = self.select(equal, new + word, old + word)?;
            self.set_register(stored + word, chosen);
        }
        self.emit(Insn::AtomicStore { a, s: stored, size, order: AtomicOrder::Release });
        Ok((old, equal))
    }
}
