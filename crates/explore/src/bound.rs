//! Bounds on how often a schedule may leave the beaten track.

use mazurka_machine::{Operation, ThreadId};

use crate::execution::{EventId, Execution};
use crate::trail::Trail;

/// How often an execution may do what is not for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

    /// What it costs to let p, which is ready, step in a node.
    fn cost<Mark: Copy>(self, trail: &Trail<Mark>, node: usize, p: ThreadId) -> u32 {
        let ready = trail.node(node).ready();
        let last = node.checked_sub(1);
        let yielded = last.is_some_and(|last| yields(&trail.execution, last));
        let last = last.map(|last| trail.execution.event(last).thread);
        match self {
            Bound::Preemptions(_) => {
                u32::from(last.is_some_and(|last| last != p && ready.contains(last) && !yielded))
            }
            Bound::Delays(_) => {
                let first = last.unwrap_or(ThreadId::MAIN).0 + u16::from(yielded);
                let turn = |thread: ThreadId| thread.0.wrapping_sub(first);
                ready.iter().filter(|&other| turn(other) < turn(p)).count() as u32
            }
        }
    }
}

/// Whether an event lets others go first. What a thread does first is to start, which is no yield.
pub(crate) fn yields(execution: &Execution, event: EventId) -> bool {
    *execution.operation(event) == Operation::Local && execution.event(event).previous.is_some()
}

/// What has been spent on the way to each node of the trail.
pub(crate) struct Budget {
    pub bound: Bound,
    spent: Vec<u32>,
}

impl Budget {
    pub fn new(bound: Bound) -> Budget {
        Budget { bound, spent: Vec::new() }
    }

    /// To be called for every new top node.
    pub fn entered<Mark: Copy>(&mut self, trail: &Trail<Mark>) {
        let node = trail.depth() - 1;
        self.spent.truncate(node);
        let spent = match node.checked_sub(1) {
            Some(below) => {
                self.spent[below] + self.bound.cost(trail, below, trail.execution.event(below).thread)
            }
            None => 0,
        };
        self.spent.push(spent);
    }

    /// Bᵥ(E.p) in the top node.
    pub fn with<Mark: Copy>(&self, trail: &Trail<Mark>, p: ThreadId) -> u32 {
        let node = trail.depth() - 1;
        self.spent[node] + self.bound.cost(trail, node, p)
    }

    /// Bᵥ(E.p) ≤ b in the top node.
    pub fn allows<Mark: Copy>(&self, trail: &Trail<Mark>, p: ThreadId) -> bool {
        self.with(trail, p) <= self.bound.limit()
    }
}
