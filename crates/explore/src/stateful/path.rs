//! The search stack as data: the states on the current path, with what is still to be explored from each.
//!
//! Less is kept of a state than by [`crate::Trail`]: no clocks, no histories. A reduction that needs them keeps them in
//! `execution`, whose table of operations serves everybody.

use mazurka_machine::{Machine, Next, Operation, Step, ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::segments::mix;
use crate::execution::{EventId, Execution};
use crate::operations::{OperationId, Traits};
use crate::order::Order;
use crate::trail::{NextId, Taken};

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
    /// By number.
    threads: Vec<ThreadInfo>,
    pub created: ThreadSet,
    pub ready: ThreadSet,
    /// Threads whose next operation may change without them.
    unsteady: ThreadSet,
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads that were explored from here, or are being explored.
    done: ThreadSet,
    /// The step that leads to the next node, or that was explored last.
    pub taken: Option<Taken>,
    pub stops: Stops,
    order: Order,
}

/// What is kept of a node when a search is saved: what does not follow from the way to it.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedNode {
    pub taken: Option<Taken>,
    backtrack: ThreadSet,
    done: ThreadSet,
}

#[derive(Clone, Copy, Debug)]
struct ThreadInfo {
    next: NextId,
    /// The event that made this its next operation, if it was not the thread's own.
    cause: Option<EventId>,
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
        let threads = self.nodes.get(self.depth.saturating_sub(1)).map_or(0, |top| top.threads.capacity());
        self.nodes.capacity() * size_of::<Node<Mark>>()
            + self.nodes.len() * threads * size_of::<ThreadInfo>()
            + self.execution.bytes()
    }

    /// How many states it has.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The steps from the initial state on, the one being made included.
    pub fn steps(&self) -> impl Iterator<Item = Taken> + '_ {
        self.nodes[..self.depth].iter().map_while(|node| node.taken)
    }

    /// What a thread is about to do at the top node, ready or not.
    pub fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        self.top().operation(thread).map(|id| self.execution.operations.get(id))
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
        let Some(taken) = node.taken else { return };
        let ThreadInfo { next, cause } = node.threads[taken.thread.index()];
        let NextId::Ready(id, choices) = next else { unreachable!("only ready threads are taken") };
        self.execution.push(taken, id, choices, cause);
    }

    /// Has a thread explored from a node on the path, or all that can go on there if it cannot.
    pub(super) fn add_to_backtrack_set(&mut self, at: usize, thread: ThreadId) {
        let node = &mut self.nodes[at];
        if node.ready.contains(thread) {
            node.backtrack.insert(thread);
        } else {
            node.backtrack.extend(node.ready.iter());
        }
    }

    /// Has all threads explored from a node on the path.
    pub(super) fn expand_fully(&mut self, at: usize) {
        let node = &mut self.nodes[at];
        node.backtrack.clone_from(&node.ready);
    }

    /// Enters the state that the machine is in, which the top node's step has led to; `finished` if that was the last of its
    /// thread's.
    pub(super) fn push<M: Machine<Mark = Mark>>(&mut self, machine: &M, finished: bool, stops: Stops) {
        if self.nodes.len() == self.depth {
            self.nodes.push(Node::empty());
        }
        let (below, rest) = self.nodes.split_at_mut(self.depth);
        rest[0].clear(self.order.at(self.depth), stops);
        let step = below.last().and_then(|parent| {
            rest[0].inherit(parent);
            parent.step()
        });
        self.depth += 1;
        match step {
            None => self.add_threads(machine, None),
            Some((stepped, id)) => self.update_threads(machine, stepped, id, finished),
        }
        debug_assert!(
            self.is_up_to_date(machine),
            "a step changed what an independent thread is about to do"
        );
    }

    pub(super) fn pop(&mut self) {
        self.depth -= 1;
    }

    /// Finds out what the step just made has changed for which thread. By independence that is little: the thread that
    /// stepped, those it has created, those whose operation depends on the step's, and those that wait for its end.
    fn update_threads<M: Machine>(
        &mut self,
        machine: &M,
        stepped: ThreadId,
        id: OperationId,
        finished: bool,
    ) {
        let traits = self.execution.operations.traits(id);
        let event = self.depth - 2;
        if traits.spawns {
            self.add_threads(machine, Some(event));
        }
        if finished {
            self.set(stepped, NextId::Finished, None);
        } else {
            self.update(machine, stepped, None);
        }
        // Who cannot go on may have been the last that others in loops could wait for.
        let stuck = !self.top().ready.contains(stepped);
        let others = if traits.barrier || stuck { &self.top().created } else { &self.top().unsteady };
        if others.is_empty() {
            return;
        }
        for thread in others.clone().iter().filter(|thread| *thread != stepped) {
            let ThreadInfo { next, cause } = self.top().threads[thread.index()];
            let Some(before) = next.operation() else { continue };
            let operations = &self.execution.operations;
            let Traits { joins, elusive, .. } = operations.traits(before);
            if finished && joins == Some(stepped) && next == NextId::Blocked(before) {
                self.set(thread, NextId::Ready(before, 1), cause);
            } else if traits.barrier || stuck && elusive || operations.dependent(id, before) {
                let now = self.update(machine, thread, cause);
                // It was woken by the step just made; see `Trail::update_threads`.
                if matches!(next, NextId::Blocked(_)) && !elusive && now.operation() != Some(before) {
                    self.top_mut().threads[thread.index()].cause = Some(event);
                }
            }
        }
    }

    fn add_threads<M: Machine>(&mut self, machine: &M, creator: Option<EventId>) {
        let created = machine.threads();
        let known = std::mem::replace(&mut self.top_mut().created, created.clone());
        for thread in created.iter().filter(|thread| !known.contains(*thread)) {
            self.update(machine, thread, creator);
        }
    }

    fn update<M: Machine>(&mut self, machine: &M, thread: ThreadId, cause: Option<EventId>) -> NextId {
        let next = self.number(thread, &machine.next(thread));
        self.set(thread, next, cause);
        next
    }

    fn set(&mut self, thread: ThreadId, next: NextId, cause: Option<EventId>) {
        let steady = match next {
            NextId::Finished => true,
            NextId::Blocked(_) => false,
            NextId::Ready(id, _) => self.execution.operations.traits(id).steady,
        };
        let node = &mut self.nodes[self.depth - 1];
        if node.threads.len() <= thread.index() {
            node.threads.resize(thread.index() + 1, ThreadInfo { next: NextId::Finished, cause: None });
        }
        node.threads[thread.index()] = ThreadInfo { next, cause };
        node.ready.set(thread, matches!(next, NextId::Ready(..)));
        node.unsteady.set(thread, !steady);
    }

    fn number(&mut self, thread: ThreadId, next: &Next) -> NextId {
        let before = self.top().operation(thread);
        let mut id = |operation| self.execution.operations.id_after(thread, before, operation);
        match next {
            Next::Finished => NextId::Finished,
            Next::Blocked(operation) => NextId::Blocked(id(operation)),
            Next::Ready(pending) => NextId::Ready(id(&pending.operation), pending.choices),
        }
    }

    /// Whether the machine agrees about all threads.
    fn is_up_to_date<M: Machine>(&mut self, machine: &M) -> bool {
        machine.threads().iter().all(|thread| {
            let next = self.number(thread, &machine.next(thread));
            self.top().next(thread) == next
        })
    }
}

