//! The programs of `tests/programs`, one test per program and optimisation level. At the first level Mazurka runs the C file, at the
//! others text that is compiled together with that of other programs.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use libtest_mimic::{Failed, Trial};

use crate::batch::{Batch, Setting, batches};
use crate::difference::difference;
use crate::expectation::{self, Expectation, ExpectedFault, Output};
use crate::native::{self, scratch};
use crate::process::{self, Outcome};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/programs");
pub(crate) const BLESS: &str = "MAZURKA_BLESS";
const LIMIT: Duration = Duration::from_secs(120);

pub(crate) fn tests() -> Vec<Trial> {
    let mut paths = Vec::new();
    collect(Path::new(ROOT), &mut paths);
    paths.sort();
    let parsed: Vec<_> = paths.into_iter().map(|path| (expectation_of(&path), path)).collect();
    let parts: Vec<PathBuf> =
        parsed.iter().flat_map(|(expectation, path)| parts(path, expectation)).collect();
    let is_test = |path: &PathBuf| !parts.iter().any(|part| path.starts_with(part));
    let (mut runs, mut tests) = (Vec::new(), Vec::new());
    for (expectation, path) in parsed.into_iter().filter(|(_, path)| is_test(path)) {
        let name = path.strip_prefix(ROOT).unwrap_or(&path).display().to_string();
        match expectation {
            Ok(expectation) => runs.extend(runs_of(name, path, expectation)),
            Err(message) => tests.push(Trial::test(name, move || Err(message.into()))),
        }
    }
    let batches = batches(&runs.iter().map(Run::setting).collect::<Vec<_>>());
    for (run, batch) in runs.into_iter().zip(batches) {
        let title = format!("{} -O{}", run.program.name, run.level);
        tests.push(Trial::test(title, move || check(&run, batch.as_deref())));
    }
    tests
}

fn expectation_of(path: &Path) -> Result<Expectation, String> {
    expectation::parse(&fs::read_to_string(path).map_err(|error| error.to_string())?)
}

/// What belongs to a program and is not a test by itself: its further sources, and the files that it reads.
fn parts(path: &Path, expectation: &Result<Expectation, String>) -> Vec<PathBuf> {
    let Ok(Expectation { with, files, .. }) = expectation else { return Vec::new() };
    let hosts = files.iter().map(|file| file.split(':').next().unwrap_or(file));
    with.iter().map(String::as_str).chain(hosts).map(|name| path.with_file_name(name)).collect()
}

pub(crate) fn collect(folder: &Path, programs: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        if path.is_dir() {
            collect(&path, programs);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            programs.push(path);
        }
    }
}

/// A program and what its levels share.
struct Program {
    name: String,
    path: PathBuf,
    expectation: Expectation,
    /// Compiled and run when the first level asks.
    native: OnceLock<Result<Outcome, String>>,
}

/// A program at one of its levels.
struct Run {
    program: Arc<Program>,
    level: String,
    is_first: bool,
}

impl Run {
    /// How it is compiled together with others; `None`: Mazurka runs the C file itself. It does so at the first level.
    fn setting(&self) -> Option<(Setting, PathBuf)> {
        let Program { path, expectation, .. } = &*self.program;
        let options = [format!("-O{}", self.level)].into_iter().chain(expectation.flags.iter().cloned());
        let setting = Setting::new(path.parent()?, options);
        let is_meant = !self.is_first && expectation.with.is_empty();
        is_meant.then(|| path.file_name().map(|name| (setting, name.into())))?
    }
}

fn runs_of(name: String, path: PathBuf, expectation: Expectation) -> Vec<Run> {
    let levels = expectation.levels.clone();
    let program = Arc::new(Program { name, path, expectation, native: OnceLock::new() });
    let run = |(index, level)| Run { program: program.clone(), level, is_first: index == 0 };
    levels.into_iter().enumerate().map(run).collect()
}

