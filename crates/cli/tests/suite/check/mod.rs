//! The programs of `tests/check`, one test each: verdict, bugs and their lines, and exact counts for every reduction.
//!
//! What a program says of itself is in its comments (`expectation.rs`). The counts of all reductions are in
//! `tests/check/executions.txt` (`table.rs`); `MAZURKA_BLESS=1` records them anew. Some rules hold whatever was recorded:
//! all reductions, and all orders of threads, agree on the verdict and on the kinds of bugs; `optimal` executes every
//! trace once, and as many as the program says it has; no reduction executes fewer. Stateful searches find the same
//! (`by_state.rs`). Every bug shows again when its trace is replayed. A program is compiled once, and all searches and replays
//! read that text; the tests of `tests/main.rs` check C files. The binary makes the first search of a program and
//! that for its first bug, the library the others (`outcome.rs`).

mod by_state;
mod expectation;
mod outcome;
mod replay;
mod rules;
mod table;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use libtest_mimic::{Failed, Trial};
use mazurka::presets::{PRESETS, Preset};

use self::expectation::Expectation;
use self::outcome::Outcome;
use self::table::Table;
use crate::batch::{Batch, Setting, batches};
use crate::native::scratch;
use crate::programs::{BLESS, collect};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/check");

/// The reductions that explore all traces, the best first, as they are listed: `optimal` is the first.
fn reductions() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.explores_all_traces())
}

/// After how many executions (complete ones or not) a reduction other than `optimal` is stopped: their counts grow much
/// faster with the size of the program.
fn limit(reduction: &str) -> u64 {
    if ["source", "nidhugg", "classic"].contains(&reduction) { 10_000 } else { 2_000 }
}

/// A program of more traces is left to `optimal`.
const MANY: u64 = 2_000;

/// Orders of threads to try besides that of their numbers.
const SEEDS: [&str; 2] = ["1", "2"];

/// The counts, while the tests run.
#[derive(Clone)]
pub(crate) struct Record(Arc<Mutex<Table>>);

pub(crate) fn tests() -> (Vec<Trial>, Record) {
    let mut paths = Vec::new();
    collect(Path::new(ROOT), &mut paths);
    paths.sort();
    let record =
        Record(Arc::new(Mutex::new(Table::read(&table_path()).expect("the table of counts is readable"))));
    let (mut subjects, mut tests) = (Vec::new(), Vec::new());
    for path in paths {
        let name = path.strip_prefix(ROOT).unwrap_or(&path).display().to_string();
        match subjects_of(&path, &name) {
            Ok(these) => subjects.extend(these),
            Err(message) => tests.push(Trial::test(format!("check {name}"), move || Err(message.into()))),
        }
    }
    let programs: Vec<_> =
        subjects.iter().map(|subject| Some((subject.setting(), subject.path.clone()))).collect();
    for (subject, batch) in subjects.into_iter().zip(batches(&programs).into_iter().flatten()) {
        let record = record.clone();
        tests.push(Trial::test(format!("check {}", subject.row), move || check(&subject, &batch, &record)));
    }
    (tests, record)
}

impl Record {
    /// Writes the counts down if that was asked for.
    pub(crate) fn save(&self) {
        if env::var_os(BLESS).is_some() {
            let table = self.0.lock().expect("no test panics while it holds the table");
            fs::write(table_path(), table.to_string()).expect("the table of counts can be written");
        }
    }

    /// What differs from the recorded counts, if they are not to be recorded now.
    fn compare(&self, row: &str, counts: Vec<String>) -> Option<String> {
        let mut table = self.0.lock().expect("no test panics while it holds the table");
        if env::var_os(BLESS).is_some() {
            table.set(row, counts);
            return None;
        }
        let expected = table.get(row).unwrap_or_default();
        (expected != counts).then(|| {
            format!(
                "counts by reduction: expected {}, found {}; {BLESS}=1 records what was found",
                expected.join("  "),
                counts.join("  ")
            )
        })
    }
}

/// What files are called that belong to a row.
fn file_name(row: &str) -> String {
    row.replace(['/', ' ', '='], "_")
}

fn table_path() -> PathBuf {
    Path::new(ROOT).join("executions.txt")
}

/// The program as it is, or in each of the sizes of which the number of traces is known.
fn subjects_of(path: &Path, name: &str) -> Result<Vec<Subject>, String> {
    let source = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let expectation = Arc::new(expectation::parse(&source)?);
    let sizes = expectation.sizes.iter().map(|(size, traces)| (Some(size.clone()), Some(*traces)));
    let as_it_is = expectation.sizes.is_empty().then_some((None, expectation.traces));
    let subject = |(size, traces): (Option<String>, _)| {
        let row = size.as_ref().map_or(name.to_owned(), |size| format!("{name} {size}"));
        Subject { row, path: path.to_owned(), size, traces, expectation: expectation.clone() }
    };
    Ok(as_it_is.into_iter().chain(sizes).map(subject).collect())
}

/// A program at one of its sizes.
struct Subject {
    row: String,
    path: PathBuf,
    /// `N=5`
    size: Option<String>,
    traces: Option<u64>,
    expectation: Arc<Expectation>,
}

