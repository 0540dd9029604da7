//! Which steps of an execution are shown, and what is said about each.

use std::collections::{BTreeMap, BTreeSet};

use mazurka_machine::{FaultKind, Location, Place, ThreadId, Verb};

use super::frames::{Frames, Shown, is_in_rust, is_of_rust_alone, is_variable_of_rust};
use super::line::cut;
use super::{Detail, Sources, cycle};
use crate::action::Action;
use crate::execution::Execution;
use crate::finding::{Change, Finding, TraceStep};
use crate::transaction::Transaction;

/// Characters of a program's output that are shown of a step.
const WIDEST_OUTPUT: usize = 40;

/// Variables that a step may change without some of them being left out.
const MOST_CHANGES: usize = 3;

/// Steps that a thread makes one after the other without some of them being left out, and how many of them are shown
/// then at either end.
const LONGEST_RUN: usize = 10;
const OF_A_RUN: usize = 3;

/// How many steps of a long execution are shown at its start and at its end.
const AT_START: usize = 20;
const AT_END: usize = 60;

/// A step as it is shown.
pub(super) struct Row {
    /// Counted from 1; `None` for the bug itself.
    pub number: Option<usize>,
    pub thread: ThreadId,
    /// The line, with the file where there are several.
    pub place: String,
    pub source: String,
    /// What the step does, in words.
    pub operation: String,
    /// Whether the source says the same.
    pub obvious: bool,
    /// What else comes of it.
    pub effects: Vec<String>,
    /// The locks that its thread holds before and after it.
    pub locks: [Vec<String>; 2],
    /// Another thread has made the step before.
    pub switch: bool,
    pub transaction: Option<Transaction>,
}

pub(super) enum Item {
    Row(Row),
    /// How many steps, and their thread if all are of one.
    Hidden(usize, Option<ThreadId>),
}

impl Item {
    pub(super) fn row(&self) -> Option<&Row> {
        if let Item::Row(row) = self { Some(row) } else { None }
    }
}

/// Everything that is shown of an execution.
pub(super) struct Story {
    pub items: Vec<Item>,
    /// Where the threads are that make the bug.
    pub bug: Vec<Row>,
    /// The file that all of it is in, if there is only one.
    pub file: Option<String>,
    /// How many steps are shown.
    pub shown: usize,
}

impl Story {
    pub(super) fn new(
        trace: &Execution,
        finding: Option<&Finding>,
        detail: Detail,
        sources: &Sources,
    ) -> Story {
        let steps = &trace.steps;
        let frames = Frames::new(sources);
        let teller = Teller {
            trace: steps,
            file: only_file(steps, finding, &frames),
            shared: shared_names(steps, finding),
            first_creation: steps
                .iter()
                .position(|step| matches!(step.action, Action::Create(_)))
                .unwrap_or(0),
            is_rust: steps.iter().any(|step| is_in_rust(&step.stack)),
            everything: detail == Detail::Everything,
            frames: &frames,
        };
        let kept: Vec<usize> = (0..steps.len()).filter(|at| teller.matters(*at)).collect();
        let mut items = Vec::new();
        let mut previous = None;
        let mut shown = 0;
        for part in folded(trace, &kept, teller.everything) {
            match part {
                Part::Step(at) => {
                    let thread = Some(steps[at].thread);
                    items.push(Item::Row(teller.row(at, previous.is_some() && previous != thread)));
                    previous = thread;
                    shown += 1;
                }
                Part::Hidden(Hidden { count, thread, last }) => {
                    items.push(Item::Hidden(count, thread));
                    previous = Some(last);
                }
            }
        }
        let bug = finding.map_or(Vec::new(), |finding| teller.bug(finding, &items));
        Story { items, bug, file: teller.file.map(str::to_owned), shown }
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = &Row> {
        self.items.iter().filter_map(Item::row).chain(&self.bug)
    }
}

/// What is shown: a step, by its index among those that are described, or that some are not shown.
enum Part {
    Step(usize),
    Hidden(Hidden),
}

struct Hidden {
    count: usize,
    /// Their thread, if all are of one.
    thread: Option<ThreadId>,
    /// The thread of the last one.
    last: ThreadId,
}

/// Leaves out the middle of long runs of one thread, and then of the whole; never what happens by chance.
fn folded(trace: &Execution, kept: &[usize], everything: bool) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let mut previous = None;
    for run in kept.chunk_by(|a, b| is_one_run(trace, *a, *b)) {
        parts.extend(gap(trace, previous, run[0]).map(Part::Hidden));
        let mut steps = Vec::new();
        for (index, &at) in run.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| run[before]);
            steps.extend(before.and_then(|_| gap(trace, before, at)).map(Part::Hidden));
            steps.push(Part::Step(at));
        }
        if !everything && steps.len() > LONGEST_RUN {
            steps = merged(trace, steps, OF_A_RUN, OF_A_RUN);
        }
        parts.extend(steps);
        previous = run.last().copied();
    }
    if !everything && parts.len() > AT_START + AT_END + 1 {
        parts = merged(trace, parts, AT_START, AT_END);
    }
    parts
}

