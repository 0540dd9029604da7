//! Source lines with what there is to say about them.
//!
//! ```text
//!   --> prog.c:13:5
//!    |
//! 12 |     lock(&a);
//!    |     - thread 1 has locked a here
//! 13 |     lock(&b);
//!    |     ^ thread 1 waits to lock b
//! ```

use std::collections::BTreeMap;

use mazurka_machine::Location;

use super::Sources;
use super::line::{Line, cut_start, width, wrap};
use super::paint::Ink;

/// No narrower than this is anything said beside a caret.
const NARROWEST: usize = 20;

pub(super) struct Label<'a> {
    pub place: &'a Location,
    /// May be empty: then the caret says it all.
    pub text: String,
    pub role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It is about this place.
    Main,
    /// It helps to know this place.
    Aside,
}

/// How a snippet is framed.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Digits of the longest line number.
    pub digits: usize,
    /// Columns, margin included.
    pub width: usize,
    /// Whether lines begin at the margin, however far they are indented in the file.
    pub dedent: bool,
}

/// Digits that the line numbers of these labels need.
pub(super) fn digits(labels: &[Label]) -> usize {
    labels.iter().map(|label| label.place.line).max().unwrap_or(1).to_string().len()
}

/// One snippet for each file, in the order in which the labels name them.
pub(super) fn render(labels: &[Label], frame: Frame, sources: &Sources) -> Vec<Line> {
    let mut files: Vec<&str> = Vec::new();
    for label in labels {
        if !files.contains(&&*label.place.file) {
            files.push(&label.place.file);
        }
    }
    let of_file = |file: &str| labels.iter().filter(|label| &*label.place.file == file).collect::<Vec<_>>();
    files.into_iter().flat_map(|file| in_file(&of_file(file), frame, sources)).collect()
}

fn in_file(labels: &[&Label], frame: Frame, sources: &Sources) -> Vec<Line> {
    let digits = frame.digits;
    let main = labels.iter().find(|label| label.role == Role::Main).unwrap_or(&labels[0]);
    let mut lines =
        vec![Line::new(Ink::Margin, format!("{:digits$}-->", "")).with(
            Ink::Plain,
            format!(" {}", cut_start(&sources.shown(main.place), frame.width - digits - 4)),
        )];
    let source = (sources.text)(&main.place.file).unwrap_or_default();
    let source: Vec<&str> = source.lines().collect();
    let mut by_line: BTreeMap<usize, Vec<&Label>> = BTreeMap::new();
    for label in labels {
        by_line.entry(label.place.line as usize).or_default().push(label);
    }
    let text = |line: usize| line.checked_sub(1).and_then(|index| source.get(index));
    if !by_line.keys().any(|line| text(*line).is_some()) {
        let said = labels.iter().filter(|label| !label.text.is_empty());
        lines.extend(said.map(|label| note(frame, &label.text)));
        return lines;
    }
    let bar = || Line::new(Ink::Margin, format!("{:digits$} |", ""));
    lines.push(bar());
    let mut previous: Option<usize> = None;
    for (number, labels) in by_line {
        let Some(text) = text(number) else { continue };
        if previous.is_some_and(|previous| previous + 1 < number) {
            lines.push(Line::new(Ink::Margin, "..."));
        }
        previous = Some(number);
        lines.extend(source_line(number, text, &labels, frame));
    }
    lines
}

/// `= text` below a snippet.
pub(super) fn note(frame: Frame, text: &str) -> Line {
    Line::new(Ink::Margin, format!("{:1$} =", "", frame.digits)).with(Ink::Plain, format!(" {text}"))
}

/// A line of the file, and what is said about it below.
fn source_line(number: usize, text: &str, labels: &[&Label], frame: Frame) -> Vec<Line> {
    let digits = frame.digits;
    let indent = if frame.dedent { text.len() - text.trim_start().len() } else { 0 };
    let text = text.trim_end();
    let room = frame.width.saturating_sub(digits + 3).max(NARROWEST);
    let caret = |label: &Label| {
        let before = text.get(..(label.place.column as usize).saturating_sub(1)).unwrap_or("");
        width(&untab(before.get(indent..).unwrap_or("")))
    };
    let window = Window::around(&untab(text.get(indent..).unwrap_or("")), caret(labels[0]), room);
    let mut lines = vec![
        Line::new(Ink::Margin, format!("{number:digits$} |")).with(Ink::Plain, format!(" {}", window.text)),
    ];
    for label in labels {
        let (sign, ink) = match label.role {
            Role::Main => ("^", Ink::Error),
            Role::Aside => ("-", Ink::Margin),
        };
        let at = window.place(caret(label));
        let start = (at + 2).min(room - NARROWEST);
        let said = wrap(&label.text, room - start);
        let margin = Line::new(Ink::Margin, format!("{:digits$} |", ""));
        let beside = start == at + 2;
        let mut first = margin.clone().with(ink, format!(" {:at$}{sign}", ""));
        if beside && !label.text.is_empty() {
            first = first.with(ink, format!(" {}", said[0]));
        }
        lines.push(first);
        let below = if beside { &said[1..] } else { &said[..] };
        let below = below.iter().filter(|text| !text.is_empty());
        lines.extend(below.map(|text| margin.clone().with(ink, format!(" {:start$}{text}", ""))));
    }
    lines
}

