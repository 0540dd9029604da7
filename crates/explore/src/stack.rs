//! The search stack as data: the states on the current path, with what is still to be explored from each.

use mazurka_machine::{Machine, Next, Operation, ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use crate::execution::{Event, EventId, Execution};
use crate::operations::{OperationId, Operations};
use crate::order::Order;
use crate::pending::{LastStep, NextId, PendingOperation, PendingOperations};
use crate::transition::Transition;
use crate::wakeup::Branches;

/// The path from the initial state to the current one. Node i is the state before event i.
pub struct Stack<Mark> {
    /// Kept beyond `depth` so that their buffers are used again.
    nodes: Vec<Node<Mark>>,
    depth: usize,
    /// So many nodes have marks that are still valid, if they have one.
    marked: usize,
    order: Order,
    pub execution: Execution,
}

/// A state on the path.
pub struct Node<Mark> {
    /// Taken when a step leaves the node, if it is likely that the search comes back for another.
    mark: Option<Mark>,
    pub(crate) pending: PendingOperations,
    /// Which threads to prefer here.
    order: Order,
    /// Threads whose next step was explored from here, or need not be.
    pub sleep: ThreadSet,
    /// Single choices of threads that are not asleep as a whole.
    pub sleeping_choices: Vec<Transition>,
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads of which all choices were explored from here.
    pub done: ThreadSet,
    /// Sequences to be explored from here, the first one next.
    pub(crate) wakeup: Branches,
    /// The step that leads to the next node.
    pub transition: Option<Transition>,
    /// The step that was explored last from here.
    pub last: Option<Transition>,
    /// A thread has failed, or ended the process, on the way here.
    pub stopped: bool,
    /// An assumption has failed on the way here.
    pub pruned: bool,
    /// A bound has stopped a thread on the way here.
    pub cut_off: bool,
    /// Whether an algorithm has decided about this node yet.
    pub entered: bool,
    /// How many steps were explored from here, each with all that follows it.
    pub(crate) explored: u32,
}

/// What is kept of a node when a search is saved: what does not follow from the way to it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedNode {
    pub transition: Option<Transition>,
    sleep: ThreadSet,
    sleeping_choices: Vec<Transition>,
    backtrack: ThreadSet,
    done: ThreadSet,
    wakeup: Branches,
    last: Option<Transition>,
    stopped: bool,
    pruned: bool,
    cut_off: bool,
    entered: bool,
    explored: u32,
}

