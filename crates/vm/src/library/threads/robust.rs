//! Robust mutexes: where the holder ends without unlocking, the next thread that locks learns of it (`EOWNERDEAD`), and has to say
//! that the data are in order again (`pthread_mutex_consistent`) before it unlocks; else the mutex is lost for good.
//!
//! The robust mutexes that a thread holds are in a list of the library's. In glibc it leads through the mutexes themselves; here an
//! operation on one mutex must not write to others.

use super::mutex::{Mutex, operation};
use super::*;
use crate::address::{MOST_ROBUST, robust_mutex};
use crate::errno::EINVAL;

/// Where a mutex has its state, if it is robust.
const STATE: u64 = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Robust {
    Consistent,
    /// Not locked: its holder has ended.
    OwnerDied,
    /// Locked by a thread that has learnt of it.
    Inconsistent,
    /// Unlocked although the data are not in order: no thread can lock it any more.
    Lost,
}

impl Robust {
    pub(super) fn of(memory: &Memory, mutex: u64) -> Result<Robust, Stop> {
        Ok(match Field(mutex.wrapping_add(STATE)).get(memory)? {
            1 => Robust::OwnerDied,
            2 => Robust::Inconsistent,
            3 => Robust::Lost,
            _ => Robust::Consistent,
        })
    }

    pub(super) fn store(self, memory: &mut Memory, mutex: u64) -> Result<(), Stop> {
        Field(mutex.wrapping_add(STATE)).set(memory, self as u32)
    }
}

/// The robust mutexes that a thread has locked, the first one first.
fn list(memory: &Memory, thread: ThreadId) -> impl Iterator<Item = u64> {
    let entries = (0..MOST_ROBUST).map(move |index| hidden::word(memory, robust_mutex(thread, index)));
    entries.take_while(|mutex| *mutex != 0)
}

fn store_list(memory: &mut Memory, thread: ThreadId, list: &[u64]) {
    for index in 0..MOST_ROBUST {
        let (at, mutex) = (robust_mutex(thread, index), list.get(index as usize).copied().unwrap_or(0));
        if hidden::word(memory, at) != mutex {
            hidden::set_word(memory, at, mutex);
        }
    }
}

/// The thread has locked it.
pub(super) fn enter(memory: &mut Memory, thread: ThreadId, mutex: u64) -> Result<(), Stop> {
    let mut list: Vec<u64> = list(memory, thread).collect();
    if list.len() as u64 == MOST_ROBUST {
        return Err(Stop::Unsupported(format!("a thread that holds more than {MOST_ROBUST} robust mutexes")));
    }
    list.push(mutex);
    store_list(memory, thread, &list);
    Ok(())
}

/// The thread has unlocked it.
pub(super) fn leave(memory: &mut Memory, thread: ThreadId, mutex: u64) {
    let rest: Vec<u64> = list(memory, thread).filter(|other| *other != mutex).collect();
    store_list(memory, thread, &rest);
}

/// A mutex that the thread holds and that is robust. What is no longer one does not count.
pub(super) fn held(view: &View) -> Option<Mutex> {
    let memory = &view.state.memory;
    let mut mutexes = list(memory, view.thread).filter_map(|mutex| Mutex::at(memory, mutex).ok());
    mutexes.find(|mutex| mutex.robust.is_some() && mutex.holder == Some(view.thread))
}

/// `int pthread_mutex_consistent(pthread_mutex_t *)`
pub(super) fn describe_consistent(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(Verb::Change, args.word(0))))
}

pub(super) fn consistent(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, args.word(0))?;
    if mutex.holder != Some(context.thread) || mutex.robust != Some(Robust::Inconsistent) {
        return Ok(Return::int(EINVAL));
    }
    Robust::Consistent.store(&mut context.state.memory, args.word(0))?;
    Ok(Return::int(0))
}
