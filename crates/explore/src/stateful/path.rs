//! The search stack as data: the states on the current path, with what is still to be explored from each.
//!
//! Less is kept of a state than by [`crate::Stack`]: no clocks, no histories. A reduction that needs them keeps them in
//! `execution`, whose table of operations serves everybody.

use mazurka_machine::{Machine, Operation, Step, ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::segments::mix;
use crate::execution::Execution;
use crate::operations::OperationId;
use crate::order::Order;
use crate::pending::{LastStep, NextId, PendingOperation, PendingOperations};
use crate::transition::Transition;

/// The path from the initial state to the current one. Node i is the state before step i.
pub struct Path<Mark> {
    /// Kept beyond `depth` so that their buffers are used again.
    nodes: Vec<Node<Mark>>,
    depth: usize,
    order: Order,
    pub(super) execution: Execution,
}

/// A state on the path.
pub(super) struct Node<Mark> {
    /// Taken when the first of several steps leaves the node.
    pub mark: Option<Mark>,
    pub pending: PendingOperations,
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads that were explored from here, or are being explored.
    done: ThreadSet,
    /// The step that leads to the next node, or that was explored last.
    pub transition: Option<Transition>,
    pub stops: Stops,
    order: Order,
}

/// What is kept of a node when a search is saved: what does not follow from the way to it.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedNode {
    pub transition: Option<Transition>,
    backtrack: ThreadSet,
    done: ThreadSet,
}

/// Threads that have stopped before their time on the way to a state. What becomes of an execution depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Stops {
    /// A thread has failed, or ended the process.
    pub stopped: bool,
    /// An assumption has failed.
    pub pruned: bool,
    /// A bound has stopped a thread.
    pub cut_off: bool,
    /// A number for which threads those are: states are different if others have stopped.
    pub who: u128,
}

impl Stops {
    /// Takes note of a thread's step, if it was the last before its time.
    pub fn note(&mut self, thread: ThreadId, step: &Step) {
        let (flag, kind) = match step {
            Step::Ran | Step::Finished => return,
            Step::Exited(_) | Step::Fault(_) => (&mut self.stopped, 0),
            Step::Pruned => (&mut self.pruned, 1),
            Step::CutOff(_) => (&mut self.cut_off, 2),
        };
        *flag = true;
        self.who = self.who.wrapping_add(mix(1 << 100 | kind << 64 | u128::from(thread.0)));
    }
}

impl<Mark: Copy> Path<Mark> {
    pub(super) fn new(order: Order) -> Path<Mark> {
        Path { nodes: Vec::new(), depth: 0, order, execution: Execution::default() }
    }

    /// About how many bytes it takes. A node has room for as many threads as the top one, more or less.
    pub(super) fn bytes(&self) -> usize {
        let top = self.nodes.get(self.depth.saturating_sub(1)).map_or(0, |top| top.pending.bytes());
        self.nodes.capacity() * size_of::<Node<Mark>>() + self.nodes.len() * top + self.execution.bytes()
    }

    /// How many states it has.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The steps from the initial state on, the one being made included.
    pub fn steps(&self) -> impl Iterator<Item = Transition> + '_ {
        self.nodes[..self.depth].iter().map_while(|node| node.transition)
    }

    /// What a thread is about to do at the top node, ready or not.
    pub fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        self.top().pending.operation(thread).map(|id| self.execution.operations.get(id))
    }

    /// What was decided about the nodes.
    pub(super) fn save(&self) -> Vec<SavedNode> {
        self.nodes[..self.depth].iter().map(Node::save).collect()
    }

    pub(super) fn top(&self) -> &Node<Mark> {
        &self.nodes[self.depth - 1]
    }

    pub(super) fn top_mut(&mut self) -> &mut Node<Mark> {
        &mut self.nodes[self.depth - 1]
    }

    /// The node before the top one.
    pub(super) fn below(&self) -> Option<&Node<Mark>> {
        self.depth.checked_sub(2).map(|at| &self.nodes[at])
    }

    /// Appends the top node's step to the execution.
    pub(super) fn record(&mut self) {
        let node = &self.nodes[self.depth - 1];
        let Some(transition) = node.transition else { return };
        let PendingOperation { next, cause } = node.pending.get(transition.thread);
        let NextId::Ready(id, choices) = next else { unreachable!("only ready threads are transition") };
        self.execution.push(transition, id, choices, cause);
    }

    /// Has a thread explored from a node on the path, or all that can go on there if it cannot.
    pub(super) fn add_to_backtrack_set(&mut self, at: usize, thread: ThreadId) {
        let node = &mut self.nodes[at];
        if node.pending.ready.contains(thread) {
            node.backtrack.insert(thread);
        } else {
            node.backtrack.extend(node.pending.ready.iter());
        }
    }

    /// Has all threads explored from a node on the path.
    pub(super) fn expand_fully(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        node.backtrack.clone_from(&node.pending.ready);
    }

    /// Enters the state that the machine is in, which the top node's step has led to; `finished` if that was the last of its
    /// thread's.
    pub(super) fn push<M: Machine<Mark = Mark>>(&mut self, machine: &M, finished: bool, stops: Stops) {
        if self.nodes.len() == self.depth {
            self.nodes.push(Node::empty());
        }
        let (below, rest) = self.nodes.split_at_mut(self.depth);
        let node = &mut rest[0];
        node.clear(self.order.at(self.depth), stops);
        let operations = &mut self.execution.operations;
        match below.last().and_then(|parent| Some((parent, parent.step()?))) {
            Some((parent, (thread, operation))) => {
                let event = self.depth - 1;
                node.pending.inherit(&parent.pending);
                let made = LastStep { event, thread, operation, finished, may_be_the_last: true };
                node.pending.follow(machine, operations, made);
            }
            None => node.pending.start(machine, operations),
        }
        self.depth += 1;
        debug_assert!(
            node.pending.is_up_to_date(machine, operations),
            "a step changed what an independent thread is about to do"
        );
    }

    pub(super) fn pop(&mut self) {
        self.depth -= 1;
    }
}

