//! Taking up a search where it was saved.

use mazurka_machine::{Machine, Step};

use super::tail::Tails;
use super::{Monitor, Position, Reduction, Search, Statistics};
use crate::estimate::Estimate;
use crate::saved::{Save, Saved, SavedTraces, Then};
use crate::trail::{Taken, Trail};

/// Where a search stands.
pub(super) struct Here<'s, M: Machine, R, W> {
    pub trail: &'s Trail<M::Mark>,
    pub reduction: &'s R,
    pub monitor: &'s W,
    pub tails: &'s Tails,
    pub statistics: &'s Statistics,
    pub then: Then,
}

impl<M: Machine, R: Reduction<M>, W: Monitor<M>> Position for Here<'_, M, R, W> {
    fn estimate(&self) -> Estimate {
        Estimate::new(self.trail, |node| self.reduction.left(node))
    }
}

impl<M: Machine, R: Reduction<M>, W: Monitor<M>> Save for Here<'_, M, R, W> {
    fn save(&self) -> Saved<'_> {
        Saved::Traces(SavedTraces {
            operations: self.trail.execution.operations.all().cloned().collect(),
            nodes: self.trail.save(),
            then: self.then,
            statistics: *self.statistics,
            own: self.reduction.save(),
            lines: self.monitor.save(),
            tails: self.tails.clone(),
        })
    }
}

impl<M: Machine, R: Reduction<M>, W: Monitor<M>> Search<'_, M, R, W> {
    /// Makes the steps of a saved search again, and puts back what was decided about the nodes. `None` if the machine, or
    /// the reduction, is another one; else what comes next.
    pub(super) fn restore(&mut self, saved: SavedTraces) -> Result<Option<Then>, M::Error> {
        let SavedTraces { operations, nodes, then, statistics, own, lines, tails } = saved;
        self.monitor.restore(lines);
        if !(statistics.is_possible() && self.trail.execution.operations.restore(&operations)) {
            return Ok(None);
        }
        self.start();
        let last = nodes.len().saturating_sub(1);
        for (at, node) in nodes.iter().enumerate() {
            self.trail.top_mut().set_stops(node);
            if at == last {
                break;
            }
            let Some(taken) = node.taken.filter(|taken| self.trail.top().allows(*taken)) else {
                return Ok(None);
            };
            self.repeat(taken)?;
        }
        // Only now: reductions look back at the nodes of the path when they see its steps again.
        if !(self.trail.restore(nodes)
            && self.reduction.restore(own, &self.trail)
            && tails.fit(&self.trail.execution))
        {
            return Ok(None);
        }
        (self.statistics, self.tails) = (statistics, tails);
        let is_possible = match then {
            Then::Step(taken) => self.trail.top().allows(taken),
            Then::Descend | Then::Analyse => true,
        };
        Ok(is_possible.then_some(then))
    }

    /// Makes a step of which everybody has heard.
    fn repeat(&mut self, taken: Taken) -> Result<(), M::Error> {
        self.trail.record(self.machine, taken);
        self.reduction.stepped(&mut self.trail);
        let step = self.machine.step(taken.thread, taken.choice)?;
        self.trail.push(self.machine, step == Step::Finished);
        self.reduction.entered(&mut self.trail);
        self.monitor.stepped(self.machine, &self.trail.execution);
        Ok(())
    }
}
