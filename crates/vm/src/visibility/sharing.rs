//! How shared objects are told from others: the variants of [`super::SharedObjects`].

/// Which accesses to which objects are visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sharing {
    pub rule: SharingRule,
    /// What is learnt is used from the next step on, instead of in the next search. A search then misses executions.
    pub at_once: bool,
    pub ids: ObjectIds,
}

/// When a thread's access to an object is visible: if another thread that counts has accessed it in the searches so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SharingRule {
    /// All threads count that the thread has not joined. For reductions that need all dependent operations, also those of
    /// threads that have finished.
    Accessed,
    /// Threads count that are not finished, those included that are not created yet; none if no other thread is alive. For
    /// searches that explore all enabled threads: there only later accesses matter.
    Alive,
    /// Threads count that are enabled (Noonan, Mercer, Rungta: *Vector-Clock Based Partial Order Reduction for JPF*, table 1,
    /// line 16). A search misses executions.
    Enabled,
}

impl SharingRule {
    /// The rule of the paper, where this one differs from it.
    pub fn as_published(self) -> SharingRule {
        match self {
            SharingRule::Alive => SharingRule::Enabled,
            rule => rule,
        }
    }
}

/// What an object is known by in all executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectIds {
    /// Its address, which does not depend on the interleaving.
    Global,
    /// A heap block by the number of allocations on the current path, other objects by their address. Blocks are confused: a
    /// search misses executions.
    PerPath,
}
