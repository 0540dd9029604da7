//! Which states on the stack belong to a cycle: the strongly connected components (SCCs) of what was explored, as far as it was,
//! by the algorithm of Cheriyan, Mehlhorn and Gabow.
//!
//! States are numbered in the order in which they are entered. A state stays *open* until all states of its component are
//! left; a transition back to an open state closes a cycle.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::saved::packed;

#[derive(Default, Serialize, Deserialize)]
pub(super) struct Components {
    /// The open states, in the order of their numbers, which are their positions.
    #[serde(with = "packed")]
    open: Vec<u128>,
    /// Follows from that.
    #[serde(skip)]
    numbers: FxHashMap<u128, usize>,
    /// The first state of every component known so far, all of them on the path.
    firsts: Vec<usize>,
    /// The numbers of the states on the path.
    path: Vec<usize>,
}

impl Components {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.open.capacity() * size_of::<u128>()
            + self.numbers.capacity() * size_of::<(u128, usize)>()
            + (self.firsts.capacity() + self.path.capacity()) * size_of::<usize>()
    }

    /// Finds out what was not saved; `false` if these cannot be the components of a path with this many states.
    pub(super) fn complete(&mut self, depth: usize) -> bool {
        let Components { open, numbers, firsts, path } = self;
        numbers.extend(open.iter().enumerate().map(|(number, state)| (*state, number)));
        let ascend = |list: &[usize]| list.is_sorted_by(|a, b| a < b);
        numbers.len() == open.len()
            && path.len() == depth
            && path.last().is_none_or(|last| *last < open.len())
            && ascend(path)
            && ascend(firsts)
            && firsts.iter().all(|first| path.binary_search(first).is_ok())
    }

    /// A new state is the end of the path.
    pub(super) fn entered(&mut self, state: u128) {
        let number = self.open.len();
        self.open.push(state);
        self.numbers.insert(state, number);
        self.firsts.push(number);
        self.path.push(number);
    }

    /// A transition leads from the end of the path to a state that was seen before. If that closes a cycle: from which position
    /// of the path on all states are in its component.
    pub(super) fn closed(&mut self, state: u128) -> Option<usize> {
        let number = *self.numbers.get(&state)?;
        while self.firsts.last().is_some_and(|first| *first > number) {
            self.firsts.pop();
        }
        let first = *self.firsts.last()?;
        Some(self.path.partition_point(|on_path| *on_path < first))
    }

    /// The end of the path is left.
    pub(super) fn left(&mut self) {
        let Some(number) = self.path.pop() else { return };
        if self.firsts.last() == Some(&number) {
            self.firsts.pop();
            for state in self.open.drain(number..) {
                self.numbers.remove(&state);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_reach_back_to_the_first_open_state() {
        let mut components = Components::default();
        for state in [10, 20, 30] {
            components.entered(state);
        }
        assert_eq!(components.closed(30), Some(2), "a cycle of one");
        assert_eq!(components.closed(20), Some(1));
        components.left();
        // 30 is left, but can still go back to 20.
        components.entered(40);
        assert_eq!(components.closed(30), Some(1));
        components.left();
        components.left();
        components.entered(50);
        assert_eq!(components.closed(30), None, "its cycle is complete");
        assert_eq!(components.closed(10), Some(0));
    }

    #[test]
    fn components_that_cannot_be_are_refused() {
        let is_possible = |open: &[u128], firsts: &[usize], path: &[usize]| {
            let (open, firsts, path) = (open.to_vec(), firsts.to_vec(), path.to_vec());
            Components { open, firsts, path, ..Components::default() }.complete(2)
        };
        assert!(is_possible(&[10, 20, 30], &[0], &[0, 2]));
        assert!(!is_possible(&[10, 20, 20], &[0], &[0, 2]), "a state twice");
        assert!(!is_possible(&[10, 20, 30], &[0], &[0, 3]), "a state that is not open");
        assert!(!is_possible(&[10, 20, 30], &[0], &[2, 0]), "a path that leads back");
        assert!(!is_possible(&[10, 20, 30], &[0, 1], &[0, 2]), "a component that does not begin on the path");
        assert!(!is_possible(&[10, 20, 30], &[2, 0], &[0, 2]), "components in disorder");
        assert!(!is_possible(&[10, 20, 30], &[0], &[0, 1, 2]), "a path of another length");
    }
}
