//! Something that happened at a place in the program: the message, the source line, the call stack.
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

use std::fmt::Write;

use mazurka_machine::{Fault, Location, StackFrame, ThreadId};

use super::{Paint, Sources, Style};
use crate::finding::{Finding, Place, Related, location};

/// Deep recursion fills the stack with frames that look alike: as many as these are shown at either end.
const FRAMES_AT_EITHER_END: usize = 10;

/// Characters of a source line that are shown.
const WIDEST_LINE: usize = 120;

pub struct Diagnostic<'a> {
    head: String,
    message: &'a str,
    thread: ThreadId,
    stack: &'a [StackFrame],
    related: &'a [Related],
}

impl<'a> Diagnostic<'a> {
    pub fn of_fault(fault: &'a Fault) -> Diagnostic<'a> {
        let head = format!("error[{}]", fault.kind);
        Diagnostic { head, message: &fault.message, thread: fault.thread, stack: &fault.stack, related: &[] }
    }

    pub fn of_finding(finding: &'a Finding) -> Diagnostic<'a> {
        Diagnostic {
            head: format!("error[{}]", finding.kind),
            message: &finding.message,
            thread: finding.place.thread,
            stack: &finding.place.stack,
            related: &finding.related,
        }
    }

    /// Something that Mazurka cannot do.
    pub fn of_error(message: &'a str, thread: ThreadId, stack: &'a [StackFrame]) -> Diagnostic<'a> {
        Diagnostic { head: "error".to_owned(), message, thread, stack, related: &[] }
    }

    pub fn render(&self, style: Style, sources: &Sources) -> String {
        let paint = style.paint;
        let places = self.related.iter().map(|related| location(&related.place.stack));
        let lines = places.chain([location(self.stack)]).flatten().map(|place| place.line);
        let page = Page { width: lines.max().unwrap_or(1).to_string().len(), paint, sources };
        let mut text =
            format!("{}{}\n", paint.error(&self.head), paint.strong(format!(": {}", self.message)));
        // Where the notes speak of the same place, they say more about it.
        let is_here =
            |related: &Related| related.place.thread == self.thread && related.place.stack == self.stack;
        if !self.related.iter().any(is_here) {
            text += &page.place(self.thread, self.stack);
        }
        for related in self.related {
            let _ = writeln!(text, "{}: {}", paint.strong("note"), related.message);
            text += &page.place(related.place.thread, &related.place.stack);
            for holder in &related.holders {
                text += &page.holder(holder);
            }
        }
        text
    }
}

/// How places are shown: all parts of a diagnostic have the same margin.
struct Page<'a> {
    /// Digits of the longest line number.
    width: usize,
    paint: Paint,
    sources: &'a Sources<'a>,
}

impl Page<'_> {
    fn holder(&self, holder: &Place) -> String {
        let Some(place) = holder.location() else { return String::new() };
        let (width, equals) = (self.width, self.paint.margin("="));
        format!("{:width$} {equals} {} took it at {}\n", "", holder.thread, self.sources.shown(place))
    }

    /// The position with its source line, and the stack.
    fn place(&self, thread: ThreadId, stack: &[StackFrame]) -> String {
        let Page { width, paint, sources } = *self;
        let mut text = String::new();
        if let Some(place) = location(stack) {
            let _ = writeln!(text, "{:width$}{} {}", "", paint.margin("-->"), sources.shown(place));
            text += &source_lines(place, width, paint, sources);
        }
        let _ = writeln!(text, "{:width$} {} in {thread}:", "", paint.margin("="));
        let hidden = stack.len().saturating_sub(2 * FRAMES_AT_EITHER_END);
        for (index, frame) in stack.iter().enumerate() {
            if hidden > 0 && index == FRAMES_AT_EITHER_END {
                let _ = writeln!(text, "{:width$}     … {hidden} more", "");
            }
            if hidden == 0 || !(FRAMES_AT_EITHER_END..FRAMES_AT_EITHER_END + hidden).contains(&index) {
                let _ = writeln!(text, "{:width$}     {}", "", frame_line(frame, sources));
            }
        }
        text
    }
}

