//! What a check has found, as data, and what becomes of it: JSON for programs, text for people. Nothing here prints, and
//! nothing here reads a file: source text comes from whoever asks.

mod check;
mod finding;
mod json;
pub mod text;
pub mod words;

pub use check::{Check, Figures, Guarantee, Verdict};
pub use finding::{Finding, Place, Related, TraceStep};
pub use json::SCHEMA;
