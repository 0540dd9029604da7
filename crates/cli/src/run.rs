//! `mazurka run`.

use std::process::ExitCode;

use crate::args::Run;
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags};

pub fn run(options: &Run, flags: &CompilerFlags) -> Result<ExitCode, Failure> {
    let modules = frontend::load(&options.inputs, flags)?;
    for module in modules {
        print!("{}: {} bytes", module.name, module.text.len());
    }
    Ok(ExitCode::SUCCESS)
}
