//! The search stack as data: the states on the current path, with what an algorithm keeps of each.

use mazurka_machine::{Audits, Machine, Next, Operation, ThreadId, ThreadSet};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::end::{End, Stops};
use crate::execution::{Event, EventId, Execution};
use crate::fairness::Fairness;
use crate::operations::{OperationId, Operations};
use crate::order::Order;
use crate::path::TransactionMark;
use crate::pending::{LastStep, NextId, PendingOperation, PendingOperations};
use crate::transition::Transition;

/// The path from the initial state to the current one. Node i is the state before transition i.
pub struct Stack<D> {
    /// Kept beyond `depth` so that their buffers are used again.
    nodes: Vec<Node<D>>,
    depth: usize,
    order: Order,
    /// The transitions as events, where a search or its reduction records them; and all operations that were met.
    pub execution: Execution,
    audits: Audits,
}

/// A state on the stack. What is not saved follows from the transitions that lead to it.
#[derive(Default, Serialize, Deserialize)]
pub struct Node<D> {
    #[serde(skip)]
    pub(crate) pending: PendingOperations,
    /// Which threads to prefer here.
    #[serde(skip)]
    order: Order,
    /// The transition that leads to the next node.
    pub transition: Option<Transition>,
    #[serde(skip)]
    pub(crate) stops: Stops,
    /// How many transitions were explored from here, each with all that follows it.
    pub(crate) explored: u32,
    /// What the algorithm keeps of the state.
    pub data: D,
}

/// What an algorithm keeps of a state on the stack.
pub trait NodeData: Default + Serialize + DeserializeOwned {
    /// Forgets another state at the same depth; buffers may stay.
    fn clear(&mut self) {
        *self = Self::default();
    }

    /// Whether a thread is in the state's sleep set.
    fn is_asleep(&self, _thread: ThreadId) -> bool {
        false
    }

    /// Whether it is decided already what is explored first from the state.
    fn is_planned(&self) -> bool {
        false
    }

    /// The transaction of the transition that leads to the next node.
    fn transaction(&self) -> Option<TransactionMark> {
        None
    }

    /// Whether that can have been decided about the state of a node that was restored.
    fn is_possible(_node: &Node<Self>) -> bool {
        true
    }
}

impl<D> Stack<D> {
    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn node(&self, at: usize) -> &Node<D> {
        &self.nodes[at]
    }

    pub fn node_mut(&mut self, at: usize) -> &mut Node<D> {
        &mut self.nodes[at]
    }

    pub fn top(&self) -> &Node<D> {
        &self.nodes[self.depth - 1]
    }

    pub fn top_mut(&mut self) -> &mut Node<D> {
        &mut self.nodes[self.depth - 1]
    }

    /// The node before the top one.
    pub(crate) fn below(&self) -> Option<&Node<D>> {
        self.depth.checked_sub(2).map(|at| &self.nodes[at])
    }

    pub(crate) fn nodes(&self) -> &[Node<D>] {
        &self.nodes[..self.depth]
    }

    /// The last two nodes: the state before the last event and the one after it.
    pub(crate) fn last_step(&mut self) -> Option<(&Event, &Operations, &Node<D>, &mut Node<D>)> {
        let (below, top) = self.nodes[..self.depth].split_at_mut(self.depth - 1);
        let Execution { operations, .. } = &self.execution;
        Some((self.execution.events().last()?, operations, below.last()?, &mut top[0]))
    }

    /// next(s, p) in the state of a node: the pending operation of a thread, ready or not.
    pub fn operation(&self, node: usize, thread: ThreadId) -> Option<&Operation> {
        self.nodes[node].operation(thread).map(|id| self.execution.operations.get(id))
    }

    /// The pending operation that a thread of the top node would have in another state.
    #[inline]
    pub(crate) fn intern(&mut self, thread: ThreadId, next: &Next) -> NextId {
        self.nodes[self.depth - 1].pending.intern(&mut self.execution.operations, thread, next)
    }

