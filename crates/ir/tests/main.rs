//! Reading and linking modules, one module per subject; `cargo test -p mazurka-ir --test it link::` runs one module.

mod common;
mod debug_info;
mod generated_c;
mod link;
mod mutants;
mod read;
mod round_trip;
