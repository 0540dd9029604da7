//! Taking up a search where it was saved.

use mazurka_machine::{Machine, Step};

use super::tail::Tails;
use super::{Monitor, Position, Reduction, Search, Statistics};
use crate::estimate::Estimate;
use crate::saved::{Save, Saved, SavedTraces, Then};
use crate::stack::Stack;
use crate::transition::Transition;

/// Where a search stands.
pub(super) struct Here<'s, M: Machine, R, W> {
    pub stack: &'s Stack<M::Mark>,
    pub reduction: &'s R,
    pub monitor: &'s W,
    pub tails: &'s Tails,
    pub statistics: &'s Statistics,
    pub then: Then,
}

impl<M: Machine, R: Reduction<M>, W: Monitor<M>> Position for Here<'_, M, R, W> {
    fn estimate(&self) -> Estimate {
        Estimate::new(self.stack, |node| self.reduction.left(node))
    }
}

impl<M: Machine, R: Reduction<M>, W: Monitor<M>> Save for Here<'_, M, R, W> {
    fn save(&self) -> Saved<'_> {
        Saved::Traces(SavedTraces {
            operations: self.stack.execution.operations.all().cloned().collect(),
            nodes: self.stack.save(),
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
        if !(statistics.is_possible() && self.stack.execution.operations.restore(&operations)) {
            return Ok(None);
        }
        self.start();
        let last = nodes.len().saturating_sub(1);
        for (at, node) in nodes.iter().enumerate() {
            self.stack.top_mut().set_stops(node);
            if at == last {
                break;
            }
            let Some(transition) = node.transition.filter(|transition| self.stack.top().allows(*transition))
            else {
                return Ok(None);
            };
            self.repeat(transition)?;
        }
        // Only now: reductions look back at the nodes of the path when they see its steps again.
        if !(self.stack.restore(nodes)
            && self.reduction.restore(own, &self.stack)
            && tails.fit(&self.stack.execution))
        {
            return Ok(None);
        }
        (self.statistics, self.tails) = (statistics, tails);
        let is_possible = match then {
            Then::Step(transition) => self.stack.top().allows(transition),
            Then::Descend | Then::Analyse => true,
        };
        Ok(is_possible.then_some(then))
    }

    /// Makes a step of which everybody has heard.
    fn repeat(&mut self, transition: Transition) -> Result<(), M::Error> {
        self.stack.record(self.machine, transition);
        self.reduction.stepped(&mut self.stack);
        let step = self.machine.step(transition.thread, transition.choice)?;
        self.stack.push(self.machine, step == Step::Finished);
        self.reduction.entered(&mut self.stack);
        self.monitor.stepped(self.machine, &self.stack.execution);
        Ok(())
    }
}
