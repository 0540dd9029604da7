//! Which variables, and which parts of variables, some bytes consist of.

use std::ops;

use mazurka_machine::Range;

use super::Names;
use crate::address::{self, Place};
use crate::program::Parts;

/// Bytes, and what the program calls them, if it has a name for them.
pub type Extent = (Range, Option<String>);

impl Names<'_> {
    /// Whole variables where all of their bytes are among these, else parts of them. The library's own variables are left out.
    pub(crate) fn extents(&self, bytes: Range) -> Vec<Extent> {
        let mut extents = Vec::new();
        let end = bytes.start + bytes.length;
        let mut at = bytes.start;
        while at < end {
            let until = match self.variable(at) {
                Some(variable) => {
                    let until = end.min(variable.address + variable.size);
                    if !variable.internal {
                        let whole = variable.address..variable.address + variable.size;
                        split(&variable.parts, variable.name, &whole, &(at..until), &mut extents);
                    }
                    until
                }
                None => {
                    let block = self.end_of_block(at);
                    let until = end.min(block.unwrap_or(at + 1));
                    let range = Range { start: at, length: until - at };
                    let name = block.and_then(|_| self.name(range));
                    match extents.last_mut() {
                        Some((last, None)) if name.is_none() && last.start + last.length == at => {
                            last.length += range.length;
                        }
                        _ => extents.push((range, name)),
                    }
                    until
                }
            };
            at = until;
        }
        extents
    }

    /// The end of the heap block that the byte is in.
    fn end_of_block(&self, at: u64) -> Option<u64> {
        let Place::Heap(thread) = address::place(at) else { return None };
        let block = self.state.memory.block_near(thread, at)?;
        let end = block.address + block.size;
        (block.address..end).contains(&at).then_some(end)
    }
}

/// Names the bytes `of` that are part of `whole`.
fn split(
    parts: &Parts,
    name: String,
    whole: &ops::Range<u64>,
    of: &ops::Range<u64>,
    extents: &mut Vec<Extent>,
) {
    let range = Range { start: of.start, length: of.end - of.start };
    match parts {
        Parts::Members { members, .. } if of != whole && !is_union(parts) => {
            for member in members.iter() {
                let start = whole.start + member.offset;
                let member_end = if member.is_open() { whole.end } else { start + member.size };
                let of = of.start.max(start)..of.end.min(member_end);
                if of.start < of.end {
                    let name = format!("{name}{}", member.path());
                    split(&member.parts, name, &(start..member_end), &of, extents);
                }
            }
        }
        Parts::Elements { size, parts } if of != whole => {
            let number = |address: u64| (address - whole.start) / size;
            let start = |number: u64| whole.start + number * size;
            let (first, last) = (number(of.start), number(of.end - 1));
            if first < last && start(first) == of.start && start(last + 1) == of.end {
                return extents.push((range, Some(format!("{name}[{first}] to {name}[{last}]"))));
            }
            for element in first..=last {
                let whole = start(element)..start(element + 1);
                let of = of.start.max(whole.start)..of.end.min(whole.end);
                split(parts, format!("{name}[{element}]"), &whole, &of, extents);
            }
        }
        _ => extents.push((range, Some(name))),
    }
}

/// Which of its members is meant, no address shows.
fn is_union(parts: &Parts) -> bool {
    let Parts::Members { members, .. } = parts else { return false };
    let overlaps_later =
        |(at, member): (usize, _)| members[at + 1..].iter().any(|other| other.overlaps(member));
    members.iter().enumerate().any(overlaps_later)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::program::Member;

    fn member(name: &str, offset: u64, size: u64, parts: Parts) -> Member {
        Member { name: name.into(), offset, size, parts }
    }

    fn names(parts: &Parts, size: u64, of: ops::Range<u64>) -> Vec<String> {
        let mut extents = Vec::new();
        split(parts, "v".to_owned(), &(100..100 + size), &(100 + of.start..100 + of.end), &mut extents);
        extents.into_iter().filter_map(|(_, name)| name).collect()
    }

    #[test]
    fn what_is_covered_as_a_whole_is_one_thing() {
        let pair = vec![member("a", 0, 4, Parts::None), member("b", 4, 4, Parts::None)];
        let pair = Parts::Members { size: 8, members: pair.into(), compound: None };
        let pairs = Parts::Elements { size: 8, parts: Arc::new(pair.clone()) };
        let record = vec![member("count", 0, 4, Parts::None), member("pairs", 8, 32, pairs)];
        let record = Parts::Members { size: 40, members: record.into(), compound: None };
        let names = |of| names(&record, 40, of);
        assert_eq!(names(0..40), ["v"]);
        assert_eq!(names(0..16), ["v.count", "v.pairs[0]"]);
        assert_eq!(names(8..40), ["v.pairs"]);
        assert_eq!(names(8..24), ["v.pairs[0] to v.pairs[1]"]);
        assert_eq!(names(12..24), ["v.pairs[0].b", "v.pairs[1]"]);
        assert_eq!(names(4..8), [""; 0], "padding");
    }

    #[test]
    fn a_union_is_not_divided() {
        let both = vec![member("i", 0, 4, Parts::None), member("f", 0, 4, Parts::None)];
        let union = Parts::Members { size: 4, members: both.into(), compound: None };
        assert_eq!(names(&union, 4, 0..2), ["v"]);
    }
}
