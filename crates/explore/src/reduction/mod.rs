//! The reductions: one file an algorithm.

pub(crate) mod bounded;
pub(crate) mod classic;
pub(crate) mod dpor;
pub(crate) mod exhaustive;
pub(crate) mod optimal;
pub(crate) mod source;
