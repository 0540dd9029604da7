//! Source-BPOR (Sachinoglou's Algorithm 9): source sets before the races, and initials that lead to p where its branches are
//! conservative. Guarantee: within the bound.
//!
//! Deviations: who sleeps, and what is waited for, as [`super`] says; with delays all branches are of all threads. The paper
//! puts whatever is not conservative to sleep, which loses traces in one of six random cases.

use serde::{Deserialize, Serialize};

use super::race_by_race::{RaceByRace, Rule};
use super::within::Within;
use super::{Bounded, Branching, missing_initials};
use crate::execution::EventId;
use crate::stack::Stack;

pub type SourceBounded = Within<RaceByRace<SourceRule>>;

#[derive(Default, Serialize, Deserialize)]
pub struct SourceRule;

impl Rule for SourceRule {
    fn reverse(&self, bounded: &mut Bounded, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        let missing = missing_initials(stack, e, e, p, false);
        stack.node_mut(e).data.backtrack.extend(missing.iter());
        bounded.add_conservative_initials(stack, e, p);
    }
}
