//! Bounds on how often a schedule may leave the beaten track.

use mazurka_machine::{Operation, ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use crate::execution::{EventId, Execution};
use crate::stack::Stack;

/// How often an execution may do what is not for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// Switching away from a thread that could go on (Definition 8). A thread's end, a wait and a yield let others go
    /// first for nothing.
    Preemptions(u32),
    /// Passing over a thread whose turn it is (Emmi, Qadeer, Rakamarić: POPL 2011). It is the turn of the thread that ran
    /// last; when that cannot go on, or yields, of the next one by number, and so around.
    Delays(u32),
}

impl Bound {
    pub fn limit(self) -> u32 {
        match self {
            Bound::Preemptions(limit) | Bound::Delays(limit) => limit,
        }
    }
}

/// Whether an event lets others go first. What a thread does first is to start, which is no yield.
pub(crate) fn yields(execution: &Execution, event: EventId) -> bool {
    *execution.operation(event) == Operation::Local && execution.event(event).previous.is_some()
}

/// What has been spent on the way to each node of the stack.
#[derive(Serialize, Deserialize)]
pub(crate) struct Budget {
    pub bound: Bound,
    /// By node.
    #[serde(skip)]
    accounts: Vec<Account>,
}

/// How things stand in a node.
#[derive(Clone, Copy)]
struct Account {
    spent: u32,
    /// Who ran last; before the first event, main.
    last: ThreadId,
    /// Whether that was a yield.
    yielded: bool,
    /// Whether letting another one run interrupts that thread.
    could_go_on: bool,
    /// The node in which the thread of the last event began to run without interruption.
    block: usize,
    /// The last event since then that waited for another thread's end.
    joined: Option<EventId>,
}

impl Account {
    /// What it costs to let p, one of those who are ready, step.
    fn cost(&self, bound: Bound, ready: &ThreadSet, p: ThreadId) -> u32 {
        match bound {
            Bound::Preemptions(_) => u32::from(self.could_go_on && p != self.last),
            Bound::Delays(_) => {
                let turn = self.turn(p);
                ready.iter().filter(|&other| self.turn(other) < turn).count() as u32
            }
        }
    }

    /// How late it is a thread's turn: passing over others costs the more, the later.
    fn turn(&self, thread: ThreadId) -> u16 {
        thread.0.wrapping_sub(self.last.0 + u16::from(self.yielded))
    }
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
            let (last, yielded, could_go_on) = (ThreadId::MAIN, false, false);
            let start = Account { spent: 0, last, yielded, could_go_on, block: 0, joined: None };
            return self.accounts.push(start);
        };
        let below = self.accounts[last];
        let thread = stack.execution.event(last).thread;
        let yielded = yields(&stack.execution, last);
        let went_on = below.last == thread && !below.yielded;
        let joins = matches!(stack.execution.operation(last), Operation::Join(_));
        self.accounts.push(Account {
            spent: below.spent + below.cost(self.bound, stack.node(last).ready(), thread),
            last: thread,
            yielded,
            could_go_on: !yielded && stack.node(node).ready().contains(thread),
            block: if went_on { below.block } else { last },
            joined: if joins { Some(last) } else { below.joined.filter(|_| went_on) },
        });
    }

    /// Bᵥ(E.p) ≤ b in the top node.
    pub(crate) fn allows<D>(&self, stack: &Stack<D>, p: ThreadId) -> bool {
        let account = &self.accounts[stack.depth() - 1];
        account.spent + account.cost(self.bound, stack.top().ready(), p) <= self.bound.limit()
    }

    /// Whose turn it is first in the top node.
    pub(crate) fn first_in_turn<D>(&self, stack: &Stack<D>, threads: &ThreadSet) -> Option<ThreadId> {
        let account = &self.accounts[stack.depth() - 1];
        threads.iter().min_by_key(|thread| account.turn(*thread))
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

    /// Who ran last before the top node, if that thread is free to go on.
    pub(crate) fn running<D>(&self, stack: &Stack<D>) -> Option<ThreadId> {
        let account = self.accounts[stack.depth() - 1];
        account.could_go_on.then_some(account.last)
    }
}
