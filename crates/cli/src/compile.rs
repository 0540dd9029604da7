//! `mazurka compile`: the text that other commands would execute.

use std::slice;

use crate::args;
use crate::exit;
use crate::failure::Failure;
use crate::frontend::{self, CompilerFlags};
use crate::terminal;

pub(crate) fn run(options: &args::Compile, flags: &CompilerFlags) -> Result<u8, Failure> {
    for module in frontend::load(slice::from_ref(&options.input), flags, &options.compiling)? {
        terminal::print(&module.text)?;
    }
    Ok(exit::OK)
}
