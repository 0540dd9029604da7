//! Which locks threads hold: while a thread holds one, no other thread makes an access for which it needs the same.

use mazurka_machine::{Held, Operation, ThreadId, exclude_each_other};
use rustc_hash::FxHashMap;

/// The number of a set of locks.
pub(super) type LocksetId = u32;

pub(super) const NO_LOCKS: LocksetId = 0;

pub(super) struct Locks {
    /// By id, without repetition.
    sets: Vec<Vec<Held>>,
    ids: FxHashMap<Vec<Held>, LocksetId>,
    /// What each thread holds on the current path.
    held: Vec<LocksetId>,
    /// What it held before each change.
    undo: Vec<(ThreadId, LocksetId)>,
}

impl Default for Locks {
    fn default() -> Locks {
        Locks::of(vec![Vec::new()]).expect("no set is there twice")
    }
}

impl Locks {
    /// `None` if these cannot be the sets of another one.
    pub(super) fn of(sets: Vec<Vec<Held>>) -> Option<Locks> {
        let ids: FxHashMap<Vec<Held>, LocksetId> = sets.iter().cloned().zip(0..).collect();
        let is_possible = ids.len() == sets.len() && sets.first().is_some_and(Vec::is_empty);
        is_possible.then_some(Locks { sets, ids, held: Vec::new(), undo: Vec::new() })
    }

    pub(super) fn sets(&self) -> &[Vec<Held>] {
        &self.sets
    }

    /// What a thread holds.
    #[inline]
    pub(super) fn held_by(&self, thread: ThreadId) -> LocksetId {
        self.held.get(thread.index()).copied().unwrap_or(NO_LOCKS)
    }

    /// Whether two threads cannot hold these at the same time.
    #[inline]
    pub(super) fn exclude(&self, some: LocksetId, others: LocksetId) -> bool {
        some != NO_LOCKS
            && others != NO_LOCKS
            && exclude_each_other(&self.sets[some as usize], &self.sets[others as usize])
    }

    /// A thread has performed an operation. What it takes or gives back among several at once is not known: then it counts as
    /// holding nothing.
    pub(super) fn performed(&mut self, thread: ThreadId, operation: Option<&Operation>) {
        let before = self.held_by(thread);
        let after = match operation {
            None => Some(Vec::new()),
            Some(operation) => operation.held_after(&self.sets[before as usize]),
        };
        let Some(after) = after.map(|after| self.id(after)).filter(|after| *after != before) else { return };
        if self.held.len() <= thread.index() {
            self.held.resize(thread.index() + 1, NO_LOCKS);
        }
        self.held[thread.index()] = after;
        self.undo.push((thread, before));
    }

    fn id(&mut self, held: Vec<Held>) -> LocksetId {
        let Locks { sets, ids, .. } = self;
        *ids.entry(held).or_insert_with_key(|held| {
            sets.push(held.clone());
            sets.len() as LocksetId - 1
        })
    }

    pub(super) fn mark(&self) -> usize {
        self.undo.len()
    }

    pub(super) fn rewind(&mut self, to: usize) {
        for (thread, before) in self.undo.drain(to..).rev() {
            self.held[thread.index()] = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::{Object, ObjectKind, Range, Verb};

    use super::*;

    fn operation(verb: Verb, lock: u64) -> Operation {
        Operation::Sync(verb, Object { kind: ObjectKind::Mutex, range: Range { start: lock, length: 1 } })
    }

    #[test]
    fn what_is_held_follows_from_operations_and_is_rewound() {
        let mut locks = Locks::default();
        let [a, b] = [0, 1].map(ThreadId);
        locks.performed(a, Some(&operation(Verb::Lock, 8)));
        let mark = locks.mark();
        let with_one = locks.held_by(a);
        locks.performed(a, Some(&operation(Verb::Lock, 16)));
        locks.performed(b, Some(&operation(Verb::ReadLock, 24)));
        assert!(locks.exclude(locks.held_by(a), with_one));
        assert!(!locks.exclude(locks.held_by(a), locks.held_by(b)));
        assert!(!locks.exclude(locks.held_by(b), locks.held_by(b)), "two can read");
        locks.performed(a, Some(&operation(Verb::Unlock, 16)));
        assert_eq!(locks.held_by(a), with_one);
        locks.performed(a, None);
        assert_eq!(locks.held_by(a), NO_LOCKS);
        locks.rewind(mark);
        assert_eq!((locks.held_by(a), locks.held_by(b)), (with_one, NO_LOCKS));
        assert!(Locks::of(locks.sets().to_vec()).is_some());
        assert!(Locks::of(vec![vec![(8, true)]]).is_none());
    }
}
