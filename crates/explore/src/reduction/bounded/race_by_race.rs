//! The bounded searches that look at races one by one, as source sets do. They differ in a [`Rule`].

use mazurka_machine::{Machine, ThreadId};

use super::unfinished::Unfinished;
use super::{Bounded, Deepening, enablers, inherit_sleep_within, open_steps, returned_within};
use crate::bound::Bound;
use crate::execution::EventId;
use crate::operations::is_elusive;
use crate::saved::Own;
use crate::search::Reduction;
use crate::trail::{Node, Taken, Trail};

/// What an algorithm does about the races that it meets.
pub trait Rule: Default {
    /// Makes sure that the order of a race e ≲ p is reversed within the bound, if it can be.
    fn reverse<Mark: Copy>(&self, bounded: &mut Bounded, trail: &mut Trail<Mark>, e: EventId, p: EventId);

    /// p could not have come before e, but would have waited for it.
    fn wait<Mark: Copy>(&self, bounded: &mut Bounded, trail: &mut Trail<Mark>, e: EventId, p: EventId) {
        bounded.branch(trail, e, p);
    }

    /// Sleep′
    fn inherit_sleep<Mark: Copy>(&self, trail: &mut Trail<Mark>) {
        inherit_sleep_within(trail);
    }

    /// A step was explored, and its thread may sleep.
    fn returned<Mark: Copy>(&self, bounded: &Bounded, trail: &mut Trail<Mark>, taken: Taken) {
        returned_within(bounded, trail, taken);
    }
}

pub struct RaceByRace<R> {
    bounded: Bounded,
    rule: R,
}

impl<R: Rule> RaceByRace<R> {
    pub fn new(bound: Bound) -> RaceByRace<R> {
        RaceByRace { bounded: Bounded::new(bound), rule: R::default() }
    }

    fn reverse_races<Mark: Copy>(&mut self, trail: &mut Trail<Mark>, p: EventId) {
        for race in 0..trail.execution.races(p).len() {
            self.rule.reverse(&mut self.bounded, trail, trail.execution.races(p)[race], p);
        }
        for e in enablers(trail, p) {
            self.rule.wait(&mut self.bounded, trail, e, p);
        }
    }

    fn reverse_pending_races<Mark: Copy>(&mut self, trail: &mut Trail<Mark>, threads: &[ThreadId]) {
        for &p in threads {
            let event = trail.pretend(p);
            self.reverse_races(trail, event);
            trail.execution.pop();
        }
    }
}

impl<R: Rule> Deepening for RaceByRace<R> {
    fn unfinished(&mut self) -> &mut Unfinished {
        &mut self.bounded.unfinished
    }
}

impl<M: Machine, R: Rule> Reduction<M> for RaceByRace<R> {
    fn pick(&mut self, trail: &mut Trail<M::Mark>) -> Option<Taken> {
        self.bounded.pick(trail)
    }

    fn stepped(&mut self, trail: &mut Trail<M::Mark>) {
        self.reverse_races(trail, trail.execution.len() - 1);
    }

    fn entered(&mut self, trail: &mut Trail<M::Mark>) {
        self.bounded.entered(trail);
        self.rule.inherit_sleep(trail);
        // What they do depends on the state, and they are blocked in this one.
        let waits = |p: &ThreadId| trail.pending(*p).is_some_and(is_elusive);
        let waiting: Vec<ThreadId> = trail.top().blocked().filter(waits).collect();
        self.reverse_pending_races(trail, &waiting);
    }

    fn ended(&mut self, _: &mut M, trail: &mut Trail<M::Mark>) -> Result<(), M::Error> {
        let blocked: Vec<ThreadId> = trail.top().blocked().collect();
        self.reverse_pending_races(trail, &blocked);
        Ok(())
    }

    fn returned(&mut self, trail: &mut Trail<M::Mark>, taken: Taken) {
        self.rule.returned(&self.bounded, trail, taken);
        self.bounded.returned(trail, taken);
    }

    fn left(&self, node: &Node<M::Mark>) -> usize {
        open_steps(node, &node.backtrack)
    }

    fn refused(&self) -> u64 {
        self.bounded.refused
    }

    fn save(&self) -> Own {
        self.bounded.save()
    }

    fn restore(&mut self, own: Own) -> bool {
        self.bounded.restore(own)
    }
}
