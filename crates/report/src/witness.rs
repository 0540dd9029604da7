//! Violation witnesses of SV-COMP, format 2.2 (YAML): where each thread has to be, one place after the other, for the bug
//! to appear. Validators of other people replay them.
//!
//! A segment is passed when one of its threads reaches a place, so the order of segments is the interleaving. Threads are
//! numbered by creation: the k-th `function_enter` that creates a thread creates thread k, and 0 is main. The two accesses
//! of a data race share the last segment: nothing orders them.

use std::collections::BTreeMap;
use std::fmt::Write;

use mazurka_machine::{FaultKind, Location, StackFrame, ThreadId};
use serde_json::Value;

use crate::action::Action;
use crate::check::Check;
use crate::finding::{Finding, TraceStep};
use crate::origin::Origin;
use crate::text::Sources;

impl Check {
    /// A list with an entry for every bug that violates a property of SV-COMP's; other bugs are named in a comment.
    pub fn to_witness(&self, origin: &Origin, sources: &Sources) -> String {
        let task = Task { origin, sources };
        let (mut entries, mut others) = (String::new(), String::new());
        for bug in &self.bugs {
            match property(bug) {
                Some(property) => {
                    if bug.trace.omitted() > 0 {
                        let (all, omitted) = (bug.trace.len(), bug.trace.omitted());
                        let _ = writeln!(entries, "# of {all} steps, {omitted} have no segment here");
                    }
                    entries += &entry(bug, property, &task);
                }
                None => {
                    let _ = writeln!(others, "# SV-COMP has no property that `{}` violates", bug.kind);
                }
            }
        }
        if entries.is_empty() { others + "[]\n" } else { others + &entries }
    }
}

/// What was checked, and how its files are called.
struct Task<'a> {
    origin: &'a Origin,
    sources: &'a Sources<'a>,
}

impl Task<'_> {
    /// Validators look for the name among the input files: it has to be the same to the letter.
    fn file<'l>(&self, location: &'l Location) -> &'l str {
        let is_input = self.origin.inputs.iter().any(|input| input.name == *location.file);
        if is_input { &location.file } else { self.sources.file(location) }
    }

    fn text(&self, location: &Location) -> Option<String> {
        (self.sources.text)(&location.file)
    }
}

/// As SV-COMP's property files have it.
fn property(bug: &Finding) -> Option<&'static str> {
    match bug.kind {
        FaultKind::Assertion => Some("G ! call(reach_error())"),
        _ if in_reach_error(&bug.place.stack).is_some() => Some("G ! call(reach_error())"),
        FaultKind::DataRace => Some("G ! data-race"),
        FaultKind::OutOfBounds
        | FaultKind::UseAfterFree
        | FaultKind::NullDereference
        | FaultKind::InvalidPointer
        | FaultKind::StackUseAfterReturn => Some("G valid-deref"),
        FaultKind::DoubleFree | FaultKind::InvalidFree => Some("G valid-free"),
        FaultKind::Leak => Some("G valid-memtrack"),
        _ => None,
    }
}

fn entry(bug: &Finding, property: &str, task: &Task) -> String {
    let (origin, content) = (task.origin, content(bug, task));
    let mut text =
        String::from("- entry_type: violation_sequence\n  metadata:\n    format_version: \"2.2\"\n");
    let _ = writeln!(text, "    uuid: {}", quoted(&uuid(&format!("{}{property}{content}", origin.created))));
    let _ = writeln!(text, "    creation_time: {}", quoted(&origin.created));
    let _ = writeln!(text, "    producer:\n      name: Mazurka\n      version: {}", quoted(&origin.version));
    let _ = writeln!(text, "      command_line: {}", quoted(&origin.command_line));
    text += "    task:\n      input_files:\n";
    for input in &origin.inputs {
        let _ = writeln!(text, "      - {}", quoted(&input.name));
    }
    text += "      input_file_hashes:\n";
    for input in &origin.inputs {
        let _ = writeln!(text, "        {}: {}", quoted(&input.name), quoted(&input.sha256));
    }
    let specification = format!("CHECK( init(main()), LTL({property}) )");
    let _ = writeln!(text, "      specification: {}", quoted(&specification));
    text + "      data_model: LP64\n      language: C\n  content:\n" + &content
}

