//! Visible operations as data. What is true of them is said once, in [`facts`]; which pairs commute and which can be
//! reversed follows from that, in [`dependence`].

mod dependence;
mod facts;
mod unordered;

use std::cell::Cell;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, de};

use crate::thread::ThreadId;
pub use dependence::{Reversible, dependent, dependent_in_any_state, dependent_in_state, reversible};
pub use facts::{Family, Held, Hold, Touch, TouchKind, Use, VerbFacts, exclude_each_other};
pub use unordered::Unordered;

/// What a thread is about to do, as far as other threads can tell.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Operation {
    /// Touches nothing shared: a yield, a hint, the start of a thread.
    Local,
    Read(Range, Order),
    /// Also `free`, which writes the whole object.
    Write(Range, Order),
    /// Reads and writes in one go.
    Update(Range, Update, Order),
    /// A compare-and-swap that, in the current state, would succeed (an update) or fail (a read).
    CompareExchange {
        range: Range,
        succeeds: bool,
        order: Order,
    },
    Fence(Order),
    /// An operation on a synchronisation object.
    Sync(Verb, Object),
    /// Gives up `mutex` and goes to sleep on `condition`.
    Wait {
        condition: Object,
        mutex: Object,
    },
    /// Creates a thread.
    Spawn,
    /// Waits for a thread's end.
    Join(ThreadId),
    /// Declares that no thread will wait for a thread's end.
    Detach(ThreadId),
    /// The last operation of a thread.
    Exit,
    /// Ends the process.
    ExitProcess,
    /// Picks one of its choices.
    Choose,
    /// Several accesses in one go: an atomic block, a library function that is given pointers.
    Block(Accesses),
    /// Takes a mutex, and perhaps gives it back: see [`Section`].
    Section(Arc<Section>),
    /// An operation in a loop that waits: see [`Await`].
    Await(Arc<Await>),
    /// What it touches is not known.
    Anything,
}

pub type Accesses = Arc<[Access]>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Access {
    pub range: Range,
    pub writes: bool,
}

/// A lock of a mutex by a machine that looks ahead to the unlock. Whether it finds that depends on the state.
///
/// A *whole* section is the lock, the plain code behind it and the unlock in one go. No other thread sees the mutex taken, so that
/// two whole sections of one mutex depend on each other only through what they access. Otherwise it is only the lock.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Section {
    pub mutex: Object,
    pub is_whole: bool,
    /// What was accessed while looking ahead: all of a whole section, and what decides that another one is not whole.
    pub accesses: Accesses,
}

/// The operation that a thread is at in a loop whose next iteration might come back to the same state and change
/// nothing: a spin lock, a flag that is polled. While it would, the thread is blocked.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Await {
    /// What it does when it continues; that is not an [`Await`].
    #[serde(deserialize_with = "operation_in_wait")]
    pub operation: Operation,
    /// What the iteration from here looks at, as far as it decides whether it continues.
    pub watched: Vec<Range>,
    pub purpose: Purpose,
}

/// What a loop waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Purpose {
    /// A change of what it watches, which is all that is known.
    Change,
    /// A lock that is known as such. The thread would sleep before long.
    Lock,
    /// The same for a lock that it takes together with other readers.
    ReadLock,
    /// The end of what is done only once, by another thread.
    Once,
    /// To be unparked.
    Unpark,
}

/// Waits in waits, as deep as a forged checkpoint has them, would exhaust the stack.
fn operation_in_wait<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Operation, D::Error> {
    thread_local!(static IN_WAIT: Cell<bool> = const { Cell::new(false) });
    if IN_WAIT.replace(true) {
        return Err(de::Error::custom("a wait in a wait"));
    }
    let operation = Operation::deserialize(deserializer);
    IN_WAIT.set(false);
    operation
}

/// `length` bytes from `start` on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Range {
    pub start: u64,
    pub length: u64,
}

impl Range {
    /// The first address behind it.
    pub fn end(self) -> u64 {
        self.start.saturating_add(self.length)
    }

    /// Whether they have a byte in common. An empty range has none.
    pub fn overlaps(self, other: Range) -> bool {
        self.start.max(other.start) < self.end().min(other.end())
    }
}

