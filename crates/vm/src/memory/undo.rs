//! Saving lines before they change, and putting them back.

use mazurka_machine::{Range, bytes_of_line};
use rustc_hash::FxHashSet;

use super::fingerprint::change;
use super::{LINE, Line, Memory, Region};
use crate::address;

pub(super) struct Log {
    lines: Vec<SavedLine>,
    /// Lines stamped with this epoch are already saved. Grows with every mark and rewind, never repeats.
    pub(super) epoch: u64,
    /// Off for runs without rewinding: nothing is saved, and every line counts as saved.
    recording: bool,
    /// Lines from here on are not yet in the fingerprint.
    sealed: usize,
}

pub(super) struct SavedLine {
    pub region: u32,
    pub index: u32,
    pub valid: u64,
    pub defined: u64,
    pub bytes: [u8; LINE],
}

#[derive(Clone, Copy, Debug)]
pub struct MemoryMark {
    lines: usize,
    fingerprint: u128,
    places: usize,
    allocations: usize,
}

/// A line as it was.
#[derive(Clone, Copy, Debug)]
pub struct LineAt<'m> {
    pub address: u64,
    /// Bit i: byte i could be touched.
    pub valid: u64,
    pub bytes: &'m [u8; LINE],
}

impl Log {
    pub(super) fn new() -> Log {
        Log { lines: Vec::new(), epoch: 1, recording: false, sealed: 0 }
    }
}

impl Memory {
    /// From now on every change can be rewound (and costs a little).
    pub fn start_recording(&mut self, fingerprints: bool) {
        self.undo.recording = true;
        self.undo.epoch += 1;
        self.hash.start(fingerprints, &self.regions);
    }

    pub fn mark(&mut self) -> MemoryMark {
        self.seal();
        let (lines, fingerprint) = (self.undo.lines.len(), self.hash.value());
        let allocations = self.allocations.as_ref().map_or(0, Vec::len);
        MemoryMark { lines, fingerprint, places: self.places.mark(), allocations }
    }

    pub fn rewind(&mut self, to: MemoryMark) {
        for (at, saved) in self.undo.lines.iter().enumerate().skip(to.lines).rev() {
            // What was written since the last seal was never counted.
            if self.pointers.enabled() && at < self.undo.sealed {
                self.pointers.replace_line(saved, &self.regions, true);
            }
            restore(&mut self.regions, saved);
        }
        if let Some(reach) = &mut self.reach {
            self.undo.lines[to.lines..]
                .iter()
                .for_each(|saved| reach.get_mut().touch(saved.region, saved.index));
        }
        self.undo.lines.truncate(to.lines);
        self.undo.sealed = to.lines;
        self.undo.epoch += 1;
        self.hash.set(to.fingerprint);
        self.places.rewind(to.places);
        if let Some(allocations) = &mut self.allocations {
            allocations.truncate(to.allocations);
        }
    }

    /// How many bytes saved lines take.
    pub fn undo_bytes(&self) -> usize {
        self.undo.lines.capacity() * size_of::<SavedLine>() + self.places.undo_bytes()
    }

    /// The lines that were saved since the last seal.
    pub(super) fn unsealed(&self) -> impl Iterator<Item = &SavedLine> {
        self.undo.lines[self.undo.sealed..].iter()
    }

    /// Counts the pointers in what was written since the last seal; or no longer.
    pub(super) fn count_unsealed(&mut self, rewinds: bool) {
        for saved in &self.undo.lines[self.undo.sealed..] {
            self.pointers.replace_line(saved, &self.regions, rewinds);
        }
    }

    /// Whether changes can be rewound.
    pub(super) fn is_recording(&self) -> bool {
        self.undo.recording
    }

    /// The lines that were saved since a mark was taken.
    pub(super) fn saved_since(&self, mark: MemoryMark) -> impl Iterator<Item = &SavedLine> {
        self.undo.lines[mark.lines..].iter()
    }

    /// Whether all bytes are what they were when the mark was taken, even if they changed in between. No other mark may
    /// have been taken since.
    pub fn is_as_at(&self, mark: MemoryMark) -> bool {
        self.undo.lines[mark.lines..].iter().all(|saved| {
            let region = &self.regions[saved.region as usize];
            let (index, start) = (saved.index as usize, saved.index as usize * LINE);
            saved.valid == region.valid[index]
                && saved.defined == region.lines[index].defined
                && saved.bytes == region.bytes[start..start + LINE]
        })
    }

