//! Transactions: Levin, Palmer, Qadeer, Rajamani: *Sound Transaction-based Reduction without Cycle Detection* (SPIN 2005).
//! Guarantee: assertion failures and other faults of a thread; with [`Transactions::right_movers`] off, all errors.
//!
//! A *transaction* is a sequence of one thread's transitions: right movers, a transition that commits, left movers. Other
//! threads are explored only between transactions, at *boundaries*, and only the states of boundaries are stored. After the
//! commit a transaction has to come to an end, or else what it has published is never seen by others; [`Completion`] says how
//! that is ensured. `movers.rs` says which transitions are movers. Names and lines are those of Figures 6 and 7.
//!
//! Deviations:
//! 1. The states within a transaction are known only while it is explored, and by its thread: the paper's table, which all
//!    threads share, finds a state that another thread has reached, whose CPC says nothing about this thread. A state
//!    that is stored is a boundary: all threads are explored from it, so it completes whatever gets there, in either phase.
//! 2. A transaction ends where its thread is blocked or finished, or cannot continue with a left mover: at once, and not
//!    when the state is left (L7, L18). Only what is known after a transition (accesses to demoted bytes behind a left mover)
//!    ends a transaction by L7.
//! 3. A thread that fails, exits, breaks an assumption or reaches a bound stops after its transition's operation, which others
//!    may see. The state behind it is one in which the thread can do nothing, and completes nothing by itself.
//! 4. A transition by which a thread finishes, or that creates one, is no right mover: another thread may join it, or be it.
//! 5. A join that is possible is a left mover, too: the thread has ended before, and where it has not, a transaction ends.
//! 6. A transaction that begins with movers to both sides has not committed: these are right movers. In the paper the phase
//!    of a thread outside of transactions is that after a commit, and the first pure right mover begins another transaction.
//!    Where deadlocks are looked for, there is no right part: threads are blocked only at boundaries.

mod classes;
mod demotion;
mod inner;
mod mover;
mod movers;

use mazurka_machine::{Step, ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::segments::{Knowledge, Performed};
use super::{Arrival, Arrived, Expansion};
use crate::path::TransactionMark;
use crate::pending::NextId;
use crate::saved::is_a_count;
use crate::stack::{Node, NodeData, Stack};
use crate::statistics::StateStatistics;
use crate::transition::Transition;
pub use classes::{ByteClass, Classified};
pub use demotion::{Demotion, Party, Subject};
use inner::{Inner, InnerStates};
pub use mover::Mover;
pub use movers::Movers;

/// How it is ensured that a transaction that has committed comes to an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Completion {
    /// A commit point that completes in no way is ended when it is left, unless a right mover leads to it: L18 with L19.
    CommitPoints,
    /// Any state behind the commit: L18 without L19.
    Always,
    /// A transaction is ended where it closes a cycle behind the commit, and where its thread can do nothing.
    Cycles,
    /// It is not ensured (Figure 5): what a transaction without an end publishes is never seen.
    Never,
}

#[derive(Serialize, Deserialize)]
pub struct Transactions {
    completion: Completion,
    /// Whether taking a lock is a right mover. Without, a deadlock among locks is in a state that is explored.
    right_movers: bool,
    states: InnerStates,
    counts: Counts,
    /// The node that will be entered.
    #[serde(skip)]
    next: TransactionNode,
}

#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Counts {
    transactions: u64,
    forced: u64,
}

/// TraversalInfo.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct TransactionNode {
    /// tid: the thread whose transaction it is in; none at a boundary.
    inside: Option<ThreadId>,
    /// At a boundary, threads to be explored from here.
    backtrack: ThreadSet,
    /// Those that were, or are being explored.
    done: ThreadSet,
    /// Phase: its thread's transaction has not committed.
    is_right_part: bool,
    /// CPC
    completed: bool,
    /// Xend
    ends: bool,
    /// RM: a right mover has led to it.
    by_right_mover: bool,
    /// Its state was reached within the transaction.
    has_successor: bool,
    state: u128,
    /// Its key among the states of its transaction, while it was within one.
    key: Option<u128>,
    /// The transaction of the transition that is explored from here.
    transaction: u64,
    /// How many states the transactions before it have.
    before: usize,
    /// Of the current path: how many transactions have begun, and whether the last one has committed.
    number: usize,
    committed: bool,
    /// Whether the transition that is explored from here commits.
    commits: bool,
}