fn frame_line(frame: &StackFrame, sources: &Sources) -> String {
    match &frame.location {
        Some(place) => format!("{} at {}", frame.function, sources.shown(place)),
        None => frame.function.to_string(),
    }
}

/// The line and a caret below the column; nothing where the source is not at hand.
fn source_lines(place: &Location, width: usize, paint: Paint, sources: &Sources) -> String {
    let Some(source) = (sources.text)(&place.file) else { return String::new() };
    let Some(line) = (place.line as usize).checked_sub(1).and_then(|index| source.lines().nth(index)) else {
        return String::new();
    };
    let before = line.get(..(place.column as usize).saturating_sub(1)).unwrap_or("");
    let (line, indent) = window(&untab(line), untab(before).chars().count());
    let bar = paint.margin("|");
    let blank = " ".repeat(width);
    let number = paint.margin(format!("{:width$}", place.line));
    let caret = paint.error("^");
    format!("{blank} {bar}\n{number} {bar} {}\n{blank} {bar} {:indent$}{caret}\n", line.trim_end(), "")
}

/// The part of a line around the caret, and where the caret is in it: lines made by machines can be very long.
fn window(line: &str, caret: usize) -> (String, usize) {
    let length = line.chars().count();
    if length <= WIDEST_LINE {
        return (line.to_owned(), caret);
    }
    let start = caret.saturating_sub(WIDEST_LINE / 2).min(length - WIDEST_LINE);
    let shown: String = line.chars().skip(start).take(WIDEST_LINE).collect();
    let (left, right) =
        (if start > 0 { "…" } else { "" }, if start + WIDEST_LINE < length { "…" } else { "" });
    (format!("{left}{shown}{right}"), caret - start + left.chars().count())
}

fn untab(line: &str) -> String {
    line.replace('\t', "    ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Detail;
    use mazurka_machine::FaultKind;

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

    fn render(fault: &Fault, folder: &str, source: Option<&str>) -> String {
        let style = Style { paint: Paint::PLAIN, width: 80, detail: Detail::Essential };
        Diagnostic::of_fault(fault)
            .render(style, &Sources { folder: folder.to_owned(), text: &|_| source.map(str::to_owned) })
    }

    #[test]
    fn a_report_shows_the_line_and_the_stack() {
        let text = render(&fault(&[("f", 3, 9), ("main", 12, 1)]), "/home/me", Some(SOURCE));
        let expected = "\
error[null-dereference]: read of 4 bytes through a null pointer
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
    fn without_the_source_the_place_is_still_named() {
        let text = render(&fault(&[("f", 30, 9)]), "/else", None);
        let expected = "\
error[null-dereference]: read of 4 bytes through a null pointer
  --> /home/me/a.c:30:9
   = in thread 2:
       f at /home/me/a.c:30:9
";
        assert_eq!(text, expected);
    }

    #[test]
    fn positions_outside_of_the_file_do_no_harm() {
        for (line, column) in [(0, 0), (1, 99), (99, 1), (u32::MAX, u32::MAX)] {
            render(&fault(&[("f", line, column)]), "", Some(SOURCE));
        }
    }

    #[test]
    fn of_a_long_line_the_part_around_the_caret_is_shown() {
        let line = "x".repeat(500) + "HERE" + &"y".repeat(500);
        let (shown, caret) = window(&line, 500);
        assert_eq!(shown, format!("…{}HERE{}…", "x".repeat(60), "y".repeat(56)));
        assert_eq!(shown.chars().skip(caret).take(4).collect::<String>(), "HERE");
        assert_eq!(window(&line, 0), ("x".repeat(120) + "…", 0));
        assert_eq!(window("short", 3), ("short".to_owned(), 3));
    }

    #[test]
    fn a_deep_stack_is_shown_at_both_ends() {
        let text = render(&fault(&[("f", 3, 9); 1000]), "", None);
        assert_eq!(text.matches("f at ").count(), 20);
        assert!(text.contains("… 980 more"), "{text}");
    }
}
