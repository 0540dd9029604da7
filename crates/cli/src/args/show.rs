//! `mazurka show`.

use std::path::PathBuf;

use clap::Args;

use super::Display;

/// Show the executions of trace files, without running anything
///
/// A trace file, as `mazurka check` writes it for every bug, contains the story of its execution. It is shown again as a
/// report, or as a page for a browser. Only the source text is read from where it was when the program was checked.
#[derive(Args)]
#[command(override_usage = "mazurka show [OPTIONS] TRACE...", after_help = EXAMPLES)]
pub(crate) struct Show {
    /// Trace files (.mztrace)
    #[arg(value_name = "TRACE", required = true)]
    pub traces: Vec<PathBuf>,

    /// Write one page with all of them to a file, for a browser, instead of a report
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    #[command(flatten, next_help_heading = "Report")]
    pub display: Display,
}

const EXAMPLES: &str = "\
Examples:
  mazurka show prog.mztrace                     the bug and how it happens
  mazurka show --html bug.html prog.mztrace     the same in a browser
  mazurka show --html bugs.html *.mztrace       several bugs on one page";
