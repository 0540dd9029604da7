//! The instructions that need no place in the interpreter's loop.

use mazurka_machine::{FaultKind, Range};

use super::burst::{Leave, Surroundings};
use super::run::Mode;
use super::{arithmetic, atomics, float, wide, word_rules};
use crate::code::{Insn, Reg};
use crate::context::Stop;
use crate::memory::Memory;
use crate::threads::Window;
use crate::visibility::Policy;

/// `None`: done, continue behind it.
pub(super) fn execute<M: Mode>(
    policy: &M::Policy,
    (insn, pc): (Insn, usize),
    around: &Surroundings,
    r: &mut Window,
    memory: &mut Memory,
) -> Option<Leave> {
    match insn {
        Insn::Float { .. }
        | Insn::Double { .. }
        | Insn::FloatUnary { .. }
        | Insn::DoubleUnary { .. }
        | Insn::MulAdd { .. }
        | Insn::CompareFloat { .. }
        | Insn::Convert { .. } => {
            float::execute(insn, r);
            None
        }
        Insn::LoadBytes { .. }
        | Insn::StoreBytes { .. }
        | Insn::MemCopy { .. }
        | Insn::MemSet { .. }
        | Insn::VaCopy { .. } => {
            if M::Policy::HIDES_FRESH && around.code.is_fresh(pc) {
                return memory.noting_fresh(|memory| access(insn, r, memory)).err().map(stop);
            }
            if M::Policy::ASKED && is_visible(policy, (insn, pc), around, r, memory) {
                return Some(Leave::Visible);
            }
            access(insn, r, memory).err().map(stop)
        }
        Insn::AtomicLoad { .. }
        | Insn::AtomicStore { .. }
        | Insn::AtomicRmw { .. }
        | Insn::CompareExchange { .. }
        | Insn::Fence { .. } => {
            if word_rules::is_private(around, pc) {
                // It is read, all the same: the step is not one that can be repeated without.
                memory.note_more();
            } else if M::STOPS && !word_rules::is_taken_over(around, pc, insn, r) {
                return Some(Leave::Visible);
            }
            atomics::execute(insn, r, memory).err().map(stop)
        }
        Insn::VaStart { .. } | Insn::SetJump { .. } | Insn::LongJump { .. } | Insn::SwitchContext { .. }
            if M::Policy::PLAIN =>
        {
            Some(Leave::Visible)
        }
        Insn::Alloca { .. }
        | Insn::StackSave { .. }
        | Insn::StackRestore { .. }
        | Insn::VaStart { .. }
        | Insn::SetJump { .. }
        | Insn::LongJump { .. }
        | Insn::SwitchContext { .. }
        | Insn::Raise { .. }
        | Insn::JumpIndirect { .. } => Some(Leave::Outside),
        Insn::Unreachable => Some(fault("unreachable code was reached")),
        Insn::Trap => Some(fault("the program trapped")),
        Insn::Unsupported { reason } => {
            Some(stop(Stop::Unsupported(around.code.unsupported[reason as usize].clone())))
        }
        _ => integer(insn, r).err().map(stop),
    }
}

fn fault(message: &str) -> Leave {
    stop(Stop::Fault(FaultKind::Unreachable, message.into()))
}

fn stop(stop: Stop) -> Leave {
    Leave::Stop(Box::new(stop))
}

fn integer(insn: Insn, r: &mut Window) -> Result<(), Stop> {
    let value = |register: Reg| r[register as usize];
    let (d, result) = match insn {
        Insn::Int { op, bits, d, a, b } => (d, arithmetic::int(op, bits, value(a), value(b))?),
        Insn::IntUnary { op, bits, d, a } => (d, arithmetic::int_unary(op, bits, value(a))),
        Insn::CompareSigned { op, bits, d, a, b } => {
            (d, arithmetic::compare_signed(op, bits, value(a), value(b)) as u64)
        }
        Insn::Funnel { left, bits, d, a, b, by } => {
            (d, arithmetic::funnel(left, bits, value(a), value(b), value(by)))
        }
        Insn::WideCompare { op, bits, d, a, b } => {
            (d, wide::compare(op, bits, wide::get(r, a), wide::get(r, b)) as u64)
        }
        _ => return several(insn, r),
    };
    r[d as usize] = result;
    Ok(())
}

