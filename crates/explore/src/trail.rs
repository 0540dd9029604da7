//! The search stack as data: the states on the current path, with what is still to be explored from each.

use mazurka_machine::{Choice, Machine, Next, Operation, Pending, ThreadId, ThreadSet};

use crate::execution::{EventId, Execution};
use crate::order::Order;
use crate::reversal::Reversal;

/// The path from the initial state to the current one. Node i is the state before event i.
pub struct Trail<Mark> {
    /// Kept beyond `depth` so that their buffers are used again.
    nodes: Vec<Node<Mark>>,
    depth: usize,
    order: Order,
    pub execution: Execution,
}

/// A state on the path.
pub struct Node<Mark> {
    mark: Option<Mark>,
    /// By number; `None` for threads that do not exist here.
    threads: Vec<Option<ThreadInfo>>,
    /// Threads that may be ready here; kept to avoid asking every number.
    ready: ThreadSet,
    /// Which threads to prefer here.
    order: Order,
    /// Threads whose next step was explored from here, or need not be.
    pub sleep: ThreadSet,
    /// Single choices of threads that are not asleep as a whole.
    pub sleeping_choices: Vec<Taken>,
    /// Threads to be explored from here.
    pub backtrack: ThreadSet,
    /// Threads of which all choices were explored from here.
    pub done: ThreadSet,
    /// Sequences to be explored from here, the first one next.
    pub wakeup: Vec<Branch>,
    /// The step that leads to the next node.
    pub taken: Option<Taken>,
    /// The step that was explored last from here.
    pub last: Option<Taken>,
    /// Reversals that have to be tried on the machine before they can be added to `wakeup`.
    pub untried: Vec<Reversal>,
    /// A thread has failed, or ended the process, on the way here.
    pub stopped: bool,
    /// An assumption has failed on the way here.
    pub pruned: bool,
    /// A bound has stopped a thread on the way here.
    pub cut_off: bool,
    /// Whether an algorithm has decided about this node yet.
    pub entered: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Taken {
    pub thread: ThreadId,
    pub choice: Choice,
}

/// A step, and what is to be explored after it; a leaf leaves that open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    pub thread: ThreadId,
    /// `None`: all of them, as many as there will be.
    pub choice: Option<Choice>,
    pub operation: Operation,
    pub children: Vec<Branch>,
}

#[derive(Clone, Debug)]
struct ThreadInfo {
    next: Next,
    /// The event that made this its next operation, if it was not the thread's own.
    cause: Option<EventId>,
}

impl<Mark: Copy> Trail<Mark> {
    pub(crate) fn new(order: Order) -> Trail<Mark> {
        Trail { nodes: Vec::new(), depth: 0, order, execution: Execution::default() }
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

    /// Enters the state that the machine is in, which the last event (if any) has led to.
    pub fn push<M: Machine<Mark = Mark>>(&mut self, machine: &mut M) {
        if self.nodes.len() == self.depth {
            self.nodes.push(Node::empty());
        }
        let (below, rest) = self.nodes.split_at_mut(self.depth);
        let node = &mut rest[0];
        node.clear();
        node.mark = Some(machine.mark());
        node.order = self.order.at(self.depth);
        let parent = below.last();
        node.stopped = parent.is_some_and(|parent| parent.stopped);
        node.pruned = parent.is_some_and(|parent| parent.pruned);
        node.cut_off = parent.is_some_and(|parent| parent.cut_off);
        let stepped = parent.and_then(|parent| parent.taken).map(|taken| taken.thread);
        for thread in machine.threads().iter() {
            let next = machine.next(thread);
            let cause = match parent {
                _ if stepped == Some(thread) => None,
                None => None,
                Some(parent) => match parent.info(thread) {
                    // It was woken by the step just made: what it waits for has changed.
                    Some(ThreadInfo { next: Next::Blocked(before), .. }) if is_woken(before, &next) => {
                        Some(self.execution.len() - 1)
                    }
                    Some(before) => before.cause,
                    // It was created by the step just made.
                    None => Some(self.execution.len() - 1),
                },
            };
            node.enter_thread(thread, ThreadInfo { next, cause });
        }
        self.depth += 1;
    }

    pub fn pop(&mut self) {
        self.depth -= 1;
        if self.depth > 0 {
            self.execution.pop();
        }
    }

    /// Appends the event that the top node's thread is about to execute.
    pub fn record(&mut self, taken: Taken) -> EventId {
        let node = &mut self.nodes[self.depth - 1];
        node.taken = Some(taken);
        let info = node.info(taken.thread).expect("only existing threads are taken");
        let operation = operation(&info.next).cloned().unwrap_or(Operation::Local);
        self.execution.push(taken.thread, taken.choice, operation, info.cause)
    }

    /// Appends a blocked thread's pending operation as if it had happened, to see its races; undone by
    /// [`Execution::pop`].
    pub fn pretend(&mut self, thread: ThreadId) -> EventId {
        let info = self.top().info(thread).expect("only existing threads are blocked");
        let operation = operation(&info.next).cloned().unwrap_or(Operation::Local);
        let cause = info.cause;
        self.execution.push(thread, 0, operation, cause)
    }
}

impl<Mark: Copy> Node<Mark> {
    fn empty() -> Node<Mark> {
        Node {
            mark: None,
            threads: Vec::new(),
            ready: ThreadSet::new(),
            order: Order::ByNumber,
            sleep: ThreadSet::new(),
            sleeping_choices: Vec::new(),
            backtrack: ThreadSet::new(),
            done: ThreadSet::new(),
            wakeup: Vec::new(),
            taken: None,
            last: None,
            untried: Vec::new(),
            stopped: false,
            pruned: false,
            cut_off: false,
            entered: false,
        }
    }

