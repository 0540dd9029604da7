//! Accesses of any length, and making memory available or taking it away.

use std::ops::Range;

use super::{Access, Checked, LINE, Line, Memory, Violation};
use crate::address;

/// Blocks longer than this are an error of ours to ask for.
const REGION_LIMIT: u64 = 1 << 32;

impl Memory {
    pub fn read(&mut self, address: u64, length: u64) -> Checked<&[u8]> {
        let range = self.check(address, length, Access::Read)?;
        self.note_read(address, length);
        Ok(self.checked_bytes(address, range))
    }

    /// A read that is not the program's: describing a pending operation, printing a value.
    pub fn peek(&self, address: u64, length: u64) -> Checked<&[u8]> {
        let range = self.check(address, length, Access::Read)?;
        Ok(self.checked_bytes(address, range))
    }

    /// Reading nothing is allowed anywhere, even where no region is.
    fn checked_bytes(&self, address: u64, range: Range<usize>) -> &[u8] {
        self.regions.get(address::region(address)).map_or(&[], |region| &region.bytes[range])
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Checked<()> {
        self.write_atomically(address, bytes)?;
        self.note_write(address, bytes.len() as u64);
        Ok(())
    }

    /// A write that is not a plain one: by an atomic instruction, or to a synchronisation object by its own functions.
    pub fn write_atomically(&mut self, address: u64, bytes: &[u8]) -> Checked<()> {
        let range = self.check(address, bytes.len() as u64, Access::Write)?;
        self.set_bytes(address::region(address), range, bytes);
        Ok(())
    }

    /// The bytes up to the terminating zero, without it.
    pub fn c_string(&mut self, address: u64) -> Checked<&[u8]> {
        self.c_string_at_most(address, u64::MAX)
    }

    /// The bytes up to a terminating zero, `limit` bytes at most.
    pub fn c_string_at_most(&mut self, address: u64, limit: u64) -> Checked<&[u8]> {
        let mut length = 0;
        while length < limit {
            let at = address.wrapping_add(length);
            let chunk = (LINE as u64 - at % LINE as u64).min(limit - length);
            let chunk = self.addressable(at, chunk);
            if chunk == 0 {
                return Err(self.violation(at, 1, Access::Read));
            }
            for (i, &byte) in self.peek(at, chunk)?.iter().enumerate() {
                if byte == 0 {
                    length += i as u64;
                    self.note_read(address, length + 1);
                    return self.peek(address, length);
                }
            }
            length += chunk;
        }
        self.read(address, length)
    }

    /// `memmove`: the ranges may overlap.
    pub fn copy(&mut self, to: u64, from: u64, length: u64) -> Checked<()> {
        if length == 0 {
            return Ok(());
        }
        let source = self.check_defined(from, length, Access::Read, false)?;
        let target = self.check(to, length, Access::Write)?;
        self.note_read(from, length);
        self.note_write(to, length);
        self.save_range(address::region(to), &target);
        let defined = self.check_uninitialized.then(|| self.definedness(from, length));
        if address::region(from) == address::region(to) {
            self.regions[address::region(to)].bytes.copy_within(source, target.start);
        } else {
            let moved = std::mem::take(&mut self.regions[address::region(from)].bytes);
            self.regions[address::region(to)].bytes[target].copy_from_slice(&moved[source]);
            self.regions[address::region(from)].bytes = moved;
        }
        if let Some(defined) = defined {
            self.set_definedness(to, &defined);
        }
        Ok(())
    }

    /// `memset`.
    pub fn fill(&mut self, to: u64, byte: u8, length: u64) -> Checked<()> {
        self.check(to, length, Access::Write)?;
        self.note_write(to, length);
        self.fill_raw(to, byte, length);
        Ok(())
    }

    /// Makes a range of zeros available to the program.
    pub fn open(&mut self, address: u64, length: u64) {
        if length == 0 {
            return;
        }
        let range = self.grow(address, length);
        let region = address::region(address);
        for (index, mask) in lines(&range) {
            self.save_line(region, index);
            let at = &mut self.regions[region];
            at.valid[index] |= mask;
            at.lines[index].defined &= !mask;
        }
    }

    /// Takes a range away from the program and forgets what was in it.
    pub fn close(&mut self, address: u64, length: u64) {
        if length == 0 {
            return;
        }
        let range = self.grow(address, length);
        let region = address::region(address);
        for (index, mask) in lines(&range) {
            let gone = self.regions[region].valid[index] & mask;
            // What the program could not touch was zero all the time.
            if gone == 0 {
                continue;
            }
            self.note_close(region, index, gone);
            self.save_line(region, index);
            let at = &mut self.regions[region];
            at.valid[index] &= !mask;
            at.lines[index].defined &= !mask;
            let bytes = &mut at.bytes[index * LINE..(index + 1) * LINE];
            match mask {
                u64::MAX => bytes.copy_from_slice(&[0; LINE]),
                _ => {
                    let (start, end) = (mask.trailing_zeros(), u64::BITS - mask.leading_zeros());
                    bytes[start as usize..end as usize].fill(0);
                }
            }
        }
    }

    /// Writes without asking whether the program may: initial images, heap headers.
    pub fn write_raw(&mut self, address: u64, bytes: &[u8]) {
        let range = self.grow(address, bytes.len() as u64);
        self.set_bytes(address::region(address), range, bytes);
    }

    /// The same with one byte again and again.
    pub fn fill_raw(&mut self, address: u64, byte: u8, length: u64) {
        if length == 0 {
            return;
        }
        let (region, range) = (address::region(address), self.grow(address, length));
        self.save_to_define(region, &range);
        self.regions[region].bytes[range].fill(byte);
    }

    /// Whether the memory at an address was ever made, available to the program or not.
    pub fn exists(&self, address: u64) -> bool {
        let region = self.regions.get(address::region(address));
        region.is_some_and(|region| address::offset(address) < region.bytes.len())
    }

    /// The number of at most eight bytes that is in a range.
    pub fn number(&self, range: mazurka_machine::Range) -> u64 {
        match range.length {
            1 => u64::from(self.peek_raw::<1>(range.start)[0]),
            2 => u64::from(u16::from_le_bytes(self.peek_raw(range.start))),
            4 => u64::from(u32::from_le_bytes(self.peek_raw(range.start))),
            _ => u64::from_le_bytes(self.peek_raw(range.start)),
        }
    }

    /// Reads without asking; what does not exist is zero.
    pub fn peek_raw<const N: usize>(&self, address: u64) -> [u8; N] {
        let mut bytes = [0; N];
        let offset = address::offset(address);
        if let Some(region) = self.regions.get(address::region(address))
            && let Some(found) = region.bytes.get(offset..offset + N)
        {
            bytes.copy_from_slice(found);
        }
        bytes
    }

    /// Makes a whole region read-only for the program.
    pub fn protect(&mut self, address: u64) {
        self.grow(address, 1);
        self.regions[address::region(address)].read_only = true;
    }

    /// How many of the bytes from `address` on may be read in one go, at most `limit`.
    pub fn addressable(&self, address: u64, limit: u64) -> u64 {
        let Some(region) = self.regions.get(address::region(address)) else { return 0 };
        let (start, mut length) = (address::offset(address), 0);
        while length < limit {
            let at = start + length as usize;
            let Some(valid) = region.valid.get(at / LINE) else { break };
            let run = (valid >> (at % LINE)).trailing_ones() as u64;
            length += run;
            if run < (LINE - at % LINE) as u64 {
                break;
            }
        }
        length.min(limit)
    }

    /// The last bytes at or before `address`, at most `reach` away, that may be touched: their start and number.
    pub fn run_before(&self, address: u64, reach: u64) -> Option<(u64, u64)> {
        let valid = |at: u64| self.addressable(at, 1) == 1;
        let last = (0..=reach).map(|distance| address.saturating_sub(distance)).find(|&at| valid(at))?;
        let mut start = last;
        while valid(start - 1) {
            start -= 1;
        }
        Some((start, last + 1 - start))
    }

    /// The aligned words of a region that the program may read as such.
    pub fn words_of_region(&self, base: u64) -> impl Iterator<Item = u64> + '_ {
        let region = self.regions.get(address::region(base));
        let lines =
            region.into_iter().flat_map(|region| region.valid.iter().zip(region.bytes.chunks_exact(LINE)));
        lines.filter(|(valid, _)| **valid != 0).flat_map(|(valid, bytes)| {
            bytes.chunks_exact(8).enumerate().filter_map(move |(i, word)| {
                let valid = valid >> (8 * i) & 0xff == 0xff;
                Some(u64::from_le_bytes(word.try_into().ok()?)).filter(|_| valid)
            })
        })
    }

