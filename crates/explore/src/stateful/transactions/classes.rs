//! What a search has found out about memory, for people.

use mazurka_machine::{Range, ThreadId};

use super::demotion::Demotion;
use super::movers::Movers;

/// What some bytes are, after a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classified {
    pub bytes: Range,
    pub class: ByteClass,
}

/// Why accesses to some bytes are movers, or are not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ByteClass {
    /// Only this thread accesses them.
    ThreadLocal(ThreadId),
    /// Only reads, or updates that commute, by several threads.
    ReadOnly,
    /// All accesses are made with these locks held, by their addresses; reads perhaps by several threads at once.
    Protected(Vec<u64>),
    /// Every two accesses that conflict are kept apart: by one of several locks, or by the creation or the end of a thread.
    Ordered,
    /// A lock or a semaphore that is only taken and given back.
    Lock,
    /// Not movers, and why.
    Demoted(Box<Demotion>),
}

impl Movers {
    /// What is known of all bytes that were accessed, by address. Bytes next to each other with the same class are one range.
    pub fn classes(&self) -> Vec<Classified> {
        Vec::new()
    }
}
