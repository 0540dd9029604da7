//! Atomic accesses of 1, 2, 4, 8 and 16 bytes. Sequentially consistent: orders only matter for their descriptions.

use mazurka_machine::{FaultKind, Operation, Order, Range, Update};

use super::wide;
use crate::code::{AtomicOrder, Insn, OldValue, Reg, RmwOp};
use crate::context::Stop;
use crate::memory::Memory;
use crate::threads::Window;

/// The largest atomic access that fits one register.
const WORD: u8 = 8;

pub(super) fn execute(insn: Insn, r: &mut Window, memory: &mut Memory) -> Result<(), Stop> {
    match insn {
        Insn::AtomicLoad { d, a, size, .. } => {
            let value = load(memory, r[a as usize], size)?;
            set(r, d, size, value);
        }
        Insn::AtomicStore { a, s, size, .. } => {
            let value = get(r, s, size);
            store(memory, r[a as usize], size, value)?;
        }
        Insn::AtomicRmw { op, d, a, s, size, used, .. } => {
            let (address, operand) = (r[a as usize], get(r, s, size));
            let old = load(memory, address, size)?;
            store(memory, address, size, rmw(op, 8 * size, old, operand))?;
            let is_known = used != OldValue::IsOne || old == 1;
            set(r, d, size, if is_known { old } else { u128::from(OldValue::NOT_ONE) });
        }
        Insn::CompareExchange { d, a, expected, new, size, .. } => {
            let (address, expected, new) = (r[a as usize], get(r, expected, size), get(r, new, size));
            let old = load(memory, address, size)?;
            if old == expected {
                store(memory, address, size, new)?;
            }
            set(r, d, size, old);
            let success = d as usize + if size > WORD { 2 } else { 1 };
            r[success] = (old == expected) as u64;
        }
        Insn::Fence { .. } => {}
        _ => unreachable!("only atomic instructions come here"),
    }
    Ok(())
}

/// What an atomic instruction is about to do. `None` for other instructions.
pub(super) fn describe(insn: Insn, registers: &[u64], memory: &Memory) -> Option<Operation> {
    let range = |a: Reg, size: u8| Range { start: registers[a as usize], length: size as u64 };
    Some(match insn {
        Insn::AtomicLoad { a, size, order, .. } => Operation::Read(range(a, size), of_load(order)),
        Insn::AtomicStore { a, size, order, .. } => Operation::Write(range(a, size), of_store(order)),
        Insn::AtomicRmw { op, a, s, size, order, used, .. } => {
            let range = range(a, size);
            let update = match used {
                OldValue::Unused => update(op),
                OldValue::IsOne if op == RmwOp::Sub && registers[s as usize] == 1 => decrement(memory, range),
                OldValue::IsOne | OldValue::Used => Update::Opaque,
            };
            Operation::Update(range, update, of_update(order))
        }
        Insn::CompareExchange { a, expected, size, success, failure, .. } => {
            let range = range(a, size);
            let expected = &registers[expected as usize..][..if size > WORD { 2 } else { 1 }];
            let succeeds = !fails(memory, range, expected);
            let order = if succeeds { of_update(success) } else { of_load(failure) };
            Operation::CompareExchange { range, succeeds, order }
        }
        Insn::Fence { order } => Operation::Fence(of_update(order)),
        _ => return None,
    })
}

/// One from a count, if there is one.
fn decrement(memory: &Memory, range: Range) -> Update {
    memory.peek_sized(range.start, range.length as usize).map_or(Update::Opaque, Update::Decrement)
}

/// Whether a compare-exchange finds something else. One that faults does not fail: it writes, for all we know.
fn fails(memory: &Memory, range: Range, expected: &[u64]) -> bool {
    let Ok(bytes) = memory.peek(range.start, range.length) else { return false };
    let expected = expected.iter().flat_map(|word| word.to_le_bytes());
    !bytes.iter().copied().eq(expected.take(range.length as usize))
}

fn load(memory: &mut Memory, address: u64, size: u8) -> Result<u128, Stop> {
    check_alignment(address, size)?;
    if size <= WORD {
        return Ok(memory.peek_sized(address, size as usize)? as u128);
    }
    let mut bytes = [0; 16];
    bytes.copy_from_slice(memory.peek(address, 16)?);
    Ok(u128::from_le_bytes(bytes))
}

fn store(memory: &mut Memory, address: u64, size: u8, value: u128) -> Result<(), Stop> {
    check_alignment(address, size)?;
    match size {
        ..=WORD => memory.put_sized(address, size as usize, value as u64)?,
        _ => memory.write_atomically(address, &value.to_le_bytes()[..size as usize])?,
    }
    Ok(())
}

