//! What the source says about the memory that an instruction touches: in `q->tail`, that it is a part of what `q` points to.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Cast, DebugRecordKind, LocalId, Op, Operand, Value};
use rustc_hash::FxHashMap;

use super::constants::{Stride, Walk};
use super::function::Lowering;
use crate::program::{Access, TypeNumber};
use crate::values::ScalarKind;

/// Addresses are a few instructions away from the pointer that they come from.
const FARTHEST: u32 = 20;

/// What pointers of the source point to, by the local that is the pointer, or the address of the variable.
#[derive(Default)]
pub(crate) struct Pointers {
    values: FxHashMap<LocalId, TypeNumber>,
    variables: FxHashMap<LocalId, TypeNumber>,
}

impl Lowering<'_, '_> {
    /// Reads the pointers of the source from debug info. Of several types of one value, a struct says most.
    pub(crate) fn find_pointers(&mut self) {
        for record in self.body.debug_records.iter().filter(|record| record.expression.is_empty()) {
            let Some(Value::Local(local)) = record.value.as_ref().map(|operand| &operand.value) else {
                continue;
            };
            let described = self.m.debug.variable(record.variable).and_then(|variable| variable.ty);
            let Some(to) = described.and_then(|ty| self.builder.pointed_to(self.module, ty)) else {
                continue;
            };
            let known = match record.kind {
                DebugRecordKind::Declare => &mut self.pointers.variables,
                DebugRecordKind::Value => &mut self.pointers.values,
            };
            let is_record = |number: TypeNumber| self.builder.types.described[number as usize].is_record;
            let known = known.entry(*local).or_insert(to);
            if is_record(to) && !is_record(*known) {
                *known = to;
            }
        }
    }

    /// What an instruction touches; for a call, what its first argument points to.
    pub(crate) fn access(&self, op: &Op) -> Option<Access> {
        let address = match op {
            Op::Load { address, .. } | Op::Store { address, .. } => address,
            Op::AtomicRmw { address, .. } | Op::CmpXchg { address, .. } => address,
            Op::Call(call) => &call.arguments.first()?.operand.value,
            _ => return None,
        };
        self.pointed(address, FARTHEST)
    }

    fn pointed(&self, address: &Value, left: u32) -> Option<Access> {
        let Value::Local(local) = address else { return None };
        if let Some(&to) = self.pointers.values.get(local) {
            return Some(Access { to, offset: 0 });
        }
        let left = left.checked_sub(1)?;
        match self.definition(address)? {
            Op::GetElementPtr { element, base, indices } => {
                let Access { to, offset } = self.pointed(&base.value, left)?;
                let size = self.builder.types.described[to as usize].size;
                let mut walk = Walk::new(*element);
                let steps = indices.iter().map(|index| self.index(&mut walk, index, size));
                let further = steps.sum::<Option<i64>>()?;
                Some(Access { to, offset: offset.checked_add(further)? })
            }
            Op::Cast { op: Cast::Bitcast, from, .. } => self.pointed(&from.value, left),
            Op::Load { address: variable, .. } => {
                let declared = match variable {
                    Value::Local(local) => self.pointers.variables.get(local).copied(),
                    Value::Constant(_) => None,
                };
                let to = declared.or_else(|| self.member(self.pointed(variable, left)?))?;
                Some(Access { to, offset: 0 })
            }
            _ => None,
        }
    }

    /// Bytes that an index adds to an address. Which element of an array of whole objects is meant does not matter.
    fn index(&self, walk: &mut Walk, index: &Operand, size: u64) -> Option<i64> {
        match index.value {
            Value::Constant(Constant::Int(value)) => {
                let is_short = index.ty == self.m.types.int(32);
                let value = if is_short { i64::from(value as i32) } else { value as i64 };
                walk.constant_step(self.builder, self.module, value).ok()
            }
            _ => {
                let stride = walk.next(self.builder, self.module).ok()?;
                matches!(stride, Stride::Bytes(stride) if stride == size).then_some(0)
            }
        }
    }

    /// What the pointer points to that is a part of what is accessed.
    fn member(&self, access: Access) -> Option<TypeNumber> {
        let Access { to, offset } = access;
        let (offset, mut found) = (u64::try_from(offset).ok()?, None);
        self.builder.types.described[to as usize].parts.scalars_in(
            offset..offset + 1,
            &mut |_, at, scalar| {
                if let ScalarKind::Pointer(Some(to)) = scalar.kind
                    && at == offset
                {
                    found.get_or_insert(to);
                }
            },
        );
        found
    }
}
