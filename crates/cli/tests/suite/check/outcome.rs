//! What `mazurka check --format json` says of a program.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::process;

/// In the place of counts that take too long.
pub(super) const TOO_MANY: &str = "-";

const LIMIT: Duration = Duration::from_secs(180);

const STACK: usize = 8 << 20;

#[derive(Debug)]
pub(super) struct Outcome {
    pub verdict: String,
    pub guarantee: String,
    pub executions: u64,
    pub redundant: u64,
    pub cut_off: u64,
    /// Everything was explored.
    pub complete: bool,
    pub bugs: Vec<Bug>,
    /// It says that it may have missed data races.
    pub may_miss_races: bool,
    /// The file of every bug's execution, where they were written.
    pub traces: Vec<PathBuf>,
    /// To reproduce it.
    pub command: String,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bug {
    pub kind: String,
    /// `None`: at no single place.
    pub line: Option<u64>,
}

impl Outcome {
    pub(super) fn kinds(&self) -> BTreeSet<&str> {
        self.bugs.iter().map(|bug| bug.kind.as_str()).collect()
    }

    /// For the table: `executions+redundant/cut off`, without what is none.
    pub(super) fn counts(&self) -> String {
        if !self.complete {
            return TOO_MANY.into();
        }
        let part = |sign: char, count| if count == 0 { String::new() } else { format!("{sign}{count}") };
        format!("{}{}{}", self.executions, part('+', self.redundant), part('/', self.cut_off))
    }
}

/// By the binary.
pub(super) fn explore(program: &Path, program_flags: &[String], flags: &[&str]) -> Result<Outcome, String> {
    let mazurka = &mut command(program, program_flags, flags);
    let ended = process::run(mazurka, "", LIMIT)?
        .ok_or_else(|| format!("still running after {} s: {mazurka:?}", LIMIT.as_secs()))?;
    outcome(&ended.stdout, ended.exit, mazurka)
        .map_err(|problem| format!("{problem}\nstderr: {}", ended.stderr))
}

/// By the library: most of the time of a small search goes into starting a process.
pub(super) fn explore_here(
    program: &Path,
    program_flags: &[String],
    flags: &[&str],
) -> Result<Outcome, String> {
    let mazurka = command(program, program_flags, flags);
    let limit = ["--timeout".into(), LIMIT.as_secs().to_string().into()];
    let arguments: Vec<OsString> = mazurka.get_args().skip(1).map(OsStr::to_owned).chain(limit).collect();
    // With the stack of a process.
    let check = || mazurka::check_to_json(arguments.into_iter());
    let checked = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, check);
        thread.map_err(|error| error.to_string())?.join().unwrap_or_else(|_| Err("it panics".to_owned()))
    });
    let (json, exit) = checked.map_err(|problem| format!("{problem}: {mazurka:?}"))?;
    outcome(&json, Some(exit.into()), &mazurka)
}

fn command(program: &Path, program_flags: &[String], flags: &[&str]) -> Command {
    let mut mazurka = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    mazurka.args(["check", "--format", "json"]).args(program_flags);
    if !flags.contains(&"--trace") {
        mazurka.arg("--no-trace");
    }
    mazurka.args(flags.iter().filter(|flag| !flag.is_empty())).arg(program);
    mazurka
}

/// The report, if the exit code fits it.
fn outcome(json: &str, exit: Option<i32>, command: &Command) -> Result<Outcome, String> {
    let object: Value = serde_json::from_str(json).map_err(|error| format!("{error}: {command:?}"))?;
    let outcome =
        read(&object, format!("{command:?}")).ok_or_else(|| format!("a part is missing in {json}"))?;
    let expected = match outcome.verdict.as_str() {
        "ok" => 0,
        "bug" => 1,
        _ => 3,
    };
    match exit == Some(expected) {
        true => Ok(outcome),
        false => Err(format!("exit code {exit:?} for verdict {}: {command:?}", outcome.verdict)),
    }
}

fn read(object: &Value, command: String) -> Option<Outcome> {
    let number = |name: &str| object[name].as_u64();
    let bug = |bug: &Value| {
        Some(Bug { kind: bug["kind"].as_str()?.to_owned(), line: bug["location"]["line"].as_u64() })
    };
    let traces = object["bugs"].as_array()?.iter().filter_map(|bug| bug["trace_file"].as_str());
    Some(Outcome {
        traces: traces.map(PathBuf::from).collect(),
        verdict: object["verdict"].as_str()?.to_owned(),
        guarantee: object["guarantee"].as_str()?.to_owned(),
        executions: number("executions")?,
        redundant: number("redundant")?,
        cut_off: number("cut_off")?,
        complete: object["complete"].as_bool()?,
        bugs: object["bugs"].as_array()?.iter().map(bug).collect::<Option<_>>()?,
        may_miss_races: object["may_miss_races"] == true,
        command,
    })
}