/// The segments: where the threads get to, one after the other, and last the violation.
fn content(bug: &Finding, task: &Task) -> String {
    let mut text = String::new();
    let mut threads = vec![ThreadId::MAIN];
    let targets = match bug.kind {
        FaultKind::DataRace => bug.scene().into_iter().map(|(place, _)| place).collect(),
        _ => vec![&bug.place],
    };
    let mut lines: BTreeMap<ThreadId, u32> = BTreeMap::new();
    let steps = &bug.trace.steps;
    let ends: BTreeMap<ThreadId, usize> = steps.iter().map(|step| (step.thread, step.number)).collect();
    for step in steps {
        let created = created(step);
        if let Some(place) = Waypoint::of(&step.stack, step.thread, &threads) {
            let line = place.location.line;
            let kind = match chosen(step) {
                _ if created.is_some() => Kind::FunctionEnter,
                Some(value) => Kind::FunctionReturn(value),
                None => Kind::Assumption,
            };
            // A statement is reached once, however many operations it has, and whether or not it is the last one.
            let again = lines.insert(step.thread, line) == Some(line);
            let last = ends.get(&step.thread) == Some(&step.number);
            let target = targets.iter().any(|target| {
                target.thread == step.thread
                    && target.location().is_some_and(|location| location.line == line)
            });
            if kind != Kind::Assumption || !(again || last && target) {
                text +=
                    &place.render(kind, task).map_or(String::new(), |place| format!("  - segment:\n{place}"));
            }
        }
        threads.extend(created);
    }
    text += "  - segment:\n";
    for target in targets {
        let place = Waypoint::of(outside_of_reach_error(&target.stack), target.thread, &threads);
        text += &place.and_then(|place| place.render(Kind::Target, task)).unwrap_or_default();
    }
    text
}

fn created(step: &TraceStep) -> Option<ThreadId> {
    if let Action::Create(thread) = step.action { thread } else { None }
}

/// The number that `__VERIFIER_nondet_int` or a function like it returns in a step.
fn chosen(step: &TraceStep) -> Option<&str> {
    let chosen = step.chosen().filter(|chosen| chosen.variable.starts_with("__VERIFIER_nondet_"))?;
    Some(&chosen.after)
}

/// The violation is the call of `reach_error`, not what happens inside it.
fn outside_of_reach_error(stack: &[StackFrame]) -> &[StackFrame] {
    in_reach_error(stack).map_or(stack, |index| &stack[index + 1..])
}

/// The frame of `reach_error`, if it was called.
fn in_reach_error(stack: &[StackFrame]) -> Option<usize> {
    let index = stack.iter().position(|frame| &*frame.function == "reach_error")?;
    (index + 1 < stack.len()).then_some(index)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind<'a> {
    FunctionEnter,
    /// With this result.
    FunctionReturn(&'a str),
    /// With a condition that always holds: it says no more than where the thread is.
    Assumption,
    Target,
}

struct Waypoint<'a> {
    /// In order of creation.
    thread: usize,
    function: &'a str,
    location: &'a Location,
}