/// Whether two steps that are shown one after the other belong to a run of one thread.
fn is_one_run(trace: &Execution, a: usize, b: usize) -> bool {
    let thread = trace.steps[a].thread;
    let is_whole = || gap(trace, Some(a), b).is_none_or(|gap| gap.thread == Some(thread));
    trace.steps[b].thread == thread && is_whole()
}

/// The undescribed steps between two that are shown; from the start, if there is no first one.
fn gap(trace: &Execution, from: Option<usize>, to: usize) -> Option<Hidden> {
    let number = |at: usize| trace.steps[at].number;
    let omitted = |at: usize| number(at) - at;
    let count = omitted(to) - from.map_or(0, omitted);
    let between = from.map_or(0, |from| number(from) + 1)..number(to);
    let (last, _) = *trace.schedule[between.clone()].last().filter(|_| count > 0)?;
    let is_one = trace.schedule[between].iter().all(|(thread, _)| *thread == last);
    Some(Hidden { count, thread: is_one.then_some(last), last })
}

/// Merges what is between some parts at the start and some at the end, except for choices.
fn merged(trace: &Execution, parts: Vec<Part>, at_start: usize, at_end: usize) -> Vec<Part> {
    let end = parts.len() - at_end;
    let mut merged: Vec<Part> = Vec::new();
    for (index, part) in parts.into_iter().enumerate() {
        let hidden = match part {
            Part::Step(at) if (at_start..end).contains(&index) && !trace.steps[at].is_choice() => {
                let thread = trace.steps[at].thread;
                Hidden { count: 1, thread: Some(thread), last: thread }
            }
            Part::Hidden(hidden) if (at_start..end).contains(&index) => hidden,
            shown => {
                merged.push(shown);
                continue;
            }
        };
        match merged.last_mut() {
            Some(Part::Hidden(before)) if index > at_start => {
                before.count += hidden.count;
                before.thread = before.thread.filter(|_| before.thread == hidden.thread);
                before.last = hidden.last;
            }
            _ => merged.push(Part::Hidden(hidden)),
        }
    }
    merged
}

struct Teller<'a> {
    trace: &'a [TraceStep],
    file: Option<&'a str>,
    shared: BTreeSet<&'a str>,
    /// The step that creates the first thread; 0 if there is none.
    first_creation: usize,
    is_rust: bool,
    everything: bool,
    frames: &'a Frames<'a>,
}

