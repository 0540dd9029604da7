//! What a step has read and written, so that it can be done again without executing it.

use mazurka_machine::Footprint;

use super::fingerprint::{change_of_valid, change_of_word};
use super::{LINE, Memory, MemoryMark};
use crate::address;

/// Changes of memory that follow wherever the same is read. Kept in words, of which there are few: a search compares patches
/// all the time, and wants as many as possible of them in the processor's cache.
pub struct Patch {
    reads: Box<[ReadWord]>,
    lines: Box<[LinePatch]>,
    /// Those of the first line first.
    written: Box<[WrittenWord]>,
}

/// A word of which some bytes are read.
struct ReadWord {
    region: u32,
    /// Which word of the region.
    index: u32,
    mask: u64,
    /// The value that must be there; zero where nothing is read.
    value: u64,
}

/// Of one line. Bit i of a mask speaks of byte i.
struct LinePatch {
    region: u32,
    index: u32,
    /// The bytes that are read or written must be available just as they were.
    touched: u64,
    valid: u64,
    written: u64,
    /// The bytes that become available, or cease to be.
    turned: u64,
    defined: u64,
    /// How many words are written.
    words: usize,
    /// What the fingerprint changes by because of `turned` where exactly these bytes are available before.
    before_valid: u64,
    change: u128,
}

/// A word of which some bytes are written.
struct WrittenWord {
    /// Which word of its line.
    within: usize,
    mask: u64,
    after: u64,
    /// What the fingerprint changes by where all of the word, not only what is read of it, is as it once was.
    before: u64,
    change: u128,
}

const WORDS: usize = LINE / 8;

impl Memory {
    /// What has happened since a mark, no other mark having been taken. `touched`: all that was read, and all that was
    /// written. `None`: there is more to it.
    pub fn patch_since(&self, mark: MemoryMark, touched: &[Footprint]) -> Option<Patch> {
        let (mut reads, mut lines, mut written) = (Vec::new(), Vec::<LinePatch>::new(), Vec::new());
        for saved in self.saved_since(mark) {
            let (region, index) = (saved.region, saved.index as usize);
            let address = address::in_region(region, index * LINE);
            let now = &self.regions[region as usize];
            let turned = saved.valid ^ now.valid[index];
            let (reads_of_line, writes) = masks_of(touched, address);
            let writes = writes | turned;
            let (before, after) = (words(&saved.bytes), words(&now.bytes[index * LINE..]));
            let written_mask = spread(writes);
            let is_noted = (0..WORDS).all(|i| (before[i] ^ after[i]) & !written_mask[i] == 0);
            if !is_noted || lines.iter().any(|other| (other.region, other.index) == (region, saved.index)) {
                return None;
            }
            let first = written.len();
            written.extend((0..WORDS).filter(|&i| written_mask[i] != 0).map(|i| WrittenWord {
                within: i,
                mask: written_mask[i],
                after: after[i] & written_mask[i],
                before: before[i],
                change: change_of_word(address, i, before[i], after[i]),
            }));
            lines.push(LinePatch {
                region,
                index: saved.index,
                touched: reads_of_line | writes,
                valid: saved.valid & (reads_of_line | writes),
                written: writes,
                turned,
                defined: now.lines[index].defined & writes,
                words: written.len() - first,
                before_valid: saved.valid,
                change: change_of_valid(address, saved.valid, now.valid[index]),
            });
            reads.extend(reads_of(region, saved.index, reads_of_line, &before));
        }
        for part in touched {
            let (region, index) = (address::region(part.line), address::offset(part.line) / LINE);
            let is_known = |line: &LinePatch| (line.region as usize, line.index as usize) == (region, index);
            if !lines.iter().any(is_known) {
                // It was read, but not written, although it might have been.
                let at = self.regions.get(region).filter(|at| index < at.lines.len())?;
                let (region, index) = (region as u32, index as u32);
                lines.push(LinePatch::of_reads(region, index, part.reads, at.valid[index as usize]));
                reads.extend(reads_of(region, index, part.reads, &words(&at.bytes[index as usize * LINE..])));
            }
        }
        Some(Patch { reads: reads.into(), lines: lines.into(), written: written.into() })
    }

    /// Whether all that the patch depends on is as it was.
    #[inline]
    pub fn fits(&self, patch: &Patch) -> bool {
        let is_read = |read: &ReadWord| {
            let word = self.regions.get(read.region as usize).and_then(|region| region.word(read.index));
            word.is_some_and(|word| word & read.mask == read.value)
        };
        let is_available = |line: &LinePatch| {
            let region = self.regions.get(line.region as usize);
            let valid = region.and_then(|region| region.valid.get(line.index as usize));
            valid.is_some_and(|valid| valid & line.touched == line.valid)
        };
        patch.reads.iter().all(is_read) && patch.lines.iter().all(is_available)
    }

    /// Whether it makes a difference. The patch must fit.
    pub fn is_changed_by(&self, patch: &Patch) -> bool {
        let mut written = patch.written.iter();
        patch.lines.iter().any(|line| {
            let bytes = &self.regions[line.region as usize].bytes[line.index as usize * LINE..];
            let differs = |word: &WrittenWord| word_of(bytes, word.within) & word.mask != word.after;
            line.turned != 0 || written.by_ref().take(line.words).any(differs)
        })
    }