impl<'a> Waypoint<'a> {
    /// `None` where a step has no place of its own, as the start of a thread.
    fn of(stack: &'a [StackFrame], thread: ThreadId, threads: &[ThreadId]) -> Option<Waypoint<'a>> {
        let frame = stack.iter().find(|frame| frame.location.is_some())?;
        let thread = threads.iter().position(|known| *known == thread)?;
        Some(Waypoint { thread, function: &frame.function, location: frame.location.as_ref()? })
    }

    /// `None` where the source does not show plainly where that is: a witness with a waypoint less has more executions, one
    /// with a wrong waypoint none.
    fn render(&self, kind: Kind, task: &Task) -> Option<String> {
        let (name, (line, column)) = match kind {
            Kind::FunctionEnter => ("function_enter", self.end_of_call(task)),
            Kind::FunctionReturn(_) => ("function_return", self.end_of_call(task)),
            Kind::Assumption => ("assumption", (self.location.line, Some(self.start_of_statement(task)?))),
            Kind::Target => ("target", (self.location.line, self.start_of_statement(task))),
        };
        let mut text = format!(
            "    - waypoint:\n        type: {name}\n        action: follow\n        thread_id: {}\n",
            self.thread
        );
        let constraint = match kind {
            Kind::Assumption => Some(("1".to_owned(), "c_expression")),
            Kind::FunctionReturn(value) => Some((format!("\\result == {value}"), "acsl_expression")),
            Kind::FunctionEnter | Kind::Target => None,
        };
        if let Some((value, format)) = constraint {
            let value = quoted(&value);
            let _ =
                writeln!(text, "        constraint:\n          value: {value}\n          format: {format}");
        }
        let file = quoted(task.file(self.location));
        let _ = writeln!(text, "        location:\n          file_name: {file}\n          line: {line}");
        if let Some(column) = column {
            let _ = writeln!(text, "          column: {column}");
        }
        let _ = writeln!(text, "          function: {}", quoted(self.function));
        Some(text)
    }

    /// A function is entered and left at the closing parenthesis of its call. Without a column, any of the line is meant.
    fn end_of_call(&self, task: &Task) -> (u32, Option<u32>) {
        let Location { line, column, .. } = *self.location;
        let source = task.text(self.location);
        match source.and_then(|source| closing_parenthesis(&source, line, column)) {
            Some((line, column)) => (line, Some(column)),
            None => (line, None),
        }
    }

    /// Other waypoints are at the start of a statement.
    fn start_of_statement(&self, task: &Task) -> Option<u32> {
        statement(&task.text(self.location)?, self.location.line)
    }
}

/// Line and column of the parenthesis that closes the call at this position. Names of functions and `&thread` do not contain
/// brackets in strings and comments; where there are some, nothing is lost but a column.
fn closing_parenthesis(source: &str, line: u32, column: u32) -> Option<(u32, u32)> {
    let mut depth = 0;
    let skipped = (line as usize).checked_sub(1)?;
    for (number, text) in source.lines().enumerate().skip(skipped).take(20) {
        let start = if number == skipped { (column as usize).checked_sub(1)? } else { 0 };
        for (index, byte) in text.bytes().enumerate().skip(start) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some((number as u32 + 1, index as u32 + 1)),
                b')' => depth -= 1,
                b'"' | b'\'' => return None,
                _ => {}
            }
        }
    }
    None
}

/// The column of the first statement of a line, if the line begins with one.
fn statement(source: &str, line: u32) -> Option<u32> {
    let index = (line as usize).checked_sub(1)?;
    let before = source.lines().take(index).map(|line| line.split("//").next().unwrap_or_default().trim());
    let before = before.filter(|line| !line.is_empty()).last()?;
    let complete = before.ends_with([';', '{', '}', ')', ':']) || before.ends_with("else");
    let text = source.lines().nth(index)?;
    let code = text.trim_start();
    let word = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    // The end of a do-while looks like a loop of its own.
    let goes_on = ["else", "case", "default"].contains(&word) || (word == "while" && code.ends_with(';'));
    (complete && !goes_on && (!word.is_empty() || code.starts_with('*')))
        .then(|| (text.len() - code.len()) as u32 + 1)
}

/// A string of JSON is one of YAML, too.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// A name-based UUID (RFC 9562, version 8): the same witness has the same one.
fn uuid(name: &str) -> String {
    // FNV-1a with 128 bits.
    let mut hash: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    for byte in name.bytes() {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    let hash = hash & !(0xf << 76) & !(0b11 << 62) | (8 << 76) | (0b10 << 62);
    let digits = format!("{hash:032x}");
    [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_end_where_their_parenthesis_closes() {
        let source =
            "int x;\n  pthread_create(&t, NULL, (f), g(x));\n  create(\n    1\n  );\n  odd(\")\");\n";
        assert_eq!(closing_parenthesis(source, 2, 3), Some((2, 37)));
        assert_eq!(closing_parenthesis(source, 3, 3), Some((5, 3)));
        assert_eq!(closing_parenthesis(source, 6, 3), None);
        for (line, column) in [(0, 0), (1, 1), (99, 1), (2, 99)] {
            closing_parenthesis(source, line, column);
        }
    }

    #[test]
    fn statements_begin_where_nothing_goes_on() {
        let source = "\
int main(void)
{ // begin
    int x = f();
    assert(
        g() == 1);
    if (x)
        x = 2; // why
    else
        *p = 3;
    do x--;
    while (x > 0);
}
";
        let columns: Vec<_> = (0..14).map(|line| statement(source, line)).collect();
        let (four, eight) = (Some(5), Some(9));
        let expected = [None, None, None, four, four, None, four, eight, None, eight, four, None, None, None];
        assert_eq!(columns, expected);
    }

    #[test]
    fn uuids_have_their_form() {
        let uuid = uuid("a witness");
        let lengths: Vec<usize> = uuid.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert_eq!(&uuid[14..15], "8");
        assert!("89ab".contains(&uuid[19..20]), "{uuid}");
        assert_ne!(uuid, super::uuid("another witness"));
    }
}