impl Teller<'_> {
    /// Creating and joining threads seldom matters, nor does what happens before there are any, unless it changes shared
    /// variables, nor what Rust's standard library does on its own account.
    fn matters(&self, at: usize) -> bool {
        let step = &self.trace[at];
        let computes = || !step.action.is_bookkeeping();
        let changes_shared = || step.changes.iter().any(|change| self.is_shared(change));
        // A successful allocation is nothing that was chosen.
        let is_usual = step.action == Action::Choose && !step.is_choice();
        let computes = || computes() && !is_usual;
        self.everything
            || !(self.is_rust && self.is_of_rust(step))
                && (!step.output.is_empty()
                    || step.is_choice()
                    || (at >= self.first_creation && (computes() || changes_shared())))
    }

    /// Whether a step of a Rust program is the standard library's business, and no shared variable of the program changes with it.
    fn is_of_rust(&self, step: &TraceStep) -> bool {
        // A reference count that is the last to be dropped is followed by a fence.
        let is_own = || {
            !self.frames.shown(&step.stack).location.is_some_and(|at| self.frames.line(at).contains("fence"))
        };
        let is_internal = match step.action {
            Action::Fence => is_own(),
            _ => step.object.as_deref().is_some_and(is_variable_of_rust),
        };
        let of_program = |change: &Change| self.is_shared(change) && !is_variable_of_rust(&change.variable);
        is_of_rust_alone(&step.stack) || is_internal && !step.changes.iter().any(of_program)
    }

    fn is_shared(&self, change: &Change) -> bool {
        self.shared.contains(change.variable.as_str())
    }

    fn row(&self, at: usize, switch: bool) -> Row {
        let step = &self.trace[at];
        let before = self.trace[..at].iter().rfind(|other| other.thread == step.thread);
        let Shown { location, inner } = self.frames.shown(&step.stack);
        let source = location.map_or(String::new(), |location| code(&self.frames.line(location)));
        let mut effects = self.effects(step);
        let idle = step.action.is_idle() && !effects.is_empty();
        let action = step.action.words();
        let verb = action.split(' ').next().unwrap_or_default();
        let is_named = |object: &String| source.contains(verb) && source.contains(object.as_str());
        effects.extend(inner.filter(|_| !self.everything).map(|inner| inner_place(location, inner)));
        Row {
            number: Some(step.number + 1),
            thread: step.thread,
            place: self.place(location),
            obvious: step.value.is_none() && !step.is_choice() && step.object.as_ref().is_some_and(is_named),
            source,
            // What a thread does after its start is more interesting than the start.
            operation: if idle { effects.remove(0) } else { operation(step) },
            effects,
            locks: [before.map_or(Vec::new(), |step| step.holds.clone()), step.holds.clone()],
            switch,
            transaction: step.transaction,
        }
    }

    fn effects(&self, step: &TraceStep) -> Vec<String> {
        let mut changes: Vec<&Change> = step.changes.iter().collect();
        let bookkeeping = step.action.is_bookkeeping();
        if !self.everything {
            changes.sort_by_key(|change| !self.is_shared(change));
            changes.retain(|change| !bookkeeping || self.is_shared(change));
        }
        let most =
            if self.everything || changes.len() == MOST_CHANGES + 1 { usize::MAX } else { MOST_CHANGES };
        let hidden = changes.len().saturating_sub(most);
        let mut effects: Vec<String> = changes.iter().take(most).map(|change| changed(change)).collect();
        if hidden > 0 {
            effects.push(format!("… {hidden} more"));
        }
        if !step.output.is_empty() {
            let output: String = step.output.escape_debug().collect();
            effects.push(format!("prints \"{}\"", cut(&output, WIDEST_OUTPUT)));
        }
        if self.everything && step.stack.len() > 1 {
            let calls: Vec<&str> = step.stack.iter().map(|frame| &*frame.function).collect();
            effects.push(format!("in {}", calls.join(" ← ")));
        }
        effects
    }

    /// What the threads that make the bug do at the end.
    fn bug(&self, finding: &Finding, items: &[Item]) -> Vec<Row> {
        let ends = ends(finding);
        let mut rows: Vec<Row> = ends.into_iter().map(|(place, text)| self.end(place, text)).collect();
        let last = |thread| items.iter().rev().filter_map(Item::row).find(|row| row.thread == thread);
        for row in &mut rows {
            // The line was shown just before.
            if last(row.thread).is_some_and(|last| last.place == row.place && last.source == row.source) {
                row.source.clear();
            }
        }
        rows
    }

    fn end(&self, place: &Place, text: String) -> Row {
        let Shown { location, inner } = self.frames.shown(&place.stack);
        let last = self.trace.iter().rfind(|step| step.thread == place.thread);
        let locks = last.map_or(Vec::new(), |step| step.holds.clone());
        Row {
            number: None,
            thread: place.thread,
            place: self.place(location),
            source: location.map_or(String::new(), |location| code(&self.frames.line(location))),
            operation: text,
            obvious: false,
            effects: inner.into_iter().map(|inner| inner_place(location, inner)).collect(),
            locks: [locks.clone(), locks],
            switch: false,
            transaction: None,
        }
    }

    fn place(&self, location: Option<&Location>) -> String {
        match location {
            None => String::new(),
            Some(location) if self.file.is_some() => location.line.to_string(),
            Some(location) => format!("{}:{}", file_name(&location.file), location.line),
        }
    }
}

