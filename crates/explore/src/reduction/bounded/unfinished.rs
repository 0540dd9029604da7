//! What a search within a bound leaves to the next one, which continues from there with a larger bound: the nodes below which
//! a transition was beyond the bound, with all that was explored from them. What follows a transition below which nothing
//! was beyond the bound is never executed again.
//!
//! Continuing is enough: a transition beyond the bound costs one more than the bound, a reversal once added to a node stays
//! there, and transitions are explored in the order of the first time, so that the same threads sleep.

use mazurka_machine::ThreadSet;
use serde::{Deserialize, Serialize};

use super::Branching;
use crate::stack::{Node, Stack};
use crate::transition::Transition;

/// At most this many nodes are kept, or some hundred megabytes. What follows other ones is explored anew.
const ROOM: usize = 1 << 20;

#[derive(Clone, Serialize, Deserialize)]
pub struct Unfinished {
    /// The nodes of the stack; between two searches, only the first.
    path: Vec<Record>,
    /// All others, and where there is room for more.
    kept: Vec<Record>,
    free: Vec<usize>,
    /// Whether there will be a search after this one.
    keeps: bool,
    room: usize,
}

/// A node.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Record {
    backtrack: ThreadSet,
    /// In the order in which they were explored.
    steps: Vec<Explored>,
    /// Which of them is to be looked at next.
    next: usize,
    /// Whether a transition from here was beyond the bound.
    beyond_bound: bool,
}

#[derive(Clone, Serialize, Deserialize)]
struct Explored {
    transition: Transition,
    /// Whether its thread slept afterwards.
    sleeps: bool,
    /// Where it leads, if there is something left.
    below: Option<usize>,
}

impl Default for Unfinished {
    fn default() -> Unfinished {
        Unfinished::with_room(ROOM)
    }
}

impl Unfinished {
    /// Keeps at most this many nodes.
    pub fn with_room(room: usize) -> Unfinished {
        Unfinished { path: Vec::new(), kept: Vec::new(), free: Vec::new(), keeps: false, room }
    }

    /// To be called before every search; `last` if there will be none after it.
    pub fn start_round(&mut self, last: bool) {
        self.keeps = !last;
    }

    /// Whether a search can have left this with a stack of this many nodes: what is kept are trees.
    pub(super) fn fits(&self, depth: usize) -> bool {
        let expected = if self.is_used() { depth } else { 0 };
        let mut met = vec![false; self.kept.len()];
        let mut meet = |at: usize| met.get_mut(at).is_some_and(|met| !std::mem::replace(met, true));
        let records = self.path.iter().chain(&self.kept);
        let below = records.flat_map(|record| &record.steps).filter_map(|step| step.below);
        self.path.len() == expected
            && self.room <= ROOM
            && below.chain(self.free.iter().copied()).all(&mut meet)
    }

    /// Whether there is anything to remember, or was.
    fn is_used(&self) -> bool {
        self.keeps || !self.path.is_empty()
    }

    /// A node was entered: what is known about it is taken up again.
    pub(super) fn entered(&mut self, stack: &mut Stack<Branching>) {
        if !self.is_used() {
            return;
        }
        if stack.depth() > 1 {
            let known = self.path.last_mut().and_then(Record::step).and_then(|step| step.below.take());
            let record = known.map(|at| self.take(at)).unwrap_or_default();
            self.path.push(record);
        } else if self.path.is_empty() {
            self.path.push(Record::default());
        }
        let (record, node) = (&self.path[stack.depth() - 1], stack.top_mut());
        // What was read from a file may say anything.
        let ready = node.ready().clone();
        node.data.backtrack.extend(record.backtrack.iter().filter(|p| ready.contains(*p)));
        node.data.begun = !record.steps.is_empty();
    }

    /// The next step of the top node below which there is something left; those before it are as good as explored.
    pub(super) fn next(&mut self, node: &mut Node<Branching>) -> Option<Transition> {
        let record = self.path.last_mut()?;
        while let Some(step) = record.steps.get(record.next) {
            record.next += 1;
            // What was read from a file may say anything.
            if !node.allows(step.transition) {
                continue;
            }
            if step.below.is_some() {
                return Some(step.transition);
            }
            node.explored(step.transition);
            if step.sleeps {
                node.data.sleep.insert(step.transition.thread);
            }
        }
        // From now on, steps are new.
        record.next = usize::MAX;
        None
    }

    /// The top node will be left; says whether a transition from there is beyond the bound.
    pub(super) fn leaves(&mut self, node: &Node<Branching>, beyond_bound: bool) {
        if let Some(record) = self.path.last_mut() {
            record.backtrack.clone_from(&node.data.backtrack);
            record.beyond_bound = beyond_bound;
            record.next = 0;
        }
    }

    /// All that follows the top node's step was explored.
    pub(super) fn returned(&mut self, node: &Node<Branching>, transition: Transition) {
        if !self.is_used() {
            return;
        }
        let Some(below) = self.path.pop() else { return };
        let unfinished = below.beyond_bound || below.steps.iter().any(|step| step.below.is_some());
        let below = (self.keeps && unfinished).then(|| self.keep(below));
        let sleeps = node.data.sleep.contains(transition.thread);
        let Some(record) = self.path.last_mut() else { return };
        match record.step() {
            Some(step) => (step.sleeps, step.below) = (sleeps, below),
            None => record.steps.push(Explored { transition, sleeps, below }),
        }
    }

    fn take(&mut self, at: usize) -> Record {
        self.free.push(at);
        std::mem::take(&mut self.kept[at])
    }

    /// Without room for it, only the fact that something is left is kept.
    fn keep(&mut self, mut record: Record) -> usize {
        if self.kept.len() - self.free.len() >= self.room {
            let mut forgotten = vec![record];
            while let Some(record) = forgotten.pop() {
                let below = record.steps.iter().filter_map(|step| step.below);
                forgotten.extend(below.map(|at| self.take(at)));
            }
            record = Record::default();
        }
        match self.free.pop() {
            Some(at) => {
                self.kept[at] = record;
                at
            }
            None => {
                self.kept.push(record);
                self.kept.len() - 1
            }
        }
    }
}

impl Record {
    /// The step that is explored again, if it is not a new one.
    fn step(&mut self) -> Option<&mut Explored> {
        let at = self.next.checked_sub(1)?;
        self.steps.get_mut(at)
    }
}
