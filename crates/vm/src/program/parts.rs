//! The parts of variables and of heap blocks: what they are called, and which of them is at an offset.

use std::ops::Range;
use std::sync::Arc;

use crate::values::{Compound, Scalar};

/// How the parts of a variable are called.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Parts {
    /// Nothing is known about them.
    #[default]
    None,
    /// It has none, and its value can be read like this.
    Scalar(Scalar),
    /// Of a struct or union of `size` bytes, as declared; members of anonymous members among them. Members of a union
    /// overlap.
    Members {
        size: u64,
        members: Arc<[Member]>,
        /// What they are taken together, if that says more.
        compound: Option<Arc<Compound>>,
    },
    /// Of an array, `size` bytes each.
    Elements { size: u64, parts: Arc<Parts> },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Empty where the record only wraps it.
    pub name: Arc<str>,
    /// Bytes from the start of the record.
    pub offset: u64,
    /// Bytes that it has a bit in; 0 for a flexible array member, which extends to the end of the object.
    pub size: u64,
    pub parts: Parts,
}

/// What is to be named at some offset of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A value of this many bytes, as an access reads or writes it.
    Value(u64),
    /// What a pointer points to, of this many bytes; 0 where that is not known. It may be a whole record.
    Pointee(u64),
}

impl Part {
    /// Whether a record of this many bytes may be meant, and not its first member.
    fn may_be_record(self, size: u64) -> bool {
        self == Part::Pointee(size) || self == Part::Pointee(0)
    }
}

impl Member {
    /// What is behind the record's name for it.
    pub fn path(&self) -> String {
        if self.name.is_empty() { String::new() } else { format!(".{}", self.name) }
    }

    /// Whether the byte at this offset of the record is part of it.
    pub fn contains(&self, offset: u64) -> bool {
        offset >= self.offset && (self.is_open() || offset - self.offset < self.size)
    }

    /// Whether it has as many elements as the object has room for.
    pub fn is_open(&self) -> bool {
        self.size == 0 && matches!(self.parts, Parts::Elements { .. })
    }

    /// The bits of the record that it takes. Bit-fields of one byte take different ones, members of a union the same.
    fn bits(&self) -> Range<u64> {
        let start = 8 * self.offset;
        match &self.parts {
            Parts::Scalar(scalar) => {
                let start = start + u64::from(scalar.skip);
                start..start + u64::from(scalar.bits)
            }
            _ if self.is_open() => start..u64::MAX,
            _ => start..start + 8 * self.size,
        }
    }

    /// Whether both take some bit of the record, as members of a union do.
    pub fn overlaps(&self, other: &Member) -> bool {
        let (bits, others) = (self.bits(), other.bits());
        bits.start < others.end && others.start < bits.end
    }
}

impl Parts {
    /// What is behind the variable's name for a part of it: `[2].next`. Where members of a union lie at the same place, the
    /// first declared of those that have exactly such a part there.
    pub fn path(&self, offset: u64, part: Part) -> String {
        match self {
            Parts::None | Parts::Scalar(_) => String::new(),
            Parts::Members { size, .. } if offset == 0 && part.may_be_record(*size) => String::new(),
            Parts::Members { size, members, .. } => match member_at(members, offset, part) {
                Some(member) => {
                    format!("{}{}", member.path(), member.parts.path(offset - member.offset, part))
                }
                // A header with something unknown behind it.
                None if offset >= *size => format!(" + {offset}"),
                None => String::new(),
            },
            Parts::Elements { size, parts } => {
                format!("[{}]{}", offset / size, parts.path(offset % size, part))
            }
        }
    }

    /// Whether these parts of an object of `size` bytes have exactly this one at the offset.
    fn has(&self, size: u64, offset: u64, part: Part) -> bool {
        let is_whole = |bytes| offset == 0 && (part == Part::Value(bytes) || part == Part::Pointee(bytes));
        match self {
            Parts::None => is_whole(size),
            Parts::Scalar(scalar) => scalar.skip == 0 && is_whole(scalar.bytes()),
            Parts::Members { size, .. } if offset == 0 && part.may_be_record(*size) => true,
            Parts::Members { size, members, .. } => match &members[..] {
                [] => is_whole(*size),
                members => members.iter().any(|member| member.has(offset, part)),
            },
            Parts::Elements { size, parts } => parts.has(*size, offset % size, part),
        }
    }
}

