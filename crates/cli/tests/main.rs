//! `mazurka` from outside, one module per subject. They are one binary, because compiling and linking twenty takes longer
//! than running them; `cargo test -p mazurka --test it replay::` runs one module.

mod bounded;
mod check;
mod choices_output;
mod command_line;
mod compile;
mod endless;
mod examples;
mod explain;
mod fair;
mod formats;
mod hybrid;
mod interference;
mod json_schema;
mod long;
mod manual;
mod names;
mod presets;
mod readme;
mod replay;
mod reports;
mod resume;
mod rows;
mod run;
mod sharing;
mod stateful;
mod states;
mod story;
mod surprises;
mod transactions;
mod transactions_output;
mod viewer;
