//! The execution that leads to a bug: columns where they fit, else one line a step.

use std::collections::BTreeMap;

use mazurka_machine::{StackFrame, ThreadId};

use super::line::{counted, hang, width};
use super::steps::{Story, file_name};
use super::{Sources, Style, columns, list};
use crate::finding::{Finding, TraceStep, context_switches};

const HEAD: &str = "how it happens";

/// How a bug comes about.
pub fn of_finding(finding: &Finding, style: Style, sources: &Sources) -> String {
    render(&finding.trace, Some(finding), style, sources)
}

/// An execution, whatever comes of it.
pub fn of_trace(trace: &[TraceStep], style: Style, sources: &Sources) -> String {
    render(trace, None, style, sources)
}

fn render(trace: &[TraceStep], finding: Option<&Finding>, style: Style, sources: &Sources) -> String {
    let story = Story::new(trace, finding, style.detail, sources);
    if story.shown == 0 {
        // Where the threads are was said before.
        return String::new();
    }
    let titles = titles(&story, trace, finding);
    let body = columns::render(&story, &titles, style).unwrap_or_else(|| list::render(&story, style));
    head(&story, trace, style) + &body
}

/// `how it happens in prog.c: 4 of 9 steps, 2 context switches`
fn head(story: &Story, trace: &[TraceStep], style: Style) -> String {
    let all = story.shown == trace.len();
    let within = story.file.as_ref().map_or(String::new(), |file| format!(" in {}", file_name(file)));
    let steps = counted(trace.len() as u64, "step");
    let steps = if all { steps } else { format!("{} of {steps}", story.shown) };
    let switches = match context_switches(trace) {
        1 => "1 context switch".to_owned(),
        switches => format!("{switches} context switches"),
    };
    let said = format!("{within}: {steps}, {switches}");
    let hint = " (--verbose shows all)";
    let room = width(HEAD) + width(&said) + width(hint) <= style.width;
    let hint = if all || !room { "" } else { hint };
    let text = hang(&format!("{HEAD}{said}{hint}"), style.width, 2);
    format!("\n{}{}\n", style.paint.strong(HEAD), &text[HEAD.len()..])
}

/// The threads that are shown, each with the function that it runs.
fn titles(story: &Story, trace: &[TraceStep], finding: Option<&Finding>) -> BTreeMap<ThreadId, String> {
    let mut titles = BTreeMap::new();
    let bug = finding.iter().flat_map(|finding| {
        let related = finding.related.iter().map(|related| &related.place);
        related.chain([&finding.place]).map(|place| (place.thread, &*place.stack))
    });
    let steps = trace.iter().map(|step| (step.thread, &*step.stack));
    let stacks: Vec<(ThreadId, &[StackFrame])> = steps.chain(bug).collect();
    for thread in story.rows().map(|row| row.thread) {
        titles.entry(thread).or_insert_with(|| {
            let of_thread = stacks.iter().filter(|(other, _)| *other == thread);
            let entry = of_thread.filter_map(|(_, stack)| stack.last()).next();
            match entry {
                Some(entry) if *entry.function != *thread.to_string() => {
                    format!("{thread}: {}", entry.function)
                }
                _ => thread.to_string(),
            }
        });
    }
    titles
}
