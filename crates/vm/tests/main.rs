//! The machine from outside, one module per subject; `cargo test -p mazurka-vm --test it recall::` runs one module.

mod compiled_walks;
mod execution;
mod finite;
mod footprint;
mod local;
mod locate;
mod mutants;
mod options;
mod recall;
mod stepping;
mod support;
mod unroll;
mod waits;
mod walks;
