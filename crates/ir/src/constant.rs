//! Constants and constant expressions (LangRef: "Constants", "Constant Expressions").

use std::rc::Rc;

use crate::instruction::{BinaryOp, Cast, IntPredicate};
use crate::module::SymbolId;
use crate::types::TypeId;

/// A constant; its type is beside it (in [`crate::instruction::Operand`] or in the variable's type).
#[derive(Clone, PartialEq, Debug)]
pub enum Constant {
    /// An integer of at most 128 bits, zero-extended from its type's width.
    Int(u128),
    /// The bits of a `float`, zero-extended (text prints floats as the hexadecimal bits of a double).
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// The 80 bits of an `x86_fp80`.
    Extended(u128),
    Null,
    Undef,
    Poison,
    /// `zeroinitializer`, and `none` of token type.
    Zero,
    /// `c"…"`, unescaped.
    Bytes(Rc<[u8]>),
    /// Elements of an array, vector or struct, each with its own type.
    Aggregate(Rc<[(TypeId, Constant)]>),
    /// `splat (T v)`: every lane of the vector is `v`.
    Splat(Rc<(TypeId, Constant)>),
    /// `@name`: the address of a variable, function or alias of the same module.
    Symbol(SymbolId),
    /// `blockaddress(@f, %label)`; the label as written, without `%`.
    BlockAddress(SymbolId, Rc<str>),
    Expr(Rc<ConstantExpr>),
    /// A constant we can read past but not evaluate, with its text: an error when used.
    Unsupported(Rc<str>),
}

#[derive(Clone, PartialEq, Debug)]
pub enum ConstantExpr {
    Cast {
        op: Cast,
        from: TypeId,
        value: Constant,
        to: TypeId,
    },
    GetElementPtr {
        element: TypeId,
        base: (TypeId, Constant),
        indices: Vec<(TypeId, Constant)>,
    },
    Binary {
        op: BinaryOp,
        ty: TypeId,
        lhs: Constant,
        rhs: Constant,
    },
    /// Only LLVM 14 to 18 print these.
    Compare {
        predicate: IntPredicate,
        ty: TypeId,
        lhs: Constant,
        rhs: Constant,
    },
    Select {
        condition: (TypeId, Constant),
        ty: TypeId,
        then: Constant,
        otherwise: Constant,
    },
}
