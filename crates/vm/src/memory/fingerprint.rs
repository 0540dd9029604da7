//! The memory's part of the state fingerprint: the sum of its lines' hashes.

use xxhash_rust::xxh3::xxh3_128_with_seed;

use super::{LINE, Region};

pub(super) struct Sum {
    value: u128,
    enabled: bool,
}

impl Sum {
    pub(super) fn new() -> Sum {
        Sum { value: 0, enabled: false }
    }

    /// Starts from the memory as it is, or stays off.
    pub(super) fn start(&mut self, enabled: bool, regions: &[Region]) {
        self.enabled = enabled;
        self.value = 0;
        if enabled {
            for (number, region) in regions.iter().enumerate() {
                for (index, &valid) in region.valid.iter().enumerate() {
                    self.add(
                        number as u32,
                        index as u32,
                        valid,
                        &region.bytes[index * LINE..(index + 1) * LINE],
                    );
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

    pub(super) fn add(&mut self, region: u32, index: u32, valid: u64, bytes: &[u8]) {
        self.value = self.value.wrapping_add(line_hash(region, index, valid, bytes));
    }

    pub(super) fn remove(&mut self, region: u32, index: u32, valid: u64, bytes: &[u8]) {
        self.value = self.value.wrapping_sub(line_hash(region, index, valid, bytes));
    }
}

/// An untouched line counts nothing: how far a region has grown is history, not state.
fn line_hash(region: u32, index: u32, valid: u64, bytes: &[u8]) -> u128 {
    if valid == 0 && bytes.iter().all(|&byte| byte == 0) {
        return 0;
    }
    let mut input = [0; LINE + 8];
    input[..LINE].copy_from_slice(bytes);
    input[LINE..].copy_from_slice(&valid.to_le_bytes());
    xxh3_128_with_seed(&input, (region as u64) << 32 | index as u64)
}
