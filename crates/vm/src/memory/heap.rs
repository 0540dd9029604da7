//! `malloc` and `free`: every thread allocates in its own heap region, so the n-th block of a thread has the same address
//! in every interleaving. The header of a freed block stays, so that a use after free is detected.
//!
//! By default each block is above the one before it, and no address is used twice. For finitely many states of loops that
//! allocate and free, addresses are used again ([`Memory::set_reuse`]): a new block goes to the lowest address where it
//! fits, and freed blocks are forgotten when no pointer leads to them ([`Memory::forget_freed`]).
//!
//! A block's header is in the 16 bytes before it, in memory that the program cannot access. All of the heap's state is in
//! memory, where undo and fingerprint cover it.

use std::ops::Range;

use mazurka_machine::ThreadId;

use super::{LINE, Memory};
use crate::address;

pub(super) const HEADER: u64 = 16;
const MAGIC: u32 = 0x4d5a_4b41;
const LIVE: u32 = 1;
const FREED: u32 = 2;
/// The lowest bits of a block's state say whether it is live; behind them is the number of what nothing reads of it.
const STATE_BITS: u32 = 2;

/// In a header, the offset of the block below.
const BELOW: u64 = 8;

/// The heap's own state, at the start of the region: offset of the topmost block.
const TOPMOST: u64 = 0;
pub(super) const FIRST_BLOCK: u64 = 64;
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

/// Where a new block goes. All offsets in its region, 0 where there is none.
struct Place {
    block: u64,
    above: u64,
    below: u64,
}

impl Memory {
    /// From here on addresses of freed blocks are used again.
    pub fn set_reuse(&mut self, reuse: bool) {
        self.reuse = reuse;
    }

    /// A new block of zeros (uninitialised as far as the program is concerned), or `None` when memory is exhausted.
    pub fn allocate(&mut self, thread: ThreadId, size: u64, align: u64) -> Option<u64> {
        if size > LARGEST || self.size.saturating_add(size) > self.limit {
            return None;
        }
        let base = address::heap_of(thread);
        let Place { block, above, below } = self.find_place(base, size, align.max(16));
        if end_of(block, size) >= 1 << 32 {
            return None;
        }
        self.write_raw(base + block - HEADER, &header(size as u32, LIVE, below as u32));
        self.write_raw(link_to(base, above), &(block as u32).to_le_bytes());
        self.open(base + block, size);
        if self.reuse {
            self.places.allocated(base + block, size);
        }
        if let Some(allocations) = &mut self.allocations {
            allocations.push(base + block);
        }
        Some(base + block)
    }

    /// Nothing reads these bytes of a live block, by a number above 0.
    pub fn set_unread(&mut self, block: u64, number: u32) {
        self.write_raw(block - HEADER + 4, &(LIVE | number << STATE_BITS).to_le_bytes());
    }

    /// The number of what nothing reads of a block, 0 if there is none.
    pub fn unread_of(&self, block: u64) -> u32 {
        self.word(block - HEADER + 4) >> STATE_BITS
    }

    fn find_place(&self, base: u64, size: u64, align: u64) -> Place {
        if self.reuse
            && let Some((block, above)) = self.places.between_blocks(base, size, align)
        {
            let below = self.places.below(block).map_or(0, |below| below - base);
            return Place { block: block - base, above: above - base, below };
        }
        let below = self.offset_at(link_to(base, 0));
        let block = (self.end_of_block(base, below) + HEADER).next_multiple_of(align);
        Place { block, above: 0, below }
    }

    pub fn free(&mut self, address: u64) -> Result<(), FreeError> {
        let block = self.block_at(address).ok_or(FreeError::NoBlock)?;
        if !block.live {
            return Err(FreeError::AlreadyFreed);
        }
        self.write_raw(address - HEADER + 4, &FREED.to_le_bytes());
        self.close(address, block.size);
        if self.reuse {
            self.places.freed(address);
            self.start_counting_pointers();
        }
        Ok(())
    }

    /// From here on the allocations on the current path are counted.
    pub fn count_allocations(&mut self) {
        self.allocations = Some(Vec::new());
    }

    /// Which allocation on the current path made this block, if they are counted.
    pub fn allocation_number(&self, block: u64) -> Option<u64> {
        let number = self.allocations.as_ref()?.iter().rposition(|allocated| *allocated == block)?;
        Some(number as u64)
    }

    /// Whether there are freed blocks that are not yet forgotten, where addresses are used again.
    pub fn has_freed(&self) -> bool {
        !self.places.freed_blocks().is_empty()
    }

