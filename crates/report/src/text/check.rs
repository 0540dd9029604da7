//! The report of a check.

use std::fmt::Write;

use super::{Diagnostic, Paint, Sources};
use crate::check::{Check, Verdict};

impl Check {
    pub fn render(&self, paint: Paint, sources: &Sources) -> String {
        let mut text = String::new();
        for bug in &self.bugs {
            text += &Diagnostic::of_finding(bug).render(paint, sources);
            text.push('\n');
        }
        for note in &self.notes {
            let _ = writeln!(text, "{}: {note}", paint.strong("note"));
        }
        for reason in &self.incomplete {
            let _ = writeln!(text, "{}: {reason}", paint.strong("incomplete"));
        }
        text += &self.summary(paint);
        text
    }

    fn summary(&self, paint: Paint) -> String {
        let figures = &self.figures;
        let verdict = match self.verdict {
            Verdict::Bug => paint.error(self.verdict.name()),
            Verdict::Ok | Verdict::Incomplete => paint.strong(self.verdict.name()),
        };
        format!(
            "{verdict}: {} executions, {} redundant, {} cut off, {} transitions, {:.2} s\n",
            figures.executions, figures.redundant, figures.cut_off, figures.transitions, figures.seconds
        )
    }
}
