//! What a step has read and written, so that it can be done again without executing it.

use mazurka_machine::Footprint;

use super::{LINE, Memory, MemoryMark};
use crate::address;

/// Changes of memory that follow wherever the same is read.
pub struct Patch {
    lines: Box<[LinePatch]>,
}

/// Of one line. Bit i of a mask speaks of byte i.
struct LinePatch {
    region: u32,
    index: u32,
    /// The bytes that are read or written must be available just as they were.
    touched: u64,
    valid: u64,
    /// What must stand there, in words; what is not read is zero.
    read: [u64; WORDS],
    read_mask: [u64; WORDS],
    /// What will stand there.
    written: u64,
    after: [u64; WORDS],
    written_mask: [u64; WORDS],
    /// The bytes that become available, or cease to be.
    turned: u64,
    defined: u64,
}

const WORDS: usize = LINE / 8;

impl Memory {
    /// What has happened since a mark, no other mark having been taken. `touched`: all that was read, and all that was
    /// written. `None`: there is more to it.
    pub fn patch_since(&self, mark: MemoryMark, touched: &[Footprint]) -> Option<Patch> {
        let mut lines: Vec<LinePatch> = Vec::new();
        for saved in self.saved_since(mark) {
            let address = address::in_region(saved.region, saved.index as usize * LINE);
            let (reads, writes) = masks_of(touched, address);
            let now = &self.regions[saved.region as usize];
            let index = saved.index as usize;
            let turned = saved.valid ^ now.valid[index];
            let (before, after) = (words(&saved.bytes), words(&now.bytes[index * LINE..]));
            let line = LinePatch {
                region: saved.region,
                index: saved.index,
                touched: reads | writes | turned,
                valid: saved.valid & (reads | writes | turned),
                read: masked(&before, &spread(reads)),
                read_mask: spread(reads),
                written: writes | turned,
                after: masked(&after, &spread(writes | turned)),
                written_mask: spread(writes | turned),
                turned,
                defined: now.lines[index].defined & (writes | turned),
            };
            let untouched: [u64; WORDS] = std::array::from_fn(|i| !line.written_mask[i]);
            let is_known = lines.iter().any(|other| (other.region, other.index) == (line.region, line.index));
            if is_known || masked(&before, &untouched) != masked(&after, &untouched) {
                return None;
            }
            lines.push(line);
        }
        for part in touched {
            let (region, index) = (address::region(part.line), address::offset(part.line) / LINE);
            let is_known = |line: &LinePatch| (line.region as usize, line.index as usize) == (region, index);
            if !lines.iter().any(is_known) {
                lines.push(self.read_only_patch(region, index, part)?);
            }
        }
        Some(Patch { lines: lines.into() })
    }

    /// Of a line that was read, but not written, although it might have been.
    fn read_only_patch(&self, region: usize, index: usize, part: &Footprint) -> Option<LinePatch> {
        let at = self.regions.get(region).filter(|at| index < at.lines.len())?;
        let read_mask = spread(part.reads);
        Some(LinePatch {
            region: region as u32,
            index: index as u32,
            touched: part.reads,
            valid: at.valid[index] & part.reads,
            read: masked(&words(&at.bytes[index * LINE..]), &read_mask),
            read_mask,
            written: 0,
            after: [0; WORDS],
            written_mask: [0; WORDS],
            turned: 0,
            defined: 0,
        })
    }

    /// Whether all that the patch depends on is as it was.
    #[inline]
    pub fn fits(&self, patch: &Patch) -> bool {
        patch.lines.iter().all(|line| {
            let Some(region) = self.regions.get(line.region as usize) else { return false };
            let index = line.index as usize;
            let Some(&valid) = region.valid.get(index) else { return false };
            let now = words(&region.bytes[index * LINE..]);
            valid & line.touched == line.valid && masked(&now, &line.read_mask) == line.read
        })
    }

    /// Makes the changes. The patch must fit.
    #[inline]
    pub fn apply(&mut self, patch: &Patch) {
        for line in patch.lines.iter().filter(|line| line.written != 0) {
            let index = line.index as usize;
            self.save_line(line.region as usize, index);
            let region = &mut self.regions[line.region as usize];
            region.valid[index] ^= line.turned;
            let defined = &mut region.lines[index].defined;
            *defined = *defined & !line.written | line.defined;
            let bytes = &mut region.bytes[index * LINE..(index + 1) * LINE];
            for (i, word) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                let kept = u64::from_le_bytes(*word) & !line.written_mask[i];
                *word = (kept | line.after[i]).to_le_bytes();
            }
        }
    }

    /// Whether the machine, after the same was done without the patch, is where the patch leads to.
    pub fn agrees(&self, mark: MemoryMark, patch: &Patch) -> bool {
        let is_foreseen = patch.lines.iter().all(|line| {
            let (region, index) = (&self.regions[line.region as usize], line.index as usize);
            let now = words(&region.bytes[index * LINE..]);
            let valid = region.valid[index] & line.touched;
            valid == line.valid ^ line.turned && masked(&now, &line.written_mask) == line.after
        });
        let is_complete = self.saved_since(mark).all(|saved| {
            patch.lines.iter().any(|line| (line.region, line.index) == (saved.region, saved.index))
        });
        is_foreseen && is_complete
    }
}

/// What is read and what is written of the line at an address.
fn masks_of(touched: &[Footprint], line: u64) -> (u64, u64) {
    let parts = touched.iter().filter(|part| part.line == line);
    parts.fold((0, 0), |(reads, writes), part| (reads | part.reads, writes | part.writes))
}

#[inline]
fn words(bytes: &[u8]) -> [u64; WORDS] {
    let chunks = bytes.as_chunks::<8>().0;
    std::array::from_fn(|i| u64::from_le_bytes(chunks[i]))
}

#[inline]
fn masked(words: &[u64; WORDS], mask: &[u64; WORDS]) -> [u64; WORDS] {
    std::array::from_fn(|i| words[i] & mask[i])
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
        let patch = memory.patch_since(mark, &touching(0xff, 0xf00)).expect("all is told");
        memory.rewind(mark);
        memory.put::<4>(HERE + 12, 5).expect("it is open");
        assert!(memory.fits(&patch));
        memory.apply(&patch);
        assert_eq!(memory.load::<8>(HERE + 8).ok(), Some(5 << 32 | 1));
        memory.put::<1>(HERE + 7, 1).expect("it is open");
        assert!(!memory.fits(&patch), "another byte is read");
        memory.rewind(mark);
        assert_eq!(memory.load::<8>(HERE + 8).ok(), Some(0), "what a patch did can be taken back");
    }

    #[test]
    fn a_patch_fits_only_where_the_memory_is_available() {
        let mut memory = memory();
        let mark = memory.mark();
        memory.put::<4>(HERE + 8, 1).expect("it is open");
        let patch = memory.patch_since(mark, &touching(0, 0xf00)).expect("all is told");
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
        let patch = memory.patch_since(mark, &touching(0, 0xf)).expect("all is told");
        memory.rewind(mark);
        memory.apply(&patch);
        assert_eq!((memory.addressable(HERE, 1), memory.addressable(HERE + 4, 200)), (0, 132));
        assert_eq!(memory.peek_raw::<8>(HERE), [0; 8]);
    }

    #[test]
    fn what_nobody_tells_of_is_noticed() {
        let mut memory = memory();
        let mark = memory.mark();
        memory.put::<4>(HERE + 8, 1).expect("it is open");
        assert!(memory.patch_since(mark, &touching(0xff, 0)).is_none());
    }
}
