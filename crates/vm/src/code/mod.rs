//! The bytecode: a compact register code, 16 bytes an instruction.
//!
//! A frame is an array of 64-bit registers. An LLVM value occupies one register per scalar part: integers up to 64 bits,
//! pointers, `float` and `double` take one; `i65` … `i128` take two (low first); structs, arrays and vectors take those
//! of their elements in order. Vector operations are lowered lane by lane.
//!
//! Registers are canonical: an `iN` is zero-extended to 64 bits, a `float` is its bits, zero-extended. Every instruction
//! may rely on it and must keep it. Therefore equality and unsigned comparisons need no width.
//!
//! An instruction reads all its sources before it writes, except for `SelectN`, whose target overlaps no source.
//!
//! Immediates of `CompareImm` and `CompareImmBranch` are sign-extended for signed comparisons, and what the canonical
//! register has to be compared with for all others.
//!
//! Constants that fit no immediate are in registers that are filled in when the frame is created
//! ([`crate::program::Code::constants`]).

mod operands;
mod operations;
mod tables;

pub(crate) use operands::Role;
pub use operations::{AtomicOrder, CompareOp, OldValue, RmwOp};
pub(crate) use operations::{ConvertOp, FloatOp, FloatUnaryOp, IntOp, IntUnaryOp};
pub(crate) use tables::SwitchTable;
pub use tables::{ByValue, CallSite, VarArg, WordRule};

pub type Reg = u16;

/// No address of a context: what [`Insn::SwitchContext`] does not do.
pub(crate) const NO_CONTEXT: u64 = u64::MAX;

/// Index of an instruction in its function.
pub(crate) type Pc = u32;