impl NodeData for TransactionNode {
    fn transaction(&self) -> Option<TransactionMark> {
        let number = self.number + usize::from(self.inside.is_none());
        Some(TransactionMark { number, commits: self.commits })
    }
}

impl Transactions {
    pub fn new(completion: Completion) -> Transactions {
        Transactions {
            completion,
            right_movers: true,
            states: InnerStates::default(),
            counts: Counts::default(),
            next: TransactionNode::default(),
        }
    }

    /// Also finds all deadlocks: taking a lock is no right mover.
    pub fn with_deadlocks(self) -> Transactions {
        Transactions { right_movers: false, ..self }
    }

    fn class(&self, class: Mover) -> Mover {
        if class == Mover::RIGHT && !self.right_movers { Mover::NEITHER } else { class }
    }

    /// The next thread of a boundary, whose transaction begins.
    fn begin(&mut self, node: &mut Node<TransactionNode>) -> Option<Transition> {
        self.states.truncate(node.data.before);
        let thread = node.first(&node.data.backtrack.without(&node.data.done))?;
        node.data.done.insert(thread);
        self.counts.transactions += 1;
        node.data.transaction = self.counts.transactions;
        Some(Transition { thread, choice: 0 })
    }

    /// L18 and L19: whether a state within a transaction, all of whose thread's transitions were explored, becomes a boundary.
    fn is_forced(&self, data: &TransactionNode) -> bool {
        match self.completion {
            Completion::CommitPoints => !data.completed && !data.by_right_mover,
            Completion::Always => !data.completed,
            Completion::Cycles => !data.has_successor,
            Completion::Never => false,
        }
    }
}

impl Expansion for Transactions {
    type Node = TransactionNode;

    const LOOKS_AT_REVISITS: bool = false;
    const STORES_ALL: bool = false;

    fn pick(&mut self, stack: &mut Stack<TransactionNode>) -> Option<Transition> {
        let node = stack.top_mut();
        match (node.transition, node.data.inside) {
            (Some(Transition { thread, choice }), _) if choice + 1 < node.choices(thread) => {
                Some(Transition { thread, choice: choice + 1 })
            }
            (_, None) => self.begin(node),
            (None, Some(thread)) => node.ready().contains(thread).then_some(Transition { thread, choice: 0 }),
            (Some(_), Some(_)) => None,
        }
    }

    fn made(&mut self, stack: &mut Stack<TransactionNode>, known: &dyn Knowledge) {
        let node = stack.top_mut();
        let class = self.class(known.made());
        let is_first = node.data.inside.is_none();
        node.data.commits = !class.right && (is_first || !node.data.committed);
    }

    fn predicted(&mut self, stack: &mut Stack<TransactionNode>, known: &dyn Knowledge) {
        let class = self.class(known.made());
        let data = &mut stack.top_mut().data;
        data.has_successor = true;
        data.completed = true;
        data.ends |= !data.is_right_part && !class.left;
    }

