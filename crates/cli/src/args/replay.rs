//! `mazurka replay`.

use std::path::PathBuf;

use clap::Args;

use super::Display;

/// Run the execution of a trace file again
///
/// `mazurka check` writes the execution that leads to a bug to a trace file. Here the program is compiled again, with the
/// same flags, and the threads step in exactly that order: the program's output appears, then the bug and how it happens.
/// A program that has changed since is refused.
#[derive(Args)]
#[command(override_usage = "mazurka replay [OPTIONS] FILE", after_help = EXAMPLES,
          after_long_help = [EXIT_CODES, EXAMPLES].join("\n\n"))]
pub(crate) struct Replay {
    /// A trace file (.mztrace)
    #[arg(value_name = "FILE")]
    pub trace: PathBuf,

    /// Stop after this many steps
    #[arg(long, value_name = "N")]
    pub until: Option<usize>,

    /// Step through it, forwards and backwards: commands are read from standard input, `help` lists them
    #[arg(long, conflicts_with = "until")]
    pub step: bool,

    #[command(flatten, next_help_heading = "Report")]
    pub display: Display,
}

const EXAMPLES: &str = "\
Examples:
  mazurka replay prog.mztrace               see the bug again
  mazurka replay --until 12 prog.mztrace    only its first 12 steps
  mazurka replay --step prog.mztrace        step by step, both ways";

const EXIT_CODES: &str = "\
Exit codes:
  0  what --until asked for was run, or --step is done
  1  the bug shows again
  2  error: usage, not a trace file, a program that has changed";