/// An integer operation of 65 to 128 bits or of an odd width goes through the generic forms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Insn {
    // Moves.
    Mov {
        d: Reg,
        s: Reg,
    },
    /// `n` registers; source and target may overlap.
    MovN {
        d: Reg,
        s: Reg,
        n: u16,
    },
    Const {
        d: Reg,
        value: u64,
    },
    Select {
        d: Reg,
        c: Reg,
        a: Reg,
        b: Reg,
    },
    SelectN {
        d: Reg,
        c: Reg,
        a: Reg,
        b: Reg,
        n: u16,
    },

    // Integers of exactly 32 and 64 bits.
    Add32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Add64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Shl32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Shl64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AShr32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AShr64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddImm32 {
        d: Reg,
        a: Reg,
        imm: i32,
    },
    AddImm64 {
        d: Reg,
        a: Reg,
        imm: i64,
    },
    MulImm32 {
        d: Reg,
        a: Reg,
        imm: i32,
    },
    MulImm64 {
        d: Reg,
        a: Reg,
        imm: i64,
    },
    ShlImm32 {
        d: Reg,
        a: Reg,
        by: u8,
    },
    ShlImm64 {
        d: Reg,
        a: Reg,
        by: u8,
    },
    AShrImm32 {
        d: Reg,
        a: Reg,
        by: u8,
    },
    AShrImm64 {
        d: Reg,
        a: Reg,
        by: u8,
    },
    SDiv32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SDiv64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SRem32 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SRem64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },

    // Operations whose canonical result does not depend on the width (up to 64 bits).
    UDiv {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    URem {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    LShr {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AndImm {
        d: Reg,
        a: Reg,
        imm: u64,
    },
    OrImm {
        d: Reg,
        a: Reg,
        imm: u64,
    },
    XorImm {
        d: Reg,
        a: Reg,
        imm: u64,
    },
    LShrImm {
        d: Reg,
        a: Reg,
        by: u8,
    },

    /// Any width up to 64, any operation; min, max and saturating ones included.
    Int {
        op: IntOp,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    IntUnary {
        op: IntUnaryOp,
        bits: u8,
        d: Reg,
        a: Reg,
    },
    /// `llvm.*.with.overflow`: the result in `d`, the overflow bit in `d + 1`.
    Overflow {
        op: IntOp,
        signed: bool,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// `llvm.fshl` / `llvm.fshr`.
    Funnel {
        left: bool,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
        by: Reg,
    },
    /// 65 to 128 bits, in register pairs.
    Wide {
        op: IntOp,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideUnary {
        op: IntUnaryOp,
        bits: u8,
        d: Reg,
        a: Reg,
    },
    WideOverflow {
        op: IntOp,
        signed: bool,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    WideCompare {
        op: CompareOp,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },

    // Comparisons; the result is 0 or 1.
    Compare {
        op: CompareOp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    CompareImm {
        op: CompareOp,
        d: Reg,
        a: Reg,
        imm: i64,
    },
    /// Signed comparison of a width other than 32 and 64; `op` is `Slt64` or `Sle64`.
    CompareSigned {
        op: CompareOp,
        bits: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },

    // Conversions between integers. Zero extension is a move.
    /// Keeps the low bits.
    Trunc {
        d: Reg,
        a: Reg,
        bits: u8,
    },
    SExt {
        d: Reg,
        a: Reg,
        from: u8,
        to: u8,
    },
    SExt32To64 {
        d: Reg,
        a: Reg,
    },
    SExtWide {
        d: Reg,
        a: Reg,
        from: u8,
        to: u8,
    },

    // Floating point.
    Float {
        op: FloatOp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Double {
        op: FloatOp,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddF64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    SubF64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    MulF64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DivF64 {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    FloatUnary {
        op: FloatUnaryOp,
        d: Reg,
        a: Reg,
    },
    DoubleUnary {
        op: FloatUnaryOp,
        d: Reg,
        a: Reg,
    },
    /// `llvm.fma` (one rounding) and `llvm.fmuladd` (two, as clang's code without FMA does).
    MulAdd {
        double: bool,
        fused: bool,
        d: Reg,
        a: Reg,
        b: Reg,
        c: Reg,
    },
    /// Bits 0 … 3 of `when`: true if unordered, less, equal, greater.
    CompareFloat {
        double: bool,
        when: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Convert {
        op: ConvertOp,
        bits: u8,
        d: Reg,
        a: Reg,
    },

    // Memory. Sizes are in bytes; the address is `a + offset`.
    Load8 {
        d: Reg,
        a: Reg,
        offset: i32,
    },
    Load16 {
        d: Reg,
        a: Reg,
        offset: i32,
    },
    Load32 {
        d: Reg,
        a: Reg,
        offset: i32,
    },
    Load64 {
        d: Reg,
        a: Reg,
        offset: i32,
    },
    /// An odd size up to 8.
    LoadBytes {
        d: Reg,
        a: Reg,
        size: u8,
        offset: i32,
    },
    Store8 {
        a: Reg,
        s: Reg,
        offset: i32,
    },
    Store16 {
        a: Reg,
        s: Reg,
        offset: i32,
    },
    Store32 {
        a: Reg,
        s: Reg,
        offset: i32,
    },
    Store64 {
        a: Reg,
        s: Reg,
        offset: i32,
    },
    StoreBytes {
        a: Reg,
        s: Reg,
        size: u8,
        offset: i32,
    },
    /// `a + index * scale + offset`.
    Lea {
        d: Reg,
        a: Reg,
        index: Reg,
        scale: i32,
        offset: i32,
    },
    /// The same with an `i32` index, sign-extended.
    Lea32 {
        d: Reg,
        a: Reg,
        index: Reg,
        scale: i32,
        offset: i32,
    },
    /// The address of a fixed `alloca` of this frame.
    FrameAddress {
        d: Reg,
        offset: u32,
    },
    /// The address of a thread-local of the running thread.
    ThreadLocal {
        d: Reg,
        offset: u32,
    },
    /// An `alloca` of run-time size (in bytes).
    Alloca {
        d: Reg,
        size: Reg,
        align: u32,
    },
    StackSave {
        d: Reg,
    },
    StackRestore {
        a: Reg,
    },
    MemCopy {
        to: Reg,
        from: Reg,
        length: Reg,
    },
    MemSet {
        to: Reg,
        byte: Reg,
        length: Reg,
    },
    VaStart {
        list: Reg,
    },
    VaCopy {
        to: Reg,
        from: Reg,
    },

    // Control.
    Jump {
        to: Pc,
    },
    Branch {
        c: Reg,
        then: Pc,
        otherwise: Pc,
    },
    CompareBranch {
        op: CompareOp,
        a: Reg,
        b: Reg,
        then: Pc,
        otherwise: Pc,
    },
    CompareImmBranch {
        op: CompareOp,
        a: Reg,
        imm: i16,
        then: Pc,
        otherwise: Pc,
    },
    Switch {
        v: Reg,
        table: u32,
    },
    /// `indirectbr`: to the block whose label address is in `a`.
    JumpIndirect {
        a: Reg,
    },
    Call {
        function: u32,
        site: u32,
    },
    CallIndirect {
        f: Reg,
        site: u32,
    },
    /// The `n` registers from `s` on are the result.
    Return {
        s: Reg,
        n: u16,
    },
    SetJump {
        d: Reg,
        buffer: Reg,
    },
    LongJump {
        buffer: Reg,
        value: Reg,
    },
    /// `getcontext`, `setcontext`, `swapcontext`: leaves the frames in the context whose address is in `save`, and resumes the one
    /// in `resume`, unless they are [`NO_CONTEXT`].
    SwitchContext {
        d: Reg,
        save: Reg,
        resume: Reg,
    },
    /// Unwinds to the innermost landing pad.
    Raise {
        exception: Reg,
        /// It does not come from a landing pad.
        begins: bool,
    },
    Unreachable,
    /// `llvm.trap`.
    Trap,
    /// Index into [`crate::program::Code::unsupported`].
    Unsupported {
        reason: u32,
    },

    // Visible operations. `size` is 1, 2, 4, 8 or 16 bytes (16: register pairs).
    AtomicLoad {
        d: Reg,
        a: Reg,
        size: u8,
        order: AtomicOrder,
    },
    AtomicStore {
        a: Reg,
        s: Reg,
        size: u8,
        order: AtomicOrder,
    },
    /// `used`: what the program does with the old value.
    AtomicRmw {
        op: RmwOp,
        d: Reg,
        a: Reg,
        s: Reg,
        size: u8,
        order: AtomicOrder,
        used: OldValue,
    },
    /// The old value in `d …`, the success bit in the register behind it.
    CompareExchange {
        d: Reg,
        a: Reg,
        expected: Reg,
        new: Reg,
        size: u8,
        success: AtomicOrder,
        failure: AtomicOrder,
    },
    Fence {
        order: AtomicOrder,
    },
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_instruction_takes_16_bytes() {
        assert_eq!(size_of::<super::Insn>(), 16);
    }
}
