//! `mazurka compare`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::check::{Bugs, seconds};
use super::search::reductions;
use super::{CLANG_FLAGS, Color, Compiling, Surprises, World};
use crate::presets::Preset;

/// Check a program with several reductions, and show what each of them took
///
/// Each reduction runs in a process of its own, one after the other. A program with bugs is checked twice: up to the first bug,
/// and to the end. The program's standard input is empty.
#[derive(Args)]
#[command(override_usage = "mazurka compare [OPTIONS] [CLANG FLAGS] FILE... [-- ARGS...]", after_help = EXAMPLES,
          after_long_help = [CLANG_FLAGS, EXIT_CODES, EXAMPLES].join("\n\n"))]
pub(crate) struct Compare {
    /// C, C++ and Rust sources and LLVM IR text (.c .i .cc .cpp .rs .ll), linked together
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,

    /// Which reductions to compare, separated by commas [default: all that promise something without a bound]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', value_parser = reductions(), hide_possible_values = true)]
    pub reductions: Vec<&'static Preset>,

    /// How many seconds each of them has
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub timeout: Duration,

    /// Format of the table on stdout
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Table,

    /// Also write a page with charts
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// When to use colours in messages
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,

    // What follows is meant for the checks: they are given all that was typed, without the options above.
    #[command(flatten, next_help_heading = "Bugs")]
    _bugs: Bugs,

    #[command(flatten, next_help_heading = "Environment and nondeterminism")]
    _surprises: Surprises,

    #[command(flatten, next_help_heading = "Environment and nondeterminism")]
    _world: World,

    #[command(flatten, next_help_heading = "Compiling")]
    pub compiling: Compiling,
}

/// The options that are not meant for the checks; all have a value.
pub(crate) const OWN_OPTIONS: [&str; 5] = ["--reductions", "--timeout", "--format", "--html", "--color"];

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Table {
    /// For people
    Text,
    /// One JSON object, see docs/json.md
    Json,
    /// Comma-separated values
    Csv,
    Markdown,
}

const EXAMPLES: &str = "\
Examples:
  mazurka compare prog.c                  every reduction, ten seconds each
  mazurka compare --reductions optimal,sdpor --timeout 60 prog.c
                                          two of them, a minute each
  mazurka compare --html charts.html prog.c";

const EXIT_CODES: &str = "\
Exit codes:
  0  the table was made, whatever the verdicts are
  2  error: usage, a program that does not compile, unsupported input
  3  Ctrl-C was pressed: the table has what was finished by then";
