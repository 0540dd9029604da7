//! What can go wrong in a checked program: data, not messages.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::thread::ThreadId;

/// A fault of the program: a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// One sentence, without the position.
    pub message: String,
    pub thread: ThreadId,
    /// Innermost frame first; empty where the machine has no source.
    pub stack: Vec<StackFrame>,
}

/// Where a bound of the checker's stopped a thread, and which.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CutOff {
    /// One sentence, without the position.
    pub message: String,
    pub thread: ThreadId,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

/// Where a thread is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub thread: ThreadId,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

impl Place {
    /// The innermost position that is known.
    pub fn location(&self) -> Option<&Location> {
        self.stack.iter().find_map(|frame| frame.location.as_ref())
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct StackFrame {
    pub function: Arc<str>,
    pub location: Option<Location>,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Location {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
}

macro_rules! fault_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum FaultKind { $($(#[$doc])* $kind,)* }

        impl FaultKind {
            pub const ALL: &[FaultKind] = &[$(FaultKind::$kind,)*];

            /// The stable name, as in reports and JSON.
            pub fn name(self) -> &'static str {
                match self { $(FaultKind::$kind => $name,)* }
            }
        }
    };
}

fault_kinds! {
    /// `assert`, `reach_error`, `mz_assert`.
    Assertion = "assertion",
    Abort = "abort",
    /// A panic of Rust that ends its program or thread.
    Panic = "panic",
    Deadlock = "deadlock",
    Livelock = "livelock",
    DataRace = "data-race",
    OutOfBounds = "out-of-bounds",
    UseAfterFree = "use-after-free",
    DoubleFree = "double-free",
    InvalidFree = "invalid-free",
    NullDereference = "null-dereference",
    /// An address where nothing ever was.
    InvalidPointer = "invalid-pointer",
    /// A call through something that is not a function.
    InvalidCall = "invalid-call",
    /// Writing to a constant or to a function.
    ReadOnly = "read-only",
    MisalignedAtomic = "misaligned-atomic",
    StackUseAfterReturn = "stack-use-after-return",
    StackOverflow = "stack-overflow",
    DivisionByZero = "division-by-zero",
    /// `unreachable` was reached, or the program trapped.
    Unreachable = "unreachable",
    Uninitialized = "uninitialized",
    Leak = "leak",
    MutexMisuse = "mutex-misuse",
    RwlockMisuse = "rwlock-misuse",
    CondvarMisuse = "condvar-misuse",
    BarrierMisuse = "barrier-misuse",
    SemaphoreMisuse = "semaphore-misuse",
    ThreadMisuse = "thread-misuse",
    /// Any other contract of a library function that was broken.
    LibraryMisuse = "library-misuse",
}

impl FaultKind {
    /// Whether its thread could have continued but for the fault, which is not explored.
    pub fn stops_a_thread(self) -> bool {
        !matches!(self, FaultKind::Deadlock | FaultKind::Livelock | FaultKind::DataRace | FaultKind::Leak)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
