//! JSON. The fields are documented in docs/json.md, which a test compares with real output.

use mazurka_machine::{DataRace, Location, Place, RacingAccess, StackFrame};
pub use serde_json::Value;
use serde_json::json;

use crate::check::{
    Check, CutOff, Figures, Incomplete, Interference, Note, Problem, Round, Samples, SharedObject, Sharing,
    SharingAccess, Transactions, Undecided, UndefinedFunction,
};
use crate::choices::{Choices, LaterAccess, Why};
use crate::execution::Gap;
use crate::finding::{self, Change, Finding, Related, TraceStep};
use crate::movers::{Class, Demoting, Variable};
use crate::transaction::Transaction;

/// Grows when a field changes its meaning or disappears; new fields may appear without that.
pub const SCHEMA: u32 = 3;

impl Check {
    pub fn to_json(&self) -> Value {
        let mut report = json!({
            "schema": SCHEMA,
            "verdict": self.verdict.name(),
            "guarantee": self.guarantee.name(),
            "complete": self.complete,
            "reduction": self.reduction,
            "bound": self.bounded.as_ref().and_then(|bounded| bounded.rounds.last()).map(|round| round.bound),
            "bound_kind": self.bounded.as_ref().map(|bounded| bounded.kind.name()),
            "rounds": self.bounded.as_ref().map(|bounded| list(&bounded.rounds, round)),
            "races": self.races.name(),
        });
        append(&mut report, figures(&self.figures));
        append(
            &mut report,
            json!({
                "incomplete": list(&self.incomplete, incomplete),
                "bugs": list(&self.bugs, bug),
                "notes": list(&self.notes, note),
                "undefined": list(&self.undefined.functions, undefined),
                "undefined_return_zero": self.undefined.return_zero,
                "shared": list(&self.shared, shared),
                "movers": list(&self.movers, mover),
                "choices": list(&self.choices, choices),
                "chosen_before": self.chosen_before,
                "undecided": list(&self.undecided, undecided),
                "error": self.error.as_ref().map(problem),
            }),
        );
        report
    }
}

fn figures(figures: &Figures) -> Value {
    json!({
        "executions": figures.executions,
        "redundant": figures.redundant,
        "vain": figures.vain,
        "cut_off": figures.cut_off.total(),
        "cut_off_by": cut_off(figures.cut_off),
        "transitions": figures.transitions,
        "sections": figures.sections,
        "waits": figures.waits,
        "states": figures.states.map(|known| known.states),
        "revisits": figures.states.map(|known| known.revisits),
        "choice_points": figures.states.map(|known| known.choice_points),
        "sharing": figures.states.and_then(|known| known.sharing).map(sharing),
        "interference": figures.states.and_then(|known| known.interference).map(interference),
        "samples": figures.samples.map(samples),
        "transactions": figures.states.and_then(|known| known.transactions).map(transactions),
        "bytes_per_state": figures.states.map(|known| known.bytes_per_state),
        "unreduced": figures.states.map(|known| known.unreduced),
        "may_miss_races": figures.states.map(|known| known.may_miss_races.any()),
        "collision_probability": figures.states.map(|known| known.collision_probability),
        "threads": figures.threads,
        "max_depth": figures.max_depth,
        "seconds": figures.seconds,
    })
}

fn append(object: &mut Value, more: Value) {
    if let (Value::Object(fields), Value::Object(more)) = (object, more) {
        fields.extend(more);
    }
}

