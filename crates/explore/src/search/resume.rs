//! Saving a search, and continuing it from there.

use std::any::type_name;
use std::io;

use mazurka_machine::{Machine, Operation, Step};
use serde::{Deserialize, Deserializer, Serialize};

use super::tail::Tails;
use super::{Monitor, Reduction, Search, Stops};
use crate::estimate::Estimate;
use crate::observer::{Position, Progress};
use crate::path::Path;
use crate::saved;
use crate::stack::{Node, Stack};
use crate::statistics::Statistics;
use crate::transition::Transition;

/// What a search does next at the end of its path.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum Then {
    /// The reduction has picked this transition.
    Step(Transition),
    Descend,
    /// The execution has ended and was reported. The reduction has not looked at all of its races yet.
    Analyse,
}

/// Where a search is.
pub(super) struct Here<'s, R: Reduction, W> {
    pub stack: &'s Stack<R::Node>,
    pub reduction: &'s R,
    pub monitor: &'s W,
    pub tails: &'s Tails,
    /// How far it is, and how far it was where it continues when it is saved.
    pub statistics: &'s Statistics,
    pub saved: &'s Statistics,
    pub then: Then,
}

impl<R: Reduction, W: Serialize> Position for Here<'_, R, W> {
    fn path(&self) -> &dyn Path {
        self.stack
    }

    fn progress(&self) -> Progress<'_> {
        Progress::Traces(self.statistics)
    }

    fn estimate(&self) -> Option<Estimate> {
        Some(Estimate::new(self.stack, |node| self.reduction.remaining(node)))
    }

    fn save(&self, to: &mut dyn io::Write) -> io::Result<()> {
        let &Here { stack, reduction, monitor, tails, statistics: _, saved: statistics, then } = self;
        let operations: Vec<_> = stack.execution.operations.all().collect();
        let (kind, nodes) = (type_name::<(R, W)>(), stack.nodes());
        saved::write(&(kind, operations, nodes, then, statistics, reduction, monitor, tails), to)
    }
}

/// What is saved, in the order in which [`Position::save`] writes it: which search it is, because with another one nothing of the
/// rest makes sense; all operations by id, because everything else refers to operations by their ids; what the race
/// detector has learnt and what is known of tails, because how often steps are shared depends on it.
type Saved<R, W> = (String, Vec<Operation>, Vec<Node<<R as Reduction>::Node>>, Then, Statistics, R, W, Tails);

impl<M: Machine, R: Reduction, W: Monitor<M>> Search<'_, M, R, W> {
    /// Makes the transitions of a saved search again, and takes over all that was decided. `None` if the machine, or the
    /// reduction, is another one; else what comes next.
    pub(super) fn restore<'de>(&mut self, saved: impl Deserializer<'de>) -> Result<Option<Then>, M::Error> {
        let Ok(saved) = Saved::<R, W>::deserialize(saved) else { return Ok(None) };
        let (kind, operations, nodes, then, statistics, reduction, monitor, tails) = saved;
        let fits = kind == type_name::<(R, W)>()
            && statistics.is_possible()
            && nodes.iter().all(|node| node.explored < u32::MAX / 2)
            && self.stack.execution.operations.restore(&operations);
        if !fits || nodes.is_empty() {
            return Ok(None);
        }
        (*self.reduction, *self.monitor) = (reduction, monitor);
        (self.statistics, self.tails) = (statistics, tails);
        let last = nodes.len() - 1;
        self.push(false, Stops::default());
        for (at, node) in nodes.into_iter().enumerate() {
            self.stack.top_mut().restore(node);
            let transition = self.stack.top().transition;
            match transition.filter(|transition| self.stack.top().allows(*transition)) {
                Some(transition) if at < last => self.repeat(transition)?,
                None if at == last && transition.is_none() => {}
                _ => return Ok(None),
            }
        }
        let is_possible = match then {
            Then::Step(transition) => self.stack.top().allows(transition),
            Then::Descend | Then::Analyse => true,
        };
        let fits = self.reduction.restored(&self.stack) && self.tails.fit(&self.stack.execution);
        Ok((fits && is_possible).then_some(then))
    }

    /// Makes a transition that was made and reported before.
    fn repeat(&mut self, transition: Transition) -> Result<(), M::Error> {
        self.record(transition);
        let stepped = self.machine.step(transition.thread, transition.choice)?;
        self.monitor.stepped(&stepped, &self.stack.execution);
        let step = stepped.outcome;
        let mut stops = self.stack.top().stops;
        stops.note(transition.thread, &step);
        self.push(step == Step::Finished, stops);
        Ok(())
    }
}
