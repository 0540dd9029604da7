//! Reading a trace file: what `to_json` wrote, and a sentence about everything else.

use std::sync::Arc;

use mazurka_machine::{DataRace, FaultKind, Location, Place, RacingAccess, Range, StackFrame, ThreadId};
use serde_json::Value;

use super::{Trace, VERSION};
use crate::action::Action;
use crate::execution::{Execution, Schedule};
use crate::finding::{Change, Finding, Related, Role, TraceStep};
use crate::transaction::Transaction;

/// No execution is longer; a file that claims so must not exhaust the memory.
const MOST_STEPS: usize = 100_000_000;

/// The name of the field that is missing, or holds something else than it should.
type Wrong = &'static str;

impl Trace {
    /// Fails with a sentence about the file.
    pub fn read(text: &str) -> Result<Trace, String> {
        let foreign = || "it is not a trace file of Mazurka".to_owned();
        let json: Value = match serde_json::from_str(text) {
            Ok(json) => json,
            Err(error) if error.is_eof() && text.starts_with("{\"mztrace\"") => {
                return Err(format!("it is not complete: {error}"));
            }
            Err(_) => return Err(foreign()),
        };
        match json.get("mztrace").and_then(Value::as_u64).ok_or_else(foreign)? {
            VERSION => trace(&json).map_err(|field| format!("`{field}` is missing or wrong")),
            other => Err(format!("it has format {other}, and this Mazurka reads format {VERSION}")),
        }
    }
}

fn trace(json: &Value) -> Result<Trace, Wrong> {
    let schedule = schedule(json).ok_or("schedule")?;
    let trace = Trace {
        mazurka: text(json, "mazurka")?,
        directory: text(json, "directory")?,
        arguments: list(json, "arguments", |word| word.as_str().map(str::to_owned).ok_or("arguments"))?,
        stdin: optional(json, "stdin", |stdin| bytes_of(stdin.as_str()?))?,
        program: text(json, "program")?,
        threads: births(json).ok_or("threads")?,
        finding: finding(field(json, "bug")?, schedule)?,
    };
    if trace.finding.trace.is_consistent() { Ok(trace) } else { Err("schedule") }
}

fn births(json: &Value) -> Option<Vec<(ThreadId, u16)>> {
    json.get("threads")?
        .as_array()?
        .iter()
        .map(|birth| Some((ThreadId(number(&birth[0])?), number(&birth[1])?)))
        .collect()
}

/// Runs of equal steps.
fn schedule(json: &Value) -> Option<Schedule> {
    let mut schedule = Schedule::new();
    for run in json.get("schedule")?.as_array()? {
        let step = (ThreadId(number(&run[0])?), number(&run[1])?);
        let times: usize = run.get(2).map_or(Some(1), number)?;
        if times == 0 || times > MOST_STEPS - schedule.len() {
            return None;
        }
        schedule.resize(schedule.len() + times, step);
    }
    Some(schedule)
}

fn finding(json: &Value, schedule: Schedule) -> Result<Finding, Wrong> {
    let kind = text(json, "kind")?;
    Ok(Finding {
        kind: *FaultKind::ALL.iter().find(|other| other.name() == kind).ok_or("kind")?,
        message: text(json, "message")?,
        place: place(json)?,
        related: list(json, "related", related)?,
        race: match field(json, "race")? {
            Value::Null => None,
            json => Some(race(json)?),
        },
        cycle: optional(json, "cycle", number)?,
        executions: value(json, "executions", number)?,
        trace: Execution { schedule, steps: list(json, "trace", step)? },
        confirmed: value(json, "confirmed", Value::as_bool)?,
        trace_file: optional(json, "trace_file", string)?,
    })
}

fn related(json: &Value) -> Result<Related, Wrong> {
    Ok(Related {
        role: value(json, "role", |name| Role::from_name(name.as_str()?))?,
        activity: text(json, "activity")?,
        place: place(json)?,
        object: optional(json, "object", string)?,
        holders: list(json, "holders", place)?,
    })
}

