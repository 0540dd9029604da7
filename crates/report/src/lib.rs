//! What a check has found, as data, and its presentations: text and pages for people, and a format for every kind of
//! program that reads reports. Nothing here prints, and nothing here reads a file: the caller provides source text.

mod action;
mod check;
pub mod choices;
pub mod comparison;
mod dot;
mod execution;
pub mod explain;
mod finding;
pub mod html;
pub mod json;
pub mod junit;
mod locks;
pub mod movers;
mod origin;
pub mod race;
pub mod sarif;
pub mod text;
mod trace;
pub mod transaction;
pub mod waiting;
mod witness;
mod words;

pub use action::Action;
pub use check::{
    BoundKind, Bounded, Check, CutOff, Figures, Guarantee, Incomplete, Interference, Note, Obstacle, Problem,
    Races, Reason, Round, Samples, SharedObject, Sharing, SharingAccess, States, Transactions, Undecided,
    UndefinedFunction, UndefinedFunctions, Verdict, unordered,
};
pub use execution::{Execution, Gap, Schedule};
pub use finding::{Change, Finding, Related, Role, TraceStep};
pub use locks::Locks;
pub use origin::{Input, Origin};
pub use trace::Trace;
pub use transaction::Transaction;
