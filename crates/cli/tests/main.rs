//! `mazurka` from outside, one module per subject. They are one binary, because compiling and linking twenty takes longer
//! than running them; `cargo test -p mazurka --test it replay::` runs one module.

mod auto;
mod bounded;
mod cache;
mod cargo;
mod check;
mod choices_output;
mod command_line;
mod compare;
mod compile;
mod compiled;
mod endless;
mod examples;
mod explain;
mod fair;
mod formats;
mod growth;
mod hybrid;
mod interference;
mod json_schema;
mod long;
#[path = "../benches/results/mod.rs"]
mod made;
mod manual;
mod names;
mod presets;
mod readme;
mod replay;
mod reports;
mod results;
mod resume;
mod rows;
mod run;
mod rust;
mod samples;
mod sharing;
mod stateful;
mod states;
mod story;
mod surprises;
mod transactions;
mod transactions_output;
mod undefined;
mod viewer;
