//! `mazurka sample`: a check with executions at random instead of a search through all.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::check::{Bugs, Reports, Traces};
use super::{CLANG_FLAGS, Check, Command, Compiling, Display, Format, Limits, Surprises, World};
use crate::presets::{Preset, STRATEGIES, Sampling};

/// Make executions of a program at random
///
/// For programs that no search comes to the end of. A bug is reported as `mazurka check` reports it, with the interleaving that
/// leads to it. Where none is found, that proves nothing; the report says how many different traces were seen, and how probable
/// it is that another execution shows a new one. The same seed makes the same executions.
#[derive(Args)]
#[command(override_usage = "mazurka sample [OPTIONS] [CLANG FLAGS] FILE... [-- ARGS...]",
          mut_arg("max_executions", |arg| arg.long("executions").default_value("10000").value_parser(clap::value_parser!(u64).range(1..)).help(EXECUTIONS)),
          after_help = EXAMPLES, after_long_help = [CLANG_FLAGS, EXIT_CODES, EXAMPLES].join("\n\n"))]
pub(crate) struct Sample {
    /// C, C++ and Rust sources and LLVM IR text (.c .i .cc .cpp .rs .ll), linked together
    #[arg(value_name = "FILE", required = true)]
    inputs: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<OsString>,

    /// How the next thread is chosen
    #[arg(long, value_name = "NAME", value_parser = strategies(), default_value = STRATEGIES[0].name, help_heading = "Sampling")]
    strategy: &'static Preset,

    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value_t = 0, help_heading = "Sampling")]
    seed: u64,

    /// How many threads must be in the right order for the bugs that `pct` looks for: it changes priorities D - 1 times
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..), help_heading = "Sampling")]
    depth: u32,

    #[command(flatten, next_help_heading = "Bugs")]
    bugs: Bugs,

    #[command(flatten, next_help_heading = "Limits")]
    limits: Limits,

    #[command(flatten, next_help_heading = "Environment and nondeterminism")]
    surprises: Surprises,

    #[command(flatten, next_help_heading = "Environment and nondeterminism")]
    world: World,

    /// Format of the report on stdout
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Report")]
    format: Format,

    #[command(flatten, next_help_heading = "Report")]
    display: Display,

    #[command(flatten, next_help_heading = "Report")]
    reports: Reports,

    #[command(flatten, next_help_heading = "Traces of bugs")]
    traces: Traces,

    #[command(flatten, next_help_heading = "Compiling")]
    compiling: Compiling,
}

impl Command {
    /// Samples are one way to check: what follows the command line knows of checks alone.
    pub(super) fn into_check(self) -> Command {
        match self {
            Command::Sample(sample) => Command::Check(Box::new(sample.into_check())),
            other => other,
        }
    }
}

impl Sample {
    fn into_check(self) -> Check {
        let Sample { inputs, arguments, strategy, seed, depth, bugs, mut limits, surprises, .. } = self;
        let Sample { world, format, display, reports, traces, compiling, .. } = self;
        let executions = limits.max_executions.take().unwrap_or_default();
        let mut check = Check {
            inputs,
            arguments,
            bugs,
            limits,
            surprises,
            world,
            format,
            display,
            reports,
            traces,
            compiling,
            ..Check::with_defaults()
        };
        check.search.sampling = Some(Sampling { strategy, executions, seed, depth });
        check
    }
}

fn strategies() -> impl TypedValueParser<Value = &'static Preset> {
    let value = |strategy: &Preset| PossibleValue::new(strategy.name).help(strategy.summary());
    let names = PossibleValuesParser::new(STRATEGIES.iter().map(value));
    names.try_map(|name| {
        let named = STRATEGIES.iter().find(|strategy| strategy.name == name);
        named.ok_or_else(|| format!("unknown strategy `{name}`"))
    })
}

const EXECUTIONS: &str = "How many executions to make, up to the first bug";

const EXAMPLES: &str = "\
Examples:
  mazurka sample prog.c                   10,000 executions at random
  mazurka sample --strategy pct --executions 100000 prog.c
                                          look for bugs that few switches show
  mazurka sample --seed 7 --timeout 60 prog.c
                                          other ones; a minute at most";

const EXIT_CODES: &str = "\
Exit codes:
  1  verdict `bug`: there is one, and the report shows how it happens
  2  error: usage, a program that does not compile, unsupported input
  3  verdict `incomplete`: no execution that was made shows a bug";