fn race(json: &Value) -> Result<DataRace, Wrong> {
    let access = |json: &Value| {
        Ok(RacingAccess {
            event: value(json, "step", number)?,
            atomic: value(json, "atomic", Value::as_bool)?,
            writes: value(json, "writes", Value::as_bool)?,
            code: 0,
        })
    };
    Ok(DataRace {
        bytes: Range { start: value(json, "address", number)?, length: value(json, "length", number)? },
        first: access(field(json, "first")?)?,
        second: access(field(json, "second")?)?,
    })
}

fn step(json: &Value) -> Result<TraceStep, Wrong> {
    let Place { thread, stack } = place(json)?;
    Ok(TraceStep {
        number: value(json, "step", number)?,
        thread,
        choice: optional(json, "choice", number)?,
        // Older files do not have it.
        chance: json.get("chance").and_then(string),
        action: value(json, "operation", |words| Action::from_words(words.as_str()?))?,
        object: optional(json, "object", string)?,
        stack,
        value: match field(json, "value")? {
            Value::Null => None,
            json => Some(change(json)?),
        },
        changes: list(json, "changes", change)?,
        holds: list(json, "holds", |lock| string(lock).ok_or("holds"))?,
        happens_after: list(json, "happens_after", |step| number(step).ok_or("happens_after"))?,
        output: text(json, "output")?,
        // Older files do not have it.
        transaction: match json.get("transaction") {
            None | Some(Value::Null) => None,
            Some(json) => Some(transaction(json)?),
        },
    })
}

fn transaction(json: &Value) -> Result<Transaction, Wrong> {
    let (number, commits) = (value(json, "number", number)?, value(json, "commits", Value::as_bool)?);
    Ok(Transaction { number, commits })
}

fn change(json: &Value) -> Result<Change, Wrong> {
    Ok(Change {
        variable: text(json, "variable")?,
        before: text(json, "before")?,
        after: text(json, "after")?,
    })
}

fn place(json: &Value) -> Result<Place, Wrong> {
    Ok(Place { thread: ThreadId(value(json, "thread", number)?), stack: list(json, "stack", frame)? })
}

fn frame(json: &Value) -> Result<StackFrame, Wrong> {
    let location = match field(json, "location")? {
        Value::Null => None,
        json => Some(Location {
            file: text(json, "file")?.into(),
            line: value(json, "line", number)?,
            column: value(json, "column", number)?,
        }),
    };
    Ok(StackFrame { function: Arc::from(text(json, "function")?), location })
}

fn field(json: &Value, name: Wrong) -> Result<&Value, Wrong> {
    json.get(name).ok_or(name)
}

fn value<T>(json: &Value, name: Wrong, read: impl Fn(&Value) -> Option<T>) -> Result<T, Wrong> {
    read(field(json, name)?).ok_or(name)
}

fn optional<T>(json: &Value, name: Wrong, read: impl Fn(&Value) -> Option<T>) -> Result<Option<T>, Wrong> {
    match field(json, name)? {
        Value::Null => Ok(None),
        json => read(json).map(Some).ok_or(name),
    }
}

fn list<T>(json: &Value, name: Wrong, read: impl Fn(&Value) -> Result<T, Wrong>) -> Result<Vec<T>, Wrong> {
    field(json, name)?.as_array().ok_or(name)?.iter().map(read).collect()
}

fn text(json: &Value, name: Wrong) -> Result<String, Wrong> {
    value(json, name, string)
}

fn string(json: &Value) -> Option<String> {
    json.as_str().map(str::to_owned)
}

fn number<N: TryFrom<u64>>(json: &Value) -> Option<N> {
    json.as_u64()?.try_into().ok()
}

/// What [`super::text_of`] made of them.
fn bytes_of(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|character| u8::try_from(u32::from(character)).ok()).collect()
}