fn check_alignment(address: u64, size: u8) -> Result<(), Stop> {
    if address.is_multiple_of(size as u64) {
        return Ok(());
    }
    let message = format!("atomic access of {size} bytes at {address:#x}, which is not a multiple of {size}");
    Err(Stop::Fault(FaultKind::MisalignedAtomic, message))
}

fn get(r: &Window, s: Reg, size: u8) -> u128 {
    if size > WORD { wide::get(r, s) } else { r[s as usize] as u128 }
}

fn set(r: &mut Window, d: Reg, size: u8, value: u128) {
    if size > WORD { wide::set(r, d, value) } else { r[d as usize] = value as u64 }
}

/// `atomicrmw`: the new value.
fn rmw(op: RmwOp, bits: u8, old: u128, operand: u128) -> u128 {
    let (x, y) = (wide::signed(old, bits), wide::signed(operand, bits));
    let float = |value: u128| f32::from_bits(value as u32);
    let double = |value: u128| f64::from_bits(value as u64);
    let new = match op {
        RmwOp::Exchange => operand,
        RmwOp::Add => old.wrapping_add(operand),
        RmwOp::Sub => old.wrapping_sub(operand),
        RmwOp::SubFrom => operand.wrapping_sub(old),
        RmwOp::And => old & operand,
        RmwOp::Nand => !(old & operand),
        RmwOp::Or => old | operand,
        RmwOp::Xor => old ^ operand,
        RmwOp::Max => x.max(y) as u128,
        RmwOp::Min => x.min(y) as u128,
        RmwOp::UnsignedMax => old.max(operand),
        RmwOp::UnsignedMin => old.min(operand),
        RmwOp::FloatAdd => (float(old) + float(operand)).to_bits() as u128,
        RmwOp::FloatSub => (float(old) - float(operand)).to_bits() as u128,
        RmwOp::DoubleAdd => (double(old) + double(operand)).to_bits() as u128,
        RmwOp::DoubleSub => (double(old) - double(operand)).to_bits() as u128,
    };
    new & wide::mask(bits)
}

/// Rounding makes floating-point additions depend on their order.
fn update(op: RmwOp) -> Update {
    match op {
        RmwOp::Add | RmwOp::Sub => Update::Add,
        RmwOp::And => Update::And,
        RmwOp::Or => Update::Or,
        RmwOp::Xor => Update::Xor,
        RmwOp::Max => Update::Max,
        RmwOp::Min => Update::Min,
        RmwOp::UnsignedMax => Update::UnsignedMax,
        RmwOp::UnsignedMin => Update::UnsignedMin,
        RmwOp::Exchange
        | RmwOp::SubFrom
        | RmwOp::Nand
        | RmwOp::FloatAdd
        | RmwOp::FloatSub
        | RmwOp::DoubleAdd
        | RmwOp::DoubleSub => Update::Opaque,
    }
}

fn of_update(order: AtomicOrder) -> Order {
    match order {
        AtomicOrder::Relaxed => Order::RELAXED,
        AtomicOrder::Acquire => Order::ACQUIRE,
        AtomicOrder::Release => Order::RELEASE,
        AtomicOrder::AcqRel | AtomicOrder::SeqCst => Order::ACQ_REL,
    }
}

fn of_load(order: AtomicOrder) -> Order {
    Order { release: false, ..of_update(order) }
}

fn of_store(order: AtomicOrder) -> Order {
    Order { acquire: false, ..of_update(order) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn updates_wrap_at_their_width() {
        assert_eq!(rmw(RmwOp::Add, 8, 0xff, 1), 0);
        assert_eq!(rmw(RmwOp::Sub, 16, 0, 1), 0xffff);
        assert_eq!(rmw(RmwOp::SubFrom, 16, 1, 0), 0xffff);
        assert_eq!(rmw(RmwOp::Nand, 32, 1, 3), 0xffff_fffe);
        assert_eq!(rmw(RmwOp::Max, 8, 0x80, 1), 1);
        assert_eq!(rmw(RmwOp::UnsignedMax, 8, 0x80, 1), 0x80);
        assert_eq!(rmw(RmwOp::Min, 128, u128::MAX, 1), u128::MAX);
        assert_eq!(
            rmw(RmwOp::DoubleAdd, 64, 1.5_f64.to_bits() as u128, 2_f64.to_bits() as u128) as u64,
            3.5_f64.to_bits()
        );
    }

    #[test]
    fn a_misaligned_access_is_a_fault_at_every_size() {
        for size in [2, 4, 8, 16] {
            assert!(matches!(check_alignment(65, size), Err(Stop::Fault(FaultKind::MisalignedAtomic, _))));
            assert!(check_alignment(64, size).is_ok());
        }
        assert!(check_alignment(65, 1).is_ok());
    }
}
