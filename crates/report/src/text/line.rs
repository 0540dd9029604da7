//! Lines whose width is known before they are painted, and text made to fit.

use super::Paint;
use super::paint::Ink;

/// A line of text in several colours.
#[derive(Clone, Default)]
pub(super) struct Line {
    parts: Vec<(Ink, String)>,
}

impl Line {
    pub(super) fn new(ink: Ink, text: impl Into<String>) -> Line {
        Line::default().with(ink, text)
    }

    pub(super) fn with(mut self, ink: Ink, text: impl Into<String>) -> Line {
        self.parts.push((ink, text.into()));
        self
    }

    pub(super) fn with_line(mut self, line: Line) -> Line {
        self.parts.extend(line.parts);
        self
    }

    /// Filled up with blanks.
    pub(super) fn padded(self, to: usize) -> Line {
        let missing = to.saturating_sub(self.width());
        self.with(Ink::Plain, " ".repeat(missing))
    }

    pub(super) fn width(&self) -> usize {
        self.parts.iter().map(|(_, text)| width(text)).sum()
    }

    /// With a newline, and without blanks before it.
    pub(super) fn render(mut self, paint: Paint) -> String {
        while let Some((_, last)) = self.parts.last_mut() {
            last.truncate(last.trim_end().len());
            if !last.is_empty() {
                break;
            }
            self.parts.pop();
        }
        let mut text: String = self.parts.iter().map(|(ink, text)| paint.ink(*ink, text)).collect();
        text.push('\n');
        text
    }
}

pub(crate) fn width(text: &str) -> usize {
    text.chars().count()
}

/// The longest of them.
pub(super) fn widest<'a>(texts: impl Iterator<Item = &'a str>) -> usize {
    texts.map(width).max().unwrap_or(0)
}

/// The beginning, if there is no room for more.
pub(super) fn cut(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

/// The end, if there is no room for more.
pub(super) fn cut_start(text: &str, room: usize) -> String {
    let hidden = (width(text) + 1).saturating_sub(room);
    if hidden <= 1 {
        text.to_owned()
    } else {
        text.chars().skip(hidden).fold("…".to_owned(), |cut, c| cut + &c.to_string())
    }
}

/// Broken between words; words that are too long are broken, too. At least one line.
pub(super) fn wrap(text: &str, room: usize) -> Vec<String> {
    wrap_hanging(text, room, room)
}

/// Wrapped, with all lines but the first indented.
pub(super) fn hang(text: &str, room: usize, indent: usize) -> String {
    let lines = wrap_hanging(text, room, room.saturating_sub(indent));
    lines.join(&format!("\n{:indent$}", ""))
}

/// With one room for the first line, and another for those that follow.
fn wrap_hanging(text: &str, first: usize, rest: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words(text) {
        let mut word: Vec<char> = word.chars().collect();
        let is_first = lines.len() == 1;
        let room = if is_first { first } else { rest }.max(8);
        let line = lines.last_mut().expect("there is always one");
        let blank = usize::from(!line.is_empty());
        if width(line) + blank + word.len() <= room {
            line.push_str(&" "[..blank]);
            line.extend(word);
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        while word.len() > rest.max(8) {
            let beyond = word.split_off(rest.max(8));
            lines.last_mut().expect("there is always one").extend(word);
            lines.push(String::new());
            word = beyond;
        }
        lines.last_mut().expect("there is always one").extend(word);
    }
    lines
}

/// What is not broken: words, and `thread 1`.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match words.last_mut() {
            Some(last) if last == "thread" && word.starts_with(|c: char| c.is_ascii_digit()) => {
                *last += &format!(" {word}");
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// `1 step`, `2 steps`.
pub(crate) fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_broken_between_words_and_long_words_anywhere() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("abcdefghijkl mno", 8), ["abcdefgh", "ijkl mno"]);
        assert_eq!(wrap("", 8), [""]);
        assert_eq!(wrap("a → b → c → d", 9), ["a → b → c", "→ d"]);
        assert_eq!(hang("one two three", 10, 2), "one two\n  three");
        assert_eq!(hang("to thread 10, and on", 12, 2), "to\n  thread 10,\n  and on");
    }

    #[test]
    fn what_does_not_fit_is_cut() {
        assert_eq!((cut("four", 4), cut("fives", 4)), ("four".to_owned(), "fiv…".to_owned()));
        assert_eq!((cut_start("four", 4), cut_start("fives", 4)), ("four".to_owned(), "…ves".to_owned()));
    }

    #[test]
    fn a_line_ends_with_its_last_character() {
        let line = Line::new(Ink::Error, "a ").with(Ink::Plain, "").padded(9);
        assert_eq!(line.width(), 9);
        assert_eq!(line.render(Paint::new(true)), "\x1b[1;31ma\x1b[0m\n");
    }
}