/// JSON that another process has printed; `None` if it is none.
pub fn parse(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

/// What is said instead of a report where there was nothing to explore: wrong usage, a program that does not compile.
pub fn failure(message: &str, help: Option<&str>) -> Value {
    json!({ "schema": SCHEMA, "error": { "message": message, "help": help } })
}

fn undecided(Undecided { reduction, why, .. }: &Undecided) -> Value {
    json!({ "reduction": reduction, "why": why })
}

fn cut_off(CutOff { assumptions, max_depth, bounds, beyond_bound }: CutOff) -> Value {
    json!({
        "assumptions": assumptions,
        "max_depth": max_depth,
        "bounds": bounds,
        "beyond_bound": beyond_bound,
    })
}

fn interference(Interference { pairs, determinate, rounds }: Interference) -> Value {
    json!({ "pairs": pairs, "determinate": determinate, "rounds": rounds })
}

fn samples(known: Samples) -> Value {
    json!({
        "traces": known.traces,
        "seen_once": known.seen_once,
        "new_trace_probability": known.new_trace_probability(),
    })
}

fn sharing(Sharing { objects, rounds }: Sharing) -> Value {
    json!({ "objects": objects, "rounds": rounds })
}

fn undefined(UndefinedFunction { name, call }: &UndefinedFunction) -> Value {
    json!({ "function": name, "location": call.as_ref().map(location) })
}

fn shared(object: &SharedObject) -> Value {
    json!({
        "name": object.name,
        "bytes": object.bytes,
        "accesses": list(&object.accesses, sharing_access),
    })
}

fn sharing_access(SharingAccess { place, writes }: &SharingAccess) -> Value {
    json!({
        "thread": place.thread.0,
        "writes": writes,
        "location": place.location().map(location),
        "stack": stack(&place.stack),
    })
}

fn transactions(known: Transactions) -> Value {
    json!({
        "transactions": known.transactions,
        "inner_states": known.inner_states,
        "forced_commit_points": known.forced_commit_points,
        "restarts": known.restarts,
    })
}

fn mover(Variable { name, bytes, class, decided }: &Variable) -> Value {
    let (thread, locks, accesses): (_, &[String], &[Demoting]) = match class {
        Class::ThreadLocal(thread) => (Some(thread.0), &[], &[]),
        Class::Protected(locks) => (None, locks, &[]),
        Class::Demoted(accesses) => (None, &[], accesses),
        Class::ReadOnly | Class::Ordered | Class::Object => (None, &[], &[]),
    };
    json!({
        "name": name,
        "bytes": bytes,
        "class": class.name(),
        "decided": decided.name(),
        "thread": thread,
        "locks": locks,
        "accesses": list(accesses, demoting),
    })
}

fn demoting(Demoting { activity, place, writes, holds }: &Demoting) -> Value {
    json!({
        "activity": activity,
        "thread": place.thread.0,
        "writes": writes,
        "holds": holds,
        "location": place.location().map(location),
        "stack": stack(&place.stack),
    })
}

fn choices(Choices { at, count, reasons }: &Choices) -> Value {
    json!({
        "count": count,
        "action": at.action.words(),
        "object": at.object,
        "function": function(at.frame.as_ref()),
        "location": location_of(at.frame.as_ref()),
        "reasons": list(reasons, reason),
    })
}

fn reason((why, count): &(Why, u64)) -> Value {
    let (thread, step, frame, field) = match why {
        Why::Interference(LaterAccess { thread, frame, field }) => {
            (*thread, None, frame.as_ref(), field.as_ref())
        }
        Why::Race(thread, step) => (Some(*thread), Some(step), step.frame.as_ref(), None),
        _ => (None, None, None, None),
    };
    json!({
        "count": count,
        "why": why.name(),
        "thread": thread.map(|thread| thread.0),
        "action": step.map(|step| step.action.words()),
        "object": step.and_then(|step| step.object.as_ref()),
        "field": field,
        "function": function(frame),
        "location": location_of(frame),
    })
}

fn function(frame: Option<&StackFrame>) -> Option<&str> {
    frame.map(|frame| &*frame.function)
}

fn location_of(frame: Option<&StackFrame>) -> Option<Value> {
    frame.and_then(|frame| frame.location.as_ref()).map(location)
}

fn round(round: &Round) -> Value {
    json!({
        "bound": round.bound,
        "executions": round.executions,
        "redundant": round.redundant,
        "cut_off": round.cut_off,
        "transitions": round.transitions,
        "bugs": round.bugs,
        "complete": round.complete,
    })
}

pub(crate) fn bug(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "message": finding.message,
        "thread": finding.place.thread.0,
        "location": finding.place.location().map(location),
        "stack": stack(&finding.place.stack),
        "related": list(&finding.related, related),
        "race": finding.race.as_ref().map(race),
        "cycle": finding.cycle,
        "executions": finding.executions,
        "confirmed": finding.confirmed,
        "context_switches": finding.trace.context_switches(),
        "steps": finding.trace.len(),
        "omitted": list(&finding.trace.gaps(), gap),
        "trace": list(&finding.trace.steps, step),
        "trace_file": finding.trace_file,
    })
}

fn related(related: &Related) -> Value {
    json!({
        "message": related.message(),
        "role": related.role.name(),
        "activity": related.activity,
        "thread": related.place.thread.0,
        "location": related.place.location().map(location),
        "stack": stack(&related.place.stack),
        "object": related.object,
        "holders": list(&related.holders, holder),
    })
}

fn holder(place: &Place) -> Value {
    json!({
        "thread": place.thread.0,
        "location": place.location().map(location),
        "stack": stack(&place.stack),
    })
}

fn race(race: &DataRace) -> Value {
    let access = |access: &RacingAccess| json!({ "step": access.event, "atomic": access.atomic, "writes": access.writes });
    json!({
        "address": race.bytes.start,
        "length": race.bytes.length,
        "first": access(&race.first),
        "second": access(&race.second),
    })
}

fn gap(gap: &Gap) -> Value {
    json!({ "first": gap.first, "steps": gap.steps })
}

fn step(step: &TraceStep) -> Value {
    json!({
        "step": step.number,
        "thread": step.thread.0,
        "choice": step.choice,
        "chance": step.chance,
        "operation": step.action.words(),
        "object": step.object,
        "function": step.stack.first().map(|frame| &*frame.function),
        "location": step.location().map(location),
        "stack": stack(&step.stack),
        "value": step.value.as_ref().map(change),
        "changes": list(&step.changes, change),
        "holds": step.holds,
        "happens_after": step.happens_after,
        "output": step.output,
        "transaction": step.transaction.map(transaction),
    })
}

fn transaction(Transaction { number, commits }: Transaction) -> Value {
    json!({ "number": number, "commits": commits })
}

fn change(change: &Change) -> Value {
    json!({ "variable": change.variable, "before": change.before, "after": change.after })
}

fn incomplete(incomplete: &Incomplete) -> Value {
    json!({
        "reason": incomplete.reason.name(),
        "message": incomplete.message,
        "location": incomplete.place.as_ref().and_then(Place::location).map(location),
    })
}

fn note(note: &Note) -> Value {
    json!({
        "message": note.message,
        "thread": note.place.thread.0,
        "location": note.place.location().map(location),
        "executions": note.executions,
    })
}

fn problem(problem: &Problem) -> Value {
    json!({
        "message": problem.message,
        "thread": problem.thread.0,
        "location": finding::location(&problem.stack).map(location),
        "stack": stack(&problem.stack),
    })
}

fn stack(frames: &[StackFrame]) -> Value {
    list(
        frames,
        |frame| json!({ "function": &*frame.function, "location": frame.location.as_ref().map(location) }),
    )
}

fn location(location: &Location) -> Value {
    json!({ "file": &*location.file, "line": location.line, "column": location.column })
}

fn list<T>(items: &[T], to_json: impl Fn(&T) -> Value) -> Value {
    items.iter().map(to_json).collect()
}
