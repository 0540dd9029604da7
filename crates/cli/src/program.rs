//! From the command line to a program that a machine can run.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use mazurka_ir::{ReadError, Types, Volatile, read_module};
use mazurka_vm::Config;
use mazurka_vm::Program;
use mazurka_vm::{LoweringOptions, UndefinedFunctions, lower};

use crate::args::{Checks, Run, Undefined, World};
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags, IrText};
use crate::world;

pub(crate) fn load(options: &Run, flags: &CompilerFlags) -> Result<Program, Failure> {
    let modules = frontend::load(&options.inputs, flags, &options.compiling)?;
    // Its scheduler goes by the time at which threads wake up.
    let (undefined, stop_clocks, shorten_pauses) = (options.world.undefined, false, false);
    let volatile = Volatile::Plain;
    let meaning = Meaning { undefined, volatile, stop_clocks, shorten_pauses, clear_unread: false };
    link(&modules, Locals::needed_for(&options.checks), Analysis::Nothing, meaning)
}

/// Where local variables live.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locals {
    /// Those whose address is not taken: fast.
    InRegisters,
    /// All of them: reads before writes are seen, and their values can be looked up at any time.
    InMemory,
}

impl Locals {
    pub(crate) fn needed_for(checks: &Checks) -> Locals {
        if checks.uninit { Locals::InMemory } else { Locals::InRegisters }
    }
}

/// What is found out about the program before it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Analysis {
    Nothing,
    /// Fresh accesses and protected variables.
    FreshAndProtected,
    /// What threads may still do from every point on.
    Future,
    /// Whose stacks other threads may reach.
    Stacks,
}

/// What the program means where C leaves it open, or the program is not C.
#[derive(Clone, Copy)]
pub(crate) struct Meaning {
    pub undefined: Undefined,
    pub volatile: Volatile,
    /// Clocks stand still where what they show reaches only deadlines.
    pub stop_clocks: bool,
    /// What decides only how long threads pause is left out.
    pub shorten_pauses: bool,
    /// Variables that nothing reads are kept at zero.
    pub clear_unread: bool,
}

/// The inputs and the part of the library that is written in C, as one program.
pub(crate) fn link(
    inputs: &[IrText],
    locals: Locals,
    analysis: Analysis,
    meaning: Meaning,
) -> Result<Program, Failure> {
    let types = Types::new();
    let std_rules = inputs.iter().any(|input| input.std_rules);
    let read = |input: &IrText| {
        let mut module = read_module(&input.name, input.text.as_str().into(), &types)?;
        module.volatile = meaning.volatile;
        module.is_library = input.is_library;
        Ok(module)
    };
    let modules = inputs
        .iter()
        .map(read)
        .collect::<Result<Vec<_>, ReadError>>()
        .map_err(|error| Failure::new(error).help("inputs are LLVM IR text as LLVM 14 to 22 print it"))?;
    let linked = mazurka_vm::link(modules).map_err(Failure::new)?;
    let lowering = LoweringOptions {
        keep_locals_in_memory: locals == Locals::InMemory,
        analyze: analysis == Analysis::FreshAndProtected,
        future: analysis == Analysis::Future,
        reachable_stacks: analysis == Analysis::Stacks,
        stop_clocks: meaning.stop_clocks,
        shorten_pauses: meaning.shorten_pauses,
        clear_unread: meaning.clear_unread,
        undefined_functions: match meaning.undefined {
            Undefined::Error => UndefinedFunctions::Refused,
            Undefined::Null => UndefinedFunctions::ReturnZero,
        },
        std_rules,
    };
    lower(&linked, &lowering).map_err(Failure::new)
}

/// The functions of a program that neither it nor the library defines, as a report lists them.
pub(crate) fn undefined(program: &Program, undefined: Undefined) -> mazurka_report::UndefinedFunctions {
    let function = |function: &mazurka_vm::Undefined| mazurka_report::UndefinedFunction {
        name: function.name.to_string(),
        call: function.call.clone(),
    };
    mazurka_report::UndefinedFunctions {
        functions: program.undefined.iter().map(function).collect(),
        return_zero: undefined == Undefined::Null,
    }
}

/// What the program is given from outside.
pub(crate) fn config(
    inputs: &[PathBuf],
    arguments: &[OsString],
    world: &World,
    checks: &Checks,
) -> Result<Config, Failure> {
    let name = inputs.first().and_then(|input| input.file_stem()).unwrap_or_default().to_owned();
    let args = std::iter::once(name).chain(arguments.iter().cloned());
    Ok(Config {
        args: args.map(OsStringExt::into_vec).collect(),
        environment: world::environment(&world.environment)?,
        files: world::files(&world.host_files)?,
        stdin: world::stdin(),
        check_uninitialized: checks.uninit,
        check_leaks: checks.leaks,
        ..Config::default()
    })
}
