//! Bounds at every kind of boundary, definedness, the heap, and undo across regions.

use mazurka_machine::ThreadId;
use mazurka_machine::toy::Random;

use super::heap::{Block, FreeError};
use super::*;
use crate::address::{CONSTANTS, GLOBALS, heap_of, stack_of};

const A: u64 = GLOBALS + 60;
const T: ThreadId = ThreadId(3);

fn memory() -> Memory {
    let mut memory = Memory::new(false);
    memory.open(A, 10);
    memory
}

fn access(result: Checked<()>) -> Option<(u64, u64, Access)> {
    result.err().map(|violation| (violation.address, violation.length, violation.access))
}

#[test]
fn numbers_cross_lines() {
    let mut memory = memory();
    memory.store::<8>(A + 1, 0x0123_4567_89ab_cdef).unwrap();
    assert_eq!(memory.load::<8>(A + 1).unwrap(), 0x0123_4567_89ab_cdef);
    assert_eq!(memory.load::<4>(A + 3).unwrap(), 0x4567_89ab);
    assert_eq!(memory.load::<2>(A + 7).unwrap(), 0x0123);
    assert_eq!(memory.load::<1>(A).unwrap(), 0);
    assert_eq!(memory.load_sized(A + 1, 3).unwrap(), 0xab_cdef);
}

#[test]
fn every_byte_outside_is_a_violation() {
    let mut memory = memory();
    for start in 0..80 {
        let address = GLOBALS + start;
        for length in 1..=20 {
            let inside = address >= A && address + length <= A + 10;
            let expected = (!inside).then_some((address, length, Access::Read));
            assert_eq!(access(memory.read(address, length).map(drop)), expected);
            let expected = (!inside).then_some((address, length, Access::Write));
            assert_eq!(access(memory.write(address, &vec![1; length as usize])), expected);
            assert_eq!(access(memory.fill(address, 1, length)), expected);
        }
        assert_eq!(memory.load::<4>(address).is_ok(), address >= A && address + 4 <= A + 10);
        assert_eq!(memory.store::<4>(address, 0).is_ok(), address >= A && address + 4 <= A + 10);
    }
}

#[test]
fn absurd_addresses_and_lengths_are_violations() {
    let mut memory = memory();
    for address in [0, 1, u64::MAX, u64::MAX - 7, 1 << 47, stack_of(T), heap_of(T)] {
        assert!(memory.load::<8>(address).is_err());
        assert!(memory.store::<8>(address, 0).is_err());
        assert!(memory.copy(A, address, 8).is_err() && memory.copy(address, A, 8).is_err());
        assert_eq!(memory.read(address, 0).unwrap(), [0; 0]);
        assert!(memory.write(address, &[]).is_ok());
        assert!(memory.c_string(address).is_err());
    }
    for length in [u64::MAX, u64::MAX - 60, 1 << 32] {
        assert!(memory.read(A, length).is_err());
        assert!(memory.fill(A, 0, length).is_err());
        assert!(memory.copy(A, A, length).is_err());
    }
}

#[test]
fn constants_are_read_only() {
    let mut memory = Memory::new(false);
    memory.open(CONSTANTS, 4);
    memory.write_raw(CONSTANTS, &[1, 2, 3, 4]);
    memory.protect(CONSTANTS);
    assert_eq!(memory.load::<4>(CONSTANTS).unwrap(), 0x0403_0201);
    assert_eq!(access(memory.store::<1>(CONSTANTS, 0)), Some((CONSTANTS, 1, Access::Write)));
}

#[test]
fn copies_may_overlap_and_cross_regions() {
    let mut memory = memory();
    memory.open(stack_of(T), 10);
    memory.write(A, b"0123456789").unwrap();
    memory.copy(A + 2, A, 6).unwrap();
    assert_eq!(memory.read(A, 10).unwrap(), b"0101234589");
    memory.copy(A, A + 2, 6).unwrap();
    assert_eq!(memory.read(A, 10).unwrap(), b"0123454589");
    memory.copy(stack_of(T), A, 10).unwrap();
    assert_eq!(memory.read(stack_of(T), 10).unwrap(), b"0123454589");
}

#[test]
fn strings_end_at_zero_or_are_violations() {
    let mut memory = memory();
    memory.write(A, b"abcdefghij").unwrap();
    assert!(memory.c_string(A).is_err());
    assert_eq!(memory.c_string_at_most(A, 7).unwrap(), b"abcdefg");
    memory.store::<1>(A + 9, 0).unwrap();
    assert_eq!(memory.c_string(A).unwrap(), b"abcdefghi");
    assert_eq!(memory.c_string(A + 9).unwrap(), b"");
}

