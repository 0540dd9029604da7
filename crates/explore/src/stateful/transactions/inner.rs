//! The states within the transactions on the path.
//!
//! Transactions are nested like the nodes on the stack: while one is explored, all that follows one of its ends is. The states
//! of each are known only until it was explored.

use mazurka_machine::mix;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

#[derive(Default, Serialize, Deserialize)]
pub(super) struct InnerStates {
    known: FxHashMap<u128, Inner>,
    /// Their keys, the last transaction's last.
    keys: Vec<u128>,
}

/// A state within a transaction.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct Inner {
    /// There is a path of its thread's transitions to a state in which all threads are explored.
    pub completed: bool,
    pub on_stack: bool,
}

/// The same state is another one in each phase, and in each transaction.
pub(super) fn key(transaction: u64, state: u128, is_right_part: bool) -> u128 {
    state.wrapping_add(mix(1 << 104 | u128::from(transaction) << 1 | u128::from(is_right_part)))
}

impl InnerStates {
    pub(super) fn get(&self, key: u128) -> Option<Inner> {
        self.known.get(&key).copied()
    }

    pub(super) fn insert(&mut self, key: u128) {
        self.known.insert(key, Inner { completed: false, on_stack: true });
        self.keys.push(key);
    }

    pub(super) fn set(&mut self, key: u128, inner: Inner) {
        self.known.insert(key, inner);
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Forgets all but the first ones.
    pub(super) fn truncate(&mut self, len: usize) {
        for key in self.keys.drain(len.min(self.keys.len())..) {
            self.known.remove(&key);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<(u128, Inner)>() + 1) + self.keys.capacity() * size_of::<u128>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_another_one_in_each_phase_and_transaction() {
        let keys = [key(1, 7, false), key(1, 7, true), key(2, 7, false), key(2, 7, true), key(1, 8, false)];
        for (at, key) in keys.iter().enumerate() {
            assert!(!keys[..at].contains(key));
        }
    }

    /// Those of a transaction that is over are forgotten, and only those.
    #[test]
    fn states_are_known_while_their_transaction_lasts() {
        let mut states = InnerStates::default();
        let keys = [1, 2, 3].map(|transaction| key(transaction, 7, false));
        keys.iter().for_each(|key| states.insert(*key));
        states.set(keys[0], Inner { completed: true, on_stack: false });
        states.truncate(1);
        assert_eq!((states.len(), states.get(keys[0]).is_some_and(|inner| inner.completed)), (1, true));
        assert!(states.get(keys[1]).is_none() && states.get(keys[2]).is_none());
    }
}
