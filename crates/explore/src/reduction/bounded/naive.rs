//! Naive-BPOR (Sachinoglou's Algorithm 6): Source-DPOR that is cut off at the bound. Guarantee: none. It is here to show what
//! is lost: the reversal that the bound forbids hides another one that it allows.

use super::race_by_race::{RaceByRace, Rule};
use super::within::Within;
use super::{Bounded, explored, inherit_sleep, missing_initials};
use crate::execution::EventId;
use crate::stack::Stack;
use crate::transition::Transition;

pub type NaiveBounded = Within<RaceByRace<NaiveRule>>;

#[derive(Default)]
pub struct NaiveRule;

impl Rule for NaiveRule {
    fn reverse<Mark: Copy>(&self, _: &mut Bounded, stack: &mut Stack<Mark>, e: EventId, p: EventId) {
        let missing = missing_initials(stack, e, e, p, false);
        stack.node_mut(e).backtrack.extend(missing.iter());
    }

    fn wait<Mark: Copy>(&self, _: &mut Bounded, _: &mut Stack<Mark>, _: EventId, _: EventId) {}

    fn inherit_sleep<Mark: Copy>(&self, stack: &mut Stack<Mark>) {
        inherit_sleep(stack);
    }

    fn returned<Mark: Copy>(&self, _: &Bounded, stack: &mut Stack<Mark>, transition: Transition) {
        let node = stack.top_mut();
        if explored(node, transition) {
            node.sleep.insert(transition.thread);
        }
    }
}
