//! `mazurka compile`.

use std::path::PathBuf;

use clap::Args;

use super::Compiling;

/// Print the LLVM IR text that a source file is compiled to
///
/// It is what `mazurka check` and `mazurka run` execute: a `.ll` file of it is checked as the source file is, without
/// clang, and its bugs are reported at the lines of the source file.
#[derive(Args)]
#[command(override_usage = "mazurka compile [OPTIONS] [CLANG FLAGS] FILE", after_help = EXAMPLES)]
pub(crate) struct Compile {
    /// A C, C++ or Rust source file (.c .i .cc .cpp .rs); of Rust, without the standard library
    #[arg(value_name = "FILE")]
    pub input: PathBuf,

    #[command(flatten)]
    pub compiling: Compiling,
}

const EXAMPLES: &str = "\
Examples:
  mazurka compile -DN=4 prog.c > prog.ll    compile once ...
  mazurka check prog.ll                     ... and check the result";
