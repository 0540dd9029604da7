//! What volatile accesses mean. To C they are no synchronisation; most programs older than C11 use them as such.

use rustc_hash::FxHashSet;

use crate::constant::Constant;
use crate::instruction::{Body, Callee, LocalId, Op, Ordering, Value};
use crate::module::Module;
use crate::operands::values;
use crate::types::{Type, TypeId};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Volatile {
    /// Plain accesses, as the standard says.
    #[default]
    Plain,
    /// Atomic ones, if an atomic access of that size exists.
    Atomic { load: Ordering, store: Ordering },
}

/// Accesses of more bytes remain plain.
const LARGEST: u64 = 8;

impl Volatile {
    pub const RELAXED: Volatile = Volatile::Atomic { load: Ordering::Monotonic, store: Ordering::Monotonic };
    pub const ACQUIRE_RELEASE: Volatile =
        Volatile::Atomic { load: Ordering::Acquire, store: Ordering::Release };

    /// Rewrites the accesses of a function that was read.
    pub(crate) fn apply(self, module: &Module, body: &mut Body) {
        let Volatile::Atomic { load, store } = self else { return };
        let private = private_variables(module, body);
        for instruction in body.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
            let (ty, address, align, atomic, order) = match &mut instruction.op {
                Op::Load { ty, address, align, volatile: true, atomic } => {
                    (*ty, address, *align, atomic, load)
                }
                Op::Store { value, address, align, volatile: true, atomic } => {
                    (value.ty, address, *align, atomic, store)
                }
                _ => continue,
            };
            let is_private = matches!(address, Value::Local(local) if private.contains(local));
            if !is_private && module.can_be_atomic(ty, align) {
                atomic.get_or_insert(order);
            }
        }
    }
}

impl Module {
    fn can_be_atomic(&self, ty: TypeId, align: u32) -> bool {
        let is_scalar = matches!(self.types.get(ty), Type::Int(_) | Type::Float | Type::Double | Type::Ptr);
        let fits =
            |size: u64| size.is_power_of_two() && size <= LARGEST && (align == 0 || u64::from(align) >= size);
        is_scalar && self.layout.of(&self.types, ty).is_some_and(|layout| fits(layout.size))
    }
}

/// Variables of the function whose address is only used to load and store them: no other thread can access them.
fn private_variables(module: &Module, body: &Body) -> FxHashSet<LocalId> {
    let instructions = || body.blocks.iter().flat_map(|block| &block.instructions);
    let variables = instructions().filter(|instruction| matches!(instruction.op, Op::Alloca { .. }));
    let mut private: FxHashSet<LocalId> = variables.filter_map(|instruction| instruction.result).collect();
    let mut escapes = |value: &Value| {
        if let Value::Local(local) = value {
            private.remove(local);
        }
    };
    for instruction in instructions() {
        match &instruction.op {
            Op::Load { .. } => {}
            Op::Store { value, .. } => escapes(&value.value),
            op if is_lifetime_marker(module, op) => {}
            op => values(op, &mut escapes),
        }
    }
    private
}

fn is_lifetime_marker(module: &Module, op: &Op) -> bool {
    let Op::Call(call) = op else { return false };
    let Callee::Value(Value::Constant(Constant::Symbol(symbol))) = call.callee else { return false };
    module.symbol(symbol).name.starts_with("llvm.lifetime.")
}
