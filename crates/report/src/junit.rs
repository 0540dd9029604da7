//! JUnit XML, as servers for continuous integration read it: a program is a test case, a bug a failure, and whatever
//! kept the search from its end an error.

use std::fmt::Write;

use mazurka_machine::Location;

use crate::check::{Check, Verdict};
use crate::finding::Finding;
use crate::origin::Origin;
use crate::text::{Sources, counted};

/// A test and what became of it.
pub struct Case {
    pub suite: String,
    pub name: String,
    pub seconds: f64,
    pub outcome: Outcome,
}

pub enum Outcome {
    Passed,
    Skipped,
    /// There is a bug of this kind.
    Failure {
        kind: String,
        message: String,
        text: String,
    },
    /// It could not be checked to its end.
    Error {
        kind: String,
        message: String,
        text: String,
    },
}

impl Outcome {
    fn element(&self) -> String {
        match self {
            Outcome::Passed => String::new(),
            Outcome::Skipped => "      <skipped/>\n".to_owned(),
            Outcome::Failure { kind, message, text } => element("failure", kind, message, text),
            Outcome::Error { kind, message, text } => element("error", kind, message, text),
        }
    }
}

/// Many tests in one document: cases of the same suite follow each other.
pub fn document(title: &str, cases: &[Case], created: &str) -> String {
    let suites: String = cases
        .chunk_by(|one, other| one.suite == other.suite)
        .map(|cases| {
            let bodies: String = cases
                .iter()
                .map(|case| test_case(&case.suite, &case.name, case.seconds, &case.outcome.element()))
                .collect();
            suite(&cases[0].suite, &counts(cases), created, &bodies)
        })
        .collect();
    suites_document(title, &counts(cases), &suites)
}

fn counts(cases: &[Case]) -> String {
    let count = |is_it: fn(&Outcome) -> bool| cases.iter().filter(|case| is_it(&case.outcome)).count();
    attributes(
        [
            cases.len(),
            count(|outcome| matches!(outcome, Outcome::Failure { .. })),
            count(|outcome| matches!(outcome, Outcome::Error { .. })),
            count(|outcome| matches!(outcome, Outcome::Skipped)),
        ],
        cases.iter().map(|case| case.seconds).sum(),
    )
}

impl Check {
    pub fn to_junit(&self, origin: &Origin, sources: &Sources) -> String {
        let mut outcome = String::new();
        for bug in &self.bugs {
            outcome += &element("failure", bug.kind.name(), &bug.message, &told(bug, sources));
        }
        if self.verdict == Verdict::Incomplete {
            for incomplete in &self.incomplete {
                outcome += &element("error", incomplete.reason.name(), &incomplete.message, "");
            }
        }
        let errors = usize::from(self.verdict == Verdict::Incomplete);
        of_program(origin, usize::from(!self.bugs.is_empty()), errors, self.figures.seconds, &outcome)
    }
}

/// There was nothing to explore.
pub fn failure(message: &str, origin: &Origin) -> String {
    of_program(origin, 0, 1, 0.0, &element("error", "failure", message, ""))
}

fn of_program(origin: &Origin, failures: usize, errors: usize, seconds: f64, outcome: &str) -> String {
    const TITLE: &str = "mazurka check";
    let counts = attributes([1, failures, errors, 0], seconds);
    let case = test_case("mazurka.check", &origin.program(), seconds, outcome);
    suites_document(TITLE, &counts, &suite(TITLE, &counts, &origin.created, &case))
}

fn attributes([tests, failures, errors, skipped]: [usize; 4], seconds: f64) -> String {
    format!(
        "tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" time=\"{seconds:.3}\""
    )
}

fn suites_document(title: &str, counts: &str, suites: &str) -> String {
    let title = escaped(title);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"{title}\" {counts}>\n{suites}</testsuites>\n"
    )
}

fn suite(name: &str, counts: &str, created: &str, cases: &str) -> String {
    let (name, time) = (escaped(name), escaped(created));
    format!("  <testsuite name=\"{name}\" {counts} timestamp=\"{time}\">\n{cases}  </testsuite>\n")
}

fn test_case(class: &str, name: &str, seconds: f64, outcome: &str) -> String {
    let (class, name) = (escaped(class), escaped(name));
    format!(
        "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.3}\">\n{outcome}    </testcase>\n"
    )
}

fn element(name: &str, kind: &str, message: &str, text: &str) -> String {
    let (message, text) = (escaped(message), escaped(text));
    format!("      <{name} type=\"{kind}\" message=\"{message}\">{text}</{name}>\n")
}

/// What a reader needs who has only this file.
fn told(bug: &Finding, sources: &Sources) -> String {
    let at = |location: Option<&Location>| {
        location.map_or(String::new(), |location| format!(", at {}", sources.shown(location)))
    };
    let mut text = format!("{}{}\n", bug.message, at(bug.place.location()));
    for related in &bug.related {
        let _ = writeln!(text, "{}{}", related.message(), at(related.place.location()));
        for holder in &related.holders {
            let _ = writeln!(text, "  {} took it{}", holder.thread, at(holder.location()));
        }
    }
    if !bug.confirmed {
        text += "not confirmed: its replay was stopped\n";
    }
    text += "how it happens:\n";
    let mut gaps = bug.trace.gaps().into_iter().peekable();
    for index in 0..=bug.trace.steps.len() {
        if let Some(gap) = gaps.next_if(|gap| gap.before == index) {
            let _ = writeln!(text, "   … {}", counted(gap.steps as u64, "omitted step"));
        }
        if let Some(step) = bug.trace.steps.get(index) {
            let (thread, words) = (step.thread, step.words_with_value());
            let _ = writeln!(text, "{:4} {thread}: {words}{}", step.number + 1, at(step.location()));
        }
    }
    text
}

/// Text and attribute values. XML 1.0 has no way to write most control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            control if control.is_control() => escaped.push('\u{fffd}'),
            other => escaped.push(other),
        }
    }
    escaped
}
