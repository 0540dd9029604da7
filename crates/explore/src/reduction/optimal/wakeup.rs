//! Wakeup trees: sequences of steps to be explored from a node, as ordered trees in one arena.

use mazurka_machine::{Choice, ThreadId};
use serde::{Deserialize, Serialize};

use crate::operations::OperationId;

/// All wakeup trees of a search. Branches that were explored make room for new ones.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(crate) struct WakeupTrees {
    branches: Vec<Branch>,
    /// Branches that are free, linked by `next`.
    free: Link,
}

/// A step, and what is to be explored after it; a leaf leaves that open.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Branch {
    pub thread: ThreadId,
    /// `None`: all of them, as many as there will be.
    pub choice: Option<Choice>,
    /// The choice is one of several.
    pub picks: bool,
    pub operation: OperationId,
    pub children: Branches,
    next: Link,
}

/// Branches from the same node, in the order ≺ in which they will be explored.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Branches {
    first: Link,
    last: Link,
}

/// Where a branch is, if there is one.
type Link = Option<BranchId>;

/// An index plus one, so that a link takes no more room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct BranchId(std::num::NonZeroU32);

impl Branch {
    pub(crate) fn new(thread: ThreadId, choice: Option<Choice>, operation: OperationId) -> Branch {
        Branch { thread, choice, picks: false, operation, children: Branches::default(), next: None }
    }
}

impl Branches {
    pub(crate) fn is_empty(self) -> bool {
        self.first.is_none()
    }
}

impl WakeupTrees {
    /// Whether these are the roots of trees of the first `operations`: no branch is met twice, and the last of some branches
    /// is where it is looked for.
    pub(crate) fn are_trees(&self, roots: impl Iterator<Item = Branches>, operations: usize) -> bool {
        let mut met = vec![false; self.branches.len()];
        let mut meet =
            |id: BranchId| met.get_mut(id.index()).is_some_and(|met| !std::mem::replace(met, true));
        let mut free = self.free;
        while let Some(id) = free {
            if !meet(id) {
                return false;
            }
            free = self.get(id).next;
        }
        let mut open: Vec<Branches> = roots.collect();
        while let Some(Branches { first, last }) = open.pop() {
            let (mut next, mut end) = (first, None);
            while let Some(id) = next {
                if !meet(id) || self.get(id).operation.index() >= operations {
                    return false;
                }
                open.push(self.get(id).children);
                (next, end) = (self.get(id).next, next);
            }
            if end != last {
                return false;
            }
        }
        true
    }

    pub(crate) fn get(&self, id: BranchId) -> &Branch {
        &self.branches[id.index()]
    }

    pub(crate) fn iter(&self, siblings: Branches) -> impl Iterator<Item = BranchId> + '_ {
        std::iter::successors(siblings.first, |id| self.get(*id).next)
    }

    /// Appends a branch without children, as the last in the order.
    pub(crate) fn append(&mut self, siblings: &mut Branches, branch: Branch) -> BranchId {
        let id = self.allocate(branch);
        match siblings.last {
            Some(last) => self.branches[last.index()].next = Some(id),
            None => siblings.first = Some(id),
        }
        siblings.last = Some(id);
        id
    }

    /// Appends a branch as the last child of another.
    pub(crate) fn append_child(&mut self, parent: BranchId, branch: Branch) -> BranchId {
        let mut children = self.get(parent).children;
        let id = self.append(&mut children, branch);
        self.branches[parent.index()].children = children;
        id
    }

    /// Puts a branch without children before all others.
    pub(crate) fn prepend(&mut self, siblings: &mut Branches, branch: Branch) {
        let id = self.allocate(Branch { next: siblings.first, ..branch });
        siblings.first = Some(id);
        siblings.last = siblings.last.or(Some(id));
    }

    /// Takes the first branch away, min_≺; its children live on.
    pub(crate) fn pop(&mut self, siblings: &mut Branches) -> Option<Branch> {
        let id = siblings.first?;
        let branch = *self.get(id);
        siblings.first = branch.next;
        if branch.next.is_none() {
            siblings.last = None;
        }
        self.branches[id.index()].next = self.free.replace(id);
        Some(branch)
    }

    fn allocate(&mut self, branch: Branch) -> BranchId {
        match self.free {
            Some(id) => {
                self.free = self.get(id).next;
                self.branches[id.index()] = branch;
                id
            }
            None => {
                self.branches.push(branch);
                let number = u32::try_from(self.branches.len()).ok().and_then(std::num::NonZeroU32::new);
                BranchId(number.expect("there are fewer branches than fit memory"))
            }
        }
    }
}

impl BranchId {
    fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_tree_is_refused() {
        let mut trees = WakeupTrees::default();
        let branch = || Branch::new(ThreadId::MAIN, None, OperationId::LOCAL);
        let (mut root, mut other) = (Branches::default(), Branches::default());
        let first = trees.append(&mut root, branch());
        trees.append_child(first, branch());
        trees.append(&mut root, branch());
        trees.append(&mut other, branch());
        trees.pop(&mut other);
        assert!(trees.are_trees([root, other].into_iter(), 1));
        assert!(!trees.are_trees([root].into_iter(), 0), "an unknown operation");
        assert!(!trees.are_trees([root, root].into_iter(), 1), "a branch in two places");
        let last = Some(first);
        assert!(!trees.are_trees([Branches { last, ..root }].into_iter(), 1), "a last one that is not");
        trees.branches[first.index()].next = last;
        assert!(!trees.are_trees([root].into_iter(), 1), "a branch behind itself");
    }
}