    fn arrives(
        &mut self,
        stack: &mut Stack<TransactionNode>,
        arrived: Arrived<'_>,
        known: &mut dyn Knowledge,
        is_stored: &dyn Fn() -> bool,
    ) -> Arrival {
        let Arrived { state, outcome, next } = arrived;
        let thread = stack.top().transition.expect("a transition was made").thread;
        let mut class = self.class(known.made());
        class.right &= *outcome != Step::Finished;
        let can_stay = match next {
            NextId::Finished => !matches!(outcome, Step::Ran | Step::Finished),
            NextId::Blocked(_) => false,
            NextId::Ready(operation, _) => {
                let operations = &stack.execution.operations;
                self.class(known.pending(Performed { thread, operation, operations })).left
            }
        };
        let from = &mut stack.top_mut().data;
        let is_first = from.inside.is_none();
        let continues_right_part = from.is_right_part || is_first && self.right_movers;
        let is_right_part = class.right && (continues_right_part || !class.left);
        from.has_successor = true;
        from.ends |= !from.is_right_part && !class.left; // L7
        from.completed |= from.ends; // L8
        self.next = TransactionNode {
            is_right_part,
            by_right_mover: class.right,
            state,
            transaction: from.transaction,
            number: from.number + usize::from(is_first),
            committed: from.commits || !is_first && from.committed,
            ..TransactionNode::default()
        };
        if !is_right_part && !can_stay {
            from.completed = true;
            return Arrival::Store;
        }
        let key = inner::key(from.transaction, state, is_right_part);
        if let Some(known) = self.states.get(key) {
            from.completed |= known.completed; // L11
            let closes_cycle = known.on_stack && !from.is_right_part && !is_right_part;
            if closes_cycle && self.completion == Completion::Cycles && !from.ends {
                from.ends = true;
                self.counts.forced += 1;
            }
            return Arrival::Seen;
        }
        if is_stored() {
            from.completed = true;
            return Arrival::Seen;
        }
        (self.next.inside, self.next.key) = (Some(thread), Some(key));
        Arrival::Inner
    }

    fn entered(&mut self, stack: &mut Stack<TransactionNode>, state: u128) {
        let node = stack.top_mut();
        node.data = std::mem::take(&mut self.next);
        match node.data.key {
            Some(key) => self.states.insert(key),
            None => {
                node.data.state = state;
                node.data.is_right_part = false;
                node.data.before = self.states.len();
                node.data.backtrack.clone_from(&node.pending.ready);
            }
        }
    }

    fn late_boundary(&mut self, stack: &mut Stack<TransactionNode>) -> Option<u128> {
        let data = &mut stack.top_mut().data;
        if data.inside.is_none() || data.is_right_part {
            return None;
        }
        if !data.ends && self.is_forced(data) {
            data.ends = true;
            self.counts.forced += 1;
        }
        data.completed |= data.ends; // L20
        data.ends.then_some(data.state)
    }

    fn became_boundary(&mut self, stack: &mut Stack<TransactionNode>, is_new: bool) {
        let node = stack.top_mut();
        let Some(thread) = node.data.inside.take() else { return };
        node.data.before = self.states.len();
        if let Some(key) = node.data.key {
            self.states.set(key, Inner { completed: true, on_stack: false });
        }
        if is_new {
            node.data.backtrack.clone_from(&node.pending.ready);
            node.data.done.insert(thread);
        }
    }

    fn leaving(&mut self, stack: &mut Stack<TransactionNode>) {
        let TransactionNode { key, completed, .. } = stack.top().data;
        let Some(key) = key else { return };
        self.states.set(key, Inner { completed, on_stack: false });
        if let Some(below) = stack.depth().checked_sub(2) {
            stack.node_mut(below).data.completed |= completed; // L23
        }
    }

    fn count(&self, statistics: &mut StateStatistics) {
        let Counts { transactions, forced } = self.counts;
        (statistics.transactions, statistics.forced_commit_points) = (transactions, forced);
    }

    fn bytes(&self) -> usize {
        self.states.bytes()
    }

    fn restored(&mut self, stack: &Stack<TransactionNode>) -> bool {
        let Counts { transactions, forced } = self.counts;
        is_a_count(transactions)
            && is_a_count(forced)
            && stack
                .nodes()
                .iter()
                .enumerate()
                .all(|(depth, node)| node.data.number <= depth && node.is_possible())
    }
}

impl Node<TransactionNode> {
    /// Whether this can have been decided about the state, and about its transition.
    fn is_possible(&self) -> bool {
        let TransactionNode { inside, backtrack, done, .. } = &self.data;
        self.transition.is_some_and(|transition| match inside {
            Some(thread) => transition.thread == *thread,
            None => done.contains(transition.thread) && backtrack.contains(transition.thread),
        }) && backtrack.iter().all(|thread| self.ready().contains(thread))
    }
}
