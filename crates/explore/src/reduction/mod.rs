//! The reductions: one file an algorithm.

pub mod bounded;
pub mod classic;
pub mod dpor;
pub mod exhaustive;
pub mod optimal;
pub mod source;