impl<Mark: Copy> Stack<Mark> {
    pub(crate) fn new(order: Order) -> Stack<Mark> {
        Stack { nodes: Vec::new(), depth: 0, marked: 0, order, execution: Execution::default() }
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    pub fn node(&self, at: usize) -> &Node<Mark> {
        &self.nodes[at]
    }

    pub fn node_mut(&mut self, at: usize) -> &mut Node<Mark> {
        &mut self.nodes[at]
    }

    pub fn top(&self) -> &Node<Mark> {
        &self.nodes[self.depth - 1]
    }

    pub fn top_mut(&mut self) -> &mut Node<Mark> {
        &mut self.nodes[self.depth - 1]
    }

    /// What a thread of the top node would be about to do in another state.
    #[inline]
    pub(crate) fn intern(&mut self, thread: ThreadId, next: &Next) -> NextId {
        self.nodes[self.depth - 1].pending.intern(&mut self.execution.operations, thread, next)
    }

    /// What a thread is about to do at the top node, ready or not.
    pub fn pending(&self, thread: ThreadId) -> Option<&Operation> {
        self.top().operation(thread).map(|id| self.execution.operations.get(id))
    }

    /// The last two nodes: the state before the last event and the one after it.
    pub(crate) fn last_step(&mut self) -> Option<(&Event, &Operations, &Node<Mark>, &mut Node<Mark>)> {
        let (below, top) = self.nodes[..self.depth].split_at_mut(self.depth - 1);
        let Execution { operations, .. } = &self.execution;
        Some((self.execution.events().last()?, operations, below.last()?, &mut top[0]))
    }

    /// Enters the state that the machine is in, which the last event (if any) has led to; `finished` if that was the last
    /// of its thread's.
    pub(crate) fn push<M: Machine<Mark = Mark>>(&mut self, machine: &mut M, finished: bool) {
        if self.nodes.len() == self.depth {
            self.nodes.push(Node::empty());
        }
        let (below, rest) = self.nodes.split_at_mut(self.depth);
        let node = &mut rest[0];
        node.clear(self.order.at(self.depth));
        let event = self.execution.len().checked_sub(1);
        let step = event.map(|event| (event, self.execution.event(event)));
        let made = step.map(|(event, &Event { thread, id: operation, .. })| LastStep {
            event,
            thread,
            operation,
            finished,
            may_be_the_last: false,
        });
        let operations = &mut self.execution.operations;
        match (below.last(), made) {
            (Some(parent), Some(made)) => {
                node.inherit(parent);
                node.pending.follow(machine, operations, made);
            }
            _ => node.pending.start(machine, operations),
        }
        self.depth += 1;
        debug_assert!(
            node.pending.is_up_to_date(machine, operations),
            "a step changed what an independent thread is about to do"
        );
    }

    pub(crate) fn pop(&mut self) {
        self.depth -= 1;
        self.marked = self.marked.min(self.depth);
        if self.depth > 0 {
            self.execution.pop();
        }
    }

    /// Appends the event that the top node's thread is about to execute; the machine stands at the top node.
    pub(crate) fn record<M: Machine<Mark = Mark>>(
        &mut self,
        machine: &mut M,
        transition: Transition,
    ) -> EventId {
        let node = &mut self.nodes[self.depth - 1];
        node.transition = Some(transition);
        let PendingOperation { next, cause } = node.pending.get(transition.thread);
        let NextId::Ready(id, choices) = next else { unreachable!("only ready threads are transition") };
        let likely = self.depth == 1 || !self.execution.operations.traits(id).private;
        if likely && node.mark.is_none() {
            node.mark = Some(machine.mark());
        }
        self.marked = self.depth;
        self.execution.push(transition, id, choices, cause)
    }

    /// Appends a blocked thread's pending operation as if it had happened, to see its races; undone by
    /// [`Execution::pop`].
    pub(crate) fn pretend(&mut self, thread: ThreadId) -> EventId {
        let PendingOperation { next, cause } = self.top().pending.get(thread);
        let id = next.operation().expect("a blocked thread waits for something");
        self.execution.push(Transition { thread, choice: 0 }, id, 1, cause)
    }

    /// What was decided about the nodes of the path.
    pub(crate) fn save(&self) -> Vec<SavedNode> {
        self.nodes[..self.depth].iter().map(Node::save).collect()
    }

    /// Puts that back; `false` if it cannot have been decided about these.
    pub(crate) fn restore(&mut self, nodes: Vec<SavedNode>) -> bool {
        let fits = nodes.len() == self.depth;
        fits && self.nodes.iter_mut().zip(nodes).all(|(node, saved)| node.restore(saved))
    }

    /// Sequences to be explored, by node.
    pub(crate) fn wakeups(&self) -> impl Iterator<Item = Branches> + '_ {
        self.nodes[..self.depth].iter().map(|node| node.wakeup)
    }

    /// Puts the machine, which has gone on from some state on the path, into the state of a node on the path.
    pub(crate) fn return_to<M: Machine<Mark = Mark>>(
        &mut self,
        machine: &mut M,
        node: usize,
    ) -> Result<(), M::Error> {
        let valid = self.marked.min(node + 1);
        let marked = self.nodes[..valid].iter().rposition(|node| node.mark.is_some());
        let from = marked.expect("the first node has a mark");
        machine.rewind(self.nodes[from].mark.expect("just found"));
        // Nodes without a mark, or with one that was rewound over, are reached by doing again what was done.
        for at in from..node {
            let Transition { thread, choice } =
                self.nodes[at].transition.expect("a step leads to the next node");
            if at > from && self.nodes[at].mark.is_some() {
                self.nodes[at].mark = Some(machine.mark());
            }
            machine.step(thread, choice)?;
        }
        if node > from && self.nodes[node].mark.is_some() {
            self.nodes[node].mark = Some(machine.mark());
        }
        self.marked = node + 1;
        Ok(())
    }
}

impl<Mark: Copy> Node<Mark> {
    fn empty() -> Node<Mark> {
        Node {
            mark: None,
            pending: PendingOperations::default(),
            order: Order::ByNumber,
            sleep: ThreadSet::new(),
            sleeping_choices: Vec::new(),
            backtrack: ThreadSet::new(),
            done: ThreadSet::new(),
            wakeup: Branches::default(),
            transition: None,
            last: None,
            stopped: false,
            pruned: false,
            cut_off: false,
            entered: false,
            explored: 0,
        }
    }

    /// Forgets what was explored from another state at the same depth.
    fn clear(&mut self, order: Order) {
        self.mark = None;
        self.order = order;
        self.sleep = ThreadSet::new();
        self.sleeping_choices.clear();
        self.backtrack = ThreadSet::new();
        self.done = ThreadSet::new();
        self.wakeup = Branches::default();
        self.transition = None;
        self.last = None;
        self.entered = false;
        self.explored = 0;
    }

