//! PCT (Burckhardt, Kothari, Musuvathi, Nagarakatti: *A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs*, ASPLOS
//! 2010): threads have random priorities, the first one runs, and at d − 1 random steps the running thread becomes the last.
//!
//! A bug of depth d in a program of n threads and k steps is found with a probability of at least 1/(n·k^(d−1)). The number of steps
//! is not known before: it is that of the longest execution so far.

use mazurka_machine::{ThreadId, ThreadSet};
use serde::{Deserialize, Serialize};

use super::{Fresh, Strategy};
use crate::random::Random;
use crate::stack::Stack;

/// Steps of the first execution, for which there is none to learn from.
const GUESS: u64 = 100;

#[derive(Serialize, Deserialize)]
pub struct PriorityChanges {
    /// d
    depth: u32,
    /// k
    steps: u64,
    /// By thread; 0: has none yet. Larger ones run first.
    priorities: Vec<u64>,
    /// In descending order, so that the next one is the last.
    changes: Vec<u64>,
}

impl PriorityChanges {
    pub fn new(depth: u32) -> PriorityChanges {
        PriorityChanges { depth, steps: 0, priorities: Vec::new(), changes: Vec::new() }
    }

    fn priority(&mut self, thread: ThreadId, random: &mut Random) -> u64 {
        if self.priorities.len() <= thread.index() {
            self.priorities.resize(thread.index() + 1, 0);
        }
        let priority = &mut self.priorities[thread.index()];
        if *priority == 0 {
            // Above all that a change gives.
            *priority = (1 << 63) | random.word();
        }
        *priority
    }

    fn first(&mut self, threads: &ThreadSet, random: &mut Random) -> ThreadId {
        let first = threads.iter().max_by_key(|thread| self.priority(*thread, random));
        first.expect("there is a thread")
    }
}

impl Strategy for PriorityChanges {
    fn begin(&mut self, random: &mut Random) {
        let steps = if self.steps == 0 { GUESS } else { self.steps };
        self.priorities.clear();
        self.changes = (1..self.depth).map(|_| random.below(steps)).collect();
        self.changes.sort_unstable_by(|a, b| b.cmp(a));
    }

    fn pick(&mut self, stack: &Stack<Fresh>, threads: &ThreadSet, random: &mut Random) -> ThreadId {
        let step = stack.execution.len() as u64;
        // A thread that only lets others run would keep them from running for ever.
        let prompt: ThreadSet = threads.iter().filter(|thread| stack.top().is_prompt(*thread)).collect();
        let threads = if prompt.is_empty() { threads } else { &prompt };
        let mut first = self.first(threads, random);
        while self.changes.last().is_some_and(|change| *change <= step) {
            self.changes.pop();
            // Each change leads below all before it.
            self.priorities[first.index()] = self.changes.len() as u64 + 1;
            first = self.first(threads, random);
        }
        first
    }

    fn ended(&mut self, stack: &Stack<Fresh>) {
        self.steps = self.steps.max(stack.execution.len() as u64);
    }
}