    /// The lines that were written since the mark was taken, as they were before; the oldest version of a line first.
    pub fn lines_at(&self, mark: MemoryMark) -> impl Iterator<Item = LineAt<'_>> {
        self.undo.lines[mark.lines..].iter().map(|saved| LineAt {
            address: address::in_region(saved.region, saved.index as usize * LINE),
            valid: saved.valid,
            bytes: &saved.bytes,
        })
    }

    pub fn fingerprint(&mut self) -> u128 {
        self.seal();
        self.hash.value()
    }

    /// [`Memory::fingerprint`] from all of memory rather than from the changes: slow, to check the other one.
    pub fn fingerprint_afresh(&self) -> u128 {
        self.hash.afresh(&self.regions)
    }

    /// Whether memory is not what it was at `mark`. Says yes in doubt when other marks were taken in between.
    pub fn changed_since(&self, mark: MemoryMark) -> bool {
        self.undo.lines[mark.lines..].iter().any(|saved| {
            let region = &self.regions[saved.region as usize];
            let start = saved.index as usize * LINE;
            region.valid[saved.index as usize] != saved.valid
                || region.bytes[start..start + LINE] != saved.bytes
        })
    }

    /// The same for some bytes.
    pub fn changed_within(&self, mark: MemoryMark, ranges: &[Range]) -> bool {
        self.undo.lines[mark.lines..].iter().any(|saved| {
            let start = address::in_region(saved.region, saved.index as usize * LINE);
            let line = Range { start, length: LINE as u64 };
            ranges.iter().any(|range| range.overlaps(line) && self.differs(saved, *range))
        })
    }

    /// Whether some of these bytes are not what they were at `mark`, however they changed in between.
    pub fn differs_since(&self, mark: MemoryMark, range: Range) -> bool {
        self.differs_where(mark, |line| bytes_of_line(line, range))
    }

    /// The same but for those in some ranges.
    pub fn differs_since_but(&self, mark: MemoryMark, range: Range, except: &[Range]) -> bool {
        let excepted = |line| except.iter().fold(0, |bits, range| bits | bytes_of_line(line, *range));
        self.differs_where(mark, |line| bytes_of_line(line, range) & !excepted(line))
    }

    /// The same for all that are in none of these.
    pub fn differs_outside(&self, mark: MemoryMark, ranges: &[&[Range]]) -> bool {
        let ranges = || ranges.iter().copied().flatten();
        self.differs_where(mark, |line| !ranges().fold(0, |bits, range| bits | bytes_of_line(line, *range)))
    }

    /// The same for those that are chosen of each line.
    fn differs_where(&self, mark: MemoryMark, chosen: impl Fn(u64) -> u64) -> bool {
        let lines = &self.undo.lines[mark.lines..];
        let is_oldest = |at: usize| {
            let place = |saved: &SavedLine| (saved.region, saved.index);
            !lines[..at].iter().any(|earlier| place(earlier) == place(&lines[at]))
        };
        lines.iter().enumerate().any(|(at, saved)| {
            let changed = self.changed_bytes(saved);
            changed != 0 && changed & chosen(extent(saved).start) != 0 && is_oldest(at)
        })
    }

    /// A fingerprint of how memory differs from what it was at `mark`, however it changed in between.
    pub fn difference(&self, mark: MemoryMark) -> u128 {
        let lines = self.oldest_since(mark, |_| true);
        lines.fold(0, |sum, saved| sum.wrapping_add(self.change_of(saved)))
    }

    /// What the fingerprint changes by from a line as it was saved to the line as it is.
    fn change_of(&self, saved: &SavedLine) -> u128 {
        let region = &self.regions[saved.region as usize];
        let before = self.hash.line(&saved.bytes, saved.valid, saved.defined);
        change(extent(saved).start, &before, &self.hash.line_now(region, saved.index as usize))
    }

    /// The bytes of a line that are not as they were saved, as bits.
    fn changed_bytes(&self, saved: &SavedLine) -> u64 {
        let region = &self.regions[saved.region as usize];
        let start = saved.index as usize * LINE;
        let turned = region.valid[saved.index as usize] ^ saved.valid;
        let words = region.bytes[start..start + LINE].as_chunks().0.iter().zip(saved.bytes.as_chunks().0);
        words.enumerate().fold(turned, |bits, (i, (now, then))| {
            let differing = u64::from_le_bytes(*now) ^ u64::from_le_bytes(*then);
            bits | if differing == 0 { 0 } else { bytes_in(differing) << (8 * i) }
        })
    }

    /// Makes some bytes what they were at `mark` again, as a change that can be rewound.
    pub fn put_back(&mut self, mark: MemoryMark, ranges: &[Range]) {
        let mut changes: Vec<(u64, u8)> = Vec::new();
        for saved in self.oldest_since(mark, |saved| ranges.iter().any(|range| range.overlaps(extent(saved))))
        {
            let is_meant =
                |byte: u64| ranges.iter().any(|range| range.overlaps(Range { start: byte, length: 1 }));
            let bytes = (extent(saved).start..).zip(saved.bytes);
            changes.extend(bytes.filter(|(at, _)| is_meant(*at)));
        }
        for (at, byte) in changes {
            if self.peek_raw::<1>(at) != [byte] {
                self.write_raw(at, &[byte]);
            }
        }
    }

    /// Of some lines that were saved since a mark was taken, the oldest version of each.
    fn oldest_since<'m>(
        &'m self,
        mark: MemoryMark,
        of_interest: impl Fn(&&SavedLine) -> bool + 'm,
    ) -> impl Iterator<Item = &'m SavedLine> {
        let mut seen = FxHashSet::default();
        let saved = self.undo.lines[mark.lines..].iter().filter(of_interest);
        saved.filter(move |saved| seen.insert((saved.region, saved.index)))
    }

    fn differs(&self, saved: &SavedLine, range: Range) -> bool {
        self.changed_bytes(saved) & bytes_of_line(extent(saved).start, range) != 0
    }

    /// Ends the current epoch: what was written in it goes into the fingerprint and the counts of pointers, what comes next is
    /// saved afresh.
    #[inline]
    pub(super) fn seal(&mut self) {
        if self.pointers.enabled() {
            self.count_unsealed(false);
        }
        if self.hash.enabled() {
            for saved in &self.undo.lines[self.undo.sealed..] {
                self.hash.add(self.change_of(saved));
            }
        }
        self.seal_without_change();
    }

    /// The same where all is up to date already.
    pub(super) fn seal_without_change(&mut self) {
        self.undo.sealed = self.undo.lines.len();
        self.undo.epoch += 1;
    }

    /// Must come before every change of a line.
    #[inline]
    pub(super) fn save_line(&mut self, region: usize, index: usize) {
        if self.regions[region].lines[index].saved != self.undo.epoch {
            self.save_line_first(region, index);
        }
    }

    /// The first time in this epoch; every time, where it is tracked what is reached.
    fn save_line_first(&mut self, region: usize, index: usize) {
        let at = &mut self.regions[region];
        let line = &mut at.lines[index];
        let stamp = match &mut self.reach {
            None => self.undo.epoch,
            Some(reach) => {
                reach.get_mut().touch(region as u32, index as u32);
                // No epoch: the next write comes here again.
                let stamp = !self.undo.epoch;
                if line.saved == stamp {
                    return;
                }
                stamp
            }
        };
        line.saved = stamp;
        if self.undo.recording {
            let mut bytes = [0; LINE];
            bytes.copy_from_slice(&at.bytes[index * LINE..(index + 1) * LINE]);
            let (valid, defined) = (at.valid[index], line.defined);
            self.undo.lines.push(SavedLine {
                region: region as u32,
                index: index as u32,
                valid,
                defined,
                bytes,
            });
        }
    }
}

/// Which bytes of a word are not zero, as bits.
fn bytes_in(word: u64) -> u64 {
    (0..8).fold(0, |bits, i| bits | u64::from(word >> (8 * i) & 0xff != 0) << i)
}

/// The addresses of a line.
fn extent(saved: &SavedLine) -> Range {
    Range { start: address::in_region(saved.region, saved.index as usize * LINE), length: LINE as u64 }
}

fn restore(regions: &mut [Region], saved: &SavedLine) {
    let region = &mut regions[saved.region as usize];
    let index = saved.index as usize;
    region.bytes[index * LINE..(index + 1) * LINE].copy_from_slice(&saved.bytes);
    region.valid[index] = saved.valid;
    region.lines[index] = Line { defined: saved.defined, saved: 0, ..region.lines[index] };
}
