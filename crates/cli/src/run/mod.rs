//! `mazurka run`.

mod report;
mod world;

use std::process::ExitCode;

use crate::args::Run;
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags};

pub fn run(options: &Run, flags: &CompilerFlags) -> Result<ExitCode, Failure> {
    frontend::load(&options.inputs, flags)?;
    Err(Failure::new("the virtual machine is not there yet: the program compiles, but cannot be run"))
}
