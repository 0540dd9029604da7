//! The operands of an LLVM instruction.

use crate::instruction::{Call, Callee, Op, Value};

/// Calls `visit` for every value that the instruction uses.
pub fn values(op: &Op, visit: &mut dyn FnMut(&Value)) {
    match op {
        Op::Br(_) | Op::Unreachable | Op::Fence { .. } | Op::Ret(None) | Op::LandingPad { .. } => {}
        Op::Ret(Some(operand)) | Op::Resume(operand) | Op::FNeg(operand) | Op::Freeze(operand) => {
            visit(&operand.value);
        }
        Op::CondBr { condition, .. } => visit(condition),
        Op::Switch { value, .. } => visit(&value.value),
        Op::IndirectBr { address, .. } => visit(address),
        Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => call_values(call, visit),
        Op::Binary { lhs, rhs, .. } | Op::ICmp { lhs, rhs, .. } | Op::FCmp { lhs, rhs, .. } => {
            visit(lhs);
            visit(rhs);
        }
        Op::Cast { from, .. } => visit(&from.value),
        Op::Select { condition, then, otherwise, .. } => {
            visit(&condition.value);
            visit(then);
            visit(otherwise);
        }
        Op::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
        Op::VaArg { list, .. } => visit(list),
        _ => memory_values(op, visit),
    }
}

fn memory_values(op: &Op, visit: &mut dyn FnMut(&Value)) {
    match op {
        Op::Alloca { count, .. } => visit(&count.value),
        Op::Load { address, .. } => visit(address),
        Op::Store { value, address, .. } | Op::AtomicRmw { value, address, .. } => {
            visit(&value.value);
            visit(address);
        }
        Op::GetElementPtr { base, indices, .. } => {
            visit(&base.value);
            indices.iter().for_each(|index| visit(&index.value));
        }
        Op::CmpXchg { address, expected, new, .. } => {
            visit(address);
            visit(&expected.value);
            visit(new);
        }
        Op::ExtractValue { aggregate, .. } => visit(&aggregate.value),
        Op::InsertValue { aggregate, element, .. } => {
            visit(&aggregate.value);
            visit(&element.value);
        }
        Op::ExtractElement { vector, index } => {
            visit(&vector.value);
            visit(&index.value);
        }
        Op::InsertElement { vector, element, index } => {
            visit(&vector.value);
            visit(element);
            visit(&index.value);
        }
        Op::ShuffleVector { left, right, .. } => {
            visit(&left.value);
            visit(right);
        }
        _ => {}
    }
}

fn call_values(call: &Call, visit: &mut dyn FnMut(&Value)) {
    if let Callee::Value(callee) = &call.callee {
        visit(callee);
    }
    call.arguments.iter().for_each(|argument| visit(&argument.operand.value));
}
