//! Nidhugg-BPOR (Sachinoglou's Algorithm 8): initials that lead to p, before the races and where branches are conservative.
//! Guarantee: within the bound.
//!
//! Deviations: those of Source-BPOR.

use serde::{Deserialize, Serialize};

use super::race_by_race::{RaceByRace, Rule};
use super::within::Within;
use super::{Bounded, Branching, missing_initials};
use crate::execution::EventId;
use crate::stack::Stack;

pub type NidhuggBounded = Within<RaceByRace<NidhuggRule>>;

#[derive(Default, Serialize, Deserialize)]
pub struct NidhuggRule;

impl Rule for NidhuggRule {
    fn reverse(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        let missing = missing_initials(stack, e, e, p, true);
        stack.node_mut(e).data.backtrack.extend(missing.iter());
        bounded.add_conservative_initials(stack, e, p);
    }
}
