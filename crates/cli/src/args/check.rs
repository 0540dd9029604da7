//! `mazurka check`. An option is added here, in the group it belongs to. `subject` turns those that concern the program into
//! the machine's configuration; `check` reads those that concern the search.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, ValueEnum};

use super::{
    CLANG_FLAGS, Checks, Command, CommandLine, Compiling, Display, Search, Sharing, States, Transactions,
    World,
};
use crate::presets::Preset;

/// Explore all interleavings of a program's threads
///
/// The files are compiled with clang (`.ll` files are taken as they are), linked, and executed in a virtual machine, again
/// and again, until every behaviour that depends on the order of the threads was explored. A bug is reported with the
/// interleaving that leads to it.
#[derive(Args, Clone)]
#[command(override_usage = "mazurka check [OPTIONS] [CLANG FLAGS] FILE... [-- ARGS...]",
          after_help = EXAMPLES, after_long_help = [CLANG_FLAGS, EXIT_CODES, EXAMPLES, SEE_ALSO].join("\n\n"))]
pub(crate) struct Check {
    /// C, C++ and Rust sources and LLVM IR text (.c .i .cc .cpp .rs .ll), linked together
    #[arg(value_name = "FILE", required = true)]
    pub inputs: Vec<PathBuf>,

    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub arguments: Vec<OsString>,

    #[command(flatten, next_help_heading = "Bugs")]
    pub bugs: Bugs,

    #[command(flatten, next_help_heading = "Limits")]
    pub limits: Limits,

    #[command(flatten, next_help_heading = "Checkpointing")]
    pub checkpoints: Checkpoints,

    #[command(flatten, next_help_heading = "Environment and nondeterminism")]
    pub surprises: Surprises,

    #[command(flatten, next_help_heading = "Environment and nondeterminism")]
    pub world: World,

    #[command(flatten, next_help_heading = "Search")]
    pub search: Search,

    #[command(flatten, next_help_heading = STATE_MATCHING)]
    pub states: States,

    #[command(flatten, next_help_heading = SHARING)]
    pub sharing: Sharing,

    #[command(flatten, next_help_heading = TRANSACTIONS)]
    pub transactions: Transactions,

    /// Format of the report on stdout
    #[arg(long, value_name = "FORMAT", default_value = "text", help_heading = "Report")]
    pub format: Format,

    #[command(flatten, next_help_heading = "Report")]
    pub display: Display,

    #[command(flatten, next_help_heading = "Report")]
    pub reports: Reports,

    #[command(flatten, next_help_heading = "Traces of bugs")]
    pub traces: Traces,

    #[command(flatten, next_help_heading = "Compiling")]
    pub compiling: Compiling,
}

// The reductions that these options are for; a test compares them with the table of presets.
const STATE_MATCHING: &str = "State matching (--reduction stateful, sdpor, jpf, clock-vector, heap-reach, heap-reach-fields, hybrid, dpor-states, \
                              transactions, cpc-full, cycle-detection or unsound-transactions)";
const SHARING: &str = "Shared objects (--reduction jpf or clock-vector)";
const TRANSACTIONS: &str =
    "Transactions (--reduction transactions, cpc-full, cycle-detection or unsound-transactions)";

impl Check {
    /// What a check is that is told nothing.
    pub(super) fn with_defaults() -> Check {
        match CommandLine::parse_from(["mazurka", "check", "FILE"]).command {
            Command::Check(check) => *check,
            _ => unreachable!("this is what the first word says"),
        }
    }

    /// As the user has said, or as the reduction needs it.
    pub(crate) fn races(&self) -> Races {
        let are_allowed = self.search.named().is_some_and(Preset::allows_races);
        self.bugs.races.unwrap_or(if are_allowed { Races::Allow } else { Races::Error })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// A self-contained page for a browser
    Html,
    /// One JSON object, see docs/json.md
    Json,
    /// SARIF 2.1.0, for GitHub and editors
    Sarif,
    /// JUnit XML, for continuous integration
    Junit,
    /// The happens-before graph, for Graphviz
    Dot,
    /// A violation witness of SV-COMP, YAML
    Witness,
}

/// See docs/formats.md.
#[derive(Args, Clone)]
pub(crate) struct Reports {
    /// Also write a page that shows every bug's interleaving in a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,

