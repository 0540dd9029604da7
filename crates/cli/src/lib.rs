//! The command line: files, compilers, environment and exit codes. What programs mean is the business of the crates
//! below.

mod args;
mod check;
mod compare;
mod compile;
mod exit;
mod explain;
mod failure;
mod frontend;
mod hash;
mod interrupt;
mod invocation;
mod manual;
mod patience;
pub mod presets;
mod program;
mod replay;
mod run;
mod show;
mod stream;
mod subject;
mod terminal;
mod world;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

pub use args::definition;
use args::{Arguments, Color, Command};
use failure::Failure;
pub use frontend::RUSTC_FLAGS;

/// What the binary does.
pub fn main() -> ExitCode {
    let (color, outcome) = match Arguments::from_command_line() {
        Ok(arguments) => (arguments.command.color(), run(&arguments)),
        Err(failure) => (Color::Auto, Err(failure)),
    };
    ExitCode::from(outcome.unwrap_or_else(|failure| {
        eprintln!("{}", failure.render(terminal::paint(color, &io::stderr())));
        exit::FAILURE
    }))
}

/// What `mazurka check --format json` prints with these arguments, and its exit code: for tests that check thousands of times,
/// without starting a process for each.
pub fn check_to_json(arguments: impl Iterator<Item = OsString>) -> Result<(String, u8), String> {
    let parsed = Arguments::parse(std::iter::once("check".into()).chain(arguments));
    let checked = parsed.and_then(|Arguments { command, compiler_flags }| match &command {
        Command::Check(options) => check::unattended(options, &compiler_flags),
        _ => unreachable!("this is what the first word says"),
    });
    checked.map_err(|failure| failure.to_string())
}

/// Returns the exit code.
fn run(arguments: &Arguments) -> Result<u8, Failure> {
    match &arguments.command {
        Command::Check(check) => check::run(check, &arguments.compiler_flags),
        Command::Sample(_) => unreachable!("it was made a check"),
        Command::Compare(options) => compare::run(options, &arguments.compiler_flags),
        Command::Measure(options) => compare::measure(options, &arguments.compiler_flags),
        Command::Resume(options) => check::resume(options),
        Command::Replay(replay) => replay::command::run(replay),
        Command::Show(options) => show::run(options),
        Command::Run(run) => run::run(run, &arguments.compiler_flags),
        Command::Compile(options) => compile::run(options, &arguments.compiler_flags),
        Command::Explain(options) => explain::run(options),
        Command::Completions(options) => manual::completions(options),
        Command::Man(options) => manual::man(options),
    }
}
