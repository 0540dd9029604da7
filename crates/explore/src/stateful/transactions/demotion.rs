//! What a search tells about bytes that are no movers.

use mazurka_machine::{Held, Range, ThreadId};
use serde::{Deserialize, Serialize};

/// Two threads do something to the same bytes, and nothing keeps them apart: from the next search on, whatever is done to
/// them is no mover.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Demotion {
    pub subject: Subject,
    /// The thread of an earlier access, and that of the last transition, or of a thread that is blocked behind it. Only one
    /// where everything is demoted.
    pub parties: Vec<Party>,
}

/// What is demoted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Subject {
    /// Memory, or a synchronisation object there: from the first to the last of the bytes that both touch in a line of 64
    /// bytes.
    Bytes(Range),
    /// Two threads may join or detach this one.
    Thread(ThreadId),
    /// An operation of which it is not known what it touches.
    Everything,
}

/// One of two accesses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Party {
    pub thread: ThreadId,
    /// The locks that it holds there.
    pub held: Vec<Held>,
    pub writes: bool,
}