    /// Also write JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,

    /// Also write SARIF: GitHub and editors show its findings on source lines
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,

    /// Also write JUnit XML, for continuous integration
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Also write the happens-before graph of the bug, for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,

    /// Also write a violation witness of SV-COMP
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
}

impl Reports {
    /// The files that were asked for, and what belongs in them.
    pub(crate) fn each(&self) -> impl Iterator<Item = (Format, &PathBuf)> {
        let files = [
            (Format::Html, &self.html),
            (Format::Json, &self.json),
            (Format::Sarif, &self.sarif),
            (Format::Junit, &self.junit),
            (Format::Dot, &self.dot),
            (Format::Witness, &self.witness),
        ];
        files.into_iter().filter_map(|(format, file)| Some((format, file.as_ref()?)))
    }
}

#[derive(Args, Clone)]
pub(crate) struct Traces {
    /// Where to write the bug's execution, for `mazurka replay`; further bugs go to FILE-2, FILE-3 … [default: the name of
    /// the file with `main`, with .mztrace, in the folder of --trace-dir]
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// The folder for trace files, which is created if needed [default: the current one]
    #[arg(long, value_name = "DIR", conflicts_with = "trace")]
    pub trace_dir: Option<PathBuf>,

    /// Write no trace files
    #[arg(long, conflicts_with_all = ["trace", "trace_dir"])]
    pub no_trace: bool,

    /// Show the execution as it was found, without looking for one with fewer context switches
    #[arg(long)]
    pub no_minimize: bool,
}

#[derive(Args, Clone)]
pub(crate) struct Bugs {
    /// How to treat data races [default: error; allow where the reduction looks for shared objects]
    #[arg(long, value_name = "HOW")]
    pub races: Option<Races>,

    /// How to treat volatile accesses of up to 8 bytes
    #[arg(long, value_name = "HOW", default_value = "plain")]
    pub volatile: Volatile,

