//! What a search has found out about variables: why accesses to them commute with what other threads do, or do not.

use mazurka_machine::{Place, ThreadId};

/// A variable, or a part of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// What the program calls it, or where it is.
    pub name: String,
    pub bytes: u64,
    pub class: Class,
    pub decided: Decided,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// Only this thread accesses it.
    ThreadLocal(ThreadId),
    /// Several threads read it, and none writes it while another can.
    ReadOnly,
    /// Every access is made holding these locks.
    Protected(Vec<String>),
    /// The creation or the end of a thread is between any two accesses that conflict, or one of several locks is held for both.
    Ordered,
    /// A lock or a semaphore that is only taken and released.
    Lock,
    /// Two accesses may be concurrent: neither right nor left movers.
    Demoted(Vec<Demoting>),
}

impl Class {
    pub fn name(&self) -> &'static str {
        match self {
            Class::ThreadLocal(_) => "thread-local",
            Class::ReadOnly => "read-only",
            Class::Protected(_) => "protected",
            Class::Ordered => "ordered",
            Class::Lock => "lock",
            Class::Demoted(_) => "demoted",
        }
    }
}

/// One of two accesses that may be concurrent; the last one has demoted the variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Demoting {
    /// What the thread does: `writes it`, `tries to lock it`.
    pub activity: String,
    /// Where the thread is; without a stack where only the thread is known.
    pub place: Place,
    pub writes: bool,
    /// The locks that it holds there.
    pub holds: Vec<String>,
}

/// How a class was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decided {
    /// The program text shows it.
    Statically,
    /// No access of the search contradicts it.
    ByObservation,
}

impl Decided {
    pub fn name(self) -> &'static str {
        match self {
            Decided::Statically => "static",
            Decided::ByObservation => "observed",
        }
    }
}
