//! Bounds on preemptions or delays per execution, and what has been spent of them.

use mazurka_machine::{Operation, ThreadId};
use serde::{Deserialize, Serialize};

use crate::execution::EventId;
use crate::stack::Stack;

/// What an execution may do at most this often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// Switching away from a thread that is enabled (Definition 8). After a thread's end, a wait, a yield, a sleep or a timed
    /// wait that has given up, a switch is free.
    Preemptions(u32),
    /// Passing over a thread whose turn it is (Emmi, Qadeer, Rakamarić: POPL 2011). It is the turn of the thread that ran
    /// last; when that cannot continue, or yields, of the next one by number, and so around.
    Delays(u32),
}

impl Bound {
    pub fn limit(self) -> u32 {
        match self {
            Bound::Preemptions(limit) | Bound::Delays(limit) => limit,
        }
    }
}

/// What has been spent on the way to each node of the stack.
#[derive(Serialize, Deserialize)]
pub(super) struct Budget {
    pub bound: Bound,
    /// By node.
    #[serde(skip)]
    accounts: Vec<Account>,
}

/// What was spent up to a node, and what the next transition costs depends on.
#[derive(Clone, Copy)]
pub(super) struct Account {
    spent: u32,
    /// The thread that ran last; before the first event, main.
    pub last: ThreadId,
    /// Whether that was a yield.
    pub yielded: bool,
    /// Whether letting another one run interrupts that thread.
    pub could_continue: bool,
    /// The node in which the thread of the last event began to run without interruption.
    block: usize,
    /// The last event since then that waited for another thread's end.
    joined: Option<EventId>,
}

impl Budget {
    pub(crate) fn new(bound: Bound) -> Budget {
        Budget { bound, accounts: Vec::new() }
    }

    /// To be called for every new top node.
    pub(crate) fn entered<D>(&mut self, stack: &Stack<D>) {
        self.open(stack, stack.depth() - 1);
    }

    /// Finds out anew what has been spent.
    pub(crate) fn restore<D>(&mut self, stack: &Stack<D>) {
        (0..stack.depth()).for_each(|node| self.open(stack, node));
    }

    fn open<D>(&mut self, stack: &Stack<D>, node: usize) {
        self.accounts.truncate(node);
        let Some(last) = node.checked_sub(1) else {
            let (last, yielded, could_continue) = (ThreadId::MAIN, false, false);
            let start = Account { spent: 0, last, yielded, could_continue, block: 0, joined: None };
            return self.accounts.push(start);
        };
        let below = self.accounts[last];
        let thread = stack.execution.event(last).thread;
        let yielded = stack.node(last).yields(thread);
        let continued = below.last == thread && !below.yielded;
        let joins = matches!(stack.execution.operation(last), Operation::Join(_));
        self.accounts.push(Account {
            spent: below.spent + below.cost(self.bound, stack.node(last).ready(), thread),
            last: thread,
            yielded,
            could_continue: !yielded && stack.node(node).ready().contains(thread),
            block: if continued { below.block } else { last },
            joined: if joins { Some(last) } else { below.joined.filter(|_| continued) },
        });
    }

    /// Bᵥ(E.p) ≤ b in the top node.
    pub(crate) fn allows<D>(&self, stack: &Stack<D>, p: ThreadId) -> bool {
        let account = self.top(stack);
        account.spent + account.cost(self.bound, stack.top().ready(), p) <= self.bound.limit()
    }

    /// The account of the top node.
    pub(super) fn top<D>(&self, stack: &Stack<D>) -> &Account {
        &self.accounts[stack.depth() - 1]
    }

    /// pre_block(e, E): the node in which the thread of e, which led to another node, began to run without interruption.
    pub(crate) fn pre_block(&self, e: EventId) -> usize {
        self.accounts[e + 1].block
    }

    /// The events of e's thread that waited for another thread's end, from e back to where it began to run without
    /// interruption.
    pub(crate) fn joins(&self, e: EventId) -> impl Iterator<Item = EventId> + '_ {
        let block = self.pre_block(e);
        let before = move |join: &EventId| (*join > block).then(|| self.accounts[*join].joined).flatten();
        std::iter::successors(self.accounts[e + 1].joined, before)
    }

    /// The thread that ran last before the top node, if it is free to continue.
    pub(crate) fn running<D>(&self, stack: &Stack<D>) -> Option<ThreadId> {
        let account = self.top(stack);
        account.could_continue.then_some(account.last)
    }
}
