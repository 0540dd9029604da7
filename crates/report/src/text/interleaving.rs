//! The execution that leads to a bug, one line a step.
//!
//! ```text
//! how it happens, 4 steps in prog.c:
//!   1 main      30  create thread 1  pthread_create(&t, NULL, first, NULL);
//!   2 thread 1  12  lock a           pthread_mutex_lock(&a);
//!   3           13  lock b           pthread_mutex_lock(&b);
//!   4 main      31  lock b           pthread_mutex_lock(&b);
//! ```
//!
//! A thread is named where it goes on after another one; files are named at every step where there are several.

use std::collections::BTreeMap;
use std::fmt::Write;

use mazurka_machine::Location;

use super::{Paint, Sources};
use crate::finding::TraceStep;

/// Columns of a page.
const WIDTH: usize = 80;

/// Wider operations push the source text of their line to the right.
const WIDEST_OPERATION: usize = 24;

/// How many steps of a long execution are shown at its start and at its end.
const AT_START: usize = 20;
const AT_END: usize = 60;

pub fn render(trace: &[TraceStep], paint: Paint, sources: &Sources) -> String {
    let mut files = Files { sources, lines: BTreeMap::new() };
    let width = |text: &String| text.chars().count();
    let threads: Vec<String> = trace.iter().map(|step| step.thread.to_string()).collect();
    let file = only_file(trace);
    let place = |location: &Location| match file {
        Some(_) => format!("{:>3}", location.line),
        None => format!("{}:{}", name(&location.file), location.line),
    };
    let places: Vec<String> =
        trace.iter().map(|step| step.location().map(place).unwrap_or_default()).collect();
    let operations: Vec<String> = trace.iter().map(TraceStep::words).collect();
    let number_width = trace.len().to_string().len();
    let thread_width = threads.iter().map(width).max().unwrap_or(0);
    let place_width = places.iter().map(width).max().unwrap_or(0);
    let operation_width = operations.iter().map(width).max().unwrap_or(0).min(WIDEST_OPERATION);

    let within = file.map_or(String::new(), |file| format!(" in {}", name(file)));
    let mut text = format!("{}, {}{within}:\n", paint.strong("how it happens"), counted(trace.len(), "step"));
    let hidden = trace.len().saturating_sub(AT_START + AT_END);
    let mut previous = None;
    for (index, step) in trace.iter().enumerate() {
        if hidden > 0 && (AT_START..AT_START + hidden).contains(&index) {
            if index == AT_START {
                let _ = writeln!(text, "  … {}", counted(hidden, "more step"));
            }
            previous = None;
            continue;
        }
        let thread = if previous == Some(step.thread) { "" } else { &threads[index] };
        previous = Some(step.thread);
        let source = step.location().and_then(|location| files.line(location)).unwrap_or_default();
        let number = format!("  {:number_width$}", index + 1);
        let rest =
            format!("  {:place_width$}  {:operation_width$}  {source}", places[index], operations[index]);
        let line_start = 2 + number_width + 1 + thread_width;
        let thread = paint.strong(format!("{thread:thread_width$}"));
        let _ = writeln!(
            text,
            "{} {thread}{}",
            paint.margin(number),
            cut(rest.trim_end(), WIDTH - line_start.min(40))
        );
    }
    text
}

/// `1 step`, `2 steps`.
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// The file that all steps are in, if there is only one.
fn only_file(trace: &[TraceStep]) -> Option<&str> {
    let mut files = trace.iter().filter_map(TraceStep::location).map(|location| &*location.file);
    let first = files.next()?;
    files.all(|file| file == first).then_some(first)
}

/// A file without its folder: the report names it in full elsewhere.
fn name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or_default()
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

/// Source files, each read once.
struct Files<'a> {
    sources: &'a Sources<'a>,
    lines: BTreeMap<String, Vec<String>>,
}

impl Files<'_> {
    fn line(&mut self, location: &Location) -> Option<&str> {
        let sources = self.sources;
        let lines = self.lines.entry(location.file.to_string()).or_insert_with(|| {
            let text = (sources.text)(&location.file).unwrap_or_default();
            text.lines().map(|line| line.trim().replace('\t', " ")).collect()
        });
        lines.get((location.line as usize).checked_sub(1)?).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{StackFrame, ThreadId};

    use super::*;

    fn step(thread: u16, line: u32, operation: &str, object: Option<&str>) -> TraceStep {
        let location = Some(Location { file: "/home/me/prog.c".into(), line, column: 1 });
        TraceStep {
            thread: ThreadId(thread),
            choice: None,
            operation: operation.to_owned(),
            object: object.map(str::to_owned),
            stack: vec![StackFrame { function: "f".into(), location }],
            value: None,
            changes: Vec::new(),
            holds: Vec::new(),
            happens_after: Vec::new(),
            output: String::new(),
        }
    }

    const SOURCE: &str =
        "int main(void)\n\tlock(&a); // a comment that is much too long for what is left of the line\n";

    fn sources() -> Sources<'static> {
        Sources { folder: String::new(), text: &|_| Some(SOURCE.to_owned()) }
    }

    #[test]
    fn threads_are_named_where_they_change() {
        let trace = [
            step(0, 1, "create thread 1", None),
            step(1, 2, "lock", Some("a")),
            step(1, 2, "lock", Some("b")),
            step(0, 9, "end", None),
        ];
        let expected = "\
how it happens, 4 steps in prog.c:
  1 main        1  create thread 1  int main(void)
  2 thread 1    2  lock a           lock(&a); // a comment that is much too lon…
  3             2  lock b           lock(&a); // a comment that is much too lon…
  4 main        9  end
";
        let text = render(&trace, Paint::PLAIN, &sources());
        assert_eq!(text, expected);
        assert!(text.lines().all(|line| line.chars().count() <= 80));
    }

    #[test]
    fn several_files_are_named() {
        let mut trace = [step(0, 1, "read", Some("x")), step(0, 2, "end", None)];
        let location = Some(Location { file: "/home/me/b.c".into(), line: 7, column: 1 });
        trace[1].stack[0].location = location;
        let text = render(&trace, Paint::PLAIN, &sources());
        assert_eq!(text.lines().nth(1), Some("  1 main  prog.c:1  read x  int main(void)"));
        assert_eq!(text.lines().nth(2), Some("  2       b.c:7     end"));
    }

    #[test]
    fn a_long_execution_is_shown_at_both_ends() {
        let trace = vec![step(0, 1, "read", Some("x")); 1000];
        let text = render(&trace, Paint::PLAIN, &sources());
        assert_eq!(text.lines().count(), 1 + 20 + 1 + 60);
        assert!(text.contains("\n  … 920 more steps\n   941 main    1  read x"), "{text}");
    }
}