    #[command(flatten)]
    pub checks: Checks,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Races {
    /// Report them as bugs; plain accesses are not interleaved then, which saves most of the work
    Error,
    /// Accept them: plain accesses are interleaved like atomic ones
    Allow,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Volatile {
    /// As plain accesses, as C does: they race with each other
    Plain,
    /// As atomic accesses that order nothing else (relaxed), as much code before C11 means them; what they publish is still
    /// checked for races
    Atomic,
    /// As atomic accesses that order what comes before a store and after a load of it (acquire and release), as on x86
    AcqRel,
}

impl From<Volatile> for mazurka_ir::Volatile {
    fn from(volatile: Volatile) -> mazurka_ir::Volatile {
        match volatile {
            Volatile::Plain => mazurka_ir::Volatile::Plain,
            Volatile::Atomic => mazurka_ir::Volatile::RELAXED,
            Volatile::AcqRel => mazurka_ir::Volatile::ACQUIRE_RELEASE,
        }
    }
}

impl From<Races> for mazurka_report::Races {
    fn from(races: Races) -> mazurka_report::Races {
        match races {
            Races::Error => mazurka_report::Races::Error,
            Races::Allow => mazurka_report::Races::Allow,
        }
    }
}

/// Sources of nondeterminism other than the order of the threads.
#[derive(Args, Clone)]
pub(crate) struct Surprises {
    /// Which values `__VERIFIER_nondet_int` and its kin return, both ends included; with FUNCTION=, for that function
    /// only. All values of types of up to 16 bits are tried without it; larger types need it
    #[arg(long, value_name = "[FUNCTION=]LO..HI", value_parser = nondet_range, allow_hyphen_values = true)]
    pub nondet_range: Vec<NondetRange>,

    /// Waits on condition variables may end without a signal, for each thread up to N times in an execution [default
    /// N: 1]
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub spurious_wakeups: Option<u8>,

    /// malloc, calloc, realloc and aligned_alloc may return NULL
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// pthread_create and thrd_create may fail (EAGAIN)
    #[arg(long)]
    pub thread_create_may_fail: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NondetRange {
    /// `None`: for all functions.
    pub function: Option<String>,
    pub values: RangeInclusive<i128>,
}

fn nondet_range(text: &str) -> Result<NondetRange, String> {
    let (function, range) = match text.split_once('=') {
        Some((function, range)) => (Some(function.to_owned()), range),
        None => (None, text),
    };
    let values = range.split_once("..").and_then(|(low, high)| {
        let values = low.trim().parse().ok()?..=high.trim().parse().ok()?;
        (!values.is_empty()).then_some(values)
    });
    match values {
        Some(values) => Ok(NondetRange { function, values }),
        None => Err("two whole numbers are expected, the smaller one first, such as -1..10".to_owned()),
    }
}

#[derive(Args, Clone)]
pub(crate) struct Limits {
    /// Explore everything and list each bug once, instead of stopping at the first bug
    #[arg(long)]
    pub keep_going: bool,

    /// Stop after this many executions [default: no limit]
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,

    /// Stop after this many seconds [default: no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,

    /// Stop a thread after this many jumps and calls without a visible operation
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub max_steps: u64,

    /// Stop a thread that reaches the same visible operation, or the same call that leads to one, more than N times in one
    /// call of a function; creating and joining threads does not count [default: no limit; loops that only wait need none]
    #[arg(long, value_name = "N")]
    pub unroll: Option<u32>,

    /// Stop a thread that gives up timed waits more than N times in an execution; sleeping does not count [default: no limit]
    #[arg(long, value_name = "N")]
    pub timeouts: Option<u32>,

    /// Cut off executions after this many steps
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub max_depth: usize,
}

#[derive(Args, Clone)]
pub(crate) struct Checkpoints {
    /// Save the search to a file every few seconds, and when a limit or Ctrl-C ends it: `mazurka resume FILE` continues it
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,

    /// Seconds between two checkpoints; more where saving takes longer than a twentieth of them
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds, requires = "checkpoint")]
    pub checkpoint_every: Duration,
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.ok_or_else(|| "a number of seconds is expected".to_owned())
}

const EXAMPLES: &str = "\
Examples:
  mazurka check prog.c                    explore all interleavings
  mazurka check --keep-going a.c b.c      list all bugs, not only the first
  mazurka check -O1 -DN=4 prog.c -- 3     clang's flags, and an argument
  mazurka check --timeout 60 --html bug.html prog.c
                                          a minute at most; show it in a browser";

const EXIT_CODES: &str = "\
Exit codes:
  0  verdict `ok`: everything was explored, and there is no bug
  1  verdict `bug`: there is one, and the report shows how it happens
  2  error: usage, a program that does not compile, unsupported input
  3  verdict `incomplete`: no bug was found, but a limit was reached or Ctrl-C
     pressed before everything was explored";

const SEE_ALSO: &str = "\
See also:
  mazurka explain KIND                    what an error[KIND] is, and what helps
  docs/guarantees.md                      what a verdict means";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_numbers() {
        let range = |function: Option<&str>, values| {
            Ok(NondetRange { function: function.map(str::to_owned), values })
        };
        assert_eq!(nondet_range("0..3"), range(None, 0..=3));
        assert_eq!(nondet_range("-5..-5"), range(None, -5..=-5));
        assert_eq!(nondet_range("__VERIFIER_nondet_int=-1..1"), range(Some("__VERIFIER_nondet_int"), -1..=1));
        for wrong in
            ["", "3", "3..1", "a..b", "0..=3", "1...2", "99999999999999999999999999999999999999999..1"]
        {
            assert!(nondet_range(wrong).is_err(), "{wrong}");
        }
    }
}
