//! Runs a linked LLVM program as threads that can be stepped one visible operation at a time, and rewound.
//!
//! Reading order: [`address`] (the address space), [`memory`] (bytes, checks, undo), [`threads`] (frames and registers),
//! [`code`] (the bytecode), [`lower`] (LLVM to bytecode), [`exec`] (bytecode to effects), [`visibility`] (which accesses are
//! scheduling points), [`library`] (what the program calls and does not define), [`vm`] (the whole as a machine).

pub mod address;
pub mod clocks;
pub mod code;
pub mod config;
pub mod context;
pub mod diagnose;
pub mod errno;
pub mod exec;
pub mod files;
pub mod input;
pub mod library;
pub mod lower;
pub mod memory;
pub mod names;
pub mod output;
pub mod program;
pub mod threads;
pub mod values;
pub mod visibility;
pub mod vm;

pub use config::{Config, OpenNumbers, Record};
pub use names::blocks::BlockNames;
pub use threads::{Birth, ThreadNumbers};
pub use visibility::Visibility;
pub use vm::{Change, Limits, RunEnd, Vm, VmError};
