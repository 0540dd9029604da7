//! An interleaving as columns, one per thread. A bar beside a thread's steps lasts as long as it holds a lock; `▸` is
//! where it runs after another thread. Brackets group the steps of transactions.
//!
//! ```text
//!      thread 1: pay_rent            │ thread 2: pay_back
//!   6 ┏  18 lock(&from->lock);       │
//!   7 ┃                              │ ┏ ▸18 lock(&from->lock);
//!   ✗ ┃  19 waits to lock b          │ ┃  19 waits to lock a
//! ```

use std::collections::BTreeMap;

use mazurka_machine::ThreadId;

use super::Style;
use super::brackets::{self, Bracket};
use super::line::{self, Line, counted, cut, widest, width, wrap};
use super::paint::Ink;
use super::steps::{Item, Row, Story};

/// A thread needs at least so much room for what it does.
const NARROWEST: usize = 16;

/// In less room than this, words replace source text.
const NARROWEST_WITH_SOURCE: usize = 26;

/// Wider than this, lines are hard to follow.
const WIDEST: usize = 90;

/// Locks that a thread may hold at once without bars being left out.
const MOST_BARS: usize = 4;

const SEPARATOR: &str = " │ ";

/// `None` if the page is too narrow.
pub(super) fn render(story: &Story, titles: &BTreeMap<ThreadId, String>, style: Style) -> Option<String> {
    let numbers = story.rows().filter_map(|row| row.number).max().unwrap_or(0).to_string().len();
    let brackets = brackets::of(&story.items);
    let none = Bracket::default();
    let gutter = numbers + 3 + brackets.first().unwrap_or(&none).first.width();
    let beside = |ink, sign: &str, Bracket { first, below }: &Bracket| Bracket {
        first: Line::new(ink, format!("  {sign:>numbers$} ")).with_line(first.clone()).padded(gutter),
        below: Line::new(Ink::Plain, " ".repeat(numbers + 3)).with_line(below.clone()).padded(gutter),
    };
    let mut lanes: Vec<Lane> =
        titles.iter().map(|(thread, title)| Lane::new(story, *thread, title)).collect();
    let room = style.width.checked_sub(gutter + SEPARATOR.chars().count() * lanes.len().saturating_sub(1))?;
    if !share(&mut lanes, room) {
        return None;
    }
    let mut page = Page { lanes, lines: Vec::new() };
    page.titles(&beside(Ink::Plain, "", &none));
    for (item, bracket) in story.items.iter().zip(&brackets) {
        match item {
            Item::Row(row) => {
                let number = row.number.map_or(String::new(), |number| number.to_string());
                page.row(&[row], &beside(Ink::Margin, &number, bracket));
            }
            Item::Hidden(count, thread) => {
                page.hidden(*count, *thread, &beside(Ink::Margin, "…", bracket));
            }
        }
    }
    if !story.bug.is_empty() {
        let rows: Vec<&Row> = story.bug.iter().collect();
        page.row(&rows, &beside(Ink::Error, "✗", &none));
    }
    Some(page.lines.into_iter().map(|line| line.render(style.paint)).collect())
}

struct Page<'a> {
    lanes: Vec<Lane<'a>>,
    lines: Vec<Line>,
}

impl Page<'_> {
    fn titles(&mut self, gutter: &Bracket) {
        let titles = self.lanes.iter().map(|lane| {
            let indent = lane.bars_width() + 1;
            let parts = wrap(lane.title, lane.width - indent).into_iter();
            parts.map(|part| Line::new(Ink::Strong, format!("{:indent$}{part}", ""))).collect()
        });
        let titles = titles.collect();
        self.push(titles, gutter);
    }

    /// Rows of different threads, on the same height.
    fn row(&mut self, rows: &[&Row], gutter: &Bracket) {
        let mut cells: Vec<Vec<Line>> = Vec::new();
        let of_lane = |lane: &Lane| rows.iter().find(|row| row.thread == lane.thread);
        let height = self.lanes.iter().filter_map(|lane| of_lane(lane).map(|row| lane.text(row).len()));
        let height = height.max().unwrap_or(1);
        for lane in &mut self.lanes {
            let row = rows.iter().find(|row| row.thread == lane.thread);
            let text = row.map_or(Vec::new(), |row| lane.text(row));
            let bars = lane.bars(row.map(|row| &row.locks), height);
            let text = (0..height).map(|at| text.get(at).cloned().unwrap_or_default());
            cells.push(bars.into_iter().zip(text).map(|(bars, text)| bars.with_line(text)).collect());
        }
        self.push(cells, gutter);
    }

    fn hidden(&mut self, count: usize, thread: Option<ThreadId>, gutter: &Bracket) {
        let first = self.lanes.first().map(|lane| lane.thread);
        let mut cells = Vec::new();
        for lane in &mut self.lanes {
            let bars = lane.bars(None, 1);
            let here = Some(lane.thread) == thread.or(first);
            let text = if here { format!("  {}", counted(count as u64, "more step")) } else { String::new() };
            cells.push(bars.into_iter().map(|bars| bars.with(Ink::Faint, cut(&text, lane.width))).collect());
        }
        self.push(cells, gutter);
    }

    fn push(&mut self, cells: Vec<Vec<Line>>, gutter: &Bracket) {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..height {
            let mut line = if at == 0 { gutter.first.clone() } else { gutter.below.clone() };
            for (index, (lane, cell)) in self.lanes.iter().zip(&cells).enumerate() {
                if index > 0 {
                    line = line.with(Ink::Margin, SEPARATOR);
                }
                line = line.with_line(cell.get(at).cloned().unwrap_or_default().padded(lane.width));
            }
            self.lines.push(line);
        }
    }
}

