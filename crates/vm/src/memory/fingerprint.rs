//! The memory's part of the state fingerprint: the sum of its lines' hashes.

use mazurka_machine::Footprint;
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::{LINE, Memory, Region};
use crate::address;

pub(super) struct Sum {
    value: u128,
    enabled: bool,
}

/// What of a line is state.
pub(super) struct Content<'l> {
    pub valid: u64,
    /// Which of the valid bytes somebody has written; all, where nobody asks.
    pub defined: u64,
    pub bytes: &'l [u8],
}

impl Sum {
    pub(super) fn new() -> Sum {
        Sum { value: 0, enabled: false }
    }

    /// Starts from the memory as it is, or stays off.
    pub(super) fn start(&mut self, enabled: bool, regions: &[Region], check_uninitialized: bool) {
        self.enabled = enabled;
        self.value = 0;
        if enabled {
            for (number, region) in regions.iter().enumerate() {
                for index in 0..region.valid.len() {
                    self.add(number as u32, index as u32, &region.content(index, check_uninitialized));
                }
            }
        }
    }

    pub(super) fn enabled(&self) -> bool {
        self.enabled
    }

    pub(super) fn value(&self) -> u128 {
        self.value
    }

    pub(super) fn set(&mut self, value: u128) {
        self.value = value;
    }

    pub(super) fn add(&mut self, region: u32, index: u32, content: &Content) {
        self.value = self.value.wrapping_add(content.hash(region, index));
    }

    pub(super) fn remove(&mut self, region: u32, index: u32, content: &Content) {
        self.value = self.value.wrapping_sub(content.hash(region, index));
    }
}

impl<'l> Content<'l> {
    pub(super) fn new(valid: u64, defined: u64, bytes: &'l [u8], check_uninitialized: bool) -> Content<'l> {
        Content { valid, defined: if check_uninitialized { defined & valid } else { valid }, bytes }
    }

    /// An untouched line counts nothing: how far a region has grown is history, not state.
    fn hash(&self, region: u32, index: u32) -> u128 {
        if self.valid == 0 && self.bytes.iter().all(|&byte| byte == 0) {
            return 0;
        }
        let mut input = [0; LINE + 16];
        input[..LINE].copy_from_slice(self.bytes);
        input[LINE..LINE + 8].copy_from_slice(&self.valid.to_le_bytes());
        input[LINE + 8..].copy_from_slice(&self.defined.to_le_bytes());
        xxh3_128_with_seed(&input, (region as u64) << 32 | index as u64)
    }
}

impl Region {
    pub(super) fn content(&self, index: usize, check_uninitialized: bool) -> Content<'_> {
        let bytes = &self.bytes[index * LINE..(index + 1) * LINE];
        Content::new(self.valid[index], self.lines[index].defined, bytes, check_uninitialized)
    }
}

impl Memory {
    /// A number for what stands in the bytes that these footprints read, and whether it may be read.
    pub fn content(&self, footprints: &[Footprint]) -> u128 {
        footprints.iter().fold(0, |sum, part| {
            let mut input = [0; LINE + 16];
            if let Some(region) = self.regions.get(address::region(part.line))
                && let index = address::offset(part.line) / LINE
                && let Some(line) = region.lines.get(index)
            {
                let bytes = &region.bytes[index * LINE..(index + 1) * LINE];
                for (i, (to, from)) in input.iter_mut().zip(bytes).enumerate() {
                    *to = if part.reads >> i & 1 == 1 { *from } else { 0 };
                }
                input[LINE..LINE + 8].copy_from_slice(&(region.valid[index] & part.reads).to_le_bytes());
                input[LINE + 8..].copy_from_slice(&(line.defined & part.reads).to_le_bytes());
            }
            sum.wrapping_add(xxh3_128_with_seed(&input, part.line))
        })
    }
}
