//! `mazurka run`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::{CLANG_FLAGS, Checks, Color, Compiling, World};

/// Run a program once, with a deterministic schedule
///
/// The files are compiled with clang (`.ll` files are taken as they are), linked, and executed in a virtual machine. The
/// program's output appears on stdout and stderr, and its exit code is passed on. A fault, such as a use after free or
/// a failed assertion, is reported with the source line and the call stack.
#[derive(Args)]
#[command(override_usage = "mazurka run [OPTIONS] [CLANG FLAGS] FILE... [-- ARGS...]", after_help = EXAMPLES,
          after_long_help = [CLANG_FLAGS, EXIT_CODES, EXAMPLES].join("\n\n"))]
pub(crate) struct Run {
    /// C, C++ and Rust sources and LLVM IR text (.c .i .cc .cpp .rs .ll), linked together
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,

    /// When to use colours in messages
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    #[command(flatten, next_help_heading = "Environment")]
    pub world: World,

    #[command(flatten, next_help_heading = "Checks and limits")]
    pub checks: Checks,

    /// Stop after this many jumps and calls (exit code 3)
    #[arg(long, value_name = "N", help_heading = "Checks and limits")]
    pub max_steps: Option<u64>,

    #[command(flatten, next_help_heading = "Compiling")]
    pub compiling: Compiling,
}

const EXAMPLES: &str = "\
Examples:
  mazurka run prog.c                        compile and run a program
  mazurka run -O1 -DN=4 a.c b.c -- in.txt   files, clang's flags, an argument
  mazurka run --file in.txt prog.c < words  let it read in.txt and stdin";

const EXIT_CODES: &str = "\
Exit codes:
  0-255  the program's own exit code, where it ends by itself
  1      a fault was found: stderr begins the report with `error[KIND]:`
  2      error: usage, a program that does not compile, unsupported input
  3      cut off: by --max-steps, or by an assumption that does not hold
  130    interrupted with Ctrl-C";
