//! Runs a linked LLVM program as threads that can be stepped one visible operation at a time, and rewound.
//!
//! Reading order: [`address`] (the address space), [`memory`] (bytes, checks, undo), [`threads`] (frames and registers),
//! [`code`] (the bytecode), [`lower`] (LLVM to bytecode), [`exec`] (bytecode to effects), [`visibility`] (which accesses are
//! scheduling points), [`library`] (what the program calls and does not define), [`vm`] (the whole as a machine).

mod address;
mod arrivals;
mod clocks;
mod code;
mod config;
mod context;
mod diagnose;
mod errno;
mod exec;
mod extended;
mod files;
mod input;
mod library;
mod lower;
mod memory;
mod names;
mod output;
mod panics;
mod program;
mod rust;
mod sections;
mod sites;
mod threads;
mod values;
mod visibility;
mod vm;

pub use config::{Config, OpenNumbers, Record};
pub use input::Input;
pub use library::analysis::LIBRARY;
pub use library::support::link;
pub use lower::{
    LoadError, Options as LoweringOptions, STD_RULES_FOR, SUPPORT_PATH, UndefinedFunctions, lower,
};
pub use mazurka_analysis::future::{FieldId, FieldOverlaps, FieldSet};
pub use names::blocks::BlockNames;
pub use names::extent::Extent;
pub use output::{Output, OutputMark, Stream};
pub use program::future::{FramePoint, FutureTable, Point, points};
pub use program::{Program, ProtectedVariable, Undefined};
pub use threads::{Birth, ThreadNumbers};
pub use visibility::{
    Cause, FreshAccesses, Interference, InterferenceFigures, Knowledge, MemoryKind, ObjectIds, SharedObject,
    Sharing, SharingAccess, SharingRule, Visibility,
};
pub use vm::{Change, Limits, RunEnd, Vm, VmError, VmMark};

/// What it takes to assemble a program by hand, for tests and benchmarks of this crate alone.
#[doc(hidden)]
pub mod assembly {
    pub use crate::address::{CODE, CONSTANTS, FUNCTION_STEP, GLOBALS, Place, heap_of, place, stack_of};
    pub use crate::code::{
        AtomicOrder, ByValue, CallSite, CompareOp, Insn, OldValue, Reg, RmwOp, VarArg, WordRule,
    };
    pub use crate::context::{Context, Stop, View};
    pub use crate::exec::call::enter;
    pub use crate::library::{Args, Intent, Native, Return};
    pub use crate::lower::verify;
    pub use crate::program::{Code, FrameSlot, Function, FunctionKind, Global, Live, Parts};
    pub use crate::threads::Status;
}
