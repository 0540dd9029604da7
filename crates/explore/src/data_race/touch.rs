//! What an event does to a line of 64 bytes.

use mazurka_machine::{Footprint, Operation, Touch, TouchKind};
use serde::{Deserialize, Serialize};

/// Accesses to a line; bit i speaks of byte i.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Masks {
    pub reads: u64,
    pub writes: u64,
    pub atomic_reads: u64,
    pub atomic_writes: u64,
    /// It is the event's operation that does this, which need not be atomic.
    pub operation: bool,
}

/// Whether an access is an operation's, and whether it writes.
pub(crate) type Kind = (bool, bool);

impl Masks {
    pub(crate) fn plain(reads: u64, writes: u64) -> Masks {
        Masks { reads, writes, ..Masks::default() }
    }

    pub(crate) fn is_plain(&self) -> bool {
        self.reads | self.writes != 0
    }

    pub(crate) fn union(&self, other: &Masks) -> Masks {
        Masks {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            atomic_reads: self.atomic_reads | other.atomic_reads,
            atomic_writes: self.atomic_writes | other.atomic_writes,
            ..*self
        }
    }

    /// Whether it does to every byte all that the other does.
    pub(crate) fn includes(&self, other: &Masks) -> bool {
        self.union(other) == *self
    }

    pub(crate) fn without_bytes(&self, bytes: u64) -> Masks {
        Masks {
            reads: self.reads & !bytes,
            writes: self.writes & !bytes,
            atomic_reads: self.atomic_reads & !bytes,
            atomic_writes: self.atomic_writes & !bytes,
            ..*self
        }
    }

    /// Bytes that both touch, one of them writing and one of them plainly, and in what way; writes come first.
    pub(crate) fn conflict(&self, later: &Masks) -> Option<(u64, Kind, Kind)> {
        const READ: Kind = (false, false);
        const WRITE: Kind = (false, true);
        const ATOMIC_READ: Kind = (true, false);
        const ATOMIC_WRITE: Kind = (true, true);
        let mask = |masks: &Masks, kind: Kind| match kind {
            READ => masks.reads,
            WRITE => masks.writes,
            ATOMIC_READ => masks.atomic_reads,
            ATOMIC_WRITE => masks.atomic_writes,
        };
        const CONFLICTS: [(Kind, Kind); 9] = [
            (WRITE, WRITE),
            (WRITE, READ),
            (READ, WRITE),
            (WRITE, ATOMIC_WRITE),
            (WRITE, ATOMIC_READ),
            (READ, ATOMIC_WRITE),
            (ATOMIC_WRITE, WRITE),
            (ATOMIC_READ, WRITE),
            (ATOMIC_WRITE, READ),
        ];
        let in_common = |&(before, after): &(Kind, Kind)| {
            let bytes = mask(self, before) & mask(later, after);
            (bytes != 0).then_some((bytes, before, after))
        };
        CONFLICTS.iter().find_map(in_common)
    }
}

/// What an operation does to a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineTouch {
    pub line: u64,
    bytes: u64,
    kind: Kind,
}

impl LineTouch {
    #[inline]
    pub(crate) fn masks(&self) -> Masks {
        let masks = match self.kind {
            (true, true) => Masks { atomic_writes: self.bytes, ..Masks::default() },
            (true, false) => Masks { atomic_reads: self.bytes, ..Masks::default() },
            (false, true) => Masks::plain(0, self.bytes),
            (false, false) => Masks::plain(self.bytes, 0),
        };
        Masks { operation: true, ..masks }
    }
}

/// The lines that an operation touches, and how. Operations on objects count as atomic accesses to all of their memory.
pub(crate) fn of_operation(operation: &Operation) -> Box<[LineTouch]> {
    let operation = operation.in_loop();
    if matches!(operation, Operation::Sync(verb, _) if verb.facts().second_half) {
        return Box::default();
    }
    let is_section = matches!(operation, Operation::Section(_));
    let lines = |touch: Touch| {
        let is_plain = touch.kind == TouchKind::Plain;
        // A section takes its mutex, though it is a whole one.
        let kind = (!is_plain, touch.writes() || is_section && !is_plain);
        let range = match operation {
            Operation::Sync(_, object) => object.range,
            _ => touch.range,
        };
        Footprint::reading(range).map(move |part| LineTouch { line: part.line, bytes: part.reads, kind })
    };
    // What follows the lock of a section that is not whole are plain accesses like others, and are shown as such.
    let is_shown =
        |touch: &Touch| touch.kind == TouchKind::Plain && is_section && !operation.is_whole_section();
    operation
        .touches()
        .filter(|touch| touch.is_memory())
        .filter(|touch| !is_shown(touch))
        .flat_map(lines)
        .filter(|part| part.bytes != 0)
        .collect()
}
