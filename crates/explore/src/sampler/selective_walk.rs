//! SURW (Zhao, Wolff, Mathur, Roychoudhury: *Selectively Uniform Concurrency Testing*, ASPLOS 2025): of all orders of the accesses
//! to one variable, each with about the same probability.
//!
//! A random walk is far from uniform: a thread with many steps left is as likely to be next as one with few. Here a thread is next
//! with a probability in proportion to how many accesses to the variable it, and the threads that it creates, have left; it alone
//! may make the next one, and all else happens in any order until it does. How many there are is known from the executions
//! before; each execution is about another variable.

use std::collections::BTreeMap;

use mazurka_machine::{Operation, ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::{Fresh, Strategy, one_of};
use crate::random::Random;
use crate::stack::Stack;

#[derive(Default, Serialize, Deserialize)]
pub struct SelectiveWalk {
    /// By the address of a variable: how many accesses each thread has made, at most in an execution.
    profile: BTreeMap<u64, BTreeMap<ThreadId, u64>>,
    parents: BTreeMap<ThreadId, ThreadId>,
    /// The variable of this execution, and how many accesses threads have left.
    variable: Option<u64>,
    left: BTreeMap<ThreadId, u64>,
    /// Who makes the next access.
    next: Option<ThreadId>,
}

impl SelectiveWalk {
    fn accesses_it(&self, operation: &Operation) -> bool {
        self.variable.is_some() && variables(operation).any(|start| Some(start) == self.variable)
    }

    /// What a thread has left, and those that are not created yet and descend from it.
    fn weight(&self, stack: &Stack<Fresh>, thread: ThreadId) -> u64 {
        let created = stack.top().created();
        let counts_for = |mut other: ThreadId| loop {
            match self.parents.get(&other) {
                _ if other == thread => return true,
                Some(parent) if !created.contains(other) => other = *parent,
                _ => return false,
            }
        };
        self.left.iter().filter(|(other, _)| counts_for(**other)).map(|(_, left)| left).sum()
    }

    /// One of some threads by their weights.
    fn draw(&self, stack: &Stack<Fresh>, threads: &ThreadSet, random: &mut Random) -> ThreadId {
        let weights: Vec<_> = threads.iter().map(|thread| (thread, self.weight(stack, thread))).collect();
        let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
        if total == 0 {
            return one_of(threads, random);
        }
        let mut at = random.below(total);
        for (thread, weight) in weights {
            match at.checked_sub(weight) {
                Some(rest) => at = rest,
                None => return thread,
            }
        }
        unreachable!("the number is below the sum of the weights")
    }
}

impl Strategy for SelectiveWalk {
    fn begin(&mut self, random: &mut Random) {
        let shared: Vec<_> = self.profile.iter().filter(|(_, threads)| threads.len() > 1).collect();
        self.next = None;
        (self.variable, self.left) = match shared.len() {
            0 => (None, BTreeMap::new()),
            number => {
                let (variable, threads) = shared[random.below(number as u64) as usize];
                (Some(*variable), threads.clone())
            }
        };
    }

    fn pick(&mut self, stack: &Stack<Fresh>, threads: &ThreadSet, random: &mut Random) -> ThreadId {
        if self.variable.is_none() {
            return one_of(threads, random);
        }
        let top = stack.depth() - 1;
        let next = match self.next.filter(|next| stack.top().operation(*next).is_some()) {
            Some(next) => next,
            None => self.draw(stack, threads, random),
        };
        self.next = Some(next);
        let may_run = |thread: &ThreadId| {
            let operation = stack.operation(top, *thread);
            *thread == next || !operation.is_some_and(|operation| self.accesses_it(operation))
        };
        let others: ThreadSet = threads.iter().filter(may_run).collect();
        if !others.is_empty() {
            return one_of(&others, random);
        }
        // It is blocked, and the others are before accesses: one of them goes first.
        let next = self.draw(stack, threads, random);
        self.next = Some(next);
        next
    }

    fn entered(&mut self, stack: &Stack<Fresh>, _: &mut Random) {
        let execution = &stack.execution;
        let Some(last) = execution.len().checked_sub(1) else { return };
        let thread = execution.event(last).thread;
        if self.accesses_it(execution.operation(last)) {
            let left = self.left.entry(thread).or_default();
            *left = left.saturating_sub(1);
            self.next = None;
        }
    }

    fn ended(&mut self, stack: &Stack<Fresh>) {
        let execution = &stack.execution;
        let mut counts: BTreeMap<(u64, ThreadId), u64> = BTreeMap::new();
        for (at, event) in execution.events().iter().enumerate() {
            for variable in variables(execution.operation(at)) {
                *counts.entry((variable, event.thread)).or_default() += 1;
            }
            if let (None, Some(cause)) = (event.previous, event.cause) {
                self.parents.entry(event.thread).or_insert(execution.event(cause).thread);
            }
        }
        for ((variable, thread), count) in counts {
            let most = self.profile.entry(variable).or_default().entry(thread).or_default();
            *most = count.max(*most);
        }
    }
}

/// Where what an operation touches begins.
fn variables(operation: &Operation) -> impl Iterator<Item = u64> + '_ {
    operation.own_touches().map(|touch| touch.range.start)
}
