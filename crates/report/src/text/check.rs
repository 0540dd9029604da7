//! The report of a check: the bugs, what else there is to know, and the verdict.

use std::fmt::Write;

use super::interleaving::{self, counted};
use super::{Detail, Diagnostic, Paint, Sources, Style};
use crate::check::{Check, CutOff, Reason, Verdict};
use crate::finding::Place;

impl Check {
    pub fn render(&self, style: Style, sources: &Sources) -> String {
        let paint = style.paint;
        if style.detail == Detail::Verdict {
            return self.verdict(paint);
        }
        let mut text = String::new();
        for bug in &self.bugs {
            text += &Diagnostic::of_finding(bug).render(style, sources);
            text += &interleaving::render(&bug.trace, paint, sources);
            if bug.executions > 1 {
                let _ = writeln!(text, "{} executions have this bug", bug.executions);
            }
            text.push('\n');
        }
        for note in &self.notes {
            let place = at(Some(&note.place), sources);
            let executions = counted(note.executions as usize, "execution");
            let _ = writeln!(text, "{}: {}{place} ({executions})", paint.strong("note"), note.message);
        }
        for incomplete in self.incomplete.iter().filter(|incomplete| incomplete.reason != Reason::Error) {
            let place = at(incomplete.place.as_ref(), sources);
            let _ = writeln!(text, "{}: {}{place}", paint.strong("cut off"), incomplete.message);
        }
        text + &self.summary(paint)
    }

    /// One line: the verdict, and what it means.
    fn verdict(&self, paint: Paint) -> String {
        let verdict = match self.verdict {
            Verdict::Ok => paint.good("ok"),
            Verdict::Bug => paint.error("bug"),
            Verdict::Incomplete => paint.strong("incomplete"),
        };
        let (guarantee, races) = (self.guarantee, self.races);
        let meaning = match self.verdict {
            Verdict::Ok => format!("no bug; {}: {}", guarantee.name(), guarantee.words(races)),
            Verdict::Bug if self.complete => format!("{} found in {}", self.bugs.len(), guarantee.name()),
            Verdict::Bug if self.incomplete.is_empty() => "1 found; --keep-going looks for more".to_owned(),
            Verdict::Bug => format!("{} found, and not everything was explored", self.bugs.len()),
            Verdict::Incomplete => "no bug found, but not everything was explored".to_owned(),
        };
        format!("{verdict}: {meaning}\n")
    }

    /// The verdict and what it rests on.
    fn summary(&self, paint: Paint) -> String {
        let figures = &self.figures;
        format!(
            "{}{}, {} redundant, {}, {}; {}, {:.2} s ({})\n",
            self.verdict(paint),
            counted(figures.executions as usize, "execution"),
            figures.redundant,
            cut_off(figures.cut_off),
            counted(figures.transitions as usize, "step"),
            counted(figures.threads, "thread"),
            figures.seconds,
            self.reduction,
        )
    }
}

/// `3 cut off (2 by assumptions, 1 by --max-depth)`.
fn cut_off(cut_off: CutOff) -> String {
    let CutOff { assumptions, max_depth, bounds } = cut_off;
    let causes = [(assumptions, "by assumptions"), (max_depth, "by --max-depth"), (bounds, "by bounds")];
    let causes = causes.iter().filter(|(count, _)| *count > 0);
    let causes: Vec<String> = causes.map(|(count, cause)| format!("{count} {cause}")).collect();
    let why = if causes.is_empty() { String::new() } else { format!(" ({})", causes.join(", ")) };
    format!("{} cut off{why}", cut_off.total())
}

fn at(place: Option<&Place>, sources: &Sources) -> String {
    let location = place.and_then(Place::location);
    location.map_or(String::new(), |location| format!(", at {}", sources.shown(location)))
}