fn check(run: &Run, batch: Option<&Batch>) -> Result<(), Failed> {
    let program = &*run.program;
    let Program { path, expectation, .. } = program;
    // The first level's output is the one to record; the others are compared with it in the next run.
    let bless = run.is_first && env::var_os(BLESS).is_some();
    let file = Path::new(path.file_name().unwrap_or_default());
    let input = match batch {
        Some(batch) => {
            batch.write(file, &scratch("programs").join(format!("{}-O{}", program.name, run.level)))?
        }
        None => file.to_owned(),
    };
    let mut command = command(path, &input, expectation, &run.level);
    let outcome = process::run(&mut command, &expectation.stdin, LIMIT)?
        .ok_or_else(|| format!("still running after {} s: {command:?}", LIMIT.as_secs()))?;
    let mut problems = match &expectation.output {
        Output::LikeNative => {
            let native = program.native.get_or_init(|| native::outcome(path, expectation)).as_ref()?;
            let stdout = difference(&native.stdout, &outcome.stdout)
                .map(|text| format!("stdout is not that of the native program: {text}"));
            exit_problem(native.exit, &outcome).into_iter().chain(stdout).collect()
        }
        Output::Text(_) if bless => {
            let source = fs::read_to_string(path)?;
            fs::write(path, expectation::bless(&source, &outcome.stdout))?;
            Vec::new()
        }
        Output::Text(text) => {
            let stdout = difference(text, outcome.stdout.strip_suffix('\n').unwrap_or(&outcome.stdout))
                .map(|text| format!("stdout: {text}{BLESS}=1 records what was found"));
            Vec::from_iter(stdout)
        }
    };
    let by_default =
        (expectation.output != Output::LikeNative).then_some(i32::from(expectation.fault.is_some()));
    let exit = expectation.exit.or(by_default);
    problems.extend(exit.and_then(|exit| exit_problem(Some(exit), &outcome)));
    // Long lines go on in the next one.
    let stderr = outcome.stderr.replace("\n    ", " ");
    let missing = |text: &&String| !outcome.stderr.contains(text.as_str()) && !stderr.contains(text.as_str());
    problems.extend(expectation.stderr.iter().filter(missing).map(|text| format!("stderr has no `{text}`")));
    problems.extend(expectation.fault.as_ref().and_then(|fault| fault_problem(path, fault, &outcome)));
    if problems.is_empty() {
        return Ok(());
    }
    Err(format!("{}\nstderr:\n{}\ncommand: {command:?}", problems.join("\n"), outcome.stderr).into())
}

fn exit_problem(expected: Option<i32>, outcome: &Outcome) -> Option<String> {
    (outcome.exit != expected).then(|| format!("exit code {:?}, expected {expected:?}", outcome.exit))
}

fn command(program: &Path, input: &Path, expectation: &Expectation, level: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.current_dir(program.parent().unwrap_or(Path::new("."))).arg("run").arg(format!("-O{level}"));
    // No other test compiles it like this.
    command.arg("--no-cache").args(&expectation.flags);
    command.args(expectation.files.iter().map(|file| format!("--file={file}")));
    command.arg(input).args(&expectation.with);
    command.arg("--").args(&expectation.arguments);
    command
}

/// A report begins with `error[KIND]: …`, which may go on in indented lines, and the line below says where:
/// `  --> FILE:LINE:COLUMN`.
fn fault_problem(program: &Path, expected: &ExpectedFault, outcome: &Outcome) -> Option<String> {
    let name = program.file_name()?.to_string_lossy();
    let head = format!("error[{}]:", expected.kind);
    let place = format!("{name}:{}:", expected.line);
    let mut lines = outcome.stderr.lines().skip_while(|line| !line.starts_with(&head));
    match (lines.next(), lines.find(|line| line.contains("--> "))) {
        (None, _) => Some(format!("no `{head}` is reported")),
        (Some(_), Some(where_)) if where_.contains("--> ") && where_.contains(&place) => None,
        (Some(_), place_found) => Some(format!("{head} is not reported at {place} but at {place_found:?}")),
    }
}
