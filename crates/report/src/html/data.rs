//! The data of the page's script. Files and call stacks, which many steps share, occur once and are then referred to by index.

use std::collections::BTreeMap;

use mazurka_machine::{FaultKind, Place, StackFrame};
use serde_json::{Value, json};

use crate::choices::{Choices, Why};
use crate::execution::Execution;
use crate::finding::{Change, Finding, Related, Role, TraceStep};
use crate::text::Sources;

/// Reasons that a step shows at most.
const MOST_REASONS: usize = 8;

pub(super) fn of(
    program: &str,
    findings: &[Finding],
    nothing: &str,
    choices: &[Choices],
    sources: &Sources,
) -> Value {
    let in_words = |step: &TraceStep| choices_at(choices, step, sources);
    let mut tables =
        Tables { files: Vec::new(), stacks: Vec::new(), numbers: BTreeMap::new(), choices: &in_words };
    let findings: Vec<Value> = findings.iter().map(|finding| tables.finding(finding)).collect();
    json!({
        "program": program,
        "findings": findings,
        "nothing": nothing,
        "stacks": tables.stacks,
        "files": tables.files.iter().map(|file| json!({
            "name": shown(file, &sources.folder),
            "text": (sources.text)(file),
        })).collect::<Vec<_>>(),
    })
}

/// The files and stacks so far, in order of occurrence.
struct Tables<'c> {
    files: Vec<String>,
    stacks: Vec<Value>,
    /// The index of each stack, by its text.
    numbers: BTreeMap<String, usize>,
    /// The choices of the search at a step.
    choices: &'c dyn Fn(&TraceStep) -> Value,
}

impl Tables<'_> {
    fn finding(&mut self, finding: &Finding) -> Value {
        let steps: Vec<Value> =
            finding.trace.steps.iter().map(|step| self.step(step, &finding.trace)).collect();
        let mut outcome: Vec<Value> = finding.participants().map(|related| self.related(related)).collect();
        let opposed = finding.kind == FaultKind::DataRace && outcome.len() == 2;
        if outcome.is_empty() {
            outcome.push(self.outcome(&finding.message, &finding.place, None, &[]));
        }
        let notes = finding.related.iter().filter(|related| related.role == Role::Allocation);
        json!({
            "kind": finding.kind.name(),
            "message": finding.message,
            "executions": finding.executions,
            "opposed": opposed,
            "steps": steps,
            "total": finding.trace.len(),
            "switches": finding.trace.context_switches(),
            "confirmed": finding.confirmed,
            "racing": racing(finding),
            "outcome": outcome,
            "notes": notes.map(|related| self.related(related)).collect::<Vec<_>>(),
        })
    }

    fn step(&mut self, step: &TraceStep, trace: &Execution) -> Value {
        // A trace file can say anything.
        let before = step.happens_after.iter().filter(|before| **before < step.number);
        let before = before.filter_map(|before| trace.index_of(*before));
        json!({
            "number": step.number,
            "thread": step.thread.0,
            "choice": step.choice,
            "chance": step.chance,
            "operation": step.action.words(),
            "object": step.object,
            "stack": self.stack(&step.stack),
            "value": step.value.as_ref().map(change),
            "changes": step.changes.iter().map(change).collect::<Vec<_>>(),
            "holds": step.holds,
            "after": before.collect::<Vec<_>>(),
            "output": step.output,
            "choices": (self.choices)(step),
            "transaction": step.transaction.map(|of| json!([of.number, of.commits])),
        })
    }

    fn related(&mut self, related: &Related) -> Value {
        self.outcome(&related.message(), &related.place, related.object.as_deref(), &related.holders)
    }

    /// Where a thread is at the end, and what it does there.
    fn outcome(&mut self, message: &str, place: &Place, object: Option<&str>, holders: &[Place]) -> Value {
        json!({
            "thread": place.thread.0,
            "message": message,
            "object": object,
            "stack": self.stack(&place.stack),
            "holders": holders.iter().map(|place| self.holder(place)).collect::<Vec<_>>(),
        })
    }

    fn holder(&mut self, place: &Place) -> Value {
        json!({ "thread": place.thread.0, "stack": self.stack(&place.stack) })
    }

    fn stack(&mut self, frames: &[StackFrame]) -> usize {
        let stack: Value = frames.iter().map(|frame| self.frame(frame)).collect();
        let next = self.stacks.len();
        let number = *self.numbers.entry(stack.to_string()).or_insert(next);
        if number == next {
            self.stacks.push(stack);
        }
        number
    }

    fn frame(&mut self, frame: &StackFrame) -> Value {
        match &frame.location {
            Some(place) => json!([&*frame.function, self.file(&place.file), place.line, place.column]),
            None => json!([&*frame.function, null, 0, 0]),
        }
    }

    fn file(&mut self, file: &str) -> usize {
        self.files.iter().position(|known| known == file).unwrap_or_else(|| {
            self.files.push(file.to_owned());
            self.files.len() - 1
        })
    }
}

/// How many there were, and why; `null` if there were none.
fn choices_at(choices: &[Choices], step: &TraceStep, sources: &Sources) -> Value {
    let words = |(why, count): &(Why, u64)| json!([count, why.words(sources)]);
    match &Choices::at(choices, step)[..] {
        [] => Value::Null,
        reasons => json!({
            "count": reasons.iter().fold(0_u64, |sum, (_, count)| sum.saturating_add(*count)),
            "reasons": reasons.iter().take(MOST_REASONS).map(|reason| words(reason)).collect::<Vec<_>>(),
        }),
    }
}

/// The steps that the accesses of a race belong to.
fn racing(finding: &Finding) -> Vec<usize> {
    let steps = finding.race.iter().flat_map(|race| [race.first.event, race.second.event]);
    steps.filter_map(|step| finding.trace.index_of(step)).collect()
}

fn change(Change { variable, before, after }: &Change) -> Value {
    json!([variable, before, after])
}

/// A file's name, relative to the reader's folder.
fn shown<'f>(file: &'f str, folder: &str) -> &'f str {
    file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(file)
}
