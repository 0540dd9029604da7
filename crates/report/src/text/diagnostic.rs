//! Something that happened at a place in the program: the message, the source lines, the call stacks.
//!
//! ```text
//! error[use-after-free]: read of 4 bytes in a block that was freed
//!   --> prog.c:12:5
//!    |
//! 12 |     use(p);
//!    |     ^
//!    = in thread 1:
//!        use at prog.c:5:12
//!        worker at prog.c:12:5
//! ```

use mazurka_machine::{Fault, FaultKind, StackFrame, ThreadId};

use super::line::{Line, hang};
use super::paint::Ink;
use super::snippet::{self, Frame, Label, Role};
use super::{Detail, Sources, Style, beside, cycle};
use crate::finding::{Finding, Related, location};

/// Deep recursion fills the stack with frames that look alike: as many as these are shown at either end.
const FRAMES_AT_EITHER_END: usize = 10;

/// What makes two accesses a race.
const UNORDERED: &str = "  = nothing orders these two: no lock, no join, no acquire after a release";

pub struct Diagnostic<'a> {
    head: String,
    message: &'a str,
    thread: ThreadId,
    stack: &'a [StackFrame],
    related: &'a [Related],
    is_race: bool,
}

impl<'a> Diagnostic<'a> {
    pub fn of_fault(fault: &'a Fault) -> Diagnostic<'a> {
        Diagnostic {
            head: format!("error[{}]", fault.kind),
            ..Diagnostic::of_error(&fault.message, fault.thread, &fault.stack)
        }
    }

    pub fn of_finding(finding: &'a Finding) -> Diagnostic<'a> {
        Diagnostic {
            head: format!("error[{}]", finding.kind),
            message: &finding.message,
            thread: finding.place.thread,
            stack: &finding.place.stack,
            related: &finding.related,
            is_race: finding.kind == FaultKind::DataRace,
        }
    }

    /// Something that Mazurka cannot do.
    pub fn of_error(message: &'a str, thread: ThreadId, stack: &'a [StackFrame]) -> Diagnostic<'a> {
        Diagnostic { head: "error".to_owned(), message, thread, stack, related: &[], is_race: false }
    }

    pub fn render(&self, style: Style, sources: &Sources) -> String {
        let message = hang(&format!("{}: {}", self.head, self.message), style.width, 4);
        let message = message.split_at(self.head.len());
        let head = format!("{}{}\n", style.paint.error(message.0), style.paint.strong(message.1));
        let lines = match self.related {
            [later, earlier, rest @ ..] if self.is_race && style.width >= beside::NARROWEST => {
                let mut lines = beside::render([earlier, later], style.width, sources);
                lines.push(Line::new(Ink::Plain, UNORDERED));
                for related in rest {
                    lines.extend(aside(related, style, sources));
                }
                lines
            }
            _ => self.body(style, sources),
        };
        lines.into_iter().fold(head, |text, line| text + &line.render(style.paint))
    }

    /// All places in one snippet, and what else there is to say below it.
    fn body(&self, style: Style, sources: &Sources) -> Vec<Line> {
        let brief = style.detail != Detail::Everything;
        let (labelled, unlabelled): (Vec<&Related>, Vec<&Related>) =
            self.related.iter().partition(|related| !brief || !cycle::merely_joins(related, self.related));
        let labels = self.labels(&labelled);
        let frame = Frame { digits: snippet::digits(&labels), width: style.width, dedent: false };
        let mut lines = snippet::render(&labels, frame, sources);
        if let Some(cycle) = cycle::of(self.related) {
            lines.extend(notes(frame, &cycle));
        }
        for related in unlabelled {
            lines.push(snippet::note(frame, &related.message()));
        }
        for (thread, stack) in self.stacks(&labelled, brief) {
            lines.extend(stack_lines(thread, stack, frame, style.detail, sources));
        }
        lines
    }

    /// The bug's place, unless the related ones say more about it; theirs; and where locks were taken.
    fn labels(&self, related: &[&'a Related]) -> Vec<Label<'a>> {
        let is_here =
            |related: &&Related| related.place.thread == self.thread && related.place.stack == self.stack;
        let itself = location(self.stack).filter(|_| !related.iter().any(is_here));
        let mut labels: Vec<Label> = Vec::new();
        labels.extend(itself.map(|place| Label { place, text: String::new(), role: Role::Main }));
        for related in related {
            let place = related.place.location();
            labels.extend(place.map(|place| Label { place, text: related.message(), role: Role::Main }));
        }
        let holders = related.iter().flat_map(|related| {
            let what = related.object.as_deref().unwrap_or("it");
            related.holders.iter().map(move |holder| (holder.thread, holder.location(), what))
        });
        let mut holders: Vec<_> = holders.collect();
        holders.sort_by_key(|(thread, ..)| *thread);
        for (thread, place, what) in holders {
            let Some(place) = place else { continue };
            let text = format!("{thread} has locked {what} here");
            if !labels.iter().any(|label| label.text == text && label.place == place) {
                labels.push(Label { place, text, role: Role::Aside });
            }
        }
        labels
    }

    /// Of every thread that matters, once. Where there are several, those that say nothing new can be left out.
    fn stacks(&self, related: &[&'a Related], brief: bool) -> Vec<(ThreadId, &'a [StackFrame])> {
        if related.is_empty() {
            return vec![(self.thread, self.stack)];
        }
        let stacks = related.iter().map(|related| (related.place.thread, &*related.place.stack));
        stacks.filter(|(_, stack)| !brief || stack.len() > 1).collect()
    }
}

/// What else belongs to a race: where its memory was allocated.
fn aside(related: &Related, style: Style, sources: &Sources) -> Vec<Line> {
    let label = |place| Label { place, text: related.message(), role: Role::Aside };
    let labels: Vec<Label> = related.place.location().map(label).into_iter().collect();
    let frame = Frame { digits: snippet::digits(&labels), width: style.width, dedent: false };
    snippet::render(&labels, frame, sources)
}

fn notes(frame: Frame, text: &str) -> Vec<Line> {
    let text = hang(text, frame.width.saturating_sub(frame.digits + 3), 2);
    let mut lines = text.split('\n');
    let first = snippet::note(frame, lines.next().unwrap_or_default());
    let rest = lines.map(|line| Line::new(Ink::Plain, format!("{:1$}   {line}", "", frame.digits)));
    std::iter::once(first).chain(rest).collect()
}

/// `= in thread 1: worker`, or the calls one below the other.
fn stack_lines(
    thread: ThreadId,
    stack: &[StackFrame],
    frame: Frame,
    detail: Detail,
    sources: &Sources,
) -> Vec<Line> {
    let function = |frame: &StackFrame| frame.function.to_string();
    let calls: Vec<String> = match stack {
        [] => return Vec::new(),
        [only] if detail != Detail::Everything => {
            let thread = thread.to_string();
            let known = thread == function(only);
            return if known {
                vec![snippet::note(frame, &format!("in {thread}"))]
            } else {
                vec![snippet::note(frame, &format!("in {thread}: {}", only.function))]
            };
        }
        _ => stack.iter().map(|frame| frame_line(frame, sources)).collect(),
    };
    let mut lines = vec![snippet::note(frame, &format!("in {thread}:"))];
    let most = if detail == Detail::Everything { usize::MAX } else { 2 * FRAMES_AT_EITHER_END };
    let hidden = stack.len().saturating_sub(most);
    let skipped = FRAMES_AT_EITHER_END..FRAMES_AT_EITHER_END + hidden;
    let indented = |text: &str| Line::new(Ink::Plain, format!("{:1$}     {text}", "", frame.digits));
    for (index, call) in calls.iter().enumerate() {
        if hidden > 0 && index == FRAMES_AT_EITHER_END {
            lines.push(indented(&format!("… {hidden} more")));
        }
        if hidden == 0 || !skipped.contains(&index) {
            lines.push(indented(call));
        }
    }
    lines
}

fn frame_line(frame: &StackFrame, sources: &Sources) -> String {
    match &frame.location {
        Some(place) => format!("{} at {}", frame.function, sources.shown(place)),
        None => frame.function.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{FaultKind, Location};

    use super::*;
    use crate::text::Paint;

    const SOURCE: &str = "int *p;\nint f(void) {\n\treturn *p;\n}\n";

    fn fault(frames: &[(&str, u32, u32)]) -> Fault {
        let frame = |(function, line, column): &(&str, u32, u32)| StackFrame {
            function: (*function).into(),
            location: Some(Location { file: "/home/me/a.c".into(), line: *line, column: *column }),
        };
        Fault {
            kind: FaultKind::NullDereference,
            message: "read of 4 bytes through a null pointer".into(),
            thread: ThreadId(2),
            stack: frames.iter().map(frame).collect(),
        }
    }

    fn render(fault: &Fault, detail: Detail, source: Option<&str>) -> String {
        let style = Style { paint: Paint::PLAIN, width: 60, detail };
        let sources = Sources { folder: "/home/me".to_owned(), text: &|_| source.map(str::to_owned) };
        Diagnostic::of_fault(fault).render(style, &sources)
    }

    #[test]
    fn a_report_shows_the_line_and_the_stack() {
        let text = render(&fault(&[("f", 3, 9), ("main", 12, 1)]), Detail::Essential, Some(SOURCE));
        let expected = "\
error[null-dereference]: read of 4 bytes through a null
    pointer
 --> a.c:3:9
  |
3 |     return *p;
  |            ^
  = in thread 2:
      f at a.c:3:9
      main at a.c:12:1
";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_single_call_takes_a_single_line() {
        let fault = fault(&[("f", 30, 9)]);
        let expected = "  --> a.c:30:9\n   = in thread 2: f\n";
        assert!(render(&fault, Detail::Essential, None).ends_with(expected));
        let expected = "  --> a.c:30:9\n   = in thread 2:\n       f at a.c:30:9\n";
        assert!(render(&fault, Detail::Everything, None).ends_with(expected));
    }

    #[test]
    fn a_deep_stack_is_shown_at_both_ends() {
        let fault = fault(&[("f", 3, 9); 1000]);
        let text = render(&fault, Detail::Essential, None);
        assert_eq!(text.matches("f at ").count(), 20);
        assert!(text.contains("… 980 more"), "{text}");
        assert_eq!(render(&fault, Detail::Everything, None).matches("f at ").count(), 1000);
    }
}
