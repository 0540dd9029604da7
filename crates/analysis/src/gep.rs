//! Offsets of `getelementptr` (LangRef) with constant indices.

use mazurka_ir::constant::{Constant, ConstantExpr};
use mazurka_ir::instruction::{Cast, Operand, Value};
use mazurka_ir::module::SymbolId;
use mazurka_ir::{Module, Type, TypeId};

use crate::points_to::Steps;

/// `None` if an index is not constant, or the offset is beyond all memory.
pub(crate) fn offset(module: &Module, element: TypeId, indices: &[Operand]) -> Option<i64> {
    let constant = |index: &Operand| match &index.value {
        Value::Constant(constant) => number(module, index.ty, constant),
        Value::Local(_) => None,
    };
    sum(module, element, indices.iter().map(constant))
}

/// Where an address leads from its base.
#[derive(Default)]
pub(crate) struct Path {
    pub steps: Steps,
    /// The indices, by their places, that are taken to stay in their arrays, and the lengths of these.
    pub within: Vec<(usize, u64)>,
    /// The size of what is at its end.
    pub size: u64,
}

/// Where it leads. An index into an array stays in that array, unless that has at most one element: it may be longer than its type says. `None`
/// if that is beyond all memory, or not known.
pub(crate) fn path(module: &Module, element: TypeId, indices: &[Operand]) -> Option<Path> {
    let (mut ty, mut path) = (element, Path::default());
    let steps = &mut path.steps;
    for (position, index) in indices.iter().enumerate() {
        let constant = match &index.value {
            Value::Constant(constant) => Some(number(module, index.ty, constant)?),
            Value::Local(_) => None,
        };
        let mut count = None;
        if position > 0 {
            ty = match (module.types.get(ty), constant) {
                (Type::Array(length, element), _) => {
                    // Of structs, the same member of all elements counts.
                    count = Some(length).filter(|&length| length > 1 && !has_structs(module, element));
                    element
                }
                (Type::Vector(_, element), _) => element,
                (Type::Struct { fields, packed }, Some(index)) => {
                    let (offsets, _) = module.layout.structure(&module.types, &fields, packed)?;
                    let field = usize::try_from(index).ok()?;
                    steps.by = steps.by.checked_add(i64::try_from(*offsets.get(field)?).ok()?)?;
                    ty = *fields.get(field)?;
                    continue;
                }
                _ => return None,
            };
        }
        let size = module.layout.of(&module.types, ty)?.stride();
        match (constant, count) {
            (Some(index), _) => {
                steps.by = steps.by.checked_add(index.checked_mul(i64::try_from(size).ok()?)?)?;
            }
            (None, Some(count)) => {
                steps.spread = steps.spread.checked_add((count - 1).checked_mul(size)?)?;
                steps.step = gcd(steps.step, size);
                path.within.push((position, count));
            }
            (None, None) => steps.stride = gcd(steps.stride, size),
        }
    }
    path.size = module.layout.of(&module.types, ty)?.stride();
    Some(path)
}

fn has_structs(module: &Module, element: TypeId) -> bool {
    match module.types.get(element) {
        Type::Array(_, element) => has_structs(module, element),
        ty => matches!(ty, Type::Struct { .. }),
    }
}

pub(crate) fn gcd(a: u64, b: u64) -> u64 {
    match b {
        0 => a,
        b => gcd(b, a % b),
    }
}

/// The symbol that a constant address is in, and the offset, if that is all there is to it.
pub(crate) fn place(module: &Module, constant: &Constant) -> Option<(SymbolId, Option<i64>)> {
    match constant {
        Constant::Symbol(symbol) => Some((*symbol, Some(0))),
        Constant::Expr(expr) => match &**expr {
            ConstantExpr::GetElementPtr { element, base, indices } => {
                let (symbol, start) = place(module, &base.1)?;
                let indices = indices.iter().map(|(ty, index)| number(module, *ty, index));
                let offset = sum(module, *element, indices);
                Some((symbol, start.zip(offset).and_then(|(start, offset)| start.checked_add(offset))))
            }
            ConstantExpr::Cast { op: Cast::Bitcast, value, .. } => place(module, value),
            _ => None,
        },
        _ => None,
    }
}

fn number(module: &Module, ty: TypeId, constant: &Constant) -> Option<i64> {
    match constant {
        Constant::Int(value) => {
            let unused = 128_u32.checked_sub(module.types.int_bits(ty)?)?;
            (((*value << unused.min(127)) as i128) >> unused.min(127)).try_into().ok()
        }
        Constant::Zero | Constant::Null => Some(0),
        _ => None,
    }
}

fn sum(module: &Module, element: TypeId, indices: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    let mut ty = element;
    let mut total = 0_i64;
    for (position, index) in indices.enumerate() {
        let index = index?;
        let array_element = match module.types.get(ty) {
            // The first index steps over whole objects.
            _ if position == 0 => ty,
            Type::Array(_, element) | Type::Vector(_, element) => element,
            Type::Struct { fields, packed } => {
                let (offsets, _) = module.layout.structure(&module.types, &fields, packed)?;
                let field = usize::try_from(index).ok()?;
                total = total.checked_add(i64::try_from(*offsets.get(field)?).ok()?)?;
                ty = *fields.get(field)?;
                continue;
            }
            _ => return None,
        };
        let stride = i64::try_from(module.layout.of(&module.types, array_element)?.stride()).ok()?;
        total = total.checked_add(index.checked_mul(stride)?)?;
        ty = array_element;
    }
    Some(total)
}
