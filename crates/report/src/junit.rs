//! JUnit XML, as servers for continuous integration read it: a program is a test case, a bug a failure, and whatever
//! kept the search from its end an error.

use std::fmt::Write;

use mazurka_machine::Location;

use crate::check::{Check, Verdict};
use crate::finding::Finding;
use crate::origin::Origin;
use crate::text::{Sources, counted};

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
        document(origin, usize::from(!self.bugs.is_empty()), errors, self.figures.seconds, &outcome)
    }
}

/// There was nothing to explore.
pub fn failure(message: &str, origin: &Origin) -> String {
    document(origin, 0, 1, 0.0, &element("error", "failure", message, ""))
}

fn document(origin: &Origin, failures: usize, errors: usize, seconds: f64, outcome: &str) -> String {
    let counts = format!(
        "tests=\"1\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\" time=\"{seconds:.3}\""
    );
    let (name, time) = (escaped(&origin.program()), escaped(&origin.created));
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mazurka check\" {counts}>\n  \
         <testsuite name=\"mazurka check\" {counts} timestamp=\"{time}\">\n    \
         <testcase classname=\"mazurka.check\" name=\"{name}\" time=\"{seconds:.3}\">\n{outcome}    \
         </testcase>\n  </testsuite>\n</testsuites>\n"
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
