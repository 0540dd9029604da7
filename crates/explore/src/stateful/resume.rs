//! A search through states as data, and taking it up again where it was saved.

use mazurka_machine::{Machine, Operation, Step};
use serde::{Deserialize, Serialize};

use super::capture::{Capture, Light};
use super::discipline::Discipline;
use super::livelock::Recording;
use super::memory::Visited;
use super::path::{Path, SavedNode, Stops};
use super::sdpor::Sdpor;
use super::segments::{SegmentMonitor, Stepped};
use super::{Expansion, Search, StateStatistics};
use crate::saved::{Kept, Save, Saved, is_a_count};
use crate::transition::Transition;

/// A search through states, between two steps. What may be large is borrowed while it is written.
#[derive(Serialize, Deserialize)]
pub struct SavedStates<'s> {
    /// By number: wherever else an operation is meant, its number stands.
    operations: Vec<Operation>,
    /// The path; the last node's step is the one to be made.
    nodes: Vec<SavedNode>,
    statistics: StateStatistics,
    capture: SavedCapture<'s>,
    expansion: SavedExpansion<'s>,
    monitor: SavedMonitor<'s>,
    visited: Kept<'s, Visited>,
}

impl SavedStates<'_> {
    /// Whether the search has left out nothing but what it has seen.
    pub fn is_of_all_states(&self) -> bool {
        matches!(self.expansion.own, OwnExpansion::All)
    }
}

#[derive(Serialize, Deserialize)]
pub enum SavedCapture<'s> {
    Exact,
    Light(Kept<'s, Light>),
}

#[derive(Serialize, Deserialize)]
pub struct SavedExpansion<'s> {
    pub(super) own: OwnExpansion<'s>,
    /// The way, if somebody remembers it.
    pub(super) recording: Option<Kept<'s, Recording>>,
}

#[derive(Serialize, Deserialize)]
pub(super) enum OwnExpansion<'s> {
    All,
    Sdpor(Kept<'s, Sdpor>),
}

/// What a monitor knows besides what follows from the path.
#[derive(Serialize, Deserialize)]
pub enum SavedMonitor<'s> {
    Nothing,
    Segments,
    Discipline(Kept<'s, Discipline>),
}

/// Where a search stands, before a step.
pub(super) struct Here<'s, M: Machine, C, E, W> {
    pub path: &'s Path<M::Mark>,
    pub visited: &'s Visited,
    pub capture: &'s C,
    pub expansion: &'s E,
    pub monitor: &'s W,
    pub statistics: &'s StateStatistics,
}

impl<M, C, E, W> Save for Here<'_, M, C, E, W>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion<M::Mark>,
    W: SegmentMonitor<M>,
{
    fn save(&self) -> Saved<'_> {
        Saved::States(SavedStates {
            operations: self.path.execution.operations.all().cloned().collect(),
            nodes: self.path.save(),
            statistics: *self.statistics,
            capture: self.capture.save(),
            expansion: self.expansion.save(),
            monitor: self.monitor.save(),
            visited: Kept::Borrowed(self.visited),
        })
    }
}

impl StateStatistics {
    /// Whether a search can have come that far.
    fn is_possible(&self) -> bool {
        let StateStatistics { states, revisits, transitions, ends, cut_off, max_depth, .. } = *self;
        [states, revisits, transitions, ends, cut_off, max_depth as u64].into_iter().all(is_a_count)
    }
}

impl<M, C, E, W> Search<'_, M, C, E, W>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion<M::Mark>,
    W: SegmentMonitor<M>,
{
    /// Makes the steps of a saved search again, and puts back what was known. Gives the step to go on with; `None` if the
    /// machine, or something else, is another one.
    pub(super) fn restore(&mut self, saved: SavedStates<'_>) -> Result<Option<Transition>, M::Error> {
        let SavedStates { operations, nodes, statistics, capture, expansion, monitor, visited } = saved;
        let fits = statistics.is_possible()
            && visited.into_owned().is_some_and(|visited| self.visited.restore(visited))
            && self.path.execution.operations.restore(&operations)
            && self.capture.restore(capture)
            && self.monitor.restore(monitor);
        let Some((top, below)) = nodes.split_last().filter(|_| fits) else { return Ok(None) };
        self.path.push(self.machine, false, Stops::default());
        for node in below {
            let Some(transition) = self.take_up(node) else { return Ok(None) };
            self.repeat(transition)?;
        }
        let next = self.take_up(top);
        if !self.expansion.restore(expansion, &self.path) {
            return Ok(None);
        }
        self.statistics = statistics;
        Ok(next)
    }

    /// Puts back what was decided about the top node, in whose state the machine is; gives its step. `None` if it is none
    /// that can be made, or not a state that was seen.
    fn take_up(&mut self, node: &SavedNode) -> Option<Transition> {
        let captured = self.capture.known(self.machine, self.path.depth() - 1)?;
        let state = self.number(captured, self.path.top().stops);
        let fits = self.visited.contains(state) && self.path.top_mut().restore(node);
        node.transition.filter(|_| fits)
    }

    /// Makes the top node's step, of which everybody has heard.
    fn repeat(&mut self, transition: Transition) -> Result<(), M::Error> {
        self.mark_fork();
        self.expansion.stepping(&mut self.path);
        let step = self.machine.step(transition.thread, transition.choice)?;
        if let Some((thread, operation)) = self.path.top().step() {
            let step = Stepped { thread, operation, operations: &self.path.execution.operations };
            self.monitor.stepped(self.machine, self.path.depth() - 1, step);
        }
        let mut stops = self.path.top().stops;
        stops.note(transition.thread, &step);
        self.path.push(self.machine, step == Step::Finished, stops);
        Ok(())
    }
}
