//! Signals of the queued kind (`SIGRTMIN` and above): each one that is sent is taken, in the order of sending, with its own origin.
//!
//! The queue is one array, sorted by where signals wait and by signal, so that what waits elsewhere makes no difference to it.

use super::send::Origin;
use super::*;

/// How many entries there are, then the entries: the set in which the signal waits, signal and code, value.
const COUNT: u64 = hidden::SIGNAL_QUEUE;
const ENTRIES: u64 = hidden::SIGNAL_QUEUE + 8;
const ENTRY: u64 = 24;
const MOST: u64 = (hidden::SIGNAL_QUEUE_SIZE - 8) / ENTRY;

#[derive(Clone, Copy)]
struct Entry {
    set: u64,
    signal: i32,
    origin: Origin,
}

fn all(memory: &Memory) -> Vec<Entry> {
    let entry = |index: u64| {
        let at = ENTRIES + ENTRY * index;
        let [set, what, value] = [0, 8, 16].map(|field| hidden::word(memory, at + field));
        Entry { set, signal: what as u32 as i32, origin: Origin { code: (what >> 32) as i32, value } }
    };
    (0..hidden::word(memory, COUNT)).map(entry).collect()
}

/// What is behind the last entry is zero, as if there had never been more.
fn store(memory: &mut Memory, entries: &[Entry]) {
    let before = hidden::word(memory, COUNT);
    hidden::set_word(memory, COUNT, entries.len() as u64);
    for index in 0..before.max(entries.len() as u64) {
        let words = entries.get(index as usize).map_or([0; 3], |entry| {
            let what = (entry.origin.code as u32 as u64) << 32 | entry.signal as u32 as u64;
            [entry.set, what, entry.origin.value]
        });
        for (field, word) in words.into_iter().enumerate() {
            hidden::set_word(memory, ENTRIES + ENTRY * index + 8 * field as u64, word);
        }
    }
}

/// The signal waits in a set, behind others of its number.
pub(super) fn push(memory: &mut Memory, set: u64, signal: i32, origin: Origin) -> Result<(), Stop> {
    let mut entries = all(memory);
    if entries.len() as u64 == MOST {
        return Err(Stop::Unsupported(format!("more than {MOST} queued signals that wait")));
    }
    let place = entries.partition_point(|entry| (entry.set, entry.signal) <= (set, signal));
    entries.insert(place, Entry { set, signal, origin });
    store(memory, &entries);
    Ok(())
}

/// The first of a number that waits in a set, and whether more of them do.
pub(super) fn pop(memory: &mut Memory, set: u64, signal: i32) -> Option<(Origin, bool)> {
    let mut entries = all(memory);
    let is_meant = |entry: &Entry| (entry.set, entry.signal) == (set, signal);
    let place = entries.iter().position(is_meant)?;
    let origin = entries.remove(place).origin;
    store(memory, &entries);
    Some((origin, entries.get(place).is_some_and(is_meant)))
}
