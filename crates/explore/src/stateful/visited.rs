//! The states that were seen: a set of fingerprints that only grows.
//!
//! A fingerprint's first 8 bits choose one of 256 segments, its last 96 bits are kept there, so that two states are taken
//! for one if 104 bits agree. A segment is an open-addressing table with linear probing. It grows by itself when it is
//! four fifths full, by two fifths: an entry costs between 15 and 21.5 bytes, nothing is ever copied but one segment, and
//! while it is, there is 1/256 more.

use std::hint;

use serde::{Deserialize, Serialize, Serializer};

use crate::saved::packed::{All, Each};

/// Bits of a fingerprint that tell states apart.
pub(super) const BITS: i32 = 104;

const SEGMENTS: usize = 256;

type Entry = [u32; 3];

/// No fingerprint is kept like this.
const FREE: Entry = [0; 3];

#[derive(Deserialize)]
#[serde(try_from = "Vec<Segment>")]
pub(super) struct Table {
    segments: Vec<Segment>,
    len: u64,
    bytes: usize,
    limit: usize,
}

#[derive(Clone, Default, Deserialize)]
#[serde(try_from = "(usize, All<Entry>)")]
struct Segment {
    entries: Box<[Entry]>,
    len: usize,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Insertion {
    New,
    Seen,
    /// It is new, and there is no memory left for it.
    Full,
}

impl Table {
    /// `limit` is how many bytes it may take.
    pub(super) fn new(limit: usize) -> Table {
        let segments = vec![Segment::default(); SEGMENTS];
        let bytes = SEGMENTS * size_of::<Segment>();
        Table { segments, len: 0, bytes, limit }
    }

    pub(super) fn insert(&mut self, fingerprint: u128) -> Insertion {
        let segment = &mut self.segments[(fingerprint >> 120) as usize];
        if segment.is_crowded() {
            let (before, after) = (segment.bytes(), segment.larger() * size_of::<Entry>());
            // Both are there while the entries move.
            if self.bytes + after > self.limit {
                return if segment.contains(fingerprint) { Insertion::Seen } else { Insertion::Full };
            }
            segment.grow();
            self.bytes += after - before;
        }
        if !segment.insert(entry(fingerprint)) {
            return Insertion::Seen;
        }
        self.len += 1;
        Insertion::New
    }

    /// From now on it may take `limit` bytes.
    pub(super) fn set_limit(&mut self, limit: usize) {
        self.limit = limit;
    }

    pub(super) fn contains(&self, fingerprint: u128) -> bool {
        self.segments[(fingerprint >> 120) as usize].contains(fingerprint)
    }

    /// Reads where a fingerprint may be found, so that it is in the processor's cache when it is looked up.
    #[inline]
    pub(super) fn touch(&self, fingerprint: u128) {
        let segment = &self.segments[(fingerprint >> 120) as usize];
        hint::black_box(segment.entries.get(segment.place(entry(fingerprint))).map(|entry| entry[0]));
    }

    /// Takes what was inserted before. The limit stays as it is.
    pub(super) fn restore(&mut self, before: Table) {
        *self = Table { limit: self.limit, ..before };
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}

/// Segment by segment: nothing is copied.
impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.segments.serialize(serializer)
    }
}

impl TryFrom<Vec<Segment>> for Table {
    type Error = &'static str;

    fn try_from(segments: Vec<Segment>) -> Result<Table, &'static str> {
        if segments.len() != SEGMENTS {
            return Err("a table has another number of segments");
        }
        let len = segments.iter().map(|segment| segment.len as u64).sum();
        let bytes = SEGMENTS * size_of::<Segment>() + segments.iter().map(Segment::bytes).sum::<usize>();
        Ok(Table { segments, len, bytes, limit: usize::MAX })
    }
}

/// How many places it has, and its entries without the free places.
impl Serialize for Segment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let items = self.entries.iter().copied().filter(|entry| *entry != FREE);
        (self.entries.len(), Each { length: self.len, items }).serialize(serializer)
    }
}

impl TryFrom<(usize, All<Entry>)> for Segment {
    type Error = &'static str;

    fn try_from((places, All(entries)): (usize, All<Entry>)) -> Result<Segment, &'static str> {
        // As it grows, it has never more places than this, and never fewer.
        let most = entries.len() + entries.len() / 4 * 3 + 8;
        if places > most || 5 * entries.len() > 4 * places {
            return Err("a segment has too many places, or too few");
        }
        let mut segment = Segment { entries: vec![FREE; places].into_boxed_slice(), len: 0 };
        match entries.into_iter().all(|entry| entry != FREE && segment.insert(entry)) {
            true => Ok(segment),
            false => Err("a segment has an entry twice"),
        }
    }
}

impl Segment {
    fn bytes(&self) -> usize {
        size_of_val(&*self.entries)
    }

    /// Whether it has to grow before the next entry.
    fn is_crowded(&self) -> bool {
        5 * (self.len + 1) > 4 * self.entries.len()
    }

    fn larger(&self) -> usize {
        (self.entries.len() * 7 / 5).max(self.entries.len() + 4)
    }

