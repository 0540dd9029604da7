//! Atomic accesses and fences (LangRef: "Atomic Memory Ordering Constraints").

use mazurka_ir::instruction::{self as ir, LocalId, Operand, Ordering, Value};

use super::function::{Arg, Lowered, Lowering, Source};
use super::shape::{Scalar, Shape};
use crate::code::{AtomicOrder, Insn, OldValue, Reg, RmwOp};

impl Lowering<'_, '_> {
    pub(crate) fn atomic_load(
        &mut self,
        d: Reg,
        shape: &Shape,
        address: &Value,
        order: Ordering,
    ) -> Lowered<()> {
        let size = access_size(shape)?;
        let a = self.pointer(address)?;
        self.emit(Insn::AtomicLoad { d, a, size, order: atomic_order(order) });
        Ok(())
    }

    pub(crate) fn atomic_store(
        &mut self,
        source: &Source,
        shape: &Shape,
        address: &Value,
        order: Ordering,
    ) -> Lowered<()> {
        let size = access_size(shape)?;
        let a = self.pointer(address)?;
        let s = self.registers(source, 0, shape.registers)?;
        self.emit(Insn::AtomicStore { a, s, size, order: atomic_order(order) });
        Ok(())
    }

    pub(crate) fn atomic_rmw(
        &mut self,
        result: LocalId,
        op: ir::RmwOp,
        address: &Value,
        value: &Operand,
        order: Ordering,
    ) -> Lowered<()> {
        let shape = self.shape(value.ty)?;
        let size = access_size(&shape)?;
        let op = rmw_op(op, &shape).ok_or("this `atomicrmw` operation is not supported")?;
        let a = self.pointer(address)?;
        let source = self.written(value)?;
        let s = self.registers(&source, 0, shape.registers)?;
        let d = self.result(result, shape.registers)?;
        let used = match op {
            _ if self.is_unread => OldValue::Unused,
            RmwOp::Sub => self.use_of_old_value(result)?,
            _ => OldValue::Used,
        };
        self.emit(Insn::AtomicRmw { op, d, a, s, size, order: atomic_order(order), used });
        Ok(())
    }

    /// Who gives up a reference to something asks whether it was the last, and nothing else.
    fn use_of_old_value(&mut self, result: LocalId) -> Lowered<OldValue> {
        let one = match self.compared_with(result) {
            Some((other, ty)) if self.shape(ty)?.registers == 1 => self.arg(other, ty)?,
            _ => return Ok(OldValue::Used),
        };
        Ok(if matches!(one, Arg::Bits(1)) { OldValue::IsOne } else { OldValue::Used })
    }

    /// `cmpxchg`; a weak one fails only when the values differ.
    pub(crate) fn cmpxchg(
        &mut self,
        result: LocalId,
        address: &Value,
        expected: &Operand,
        new: &Value,
        (success, failure): (Ordering, Ordering),
    ) -> Lowered<()> {
        let shape = self.shape(expected.ty)?;
        let size = access_size(&shape)?;
        let a = self.pointer(address)?;
        let (expected, new) = (self.operand(expected)?, self.source(new, expected.ty)?);
        let expected = self.registers(&expected, 0, shape.registers)?;
        let new = self.registers(&new, 0, shape.registers)?;
        let d = self.result(result, shape.registers + 1)?;
        let (success, failure) = (atomic_order(success), atomic_order(failure));
        self.emit(Insn::CompareExchange { d, a, expected, new, size, success, failure });
        Ok(())
    }

    /// A fence for the compiler only does nothing here: nothing is reordered.
    pub(crate) fn fence(&mut self, order: Ordering, single_thread: bool) -> Lowered<()> {
        if !single_thread {
            self.emit(Insn::Fence { order: atomic_order(order) });
        }
        Ok(())
    }
}

fn access_size(shape: &Shape) -> Lowered<u8> {
    match shape.scalar().map(Scalar::bits) {
        Some(bits @ (8 | 16 | 32 | 64 | 128)) => Ok(bits / 8),
        _ => Err("an atomic access of this type is not supported".into()),
    }
}

fn atomic_order(order: Ordering) -> AtomicOrder {
    match order {
        Ordering::Unordered | Ordering::Monotonic => AtomicOrder::Relaxed,
        Ordering::Acquire => AtomicOrder::Acquire,
        Ordering::Release => AtomicOrder::Release,
        Ordering::AcqRel => AtomicOrder::AcqRel,
        Ordering::SeqCst => AtomicOrder::SeqCst,
    }
}

fn rmw_op(op: ir::RmwOp, shape: &Shape) -> Option<RmwOp> {
    let double = shape.scalar() == Some(Scalar::Double);
    let float = shape.scalar() == Some(Scalar::Float);
    Some(match op {
        ir::RmwOp::Xchg => RmwOp::Exchange,
        ir::RmwOp::Add => RmwOp::Add,
        ir::RmwOp::Sub => RmwOp::Sub,
        ir::RmwOp::And => RmwOp::And,
        ir::RmwOp::Nand => RmwOp::Nand,
        ir::RmwOp::Or => RmwOp::Or,
        ir::RmwOp::Xor => RmwOp::Xor,
        ir::RmwOp::Max => RmwOp::Max,
        ir::RmwOp::Min => RmwOp::Min,
        ir::RmwOp::UMax => RmwOp::UnsignedMax,
        ir::RmwOp::UMin => RmwOp::UnsignedMin,
        ir::RmwOp::FAdd if double => RmwOp::DoubleAdd,
        ir::RmwOp::FAdd if float => RmwOp::FloatAdd,
        ir::RmwOp::FSub if double => RmwOp::DoubleSub,
        ir::RmwOp::FSub if float => RmwOp::FloatSub,
        _ => return None,
    })
}
