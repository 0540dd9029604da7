//! What was touched while looking ahead.

use mazurka_machine::{Access, Accesses, Footprint, Operation, Range, Touch};

/// Bytes that were read or written, in any order, some perhaps twice.
#[derive(Default)]
pub(in crate::vm) struct Seen {
    accesses: Vec<Access>,
    /// Some of it is about threads, not bytes.
    pub threads: bool,
}

impl Seen {
    pub(crate) fn operation(&mut self, operation: &Operation) {
        self.threads |= operation.concerns_threads();
        let access = |touch: Touch| Access { range: touch.range, writes: touch.writes() };
        self.accesses.extend(operation.own_touches().map(access));
    }

    pub(crate) fn extend(&mut self, other: Seen) {
        self.threads |= other.threads;
        self.accesses.extend(other.accesses);
    }

    /// Plain accesses.
    pub(crate) fn notes(&mut self, notes: &[Footprint]) {
        for note in notes {
            self.bits(note.line, note.writes, true);
            self.bits(note.line, note.reads & !note.writes, false);
        }
    }

    /// Bit i of `bits`: byte i of the line.
    fn bits(&mut self, line: u64, mut bits: u64, writes: bool) {
        while bits != 0 {
            let first = bits.trailing_zeros();
            let length = (bits >> first).trailing_ones();
            let range = Range { start: line + first as u64, length: length as u64 };
            self.accesses.push(Access { range, writes });
            bits &= !(u64::MAX.checked_shr(64 - length).unwrap_or(0) << first);
        }
    }

    /// All of it, each byte once, neighbours together.
    pub(crate) fn accesses(&mut self) -> Accesses {
        self.accesses.sort_unstable_by_key(|access| (access.range.start, !access.writes));
        let (writes, reads): (Vec<Access>, Vec<Access>) =
            self.accesses.iter().filter(|access| access.range.length > 0).partition(|access| access.writes);
        let writes = merged(writes.iter().map(|access| access.range));
        let reads = merged(reads.iter().map(|access| access.range));
        let mut all: Vec<Access> = writes.iter().map(|&range| Access { range, writes: true }).collect();
        for read in reads {
            without(read, &writes, &mut |range| all.push(Access { range, writes: false }));
        }
        all.sort_unstable_by_key(|access| access.range.start);
        all.into()
    }

    /// All bytes, read or written, neighbours together.
    pub(crate) fn ranges(&mut self) -> Vec<Range> {
        self.accesses.sort_unstable_by_key(|access| access.range.start);
        merged(self.accesses.iter().map(|access| access.range).filter(|range| range.length > 0))
    }

    /// The same without some of them.
    pub(crate) fn ranges_outside(&mut self, except: Range) -> Vec<Range> {
        let mut outside = Vec::new();
        self.ranges().into_iter().for_each(|range| without(range, &[except], &mut |part| outside.push(part)));
        outside
    }
}

/// Joins ranges that touch; they come in ascending order.
fn merged(ranges: impl Iterator<Item = Range>) -> Vec<Range> {
    let mut all: Vec<Range> = Vec::new();
    for range in ranges {
        match all.last_mut() {
            Some(last) if range.start <= last.start.saturating_add(last.length) => {
                let end =
                    range.start.saturating_add(range.length).max(last.start.saturating_add(last.length));
                last.length = end - last.start;
            }
            _ => all.push(range),
        }
    }
    all
}

/// Calls `visit` with the parts of `range` that none of `others` covers.
fn without(range: Range, others: &[Range], visit: &mut impl FnMut(Range)) {
    let (mut start, end) = (range.start, range.start.saturating_add(range.length));
    for other in others.iter().filter(|other| other.overlaps(range)) {
        if start < other.start {
            visit(Range { start, length: other.start - start });
        }
        start = start.max(other.start.saturating_add(other.length));
    }
    if start < end {
        visit(Range { start, length: end - start });
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::Order;

    use super::*;

    fn range(start: u64, length: u64) -> Range {
        Range { start, length }
    }

    #[test]
    fn each_byte_is_named_once() {
        let mut seen = Seen::default();
        seen.operation(&Operation::Read(range(64, 8), Order::RELAXED));
        seen.operation(&Operation::Write(range(68, 2), Order::RELAXED));
        seen.operation(&Operation::Read(range(72, 8), Order::RELAXED));
        let access = |start, length, writes| Access { range: range(start, length), writes };
        let expected = [access(64, 4, false), access(68, 2, true), access(70, 10, false)];
        assert_eq!(*seen.accesses(), expected);
        assert_eq!(seen.ranges(), [range(64, 16)]);
    }

    #[test]
    fn notes_become_ranges() {
        let mut seen = Seen::default();
        seen.notes(&[
            Footprint { line: 128, reads: 0b1110_0011, writes: 0b0010 },
            Footprint { line: 192, reads: u64::MAX, writes: 0 },
        ]);
        let access = |start, length, writes| Access { range: range(start, length), writes };
        let expected =
            [access(128, 1, false), access(129, 1, true), access(133, 3, false), access(192, 64, false)];
        assert_eq!(*seen.accesses(), expected);
    }
}