/// A synchronisation object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Object {
    /// The memory that it occupies, or the addresses that are its name.
    pub range: Range,
    pub kind: ObjectKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum ObjectKind {
    Mutex,
    SpinLock,
    RwLock,
    /// What is done only once. A thread that comes late takes it for reading and never gives it back.
    Once,
    Condvar,
    Barrier,
    Semaphore,
    /// An object in the program's memory that is too broken to say what it is.
    Broken,
    /// A futex, by its key. Not memory: no access of the program's touches it.
    Futex,
    /// State of the library's or the system's: a file, a thread's name. No access of the program's touches it.
    Hidden,
}

impl ObjectKind {
    pub const fn at(self, start: u64, length: u64) -> Object {
        Object { range: Range { start, length }, kind: self }
    }

    /// Whether its range is memory that the program can access.
    pub const fn is_memory(self) -> bool {
        !matches!(self, ObjectKind::Futex | ObjectKind::Hidden)
    }
}

/// The memory order of an access, as far as the race detector cares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Order {
    /// `false`: a plain access.
    pub atomic: bool,
    pub acquire: bool,
    pub release: bool,
}

impl Order {
    pub const PLAIN: Order = Order { atomic: false, acquire: false, release: false };
    pub const RELAXED: Order = Order { atomic: true, acquire: false, release: false };
    pub const ACQUIRE: Order = Order { atomic: true, acquire: true, release: false };
    pub const RELEASE: Order = Order { atomic: true, acquire: false, release: true };
    pub const ACQ_REL: Order = Order { atomic: true, acquire: true, release: true };
}

/// Two updates of the same family commute when their old values are not used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Update {
    /// The old value is used, or the operation commutes with nothing.
    Opaque,
    /// Additions and subtractions.
    Add,
    /// The same where it matters in which order they come, though the old value is not used: they acquire.
    AddInOrder,
    /// The same of the following.
    InOrder,
    And,
    Or,
    Xor,
    Max,
    Min,
    UnsignedMax,
    UnsignedMin,
    /// Takes one from a count, which is this much before. Its thread learns nothing but whether that was the last one.
    Decrement(u64),
}

/// A round of a barrier at which the same threads meet each time. At most two of them are under way: one that threads
/// have yet to leave, and one at which others arrive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Round {
    Even,
    Odd,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Verb {
    /// Takes a mutex, a spin lock, or a rwlock for writing; waits until it is free.
    Lock,
    /// The same without waiting, in a state where it would succeed. Where it would fail, it is an [`Verb::Inspect`].
    TryLock,
    /// By the thread that holds it; else it is an [`Verb::Inspect`].
    Unlock,
    /// Takes a rwlock together with other readers. Also what those do who come late where something is done only once:
    /// before the first one, it would be a [`Verb::Lock`].
    ReadLock,
    /// Would succeed; else it is an [`Verb::Inspect`].
    TryReadLock,
    ReadUnlock,
    Signal,
    Broadcast,
    /// Waits to be woken: what an untimed sleeper is blocked on. Never ready; the signal turns it into a `Lock`.
    Sleep,
    /// Arrives at a barrier.
    Arrive,
    /// Waits until the others have arrived, too.
    Depart,
    /// Arrives at a barrier that no more threads use than it is for: all of them meet in every round, and no round ends
    /// before all have left the one before. `observed`: the thread may learn whether it was the last.
    ArriveIn {
        round: Round,
        observed: bool,
    },
    /// Waits until the others have arrived in the same round, too.
    DepartFrom(Round),
    /// Adds to a semaphore. Posts are ordered, so that which of them let a waiter through is part of the trace.
    Post,
    /// Takes from a semaphore; waits until there is something.
    Acquire,
    /// Would succeed; else it is an [`Verb::Inspect`].
    TryAcquire,
    /// Looks at the object without changing it.
    Inspect,
    /// Anything else that changes the object: initialise, destroy, a library's hidden state, a file.
    Change,
    /// The same, where it may have to wait: reading from a pipe, accepting a connection.
    WaitToChange,
}