impl<Mark: Copy> Node<Mark> {
    fn empty() -> Node<Mark> {
        Node {
            mark: None,
            threads: Vec::new(),
            created: ThreadSet::new(),
            ready: ThreadSet::new(),
            unsteady: ThreadSet::new(),
            backtrack: ThreadSet::new(),
            done: ThreadSet::new(),
            taken: None,
            stops: Stops::default(),
            order: Order::ByNumber,
        }
    }

    /// Forgets what was explored from another state at the same depth.
    fn clear(&mut self, order: Order, stops: Stops) {
        self.mark = None;
        self.backtrack = ThreadSet::new();
        self.done = ThreadSet::new();
        self.taken = None;
        self.stops = stops;
        self.order = order;
    }

    /// What stays as it was in the node below, until a step is known to have changed it.
    fn inherit(&mut self, below: &Node<Mark>) {
        self.threads.clone_from(&below.threads);
        self.created.clone_from(&below.created);
        self.ready.clone_from(&below.ready);
        self.unsteady.clone_from(&below.unsteady);
    }

    fn save(&self) -> SavedNode {
        SavedNode { taken: self.taken, backtrack: self.backtrack.clone(), done: self.done.clone() }
    }

    /// Puts back what was decided; `false` if that cannot have been decided here.
    pub(super) fn restore(&mut self, saved: &SavedNode) -> bool {
        let is_ready = |thread: ThreadId| self.ready.contains(thread);
        let can_step = |Taken { thread, choice }: Taken| {
            saved.done.contains(thread) && is_ready(thread) && choice < self.choices(thread)
        };
        let fits = saved.taken.is_some_and(can_step)
            && saved.backtrack.iter().all(is_ready)
            && saved.done.iter().all(|thread| saved.backtrack.contains(thread));
        self.taken = saved.taken;
        self.backtrack.clone_from(&saved.backtrack);
        self.done.clone_from(&saved.done);
        fits
    }

