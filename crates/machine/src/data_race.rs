//! Data races: as a detector finds them in an execution, and as a machine locates them in the program.

use serde::{Deserialize, Serialize};

use crate::fault::Place;
use crate::operation::{Operation, Range};

/// Two unordered accesses to the same bytes, at least one of them a write and at least one of them plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DataRace {
    pub first: RacingAccess,
    pub second: RacingAccess,
    pub bytes: Range,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RacingAccess {
    /// The index of its event in the execution.
    pub event: usize,
    /// It is the event's operation rather than one of the plain accesses after it.
    pub atomic: bool,
    pub writes: bool,
    /// A hash of the code that the thread has executed in the event: where it differs, the access is another one. 0 where it
    /// does not matter any more.
    pub code: u64,
}

/// A data race in the program's own terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocatedRace {
    /// What both access: "variable 'x'".
    pub memory: String,
    /// Where it was allocated, if it is a heap block.
    pub allocated: Option<Place>,
    pub first: LocatedAccess,
    pub second: LocatedAccess,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocatedAccess {
    pub place: Place,
    pub kind: AccessKind,
    /// All bytes that it accesses.
    pub bytes: Range,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AccessKind {
    Read,
    Write,
    /// The heap block is freed.
    Free,
    /// The function of a local variable returns, or the variable's thread ends.
    EndOfLifetime,
    /// A visible operation: an atomic access, a lock.
    Operation {
        operation: Operation,
        /// The library function whose operation it is.
        function: Option<&'static str>,
    },
}
