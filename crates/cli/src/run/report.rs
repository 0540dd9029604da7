//! A fault as text, in the manner of a compiler's diagnostics.
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

use std::env;
use std::fmt::Write;
use std::fs;

use mazurka_machine::{Fault, Location, StackFrame, ThreadId};
use mazurka_vm::VmError;

use crate::paint::Paint;

/// Deep recursion fills the stack with frames that look alike: as many as these are shown at either end.
const FRAMES_AT_EITHER_END: usize = 10;

/// Characters of a source line that are shown.
const WIDEST_LINE: usize = 120;

/// Something that happened at a place in the program.
pub struct Report<'a> {
    head: String,
    message: &'a str,
    thread: ThreadId,
    stack: &'a [StackFrame],
}

impl<'a> Report<'a> {
    /// A bug of the program.
    pub fn of_fault(fault: &'a Fault) -> Report<'a> {
        let head = format!("error[{}]", fault.kind);
        Report { head, message: &fault.message, thread: fault.thread, stack: &fault.stack }
    }

    /// Something that Mazurka cannot do.
    pub fn of_error(error: &'a VmError) -> Report<'a> {
        Report {
            head: "error".to_owned(),
            message: &error.message,
            thread: error.thread,
            stack: &error.stack,
        }
    }

    pub fn render(&self, paint: Paint) -> String {
        let folder = env::current_dir().unwrap_or_default();
        self.render_with(paint, &folder.to_string_lossy(), &|file| fs::read_to_string(file).ok())
    }

    /// Where the files are seen from, and how their text is found, are the host's business.
    fn render_with(&self, paint: Paint, folder: &str, sources: &Sources) -> String {
        let mut text =
            format!("{}{}\n", paint.error(&self.head), paint.strong(format!(": {}", self.message)));
        let place = self.stack.iter().find_map(|frame| frame.location.as_ref());
        let width = place.map_or(1, |place| place.line.to_string().len());
        if let Some(place) = place {
            let _ = writeln!(text, "{:width$}{} {}", "", paint.margin("-->"), shown(place, folder));
            text += &source_lines(place, width, paint, sources);
        }
        let _ = writeln!(text, "{:width$} {} in {}:", "", paint.margin("="), self.thread);
        let hidden = self.stack.len().saturating_sub(2 * FRAMES_AT_EITHER_END);
        for (index, frame) in self.stack.iter().enumerate() {
            if hidden > 0 && index == FRAMES_AT_EITHER_END {
                let _ = writeln!(text, "{:width$}     … {hidden} more", "");
            }
            if hidden == 0 || !(FRAMES_AT_EITHER_END..FRAMES_AT_EITHER_END + hidden).contains(&index) {
                let _ = writeln!(text, "{:width$}     {}", "", frame_line(frame, folder));
            }
        }
        text
    }
}

/// Finds the text of a source file.
type Sources<'a> = dyn Fn(&str) -> Option<String> + 'a;

fn frame_line(frame: &StackFrame, folder: &str) -> String {
    match &frame.location {
        Some(place) => format!("{} at {}", frame.function, shown(place, folder)),
        None => frame.function.to_string(),
    }
}

/// Names below the folder that the user stands in lose its path.
fn shown(place: &Location, folder: &str) -> String {
    let file = place.file.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(&place.file);
    format!("{file}:{}:{}", place.line, place.column)
}

/// The line and a caret below the column; nothing where the source is not at hand.
fn source_lines(place: &Location, width: usize, paint: Paint, sources: &Sources) -> String {
    let Some(source) = sources(&place.file) else { return String::new() };
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
        Report::of_fault(fault).render_with(Paint::PLAIN, folder, &|_| source.map(str::to_owned))
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
