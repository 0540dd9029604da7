//! A search as it stands, as data: to be written down, and taken up again by [`crate::resume`].
//!
//! What is kept are the steps of the path and what was decided about each of its nodes. The rest follows from making these
//! steps again: what threads are about to do, clocks and histories, the machine's marks.

use mazurka_machine::Operation;
use serde::{Deserialize, Serialize};

use crate::data_race::LinesInUse;
use crate::reduction::bounded::SavedBounded;
use crate::reduction::optimal::SavedOptimal;
use crate::search::Statistics;
use crate::search::tail::Tails;
use crate::trail::{SavedNode, Taken};

/// A search between two steps.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    /// By number: wherever else an operation is meant, its number stands.
    pub(crate) operations: Vec<Operation>,
    /// The path.
    pub(crate) nodes: Vec<SavedNode>,
    /// The step that is to be made from its end, if the reduction was asked for it.
    pub(crate) next: Option<Taken>,
    pub(crate) statistics: Statistics,
    pub(crate) own: Own,
    /// What the race detector has learnt, and what is known of ends of executions. How often steps are shared depends on it.
    pub(crate) lines: LinesInUse,
    pub(crate) tails: Tails,
}

impl Saved {
    /// Where the search stood.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

/// What a reduction knows besides what stands in the nodes.
#[derive(Serialize, Deserialize)]
pub enum Own {
    Nothing,
    Optimal(SavedOptimal),
    Bounded(SavedBounded),
}
