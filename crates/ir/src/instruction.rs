//! The body of a function: blocks of instructions (LangRef: "Instruction Reference").

use std::rc::Rc;

use crate::constant::Constant;
use crate::debug::MetadataId;
use crate::types::TypeId;

/// An SSA value of a function: its parameters first (0 …), then every instruction that has a result, in text order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// A block of a function; 0 is the entry.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    Local(LocalId),
    Constant(Constant),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Operand {
    pub ty: TypeId,
    pub value: Value,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Body {
    pub blocks: Vec<Block>,
    /// The type of every local, indexed by [`LocalId`].
    pub local_types: Vec<TypeId>,
    /// `#dbg_declare` / `#dbg_value` records and their older spelling as calls, in text order.
    pub debug_records: Vec<DebugRecord>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The label as written (needed for `blockaddress`), or its number.
    pub name: Rc<str>,
    /// Never empty; the last one is the terminator, no other is.
    pub instructions: Vec<Instruction>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// `None` if there is no result, or if it has no name and therefore no use.
    pub result: Option<LocalId>,
    pub op: Op,
    /// `!dbg !N`.
    pub debug: Option<MetadataId>,
    /// Line in the IR text, for our own error messages.
    pub line: u32,
}

/// "The variable lives in, or has, this value from here on."
#[derive(Clone, PartialEq, Debug)]
pub struct DebugRecord {
    pub kind: DebugRecordKind,
    /// `None` when the value is optimised away (`poison`, `undef`, empty metadata) or not a plain value.
    pub value: Option<Operand>,
    pub variable: MetadataId,
    /// Text of the DIExpression's elements, empty when it is `!DIExpression()`.
    pub expression: Rc<str>,
    /// The record is before this instruction of this block.
    pub block: BlockId,
    pub index: u32,
    pub debug: Option<MetadataId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugRecordKind {
    /// The value is the variable's address.
    Declare,
    /// The value is the variable's value (`#dbg_assign` counts as this).
    Value,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Op {
    // Terminators.
    Ret(Option<Operand>),
    Br(BlockId),
    CondBr {
        condition: Value,
        then: BlockId,
        otherwise: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Vec<(Constant, BlockId)>,
    },
    IndirectBr {
        address: Value,
        targets: Vec<BlockId>,
    },
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    /// `asm goto`: inline assembly that ends at `fallthrough`, or jumps to one of the labels.
    CallBr {
        call: Box<Call>,
        fallthrough: BlockId,
        labels: Vec<BlockId>,
    },
    Resume(Operand),
    Unreachable,

    // Arithmetic. Wrapping flags (`nsw`, `exact` …) are read and dropped.
    FNeg(Operand),
    Binary {
        op: BinaryOp,
        ty: TypeId,
        lhs: Value,
        rhs: Value,
    },
    ICmp {
        predicate: IntPredicate,
        ty: TypeId,
        lhs: Value,
        rhs: Value,
    },
    FCmp {
        predicate: FloatPredicate,
        ty: TypeId,
        lhs: Value,
        rhs: Value,
    },
    Cast {
        op: Cast,
        from: Operand,
        to: TypeId,
    },
    /// The condition may be an `i1` or a vector of them.
    Select {
        condition: Operand,
        ty: TypeId,
        then: Value,
        otherwise: Value,
    },
    Freeze(Operand),

    // Memory. `align` is 0 where the text has none.
    Alloca {
        ty: TypeId,
        count: Operand,
        align: u32,
    },
    Load {
        ty: TypeId,
        address: Value,
        align: u32,
        volatile: bool,
        atomic: Option<Ordering>,
    },
    Store {
        value: Operand,
        address: Value,
        align: u32,
        volatile: bool,
        atomic: Option<Ordering>,
    },
    GetElementPtr {
        element: TypeId,
        base: Operand,
        indices: Vec<Operand>,
    },
    AtomicRmw {
        op: RmwOp,
        address: Value,
        value: Operand,
        ordering: Ordering,
        align: u32,
    },
    CmpXchg {
        address: Value,
        expected: Operand,
        new: Value,
        weak: bool,
        success: Ordering,
        failure: Ordering,
        align: u32,
    },
    /// `single_thread`: `syncscope("singlethread")`, a compiler fence only.
    Fence {
        ordering: Ordering,
        single_thread: bool,
    },

    // Aggregates and vectors.
    ExtractValue {
        aggregate: Operand,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        element: Operand,
        indices: Vec<u32>,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Value,
        index: Operand,
    },
    /// A mask element of `None` is undefined.
    ShuffleVector {
        left: Operand,
        right: Value,
        mask: Vec<Option<u32>>,
    },

    // Others.
    Phi {
        ty: TypeId,
        incoming: Vec<(Value, BlockId)>,
    },
    Call(Box<Call>),
    VaArg {
        list: Value,
        ty: TypeId,
    },
    LandingPad {
        ty: TypeId,
        cleanup: bool,
        clauses: Vec<Clause>,
    },
}

impl Op {
    /// LangRef: "Terminator Instructions".
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Op::Ret(_)
                | Op::Br(_)
                | Op::CondBr { .. }
                | Op::Switch { .. }
                | Op::IndirectBr { .. }
                | Op::Invoke { .. }
                | Op::CallBr { .. }
                | Op::Resume(_)
                | Op::Unreachable
        )
    }

    /// Every block that a terminator names, in text order and as often as it is named.
    pub fn for_each_successor(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            Op::Br(target) => visit(*target),
            Op::CondBr { then: first, otherwise: second, .. }
            | Op::Invoke { normal: first, unwind: second, .. } => {
                visit(*first);
                visit(*second);
            }
            Op::Switch { default, cases, .. } => {
                visit(*default);
                cases.iter().for_each(|(_, target)| visit(*target));
            }
            Op::IndirectBr { targets, .. } => targets.iter().for_each(|target| visit(*target)),
            Op::CallBr { fallthrough, labels, .. } => {
                visit(*fallthrough);
                labels.iter().for_each(|label| visit(*label));
            }
            _ => {}
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    pub callee: Callee,
    pub result: TypeId,
    /// The call site's function type: fixed parameters and whether varargs follow. `None` where the text has only the
    /// return type: then the arguments are the parameters.
    pub function_type: Option<TypeId>,
    pub arguments: Vec<Argument>,
    /// `returns_twice` on the call or its attribute group: setjmp and friends.
    pub returns_twice: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Callee {
    /// A local, `@symbol` or constant expression.
    Value(Value),
    InlineAsm(InlineAsm),
}

#[derive(Clone, PartialEq, Debug)]
pub struct InlineAsm {
    pub template: Rc<str>,
    pub constraints: Rc<str>,
    /// `sideeffect`: `asm volatile`, or one without results.
    pub volatile: bool,
    /// `inteldialect`: the instructions are not written as AT&T's assembler wants them.
    pub intel: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Argument {
    pub operand: Operand,
    pub attributes: ParamAttributes,
}

/// The parameter attributes that change what a call does; all others are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ParamAttributes {
    /// `byval(T)`: the callee gets a copy of the pointee. In typed-pointer text, `byval` alone means the pointee.
    pub byval: Option<TypeId>,
    pub sret: bool,
    /// Of the pointer or the byval copy; 0 where not given.
    pub align: u32,
    pub signext: bool,
    pub zeroext: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Clause {
    Catch(Operand),
    Filter(Operand),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cast {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    /// `ptrtoaddr` of LLVM 22 reads as `PtrToInt`.
    IntToPtr,
    Bitcast,
    AddrSpaceCast,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ordering {
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
}
