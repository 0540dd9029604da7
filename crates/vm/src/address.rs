//! The layout of the checked program's address space.
//!
//! Flat 64-bit addresses below 2^47, in regions of 4 GiB. Every thread has a stack and a heap region of its own, so the
//! n-th allocation of a thread has the same address in every interleaving.

use mazurka_machine::ThreadId;

const REGION_BITS: u32 = 32;

/// Functions: `CODE + 16 * index`. Nothing can be read or written here.
pub const CODE: u64 = 1 << REGION_BITS;
/// Blocks whose address is taken: `LABELS + index`. Nothing can be read or written here.
pub(crate) const LABELS: u64 = 2 << REGION_BITS;
/// Variables of the program.
pub const GLOBALS: u64 = 3 << REGION_BITS;
/// Constants of the program: reads only.
pub const CONSTANTS: u64 = 4 << REGION_BITS;
/// Memory of the library itself: arguments, environment, `stdin`, hidden state.
pub(crate) const LIBRARY: u64 = 5 << REGION_BITS;

/// Keys of thread-specific data and every thread's values for them: out of the program's reach.
pub(crate) const THREAD_KEYS: u64 = 6 << REGION_BITS;
/// How many keys there can be. Their entries come first, then a row of values for every thread.
pub(crate) const MOST_KEYS: u64 = 128;
pub(crate) const KEY_ENTRY: u64 = 16;
/// How many robust mutexes a thread can hold.
pub(crate) const MOST_ROBUST: u64 = 16;
/// Words that a thread has there.
const ROW: u64 = MOST_KEYS + MOST_ROBUST;
const KEY_VALUES: u64 = THREAD_KEYS + MOST_KEYS * KEY_ENTRY;

/// Keys of futexes: see [`futex_key`].
const FUTEX_KEYS: u64 = 1 << 47;

const FIRST_THREAD_REGION: u64 = 16;

/// Threads that there is room for, main included. Addresses are not used again, so that those of a thread do not depend on which
/// others have ended.
pub(crate) const MOST_THREADS: usize =
    (FUTEX_KEYS >> REGION_BITS) as usize / 2 - FIRST_THREAD_REGION as usize / 2;

/// Addresses below this are a null pointer plus a member offset.
pub(crate) const NULL_PAGE: u64 = 1 << 16;

pub const FUNCTION_STEP: u64 = 16;

/// Where `errno` is in a thread's stack region.
const ERRNO_OFFSET: u64 = 16;
/// Where the program's thread-locals begin in a thread's stack region.
pub(crate) const THREAD_LOCALS_OFFSET: u64 = 64;

/// The address of a thread's `errno`.
pub(crate) fn errno_of(thread: ThreadId) -> u64 {
    stack_of(thread) + ERRNO_OFFSET
}

/// The address of a thread's value for a key.
pub(crate) fn value_of_key(thread: ThreadId, key: u64) -> u64 {
    KEY_VALUES + 8 * (ROW * thread.0 as u64 + key)
}

/// Where the address of a robust mutex is that a thread holds: behind its values for keys.
pub(crate) fn robust_mutex(thread: ThreadId, index: u64) -> u64 {
    value_of_key(thread, MOST_KEYS + index)
}

/// The thread whose value for some key, or robust mutex, is at this address: no other one gets it.
pub(crate) fn owner_of_value(address: u64) -> Option<ThreadId> {
    let row = address.checked_sub(KEY_VALUES)? / (8 * ROW);
    (region(address) == region(THREAD_KEYS)).then_some(ThreadId(row as u16))
}

/// Thread-locals first, then frames, growing upwards.
pub fn stack_of(thread: ThreadId) -> u64 {
    (FIRST_THREAD_REGION + 2 * thread.0 as u64) << REGION_BITS
}

pub fn heap_of(thread: ThreadId) -> u64 {
    (FIRST_THREAD_REGION + 2 * thread.0 as u64 + 1) << REGION_BITS
}

/// The kernel's key for the futex whose word is at this address. Nothing can be read or written there: a thread that wakes
/// others does not touch the word, which may no longer exist.
pub(crate) fn futex_key(word: u64) -> u64 {
    word | FUTEX_KEYS
}

pub(crate) fn is_futex_key(address: u64) -> bool {
    address & FUTEX_KEYS != 0
}

/// The address of the word that a key of a futex belongs to; other addresses stay as they are.
pub(crate) fn of_word(address: u64) -> u64 {
    address & !FUTEX_KEYS
}

/// The address of an offset in a region.
pub(crate) fn in_region(region: u32, offset: usize) -> u64 {
    ((region as u64) << REGION_BITS) + offset as u64
}

pub(crate) fn region(address: u64) -> usize {
    (address >> REGION_BITS) as usize
}

pub(crate) fn offset(address: u64) -> usize {
    address as u32 as usize
}

#[inline]
pub(crate) fn is_in_heap(address: u64) -> bool {
    matches!(place(address), Place::Heap(_))
}

/// Where an address leads that is computed by an index out of the bounds of an array in a struct, where that must not be; what is added
/// does not matter.
pub(crate) const OUT_OF_ARRAY: u64 = 0x4000_0000_0000_0000;

pub(crate) fn is_out_of_array(address: u64) -> bool {
    address.abs_diff(OUT_OF_ARRAY) < 1 << 48
}

/// The kind of memory that an address belongs to, and the thread that owns it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Null,
    Code,
    Global,
    Constant,
    Library,
    Stack(ThreadId),
    Heap(ThreadId),
    Nowhere,
}

#[inline]
pub fn place(address: u64) -> Place {
    let region = region(address) as u64;
    match region {
        0 if address < NULL_PAGE => Place::Null,
        1 | 2 => Place::Code,
        3 => Place::Global,
        4 => Place::Constant,
        5 => Place::Library,
        FIRST_THREAD_REGION.. if region < 1 << 15 => {
            let thread = ThreadId(((region - FIRST_THREAD_REGION) / 2) as u16);
            if region.is_multiple_of(2) { Place::Stack(thread) } else { Place::Heap(thread) }
        }
        _ => Place::Nowhere,
    }
}
