//! Futexes with an owner (`FUTEX_LOCK_PI`): the word holds the owner's thread number, and the kernel hands the lock over.
//!
//! Which sleeper gets the lock is a choice: priorities are not modelled. The lock of a thread that has ended stays locked.

use super::*;
use crate::errno::{EDEADLK, EPERM};

/// `FUTEX_TID_MASK`, `FUTEX_OWNER_DIED`, `FUTEX_WAITERS`
const OWNER: u32 = 0x3fff_ffff;
const OWNER_DIED: u32 = 0x4000_0000;
const WAITERS: u32 = 0x8000_0000;

/// Sleepers of this kind are at the second byte of the word, where a wake of the word does not find them.
const APART: u64 = 1;

/// The word that a thread sleeps on, of either kind.
pub(super) fn word_of(at: u64) -> u64 {
    at & !APART
}

pub(super) fn has_sleepers(view: &View, word: u64) -> bool {
    sleepers(view, word | APART).next().is_some()
}

pub(super) fn operation(call: Call) -> Operation {
    touching(&[(call.word, true), (key(call.word), true)])
}

pub(super) fn describe(view: &View, call: Call) -> Intent {
    let choices = match call.command {
        UNLOCK_PI => sleepers(view, call.word | APART).count().max(1) as u32,
        _ => 1,
    };
    Intent { choices, ..Intent::ready(operation(call)) }
}

pub(super) fn lock(context: &mut Context, call: Call) -> Result<Return, Stop> {
    let (word, this) = (Field(call.word), number(context.thread));
    let value = word.get(&context.state.memory)?;
    match value & OWNER {
        0 => {
            word.set(&mut context.state.memory, this | value & OWNER_DIED)?;
            done(context, Return::long(0))
        }
        owner if owner == this => failed(context, EDEADLK),
        _ if call.command == TRYLOCK_PI => failed(context, EAGAIN),
        _ => {
            word.set(&mut context.state.memory, value | WAITERS)?;
            fall_asleep(context, call, call.word | APART)
        }
    }
}

pub(super) fn unlock(context: &mut Context, call: Call, choice: Choice) -> Result<Return, Stop> {
    let word = Field(call.word);
    if word.get(&context.state.memory)? & OWNER != number(context.thread) {
        return failed(context, EPERM);
    }
    let sleeping: Vec<ThreadId> = sleepers(&context.view(), call.word | APART).collect();
    let next = sleeping.get(choice as usize).copied();
    let waiters = if sleeping.len() > 1 { WAITERS } else { 0 };
    word.set(&mut context.state.memory, next.map_or(0, |next| number(next) | waiters))?;
    if let Some(next) = next {
        wake(context, next);
    }
    Ok(Return::long(0))
}

/// A thread as `gettid` names it.
fn number(thread: ThreadId) -> u32 {
    syscall::thread_number(thread) as u32
}
