//! The machine from outside, one module per subject; `cargo test -p mazurka-vm --test it transition_cache::` runs one module.

mod compiled_walks;
mod execution;
mod finite;
mod footprint;
mod future;
mod local;
mod locate;
mod lower;
mod mutants;
mod options;
mod reach;
mod sections;
mod sharing;
mod static_claims;
mod stepping;
mod support;
mod transition_cache;
mod unroll;
mod waits;
mod walks;