#[test]
fn undefined_bytes_are_noticed_when_asked_for() {
    let mut memory = Memory::new(true);
    memory.open(A, 10);
    assert_eq!(access(memory.read(A, 4).map(drop)), Some((A, 4, Access::Uninitialized)));
    assert!(memory.load::<2>(A).is_err());
    // Copying carries definedness along instead of asking for it.
    memory.copy(A + 4, A, 2).unwrap();
    assert!(memory.load::<2>(A + 4).is_err());
    memory.store::<2>(A, 7).unwrap();
    assert_eq!(memory.load::<2>(A).unwrap(), 7);
    memory.copy(A + 4, A, 2).unwrap();
    assert_eq!(memory.load::<2>(A + 4).unwrap(), 7);
    memory.close(A, 10);
    memory.open(A, 10);
    assert!(memory.load::<2>(A).is_err());
}

#[test]
fn blocks_are_fenced_and_freed_once() {
    let mut memory = Memory::new(false);
    let a = memory.allocate(T, 10, 16).unwrap();
    let b = memory.allocate(T, 0, 16).unwrap();
    let c = memory.allocate(T, 100, 256).unwrap();
    assert_eq!((a % 16, b % 16, c % 256), (0, 0, 0));
    assert!(memory.write(a, &[1; 10]).is_ok() && memory.write(a, &[1; 11]).is_err());
    assert!(memory.read(b, 1).is_err() && memory.read(a - 1, 1).is_err());
    assert_eq!(memory.free(a + 1), Err(FreeError::NoBlock));
    assert_eq!(memory.free(A), Err(FreeError::NoBlock));
    assert_eq!((memory.free(a), memory.free(a)), (Ok(()), Err(FreeError::AlreadyFreed)));
    assert!(memory.read(a, 1).is_err());
    let blocks: Vec<_> = memory.blocks(T).map(|block| (block.address, block.size, block.live)).collect();
    assert_eq!(blocks, [(c, 100, true), (b, 0, true), (a, 10, false)]);
    assert_eq!(memory.block_near(T, a + 12).map(|block| block.address), Some(a));
    assert_eq!(memory.allocate(T, 1 << 40, 16), None);
}

#[test]
fn what_looks_like_a_header_inside_a_block_is_none() {
    let mut memory = Memory::new(false);
    let a = memory.allocate(T, 64, 16).unwrap();
    let header: [u8; 16] = memory.peek_raw(a - 16);
    memory.write(a + 16, &header).unwrap();
    assert_eq!(memory.free(a + 32), Err(FreeError::NoBlock));
}

#[test]
fn rewinding_restores_bytes_bounds_and_fingerprint() {
    let mut memory = memory();
    memory.start_recording(true);
    let start = (memory.mark(), memory.fingerprint());
    memory.store::<4>(A, 1).unwrap();
    let block = memory.allocate(T, 100, 16).unwrap();
    memory.write(block, &[7; 100]).unwrap();
    let middle = (memory.mark(), memory.fingerprint());
    assert_ne!(start.1, middle.1);
    for _ in 0..2 {
        memory.store::<4>(A, 2).unwrap();
        memory.copy(block + 50, A, 4).unwrap();
        memory.free(block).unwrap();
        assert_ne!(memory.fingerprint(), middle.1);
        memory.rewind(middle.0);
        assert_eq!(memory.fingerprint(), middle.1);
        assert_eq!(memory.load::<4>(A).unwrap(), 1);
        assert_eq!(memory.read(block, 100).unwrap(), [7; 100]);
    }
    memory.rewind(start.0);
    assert_eq!(memory.fingerprint(), start.1);
    assert_eq!(memory.load::<4>(A).unwrap(), 0);
    assert!(memory.read(block, 1).is_err() && memory.blocks(T).next().is_none());
}

#[test]
fn dead_memory_does_not_tell_states_apart() {
    let mut memory = memory();
    memory.start_recording(true);
    let before = memory.fingerprint();
    memory.open(stack_of(T) + 100, 200);
    memory.fill(stack_of(T) + 100, 9, 200).unwrap();
    assert_ne!(memory.fingerprint(), before);
    memory.close(stack_of(T) + 100, 200);
    assert_eq!(memory.fingerprint(), before);
    memory.store::<8>(A, 1).unwrap();
    memory.store::<8>(A, 0).unwrap();
    assert_eq!(memory.fingerprint(), before);
}

