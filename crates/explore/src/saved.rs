//! A search as it stands, as data: to be written down, and taken up again by [`crate::resume`] and [`crate::resume_states`].
//!
//! What is kept are the steps of the path and what was decided about each of its nodes. The rest follows from making these
//! steps again: what threads are about to do, clocks and histories, the machine's marks. What does not follow from the path
//! is kept as it is; where it may be large, it is borrowed, and written straight from where it lies.
//!
//! Nothing that is read is taken for granted: every structure looks at what it is given before it works with it.

pub(crate) mod packed;

use mazurka_machine::Operation;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::data_race::LinesInUse;
use crate::reduction::bounded::SavedBounded;
use crate::reduction::optimal::SavedOptimal;
use crate::search::Statistics;
use crate::search::tail::Tails;
use crate::stack::SavedNode;
use crate::stateful::SavedStates;
use crate::transition::Transition;

/// A search that can be interrupted where it is.
pub trait Save {
    /// All that it takes to go on from here another time.
    fn save(&self) -> Saved<'_>;
}

#[derive(Serialize, Deserialize)]
pub enum Saved<'s> {
    Traces(SavedTraces),
    States(SavedStates<'s>),
}

/// A search through traces.
#[derive(Serialize, Deserialize)]
pub struct SavedTraces {
    /// By number: wherever else an operation is meant, its number stands.
    pub(crate) operations: Vec<Operation>,
    /// The path.
    pub(crate) nodes: Vec<SavedNode>,
    pub(crate) then: Then,
    pub(crate) statistics: Statistics,
    pub(crate) own: Own,
    /// What the race detector has learnt, and what is known of ends of executions. How often steps are shared depends on it.
    pub(crate) lines: LinesInUse,
    pub(crate) tails: Tails,
}

/// What a search does next at the end of its path.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Then {
    /// The reduction has picked this step.
    Step(Transition),
    Descend,
    /// The execution has ended and was told of. The reduction has not looked at all of its races yet.
    Analyse,
}

/// What a reduction knows besides what stands in the nodes.
#[derive(Serialize, Deserialize)]
pub enum Own {
    Nothing,
    Optimal(SavedOptimal),
    Bounded(SavedBounded),
}

/// Something that may be large: borrowed while it is written, owned once it was read.
pub enum Kept<'s, T> {
    Borrowed(&'s T),
    Owned(Box<T>),
}

impl<T> Kept<'_, T> {
    /// What was read.
    pub(crate) fn into_owned(self) -> Option<T> {
        match self {
            Kept::Borrowed(_) => None,
            Kept::Owned(kept) => Some(*kept),
        }
    }
}

impl<T: Serialize> Serialize for Kept<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Kept::Borrowed(kept) => kept.serialize(serializer),
            Kept::Owned(kept) => kept.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Kept<'_, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(|kept| Kept::Owned(Box::new(kept)))
    }
}

/// Whether a search can have counted that far. What is counted on from there, or added to a few others, does not overflow.
pub fn is_a_count(number: u64) -> bool {
    number < 1 << 60
}