/// A line of source text without its indentation and without a comment at its end.
fn code(line: &str) -> String {
    let line = line.trim();
    let comment = [" //", "\t//", " /*", "\t/*"].iter().filter_map(|sign| line.find(sign)).min();
    line[..comment.unwrap_or(line.len())].trim_end().replace('\t', " ")
}

/// Where the threads are that make the bug, and what each of them does there.
fn ends(finding: &Finding) -> Vec<(&Place, String)> {
    if finding.participants().next().is_none() {
        let what = match finding.kind {
            FaultKind::Assertion => "assertion fails".to_owned(),
            kind => kind.name().replace('-', " "),
        };
        return vec![(&finding.place, what)];
    }
    let ends = finding.participants().filter(|waiter| !cycle::merely_joins(waiter, &finding.related));
    ends.map(|related| (&related.place, related.activity.clone())).collect()
}

/// `counter: 0 → 1`, `read counter = 1`, `lock m`, `malloc() returns NULL`, `signal c: wakes thread 2`.
fn operation(step: &TraceStep) -> String {
    if let Some(Change { variable, after, .. }) = step.chosen() {
        return format!("{variable} returns {after}");
    }
    let words = match &step.value {
        Some(value) if step.action.writes() => changed(value),
        Some(value) => format!("{} {} = {}", step.action.words(), value.variable, value.after),
        None => step.words(),
    };
    match (&step.chance, &step.object) {
        // To give up a wait is to look at the object.
        (Some(chance), Some(object)) if step.action == Action::Sync(Verb::Inspect) => {
            format!("wait for {object}: {chance}")
        }
        (Some(chance), _) => format!("{words}: {chance}"),
        (None, _) => words,
    }
}

fn changed(change: &Change) -> String {
    format!("{}: {} → {}", change.variable, change.before, change.after)
}

/// What several threads access, or the bug is about.
fn shared_names<'a>(trace: &'a [TraceStep], finding: Option<&Finding>) -> BTreeSet<&'a str> {
    let mut users: BTreeMap<&str, BTreeSet<ThreadId>> = BTreeMap::new();
    for step in trace {
        let touched = step.object.iter().map(String::as_str);
        let changed = step.changes.iter().chain(&step.value).map(|change| change.variable.as_str());
        for name in touched.chain(changed) {
            users.entry(name).or_default().insert(step.thread);
        }
    }
    let message = finding.map_or("", |finding| finding.message.as_str());
    let matters = |(name, users): &(&str, BTreeSet<ThreadId>)| users.len() > 1 || mentions(message, name);
    users.into_iter().filter(matters).map(|(name, _)| name).collect()
}

/// Whether a text mentions a variable.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let alone = |(at, _): (usize, &str)| {
        !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    };
    !name.is_empty() && text.match_indices(name).any(alone)
}

/// The file that all steps are in, and the bug, if there is only one.
fn only_file<'a>(trace: &'a [TraceStep], finding: Option<&'a Finding>, frames: &Frames) -> Option<&'a str> {
    let ends = finding.map_or(Vec::new(), ends);
    let places = trace
        .iter()
        .filter_map(|step| frames.shown(&step.stack).location)
        .chain(ends.iter().filter_map(|(place, _)| frames.shown(&place.stack).location));
    let mut files = places.map(|location| &*location.file);
    let first = files.next()?;
    files.all(|file| file == first).then_some(first)
}

/// Where a step is really that is shown elsewhere.
fn inner_place(shown: Option<&Location>, (function, inner): (&str, &Location)) -> String {
    let is_here = shown.is_some_and(|shown| shown.file == inner.file);
    let file = if is_here { "line ".to_owned() } else { format!("{}:", file_name(&inner.file)) };
    format!("in {function}, {file}{}", inner.line)
}

/// A file without its folder: the report names it in full elsewhere.
pub(super) fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or_default()
}