    fn clear(&mut self) {
        self.threads.clear();
        self.wakeup.clear();
        self.sleeping_choices.clear();
        self.ready = ThreadSet::new();
        self.sleep = ThreadSet::new();
        self.backtrack = ThreadSet::new();
        self.done = ThreadSet::new();
        self.taken = None;
        self.last = None;
        self.untried.clear();
        self.entered = false;
    }

    fn enter_thread(&mut self, thread: ThreadId, info: ThreadInfo) {
        if matches!(info.next, Next::Ready(_)) {
            self.ready.insert(thread);
        }
        self.threads.resize(thread.index(), None);
        self.threads.push(Some(info));
    }

    pub fn mark(&self) -> Mark {
        self.mark.expect("a node is entered with a mark")
    }

    /// enabled(s)
    pub fn ready(&self) -> &ThreadSet {
        &self.ready
    }

    fn info(&self, thread: ThreadId) -> Option<&ThreadInfo> {
        self.threads.get(thread.index())?.as_ref()
    }

    /// Some p ∈ enabled(s) \ Sleep.
    pub fn first_awake(&self) -> Option<ThreadId> {
        self.order.first(self.ready.iter().filter(|p| !self.sleep.contains(*p)))
    }

    /// Some p ∈ candidates \ (done ∪ Sleep).
    pub fn first_open(&self, candidates: &ThreadSet) -> Option<ThreadId> {
        let open = |p: &ThreadId| !self.done.contains(*p) && !self.sleep.contains(*p);
        self.order.first(candidates.iter().filter(open))
    }

    pub fn next(&self, thread: ThreadId) -> &Next {
        self.info(thread).map_or(&Next::Finished, |info| &info.next)
    }

    pub fn pending(&self, thread: ThreadId) -> Option<&Pending> {
        match self.next(thread) {
            Next::Ready(pending) => Some(pending),
            _ => None,
        }
    }

    /// next(s, p), ready or not.
    pub fn operation(&self, thread: ThreadId) -> Option<&Operation> {
        operation(self.next(thread))
    }

    pub fn choices(&self, thread: ThreadId) -> u32 {
        self.pending(thread).map_or(1, |pending| pending.choices)
    }

    pub fn blocked(&self) -> impl Iterator<Item = ThreadId> + '_ {
        let blocked = |(index, info): (usize, &Option<ThreadInfo>)| {
            matches!(info, Some(ThreadInfo { next: Next::Blocked(_), .. })).then_some(ThreadId(index as u16))
        };
        self.threads.iter().enumerate().filter_map(blocked)
    }
}

fn operation(next: &Next) -> Option<&Operation> {
    match next {
        Next::Finished => None,
        Next::Blocked(operation) => Some(operation),
        Next::Ready(pending) => Some(&pending.operation),
    }
}

/// Whether a thread that was blocked has got something else to do. What a wait or a block looks at changes with the
/// state; that is not being woken.
fn is_woken(before: &Operation, now: &Next) -> bool {
    !matches!(before, Operation::Await(_) | Operation::Block(_)) && operation(now) != Some(before)
}