/// Instructions whose result takes several registers.
fn several(insn: Insn, r: &mut Window) -> Result<(), Stop> {
    match insn {
        Insn::MovN { d, s, n } => r.copy_within(s as usize..s as usize + n as usize, d as usize),
        Insn::SelectN { d, c, a, b, n } => {
            let from = if r[c as usize] != 0 { a } else { b } as usize;
            r.copy_within(from..from + n as usize, d as usize);
        }
        Insn::Overflow { op, signed, bits, d, a, b } => {
            let (result, overflowed) = arithmetic::overflow(op, signed, bits, r[a as usize], r[b as usize]);
            r[d as usize] = result;
            r[d as usize + 1] = overflowed as u64;
        }
        Insn::Wide { op, bits, d, a, b } => {
            let result = wide::int(op, bits, wide::get(r, a), wide::get(r, b))?;
            wide::set(r, d, result);
        }
        Insn::WideUnary { op, bits, d, a } => {
            let result = wide::int_unary(op, bits, wide::get(r, a));
            wide::set(r, d, result);
        }
        Insn::WideOverflow { op, signed, bits, d, a, b } => {
            let (result, overflowed) = wide::overflow(op, signed, bits, wide::get(r, a), wide::get(r, b));
            wide::set(r, d, result);
            r[d as usize + 2] = overflowed as u64;
        }
        Insn::SExtWide { d, a, from, to } => {
            let value = if from <= 64 {
                arithmetic::signed(r[a as usize], from) as i128
            } else {
                wide::signed(wide::get(r, a), from)
            };
            wide::set(r, d, value as u128 & wide::mask(to));
        }
        _ => unreachable!("all other instructions are done elsewhere"),
    }
    Ok(())
}

/// Size of a `va_list` (System V ABI for x86-64, 3.5.7).
pub(super) const VA_LIST: u64 = 24;

fn access(insn: Insn, r: &mut Window, memory: &mut Memory) -> Result<(), Stop> {
    let value = |register: Reg| r[register as usize];
    match insn {
        Insn::LoadBytes { d, a, size, offset } => {
            let address = value(a).wrapping_add(offset as i64 as u64);
            r[d as usize] = memory.load_sized(address, size as usize)?;
        }
        Insn::StoreBytes { a, s, size, offset } => {
            memory.store_sized(value(a).wrapping_add(offset as i64 as u64), size as usize, value(s))?;
        }
        Insn::MemCopy { to, from, length } => memory.copy(value(to), value(from), value(length))?,
        Insn::MemSet { to, byte, length } => memory.fill(value(to), value(byte) as u8, value(length))?,
        Insn::VaCopy { to, from } => memory.copy(value(to), value(from), VA_LIST)?,
        _ => unreachable!("only memory accesses come here"),
    }
    Ok(())
}

/// Whether one of the accesses of an instruction is a visible operation.
fn is_visible(
    policy: &impl Policy,
    (insn, pc): (Insn, usize),
    around: &Surroundings,
    r: &Window,
    memory: &Memory,
) -> bool {
    let value = |register: Reg| r[register as usize];
    let is_visible =
        |start, length, writes| policy.is_visible(&around.access(memory, pc, (start, length), writes));
    match insn {
        Insn::LoadBytes { a, offset, size, .. } => {
            is_visible(value(a).wrapping_add(offset as i64 as u64), size as u64, false)
        }
        Insn::StoreBytes { a, offset, size, .. } => {
            is_visible(value(a).wrapping_add(offset as i64 as u64), size as u64, true)
        }
        Insn::MemSet { to, length, .. } => is_visible(value(to), value(length), true),
        Insn::MemCopy { to, from, length } => {
            policy.sees_copy(memory, Range { start: value(from), length: value(length) }, value(to));
            is_visible(value(to), value(length), true) || is_visible(value(from), value(length), false)
        }
        Insn::VaCopy { to, from } => {
            is_visible(value(to), VA_LIST, true) || is_visible(value(from), VA_LIST, false)
        }
        _ => false,
    }
}
