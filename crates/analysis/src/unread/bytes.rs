//! Bytes of an object.

use std::ops::Range;

use crate::points_to::Span;

/// What nothing reads of an object, by offset.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bytes {
    written: Vec<Span>,
    /// Nothing of these is among them.
    except: Vec<Span>,
}

/// Larger objects are not listed byte by byte.
const MOST_LISTED: u64 = 1 << 16;

impl Bytes {
    pub(super) fn new(written: Vec<Span>, except: Vec<Span>) -> Bytes {
        Bytes { written, except }
    }

    pub fn contains(&self, offset: u64) -> bool {
        i64::try_from(offset).is_ok_and(|offset| {
            let is_in = |spans: &[Span]| spans.iter().any(|span| span.contains(offset));
            is_in(&self.written) && !is_in(&self.except)
        })
    }

    /// Of an object of this size.
    pub fn ranges(&self, size: u64) -> Vec<Range<u64>> {
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for offset in (0..size.min(MOST_LISTED)).filter(|&offset| self.contains(offset)) {
            match ranges.last_mut().filter(|last| last.end == offset) {
                Some(last) => last.end = offset + 1,
                None => ranges.push(offset..offset + 1),
            }
        }
        ranges
    }
}
