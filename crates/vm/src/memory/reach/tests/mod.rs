//! Who reaches what, case by case.

mod cost;
mod random;

use mazurka_machine::{Range, ThreadId};

use super::{Reacher, Roots, afresh};
use crate::address::{GLOBALS, THREAD_KEYS, stack_of, value_of_key};
use crate::memory::Memory;

const MAIN: ThreadId = ThreadId::MAIN;
const A: ThreadId = ThreadId(1);
const B: ThreadId = ThreadId(2);
const SHARED: u64 = GLOBALS + 64;

/// A memory with a global variable of two words, and threads with a variable of two words each on their stacks.
fn memory() -> Memory {
    let mut memory = Memory::new(false);
    memory.track_reach();
    memory.open(SHARED, 16);
    memory.start_recording(true);
    for thread in [MAIN, A, B] {
        memory.open(local(thread), 16);
        memory.set_roots(thread, Roots::default());
    }
    memory
}

fn local(thread: ThreadId) -> u64 {
    stack_of(thread) + 128
}

fn block(memory: &mut Memory, thread: ThreadId, size: u64) -> u64 {
    memory.allocate(thread, size, 16).expect("there is memory")
}

fn point(memory: &mut Memory, slot: u64, to: u64) {
    memory.put::<8>(slot, to).expect("it is open");
}

fn registers(memory: &Memory, thread: ThreadId, words: &[u64]) {
    memory.set_roots(thread, Roots::new(words.to_vec(), None, None));
}

/// Compares all that is reached with what is reached from scratch.
fn check(memory: &Memory) {
    let reach = &mut *memory.reach.as_ref().expect("it is tracked").borrow_mut();
    reach.sync(&memory.regions);
    assert_eq!(reach.graph.reached(), afresh::reached(memory, reach.mirror.roots(), reach.mirror.exposed()));
}

fn by(memory: &Memory, thread: ThreadId, address: u64) -> Option<Reacher> {
    check(memory);
    memory.reached_by_another(thread, Range { start: address, length: 1 })
}

#[test]
fn a_block_is_private_until_another_thread_can_follow_pointers_to_it() {
    let mut memory = memory();
    let (first, second) = (block(&mut memory, A, 24), block(&mut memory, A, 24));
    point(&mut memory, first + 8, second);
    point(&mut memory, local(A), first);
    registers(&memory, A, &[second]);
    assert_eq!((by(&memory, A, first), by(&memory, A, second)), (None, None));
    assert_eq!(by(&memory, B, second), Some(Reacher::Thread(A)));
    point(&mut memory, SHARED + 8, first + 23);
    assert_eq!(
        (by(&memory, A, first), by(&memory, A, second + 23)),
        (Some(Reacher::Everyone), Some(Reacher::Everyone))
    );
    point(&mut memory, first + 8, 0);
    assert_eq!(by(&memory, A, second), None);
}

#[test]
fn a_pointer_behind_the_end_counts_and_one_further_on_does_not() {
    let mut memory = memory();
    let at = block(&mut memory, A, 24);
    point(&mut memory, SHARED, at + 24);
    assert_eq!(by(&memory, A, at), Some(Reacher::Everyone));
    point(&mut memory, SHARED, at + 25);
    assert_eq!(by(&memory, A, at), None);
}

#[test]
fn registers_and_what_a_thread_waits_for_are_its_own() {
    let mut memory = memory();
    let at = block(&mut memory, A, 8);
    registers(&memory, B, &[7, at]);
    assert_eq!((by(&memory, A, at), by(&memory, B, at)), (Some(Reacher::Thread(B)), None));
    registers(&memory, B, &[]);
    assert_eq!(by(&memory, A, at), None);
}

#[test]
fn a_result_that_can_be_joined_is_reached_by_its_thread() {
    let mut memory = memory();
    let at = block(&mut memory, A, 8);
    memory.set_roots(A, Roots::new(Vec::new(), Some(at), None));
    assert_eq!(by(&memory, MAIN, at), Some(Reacher::Thread(A)));
    memory.set_roots(A, Roots::default());
    assert_eq!(by(&memory, MAIN, at), None);
}

