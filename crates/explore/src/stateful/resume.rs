//! Saving a search through states, and continuing it from there.

use std::any::type_name;
use std::io;

use mazurka_machine::{Machine, Operation, Step};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use super::capture::Capture;
use super::memory::Visited;
use super::segments::{Performed, SegmentMonitor};
use super::{Expansion, Search};
use crate::end::Stops;
use crate::estimate::Estimate;
use crate::observer::{Position, Progress};
use crate::path::Path;
use crate::saved;
use crate::stack::{Node, Stack};
use crate::statistics::StateStatistics;
use crate::transition::Transition;

/// Where a search is, before the transition of its top node.
pub(super) struct Here<'s, C, E: Expansion, W> {
    pub stack: &'s Stack<E::Node>,
    pub visited: &'s Visited,
    pub capture: &'s C,
    pub expansion: &'s E,
    pub monitor: &'s W,
    pub statistics: &'s StateStatistics,
}

impl<C: Serialize, E: Expansion, W: Serialize> Position for Here<'_, C, E, W> {
    fn path(&self) -> &dyn Path {
        self.stack
    }

    fn progress(&self) -> Progress<'_> {
        Progress::States(self.statistics)
    }

    fn work(&self) -> u64 {
        self.expansion.work()
    }

    /// How many states there are is not known.
    fn estimate(&self) -> Option<Estimate> {
        None
    }

    fn save(&self, to: &mut dyn io::Write) -> io::Result<()> {
        let &Here { stack, visited, capture, expansion, monitor, statistics } = self;
        let operations = stack.execution.operations.all().collect();
        let (kind, nodes) = (type_name::<(C, E, W)>(), stack.nodes());
        let saved = Saved { kind, operations, nodes, statistics, capture, expansion, monitor, visited };
        saved::write(&saved, to)
    }
}

/// What is written.
#[derive(Serialize)]
#[serde(bound(serialize = "C: Serialize, W: Serialize"))]
struct Saved<'s, C, E: Expansion, W> {
    /// Which search it is: with another one, nothing of the rest makes sense.
    kind: &'s str,
    /// By id: wherever else an operation is meant, its id is written.
    operations: Vec<&'s Operation>,
    /// The last node's transition is the one to be made.
    nodes: &'s [Node<E::Node>],
    statistics: &'s StateStatistics,
    capture: &'s C,
    expansion: &'s E,
    monitor: &'s W,
    visited: &'s Visited,
}

/// The same as it is read.
#[derive(Deserialize)]
#[serde(bound(deserialize = "C: DeserializeOwned, W: DeserializeOwned"))]
struct Restored<C, E: Expansion, W> {
    kind: String,
    operations: Vec<Operation>,
    nodes: Vec<Node<E::Node>>,
    statistics: StateStatistics,
    capture: C,
    expansion: E,
    monitor: W,
    visited: Visited,
}

impl<M, C, E, W> Search<'_, M, C, E, W>
where
    M: Machine,
    C: Capture<M>,
    E: Expansion,
    W: SegmentMonitor,
{
    /// Makes the transitions of a saved search again, and takes over all that was decided. Returns the transition to continue
    /// with; `None` if the machine, or something else, is another one.
    pub(super) fn restore<'de>(
        &mut self,
        saved: impl Deserializer<'de>,
    ) -> Result<Option<Transition>, M::Error> {
        let Ok(saved) = Restored::<C, E, W>::deserialize(saved) else { return Ok(None) };
        let Restored { kind, operations, nodes, statistics, capture, expansion, monitor, visited } = saved;
        (*self.capture, *self.expansion, *self.monitor) = (capture, expansion, monitor);
        self.statistics = statistics;
        let fits = kind == type_name::<(C, E, W)>()
            && statistics.is_possible()
            && self.visited.restore(visited)
            && self.stack.execution.operations.restore(&operations)
            && self.capture.restored()
            && self.monitor.restored();
        if !fits {
            return Ok(None);
        }
        let mut next = None;
        self.push(false, Stops::default());
        for node in nodes {
            if let Some(transition) = next {
                self.repeat(transition)?;
            }
            next = self.continue_from(node);
            if next.is_none() {
                return Ok(None);
            }
        }
        Ok(next.filter(|_| self.expansion.restored(&self.stack)))
    }

    /// Takes over what was decided about the top node, in whose state the machine is; returns its transition. `None` if that
    /// cannot be made, or if the state was not seen.
    fn continue_from(&mut self, node: Node<E::Node>) -> Option<Transition> {
        let captured = self.capture.known(self.machine, self.stack.depth() - 1)?;
        let state = self.fingerprint(captured, self.stack.top().stops);
        self.stack.top_mut().restore(node);
        let top = self.stack.top();
        let is_known = !E::STORES_ALL || self.visited.contains(state);
        top.transition.filter(|transition| is_known && top.allows(*transition))
    }

    /// Makes the top node's transition, which was made and reported before.
    fn repeat(&mut self, transition: Transition) -> Result<(), M::Error> {
        self.mark_fork();
        self.expansion.stepping(&mut self.stack, self.monitor);
        let stepped = self.machine.step(transition.thread, transition.choice)?;
        if let Some(step) = Performed::at_top(&self.stack) {
            self.monitor.stepped(self.stack.depth() - 1, step, &stepped);
        }
        let outcome = stepped.outcome;
        let mut stops = self.stack.top().stops;
        stops.note(transition.thread, &outcome);
        self.push(outcome == Step::Finished, stops);
        Ok(())
    }
}
