//! How far a search is: what it has counted.

use mazurka_machine::Unordered;
use serde::{Deserialize, Serialize};

use crate::saved::is_a_count;

/// Of a search through traces.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Statistics {
    /// Maximal executions, faults included.
    pub executions: u64,
    /// Started and abandoned because all that could run was asleep.
    pub redundant: u64,
    pub cut_off: u64,
    /// In which a thread was stopped after a vain iteration.
    pub vain: u64,
    pub transitions: u64,
    /// Of these, how many were whole critical sections.
    pub sections: u64,
    /// Of these, how many were operations of loops that wait.
    pub waits: u64,
    pub max_depth: usize,
    /// Transitions that were left out because they are beyond a bound.
    pub beyond_bound: u64,
}

impl Statistics {
    /// Adds those of a search that went on from where this one has stopped, with a larger bound.
    pub fn add_round(&mut self, next: &Statistics) {
        self.executions += next.executions;
        self.redundant += next.redundant;
        self.cut_off += next.cut_off;
        self.vain += next.vain;
        self.transitions += next.transitions;
        self.sections += next.sections;
        self.waits += next.waits;
        self.max_depth = self.max_depth.max(next.max_depth);
        self.beyond_bound = next.beyond_bound;
    }

    /// Whether a search can have come that far.
    pub fn is_possible(&self) -> bool {
        let Statistics { executions, redundant, cut_off, vain, transitions, max_depth, .. } = *self;
        let Statistics { sections, waits, beyond_bound, .. } = *self;
        [executions, redundant, cut_off, vain, transitions, sections, waits, max_depth as u64, beyond_bound]
            .into_iter()
            .all(is_a_count)
    }

    /// Executions that came to nothing take their time, too.
    pub fn begun(&self) -> u64 {
        self.executions + self.redundant + self.cut_off + self.vain
    }
}

/// Of a search through states.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct StateStatistics {
    /// Different ones, if all are remembered; those that are stored.
    pub states: u64,
    /// Steps that led to states which were seen before.
    pub revisits: u64,
    pub transitions: u64,
    /// Of these, how many were operations of loops that wait.
    pub waits: u64,
    /// States from which more than one transition was explored.
    pub choice_points: u64,
    /// States in which executions end.
    pub ends: u64,
    /// States in which executions end before their time.
    pub cut_off: u64,
    pub max_depth: usize,
    /// Of a search through transactions: how many were explored, how many states are within them, each counted once a
    /// transaction, and how many of them became boundaries to complete what had been committed.
    pub transactions: u64,
    pub inner_states: u64,
    pub forced_commit_points: u64,
    /// The most in a state.
    pub threads: usize,
    /// Memory for remembering states.
    pub bytes: usize,
    /// About how much memory there is for the path, and what else the search keeps.
    pub other_bytes: usize,
    /// How probable it is that two states have the same fingerprint, so that one of them was not explored.
    pub collision_probability: f64,
    /// How threads may learn from each other what happens-before does not order: data races that are looked for by state, where every
    /// operation orders, may be missed.
    pub unordered: Unordered,
}

impl StateStatistics {
    /// Whether a search can have come that far.
    pub(crate) fn is_possible(&self) -> bool {
        let StateStatistics {
            states, revisits, transitions, choice_points, ends, cut_off, max_depth, ..
        } = *self;
        let StateStatistics { waits, transactions, inner_states, forced_commit_points, .. } = *self;
        [states, revisits, transitions, choice_points, ends, cut_off, max_depth as u64]
            .into_iter()
            .chain([waits, transactions, inner_states, forced_commit_points])
            .all(is_a_count)
    }
}