    /// The aligned words of a block that the program may read.
    pub fn words_of_block(&self, address: u64, size: u64) -> impl Iterator<Item = u64> + '_ {
        (0..size / 8).map(move |i| u64::from_le_bytes(self.peek_raw(address + 8 * i)))
    }

    fn check(&self, address: u64, length: u64, access: Access) -> Checked<Range<usize>> {
        self.check_defined(address, length, access, self.check_uninitialized && access == Access::Read)
    }

    fn check_defined(
        &self,
        address: u64,
        length: u64,
        access: Access,
        defined: bool,
    ) -> Checked<Range<usize>> {
        if length == 0 {
            return Ok(0..0);
        }
        let end = (address::offset(address) as u64).saturating_add(length);
        let region = self.regions.get(address::region(address));
        let Some(region) = region.filter(|region| end <= region.bytes.len() as u64) else {
            return Err(self.violation(address, length, access));
        };
        let range = address::offset(address)..end as usize;
        let mut any_defined = !defined;
        for (index, mask) in lines(&range) {
            if region.valid[index] & mask != mask {
                return Err(self.violation(address, length, access));
            }
            any_defined |= region.lines[index].defined & mask != 0;
        }
        if region.read_only && access == Access::Write {
            return Err(self.violation(address, length, access));
        }
        if !any_defined {
            return Err(self.violation(address, length, Access::Uninitialized));
        }
        Ok(range)
    }

    #[cold]
    fn violation(&self, address: u64, length: u64, access: Access) -> Box<Violation> {
        Box::new(Violation { address, length, access })
    }

    fn set_bytes(&mut self, region: usize, range: Range<usize>, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        self.save_to_define(region, &range);
        self.regions[region].bytes[range].copy_from_slice(bytes);
    }

    fn save_range(&mut self, region: usize, range: &Range<usize>) {
        for (index, _) in lines(range) {
            self.save_line(region, index);
        }
    }

    /// For bytes that are about to be written.
    fn save_to_define(&mut self, region: usize, range: &Range<usize>) {
        for (index, mask) in lines(range) {
            self.save_line(region, index);
            self.regions[region].lines[index].defined |= mask;
        }
    }

    fn definedness(&self, address: u64, length: u64) -> Vec<bool> {
        let lines = &self.regions[address::region(address)].lines;
        let start = address::offset(address);
        (start..start + length as usize).map(|at| lines[at / LINE].defined >> (at % LINE) & 1 == 1).collect()
    }

    fn set_definedness(&mut self, address: u64, defined: &[bool]) {
        let lines = &mut self.regions[address::region(address)].lines;
        for (at, &defined) in (address::offset(address)..).zip(defined) {
            let bit = 1 << (at % LINE);
            let line = &mut lines[at / LINE];
            line.defined = if defined { line.defined | bit } else { line.defined & !bit };
        }
    }

    /// Makes the lines of a range exist, without making them available.
    #[inline]
    fn grow(&mut self, address: u64, length: u64) -> Range<usize> {
        let (region, start) = (address::region(address), address::offset(address));
        let end = start as u64 + length;
        if self.regions.get(region).is_none_or(|region| (region.bytes.len() as u64) < end) {
            self.grow_region(region, end);
        }
        start..end as usize
    }

    #[cold]
    fn grow_region(&mut self, number: usize, end: u64) {
        assert!(end <= REGION_LIMIT, "no block crosses the end of its region");
        if self.regions.len() <= number {
            self.regions.resize_with(number + 1, Default::default);
        }
        let region = &mut self.regions[number];
        let needed = (end as usize).div_ceil(LINE);
        self.size += ((needed - region.lines.len()) * LINE) as u64;
        region.valid.resize(needed, 0);
        region.lines.resize(needed, Line::default());
        region.bytes.resize(needed * LINE, 0);
    }
}

/// The lines of a range, each with the mask of the bytes that belong to it.
#[inline]
pub(super) fn lines(range: &Range<usize>) -> impl Iterator<Item = (usize, u64)> + use<> {
    let (first, last) = (range.start / LINE, range.end.saturating_sub(1) / LINE);
    let from_start = u64::MAX << (range.start % LINE);
    let to_end = u64::MAX >> (LINE.wrapping_sub(range.end) % LINE);
    let count = if range.is_empty() { 0 } else { last - first + 1 };
    (first..first + count).map(move |index| {
        let (begins, ends) = (index == first, index == last);
        (index, if begins { from_start } else { u64::MAX } & if ends { to_end } else { u64::MAX })
    })
}
