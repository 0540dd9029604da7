//! The command line as a value, and the help that teaches it. One file a command; what commands share is here.

mod bound;
mod check;
mod compare;
mod compile;
mod display;
mod explain;
mod manual;
mod replay;
mod resume;
mod run;
mod sample;
mod search;
mod sharing;
mod show;
mod states;
mod transactions;

use std::env;
use std::ffi::OsString;
use std::iter;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::failure::Failure;
use crate::frontend::CompilerFlags;
pub(crate) use bound::Bounds;
pub(crate) use check::{Check, Checkpoints, Format, Limits, Races, Surprises};
pub(crate) use compare::{Compare, OWN_OPTIONS, Table};
pub(crate) use compile::Compile;
pub(crate) use display::{Color, Display};
pub(crate) use explain::Explain;
pub(crate) use manual::{Completions, Man};
pub(crate) use replay::Replay;
pub(crate) use resume::Resume;
pub(crate) use run::Run;
pub(crate) use sample::Sample;
pub(crate) use search::{Need, Search};
pub(crate) use sharing::{ObjectIds, Sharing};
pub(crate) use show::Show;
pub(crate) use states::States;
pub(crate) use transactions::Transactions;

/// Everything the user said: our own options and the compiler's.
pub(crate) struct Arguments {
    pub command: Command,
    pub compiler_flags: CompilerFlags,
}

impl Arguments {
    /// Prints help or a usage error and ends the process where that is what the command line asks for.
    pub(crate) fn from_command_line() -> Result<Arguments, Failure> {
        let (compiler_flags, ours) = CompilerFlags::split(env::args_os())?;
        Ok(Arguments { command: CommandLine::parse_from(ours).command.into_check(), compiler_flags })
    }

    /// What once followed the program's name.
    pub(crate) fn parse(arguments: impl Iterator<Item = OsString>) -> Result<Arguments, Failure> {
        let (compiler_flags, ours) = CompilerFlags::split(iter::once("mazurka".into()).chain(arguments))?;
        let parsed = CommandLine::try_parse_from(ours).map_err(|error| {
            // It begins like our own errors do.
            Failure::new(error.to_string().trim_start_matches("error: "))
        })?;
        Ok(Arguments { command: parsed.command.into_check(), compiler_flags })
    }
}

/// Finds the bugs of multithreaded C programs, in all their interleavings, or shows that there are none
#[derive(Parser)]
#[command(name = "mazurka", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// The definition of the whole command line.
pub fn definition() -> clap::Command {
    CommandLine::command()
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Check(Box<Check>),
    Sample(Box<Sample>),
    Compare(Box<Compare>),
    /// A check that tells what it took, for `compare`
    #[command(hide = true)]
    Measure(Box<Check>),
    Resume(Resume),
    Replay(Replay),
    Show(Show),
    Run(Run),
    Compile(Compile),
    Explain(Explain),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// When its messages are coloured.
    pub(crate) fn color(&self) -> Color {
        match self {
            Command::Check(check) => check.display.color,
            Command::Replay(replay) => replay.display.color,
            Command::Show(show) => show.display.color,
            Command::Run(run) => run.color,
            Command::Explain(explain) => explain.color,
            Command::Compare(compare) => compare.color,
            Command::Sample(_)
            | Command::Measure(_)
            | Command::Resume(_)
            | Command::Compile(_)
            | Command::Completions(_)
            | Command::Man(_) => Color::Auto,
        }
    }
}

#[derive(Args, Clone)]
pub(crate) struct World {
    /// Show a file or folder of the host to the program, read-only, as GUEST (default: the same name)
    #[arg(long = "file", value_name = "HOST[:GUEST]")]
    pub host_files: Vec<String>,

    /// Set an environment variable of the program; it has no others
    #[arg(long = "env", value_name = "NAME=VALUE")]
    pub environment: Vec<String>,

    /// What calling a function means that neither the program nor the library defines
    #[arg(long, value_name = "HOW", default_value = "error")]
    pub undefined: Undefined,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Undefined {
    /// An error, where it is called
    Error,
    /// It does nothing and returns zero; the verdict says that this was assumed
    Null,
}

#[derive(Args, Clone)]
pub(crate) struct Compiling {
    /// Compile every file, even if the user's cache folder has the result
    #[arg(long)]
    pub no_cache: bool,

    /// Edition of Rust that a .rs file is written in
    #[arg(long, value_name = "YEAR", default_value = "2021")]
    pub edition: String,

    /// Configuration of a .rs file, as rustc's option; may be repeated
    #[arg(long, value_name = "SPEC")]
    pub cfg: Vec<String>,

    /// Execute the locks of Rust's standard library as they are, without what is known of them
    #[arg(long)]
    pub no_std_rules: bool,

    /// Link Rust's standard library to .ll files that rustc has made, as of a program or of its tests
    #[arg(long, value_enum, value_name = "KIND", hide = true)]
    pub std: Option<StdImage>,
}

/// What Rust's standard library is taken from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StdImage {
    Program,
    Test,
}

#[derive(Args, Clone)]
pub(crate) struct Checks {
    /// Report reads of memory that was never written
    #[arg(long)]
    pub uninit: bool,

    /// Report memory that is still allocated, and unreachable, when the program ends
    #[arg(long)]
    pub leaks: bool,
}

const EXAMPLES: &str = "\
Start here:
  mazurka check prog.c          explore all interleavings, up to the first bug
  mazurka replay prog.mztrace   see that bug happen again
  mazurka explain data-race     what a kind of bug is, and what helps
  mazurka run prog.c            run the program once, the same way every time
  mazurka sample prog.c         executions at random, where there are too many
  mazurka compare prog.c        all reductions on a program, in a table

Exit codes of `check`: 0 no bug, 1 bug, 2 error, 3 not everything was explored.
`mazurka COMMAND --help` says all about a command, `mazurka COMMAND -h` less.";

const CLANG_FLAGS: &str = "\
Clang flags:
  Options with one dash are passed on to clang: -D -U -I -include -isystem -x
  -std= -O -W -w -f -m -g -pthread. Without -O the program is compiled at -O0.
  Clang is $MAZURKA_CLANG, else clang, else the newest clang-N. What it prints is
  kept in $MAZURKA_CACHE, else $XDG_CACHE_HOME/mazurka, else ~/.cache/mazurka.";
