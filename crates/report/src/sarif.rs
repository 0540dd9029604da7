//! SARIF 2.1.0, the Static Analysis Results Interchange Format (OASIS): what GitHub and editors show on source lines.
//!
//! A finding is a result. Its interleaving is a code flow: one thread flow a thread, and `executionOrder` says how the
//! steps of different threads follow each other. Limits and errors are notifications of the one invocation.

use mazurka_machine::{FaultKind, Place};
use serde_json::{Map, Value, json};

use crate::check::{Check, Reason, Verdict};
use crate::explain;
use crate::finding::{Finding, TraceStep};
use crate::origin::Origin;
use crate::text::Sources;

pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The folder that relative names begin at; the reader of the report knows where the sources are.
const ROOT: &str = "%SRCROOT%";

impl Check {
    pub fn to_sarif(&self, origin: &Origin, sources: &Sources) -> Value {
        let mut kinds: Vec<FaultKind> = Vec::new();
        for bug in &self.bugs {
            if !kinds.contains(&bug.kind) {
                kinds.push(bug.kind);
            }
        }
        let page = Page { sources };
        let results = self.bugs.iter().map(|bug| page.result(bug, &kinds));
        let cut_off = self.incomplete.iter().map(|incomplete| {
            let level = if incomplete.reason == Reason::Error { "error" } else { "warning" };
            page.notification(level, &incomplete.message, incomplete.place.as_ref())
        });
        let notes = self.notes.iter().map(|note| page.notification("note", &note.message, Some(&note.place)));
        let assumed = self.undefined.assumption().map(|text| page.notification("warning", &text, None));
        let invocation = json!({
            "commandLine": origin.command_line,
            "executionSuccessful": self.error.is_none(),
            "endTimeUtc": origin.created,
            "toolExecutionNotifications": cut_off.chain(assumed).chain(notes).collect::<Vec<_>>(),
            "properties": {
                "verdict": self.verdict.name(),
                "guarantee": self.guarantee.name(),
                "executions": self.figures.executions,
                "complete": self.verdict == Verdict::Ok || self.complete,
            },
        });
        log(origin, &kinds, invocation, results.collect())
    }
}

/// A log without results: there was nothing to explore.
pub fn failure(message: &str, origin: &Origin) -> Value {
    let invocation = json!({
        "commandLine": origin.command_line,
        "executionSuccessful": false,
        "endTimeUtc": origin.created,
        "toolExecutionNotifications": [{ "level": "error", "message": { "text": message } }],
    });
    log(origin, &[], invocation, Vec::new())
}

fn log(origin: &Origin, kinds: &[FaultKind], invocation: Value, results: Vec<Value>) -> Value {
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "Mazurka",
                    "semanticVersion": origin.version,
                    "rules": kinds.iter().map(|kind| rule(*kind)).collect::<Vec<_>>(),
                },
            },
            "invocations": [invocation],
            "results": results,
        }],
    })
}

/// A kind of finding, with its page of help.
fn rule(kind: FaultKind) -> Value {
    let page = explain::page(kind);
    json!({
        "id": kind.name(),
        "shortDescription": { "text": page.summary() },
        "fullDescription": { "text": page.introduction() },
        "help": { "text": page.text, "markdown": page.text },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": ["correctness", "concurrency"], "precision": "very-high" },
    })
}

struct Page<'a> {
    sources: &'a Sources<'a>,
}