#[test]
fn a_forgotten_block_leaves_its_place_and_no_trace() {
    let mut memory = memory();
    memory.set_reuse(true);
    memory.start_recording(true);
    let empty = memory.fingerprint();
    let [a, b, c] = [10, 100, 10].map(|size| memory.allocate(T, size, 16).unwrap());
    let full = memory.fingerprint();
    memory.free(b).unwrap();
    assert_eq!(memory.free(b), Err(FreeError::AlreadyFreed));
    assert!(memory.allocate(T, 100, 16).unwrap() > c, "it is still remembered");
    let freed: Vec<_> = memory.blocks(T).filter(|block| !block.live).collect();
    assert_eq!(freed.iter().map(|block| block.address).collect::<Vec<_>>(), [b]);
    memory.forget_freed(&freed[0]);
    let top = memory.blocks(T).next().unwrap();
    memory.free(top.address).unwrap();
    memory.forget_freed(&Block { live: false, ..top });
    assert_eq!(memory.allocate(T, 100, 16), Some(b));
    assert_eq!(memory.fingerprint(), full);
    // Small ones fit in where a large one was; a larger one does not.
    for address in [a, b, c] {
        memory.free(address).unwrap();
    }
    let freed: Vec<_> = memory.blocks(T).filter(|block| !block.live).collect();
    freed.iter().filter(|block| block.address != c).for_each(|block| memory.forget_freed(block));
    assert!(memory.allocate(T, 1000, 16).unwrap() > c);
    assert_eq!(memory.allocate(T, 60, 16), Some(a));
    for block in memory.blocks(T).collect::<Vec<_>>() {
        let _ = memory.free(block.address);
        memory.forget_freed(&block);
    }
    assert_eq!(memory.fingerprint(), empty);
}

/// The lowest place where a block fits, from the list of blocks in memory.
fn lowest_place(memory: &Memory, size: u64, align: u64) -> u64 {
    let mut blocks: Vec<Block> = memory.blocks(T).collect();
    blocks.reverse();
    let ends = blocks.iter().map(|block| block.extent().end);
    let starts = [heap_of(T) + heap::FIRST_BLOCK].into_iter().chain(ends);
    let limits = blocks.iter().map(|block| block.extent().start).chain([u64::MAX]);
    let block = |start: u64| (start + heap::HEADER).next_multiple_of(align);
    let fits = |(start, limit): &(u64, u64)| heap::end_of(block(*start), size) <= *limit;
    starts.zip(limits).find(fits).map(|(start, _)| block(start)).expect("there is room on top")
}

/// After any allocations, frees, forgetting, writes and rewinds, what is derived from memory agrees with memory.
#[test]
fn blocks_and_pointers_are_known_without_a_search() {
    const AT: u64 = GLOBALS + 1024;
    const SLOTS: u64 = 24;
    let mut random = Random::new(1);
    let mut below = |limit: usize| random.below(limit);
    let mut memory = memory();
    memory.set_reuse(true);
    memory.open(AT, 8 * SLOTS);
    memory.start_recording(true);
    let (mut marks, mut forgotten, mut kept) = (vec![memory.mark()], 0, 0);
    for _ in 0..20_000 {
        let (live, freed): (Vec<Block>, Vec<Block>) = memory.blocks(T).partition(|block| block.live);
        let slot = AT + 8 * below(SLOTS as usize) as u64;
        match below(12) {
            0..4 if live.len() < 16 => {
                let (size, align) = (below(200) as u64, 16 << below(3));
                let expected = lowest_place(&memory, size, align);
                assert_eq!(memory.allocate(T, size, align), Some(expected));
            }
            0..7 if !live.is_empty() => memory.free(live[below(live.len())].address).unwrap(),
            7..9 if !live.is_empty() => {
                let block = live[below(live.len())];
                memory.store::<8>(slot, block.address + below(block.size as usize + 1) as u64).unwrap();
            }
            9 => memory.store::<8>(slot, 7).unwrap(),
            10 => marks.push(memory.mark()),
            11 if below(4) == 0 => {
                marks.truncate(1 + below(marks.len()));
                memory.rewind(*marks.last().unwrap());
            }
            _ => {
                for block in &freed {
                    let is_used = memory.words().any(|word| block.extent().contains(&word));
                    assert_eq!(memory.has_pointer_into(block.extent()), is_used);
                    if is_used {
                        kept += 1;
                    } else {
                        memory.forget_freed(block);
                        forgotten += 1;
                    }
                }
            }
        }
        let mut freed: Vec<Block> = memory.blocks(T).filter(|block| !block.live).collect();
        freed.reverse();
        assert_eq!(memory.freed_blocks().collect::<Vec<_>>(), freed);
    }
    assert!(forgotten > 1000 && kept > 1000, "{forgotten} {kept}");
}
