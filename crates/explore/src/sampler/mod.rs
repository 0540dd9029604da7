//! Executions at random, one after the other: for programs that no search comes to the end of.
//!
//! A sampler is a reduction that never comes back to a state but the first one. So what searches share is there: happens-before,
//! data races, deadlocks, replay. It proves nothing; how much it has not seen, it estimates by Good and Turing: the probability
//! that the next execution shows a trace that was never seen is about that of an execution to have shown one that was seen once.

mod partial_order;
mod priority_changes;
mod selective_walk;

use std::ops::ControlFlow;

use mazurka_machine::{Choice, Machine, ThreadId, ThreadSet};
use rustc_hash::FxHashMap;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::marks::Rewinder;
use crate::random::Random;
use crate::search::{Interrupt, Reduction};
use crate::stack::{Node, NodeData, Stack};
use crate::transition::Transition;
pub use partial_order::PartialOrderSampling;
pub use priority_changes::PriorityChanges;
pub use selective_walk::SelectiveWalk;

/// Chooses the next thread.
pub trait Strategy: Serialize + DeserializeOwned {
    /// An execution begins.
    fn begin(&mut self, _random: &mut Random) {}

    /// One of these threads, of which there are at least two: those that are enabled in the top node.
    fn pick(&mut self, stack: &Stack<Fresh>, threads: &ThreadSet, random: &mut Random) -> ThreadId;

    /// The last transition has led to the top node.
    fn entered(&mut self, _stack: &Stack<Fresh>, _random: &mut Random) {}

    /// The execution ends in the top node.
    fn ended(&mut self, _stack: &Stack<Fresh>) {}
}

/// Every enabled thread with the same probability.
#[derive(Serialize, Deserialize)]
pub struct RandomWalk;

impl Strategy for RandomWalk {
    fn pick(&mut self, _: &Stack<Fresh>, threads: &ThreadSet, random: &mut Random) -> ThreadId {
        one_of(threads, random)
    }
}

/// One of some threads, of which there is at least one.
fn one_of(threads: &ThreadSet, random: &mut Random) -> ThreadId {
    let index = random.below(threads.len() as u64) as usize;
    threads.iter().nth(index).expect("the number is below theirs")
}

/// A state of an execution that is made up as it goes: there is nothing to keep.
#[derive(Default, Serialize, Deserialize)]
pub struct Fresh;

impl NodeData for Fresh {}

#[derive(Serialize, Deserialize)]
pub struct Sampler<S> {
    strategy: S,
    random: Random,
    /// How many executions are still to be made.
    left: u64,
    pub samples: Samples,
}

/// What executions have shown.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Samples {
    /// In how many executions each trace was seen.
    seen: FxHashMap<u128, u64>,
    pub executions: u64,
    /// Traces that were seen exactly once.
    pub seen_once: u64,
}

impl Samples {
    /// How many different ones.
    pub fn traces(&self) -> u64 {
        self.seen.len() as u64
    }

    /// In how many executions the trace was seen that was seen least often.
    pub fn rarest(&self) -> u64 {
        self.seen.values().copied().min().unwrap_or(0)
    }

    fn add(&mut self, trace: u128) {
        self.executions += 1;
        let times = self.seen.entry(trace).or_default();
        *times += 1;
        match *times {
            1 => self.seen_once += 1,
            2 => self.seen_once -= 1,
            _ => {}
        }
    }
}

impl<S: Strategy> Sampler<S> {
    pub fn new(strategy: S, executions: u64, seed: u64) -> Sampler<S> {
        Sampler { strategy, random: Random::new(seed), left: executions, samples: Samples::default() }
    }

    fn choice(&mut self, choices: Choice) -> Choice {
        if choices > 1 { self.random.below(u64::from(choices)) as Choice } else { 0 }
    }
}

impl<S: Strategy> Reduction for Sampler<S> {
    type Node = Fresh;

    fn pick(&mut self, stack: &mut Stack<Fresh>) -> Option<Transition> {
        let is_first = stack.depth() == 1;
        if !is_first && stack.top().explored > 0 || is_first && self.left == 0 {
            return None;
        }
        if is_first {
            self.left -= 1;
            self.strategy.begin(&mut self.random);
        }
        let threads = stack.top().ready();
        let thread = match threads.len() {
            1 => threads.iter().next()?,
            _ => self.strategy.pick(stack, threads, &mut self.random),
        };
        let choice = self.choice(stack.top().choices(thread));
        Some(Transition { thread, choice })
    }

    fn entered(&mut self, stack: &mut Stack<Fresh>) {
        self.strategy.entered(stack, &mut self.random);
    }

    fn ended<M: Machine>(
        &mut self,
        _: Rewinder<'_, M>,
        stack: &mut Stack<Fresh>,
        _: Interrupt<'_>,
    ) -> Result<ControlFlow<()>, M::Error> {
        self.strategy.ended(stack);
        self.samples.add(stack.execution.trace_key());
        Ok(ControlFlow::Continue(()))
    }

    fn returned(&mut self, _: &mut Stack<Fresh>, _: Transition) {}

    fn remaining(&self, node: &Node<Fresh>) -> usize {
        // The search comes back to the first node alone.
        if node.explored > 0 { self.left as usize } else { 0 }
    }
}