/// A thread's column.
struct Lane<'a> {
    thread: ThreadId,
    title: &'a str,
    /// Room for bars, of locks that it holds at once.
    most_bars: usize,
    /// The lock of each bar.
    held: Vec<Option<String>>,
    place_width: usize,
    source_width: usize,
    /// Of words beside source text.
    words_width: usize,
    /// Of words without any.
    alone_width: usize,
    /// Of words that have a line to themselves.
    longest_words: usize,
    width: usize,
    layout: Layout,
}

/// How source text and words share a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    Beside,
    Below,
    WordsOnly,
}

impl<'a> Lane<'a> {
    fn new(story: &'a Story, thread: ThreadId, title: &'a str) -> Lane<'a> {
        let rows: Vec<&Row> = story.rows().filter(|row| row.thread == thread).collect();
        let most_bars = rows.iter().flat_map(|row| row.locks.iter().map(Vec::len)).max().unwrap_or(0);
        Lane {
            thread,
            title,
            most_bars: most_bars.min(MOST_BARS),
            held: vec![None; most_bars.min(MOST_BARS)],
            place_width: widest(rows.iter().map(|row| &*row.place)),
            source_width: widest(rows.iter().map(|row| &*row.source)),
            words_width: words_width(&rows, |row| !row.source.is_empty()),
            alone_width: words_width(&rows, |row| row.source.is_empty()),
            longest_words: widest(rows.iter().flat_map(|row| all_said(row))),
            width: 0,
            layout: Layout::Beside,
        }
    }

    fn bars_width(&self) -> usize {
        self.most_bars + usize::from(self.most_bars > 0)
    }

    /// Bars, the mark of a switch, the place and a blank.
    fn margin(&self) -> usize {
        self.bars_width() + 1 + self.place_width + 1
    }

    /// What words beside source text take.
    fn beside(&self) -> usize {
        (self.source_width + 2 + self.words_width).max(self.alone_width)
    }

    /// What words below source text take.
    fn below(&self) -> usize {
        self.source_width.max(self.words_width).max(self.alone_width)
    }

    /// As much as it could use.
    fn wish(&self) -> usize {
        let text = if self.beside() <= WIDEST { self.beside() } else { self.below().min(WIDEST) };
        (self.margin() + text).max(self.bars_width() + 1 + width(self.title))
    }

    fn least(&self) -> usize {
        self.margin() + self.below().clamp(8, NARROWEST)
    }

    fn settle(&mut self, width: usize) {
        let room = width - self.margin();
        let title = self.bars_width() + 1 + line::width(self.title);
        self.layout = match () {
            _ if self.beside() <= room => Layout::Beside,
            _ if room >= NARROWEST_WITH_SOURCE => Layout::Below,
            _ => Layout::WordsOnly,
        };
        let needed = match self.layout {
            Layout::Beside => self.beside(),
            Layout::Below => self.below(),
            Layout::WordsOnly => self.longest_words.min(room),
        };
        self.width = width.min((self.margin() + needed).max(title));
    }

    /// The lines of a step, without bars.
    fn text(&self, row: &Row) -> Vec<Line> {
        let room = self.width - self.margin();
        let ink = match row.number {
            Some(_) => Ink::Change,
            None => Ink::Error,
        };
        let words = said(row);
        let mut lines = Vec::new();
        match self.layout {
            Layout::Beside => {
                let source = format!("{:1$}  ", row.source, self.source_width);
                let source = if row.source.is_empty() { String::new() } else { source };
                lines.push(Line::new(Ink::Plain, source).with(ink, words.join(", ")));
            }
            Layout::Below if !row.source.is_empty() => {
                lines.push(Line::new(Ink::Plain, cut(&row.source, room)));
                // What the source says does not count where it is cut.
                let words = if width(&row.source) > room { all_said(row) } else { words };
                lines.extend(broken(&words, room).into_iter().map(|text| Line::new(ink, text)));
            }
            _ => {
                let words = if self.layout == Layout::WordsOnly { all_said(row) } else { words };
                lines.extend(broken(&words, room).into_iter().map(|text| Line::new(ink, text)));
            }
        }
        let switch = if row.switch { "▸" } else { " " };
        let margin = |first: bool| match first {
            true => Line::new(Ink::Strong, switch)
                .with(Ink::Margin, format!("{:>1$} ", row.place, self.place_width)),
            false => Line::new(Ink::Plain, " ".repeat(self.place_width + 2)),
        };
        lines.into_iter().enumerate().map(|(at, line)| margin(at == 0).with_line(line)).collect()
    }

    /// The bars beside `lines` lines, and below them: they begin and end on the first line.
    fn bars(&mut self, locks: Option<&[Vec<String>; 2]>, height: usize) -> Vec<Line> {
        if let Some([before, _]) = locks {
            self.hold(before);
        }
        let begin: Vec<bool> = self.held.iter().map(Option::is_some).collect();
        if let Some([_, after]) = locks {
            self.hold(after);
        }
        let signs = |at: usize| -> String {
            let bar = |(was, is): (&bool, &Option<String>)| match (was, is.is_some()) {
                (false, true) if at == 0 => '┏',
                (true, false) if at == 0 => '┗',
                (_, true) => '┃',
                (_, false) => ' ',
            };
            begin.iter().zip(&self.held).map(bar).collect()
        };
        let blank = if self.most_bars > 0 { " " } else { "" };
        (0..height).map(|at| Line::new(Ink::Margin, signs(at) + blank)).collect()
    }

    /// Keeps the bars of locks that are still held, and adds new ones.
    fn hold(&mut self, locks: &[String]) {
        for bar in &mut self.held {
            if bar.as_ref().is_some_and(|lock| !locks.contains(lock)) {
                *bar = None;
            }
        }
        for lock in locks {
            if !self.held.iter().any(|bar| bar.as_ref() == Some(lock))
                && let Some(bar) = self.held.iter_mut().find(|bar| bar.is_none())
            {
                *bar = Some(lock.clone());
            }
        }
    }
}