/// The part of a line that is shown: lines made by machines can be very long.
struct Window {
    text: String,
    /// What was left out before it.
    skipped: usize,
}

impl Window {
    fn around(line: &str, caret: usize, room: usize) -> Window {
        let length = width(line);
        if length <= room {
            return Window { text: line.to_owned(), skipped: 0 };
        }
        let inner = room.saturating_sub(2);
        let start = caret.saturating_sub(inner / 2).min(length - inner);
        let shown: String = line.chars().skip(start).take(inner).collect();
        let (left, right) = (if start > 0 { "…" } else { "" }, if start + inner < length { "…" } else { "" });
        Window { text: format!("{left}{shown}{right}"), skipped: start.saturating_sub(width(left)) }
    }

    /// Where a column of the line is in the window.
    fn place(&self, column: usize) -> usize {
        column.saturating_sub(self.skipped).min(width(&self.text))
    }
}

fn untab(line: &str) -> String {
    line.replace('\t', "    ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Paint;

    const SOURCE: &str = "void f(void)\n{\n\tlock(&a);\n    lock(&b); lock(&c);\n}\n\nint x;\nint y;\n";

    fn place(file: &str, line: u32, column: u32) -> Location {
        Location { file: file.into(), line, column }
    }

    fn shown(labels: &[(&Location, &str, Role)], width: usize, source: Option<&str>) -> String {
        let sources = Sources { folder: "/home/me".to_owned(), text: &|_| source.map(str::to_owned) };
        let labels: Vec<Label> = labels
            .iter()
            .map(|(place, text, role)| Label { place, text: (*text).to_owned(), role: *role })
            .collect();
        let frame = Frame { digits: digits(&labels), width, dedent: false };
        render(&labels, frame, &sources).into_iter().map(|line| line.render(Paint::PLAIN)).collect()
    }

    #[test]
    fn lines_are_in_the_order_of_the_file() {
        let [b, a, c, x] =
            [(4, 5), (3, 2), (4, 15), (7, 5)].map(|(line, column)| place("/home/me/a.c", line, column));
        let text = shown(
            &[
                (&b, "thread 1 waits to lock b, which thread 2 holds", Role::Main),
                (&a, "thread 1 has locked a here", Role::Aside),
                (&c, "", Role::Main),
                (&x, "x", Role::Aside),
            ],
            48,
            Some(SOURCE),
        );
        let expected = " \
 --> a.c:4:5
  |
3 |     lock(&a);
  |     - thread 1 has locked a here
4 |     lock(&b); lock(&c);
  |     ^ thread 1 waits to lock b, which
  |       thread 2 holds
  |               ^
...
7 | int x;
  |     - x
";
        assert_eq!(text, expected);
    }

    #[test]
    fn without_the_source_the_place_is_still_named() {
        let [here, there] = [place("/else/b.c", 4, 5), place("/home/me/c.c", 30, 1)];
        let text = shown(&[(&here, "", Role::Main), (&there, "there", Role::Aside)], 80, None);
        assert_eq!(text, "  --> /else/b.c:4:5\n  --> c.c:30:1\n   = there\n");
    }

    #[test]
    fn positions_outside_of_the_file_do_no_harm() {
        for (line, column) in [(0, 0), (1, 99), (99, 1), (u32::MAX, u32::MAX)] {
            let text = shown(&[(&place("a.c", line, column), "text", Role::Main)], 80, Some(SOURCE));
            assert!(text.contains("text"), "{text}");
        }
    }

    #[test]
    fn of_a_long_line_the_part_around_the_caret_is_shown() {
        let line = "x".repeat(500) + "HERE" + &"y".repeat(500);
        let window = Window::around(&line, 500, 122);
        assert_eq!(window.text, format!("…{}HERE{}…", "x".repeat(60), "y".repeat(56)));
        assert_eq!(window.text.chars().skip(window.place(500)).take(4).collect::<String>(), "HERE");
        assert_eq!(Window::around(&line, 0, 122).text, "x".repeat(120) + "…");
        assert_eq!(Window::around("short", 3, 122).place(3), 3);
    }
}
