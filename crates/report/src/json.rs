//! JSON. The fields are documented in docs/json.md, which a test compares with real output.

use mazurka_machine::{Location, StackFrame};
use serde_json::{Value, json};

use crate::check::Check;
use crate::finding::{Finding, Place, Related, TraceStep};

/// Grows when a field changes its meaning or disappears; new fields may appear without that.
pub const SCHEMA: u32 = 1;

impl Check {
    pub fn to_json(&self) -> Value {
        let figures = &self.figures;
        json!({
            "schema": SCHEMA,
            "verdict": self.verdict.name(),
            "guarantee": self.guarantee.name(),
            "reduction": self.reduction,
            "races": self.races,
            "executions": figures.executions,
            "redundant": figures.redundant,
            "cut_off": figures.cut_off,
            "transitions": figures.transitions,
            "threads": figures.threads,
            "max_depth": figures.max_depth,
            "seconds": figures.seconds,
            "incomplete": self.incomplete,
            "bugs": self.bugs.iter().map(bug).collect::<Vec<_>>(),
            "notes": self.notes,
        })
    }
}

fn bug(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "message": finding.message,
        "thread": finding.place.thread.0,
        "location": finding.place.location().map(location),
        "stack": stack(&finding.place.stack),
        "related": finding.related.iter().map(related).collect::<Vec<_>>(),
        "executions": finding.executions,
        "trace": finding.trace.iter().map(step).collect::<Vec<_>>(),
    })
}

fn related(related: &Related) -> Value {
    let Place { thread, stack: frames } = &related.place;
    json!({
        "message": related.message,
        "thread": thread.0,
        "location": related.place.location().map(location),
        "stack": stack(frames),
    })
}

fn step(step: &TraceStep) -> Value {
    json!({
        "thread": step.thread.0,
        "choice": step.choice,
        "operation": step.operation,
        "function": step.stack.first().map(|frame| &*frame.function),
        "location": step.location().map(location),
    })
}

fn stack(frames: &[StackFrame]) -> Vec<Value> {
    let frame = |frame: &StackFrame| json!({ "function": &*frame.function, "location": frame.location.as_ref().map(location) });
    frames.iter().map(frame).collect()
}

fn location(location: &Location) -> Value {
    json!({ "file": &*location.file, "line": location.line, "column": location.column })
}
