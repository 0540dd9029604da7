//! Trace files: an execution that has a bug, with what it takes to run it again. The format is documented in
//! docs/trace.md.

mod read;

use mazurka_machine::{Choice, ThreadId};
use serde_json::{Value, json};

use crate::finding::Finding;
use crate::json;

/// Grows when a field changes its meaning or disappears; new fields may appear without that.
pub(crate) const VERSION: u64 = 3;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// Of the Mazurka that wrote it.
    pub mazurka: String,
    /// Where the check was started.
    pub directory: String,
    /// What was typed behind `mazurka`.
    pub arguments: Vec<String>,
    /// What the program read from its standard input, if it did.
    pub stdin: Option<Vec<u8>>,
    /// A hash of the program and the files that it sees.
    pub program: String,
    /// How the threads 1, 2 … are born: of which thread, and as which of its children. Empty where only main creates threads.
    pub threads: Vec<(ThreadId, u16)>,
    pub finding: Finding,
}

impl Trace {
    pub fn to_json(&self) -> Value {
        json!({
            "mztrace": VERSION,
            "mazurka": self.mazurka,
            "directory": self.directory,
            "arguments": self.arguments,
            "stdin": self.stdin.as_ref().map(|bytes| text_of(bytes)),
            "program": self.program,
            "threads": self.threads.iter().map(|(parent, nth)| json!([parent.0, nth])).collect::<Value>(),
            "schedule": runs(&self.finding.trace.schedule),
            "bug": json::bug(&self.finding),
        })
    }
}

/// `[thread, choice]`, and how many times where the same step is made several times in a row.
fn runs(schedule: &[(ThreadId, Choice)]) -> Value {
    let run = |run: &[(ThreadId, Choice)]| {
        let (thread, choice) = run[0];
        match run.len() {
            1 => json!([thread.0, choice]),
            times => json!([thread.0, choice, times]),
        }
    };
    schedule.chunk_by(|a, b| a == b).map(run).collect()
}

