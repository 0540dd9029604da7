//! The keyword of every value that is spelled as one.

use crate::instruction::{BinaryOp, Cast, FloatPredicate, IntPredicate, Ordering, RmwOp};

/// LangRef: "Binary Operations", "Bitwise Binary Operations".
pub(super) fn binary_op(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::Sub => "sub",
        BinaryOp::Mul => "mul",
        BinaryOp::UDiv => "udiv",
        BinaryOp::SDiv => "sdiv",
        BinaryOp::URem => "urem",
        BinaryOp::SRem => "srem",
        BinaryOp::Shl => "shl",
        BinaryOp::LShr => "lshr",
        BinaryOp::AShr => "ashr",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
        BinaryOp::FAdd => "fadd",
        BinaryOp::FSub => "fsub",
        BinaryOp::FMul => "fmul",
        BinaryOp::FDiv => "fdiv",
        BinaryOp::FRem => "frem",
    }
}

/// LangRef: "Conversion Operations".
pub(super) fn cast(op: Cast) -> &'static str {
    match op {
        Cast::Trunc => "trunc",
        Cast::ZExt => "zext",
        Cast::SExt => "sext",
        Cast::FpTrunc => "fptrunc",
        Cast::FpExt => "fpext",
        Cast::FpToUi => "fptoui",
        Cast::FpToSi => "fptosi",
        Cast::UiToFp => "uitofp",
        Cast::SiToFp => "sitofp",
        Cast::PtrToInt => "ptrtoint",
        Cast::IntToPtr => "inttoptr",
        Cast::Bitcast => "bitcast",
        Cast::AddrSpaceCast => "addrspacecast",
    }
}

/// LangRef: "icmp Instruction".
pub(super) fn int_predicate(predicate: IntPredicate) -> &'static str {
    match predicate {
        IntPredicate::Eq => "eq",
        IntPredicate::Ne => "ne",
        IntPredicate::Ugt => "ugt",
        IntPredicate::Uge => "uge",
        IntPredicate::Ult => "ult",
        IntPredicate::Ule => "ule",
        IntPredicate::Sgt => "sgt",
        IntPredicate::Sge => "sge",
        IntPredicate::Slt => "slt",
        IntPredicate::Sle => "sle",
    }
}

/// LangRef: "fcmp Instruction".
pub(super) fn float_predicate(predicate: FloatPredicate) -> &'static str {
    match predicate {
        FloatPredicate::False => "false",
        FloatPredicate::Oeq => "oeq",
        FloatPredicate::Ogt => "ogt",
        FloatPredicate::Oge => "oge",
        FloatPredicate::Olt => "olt",
        FloatPredicate::Ole => "ole",
        FloatPredicate::One => "one",
        FloatPredicate::Ord => "ord",
        FloatPredicate::Uno => "uno",
        FloatPredicate::Ueq => "ueq",
        FloatPredicate::Ugt => "ugt",
        FloatPredicate::Uge => "uge",
        FloatPredicate::Ult => "ult",
        FloatPredicate::Ule => "ule",
        FloatPredicate::Une => "une",
        FloatPredicate::True => "true",
    }
}

/// LangRef: "Atomic Memory Ordering Constraints".
pub(super) fn ordering(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::Unordered => "unordered",
        Ordering::Monotonic => "monotonic",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcqRel => "acq_rel",
        Ordering::SeqCst => "seq_cst",
    }
}

/// LangRef: "atomicrmw Instruction".
pub(super) fn rmw_op(op: RmwOp) -> &'static str {
    match op {
        RmwOp::Xchg => "xchg",
        RmwOp::Add => "add",
        RmwOp::Sub => "sub",
        RmwOp::And => "and",
        RmwOp::Nand => "nand",
        RmwOp::Or => "or",
        RmwOp::Xor => "xor",
        RmwOp::Max => "max",
        RmwOp::Min => "min",
        RmwOp::UMax => "umax",
        RmwOp::UMin => "umin",
        RmwOp::FAdd => "fadd",
        RmwOp::FSub => "fsub",
        RmwOp::FMax => "fmax",
        RmwOp::FMin => "fmin",
        RmwOp::UIncWrap => "uinc_wrap",
        RmwOp::UDecWrap => "udec_wrap",
        RmwOp::USubCond => "usub_cond",
        RmwOp::USubSat => "usub_sat",
    }
}