impl Page<'_> {
    fn result(&self, bug: &Finding, kinds: &[FaultKind]) -> Value {
        let related = bug.related.iter().enumerate().map(|(id, related)| {
            let mut location = self.location(&related.place, &related.message());
            location["id"] = json!(id);
            location
        });
        let mut result = json!({
            "ruleId": bug.kind.name(),
            "ruleIndex": kinds.iter().position(|kind| *kind == bug.kind),
            "level": "error",
            "message": { "text": bug.message },
            "locations": [self.location(&bug.place, &bug.message)],
            "relatedLocations": related.collect::<Vec<_>>(),
            "properties": {
                "executions": bug.executions,
                "thread": bug.place.thread.to_string(),
                "confirmed": bug.confirmed,
                "steps": bug.trace.len(),
                "omitted": bug.trace.omitted(),
            },
        });
        let flows = self.thread_flows(bug);
        if !flows.is_empty() {
            let mut message = format!("an execution of {} steps", bug.trace.len());
            if bug.trace.omitted() > 0 {
                message += &format!(", of which {} are omitted here", bug.trace.omitted());
            }
            result["codeFlows"] = json!([{ "message": { "text": message }, "threadFlows": flows }]);
        }
        result
    }

    /// Steps without a place in the source would be shown nowhere: they are left out.
    fn thread_flows(&self, bug: &Finding) -> Vec<Value> {
        let scene = bug.scene();
        let mut threads: Vec<_> = bug.trace.steps.iter().map(|step| step.thread).collect();
        threads.extend(scene.iter().map(|(place, _)| place.thread));
        threads.sort();
        threads.dedup();
        let flow = |thread| {
            let steps = bug.trace.steps.iter().filter(|step| step.thread == thread);
            let steps = steps.filter(|step| step.location().is_some());
            let steps = steps.map(|step| {
                let place = Place { thread, stack: step.stack.clone() };
                let message = format!("{thread}: {}", step.words_with_value());
                let mut location = self.flow_location(&place, &message, step.number, "important");
                let state = state(step);
                if !state.is_empty() {
                    location["state"] = Value::Object(state);
                }
                location
            });
            // Whatever makes the bug comes last, in all threads that take part in it.
            let end = scene.iter().filter(|(place, _)| place.thread == thread && place.location().is_some());
            let end =
                end.map(|(place, message)| self.flow_location(place, message, bug.trace.len(), "essential"));
            let locations: Vec<Value> = steps.chain(end).collect();
            (!locations.is_empty()).then(|| json!({ "id": thread.to_string(), "locations": locations }))
        };
        threads.into_iter().filter_map(flow).collect()
    }

    fn flow_location(&self, place: &Place, message: &str, order: usize, importance: &str) -> Value {
        json!({
            "location": self.location(place, message),
            "executionOrder": order + 1,
            "importance": importance,
        })
    }

    fn notification(&self, level: &str, message: &str, place: Option<&Place>) -> Value {
        let mut notification = json!({ "level": level, "message": { "text": message } });
        if let Some(place) = place.filter(|place| place.location().is_some()) {
            notification["locations"] = json!([self.location(place, message)]);
        }
        notification
    }

    fn location(&self, place: &Place, message: &str) -> Value {
        let mut value = json!({ "message": { "text": message } });
        if let Some(location) = place.location() {
            let file = self.sources.file(location);
            let artifact = match file.starts_with('/') {
                true => json!({ "uri": format!("file://{}", percent_encoded(file)) }),
                false => json!({ "uri": percent_encoded(file), "uriBaseId": ROOT }),
            };
            value["physicalLocation"] = json!({ "artifactLocation": artifact });
            if location.line > 0 {
                let region = &mut value["physicalLocation"]["region"];
                region["startLine"] = json!(location.line);
                if location.column > 0 {
                    region["startColumn"] = json!(location.column);
                }
            }
        }
        if let Some(frame) = place.stack.first() {
            value["logicalLocations"] = json!([{ "name": &*frame.function, "kind": "function" }]);
        }
        value
    }
}

/// What variables hold after a step that has changed them, or looked at them.
fn state(step: &TraceStep) -> Map<String, Value> {
    let changes = step.value.iter().chain(&step.changes);
    changes.map(|change| (change.variable.clone(), json!({ "text": change.after }))).collect()
}

/// A path as part of a URI (RFC 3986, section 3.3).
fn percent_encoded(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_become_uris() {
        assert_eq!(percent_encoded("src/a-b_1.c"), "src/a-b_1.c");
        assert_eq!(percent_encoded("my file#1%.c"), "my%20file%231%25.c");
        assert_eq!(percent_encoded("ä.c"), "%C3%A4.c");
    }
}
