//! Numbers from text: `strtol`, `strtod` and related functions. The parsers work on bytes, so that `scanf` shares them.

pub mod float;
pub mod functions;
pub mod integer;
#[cfg(test)]
mod tests;