    /// About how many bytes it takes. A node has room for as many threads as the top one, more or less.
    pub(crate) fn bytes(&self) -> usize {
        let top = self.nodes.get(self.depth.saturating_sub(1)).map_or(0, |top| top.pending.bytes());
        self.nodes.capacity() * size_of::<Node<D>>() + self.nodes.len() * top + self.execution.bytes()
    }

    pub(crate) fn pop(&mut self) {
        self.depth -= 1;
    }

    /// Appends the top node's transition to the execution.
    pub(crate) fn record(&mut self) -> Option<EventId> {
        let node = &self.nodes[self.depth - 1];
        let transition = node.transition?;
        let PendingOperation { next, cause, .. } = node.pending.get(transition.thread);
        let NextId::Ready(id, choices) = next else { unreachable!("only ready threads are explored") };
        Some(self.execution.push(transition, id, choices, cause))
    }

    /// Appends a thread's pending operation as if it had happened, to see its races; undone by [`Execution::pop`].
    pub(crate) fn pretend(&mut self, thread: ThreadId) -> EventId {
        let PendingOperation { next, cause, .. } = self.top().pending.get(thread);
        let id = next.operation().expect("a blocked thread waits for something");
        self.execution.push(Transition { thread, choice: 0 }, id, 1, cause)
    }

    /// How the execution ends in the top node, if it does; without having more than this many transitions.
    pub(crate) fn end(&self, max_depth: usize) -> Option<End> {
        let Node { pending, stops, .. } = self.top();
        if !pending.ready.is_empty() {
            return (self.depth > max_depth).then_some(End::TooDeep);
        }
        let blocked: Vec<ThreadId> = pending.blocked().collect();
        Some(match () {
            _ if stops.pruned => End::Pruned,
            _ if stops.cut_off => End::CutOff,
            _ if stops.vain => End::Vain,
            _ if stops.failed => End::Stopped,
            _ if blocked.is_empty() => End::Complete,
            _ => End::Deadlock(blocked),
        })
    }
}

impl<D: NodeData> Stack<D> {
    pub(crate) fn new(order: Order) -> Stack<D> {
        Stack {
            nodes: Vec::new(),
            depth: 0,
            order,
            execution: Execution::default(),
            audits: Audits::default(),
        }
    }

    /// Whether what was restored can have been decided about the states.
    pub(crate) fn is_possible(&self) -> bool {
        self.nodes().iter().all(D::is_possible)
    }

    /// Enters the state that the machine is in, which the top node's transition has led to, if there is one; `finished` if
    /// its thread has finished. `may_be_the_last` is explained in [`LastStep`].
    pub(crate) fn push<M: Machine>(
        &mut self,
        machine: &M,
        finished: bool,
        may_be_the_last: bool,
        stops: Stops,
    ) {
        if self.nodes.len() == self.depth {
            self.nodes.push(Node::default());
        }
        let (below, rest) = self.nodes.split_at_mut(self.depth);
        let node = &mut rest[0];
        node.clear(self.order.at(self.depth), stops);
        let operations = &mut self.execution.operations;
        match below.last().and_then(|parent| Some((parent, parent.step()?))) {
            Some((parent, (thread, operation))) => {
                let event = self.depth - 1;
                node.pending.inherit(&parent.pending);
                let step = LastStep { event, thread, operation, finished, may_be_the_last };
                node.pending.follow(machine, operations, step);
            }
            None => node.pending.start(machine, operations),
        }
        self.depth += 1;
        debug_assert!(
            !self.audits.are_due() || node.pending.is_up_to_date(machine, operations),
            "a step changed the pending operation of an independent thread"
        );
    }
}

impl<D: NodeData> Node<D> {
    /// Forgets what was explored from another state at the same depth.
    fn clear(&mut self, order: Order, stops: Stops) {
        self.order = order;
        self.transition = None;
        self.stops = stops;
        self.explored = 0;
        self.data.clear();
    }

    /// The thread that is about to join another, if all others have ended and the reduction would let it.
    pub(crate) fn lone_joiner(&self) -> Option<ThreadId> {
        let thread = self.pending.joining.iter().next()?;
        let is_it = |other: ThreadId| other == thread;
        let is_alone = self.pending.ready.iter().all(is_it) && self.pending.unsteady.iter().all(is_it);
        (is_alone && !self.data.is_asleep(thread) && !self.data.is_planned()).then_some(thread)
    }
}

