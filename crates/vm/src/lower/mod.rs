//! LLVM IR to bytecode, once per program, only what is reachable from `main`.
//!
//! Reading order: [`program`](self::program) finds what is reachable and assigns addresses, [`constants`] and [`globals`]
//! build memory images, [`function`] turns a body into a [`draft`] (with the instruction groups beside it), [`optimize`]
//! optimizes the draft, [`allocate`] assigns real registers, [`finish`] emits the code, [`verify`] checks it.
//!
//! What cannot be lowered is an error only when it is executed: an instruction becomes
//! [`crate::code::Insn::Unsupported`], a function [`crate::program::FunctionKind::Unusable`].

mod access;
mod aggregates;
mod allocate;
mod arithmetic;
mod atomics;
pub(crate) mod backoff;
mod big;
mod calls;
mod cancellation;
mod casts;
mod compare;
mod compounds;
mod constants;
mod control;
pub(crate) mod dead_bytes;
mod debug;
mod draft;
pub(crate) mod errno;
mod extended;
mod finish;
mod function;
mod future;
mod gep;
mod globals;
mod inline_asm;
mod intrinsics;
mod lengths;
mod liveness;
mod memory;
mod optimize;
mod parts;
mod polling;
mod program;
mod promote;
mod shape;
mod sleeps;
mod static_facts;
pub(crate) mod std_rules;
mod stops;
mod system_calls;
mod undefined;
mod unread;
mod unwinding;
mod verify;
mod whole;

use std::fmt;

pub(crate) use program::plain_name;
pub use std_rules::VERSIONS as STD_RULES_FOR;
pub use undefined::UndefinedFunctions;
pub use verify::verify;

/// A module whose path begins with this is support code of our own.
pub const SUPPORT_PATH: &str = "mazurka:";

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Locals stay in memory, where reads of uninitialised bytes are detected.
    pub keep_locals_in_memory: bool,
    /// Finds fresh accesses and protected variables, for [`crate::FreshAccesses::Hidden`] and [`crate::Program::protected`].
    pub analyze: bool,
    /// Finds what threads may still do from every point on, for visibility policies that ask.
    pub future: bool,
    /// Finds out whose stacks other threads may reach ([`crate::Program::reachable_stacks`]), if the program has loops that may wait.
    pub reachable_stacks: bool,
    /// Lets clocks stand still where what they show reaches only deadlines.
    pub stop_clocks: bool,
    /// Leaves out what decides only how long threads pause. Where clocks show how long they sleep, that stays.
    pub shorten_pauses: bool,
    /// Keeps zeros in variables that nothing reads ([`mazurka_analysis::unread`]), and in `errno` where it is not read ([`errno`]).
    pub clear_unread: bool,
    pub undefined_functions: UndefinedFunctions,
    /// Uses what is known of the locks of Rust's standard library: see [`STD_RULES_FOR`].
    pub std_rules: bool,
}

/// Why a linked program cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LoadError {}

pub fn lower(
    linked: &mazurka_ir::link::Program,
    options: &Options,
) -> Result<crate::program::Program, LoadError> {
    let facts = static_facts::StaticFacts::find(linked, options);
    let shortened = Shortened { sleeps: options.shorten_pauses, lengths: options.shorten_pauses };
    let program = build(linked, options, &facts, shortened)?;
    let has_shortened = program.has_shortened;
    let may_interrupt_sleeps = program.cancels_threads || program.take_signal.is_some();
    if program.reads_clock && (has_shortened.sleeps || has_shortened.lengths) {
        return build(linked, options, &facts, Shortened::default());
    }
    match may_interrupt_sleeps && has_shortened.lengths {
        true => build(linked, options, &facts, Shortened { lengths: false, ..shortened }),
        false => Ok(program),
    }
}

/// Which sleeps take no time where nothing shows the difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shortened {
    /// Those whose arguments say how long.
    pub sleeps: bool,
    /// Those whose arguments point to how long.
    pub lengths: bool,
}

fn build(
    linked: &mazurka_ir::link::Program,
    options: &Options,
    facts: &static_facts::StaticFacts,
    shortened: Shortened,
) -> Result<crate::program::Program, LoadError> {
    let mut program = program::Builder::new(linked, *options, facts, shortened).build()?;
    if options.reachable_stacks && program.has_polls() {
        program.reachable_stacks = static_facts::reachable_stacks(linked);
    }
    if options.stop_clocks && program.reads_clock {
        program.reads_clock = static_facts::clocks_matter(linked, &program);
    }
    Ok(program)
}
