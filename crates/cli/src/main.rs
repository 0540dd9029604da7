//! The command line: files, compilers, environment and exit codes. What programs mean is the business of the crates
//! below.

mod args;
mod exit;
mod failure;
mod frontend;
mod interrupt;
mod paint;
mod run;

use std::process::ExitCode;

use args::{Arguments, Command};
use paint::Paint;

fn main() -> ExitCode {
    let outcome = Arguments::from_command_line().and_then(|arguments| match arguments.command {
        Command::Run(run) => run::run(&run, &arguments.compiler_flags),
    });
    outcome.unwrap_or_else(|failure| {
        eprintln!("{}", failure.render(Paint::for_stderr()));
        ExitCode::from(exit::FAILURE)
    })
}
