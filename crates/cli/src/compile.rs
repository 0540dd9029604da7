//! `mazurka compile`: the text that other commands would execute.

use std::slice;

use crate::args;
use crate::exit;
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags};
use crate::terminal;

pub(crate) fn run(options: &args::Compile, flags: &CompilerFlags) -> Result<u8, Failure> {
    let modules = frontend::load(slice::from_ref(&options.input), flags, &options.compiling)?;
    // Behind a Rust crate comes its standard library.
    if let Some(module) = modules.first() {
        terminal::print(&module.text)?;
    }
    Ok(exit::OK)
}