fn check(subject: &Subject, batch: &Batch, record: &Record) -> Result<(), Failed> {
    let Subject { expectation, traces, .. } = subject;
    let trace = replay::trace_of(&subject.row);
    let text = batch.write(&subject.path, &scratch("compiled").join(file_name(&subject.row)))?;
    let run = |flags: &[&str]| outcome::explore_here(&text, &subject.flags(), flags);
    let all_bugs = ["--reduction=optimal", "--keep-going", "--trace", &trace];
    let optimal = outcome::explore(&text, &subject.flags(), &all_bugs)?;
    let mut problems = rules::bugs(&optimal, expectation);
    problems.extend(replay::every_bug(&optimal)?);
    problems.extend(rules::optimal(&optimal, *traces));
    let mut counts = vec![optimal.counts()];
    for Preset { name, .. } in reductions().skip(1) {
        if optimal.executions > MANY {
            counts.push(outcome::TOO_MANY.into());
            continue;
        }
        let limit = format!("--max-executions={}", limit(name));
        let outcome = run(&["--keep-going", "--reduction", name, &limit])?;
        problems.extend(rules::reduction(name, &outcome, &optimal, expectation));
        counts.push(outcome.counts());
    }
    let is_small = |name: &&str| optimal.executions <= MANY && by_state::is_small(&subject.row, name);
    for name in by_state::reductions().filter(is_small) {
        let outcome = run(&["--keep-going", "--reduction", name])?;
        let expected = by_state::expectation(&subject.row, expectation);
        problems.extend(rules::by_state(&outcome, &optimal, &expected));
        problems.extend(rules::races_by_state(&outcome, &optimal));
    }
    for name in [by_state::TRANSACTIONS, by_state::ALSO_DEADLOCKS].iter().filter(|name| is_small(name)) {
        let flags: Vec<&str> = ["--keep-going", "--reduction"].into_iter().chain(name.split(' ')).collect();
        let outcome = run(&flags)?;
        let expected = by_state::expectation(&subject.row, expectation);
        let rule = if *name == by_state::TRANSACTIONS { rules::by_transactions } else { rules::by_state };
        problems.extend(rule(&outcome, &optimal, &expected));
    }
    problems.extend(with_races_allowed(subject, optimal.executions, run)?);
    for preset in by_state::others(&subject.row).filter(|_| optimal.executions <= MANY) {
        problems.extend(by_another(preset, subject, &optimal, run)?);
    }
    for seed in SEEDS.iter().filter(|_| optimal.executions <= MANY) {
        let outcome = run(&["--reduction=optimal", "--keep-going", "--seed", seed])?;
        problems.extend(rules::order(seed, &outcome, &optimal, expectation));
    }
    // By the searches that take turns where none is named.
    problems.extend(match optimal.verdict.as_str() {
        "bug" => rules::first_bug(&outcome::explore(&text, &subject.flags(), &[])?, expectation),
        _ if by_state::is_chosen(&subject.row, 0, 2) => rules::bugs(&run(&[])?, expectation),
        _ => Vec::new(),
    });
    problems.extend(record.compare(&subject.row, counts));
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}

/// Where plain accesses are interleaved, reductions that allow races find what all states show.
fn with_races_allowed(
    subject: &Subject,
    traces: u64,
    run: impl Fn(&[&str]) -> Result<Outcome, String>,
) -> Result<Vec<String>, String> {
    let allow = if subject.flags().iter().any(|flag| flag == "--races") { "" } else { "--races=allow" };
    let explore = |name, memory| run(&["--keep-going", "--reduction", name, allow, memory]);
    if traces > MANY {
        return Ok(Vec::new());
    }
    let all = explore("stateful", by_state::FEW_STATES)?;
    let mut problems = Vec::new();
    for name in by_state::that_allow_races(&subject.row).filter(|_| all.complete) {
        problems.extend(rules::with_races_allowed(&explore(name, "")?, &all));
    }
    Ok(problems)
}

/// Loops that poll have executions without an end within a bound, too.
const WITHIN_BOUND: [&str; 3] = ["--bound=preemptions=0..2", "--max-executions=2000", "--max-depth=1000"];

/// What is found within a bound, or by a relative of `transactions`.
fn by_another(
    preset: &Preset,
    subject: &Subject,
    optimal: &Outcome,
    run: impl Fn(&[&str]) -> Result<Outcome, String>,
) -> Result<Vec<String>, String> {
    let Subject { row, expectation, .. } = subject;
    let by = ["--keep-going", "--reduction", preset.name];
    if preset.explores_within_bound() {
        let bounded = run(&[&by[..], &WITHIN_BOUND].concat())?;
        return Ok(rules::consistent(&bounded, expectation, preset.is_sound()));
    }
    if !by_state::is_small(row, by_state::TRANSACTIONS) {
        return Ok(Vec::new());
    }
    let outcome = run(&by)?;
    Ok(match preset.is_sound() {
        true => rules::by_transactions(&outcome, optimal, &by_state::expectation(row, expectation)),
        false => rules::consistent(&outcome, expectation, false),
    })
}

impl Subject {
    fn flags(&self) -> Vec<String> {
        let size = self.size.iter().map(|size| format!("-D{size}"));
        self.expectation.flags.iter().cloned().chain(size).collect()
    }

    fn setting(&self) -> Setting {
        Setting::new(Path::new("."), self.flags())
    }
}
