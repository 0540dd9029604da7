//! Two places side by side: the accesses of a data race.
//!
//! ```text
//!    thread 1: increment          │    thread 2: increment
//!  --> prog.c:12:12               │  --> prog.c:12:12
//!   |                             │   |
//! 12| counter++;                  │ 12| counter++;
//!   |        ^ writes counter     │   |        ^ writes counter
//! ```

use mazurka_machine::{Location, StackFrame};

use super::Sources;
use super::line::{Line, cut};
use super::paint::Ink;
use super::snippet::{self, Frame, Label, Role};
use super::steps::file_name;
use crate::finding::Related;

/// Columns of a page on which two places fit side by side.
pub(super) const NARROWEST: usize = 72;

/// Calls of each side that are shown.
const MOST_CALLS: usize = 4;

/// The thread with the lower number is on the left, as in the columns of an interleaving.
pub(super) fn render(mut pair: [&Related; 2], width: usize, sources: &Sources) -> Vec<Line> {
    pair.sort_by_key(|side| side.place.thread);
    let room = (width - 3) / 2;
    let [left, right] = pair.map(|side| panel(side, room, sources));
    let widest = left.iter().map(Line::width).max().unwrap_or(0);
    (0..left.len().max(right.len()))
        .map(|at| {
            let line = |panel: &[Line]| panel.get(at).cloned().unwrap_or_default();
            line(&left).padded(widest).with(Ink::Margin, " │ ").with_line(line(&right))
        })
        .collect()
}

fn panel(side: &Related, room: usize, sources: &Sources) -> Vec<Line> {
    let thread = side.place.thread.to_string();
    let entry = side.place.stack.last().map_or(String::new(), |frame| frame.function.to_string());
    let label = |place| Label { place, text: side.activity.clone(), role: Role::Main };
    let labels: Vec<Label> = side.place.location().map(label).into_iter().collect();
    let digits = snippet::digits(&labels);
    let title = if entry.is_empty() || entry == thread { thread } else { format!("{thread}: {entry}") };
    let mut lines = vec![Line::new(Ink::Strong, format!("{:digits$}   {}", "", cut(&title, room - 6)))];
    lines.extend(snippet::render(&labels, Frame { digits, width: room, dedent: true }, sources));
    for frame in side.place.stack.iter().skip(1).take(MOST_CALLS) {
        let text = format!("{:digits$}   called by {}", "", caller(frame, side.place.location()));
        lines.push(Line::new(Ink::Plain, cut(&text, room)));
    }
    lines
}

/// `worker, line 12`; in another file, that too.
fn caller(frame: &StackFrame, callee: Option<&Location>) -> String {
    match &frame.location {
        None => frame.function.to_string(),
        Some(place) if callee.is_some_and(|callee| callee.file == place.file) => {
            format!("{}, line {}", frame.function, place.line)
        }
        Some(place) => format!("{}, {}:{}", frame.function, file_name(&place.file), place.line),
    }
}