    /// What stays as it was in the node below, until a step is known to have changed it.
    fn inherit(&mut self, below: &Node<Mark>) {
        self.pending.inherit(&below.pending);
        self.stopped = below.stopped;
        self.pruned = below.pruned;
        self.cut_off = below.cut_off;
    }

    fn save(&self) -> SavedNode {
        SavedNode {
            transition: self.transition,
            sleep: self.sleep.clone(),
            sleeping_choices: self.sleeping_choices.clone(),
            backtrack: self.backtrack.clone(),
            done: self.done.clone(),
            wakeup: self.wakeup,
            last: self.last,
            stopped: self.stopped,
            pruned: self.pruned,
            cut_off: self.cut_off,
            entered: self.entered,
            explored: self.explored,
        }
    }

    fn restore(&mut self, saved: SavedNode) -> bool {
        let can_be_tried =
            |p: ThreadId| self.ready().contains(p) || saved.done.contains(p) || saved.sleep.contains(p);
        let fits = [saved.transition, saved.last].into_iter().flatten().all(|step| self.allows(step))
            && saved.backtrack.iter().all(can_be_tried)
            && saved.explored < u32::MAX / 2;
        self.set_stops(&saved);
        self.transition = saved.transition;
        self.sleep = saved.sleep;
        self.sleeping_choices = saved.sleeping_choices;
        self.backtrack = saved.backtrack;
        self.done = saved.done;
        self.wakeup = saved.wakeup;
        self.last = saved.last;
        self.entered = saved.entered;
        self.explored = saved.explored;
        fits
    }

    /// What has happened on the way, as it was saved: the nodes above inherit it.
    pub(crate) fn set_stops(&mut self, saved: &SavedNode) {
        (self.stopped, self.pruned, self.cut_off) = (saved.stopped, saved.pruned, saved.cut_off);
    }

    /// Whether a step can be made from here.
    pub(crate) fn allows(&self, transition: Transition) -> bool {
        self.ready().contains(transition.thread) && transition.choice < self.choices(transition.thread)
    }

    /// The threads created so far, finished ones included.
    pub(crate) fn created(&self) -> &ThreadSet {
        &self.pending.created
    }

    /// enabled(s)
    pub fn ready(&self) -> &ThreadSet {
        &self.pending.ready
    }

    /// Some p ∈ enabled(s) \ Sleep. What concerns nobody else comes first: the earlier it is done, the more executions
    /// share it.
    pub fn first_awake(&self) -> Option<ThreadId> {
        self.first_of(|threads| threads.without(&self.sleep))
    }

    /// The same, and joins come last: what is left when all else is done need not be looked at closely.
    pub fn first_awake_joins_last(&self) -> Option<ThreadId> {
        let busy = self.first_of(|threads| threads.without(&self.sleep).without(&self.pending.joining));
        busy.or_else(|| self.first_awake())
    }

    fn first_of(&self, allowed: impl Fn(&ThreadSet) -> ThreadSet) -> Option<ThreadId> {
        let alone = self.order.first(allowed(&self.pending.alone).iter());
        alone.or_else(|| self.order.first(allowed(&self.pending.ready).iter()))
    }

    /// The thread that is about to join another, if all others have ended and nothing is planned.
    pub(crate) fn lone_joiner(&self) -> Option<ThreadId> {
        let thread = self.pending.joining.iter().next()?;
        let is_it = |other: ThreadId| other == thread;
        let is_alone = self.pending.ready.iter().all(is_it) && self.pending.unsteady.iter().all(is_it);
        (is_alone && !self.sleep.contains(thread) && self.wakeup.is_empty()).then_some(thread)
    }

    /// candidates \ (done ∪ Sleep)
    #[inline]
    pub fn open(&self, candidates: &ThreadSet) -> ThreadSet {
        candidates.without(&self.done).without(&self.sleep)
    }

    /// Some p ∈ candidates \ (done ∪ Sleep).
    pub fn first_open(&self, candidates: &ThreadSet) -> Option<ThreadId> {
        self.order.first(self.open(candidates).iter())
    }

    /// The first of these threads; joins come last.
    pub fn first_joins_last(&self, threads: &ThreadSet) -> Option<ThreadId> {
        let busy = threads.without(&self.pending.joining);
        self.order.first(busy.iter()).or_else(|| self.order.first(threads.iter()))
    }

    /// next(s, p), ready or not.
    pub(crate) fn operation(&self, thread: ThreadId) -> Option<OperationId> {
        self.pending.operation(thread)
    }

    pub fn choices(&self, thread: ThreadId) -> u32 {
        self.pending.choices(thread)
    }

    pub fn blocked(&self) -> impl Iterator<Item = ThreadId> + '_ {
        self.pending.blocked()
    }
}
