//! `mazurka resume`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::check::seconds;
use super::states::size;

/// Continue a check that was interrupted
///
/// `mazurka check --checkpoint FILE` saves its search to a file. Here the program is compiled again, with the same flags, and
/// the search continues from there, to the report and the figures that it would have had without a break. The options are
/// those of the check, except for the limits, which start again. The file is kept up to date.
#[derive(Args)]
#[command(override_usage = "mazurka resume [OPTIONS] FILE", after_help = EXAMPLES,
          after_long_help = [EXIT_CODES, EXAMPLES].join("\n\n"))]
pub(crate) struct Resume {
    /// The file that --checkpoint has written
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// Stop after this many executions, those before the break included [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,

    /// Stop after this many seconds from now [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Stop when a stateful search takes more memory than this [default: the limit of the check]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub max_memory: Option<usize>,

    /// Seconds between two checkpoints [default: as in the check]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub checkpoint_every: Option<Duration>,
}

const EXAMPLES: &str = "\
Examples:
  mazurka check --timeout 3600 --checkpoint prog.ckpt prog.c
                                        an hour today
  mazurka resume prog.ckpt              the rest of it
  mazurka resume --timeout 3600 prog.ckpt
                                        or another hour";

const EXIT_CODES: &str = "\
Exit codes:
  0, 1, 3  as those of `mazurka check`
  2        error: usage, not a checkpoint, a checkpoint of another version of
           Mazurka, a program that has changed";
