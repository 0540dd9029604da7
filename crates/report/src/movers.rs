//! What a search has found out about variables: why accesses to them commute with what other threads do, or do not.

use mazurka_machine::{AccessKind, Place, ThreadId};
use serde::{Deserialize, Serialize};

use crate::words::accesses;

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
    /// Every access is made holding these locks, but for those before a thread is created or after it has ended.
    Protected(Vec<String>),
    /// Of any two accesses that conflict, one is made before the other's thread is created or after it has ended, or both
    /// hold a lock, not always the same; or they are updates that commute.
    Ordered,
    /// A lock, a semaphore, or another synchronisation object.
    Object,
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
            Class::Object => "object",
            Class::Demoted(_) => "demoted",
        }
    }
}

/// One of two accesses that may be concurrent; the last one has demoted the variable.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Demoting {
    /// What the thread does: `writes it`, `tries to lock it`.
    pub activity: String,
    /// Where the thread is; without a stack where only the thread is known.
    pub place: Place,
    pub writes: bool,
    /// The locks that it holds there.
    pub holds: Vec<String>,
}

impl Demoting {
    pub fn new(kind: &AccessKind, place: Place, writes: bool, holds: Vec<String>) -> Demoting {
        Demoting { activity: accesses(kind, "it"), place, writes, holds }
    }

    /// Where it is not known where the thread is.
    pub fn unlocated(thread: ThreadId, writes: bool, holds: Vec<String>) -> Demoting {
        let kind = if writes { AccessKind::Write } else { AccessKind::Read };
        Demoting::new(&kind, Place { thread, stack: Vec::new() }, writes, holds)
    }
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
