//! Values that reach nothing but writes to unread cells: a faint-variable analysis (Giegerich, Möncke, Wilhelm 1981) over memory.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BinaryOp, LocalId, Op, Value};
use mazurka_ir::operands::values;
use mazurka_ir::{Module, TypeId};

use super::cells::{Cells, Function};
use super::places;
use crate::call_graph::Node;

pub(super) struct Faint {
    needed: Vec<bool>,
}

impl Faint {
    pub(super) fn of(node: &Node, function: &Function, cells: &Cells) -> Faint {
        let mut found = Faint { needed: vec![false; node.body.local_types.len()] };
        let mut computed_by: Vec<Option<&Op>> = vec![None; node.body.local_types.len()];
        let mut work = Vec::new();
        for (place, instruction) in places(node) {
            let op = &instruction.op;
            if only_computes(node.module, op) {
                if let Some(LocalId(result)) = instruction.result {
                    computed_by[result as usize] = Some(op);
                }
                continue;
            }
            match op {
                Op::Store { address, .. } | Op::AtomicRmw { address, .. }
                    if function.unread_cell(place, cells).is_some() =>
                {
                    found.need(address, &mut work);
                }
                op => values(op, &mut |value| found.need(value, &mut work)),
            }
        }
        while let Some(LocalId(local)) = work.pop() {
            if let Some(op) = computed_by[local as usize] {
                values(op, &mut |value| found.need(value, &mut work));
            }
        }
        found
    }

    fn need(&mut self, value: &Value, work: &mut Vec<LocalId>) {
        if let Value::Local(local) = value
            && !std::mem::replace(&mut self.needed[local.0 as usize], true)
        {
            work.push(*local);
        }
    }

    pub(super) fn contains(&self, local: LocalId) -> bool {
        !self.needed[local.0 as usize]
    }
}

/// Whether all that an instruction does is to compute its result, and that never fails.
fn only_computes(module: &Module, op: &Op) -> bool {
    match op {
        Op::Binary {
            op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, ty, rhs, ..
        } => divides_everything(module, *ty, rhs),
        Op::FNeg(_)
        | Op::Binary { .. }
        | Op::ICmp { .. }
        | Op::FCmp { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::GetElementPtr { .. }
        | Op::ExtractValue { .. }
        | Op::InsertValue { .. }
        | Op::ExtractElement { .. }
        | Op::InsertElement { .. }
        | Op::ShuffleVector { .. }
        | Op::Phi { .. } => true,
        _ => false,
    }
}

/// Whether every number can be divided by a value: it is neither 0 nor -1.
fn divides_everything(module: &Module, ty: TypeId, divisor: &Value) -> bool {
    let Value::Constant(Constant::Int(divisor)) = divisor else { return false };
    let ones = module.types.int_bits(ty).filter(|bits| *bits < 128).map(|bits| (1_u128 << bits) - 1);
    *divisor != 0 && ones.is_some_and(|ones| *divisor != ones)
}
