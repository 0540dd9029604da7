//! Numbers from text: `strtol`, `strtod` and related functions. The parsers work on bytes, so that `scanf` shares them.

pub(crate) mod float;
pub(crate) mod functions;
pub(crate) mod integer;
#[cfg(test)]
mod tests;
