//! Text for people, in the manner of a compiler's diagnostics.

mod beside;
mod brackets;
mod check;
mod choices;
mod columns;
mod cycle;
mod diagnostic;
mod frames;
pub mod interleaving;
mod line;
mod list;
mod movers;
mod paint;
mod snippet;
mod steps;
mod undefined;

pub use diagnostic::Diagnostic;
pub(crate) use line::{counted, width};
pub use paint::Paint;

use mazurka_machine::Location;

/// How much room and how much patience the reader has.
#[derive(Clone, Copy)]
pub struct Style {
    pub paint: Paint,
    /// Columns of the page.
    pub width: usize,
    pub detail: Detail,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Nothing but the verdict.
    Verdict,
    /// What it takes to understand a bug.
    Essential,
    /// Every step and every stack.
    Everything,
}

/// What text needs from the host: the reader's folder, and the source files.
pub struct Sources<'a> {
    /// Names below this folder are shown without it.
    pub folder: String,
    /// Finds the text of a source file.
    pub text: &'a dyn Fn(&str) -> Option<String>,
}

impl Sources<'_> {
    /// `file:line:column` as the reader would write it.
    pub(crate) fn shown(&self, place: &Location) -> String {
        format!("{}:{}:{}", self.file(place), place.line, place.column)
    }

    /// The file's name as the reader would write it.
    pub fn file<'p>(&self, place: &'p Location) -> &'p str {
        let below = place.file.strip_prefix(self.folder.as_str()).and_then(|rest| rest.strip_prefix('/'));
        below.unwrap_or(&place.file)
    }
}
