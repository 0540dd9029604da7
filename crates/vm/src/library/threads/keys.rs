//! Thread-specific data: `pthread_key_create` and related functions. Destructors are run by C (`support/threads.c`).
//!
//! The values are in the library's memory, a row for every thread, so that deleting a key can clear them all and a later
//! key starts without values.

use super::*;
use crate::address::{KEY_ENTRY, MOST_KEYS, value_of_key};
use crate::errno::{EAGAIN, EINVAL};
use crate::memory::LINE;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_key_create", |_, _| describe_keys(), create),
    Native::visible("pthread_key_delete", |_, _| describe_keys(), delete),
    Native::local("pthread_getspecific", get),
    Native::local("pthread_setspecific", set).takes_values().sets_thread_specific(),
    Native::local("__mazurka_next_key_destructor", next_destructor).keeps_no_pointer(),
];

/// In a key's entry, after the destructor: whether the key is in use.
const IN_USE: u64 = 8;

fn entry_of(key: u64) -> u64 {
    address::THREAD_KEYS + KEY_ENTRY * key
}

fn word(memory: &Memory, address: u64) -> u64 {
    u64::from_le_bytes(memory.peek_raw(address))
}

fn set_word(memory: &mut Memory, address: u64, value: u64) {
    memory.write_raw(address, &value.to_le_bytes());
}

fn in_use(memory: &Memory, key: u64) -> bool {
    key < MOST_KEYS && word(memory, entry_of(key) + IN_USE) != 0
}

fn describe_keys() -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Sync(
        Verb::Change,
        hidden::object(address::THREAD_KEYS, MOST_KEYS * KEY_ENTRY),
    )))
}

fn create(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let memory = context.memory();
    let Some(key) = (0..MOST_KEYS).find(|&key| !in_use(memory, key)) else { return Ok(Return::int(EAGAIN)) };
    set_word(memory, entry_of(key), args.word(1));
    set_word(memory, entry_of(key) + IN_USE, 1);
    memory.store::<4>(args.word(0), key)?;
    Ok(Return::int(0))
}

fn delete(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let key = args.word(0);
    if !in_use(&context.state.memory, key) {
        return Ok(Return::int(EINVAL));
    }
    let State { memory, threads, .. } = &mut *context.state;
    set_word(memory, entry_of(key), 0);
    set_word(memory, entry_of(key) + IN_USE, 0);
    for thread in threads.created().iter() {
        clear(memory, value_of_key(thread, key));
    }
    Ok(Return::int(0))
}

/// Leaves memory alone that was never written, lest it be made for nothing.
fn clear(memory: &mut Memory, value: u64) {
    if word(memory, value) != 0 {
        set_word(memory, value, 0);
    }
}

fn get(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let key = args.word(0);
    let value = in_use(&context.state.memory, key).then(|| value_of_key(context.thread, key));
    Ok(Return::Word(value.map_or(0, |value| word(&context.state.memory, value))))
}

fn set(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let key = args.word(0);
    if !in_use(&context.state.memory, key) {
        return Ok(Return::int(EINVAL));
    }
    let value = value_of_key(context.thread, key);
    set_word(context.memory(), value, args.word(1));
    Ok(Return::int(0))
}

/// Whether the thread has a value for some key. Nearly all threads end without one: eight keys, a line of memory, are
/// read at a time.
pub(super) fn has_values(memory: &Memory, thread: ThreadId) -> bool {
    let first = value_of_key(thread, 0);
    let mut lines = (0..MOST_KEYS).step_by(LINE / 8).map(|key| memory.peek_raw::<LINE>(first + 8 * key));
    memory.exists(first) && lines.any(|line| line != [0; LINE])
}

/// `int __mazurka_next_key_destructor(void (**destructor)(void *), void **value)`: takes away the thread's first value that
/// has a destructor; 0 if there is none. Values without a destructor are cleared as well.
fn next_destructor(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let thread = context.thread;
    let memory = context.memory();
    for key in 0..MOST_KEYS {
        let place = value_of_key(thread, key);
        let (value, destructor) = (word(memory, place), word(memory, entry_of(key)));
        clear(memory, place);
        if value != 0 && destructor != 0 {
            memory.store::<8>(args.word(0), destructor)?;
            memory.store::<8>(args.word(1), value)?;
            return Ok(Return::int(1));
        }
    }
    Ok(Return::int(0))
}
