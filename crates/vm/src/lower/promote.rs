//! Which locals can live in registers: those of scalar type whose address is only used to load and store them whole.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Call, Callee, LocalId, Op, Value};
use mazurka_ir::link::SymbolRef;

use super::program::Builder;
use super::shape::Scalar;
use mazurka_ir::operands::values;

/// For every local: the type of the variable, if it is an `alloca` that needs no memory.
pub(crate) fn promotable(builder: &mut Builder, module: usize, body: &Body) -> Vec<Option<Scalar>> {
    let mut candidates = vec![None; body.local_types.len()];
    if builder.options.keep_locals_in_memory {
        return candidates;
    }
    let mut instructions = body.blocks.iter().flat_map(|block| &block.instructions);
    if instructions.any(|instruction| leaves_context(builder, module, &instruction.op)) {
        return candidates;
    }
    for instruction in body.blocks.iter().take(1).flat_map(|entry| &entry.instructions) {
        if let (Some(LocalId(id)), Op::Alloca { ty, count, .. }) = (instruction.result, &instruction.op)
            && count.value == Value::Constant(Constant::Int(1))
            && let Ok(shape) = builder.shape(module, *ty)
        {
            candidates[id as usize] = shape.scalar();
        }
    }
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        reject(builder, module, &instruction.op, &mut candidates);
    }
    candidates
}

/// Strikes out what this instruction uses in any other way.
fn reject(builder: &mut Builder, module: usize, op: &Op, candidates: &mut [Option<Scalar>]) {
    let (address, ty) = match op {
        Op::Load { address, ty, atomic: None, .. } => (address, *ty),
        Op::Store { address, value, atomic: None, .. } => {
            strike(&value.value, candidates);
            (address, value.ty)
        }
        Op::Call(call) if is_marker(builder, module, call) => return,
        _ => return values(op, &mut |value| strike(value, candidates)),
    };
    let Value::Local(LocalId(id)) = address else { return };
    let Some(candidate) = candidates.get_mut(*id as usize) else { return };
    let accessed = builder.shape(module, ty).ok().and_then(|shape| shape.scalar());
    if candidate.map(Scalar::bits) != accessed.map(Scalar::bits) {
        *candidate = None;
    }
}

fn strike(value: &Value, candidates: &mut [Option<Scalar>]) {
    if let Value::Local(LocalId(id)) = value
        && let Some(candidate) = candidates.get_mut(*id as usize)
    {
        *candidate = None;
    }
}

/// Whether control may come back to it with the registers that it had: variables keep what they have become since.
pub(super) fn leaves_context(builder: &Builder, module: usize, op: &Op) -> bool {
    let Op::Call(call) = op else { return false };
    called(builder, module, call).is_some_and(|name| matches!(name, "getcontext" | "swapcontext"))
}

/// `llvm.lifetime.start` and `end` say nothing that a register needs to know.
pub(super) fn is_marker(builder: &Builder, module: usize, call: &Call) -> bool {
    called(builder, module, call).is_some_and(|name| name.starts_with("llvm.lifetime."))
}

/// The name of the function, if it is called by its name.
pub(super) fn called<'b>(builder: &'b Builder, module: usize, call: &Call) -> Option<&'b str> {
    let Callee::Value(Value::Constant(Constant::Symbol(symbol))) = call.callee else { return None };
    Some(&builder.linked.symbol(SymbolRef { module, symbol }).name)
}
