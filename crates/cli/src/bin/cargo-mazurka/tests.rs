//! Checks tests, each in a process of its own, several at a time.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use serde_json::Value;

use crate::built::{Binary, Built, TARGET_FOLDER};
use crate::request::{Format, Request};
use crate::{formats, mazurka};

/// What became of a test.
pub(crate) struct Test {
    pub binary: String,
    pub name: String,
    pub outcome: Outcome,
    /// What `mazurka check` has printed.
    pub text: String,
    /// Its report for machines, where the format is made of these.
    pub report: Option<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Ok,
    Bug,
    Error,
    Incomplete,
    Ignored,
}

impl Outcome {
    fn in_words(self) -> &'static str {
        match self {
            Outcome::Ok => "ok",
            Outcome::Bug => "FAILED",
            Outcome::Error => "error",
            Outcome::Incomplete => "incomplete",
            Outcome::Ignored => "ignored",
        }
    }

    /// In reports for machines.
    pub(crate) fn name(self) -> &'static str {
        if self == Outcome::Bug { "bug" } else { self.in_words() }
    }

    /// A bug matters most, then what could not be checked.
    pub(crate) fn worst(tests: &[Test]) -> Outcome {
        let order = [Outcome::Bug, Outcome::Error, Outcome::Incomplete];
        let happened = |outcome: &Outcome| tests.iter().any(|test| test.outcome == *outcome);
        order.into_iter().find(happened).unwrap_or(Outcome::Ok)
    }

    pub(crate) fn count(self, tests: &[Test]) -> usize {
        tests.iter().filter(|test| test.outcome == self).count()
    }
}

/// Checks all tests that were built and are meant, and prints the report; the exit code.
pub(crate) fn run(request: &Request, built: &Built) -> Result<u8, String> {
    if built.binaries.is_empty() {
        return Err("there is nothing to test".to_owned());
    }
    let mut all = Vec::new();
    for binary in &built.binaries {
        let tests = test(request, binary, &built.inputs(binary))?;
        if request.format == Format::Text {
            print!("{}", told(&tests));
        }
        all.extend(tests);
    }
    if let Some(document) = formats::document(request.format, &all) {
        println!("{}", document.trim_end());
    }
    Ok(match Outcome::worst(&all) {
        Outcome::Ok | Outcome::Ignored => 0,
        Outcome::Bug => 1,
        Outcome::Error => 2,
        Outcome::Incomplete => 3,
    })
}

/// Says what happens while it does: on stdout only where that is not for the document alone.
fn say(format: Format, line: &str) {
    if format == Format::Text { println!("{line}") } else { eprintln!("{line}") }
}

/// The names that the test binary lists with these arguments, and how libtest ends such a line.
fn list(inputs: &[&Path], arguments: &[&str]) -> Result<Vec<String>, String> {
    let mut command = Command::new(mazurka());
    command.args(["run", "--std", "test"]).args(inputs).arg("--").arg("--list").args(arguments);
    let output = command.output().map_err(|error| format!("cannot run mazurka: {error}"))?;
    if !output.status.success() {
        return Err(format!("the tests cannot be listed:\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect())
}

/// Checks the tests of one binary; sorted by name.
fn test(request: &Request, binary: &Binary, inputs: &[&Path]) -> Result<Vec<Test>, String> {
    let is_chosen =
        |name: &String| request.filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()));
    let (ignored, mut names) = (list(inputs, &["--ignored"])?, list(inputs, &[])?);
    names.retain(is_chosen);
    let plural = if names.len() == 1 { "" } else { "s" };
    say(request.format, &format!("\nrunning {} test{plural} ({})", names.len(), binary.name));
    let work = Mutex::new(names.into_iter().enumerate().collect::<VecDeque<_>>());
    let done = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let worker = || {
        loop {
            let Some((number, name)) = work.lock().ok().and_then(|mut work| work.pop_front()) else { return };
            let test = if ignored.contains(&name) {
                let (binary, outcome) = (binary.name.clone(), Outcome::Ignored);
                Test { binary, name, outcome, text: String::new(), report: None }
            } else {
                check(request, &binary.name, inputs, (number, name))
            };
            say(request.format, &format!("test {} ... {}", test.name, test.outcome.in_words()));
            if let Ok(mut done) = done.lock() {
                done.push(test);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(worker);
        }
    });
    let mut done = done.into_inner().map_err(|_| "a worker panicked".to_owned())?;
    done.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(done)
}

/// Checks one test.
fn check(request: &Request, binary: &str, inputs: &[&Path], (number, name): (usize, String)) -> Test {
    let file = report_file(request.format, binary, number);
    let mut command = Command::new(mazurka());
    command.args(["check", "--std", "test", "--no-trace"]).args(&request.check);
    if let Some((option, path)) = &file {
        // A report of an earlier test is not this one's.
        let _ = fs::remove_file(path);
        command.arg(option).arg(path);
    }
    command.args(inputs).args(["--", "--exact", &name, "--test-threads=1"]).stdin(Stdio::null());
    let (outcome, text) = match command.output() {
        Err(error) => (Outcome::Error, format!("cannot run mazurka: {error}")),
        Ok(output) => {
            let outcome = match output.status.code() {
                Some(0) => Outcome::Ok,
                Some(1) => Outcome::Bug,
                Some(3) => Outcome::Incomplete,
                _ => Outcome::Error,
            };
            let shown = if outcome == Outcome::Error { &output.stderr } else { &output.stdout };
            (outcome, String::from_utf8_lossy(shown).into_owned())
        }
    };
    let report = file.and_then(|(_, path)| serde_json::from_str(&fs::read_to_string(path).ok()?).ok());
    Test { binary: binary.to_owned(), name, outcome, text, report }
}

/// The option of `mazurka check` that writes a report for machines, and the file.
fn report_file(format: Format, binary: &str, number: usize) -> Option<(&'static str, PathBuf)> {
    let (option, extension) = match format {
        Format::Text => return None,
        Format::Json | Format::Junit => ("--json", "json"),
        Format::Sarif => ("--sarif", "sarif"),
    };
    let folder = Path::new(TARGET_FOLDER).join("reports");
    // Where that fails, `mazurka check` says that it cannot write.
    let _ = fs::create_dir_all(&folder);
    Some((option, folder.join(format!("{binary}-{number}.{extension}"))))
}

/// The end of what is printed about the tests of a binary, in libtest's words.
fn told(tests: &[Test]) -> String {
    let is_shown = |test: &&Test| !matches!(test.outcome, Outcome::Ok | Outcome::Ignored);
    let reports = tests.iter().filter(is_shown);
    let reports: String =
        reports.map(|Test { name, text, .. }| format!("\n---- {name} ----\n{text}\n")).collect();
    format!(
        "{reports}\ntest result: {}. {} passed; {} failed; {} incomplete; {} with errors; {} ignored\n",
        Outcome::worst(tests).in_words(),
        Outcome::Ok.count(tests),
        Outcome::Bug.count(tests),
        Outcome::Incomplete.count(tests),
        Outcome::Error.count(tests),
        Outcome::Ignored.count(tests)
    )
}
