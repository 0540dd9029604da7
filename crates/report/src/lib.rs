//! What a check has found, as data, and what becomes of it: JSON for programs, text and pages for people. Nothing here
//! prints, and nothing here reads a file: source text comes from whoever asks.

mod check;
mod finding;
pub mod html;
pub mod json;
mod locks;
pub mod text;
pub mod waiting;
pub mod words;

pub use check::{Check, CutOff, Figures, Guarantee, Incomplete, Note, Problem, Races, Reason, Verdict};
pub use finding::{Change, Finding, Place, Related, TraceStep};
pub use locks::Locks;