impl<D> Node<D> {
    /// Takes over what was decided about this state before it was saved.
    pub(crate) fn restore(&mut self, saved: Node<D>) {
        let Node { transition, explored, data, .. } = saved;
        (self.transition, self.explored, self.data) = (transition, explored, data);
    }

    /// Whether a transition can be made from here.
    pub(crate) fn allows(&self, transition: Transition) -> bool {
        self.ready().contains(transition.thread) && transition.choice < self.choices(transition.thread)
    }

    /// The transition that is explored from here: its thread and operation.
    pub(crate) fn step(&self) -> Option<(ThreadId, OperationId)> {
        let thread = self.transition?.thread;
        Some((thread, self.operation(thread)?))
    }

    /// The threads created so far, finished ones included.
    pub(crate) fn created(&self) -> &ThreadSet {
        &self.pending.created
    }

    /// enabled(s)
    pub fn ready(&self) -> &ThreadSet {
        &self.pending.ready
    }

    pub fn blocked(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.pending.blocked()
    }

    /// How many choices a thread's pending operation has.
    pub fn choices(&self, thread: ThreadId) -> u32 {
        self.pending.choices(thread)
    }

    /// next(s, p), ready or not.
    pub(crate) fn operation(&self, thread: ThreadId) -> Option<OperationId> {
        self.pending.operation(thread)
    }

    /// Whether a thread's pending operation lets others run: a yield, a sleep, a timed wait that gives up.
    pub(crate) fn yields(&self, thread: ThreadId) -> bool {
        self.pending.get(thread).turn.yields()
    }

    /// Whether a thread is ready, and need not let others run first.
    pub(crate) fn is_prompt(&self, thread: ThreadId) -> bool {
        self.ready().contains(thread) && self.pending.fairness.is_prompt(thread)
    }

    /// The first of some threads.
    pub fn first(&self, threads: &ThreadSet) -> Option<ThreadId> {
        self.pending.first(threads, self.order)
    }

    /// Some p ∈ enabled(s) \ Sleep. Local operations come first: the earlier they are executed, the more executions share
    /// them.
    pub fn first_awake(&self, sleep: &ThreadSet) -> Option<ThreadId> {
        let awake = self.ready().without(sleep);
        let local = || self.pending.first_prompt(&self.pending.alone.without(sleep), self.order);
        self.pending.starving(&awake).or_else(local).or_else(|| self.first(&awake))
    }

    /// The same, and joins come last: where only joins are left, the execution need not be followed event by event.
    pub(crate) fn first_awake_joins_last(&self, sleep: &ThreadSet) -> Option<ThreadId> {
        let PendingOperations { alone, ready, joining, .. } = &self.pending;
        let starving = self.pending.starving(&ready.without(sleep));
        let prompt = |threads: &ThreadSet| {
            self.pending.first_prompt(&threads.without(sleep).without(joining), self.order)
        };
        let other = starving.or_else(|| prompt(alone)).or_else(|| prompt(ready));
        other.or_else(|| self.first_awake(sleep))
    }

    /// The first of these threads; joins come last.
    pub(crate) fn first_joins_last(&self, threads: &ThreadSet) -> Option<ThreadId> {
        let others = || threads.without(&self.pending.joining);
        let starving = self.pending.starving(threads);
        let prompt = || self.pending.first_prompt(&others(), self.order);
        starving.or_else(prompt).or_else(|| self.first(threads))
    }

    /// The first of these threads where one has just let the others run.
    pub(crate) fn first_after_yield(&self, threads: &ThreadSet) -> Option<ThreadId> {
        Fairness::next_turn(threads, |thread| self.pending.get(thread).turn)
    }

    /// Whether there may ever be a second transition to explore.
    pub(crate) fn is_fork(&self) -> bool {
        self.ready().len() > 1 || self.ready().iter().any(|thread| self.choices(thread) > 1)
    }
}
