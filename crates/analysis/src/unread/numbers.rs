//! Values that are numbers: no pointers, nor anything that becomes one when it is put beside another.
//!
//! They are computed, by operations that do not move bits upwards and do not cut values into pieces, from constants, results of
//! comparisons, what unread cells hold, and integers of at most 32 bits that become 64. So a word that is put together from the two halves of a
//! pointer is no number, and two numbers side by side are no pointer.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BinaryOp, Cast, LocalId, Op, Operand, Value};

use super::cells::{Cells, Function};
use super::places;
use crate::call_graph::Node;

/// Less than a pointer has.
const MOST_BITS: u32 = 32;
/// As many as a pointer has.
const POINTER_BITS: u32 = 64;

pub(super) struct Numbers {
    numbers: Vec<bool>,
}

impl Numbers {
    /// The greatest solution.
    pub(super) fn of(node: &Node, function: &Function, cells: &Cells) -> Numbers {
        let mut found = Numbers { numbers: vec![false; node.body.local_types.len()] };
        let is_loaded = |place| {
            function.unread_cell(place, cells).is_some_and(|cell| !cells.is_too_small_for_pointers(cell))
        };
        for (place, instruction) in places(node) {
            let Some(LocalId(result)) = instruction.result else { continue };
            found.numbers[result as usize] = match &instruction.op {
                Op::Load { .. } | Op::AtomicRmw { .. } => is_loaded(place),
                op => may_be_number(op),
            };
        }
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for (_, instruction) in places(node) {
                if let Some(LocalId(result)) = instruction.result
                    && found.numbers[result as usize]
                    && !found.is_computed_from_numbers(node, &instruction.op)
                {
                    found.numbers[result as usize] = false;
                    has_changed = true;
                }
            }
        }
        found
    }

    pub(super) fn contains(&self, value: &Value) -> bool {
        match value {
            Value::Local(LocalId(local)) => self.numbers[*local as usize],
            Value::Constant(constant) => is_number(constant),
        }
    }

    fn is_computed_from_numbers(&self, node: &Node, op: &Op) -> bool {
        match op {
            Op::Cast { op: Cast::ZExt | Cast::SExt, from, to } => {
                let bits = |ty| node.module.types.int_bits(ty);
                let is_widened = bits(from.ty).is_some_and(|bits| bits <= MOST_BITS);
                is_widened && bits(*to) == Some(POINTER_BITS) || self.contains(&from.value)
            }
            Op::Cast { from, .. } => self.contains(&from.value),
            Op::Binary { lhs, rhs, .. } => self.contains(lhs) && self.contains(rhs),
            Op::Select { then, otherwise, .. } => self.contains(then) && self.contains(otherwise),
            Op::Freeze(Operand { value, .. }) | Op::FNeg(Operand { value, .. }) => self.contains(value),
            Op::Phi { incoming, .. } => incoming.iter().all(|(value, _)| self.contains(value)),
            _ => true,
        }
    }
}

fn may_be_number(op: &Op) -> bool {
    match op {
        Op::ICmp { .. }
        | Op::FCmp { .. }
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::FNeg(_)
        | Op::Phi { .. } => true,
        Op::Cast { op, .. } => {
            !matches!(op, Cast::Trunc | Cast::PtrToInt | Cast::IntToPtr | Cast::Bitcast | Cast::AddrSpaceCast)
        }
        Op::Binary { op, .. } => matches!(
            op,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::UDiv
                | BinaryOp::SDiv
                | BinaryOp::URem
                | BinaryOp::SRem
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::FAdd
                | BinaryOp::FSub
        ),
        _ => false,
    }
}

fn is_number(constant: &Constant) -> bool {
    matches!(
        constant,
        Constant::Int(_)
            | Constant::Float(_)
            | Constant::Double(_)
            | Constant::Null
            | Constant::Zero
            | Constant::Undef
            | Constant::Poison
    )
}
