//! Naive-BPOR (Sachinoglou's Algorithm 6): Source-DPOR that is cut off at the bound. Guarantee: none. It is here to show what
//! is lost: the reversal that the bound forbids hides another one that it allows.

use serde::{Deserialize, Serialize};

use super::race_by_race::{RaceByRace, Rule};
use super::within::Within;
use super::{Bounded, Branching, dpor, missing_initials};
use crate::execution::EventId;
use crate::stack::Stack;
use crate::transition::Transition;

pub type NaiveBounded = Within<RaceByRace<NaiveRule>>;

#[derive(Default, Serialize, Deserialize)]
pub struct NaiveRule;

impl Rule for NaiveRule {
    fn reverse(&self, _: &mut Bounded, stack: &mut Stack<Branching>, e: EventId, p: EventId) {
        let missing = missing_initials(stack, e, e, p, false);
        stack.node_mut(e).data.backtrack.extend(missing.iter());
    }

    fn wait(&self, _: &mut Bounded, _: &mut Stack<Branching>, _: EventId, _: EventId) {}

    fn inherit_sleep(&self, stack: &mut Stack<Branching>) {
        dpor::inherit_sleep(stack);
    }

    fn returned(&self, _: &Bounded, stack: &mut Stack<Branching>, transition: Transition) {
        stack.top_mut().explored_and_sleeps(transition);
    }
}