#[test]
fn variables_on_a_stack_are_objects_each() {
    let mut memory = memory();
    memory.open(local(A) + 32, 8);
    assert_eq!((by(&memory, A, local(A)), by(&memory, B, local(A))), (None, Some(Reacher::Thread(A))));
    registers(&memory, B, &[local(A) + 3]);
    assert_eq!((by(&memory, A, local(A)), by(&memory, A, local(A) + 32)), (Some(Reacher::Thread(B)), None));
    // What is in the variable is reached through it, and all of the frame is where it is taken away.
    let at = block(&mut memory, A, 8);
    point(&mut memory, local(A) + 8, at);
    assert_eq!(by(&memory, A, at), Some(Reacher::Thread(B)));
    let frame = Range { start: local(A) - 16, length: 64 };
    assert_eq!(memory.reached_by_another(A, frame), Some(Reacher::Thread(B)));
    registers(&memory, B, &[]);
    assert_eq!(memory.reached_by_another(A, frame), None);
}

#[test]
fn dead_memory_is_no_object_and_a_pointer_to_it_counts_once_it_is_one() {
    let mut memory = memory();
    let at = block(&mut memory, A, 8);
    registers(&memory, B, &[at, local(A) + 64]);
    memory.free(at).expect("it is live");
    assert_eq!(by(&memory, A, at), Some(Reacher::Everyone), "it fails, and may succeed in another order");
    assert_eq!(by(&memory, A, local(A) + 64), None, "it fails in any order");
    memory.open(local(A) + 64, 8);
    assert_eq!(by(&memory, A, local(A) + 64), Some(Reacher::Thread(B)));
}

#[test]
fn a_pointer_in_the_same_place_of_another_object_is_another_one() {
    let mut memory = memory();
    memory.set_reuse(true);
    let (old, target) = (block(&mut memory, A, 24), block(&mut memory, A, 24));
    point(&mut memory, old, target);
    registers(&memory, B, &[old]);
    assert_eq!(by(&memory, A, target), Some(Reacher::Thread(B)));
    memory.free(old).expect("it is live");
    let freed = memory.block_at(old).expect("it is remembered");
    memory.forget_freed(&freed);
    assert_eq!(block(&mut memory, A, 30), old);
    point(&mut memory, old, target);
    registers(&memory, B, &[]);
    assert_eq!(by(&memory, A, target), None);
}

#[test]
fn library_memory_is_reached_by_all() {
    let mut memory = memory();
    let at = block(&mut memory, A, 8);
    memory.write_raw(THREAD_KEYS + 8, &at.to_le_bytes());
    assert_eq!(by(&memory, A, at), Some(Reacher::Everyone));
    assert_eq!(by(&memory, A, SHARED), Some(Reacher::Everyone));
}

#[test]
fn thread_specific_data_is_reached_by_its_thread() {
    let mut memory = memory();
    let at = block(&mut memory, A, 8);
    memory.write_raw(value_of_key(A, 3), &at.to_le_bytes());
    assert_eq!((by(&memory, A, at), by(&memory, B, at)), (None, Some(Reacher::Thread(A))));
    memory.write_raw(value_of_key(B, 0), &at.to_le_bytes());
    assert_eq!(by(&memory, A, at), Some(Reacher::Thread(B)));
}

#[test]
fn rewinding_restores_what_is_reached() {
    let mut memory = memory();
    let at = block(&mut memory, A, 8);
    let mark = memory.mark();
    point(&mut memory, SHARED, at);
    assert_eq!(by(&memory, A, at), Some(Reacher::Everyone));
    memory.rewind(mark);
    assert_eq!(by(&memory, A, at), None);
    memory.free(at).expect("it is live");
    memory.rewind(mark);
    assert_eq!(by(&memory, A, at), None);
}

#[test]
fn changes_are_kept_once_while_it_is_not_asked() {
    let mut memory = memory();
    let at = block(&mut memory, A, 256);
    for n in 0..100_000 {
        memory.put::<8>(at + 64 * (n % 2), n).expect("it is open");
        registers(&memory, B, &[at + n % 256]);
    }
    {
        let reach = memory.reach.as_ref().expect("it is tracked").borrow();
        assert!(reach.touched.len() + reach.graph.changes() < 10_000);
    }
    assert_eq!(by(&memory, A, at), Some(Reacher::Thread(B)));
}

#[test]
fn what_is_exposed_is_reached_by_everyone_with_all_that_it_leads_to() {
    let mut memory = memory();
    let (first, second) = (block(&mut memory, A, 24), block(&mut memory, A, 24));
    point(&mut memory, first + 8, second);
    registers(&memory, A, &[first]);
    memory.set_exposed(vec![first + 3, 7]);
    assert_eq!(
        (by(&memory, A, first), by(&memory, A, second)),
        (Some(Reacher::Everyone), Some(Reacher::Everyone))
    );
    memory.set_exposed(Vec::new());
    assert_eq!((by(&memory, A, first), by(&memory, A, second)), (None, None));
}
