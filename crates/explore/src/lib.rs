//! Explores the interleavings of a [`mazurka_machine::Machine`] up to equivalence of traces.

mod cells;
mod clock;
mod data_race;
mod end;
mod estimate;
mod execution;
mod fairness;
mod fixpoint;
mod marks;
mod monitor;
mod observer;
mod operations;
mod order;
mod path;
mod pending;
mod random;
mod reduction;
mod reversal;
mod sampler;
mod sampling;
mod saved;
mod search;
mod stack;
mod stateful;
mod statistics;
mod transition;

pub use data_race::DataRaces;
pub use end::End;
pub use estimate::{Estimate, FACTOR};
pub use execution::{Event, EventId, Execution};
pub use fixpoint::{Learner, LearningRound, MachineOnly, to_fixpoint};
pub use marks::{Marks, Rewinder};
pub use monitor::Monitor;
pub use observer::{Finish, Observer, Position, Progress, continue_if};
pub use order::Order;
pub use path::{Path, TransactionMark};
pub use random::Random;
pub use reduction::bounded::Deepening;
pub use reduction::bounded::budget::Bound;
pub use reduction::bounded::classic::ClassicBounded;
pub use reduction::bounded::enumeration::Enumeration;
pub use reduction::bounded::naive::NaiveBounded;
pub use reduction::bounded::nidhugg::NidhuggBounded;
pub use reduction::bounded::source::SourceBounded;
pub use reduction::bounded::unfinished::Unfinished;
pub use reduction::classic::Classic;
pub use reduction::dpor::Branching;
pub use reduction::exhaustive::Exhaustive;
pub use reduction::optimal::Optimal;
pub use reduction::source::Source;
pub use sampler::{
    Fresh, PartialOrderSampling, PriorityChanges, RandomWalk, Sampler, Samples, SelectiveWalk, Strategy,
};
pub use saved::is_a_count;
pub use search::{Explored, Interrupt, Options, Reduction, resume, search};
pub use stack::{Node, NodeData, Stack};
pub use stateful::{
    All, Arrival, Arrived, ByteClass, Capture, ChoiceReason, Classified, ClockVector, Completion, Demotion,
    Discipline, DporStates, Exact, Expansion, ExploredStates, Idle, Knowledge, Light, Livelock, Memory,
    Mover, Movers, Party, Recorded, Sdpor, SegmentMonitor, Segments, Shallow, StateOptions, Subject,
    TableTwo, Transactions, Unending, resume_states, search_states,
};
pub use statistics::{StateStatistics, Statistics};
pub use transition::Transition;
