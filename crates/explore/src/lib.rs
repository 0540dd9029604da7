//! Explores the interleavings of a [`mazurka_machine::Machine`] up to equivalence of traces.

mod clock;
mod data_race;
mod estimate;
mod execution;
mod operations;
mod order;
mod reduction;
mod reversal;
mod search;
mod trail;
mod wakeup;

pub use data_race::{DataRace, DataRaces, RacingAccess};
pub use estimate::{Estimate, FACTOR};
pub use execution::{Event, EventId, Execution};
pub use order::Order;
pub use reduction::classic::Classic;
pub use reduction::exhaustive::Exhaustive;
pub use reduction::optimal::Optimal;
pub use reduction::source::Source;
pub use search::{End, Monitor, Observer, Options, Reduction, Statistics, search};
pub use trail::{Node, Taken, Trail};
