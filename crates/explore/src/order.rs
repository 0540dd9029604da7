//! Which of several threads is tried first. Nothing that is found may depend on it.

use mazurka_machine::{Choice, ThreadId};

use crate::random::mix;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Order {
    #[default]
    ByNumber,
    /// Another order at every depth, the same for the same seed.
    Shuffled(u64),
}

impl Order {
    /// The order in which the threads of a node at this depth are preferred.
    pub(crate) fn at(self, depth: usize) -> Order {
        match self {
            Order::ByNumber => Order::ByNumber,
            Order::Shuffled(seed) => Order::Shuffled(mix(seed, depth as u64)),
        }
    }

    /// The first of these threads, which come by number.
    #[inline]
    pub(crate) fn first(self, mut threads: impl Iterator<Item = ThreadId>) -> Option<ThreadId> {
        match self {
            Order::ByNumber => threads.next(),
            Order::Shuffled(key) => threads.min_by_key(|thread| mix(key, thread.index() as u64)),
        }
    }

    /// One of an operation's choices at this depth.
    pub(crate) fn choice(self, depth: u64, choices: Choice) -> Choice {
        match self {
            Order::ByNumber => 0,
            Order::Shuffled(key) => (mix(!key, depth) % u64::from(choices)) as Choice,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(order: Order, threads: u16) -> Vec<u16> {
        let mut left: Vec<ThreadId> = (0..threads).map(ThreadId).collect();
        let mut sorted = Vec::new();
        while let Some(first) = order.first(left.iter().copied()) {
            left.retain(|thread| *thread != first);
            sorted.push(first.0);
        }
        sorted
    }

    #[test]
    fn orders_are_permutations_that_differ_by_seed_and_depth() {
        assert_eq!(sorted(Order::ByNumber.at(3), 4), [0, 1, 2, 3]);
        let mut seen = std::collections::BTreeSet::new();
        for (seed, depth) in (0..20).flat_map(|seed| (0..20).map(move |depth| (seed, depth))) {
            let order = sorted(Order::Shuffled(seed).at(depth), 4);
            assert_eq!(order, sorted(Order::Shuffled(seed).at(depth), 4));
            seen.insert(order);
        }
        assert_eq!(seen.len(), 24, "all permutations of four threads occur");
    }
}
