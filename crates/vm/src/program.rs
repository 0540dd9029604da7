//! A lowered program: immutable, shared by all machines that run it.

use std::sync::Arc;

use mazurka_machine::Location;

use crate::code::{CallSite, Insn, Pc, Reg, SwitchTable};
use crate::library::Native;

/// Index into [`Program::functions`]; its address is `address::CODE + address::FUNCTION_STEP * index`.
pub type FunctionId = u32;

#[derive(Debug)]
pub struct Program {
    pub functions: Vec<Function>,
    /// Initial contents of variables and constants.
    pub globals: Vec<Global>,
    /// The template of every thread's thread-locals, `thread_local_size` bytes from the start of its stack region on.
    pub thread_locals: Vec<Global>,
    pub thread_local_size: u64,
    /// Where label `i` of `blockaddress` (`address::LABELS + i`) leads.
    pub labels: Vec<(FunctionId, Pc)>,
    pub main: FunctionId,
    /// In the order they run before main.
    pub constructors: Vec<FunctionId>,
    /// In the order they run at exit.
    pub destructors: Vec<FunctionId>,
}

#[derive(Debug)]
pub struct Global {
    /// In the address space, or the offset in the thread's block for thread-locals.
    pub address: u64,
    pub size: u64,
    /// May be shorter than `size`: the rest is zero.
    pub image: Vec<u8>,
    pub name: Arc<str>,
    pub constant: bool,
}

#[derive(Debug)]
pub struct Function {
    pub name: Arc<str>,
    pub kind: FunctionKind,
}

#[derive(Debug)]
pub enum FunctionKind {
    Code(Box<Code>),
    Native(&'static Native),
    /// Nobody defines it, or its text could not be read: an error when called, with this reason.
    Unusable(String),
}

#[derive(Debug, Default)]
pub struct Code {
    pub insns: Vec<Insn>,
    /// Number of registers of a frame.
    pub registers: u16,
    /// Number of registers that arguments arrive in (0 …).
    pub params: u16,
    /// Registers that hold constants for the whole life of a frame: filled in on entry, not part of the state.
    pub constants: Vec<(Reg, u64)>,
    /// Bytes of fixed allocas, and where each one stands.
    pub frame_size: u32,
    pub frame_align: u32,
    pub allocas: Vec<FrameSlot>,
    pub varargs: bool,
    pub sites: Vec<CallSite>,
    pub switches: Vec<SwitchTable>,
    pub unsupported: Vec<String>,
    /// For every instruction, index into `locations` plus one; 0: unknown.
    pub lines: Vec<u32>,
    pub locations: Vec<SourcePosition>,
    /// For every instruction at which a thread can stand between steps (visible operations and calls), the registers
    /// that are still needed from there on; sorted by `Pc`. For a call: needed after it returns.
    pub live: Vec<(Pc, Box<[Reg]>)>,
    pub variables: Vec<SourceVariable>,
    /// `true` for code of the library's own: left out of stacks that people see.
    pub internal: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameSlot {
    pub offset: u32,
    pub size: u32,
}

/// A position, and the calls that were inlined around it, innermost first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourcePosition {
    pub location: Location,
    pub function: Arc<str>,
    pub inlined_at: Vec<(Location, Arc<str>)>,
}

/// A local variable of the source and where it lives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceVariable {
    pub name: Arc<str>,
    pub place: VariablePlace,
    pub line: u32,
    pub bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VariablePlace {
    Register(Reg),
    Frame(u32),
}
