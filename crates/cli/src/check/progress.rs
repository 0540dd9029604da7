//! A line on the terminal while a search is under way: how far it is.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use mazurka_explore::{Estimate, StateStatistics, Statistics};

use crate::terminal;

/// Between two drawings.
const REFRESH: Duration = Duration::from_millis(200);

pub(super) struct Progress {
    started: Instant,
    /// How long the search took before it was interrupted.
    before: Duration,
    /// When it was drawn last; `None` if it is not shown.
    drawn: Option<Instant>,
}

impl Progress {
    /// Shown only where stderr is a terminal, and the user wants it.
    pub(super) fn new(started: Instant, wanted: bool) -> Progress {
        Progress {
            started,
            before: Duration::ZERO,
            drawn: (wanted && io::stderr().is_terminal()).then_some(started),
        }
    }

    /// The search was interrupted after this time.
    pub(super) fn continue_after(&mut self, before: Duration) {
        self.before = before;
    }

    /// Whether it is time to redraw it.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        self.drawn.is_some_and(|drawn| now - drawn >= REFRESH)
    }

    /// Redraws it. `depth` is how many steps the current execution has.
    pub(super) fn draw(&mut self, now: Instant, standing: &dyn Standing, depth: usize) {
        self.drawn = Some(now);
        let elapsed = self.before.saturating_add(now - self.started);
        let line = standing.line(depth, elapsed.as_secs_f64());
        // A line that breaks could not be replaced.
        let room = terminal::width(&io::stderr()).saturating_sub(1);
        draw(&line.chars().take(room).collect::<String>());
    }

    /// Removes it from the screen.
    pub(super) fn erase(&self) {
        if self.drawn.is_some_and(|drawn| drawn != self.started) {
            draw("");
        }
    }
}

/// Replaces the line. A terminal that is gone does not stop the search.
fn draw(line: &str) {
    let mut stderr = io::stderr();
    let _ = write!(stderr, "\r\x1b[2K{line}").and_then(|()| stderr.flush());
}

/// How far a search is.
pub(super) trait Standing {
    /// Executions that were begun.
    fn begun(&self) -> u64;

    /// Those that came to their end. One with vain iterations does not: the loop may have no end without them, either.
    fn ended(&self) -> u64;

    /// What part of the search seems to be done, if that can be told.
    fn part_done(&self) -> Option<f64>;

    /// The line on the terminal.
    fn line(&self, depth: usize, seconds: f64) -> String;

    /// The end of a sentence that says why the search was stopped.
    fn so_far(&self, depth: usize) -> String;
}

/// Of a search through executions.
pub(super) struct Executions<'s> {
    /// Of the searches before it, with smaller bounds.
    pub before: &'s Statistics,
    pub statistics: &'s Statistics,
    /// Asked only when an estimate is needed.
    pub estimate: &'s dyn Fn() -> Option<Estimate>,
}

impl Executions<'_> {
    fn part(&self) -> String {
        (self.estimate)().map_or("an unknown part".to_owned(), part)
    }
}

impl Standing for Executions<'_> {
    fn begun(&self) -> u64 {
        self.before.begun() + self.statistics.begun()
    }

    fn ended(&self) -> u64 {
        self.before.executions + self.statistics.executions
    }

    fn part_done(&self) -> Option<f64> {
        (self.begun() > 0).then(|| (self.estimate)()).flatten().map(|estimate| estimate.part)
    }

    fn line(&self, depth: usize, seconds: f64) -> String {
        if self.begun() == 0 {
            return format!("{}, {seconds:.0} s", in_first(depth));
        }
        let rate = self.begun() as f64 / seconds;
        let executions = self.ended();
        let part = self.part();
        format!("{executions} executions, {rate:.0}/s, depth {depth}, {part} done, {seconds:.0} s")
    }

    fn so_far(&self, depth: usize) -> String {
        match self.begun() {
            0 => in_first(depth),
            _ => format!("with {} of the search done", self.part()),
        }
    }
}

/// Of a search through states. Their number is unknown until the end.
impl Standing for StateStatistics {
    fn begun(&self) -> u64 {
        self.ends + self.cut_off
    }

    fn ended(&self) -> u64 {
        self.ends
    }

    fn part_done(&self) -> Option<f64> {
        None
    }

    fn line(&self, depth: usize, seconds: f64) -> String {
        let rate = self.states as f64 / seconds;
        format!(
            "{} states, {rate:.0}/s, {} revisits, depth {depth}, {seconds:.0} s",
            self.states, self.revisits
        )
    }

    fn so_far(&self, _: usize) -> String {
        format!("after {} states", self.states)
    }
}

/// Before the end of the first execution there is no estimate of how many there are.
fn in_first(depth: usize) -> String {
    format!("in the first execution, {depth} steps deep")
}

/// `about 12 % (2 to 60 %)`.
fn part(estimate: Estimate) -> String {
    let [low, high] = estimate.bounds();
    format!("about {} % ({} to {} %)", percent(estimate.part), percent(low), percent(high))
}

/// To two digits; less than a thousandth of a percent is as good as nothing.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    match percent {
        _ if percent >= 9.95 => format!("{percent:.0}"),
        _ if percent >= 0.995 => format!("{percent:.1}"),
        _ if percent >= 0.0995 => format!("{percent:.2}"),
        _ if percent >= 0.001 => format!("{percent:.3}"),
        _ => "0.001".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search that is nearly an eighth done.
    const EIGHTH: &dyn Fn() -> Option<Estimate> = &|| Some(Estimate { part: 0.12 });

    #[test]
    fn a_line_says_how_far_it_is() {
        let statistics = Statistics { executions: 1200, redundant: 300, ..Statistics::default() };
        let before = &Statistics::default();
        let standing = Executions { before, statistics: &statistics, estimate: EIGHTH };
        let expected = "1200 executions, 750/s, depth 40, about 12 % (2.4 to 60 %) done, 2 s";
        assert_eq!(standing.line(40, 2.0), expected);
        assert_eq!(standing.so_far(40), "with about 12 % (2.4 to 60 %) of the search done");
        let standing = StateStatistics { states: 3000, revisits: 70, ..StateStatistics::default() };
        assert_eq!(standing.line(40, 2.0), "3000 states, 1500/s, 70 revisits, depth 40, 2 s");
    }

    /// Even if the tree below it seems to be half done.
    #[test]
    fn nothing_is_estimated_in_the_first_execution() {
        let (before, statistics) = (&Statistics::default(), &Statistics::default());
        let standing = Executions { before, statistics, estimate: EIGHTH };
        assert_eq!(standing.line(40, 2.0), "in the first execution, 40 steps deep, 2 s");
        assert_eq!(standing.so_far(40), "in the first execution, 40 steps deep");
    }

    #[test]
    fn small_parts_keep_their_digits() {
        let shown = |value| part(Estimate { part: value });
        assert_eq!(shown(0.9), "about 90 % (18 to 100 %)");
        assert_eq!(shown(0.01), "about 1.0 % (0.20 to 5.0 %)");
        assert_eq!(shown(1e-9), "about 0.001 % (0.001 to 0.001 %)");
    }
}
