//! The searches on toy machines, one module per subject; `cargo test -p mazurka-explore --test it oracle::` runs one module.

mod bounded;
mod clock_vector;
mod dpor_states;
mod estimate;
mod figures;
mod fixpoint;
mod forger;
mod new_reduction;
mod oracle;
mod resume;
mod resume_states;
mod sampler;
mod size;
mod spinning;
mod stateful;
mod tails;
mod transactions;