    /// What it changes the fingerprint by. The patch must fit.
    #[inline]
    pub fn change_by(&self, patch: &Patch) -> u128 {
        let mut written = patch.written.iter();
        patch.lines.iter().filter(|line| line.written != 0).fold(0, |sum, line| {
            let (region, index) = (&self.regions[line.region as usize], line.index as usize);
            let address = address::in_region(line.region, index * LINE);
            let bytes = &region.bytes[index * LINE..(index + 1) * LINE];
            let words = written.by_ref().take(line.words);
            let of_words = words.fold(0, |sum: u128, word| {
                sum.wrapping_add(word.change(address, word_of(bytes, word.within)))
            });
            line.change_of_valid(address, region.valid[index]).wrapping_add(of_words).wrapping_add(sum)
        })
    }

    /// Makes the changes. The patch must fit.
    #[inline]
    pub fn apply(&mut self, patch: &Patch) {
        let hashes = self.hash.enabled();
        if hashes {
            self.seal();
        }
        let mut written = patch.written.iter();
        for line in patch.lines.iter().filter(|line| line.written != 0) {
            let index = line.index as usize;
            self.save_line(line.region as usize, index);
            let address = address::in_region(line.region, index * LINE);
            let region = &mut self.regions[line.region as usize];
            let mut changed = if hashes { line.change_of_valid(address, region.valid[index]) } else { 0 };
            region.valid[index] ^= line.turned;
            let defined = &mut region.lines[index].defined;
            *defined = *defined & !line.written | line.defined;
            let bytes = &mut region.bytes[index * LINE..(index + 1) * LINE];
            for word in written.by_ref().take(line.words) {
                let before = word_of(bytes, word.within);
                let after = word.apply(before);
                bytes[word.within * 8..word.within * 8 + 8].copy_from_slice(&after.to_le_bytes());
                if hashes {
                    self.pointers.replace(before, after);
                    changed = changed.wrapping_add(word.change(address, before));
                }
            }
            self.hash.add(changed);
        }
        if hashes {
            self.seal_without_change();
        }
    }

    /// Whether the machine, after the same was done without the patch, is where the patch leads to.
    pub fn agrees(&self, mark: MemoryMark, patch: &Patch) -> bool {
        let mut written = patch.written.iter();
        let is_predicted = patch.lines.iter().all(|line| {
            let (region, index) = (&self.regions[line.region as usize], line.index as usize);
            let bytes = &region.bytes[index * LINE..];
            let is_written = |word: &WrittenWord| word_of(bytes, word.within) & word.mask == word.after;
            let is_right = written.by_ref().take(line.words).all(is_written);
            is_right && region.valid[index] & line.touched == line.valid ^ line.turned
        });
        let is_complete = self.saved_since(mark).all(|saved| {
            patch.lines.iter().any(|line| (line.region, line.index) == (saved.region, saved.index))
        });
        is_predicted && is_complete
    }

    /// A hash of the bytes that a patch reads: equal to [`Patch::content`] if the patch applies.
    #[inline]
    pub fn content_where_read(&self, patch: &Patch) -> u64 {
        let word = |read: &ReadWord| {
            let word = self.regions.get(read.region as usize).and_then(|region| region.word(read.index));
            word.unwrap_or(0) & read.mask
        };
        patch.reads.iter().map(word).fold(0, folded)
    }
}

impl Patch {
    /// A hash of the bytes that it must read.
    pub fn content(&self) -> u64 {
        self.reads.iter().map(|read| read.value).fold(0, folded)
    }

    /// Whether both read the same addresses.
    pub fn reads_where(&self, other: &Patch) -> bool {
        let place = |read: &ReadWord| (read.region, read.index, read.mask);
        self.reads.iter().map(place).eq(other.reads.iter().map(place))
    }
}

impl WrittenWord {
    #[inline]
    fn apply(&self, before: u64) -> u64 {
        before & !self.mask | self.after
    }

    /// What the fingerprint changes by if the line at an address has these words.
    #[inline]
    fn change(&self, address: u64, before: u64) -> u128 {
        match before == self.before {
            true => self.change,
            false => change_of_word(address, self.within, before, self.apply(before)),
        }
    }
}

impl LinePatch {
    /// What the fingerprint changes by because other bytes are available, where these are.
    #[inline]
    fn change_of_valid(&self, address: u64, before: u64) -> u128 {
        match self.turned == 0 || before == self.before_valid {
            true => self.change,
            false => change_of_valid(address, before, before ^ self.turned),
        }
    }

    fn of_reads(region: u32, index: u32, reads: u64, valid: u64) -> LinePatch {
        LinePatch {
            region,
            index,
            touched: reads,
            valid: valid & reads,
            written: 0,
            turned: 0,
            defined: 0,
            words: 0,
            before_valid: 0,
            change: 0,
        }
    }
}

