//! The checked program's memory: bytes in lines of 64, each with a bit per byte that says whether it is accessible.
//!
//! Undo works on lines: the first write to a line after a mark saves the whole line, later writes cost a comparison.
//! The fingerprint is a sum over all words, brought up to date from the saved lines when a mark is taken.
//!
//! Invariant: inaccessible memory is zero (except for heap headers), so dead memory never distinguishes states.

mod bulk;
mod fingerprint;
pub(crate) mod heap;
mod notes;
mod patch;
mod places;
mod pointers;
mod reach;
#[cfg(test)]
mod tests;
mod undo;

use std::cell::RefCell;

use crate::address;

pub(crate) use notes::Noted;
pub(crate) use patch::Patch;
pub(crate) use reach::{Reacher, Roots};
pub(crate) use undo::{LineAt, MemoryMark};

pub(crate) const LINE: usize = 64;

pub struct Memory {
    regions: Vec<Region>,
    undo: undo::Log,
    hash: fingerprint::Sum,
    notes: notes::Notes,
    /// Whether reads of bytes that were never written are violations.
    check_uninitialized: bool,
    /// Whether addresses of the heap are used again; if so, what is kept for that.
    reuse: bool,
    places: places::Places,
    pointers: pointers::Pointers,
    /// Which objects threads can reach, where that is tracked.
    reach: Option<Box<RefCell<reach::Reach>>>,
    /// The blocks that were allocated on the current path, where they are counted.
    allocations: Option<Vec<u64>>,
    /// Bytes that exist, and how many of them the heap may lead to.
    size: u64,
    limit: u64,
}

#[derive(Default)]
struct Region {
    bytes: Vec<u8>,
    /// Of each line, bit i: byte i may be touched. By themselves, because every access looks at them and most at no more.
    valid: Vec<u64>,
    lines: Vec<Line>,
    read_only: bool,
}

/// What else is known of 64 bytes.
#[derive(Clone, Copy, Default)]
struct Line {
    /// Bit i: byte i was written since it became valid. Kept only when uninitialised reads are checked.
    defined: u64,
    /// The undo epoch in which the line was last saved.
    saved: u64,
    /// Where the line may be among the notes.
    noted: u32,
}

impl Region {
    /// The n-th word.
    #[inline]
    fn word(&self, index: u32) -> Option<u64> {
        self.bytes.as_chunks::<8>().0.get(index as usize).map(|word| u64::from_le_bytes(*word))
    }
}

/// An access that the program may not make. What it means is found out by `diagnose`, which knows the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation {
    pub address: u64,
    pub length: u64,
    pub access: Access,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
    /// The memory is accessible, but was never written.
    Uninitialized,
}

pub(crate) type Checked<T> = Result<T, Box<Violation>>;

impl Memory {
    pub fn new(check_uninitialized: bool) -> Memory {
        Memory {
            regions: Vec::new(),
            undo: undo::Log::new(),
            hash: fingerprint::Sum::new(check_uninitialized),
            notes: notes::Notes::default(),
            check_uninitialized,
            reuse: false,
            places: places::Places::default(),
            pointers: pointers::Pointers::default(),
            reach: None,
            allocations: None,
            size: 0,
            limit: u64::MAX,
        }
    }

    /// From here on `malloc` fails.
    pub fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    /// Reads `N` ∈ {1, 2, 4, 8} bytes as a little-endian number.
    pub fn load<const N: usize>(&mut self, address: u64) -> Checked<u64> {
        let value = self.fetch::<N>(address)?;
        self.note_read(address, N as u64);
        Ok(value)
    }

    /// Writes the low `N` ∈ {1, 2, 4, 8} bytes of `value`.
    pub fn store<const N: usize>(&mut self, address: u64, value: u64) -> Checked<()> {
        self.put::<N>(address, value)?;
        self.note_write(address, N as u64);
        Ok(())
    }

    /// [`Memory::load`] for the interpreter, which takes its own notes.
    #[inline(always)]
    pub fn fetch<const N: usize>(&self, address: u64) -> Checked<u64> {
        if let Some(region) = self.regions.get(address::region(address)) {
            let offset = address::offset(address);
            if let Some(&valid) = region.valid.get(offset / LINE)
                && let within = offset % LINE
                && within <= LINE - N
                && let mask = byte_mask(N) << within
                && valid & mask == mask
                && !(self.check_uninitialized && region.lines[offset / LINE].defined & mask == 0)
                && let Some(bytes) = region.bytes.get(offset..offset + N)
            {
                return Ok(little_endian(bytes));
            }
        }
        self.load_slowly(address, N)
    }

    /// [`Memory::store`] for the interpreter, which takes its own notes.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, address: u64, value: u64) -> Checked<()> {
        if let Some(region) = self.regions.get_mut(address::region(address)) {
            let offset = address::offset(address);
            if let Some(&valid) = region.valid.get(offset / LINE)
                && let within = offset % LINE
                && within <= LINE - N
                && let mask = byte_mask(N) << within
                && valid & mask == mask
                && !region.read_only
                && let Some(line) = region.lines.get_mut(offset / LINE)
                && line.saved == self.undo.epoch
                && let Some(bytes) = region.bytes.get_mut(offset..offset + N)
            {
                line.defined |= mask;
                bytes.copy_from_slice(&value.to_le_bytes()[..N]);
                return Ok(());
            }
        }
        self.store_slowly(address, N, value)
    }

    /// The same as [`Memory::load`] for a size known only at run time (1 to 8).
    pub fn load_sized(&mut self, address: u64, size: usize) -> Checked<u64> {
        let value = self.peek_sized(address, size)?;
        self.note_read(address, size as u64);
        Ok(value)
    }

    /// [`Memory::peek`] of a number of 1 to 8 bytes.
    pub fn peek_sized(&self, address: u64, size: usize) -> Checked<u64> {
        match size {
            1 => self.fetch::<1>(address),
            2 => self.fetch::<2>(address),
            4 => self.fetch::<4>(address),
            8 => self.fetch::<8>(address),
            _ => self.load_slowly(address, size),
        }
    }

    /// [`Memory::write_atomically`] of the low `size` bytes (1 to 8) of `value`.
    pub fn put_sized(&mut self, address: u64, size: usize, value: u64) -> Checked<()> {
        match size {
            1 => self.put::<1>(address, value),
            2 => self.put::<2>(address, value),
            4 => self.put::<4>(address, value),
            8 => self.put::<8>(address, value),
            _ => self.store_slowly(address, size, value),
        }
    }

    pub fn store_sized(&mut self, address: u64, size: usize, value: u64) -> Checked<()> {
        self.write(address, &value.to_le_bytes()[..size])
    }

    #[cold]
    fn store_slowly(&mut self, address: u64, size: usize, value: u64) -> Checked<()> {
        self.write_atomically(address, &value.to_le_bytes()[..size])
    }

    #[cold]
    fn load_slowly(&self, address: u64, size: usize) -> Checked<u64> {
        let bytes = self.peek(address, size as u64)?;
        let mut value = [0; 8];
        value[..size].copy_from_slice(bytes);
        Ok(u64::from_le_bytes(value))
    }
}

/// The low `length` bits.
pub(crate) fn byte_mask(length: usize) -> u64 {
    if length >= 64 { u64::MAX } else { (1 << length) - 1 }
}

#[inline(always)]
fn little_endian(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => a as u64,
        [a, b] => u16::from_le_bytes([a, b]) as u64,
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]) as u64,
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => unreachable!("callers pass 1, 2, 4 or 8 bytes"),
    }
}