    /// These blocks, by address.
    pub fn freed_blocks(&self) -> impl Iterator<Item = Block> + '_ {
        self.places.freed_blocks().iter().filter_map(|block| self.block_at(*block))
    }

    /// Forgets a block that is freed: its place is as if it had never been taken.
    pub fn forget_freed(&mut self, block: &Block) {
        let base = block.address - address::offset(block.address) as u64;
        let above = self.places.above(block.address).map_or(0, |above| above - base);
        let below = self.word(link_to(base, block.address - base));
        self.write_raw(link_to(base, above), &below.to_le_bytes());
        self.write_raw(block.address - HEADER, &[0; HEADER as usize]);
        self.places.forgotten(block.address);
        self.note_released(mazurka_machine::Range { start: block.address, length: block.size });
    }

    /// The block that starts at this address.
    pub fn block_at(&self, address: u64) -> Option<Block> {
        if !matches!(address::place(address), address::Place::Heap(_)) || !address.is_multiple_of(16) {
            return None;
        }
        let (size, state) = (self.word(address - HEADER), self.word(address - HEADER + 4));
        let magic = self.word(address - 4);
        // The program cannot write headers, so what looks like one is one unless it is inside a live block.
        let inside = self.addressable(address - HEADER, 1) == 1;
        (magic == MAGIC && !inside).then_some(Block {
            address,
            size: size as u64,
            live: state % (1 << STATE_BITS) == LIVE,
        })
    }

    /// The blocks of a thread's heap, the topmost first.
    pub fn blocks(&self, thread: ThreadId) -> impl Iterator<Item = Block> + '_ {
        let base = address::heap_of(thread);
        let mut above = 0;
        std::iter::from_fn(move || {
            above = self.offset_at(link_to(base, above));
            if above == 0 { None } else { self.block_at(base + above) }
        })
    }

    /// The block, live or freed, that the address is in, or else the next one below it.
    pub fn block_around(&self, address: u64) -> Option<Block> {
        if self.reuse {
            return self.places.below(address + 1).and_then(|block| self.block_at(block));
        }
        let first = address - address::offset(address) as u64 + FIRST_BLOCK;
        let mut at = address & !15;
        while at >= first {
            let block = self.block_at(at);
            if block.is_some() {
                return block;
            }
            // A line that the program can access contains no header.
            let is_inside = at.is_multiple_of(LINE as u64)
                && self.addressable(at - LINE as u64, LINE as u64) == LINE as u64;
            at -= if is_inside { LINE as u64 } else { 16 };
        }
        None
    }

    /// The block, live or freed, that the address is in or closest to.
    pub fn block_near(&self, thread: ThreadId, address: u64) -> Option<Block> {
        self.blocks(thread).min_by_key(|block| {
            let end = block.address + block.size;
            if address < block.address { block.address - address } else { (address + 1).saturating_sub(end) }
        })
    }

    /// The first byte behind a block and the room that belongs to it.
    fn end_of_block(&self, base: u64, block: u64) -> u64 {
        if block == 0 { FIRST_BLOCK } else { end_of(block, self.word(base + block - HEADER) as u64) }
    }

    fn offset_at(&self, address: u64) -> u64 {
        self.word(address) as u64
    }

    fn word(&self, address: u64) -> u32 {
        u32::from_le_bytes(self.peek_raw(address))
    }
}

impl Block {
    /// All addresses that would not exist without the block: those of its header and of the room behind it, too.
    pub fn extent(&self) -> Range<u64> {
        self.address - HEADER..end_of(self.address, self.size)
    }
}

/// Behind a block there are inaccessible bytes: small overruns never reach the next one.
pub(super) const fn end_of(block: u64, size: u64) -> u64 {
    let half = size / 2;
    let room = if half < 16 {
        16
    } else if half > 512 {
        512
    } else {
        half
    };
    (block + size + room).next_multiple_of(16)
}

/// The address of the offset of the block below this one; of the topmost block's offset, if there is none above.
fn link_to(base: u64, above: u64) -> u64 {
    base + if above == 0 { TOPMOST } else { above - HEADER + BELOW }
}

/// Size, state, block below, magic.
fn header(size: u32, state: u32, below: u32) -> [u8; HEADER as usize] {
    let mut bytes = [0; HEADER as usize];
    for (at, word) in [size, state, below, MAGIC].into_iter().enumerate() {
        bytes[4 * at..4 * at + 4].copy_from_slice(&word.to_le_bytes());
    }
    bytes
}