impl<Mark: Copy> Node<Mark> {
    fn empty() -> Node<Mark> {
        Node {
            mark: None,
            pending: PendingOperations::default(),
            backtrack: ThreadSet::new(),
            done: ThreadSet::new(),
            transition: None,
            stops: Stops::default(),
            order: Order::ByNumber,
        }
    }

    /// Forgets what was explored from another state at the same depth.
    fn clear(&mut self, order: Order, stops: Stops) {
        self.mark = None;
        self.backtrack = ThreadSet::new();
        self.done = ThreadSet::new();
        self.transition = None;
        self.stops = stops;
        self.order = order;
    }

    fn save(&self) -> SavedNode {
        SavedNode { transition: self.transition, backtrack: self.backtrack.clone(), done: self.done.clone() }
    }

    /// Puts back what was decided; `false` if that cannot have been decided here.
    pub(super) fn restore(&mut self, saved: &SavedNode) -> bool {
        let is_ready = |thread: ThreadId| self.pending.ready.contains(thread);
        let can_step = |Transition { thread, choice }: Transition| {
            saved.done.contains(thread) && is_ready(thread) && choice < self.pending.choices(thread)
        };
        let fits = saved.transition.is_some_and(can_step)
            && saved.backtrack.iter().all(is_ready)
            && saved.done.iter().all(|thread| saved.backtrack.contains(thread));
        self.transition = saved.transition;
        self.backtrack.clone_from(&saved.backtrack);
        self.done.clone_from(&saved.done);
        fits
    }

    /// The next step to explore: another choice of the same thread, or else some p ∈ backtrack(s) \ done.
    pub(super) fn pick(&mut self) -> Option<Transition> {
        let transition = match self.transition {
            Some(Transition { thread, choice }) if choice + 1 < self.pending.choices(thread) => {
                Transition { thread, choice: choice + 1 }
            }
            _ => {
                let open = self.backtrack.without(&self.done);
                Transition { thread: self.order.first(open.iter())?, choice: 0 }
            }
        };
        self.done.set(transition.thread, true);
        self.transition = Some(transition);
        Some(transition)
    }

    /// The step that is explored from here: whose, and which operation it does.
    pub(super) fn step(&self) -> Option<(ThreadId, OperationId)> {
        let thread = self.transition?.thread;
        Some((thread, self.pending.operation(thread)?))
    }

    /// Some thread that can go on. What concerns nobody else comes first.
    pub(super) fn first_ready(&self) -> Option<ThreadId> {
        let PendingOperations { alone, ready, .. } = &self.pending;
        self.order.first(alone.iter()).or_else(|| self.order.first(ready.iter()))
    }

    /// Nothing is to be explored from here, whatever else is found.
    pub(super) fn close(&mut self) {
        self.pending.close();
        self.backtrack = ThreadSet::new();
    }

    /// Whether there may ever be a second step to explore.
    pub(super) fn is_fork(&self) -> bool {
        self.pending.ready.len() > 1
            || self.pending.ready.iter().any(|thread| self.pending.choices(thread) > 1)
    }
}
