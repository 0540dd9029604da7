//! The analyses on C programs, as clang compiles them.

mod fresh;
mod locksets;
mod speed;
mod support;