impl Member {
    fn has(&self, offset: u64, part: Part) -> bool {
        self.contains(offset) && self.parts.has(self.size, offset - self.offset, part)
    }
}

fn member_at(members: &[Member], offset: u64, part: Part) -> Option<&Member> {
    let exact = members.iter().find(|member| member.has(offset, part));
    exact.or_else(|| members.iter().find(|member| member.contains(offset)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::ScalarKind;

    #[test]
    fn parts_have_paths() {
        let pair = record(8, &[member("a", 0, 4, Parts::None), member("b", 4, 4, Parts::None)]);
        let pairs = Parts::Elements { size: 8, parts: Arc::new(pair) };
        let record = record(40, &[member("count", 0, 4, Parts::None), member("pairs", 8, 32, pairs)]);
        let path = |offset| record.path(offset, Part::Value(0));
        assert_eq!(path(2), ".count");
        assert_eq!(path(8), ".pairs[0].a");
        assert_eq!(path(8 + 3 * 8 + 5), ".pairs[3].b");
        // Padding has no name, and what is behind the record only a number.
        assert_eq!((path(6), path(48)), (String::new(), " + 48".to_owned()));
        assert_eq!(Parts::None.path(3, Part::Value(1)), "");
        let pointer = |offset, size| record.path(offset, Part::Pointee(size));
        assert_eq!((pointer(16, 8), pointer(0, 40)), (".pairs[1]".into(), String::new()));
        assert_eq!((pointer(16, 4), pointer(20, 8)), (".pairs[1].a".into(), ".pairs[1].b".into()));
    }

    fn member(name: &str, offset: u64, size: u64, parts: Parts) -> Member {
        Member { name: name.into(), offset, size, parts }
    }

    fn record(size: u64, members: &[Member]) -> Parts {
        Parts::Members { size, members: members.into(), compound: None }
    }

    #[test]
    fn a_member_of_a_union_is_chosen_by_size_and_then_by_order() {
        let scalar = |bytes| Parts::Scalar(Scalar::of_size(bytes).unwrap());
        let halves = [member("low", 0, 4, scalar(4)), member("high", 4, 4, scalar(4))];
        let union = record(
            8,
            &[
                member("halves", 0, 8, record(8, &halves)),
                member("whole", 0, 8, scalar(8)),
                member("again", 0, 8, scalar(8)),
                member("bytes", 0, 8, Parts::Elements { size: 1, parts: Arc::new(scalar(1)) }),
            ],
        );
        for (offset, size, expected) in [
            (0, 8, ".whole"),
            (0, 4, ".halves.low"),
            (4, 4, ".halves.high"),
            (5, 1, ".bytes[5]"),
            (0, 2, ".halves.low"),
        ] {
            assert_eq!(union.path(offset, Part::Value(size)), expected);
        }
        assert_eq!(union.path(0, Part::Pointee(8)), "");
        assert_eq!(union.path(4, Part::Pointee(0)), ".halves.high");
    }

    #[test]
    fn bit_fields_of_one_byte_do_not_overlap() {
        let bits = |skip, bits| Parts::Scalar(Scalar { skip, bits, kind: ScalarKind::Unsigned });
        let [low, high, all] = [(0, 3), (3, 5), (0, 8)].map(|(skip, n)| member("", 0, 1, bits(skip, n)));
        assert!(!low.overlaps(&high) && low.overlaps(&all) && all.overlaps(&high));
        let rest = member("", 0, 0, Parts::Elements { size: 4, parts: Arc::default() });
        assert!(rest.is_open() && rest.contains(1000) && rest.overlaps(&low));
    }
}
