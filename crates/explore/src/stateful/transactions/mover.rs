//! Right and left movers: what follows from an operation itself, and what it does to which bytes.

use mazurka_machine::Family;
use mazurka_machine::{Footprint, Object, ObjectKind, Operation, Range, ThreadId, Touch, Update, Use, Verb};
use serde::{Deserialize, Serialize};

use super::super::circumstances::LineAccess;

/// Whether a transition commutes with those of other threads (Lipton: *Reduction*, 1975).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Mover {
    /// It can be made after any transition of another thread that follows it.
    pub right: bool,
    /// It can be made before any transition of another thread that precedes it.
    pub left: bool,
}

impl Mover {
    pub const NEITHER: Mover = Mover { right: false, left: false };
    pub const RIGHT: Mover = Mover { right: true, left: false };
    pub const LEFT: Mover = Mover { right: false, left: true };
    pub const BOTH: Mover = Mover { right: true, left: true };

    /// What an operation is while nothing that it touches is demoted.
    pub(super) fn of(operation: &Operation) -> Mover {
        match operation {
            Operation::Local | Operation::Choose | Operation::Fence(_) | Operation::Detach(_) => Mover::BOTH,
            Operation::Read(..)
            | Operation::Write(..)
            | Operation::Update(..)
            | Operation::CompareExchange { .. }
            | Operation::Block(_) => Mover::BOTH,
            // What the new thread does cannot come before; nor can what those do who have waited for the end.
            Operation::Spawn | Operation::Exit => Mover::LEFT,
            // Where it is possible, the other thread has ended, and it commutes with whatever the rest does. Where it is not, its
            // thread is blocked, which ends a transaction.
            Operation::Join(_) => Mover::BOTH,
            Operation::Sync(verb, object) => Mover::of_verb(*verb, *object),
            // Searches through states do not look ahead to the end of sections.
            Operation::Wait { .. }
            | Operation::Section(_)
            | Operation::ExitProcess
            | Operation::Await(_)
            | Operation::Anything => Mover::NEITHER,
        }
    }

    fn of_verb(verb: Verb, object: Object) -> Mover {
        match (Discipline::of(object.kind), verb) {
            (Discipline::Taken, Verb::Lock | Verb::ReadLock | Verb::Acquire) => Mover::RIGHT,
            (Discipline::Taken, Verb::Unlock | Verb::ReadUnlock | Verb::Post) => Mover::LEFT,
            (
                Discipline::Taken | Discipline::Slept,
                Verb::TryLock | Verb::TryReadLock | Verb::TryAcquire | Verb::Inspect | Verb::Change,
            ) => Mover::BOTH,
            _ => Mover::NEITHER,
        }
    }

    /// Whether it stays what it is unless bytes are demoted: other threads cannot notice it.
    pub(super) fn is_local(operation: &Operation) -> bool {
        matches!(operation, Operation::Local | Operation::Choose | Operation::Fence(_))
    }
}

/// How the operations on an object are ordered.
enum Discipline {
    /// By waiting for it and giving it back.
    Taken,
    /// By sleeping and waking.
    Slept,
    /// Otherwise.
    Other,
}

impl Discipline {
    fn of(kind: ObjectKind) -> Discipline {
        match kind {
            ObjectKind::Mutex | ObjectKind::SpinLock | ObjectKind::RwLock | ObjectKind::Semaphore => {
                Discipline::Taken
            }
            ObjectKind::Condvar => Discipline::Slept,
            ObjectKind::Once
            | ObjectKind::Barrier
            | ObjectKind::Broken
            | ObjectKind::Futex
            | ObjectKind::Hidden => Discipline::Other,
        }
    }
}

/// What is done to some bytes, as far as it matters to movers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum Kind {
    Read,
    Write,
    /// Updates of one kind of the same bytes commute.
    Update(Update, Range),
    /// A lock or a semaphore is taken or given back: a right or a left mover among its like.
    Taken(Range),
    /// An operation on an object that is a mover in no case.
    Fixed,
}

/// The same for a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Touched {
    pub kind: Kind,
    pub bytes: u64,
}

impl Kind {
    fn conflicts(self, other: Kind) -> bool {
        match (self, other) {
            (Kind::Read, Kind::Read) | (Kind::Fixed, Kind::Fixed) => false,
            (Kind::Update(..) | Kind::Taken(_), _) => self != other,
            _ => true,
        }
    }
}

impl LineAccess for Touched {
    fn add(&mut self, other: &Touched) -> Option<bool> {
        if self.kind != other.kind {
            return None;
        }
        let before = self.bytes;
        self.bytes |= other.bytes;
        Some(self.bytes != before)
    }

    fn conflict(&self, other: &Touched) -> u64 {
        if self.kind.conflicts(other.kind) { self.bytes & other.bytes } else { 0 }
    }
}

/// What an operation does to which lines, what a loop that waits looks at included.
pub(super) fn touched(operation: &Operation) -> impl Iterator<Item = (u64, Touched)> + '_ {
    let kind = |touch: Touch| match (operation.in_loop(), touch.used) {
        (Operation::Sync(verb, object), _) => of_verb(*verb, *object),
        (Operation::Wait { mutex, .. }, _) if mutex.range == touch.range => of_verb(Verb::Unlock, *mutex),
        (Operation::Wait { .. }, _) => Kind::Fixed,
        (_, Use::Read) => Kind::Read,
        (_, Use::Commuting(Family::Updates(update))) => Kind::Update(update, touch.range),
        (_, Use::Commuting(_) | Use::Write) => Kind::Write,
    };
    let bytes = operation.touches().filter(|touch| touch.is_memory()).flat_map(move |touch| {
        let kind = kind(touch);
        Footprint::reading(touch.range).map(move |part| (part.line, Touched { kind, bytes: part.reads }))
    });
    let claimed = operation.claimed_thread();
    let claim = claimed.map(|thread| (line_of(thread), Touched { kind: Kind::Write, bytes: 1 }));
    bytes.filter(|(_, touched)| touched.bytes != 0).chain(claim)
}

fn of_verb(verb: Verb, object: Object) -> Kind {
    match Mover::of_verb(verb, object) {
        Mover::NEITHER => Kind::Fixed,
        Mover::BOTH if verb.facts().used == Use::Read => Kind::Read,
        Mover::BOTH => Kind::Write,
        _ => Kind::Taken(object.range),
    }
}

/// A thread that is joined or detached is a line beyond all memory.
pub(super) fn line_of(thread: ThreadId) -> u64 {
    LAST_LINE - 64 * u64::from(thread.0)
}

/// The thread that a line stands for.
pub(super) fn thread_of(line: u64) -> Option<ThreadId> {
    let number = LAST_LINE.checked_sub(line)? / 64;
    u16::try_from(number).ok().map(ThreadId)
}

const LAST_LINE: u64 = u64::MAX - 127;
