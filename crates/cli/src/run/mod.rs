//! `mazurka run`: one execution, from the inputs to the exit code.

mod output;
mod report;
mod world;

use std::os::unix::ffi::OsStringExt;
use std::process::ExitCode;
use std::sync::Arc;

use mazurka_ir::link;
use mazurka_ir::{Types, read_module};
use mazurka_vm::library::support;
use mazurka_vm::lower::{self, SUPPORT_PATH, lower};
use mazurka_vm::program::Program;
use mazurka_vm::{Config, Limits, RunEnd, Vm};

use crate::args::Run;
use crate::exit;
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags, IrText};
use crate::interrupt;
use crate::paint::Paint;
use output::Output;
use report::Report;

pub fn run(options: &Run, flags: &CompilerFlags) -> Result<ExitCode, Failure> {
    let config = config(options)?;
    let program = load(frontend::load(&options.inputs, flags)?, options)?;
    // Until here Ctrl-C simply ends the process: there is nothing to tidy up.
    let interrupted = interrupt::flag()?;
    let mut output = Output::new(interrupted);
    let limits = Limits { jumps: options.checks.max_steps.unwrap_or(u64::MAX), interrupted };
    let end = Vm::new(Arc::new(program), config)
        .and_then(|mut vm| vm.run(&mut |stream, bytes| output.write(stream, bytes), &limits));
    let reader_has_gone = output.finish()?;
    let code = match &end {
        _ if reader_has_gone => exit::BROKEN_PIPE,
        Ok(end) => exit_code(end),
        Err(error) => {
            eprint!("{}", Report::of_error(error).render(Paint::for_stderr()));
            exit::FAILURE
        }
    };
    Ok(ExitCode::from(code))
}

fn config(options: &Run) -> Result<Config, Failure> {
    let name = options.inputs.first().and_then(|input| input.file_stem()).unwrap_or_default().to_owned();
    let args = std::iter::once(name).chain(options.arguments.iter().cloned());
    Ok(Config {
        args: args.map(OsStringExt::into_vec).collect(),
        environment: world::environment(&options.world.environment)?,
        files: world::files(&options.world.host_files)?,
        stdin: world::stdin(),
        check_uninitialized: options.checks.uninit,
        check_leaks: options.checks.leaks,
        ..Config::default()
    })
}

/// The inputs and the part of the library that is written in C, as one program.
fn load(inputs: Vec<IrText>, options: &Run) -> Result<Program, Failure> {
    let types = Types::new();
    let support = support::MODULES
        .iter()
        .map(|(name, text)| IrText { name: format!("{SUPPORT_PATH}{name}"), text: (*text).to_owned() });
    let read = |input: IrText| read_module(&input.name, input.text.into(), &types);
    let modules =
        inputs.into_iter().chain(support).map(read).collect::<Result<Vec<_>, _>>().map_err(|error| {
            Failure::new(error.to_string()).help("inputs are LLVM IR text as LLVM 14 to 22 print it")
        })?;
    let linked = link::Program::link(modules).map_err(|error| Failure::new(error.to_string()))?;
    let lowering = lower::Options { keep_locals_in_memory: options.checks.uninit };
    lower(&linked, &lowering).map_err(|error| Failure::new(error.to_string()))
}

/// Says on stderr how the program ended, unless it ended by itself.
fn exit_code(end: &RunEnd) -> u8 {
    match end {
        // As with a process, only the low eight bits are seen.
        RunEnd::Exited(code) => *code as u8,
        RunEnd::Fault(fault) => {
            eprint!("{}", Report::of_fault(fault).render(Paint::for_stderr()));
            exit::BUG
        }
        RunEnd::Pruned => {
            eprintln!("note: the run ends here, because something that the program assumes does not hold");
            exit::INCOMPLETE
        }
        RunEnd::LimitReached => {
            eprintln!("note: the limit of --max-steps was reached");
            exit::INCOMPLETE
        }
        RunEnd::Interrupted => {
            eprintln!("note: interrupted");
            exit::INTERRUPTED
        }
    }
}
