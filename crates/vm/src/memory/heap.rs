//! `malloc` and `free`: every thread allocates upwards in its own heap region and addresses are never used twice, so a
//! use after free is always seen and the n-th block of a thread has the same address in every interleaving.
//!
//! A block's header stands in the 16 bytes before it, in memory that the program may not touch. All of the heap's state
//! is in memory, so undo and fingerprint need nothing of their own here.

use mazurka_machine::ThreadId;

use super::Memory;
use crate::address::{self, Place};

const HEADER: u64 = 16;
const MAGIC: u32 = 0x4d5a_4b41;
const LIVE: u32 = 1;
const FREED: u32 = 2;

/// Where the heap's own state stands at the start of the region: offset of the last block.
const LAST: u64 = 0;
/// And offset of the first byte after it.
const TOP: u64 = 4;
const FIRST_BLOCK: u64 = 64;
/// Larger than any block a checked program can sensibly want.
const LARGEST: u64 = 1 << 31;

/// A block of the heap, live or freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub address: u64,
    pub size: u64,
    pub live: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FreeError {
    /// Not the start of a block.
    NoBlock,
    AlreadyFreed,
}

impl Memory {
    /// A new block of zeros (uninitialised as far as the program is concerned), or `None` when memory is exhausted.
    pub fn allocate(&mut self, thread: ThreadId, size: u64, align: u64) -> Option<u64> {
        let base = address::heap_of(thread);
        let last = self.word(base + LAST);
        let top = (self.word(base + TOP) as u64).max(FIRST_BLOCK);
        let block = (top + HEADER).next_multiple_of(align.max(16));
        // Room behind the block that nobody may touch: small overruns never reach the next one.
        let end = block.checked_add(size)?.checked_add((size / 2).clamp(16, 512))?.next_multiple_of(16);
        if size > LARGEST || end >= 1 << 32 || self.size.saturating_add(size) > self.limit {
            return None;
        }
        self.write_raw(base + block - HEADER, &header(size as u32, LIVE, last));
        self.write_raw(base + LAST, &(block as u32).to_le_bytes());
        self.write_raw(base + TOP, &(end as u32).to_le_bytes());
        self.open(base + block, size);
        Some(base + block)
    }

    pub fn free(&mut self, address: u64) -> Result<(), FreeError> {
        let block = self.block_at(address).ok_or(FreeError::NoBlock)?;
        if !block.live {
            return Err(FreeError::AlreadyFreed);
        }
        self.write_raw(address - HEADER + 4, &FREED.to_le_bytes());
        self.close(address, block.size);
        Ok(())
    }

    /// The block that starts at this address.
    pub fn block_at(&self, address: u64) -> Option<Block> {
        if !matches!(address::place(address), Place::Heap(_)) || !address.is_multiple_of(16) {
            return None;
        }
        let (size, state) = (self.word(address - HEADER), self.word(address - HEADER + 4));
        let magic = self.word(address - 4);
        // The program cannot write headers, so what looks like one is one unless it stands inside a live block.
        let inside = self.addressable(address - HEADER, 1) == 1;
        (magic == MAGIC && !inside).then_some(Block { address, size: size as u64, live: state == LIVE })
    }

    /// The blocks of a thread's heap, the youngest first.
    pub fn blocks(&self, thread: ThreadId) -> impl Iterator<Item = Block> + '_ {
        let base = address::heap_of(thread);
        let mut offset = self.word(base + LAST);
        std::iter::from_fn(move || {
            if offset == 0 {
                return None;
            }
            let at = base + offset as u64;
            offset = self.word(at - HEADER + 8);
            self.block_at(at)
        })
    }

    /// The block, live or freed, that the address is in or closest to.
    pub fn block_near(&self, thread: ThreadId, address: u64) -> Option<Block> {
        self.blocks(thread).min_by_key(|block| {
            let end = block.address + block.size;
            if address < block.address { block.address - address } else { (address + 1).saturating_sub(end) }
        })
    }

    fn word(&self, address: u64) -> u32 {
        u32::from_le_bytes(self.peek_raw(address))
    }
}

/// Size, state, previous block, magic.
fn header(size: u32, state: u32, previous: u32) -> [u8; HEADER as usize] {
    let mut bytes = [0; HEADER as usize];
    for (at, word) in [size, state, previous, MAGIC].into_iter().enumerate() {
        bytes[4 * at..4 * at + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}
