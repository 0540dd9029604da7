//! Executions that have little in common, from which a machine learns what a depth-first search would learn late.
//!
//! Such a search varies the ends of its executions first. What is to be learnt only where they begin in another way, it learns when
//! most of the round is done, and in vain. Facts that samples have shown are as true as others, and the last round still has to learn
//! nothing: samples make rounds fewer, and change nothing else. Their faults and deadlocks are left to the search.

use mazurka_machine::{Choice, Machine, Next, ThreadId};

use crate::fixpoint::Learner;
use crate::observer::Observer;
use crate::order::Order;

/// Transitions of all samples. A round that is shorter is repeated in less time. Most programs of tests are small: debug builds
/// take samples of them, too.
pub(crate) const SAMPLED_TRANSITIONS: u64 = if cfg!(debug_assertions) { 100 } else { 4_000 };
/// A sample has at most this many: programs may never end.
const MOST_TRANSITIONS: u64 = 400;

/// Which samples there are in a sequence of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum Sampling {
    /// The machine has learnt nothing yet, and perhaps there is nothing to learn.
    #[default]
    TooEarly,
    /// Once a round turns out to be long.
    IfLong,
    /// Before the next round.
    Due,
    Done,
}

/// Makes executions from the machine's state, each with what was learnt from those before it.
pub(crate) fn sample<M: Machine, L: Learner<M>>(
    machine: &mut M,
    learner: &mut L,
    observer: &mut dyn Observer<M>,
) {
    let mut left = SAMPLED_TRANSITIONS;
    for seed in 0..SAMPLED_TRANSITIONS {
        if left == 0 || observer.interrupted().is_break() {
            return;
        }
        let start = machine.mark();
        left -= execute(machine, seed, left.min(MOST_TRANSITIONS), observer);
        machine.rewind(start);
        learner.adopt(machine);
    }
}

/// Makes at most this many transitions; returns how many there were. A thread is preferred for a number of transitions, then another
/// one: in some executions threads alternate, in others each runs for long.
fn execute<M: Machine>(machine: &mut M, seed: u64, most: u64, observer: &mut dyn Observer<M>) -> u64 {
    let order = Order::Shuffled(seed);
    let preferred_for = 1 << (seed % 6);
    for made in 0..most {
        let order = order.at((made / preferred_for) as usize);
        let threads = machine.threads();
        let ready = threads.iter().filter(|thread| choices(machine, *thread) > 0);
        let Some(thread) = order.first(ready) else { return made };
        let choice = order.choice(made, choices(machine, thread));
        if observer.interrupted().is_break() || machine.step(thread, choice).is_err() {
            return made;
        }
    }
    most
}

/// In how many ways a thread can proceed.
fn choices<M: Machine>(machine: &M, thread: ThreadId) -> Choice {
    match machine.next(thread) {
        Next::Ready(pending) => pending.choices,
        Next::Blocked(_) | Next::Finished => 0,
    }
}