    fn grow(&mut self) {
        let larger = vec![FREE; self.larger()].into_boxed_slice();
        for entry in std::mem::replace(&mut self.entries, larger) {
            if entry != FREE {
                let at = self.find(entry);
                self.entries[at] = entry;
            }
        }
    }

    fn contains(&self, fingerprint: u128) -> bool {
        !self.entries.is_empty() && self.entries[self.find(entry(fingerprint))] != FREE
    }

    /// `false` if it was there before.
    #[inline]
    fn insert(&mut self, entry: Entry) -> bool {
        let at = self.find(entry);
        let new = self.entries[at] == FREE;
        if new {
            self.entries[at] = entry;
            self.len += 1;
        }
        new
    }

    /// Where the search for an entry begins.
    #[inline]
    fn place(&self, entry: Entry) -> usize {
        ((u64::from(entry[0]) * self.entries.len() as u64) >> 32) as usize
    }

    /// Where the entry is, or else the free place where it belongs; there always is one.
    #[inline]
    fn find(&self, entry: Entry) -> usize {
        let places = self.entries.len();
        let mut at = self.place(entry);
        while self.entries[at] != FREE && self.entries[at] != entry {
            at += 1;
            if at == places {
                at = 0;
            }
        }
        at
    }
}

#[inline]
fn entry(fingerprint: u128) -> Entry {
    let entry = [(fingerprint >> 64) as u32, (fingerprint >> 32) as u32, fingerprint as u32];
    if entry == FREE { [0, 0, 1] } else { entry }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spreads numbers like a fingerprint does.
    fn spread(number: u64) -> u128 {
        let half = |salt: u64| {
            let mut z = (number ^ salt).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            u128::from(z ^ (z >> 31))
        };
        half(0) << 64 | half(1 << 40)
    }

    #[test]
    fn what_was_inserted_is_seen() {
        let mut table = Table::new(usize::MAX);
        for number in 0..200_000 {
            assert_eq!(table.insert(spread(number)), Insertion::New);
            assert_eq!(table.insert(spread(number / 2)), Insertion::Seen);
        }
        assert_eq!(table.len(), 200_000);
        assert!((0..200_000).all(|number| table.insert(spread(number)) == Insertion::Seen));
    }

    #[test]
    fn fingerprints_without_bits_are_states_like_others() {
        let mut table = Table::new(usize::MAX);
        for fingerprint in [0, 1 << 120, 5] {
            assert_eq!(table.insert(fingerprint), Insertion::New);
            assert_eq!(table.insert(fingerprint), Insertion::Seen);
        }
    }

    /// Never more than 24 bytes a state, the copy of a growing segment included.
    #[test]
    fn states_take_few_bytes() {
        let mut table = Table::new(usize::MAX);
        for number in 0..1_000_000u64 {
            table.insert(spread(number));
            if number >= 50_000 {
                let copy = table.segments.iter().map(Segment::bytes).max().unwrap();
                let bytes = (table.bytes() + copy) as f64 / table.len() as f64;
                assert!(bytes <= 24.0, "{bytes} after {number}");
            }
        }
        assert_eq!(
            table.bytes(),
            SEGMENTS * size_of::<Segment>() + table.segments.iter().map(Segment::bytes).sum::<usize>()
        );
    }

    #[test]
    fn a_full_table_still_knows_what_it_has_seen() {
        let mut table = Table::new(20_000);
        let fits = (0..).find(|number| table.insert(spread(*number)) == Insertion::Full).unwrap();
        assert!(fits > 400 && table.bytes() <= 20_000, "{fits} in {} bytes", table.bytes());
        assert!((0..fits).all(|number| table.insert(spread(number)) == Insertion::Seen));
        assert_eq!(table.len(), fits);
    }

    /// Room that was made in vain stays, too: figures are the same after a break.
    #[test]
    fn tables_are_read_as_they_were_written() {
        for numbers in [0, 1, 700, 30_000] {
            let mut table = Table::new(usize::MAX);
            for number in (0..numbers).chain(0..numbers) {
                table.insert(spread(number));
            }
            let bytes = postcard::to_stdvec(&table).unwrap();
            let mut read = Table::new(20_000);
            read.restore(postcard::from_bytes(&bytes).unwrap());
            assert_eq!((read.len(), read.bytes(), read.limit), (table.len(), table.bytes(), 20_000));
            assert!((0..numbers).all(|number| read.contains(spread(number))));
            assert!(!read.contains(spread(numbers)));
        }
    }

    #[test]
    fn segments_that_cannot_be_are_refused() {
        let segment = |places, entries: &[Entry]| Segment::try_from((places, All(entries.to_vec()))).is_ok();
        assert!(segment(0, &[]) && segment(4, &[[1, 2, 3], [4, 5, 6]]));
        assert!(!segment(4, &[[1, 2, 3], [1, 2, 3]]), "twice the same");
        assert!(!segment(4, &[[1, 2, 3], FREE]), "a free place");
        assert!(!segment(1, &[[1, 2, 3]]), "no free place");
        assert!(!segment(1 << 60, &[[1, 2, 3]]), "more places than there is memory for");
    }
}