/// Bytes as text: a character each.
fn text_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{DataRace, FaultKind, Location, Place, RacingAccess, Range, StackFrame};

    use super::*;
    use crate::action::Action;
    use crate::execution::Execution;
    use crate::finding::{Change, Related, Role, TraceStep};
    use crate::transaction::Transaction;

    fn place(thread: u16) -> Place {
        let location = Location { file: "a b.c".into(), line: 3, column: 4 };
        let known = StackFrame { function: "f".into(), location: Some(location) };
        let unknown = StackFrame { function: "main".into(), location: None };
        Place { thread: ThreadId(thread), stack: vec![known, unknown] }
    }

    fn trace() -> Trace {
        let change = Change { variable: "x".into(), before: "0".into(), after: "\u{0}</script>".into() };
        let step = |number, thread, choice| TraceStep {
            number,
            thread: ThreadId(thread),
            choice,
            chance: choice.map(|choice| format!("wakes thread {choice}")),
            action: Action::Write,
            object: Some("x".into()),
            stack: place(thread).stack,
            value: Some(change.clone()),
            changes: vec![change.clone()],
            holds: vec!["m".into()],
            happens_after: vec![0],
            output: "hé\n".into(),
            transaction: (thread == 1).then_some(Transaction { number: 4, commits: true }),
        };
        let access = |event, atomic, writes| RacingAccess { event, atomic, writes, code: 0 };
        let finding = Finding {
            kind: FaultKind::DataRace,
            message: "they race".into(),
            place: place(1),
            related: vec![Related {
                role: Role::EarlierAccess,
                activity: "writes x".into(),
                place: place(2),
                object: None,
                holders: vec![place(0)],
            }],
            race: Some(DataRace {
                bytes: Range { start: 1 << 40, length: 4 },
                first: access(0, true, false),
                second: access(1, false, true),
            }),
            executions: 7,
            cycle: Some(1),
            // Steps 2 to 4 are omitted.
            trace: Execution {
                schedule: [(0, 2), (1, 0), (1, 0), (1, 0), (1, 0), (2, 0)]
                    .map(|(thread, choice)| (ThreadId(thread), choice))
                    .to_vec(),
                steps: vec![
                    step(0, 0, Some(2)),
                    TraceStep { value: None, object: None, ..step(1, 1, None) },
                    step(5, 2, None),
                ],
            },
            confirmed: false,
            trace_file: Some("a.mztrace".into()),
        };
        Trace {
            mazurka: "1.2.3".into(),
            directory: "/home/me".into(),
            arguments: vec!["check".into(), "a b.c".into()],
            stdin: Some(vec![0, b'a', 255]),
            program: "abc".into(),
            threads: vec![(ThreadId(0), 0), (ThreadId(1), 0)],
            finding,
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let trace = trace();
        assert_eq!(Trace::read(&trace.to_json().to_string()).as_ref(), Ok(&trace));
        assert_eq!(trace.to_json()["schedule"], json!([[0, 2], [1, 0, 4], [2, 0]]));
        assert_eq!(trace.to_json()["bug"]["omitted"], json!([{ "first": 2, "steps": 3 }]));
        assert_eq!(trace.to_json()["stdin"], json!("\u{0}a\u{ff}"));
    }

    #[test]
    fn traces_from_before_there_were_transactions_are_read() {
        let mut trace = trace();
        let mut json = trace.to_json();
        for step in json["bug"]["trace"].as_array_mut().unwrap() {
            step.as_object_mut().unwrap().remove("transaction").unwrap();
        }
        trace.finding.trace.mark(&[]);
        assert_eq!(Trace::read(&json.to_string()), Ok(trace));
    }

    #[test]
    fn what_is_not_a_trace_is_refused() {
        let text = trace().to_json().to_string();
        let refused = |text: &str| Trace::read(text).unwrap_err();
        assert!(
            refused(&text[..text.len() / 2]).starts_with("it is not complete"),
            "{}",
            refused(&text[..9])
        );
        for foreign in ["", "int main(void) {}", "{}", "[1]", "{\"schema\": 1}"] {
            assert_eq!(refused(foreign), "it is not a trace file of Mazurka", "{foreign}");
        }
        let mut other = trace().to_json();
        for version in [2, 4] {
            other["mztrace"] = json!(version);
            let expected = format!("it has format {version}, and this Mazurka reads format 3");
            assert_eq!(refused(&other.to_string()), expected);
        }
        for (broken, reason) in [
            ("/program", "`program` is missing or wrong"),
            ("/bug/kind", "`kind` is missing or wrong"),
            ("/bug/trace/1/thread", "`thread` is missing or wrong"),
            ("/bug/trace/0/stack/0/location/line", "`line` is missing or wrong"),
            ("/bug/trace/0/operation", "`operation` is missing or wrong"),
            ("/bug/trace/1/transaction/commits", "`commits` is missing or wrong"),
            ("/bug/trace/0/value/before", "`before` is missing or wrong"),
            ("/bug/related/0/role", "`role` is missing or wrong"),
            ("/bug/race/first/step", "`step` is missing or wrong"),
            ("/stdin", "`stdin` is missing or wrong"),
        ] {
            let mut json = trace().to_json();
            *json.pointer_mut(broken).unwrap() = json!(["\u{100}"]);
            assert_eq!(refused(&json.to_string()), reason, "{broken}");
        }
        let schedules = [
            json!([[0, 2]]),
            json!([[0, 2], [1, 0, 4], [3, 0]]),
            json!([[0, 2], [1, 0, 0], [2, 0]]),
            json!([[0, 2], [1, 0, 1_u64 << 40], [2, 0]]),
        ];
        for schedule in schedules {
            let mut json = trace().to_json();
            json["schedule"] = schedule;
            assert_eq!(refused(&json.to_string()), "`schedule` is missing or wrong");
        }
    }
}