    /// The next step to explore: another choice of the same thread, or else some p ∈ backtrack(s) \ done.
    pub(super) fn pick(&mut self) -> Option<Taken> {
        let taken = match self.taken {
            Some(Taken { thread, choice }) if choice + 1 < self.choices(thread) => {
                Taken { thread, choice: choice + 1 }
            }
            _ => {
                let open = |p: &ThreadId| !self.done.contains(*p);
                Taken { thread: self.order.first(self.backtrack.iter().filter(open))?, choice: 0 }
            }
        };
        self.done.insert(taken.thread);
        self.taken = Some(taken);
        Some(taken)
    }

    /// The step that is explored from here: whose, and which operation it does.
    pub(super) fn step(&self) -> Option<(ThreadId, OperationId)> {
        let thread = self.taken?.thread;
        Some((thread, self.operation(thread)?))
    }

    /// What the threads are about to do, ready or not.
    pub(super) fn pending(&self) -> impl Iterator<Item = (ThreadId, OperationId)> + '_ {
        let operation =
            |(index, info): (usize, &ThreadInfo)| Some((ThreadId(index as u16), info.next.operation()?));
        self.threads.iter().enumerate().filter_map(operation)
    }

    /// The event that made this a thread's next operation, if it was not the thread's own.
    pub(super) fn cause(&self, thread: ThreadId) -> Option<EventId> {
        self.threads.get(thread.index())?.cause
    }

    /// Some thread that can go on. What concerns nobody else comes first.
    pub(super) fn first_ready(&self) -> Option<ThreadId> {
        let alone = |p: &ThreadId| self.operation(*p) == Some(OperationId::LOCAL);
        let first = self.order.first(self.ready.iter().filter(alone));
        first.or_else(|| self.order.first(self.ready.iter()))
    }

    /// Nothing is to be explored from here, whatever else is found.
    pub(super) fn close(&mut self) {
        self.ready = ThreadSet::new();
        self.backtrack = ThreadSet::new();
    }

    /// Whether there may ever be a second step to explore.
    pub(super) fn is_fork(&self) -> bool {
        self.ready.len() > 1 || self.ready.iter().any(|thread| self.choices(thread) > 1)
    }

    pub(super) fn next(&self, thread: ThreadId) -> NextId {
        self.threads.get(thread.index()).map_or(NextId::Finished, |info| info.next)
    }

    /// next(s, p), ready or not.
    pub(super) fn operation(&self, thread: ThreadId) -> Option<OperationId> {
        self.next(thread).operation()
    }

    fn choices(&self, thread: ThreadId) -> u32 {
        match self.next(thread) {
            NextId::Ready(_, choices) => choices,
            _ => 1,
        }
    }

    pub(super) fn blocked(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let blocked = |(index, info): (usize, &ThreadInfo)| {
            matches!(info.next, NextId::Blocked(_)).then_some(ThreadId(index as u16))
        };
        self.threads.iter().enumerate().filter_map(blocked)
    }
}