/// What the words of some of the rows take, on one line.
fn words_width(rows: &[&Row], which: impl Fn(&Row) -> bool) -> usize {
    let chosen = rows.iter().filter(|row| which(row));
    chosen.map(|row| width(&said(row).join(", "))).max().unwrap_or(0)
}

/// What is said about a step besides its source text.
fn said(row: &Row) -> Vec<&str> {
    let operation = (!row.obvious || row.source.is_empty()).then_some(row.operation.as_str());
    operation.into_iter().chain(row.effects.iter().map(String::as_str)).collect()
}

fn all_said(row: &Row) -> Vec<&str> {
    std::iter::once(row.operation.as_str()).chain(row.effects.iter().map(String::as_str)).collect()
}

/// On one line if they fit, else one below the other.
fn broken(words: &[&str], room: usize) -> Vec<String> {
    let together = words.join(", ");
    match words {
        [] => Vec::new(),
        _ if width(&together) <= room => vec![together],
        _ => words.iter().flat_map(|word| wrap(word, room)).collect(),
    }
}

/// Gives every lane its width; `false` if there is not enough room. Beyond what it needs at least, a lane that wishes for
/// less than an equal share gets that, and the others share the rest.
fn share(lanes: &mut [Lane], room: usize) -> bool {
    let needed = lanes.iter().map(Lane::least).sum::<usize>();
    if lanes.is_empty() || needed > room {
        return false;
    }
    let more = |lane: &Lane| lane.wish().saturating_sub(lane.least());
    let mut open: Vec<usize> = (0..lanes.len()).collect();
    open.sort_by_key(|at| more(&lanes[*at]));
    let mut left = room - needed;
    for (done, &at) in open.iter().enumerate() {
        let equal = left / (open.len() - done);
        let granted = more(&lanes[at]).min(equal);
        let width = lanes[at].least() + granted;
        lanes[at].settle(width);
        left -= granted;
    }
    true
}
