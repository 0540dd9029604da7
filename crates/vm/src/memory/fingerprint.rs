//! The memory's part of the state fingerprint: the sum of its lines' hashes.

use std::ops::Range;

use mazurka_machine::Footprint;
use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::{LINE, Memory, Region, byte_mask};
use crate::address;

pub(super) struct Sum {
    value: u128,
    enabled: bool,
    /// Whether it is part of the state which bytes were written.
    with_defined: bool,
}

impl Sum {
    pub(super) fn new(with_defined: bool) -> Sum {
        Sum { value: 0, enabled: false, with_defined }
    }

    /// Starts from the memory as it is, or stays off.
    pub(super) fn start(&mut self, enabled: bool, regions: &mut [Region]) {
        self.enabled = enabled;
        self.value = 0;
        if enabled {
            for (number, region) in regions.iter_mut().enumerate() {
                for index in 0..region.valid.len() {
                    region.lines[index].hash = 0;
                    self.update(number as u32, index as u32, region);
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

    /// Brings the part of a line up to date.
    #[inline]
    pub(super) fn update(&mut self, number: u32, index: u32, region: &mut Region) {
        let new = self.line(number, index, region);
        let old = std::mem::replace(&mut region.lines[index as usize].hash, new);
        self.value = self.value.wrapping_sub(old).wrapping_add(new);
    }

    /// The sum of all lines as they are.
    pub(super) fn afresh(&self, regions: &[Region]) -> u128 {
        let mut sum = 0_u128;
        for (number, region) in regions.iter().enumerate() {
            for index in 0..region.valid.len() {
                sum = sum.wrapping_add(self.line(number as u32, index as u32, region));
            }
        }
        sum
    }

    /// An untouched line counts nothing: how far a region has grown is history, not state.
    fn line(&self, number: u32, index: u32, region: &Region) -> u128 {
        let at = index as usize;
        let (valid, bytes) = (region.valid[at], &region.bytes[at * LINE..(at + 1) * LINE]);
        if valid == 0 && bytes.iter().all(|&byte| byte == 0) {
            return 0;
        }
        let mut input = [0; LINE + 16];
        input[..LINE].copy_from_slice(bytes);
        input[LINE..LINE + 8].copy_from_slice(&valid.to_le_bytes());
        if self.with_defined {
            let defined = region.lines[at].defined & valid;
            input[LINE + 8..].copy_from_slice(&defined.to_le_bytes());
        }
        xxh3_128_with_seed(&input, (number as u64) << 32 | index as u64)
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
                for run in runs(part.reads) {
                    input[run.clone()].copy_from_slice(&bytes[run]);
                }
                input[LINE..LINE + 8].copy_from_slice(&(region.valid[index] & part.reads).to_le_bytes());
                input[LINE + 8..].copy_from_slice(&(line.defined & part.reads).to_le_bytes());
            }
            sum.wrapping_add(xxh3_128_with_seed(&input, part.line))
        })
    }
}

/// Where a mask has bits, one after another.
fn runs(mut mask: u64) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        let start = (mask != 0).then(|| mask.trailing_zeros())?;
        let length = (mask >> start).trailing_ones();
        mask &= !(byte_mask(length as usize) << start);
        Some(start as usize..(start + length) as usize)
    })
}