#[inline]
fn folded(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// What is read of a line with these words; bit i of `mask` is for byte i.
fn reads_of(region: u32, line: u32, mask: u64, words: &[u64; WORDS]) -> impl Iterator<Item = ReadWord> {
    let masks = spread(mask);
    (0..WORDS).filter(move |&i| masks[i] != 0).map(move |i| ReadWord {
        region,
        index: line * WORDS as u32 + i as u32,
        mask: masks[i],
        value: words[i] & masks[i],
    })
}

/// What is read and what is written of the line at an address.
fn masks_of(touched: &[Footprint], line: u64) -> (u64, u64) {
    let parts = touched.iter().filter(|part| part.line == line);
    parts.fold((0, 0), |(reads, writes), part| (reads | part.reads, writes | part.writes))
}

#[inline]
fn words(bytes: &[u8]) -> [u64; WORDS] {
    std::array::from_fn(|i| word_of(bytes, i))
}

#[inline]
fn word_of(bytes: &[u8], index: usize) -> u64 {
    u64::from_le_bytes(bytes.as_chunks::<8>().0[index])
}

/// A mask of bytes as one of bits.
fn spread(mask: u64) -> [u64; WORDS] {
    let byte = |bits: u64, i: usize| if bits >> i & 1 == 1 { 0xff << (8 * i) } else { 0 };
    std::array::from_fn(|word| (0..8).map(|i| byte(mask >> (8 * word), i)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::Memory;

    const HERE: u64 = address::GLOBALS;

    fn memory() -> Memory {
        let mut memory = Memory::new(false);
        memory.start_recording(false);
        memory.open(HERE, 128);
        memory.put::<8>(HERE, 7).expect("it is open");
        memory
    }

    fn touching(reads: u64, writes: u64) -> [Footprint; 1] {
        [Footprint { line: HERE, reads, writes }]
    }

    #[test]
    fn a_patch_does_again_what_was_done_where_the_same_is_read() {
        let mut memory = memory();
        let mark = memory.mark();
        memory.put::<4>(HERE + 8, 1).expect("it is open");
        let patch = memory.patch_since(mark, &touching(0xff, 0xf00)).expect("the notes are complete");
        memory.rewind(mark);
        memory.put::<4>(HERE + 12, 5).expect("it is open");
        assert!(memory.fits(&patch));
        memory.apply(&patch);
        assert_eq!(memory.load::<8>(HERE + 8).ok(), Some(5 << 32 | 1));
        memory.put::<1>(HERE + 7, 1).expect("it is open");
        assert!(!memory.fits(&patch), "another byte is read");
        memory.rewind(mark);
        assert_eq!(memory.load::<8>(HERE + 8).ok(), Some(0), "a patch can be undone");
    }

    #[test]
    fn a_patch_fits_only_where_the_memory_is_available() {
        let mut memory = memory();
        let mark = memory.mark();
        memory.put::<4>(HERE + 8, 1).expect("it is open");
        let patch = memory.patch_since(mark, &touching(0, 0xf00)).expect("the notes are complete");
        memory.rewind(mark);
        memory.close(HERE + 11, 1);
        assert!(!memory.fits(&patch));
    }

    #[test]
    fn opening_and_closing_is_done_again() {
        let mut memory = memory();
        let mark = memory.mark();
        memory.close(HERE, 4);
        memory.open(HERE + 128, 8);
        let patch = memory.patch_since(mark, &touching(0, 0xf)).expect("the notes are complete");
        memory.rewind(mark);
        memory.apply(&patch);
        assert_eq!((memory.addressable(HERE, 1), memory.addressable(HERE + 4, 200)), (0, 132));
        assert_eq!(memory.peek_raw::<8>(HERE), [0; 8]);
    }

    #[test]
    fn the_fingerprint_changes_by_what_stands_there() {
        let mut memory = Memory::new(false);
        memory.open(HERE, 128);
        memory.start_recording(true);
        let mark = memory.mark();
        memory.put::<4>(HERE + 8, 1).expect("it is open");
        memory.close(HERE + 16, 4);
        let patch = memory.patch_since(mark, &touching(0, 0xf0f00)).expect("the notes are complete");
        let before: [fn(&mut Memory); 4] = [
            |_| (),
            |memory| memory.put::<4>(HERE + 12, 5).expect("it is open"),
            |memory| memory.put::<4>(HERE + 8, 7).expect("it is open"),
            |memory| memory.close(HERE + 32, 1),
        ];
        for change in before {
            memory.rewind(mark);
            change(&mut memory);
            assert!(memory.fits(&patch));
            let predicted = memory.fingerprint().wrapping_add(memory.change_by(&patch));
            memory.apply(&patch);
            assert_eq!((memory.fingerprint(), memory.fingerprint_afresh()), (predicted, predicted));
            memory.put::<4>(HERE + 8, 9).expect("it is open");
            assert_eq!(memory.fingerprint(), memory.fingerprint_afresh(), "what comes next counts, too");
        }
    }

    #[test]
    fn changes_without_notes_are_detected() {
        let mut memory = memory();
        let mark = memory.mark();
        memory.put::<4>(HERE + 8, 1).expect("it is open");
        assert!(memory.patch_since(mark, &touching(0xff, 0)).is_none());
    }
}
