//! An interleaving with one line a step, for pages that are too narrow for columns.
//!
//! ```text
//!   1 main      30  create thread 1  pthread_create(&t, NULL, first, NULL);
//!   2 thread 1  12  lock a           pthread_mutex_lock(&a);
//!   3           13  lock b           pthread_mutex_lock(&b);
//!   ✗ main      31  waits to lock b  pthread_mutex_lock(&b);
//! ```
//!
//! A thread is named where it runs after another one.

use mazurka_machine::ThreadId;

use super::Style;
use super::brackets::{self, Bracket};
use super::line::{Line, counted, cut, widest, width};
use super::paint::Ink;
use super::steps::{Item, Row, Story};

/// Wider words push the source text of their line to the right.
const WIDEST_WORDS: usize = 28;

pub(super) fn render(story: &Story, style: Style) -> String {
    let words: Vec<String> = story.rows().map(words).collect();
    let table = Table {
        width: style.width,
        number: story.rows().filter_map(|row| row.number).max().unwrap_or(0).to_string().len(),
        thread: story.rows().map(|row| width(&row.thread.to_string())).max().unwrap_or(0),
        place: widest(story.rows().map(|row| &*row.place)),
        words: widest(words.iter().map(String::as_str)).min(WIDEST_WORDS),
    };
    let mut lines = Vec::new();
    let mut previous = None;
    let brackets = brackets::of(&story.items);
    for (item, Bracket { first: bracket, .. }) in story.items.iter().zip(&brackets) {
        match item {
            Item::Row(row) => lines.push(table.row(row, bracket, previous.replace(row.thread))),
            Item::Hidden(count, thread) => {
                previous = *thread;
                let number = Line::new(Ink::Faint, format!("  {:>1$} ", "…", table.number));
                let hidden = counted(*count as u64, "more step");
                lines.push(number.with_line(bracket.clone()).with(Ink::Faint, hidden));
            }
        }
    }
    for row in &story.bug {
        let none = Line::new(Ink::Plain, " ".repeat(brackets.first().map_or(0, |any| any.first.width())));
        lines.push(table.row(row, &none, previous.replace(row.thread)));
    }
    lines.into_iter().map(|line| line.render(style.paint)).collect()
}

/// Widths of the columns.
struct Table {
    width: usize,
    number: usize,
    thread: usize,
    place: usize,
    words: usize,
}

impl Table {
    fn row(&self, row: &Row, bracket: &Line, previous: Option<ThreadId>) -> Line {
        let (number, ink) = match row.number {
            Some(number) => (Line::new(Ink::Margin, format!("  {number:>0$} ", self.number)), Ink::Change),
            None => (Line::new(Ink::Error, format!("  {:>1$} ", "✗", self.number)), Ink::Error),
        };
        let thread = if previous == Some(row.thread) { String::new() } else { row.thread.to_string() };
        let line = number
            .with_line(bracket.clone())
            .with(Ink::Strong, format!("{thread:0$}  ", self.thread))
            .with(Ink::Margin, format!("{:>1$}  ", row.place, self.place));
        let start = line.width();
        let room = self.width.saturating_sub(start).max(8);
        let words = cut(&words(row), room);
        let source = cut(&row.source, room.saturating_sub(width(&words).max(self.words) + 2));
        let line = line.with(ink, format!("{words:0$}", self.words));
        if width(&source) > 1 { line.with(Ink::Plain, format!("  {source}")) } else { line }
    }
}

/// What a step does and what comes of it; where it holds several locks, which.
fn words(row: &Row) -> String {
    let mut words = vec![row.operation.as_str()];
    words.extend(row.effects.iter().map(String::as_str));
    let words = words.join(", ");
    let [before, after] = &row.locks;
    if after.len() > 1 && after != before { format!("{words} (holds {})", after.join(", ")) } else { words }
}
