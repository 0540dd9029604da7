//! What the instructions with an `op` do.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntOp {
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
    SMin,
    SMax,
    UMin,
    UMax,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
    /// Three-way comparison: -1, 0 or 1. The width is that of the operands; the result is masked by what follows.
    SCmp,
    UCmp,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntUnaryOp {
    CountOnes,
    LeadingZeros,
    TrailingZeros,
    SwapBytes,
    ReverseBits,
    Abs,
}

/// On canonical registers; greater-than is less-than with the operands swapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Slt32,
    Sle32,
    Slt64,
    Sle64,
    /// Only with an immediate, where operands cannot be swapped.
    Ugt,
    Uge,
    Sgt32,
    Sge32,
    Sgt64,
    Sge64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    CopySign,
    /// `llvm.minnum` / `maxnum`: a NaN loses.
    MinNum,
    MaxNum,
    /// `llvm.minimum` / `maximum`: a NaN wins.
    Minimum,
    Maximum,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnaryOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// Ties to even: `rint`, `nearbyint`, `roundeven`.
    Rint,
    /// Ties away from zero.
    Round,
    Sin,
    Cos,
    Tan,
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
}

/// `bits` is the width of the integer side; `Wide` ones use register pairs there. `Sat`: `llvm.fpto*i.sat`, which is
/// also what plain conversions of values out of range do here.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ConvertOp {
    FloatToDouble,
    DoubleToFloat,
    SignedToFloat,
    SignedToDouble,
    UnsignedToFloat,
    UnsignedToDouble,
    FloatToSigned,
    DoubleToSigned,
    FloatToUnsigned,
    DoubleToUnsigned,
    WideSignedToFloat,
    WideSignedToDouble,
    WideUnsignedToFloat,
    WideUnsignedToDouble,
    FloatToWideSigned,
    DoubleToWideSigned,
    FloatToWideUnsigned,
    DoubleToWideUnsigned,
}

/// What a program does with the value that an atomic update finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OldValue {
    Unused,
    /// All that is asked is whether it is 1. If it is not, the register becomes [`OldValue::NOT_ONE`], whatever it is: what a thread does not
    /// know does not make its states different.
    IsOne,
    Used,
}

impl OldValue {
    pub const NOT_ONE: u64 = 2;
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    Exchange,
    Add,
    Sub,
    /// The operand minus the old value.
    SubFrom,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UnsignedMax,
    UnsignedMin,
    FloatAdd,
    FloatSub,
    DoubleAdd,
    DoubleSub,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOrder {
    Relaxed,
    Acquire,
    Release,
    AcqRel,
    SeqCst,
}

impl ConvertOp {
    /// Whether the source is an integer of two registers.
    pub fn reads_wide(self) -> bool {
        use ConvertOp::*;
        matches!(self, WideSignedToFloat | WideSignedToDouble | WideUnsignedToFloat | WideUnsignedToDouble)
    }

    /// Whether the result is an integer of two registers.
    pub fn writes_wide(self) -> bool {
        use ConvertOp::*;
        matches!(self, FloatToWideSigned | DoubleToWideSigned | FloatToWideUnsigned | DoubleToWideUnsigned)
    }
}
