//! Naive-BPOR (Sachinoglou's Algorithm 6): Source-DPOR that is cut off at the bound. Guarantee: none. It is here to show what
//! is lost: the reversal that the bound forbids hides another one that it allows.

use super::race_by_race::{RaceByRace, Rule};
use super::within::Within;
use super::{Bounded, explored, inherit_sleep, missing_initials};
use crate::execution::EventId;
use crate::trail::{Taken, Trail};

pub type NaiveBounded = Within<RaceByRace<NaiveRule>>;

#[derive(Default)]
pub struct NaiveRule;

impl Rule for NaiveRule {
    fn reverse<Mark: Copy>(&self, _: &mut Bounded, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        let missing = missing_initials(trail, e, e, p, false);
        trail.node_mut(e).backtrack.extend(missing.iter());
    }

    fn wait<Mark: Copy>(&self, _: &mut Bounded, _: &mut Trail<Mark>, _: EventId, _: EventId) {}

    fn inherit_sleep<Mark: Copy>(&self, trail: &mut Trail<Mark>) {
        inherit_sleep(trail);
    }

    fn returned<Mark: Copy>(&self, _: &Bounded, trail: &mut Trail<Mark>, taken: Taken) {
        let node = trail.top_mut();
        if explored(node, taken) {
            node.sleep.insert(taken.thread);
        }
    }
}
