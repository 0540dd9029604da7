//! Read-write locks. Readers are let in even when writers wait, as glibc does by default.

use super::*;
use crate::errno::{EBUSY, EDEADLK, EINVAL, ETIMEDOUT};

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_rwlock_init", overwrites::<SIZE>, init).unlocks().objects(&[SIZE, 8]),
    Native::visible("pthread_rwlock_destroy", overwrites::<SIZE>, destroy).unlocks().objects(&[SIZE]),
    Native::visible(
        "pthread_rwlock_rdlock",
        |view, args| describe_lock(view, args, Mode::Read),
        |context, args, _| lock(context, args, Mode::Read),
    )
    .keeps_locks()
    .objects(&[SIZE]),
    Native::visible(
        "pthread_rwlock_wrlock",
        |view, args| describe_lock(view, args, Mode::Write),
        |context, args, _| lock(context, args, Mode::Write),
    )
    .keeps_locks()
    .objects(&[SIZE]),
    Native::visible(
        "pthread_rwlock_tryrdlock",
        |view, args| describe_try(view, args, Mode::Read),
        |context, args, _| try_lock(context, args, Mode::Read),
    )
    .keeps_locks()
    .may_be_noop()
    .objects(&[SIZE]),
    Native::visible(
        "pthread_rwlock_trywrlock",
        |view, args| describe_try(view, args, Mode::Write),
        |context, args, _| try_lock(context, args, Mode::Write),
    )
    .keeps_locks()
    .may_be_noop()
    .objects(&[SIZE]),
    Native::visible(
        "pthread_rwlock_timedrdlock",
        |view, args| describe_timed(view, args, Mode::Read),
        |context, args, _| timed_lock(context, args, Mode::Read, args.word(1)),
    )
    .keeps_locks()
    .takes_deadline(1)
    .may_be_noop()
    .objects(&[SIZE, TIMESPEC]),
    Native::visible(
        "pthread_rwlock_timedwrlock",
        |view, args| describe_timed(view, args, Mode::Write),
        |context, args, _| timed_lock(context, args, Mode::Write, args.word(1)),
    )
    .keeps_locks()
    .takes_deadline(1)
    .may_be_noop()
    .objects(&[SIZE, TIMESPEC]),
    Native::visible(
        "pthread_rwlock_clockrdlock",
        |view, args| describe_timed(view, args, Mode::Read),
        |context, args, _| timed_lock(context, args, Mode::Read, args.word(2)),
    )
    .keeps_locks()
    .takes_deadline(2)
    .may_be_noop()
    .objects(&[SIZE, 0, TIMESPEC]),
    Native::visible(
        "pthread_rwlock_clockwrlock",
        |view, args| describe_timed(view, args, Mode::Write),
        |context, args, _| timed_lock(context, args, Mode::Write, args.word(2)),
    )
    .keeps_locks()
    .takes_deadline(2)
    .may_be_noop()
    .objects(&[SIZE, 0, TIMESPEC]),
    Native::visible("pthread_rwlock_unlock", describe_unlock, unlock).unlocks().objects(&[SIZE]),
];

/// `sizeof(pthread_rwlock_t)`.
const SIZE: u64 = 56;

/// The writer; readers are in [`READERS`], two bytes each, ascending, so that equal sets are equal bytes.
const WRITER: u64 = 0;
const STATE: u64 = 4;
const READERS: u64 = 8;
const MOST_READERS: usize = 20;
// At offset 48 glibc's initialisers put the kind, which has no effect here.

const USABLE: u32 = 0;
const DESTROYED: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Read,
    Write,
}

/// A lock as its bytes say.
struct Rwlock {
    address: u64,
    writer: Option<ThreadId>,
    /// Ascending; a thread that has locked it several times is here several times.
    readers: Vec<ThreadId>,
}

impl Rwlock {
    fn at(memory: &Memory, address: u64) -> Result<Rwlock, Stop> {
        match Field(address.wrapping_add(STATE)).get(memory)? {
            USABLE => {}
            DESTROYED => return misuse(FaultKind::RwlockMisuse, "the read-write lock has been destroyed"),
            _ => return misuse(FaultKind::RwlockMisuse, "the read-write lock was never initialised"),
        }
        let writer = decode(Field(address.wrapping_add(WRITER)).get(memory)?);
        let mut readers = Vec::new();
        for slot in 0..MOST_READERS as u64 {
            readers.extend(decode(memory.peek_sized(address.wrapping_add(READERS + 2 * slot), 2)? as u32));
        }
        Ok(Rwlock { address, writer, readers })
    }

    fn store(&self, memory: &mut Memory) -> Result<(), Stop> {
        if self.readers.len() > MOST_READERS {
            let message = format!("more than {MOST_READERS} readers of one read-write lock at a time");
            return Err(Stop::Unsupported(message));
        }
        Field(self.address.wrapping_add(WRITER)).set(memory, encode(self.writer))?;
        let mut bytes = [0; 2 * MOST_READERS];
        for (slot, &reader) in bytes.chunks_exact_mut(2).zip(&self.readers) {
            slot.copy_from_slice(&(encode(Some(reader)) as u16).to_le_bytes());
        }
        Ok(memory.write_atomically(self.address.wrapping_add(READERS), &bytes)?)
    }

    fn free_for(&self, mode: Mode) -> bool {
        self.writer.is_none() && (mode == Mode::Read || self.readers.is_empty())
    }

    /// Takes a lock that is free for it.
    fn take(mut self, memory: &mut Memory, thread: ThreadId, mode: Mode) -> Result<i32, Stop> {
        match mode {
            Mode::Write => self.writer = Some(thread),
            Mode::Read => {
                let place = self.readers.partition_point(|&reader| reader <= thread);
                self.readers.insert(place, thread);
            }
        }
        self.store(memory)?;
        Ok(0)
    }
}

fn operation(verb: Verb, address: u64) -> Operation {
    Operation::Sync(verb, ObjectKind::RwLock.at(address, SIZE))
}

fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    context.memory().write(args.word(0), &[0; SIZE as usize])?;
    Ok(Return::int(0))
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let lock = Rwlock::at(&context.state.memory, args.word(0))?;
    if let Some(holder) = lock.writer.or(lock.readers.first().copied()) {
        return misuse(
            FaultKind::RwlockMisuse,
            format!("destroys a read-write lock that {holder} has locked"),
        );
    }
    Field(lock.address.wrapping_add(STATE)).set(context.memory(), DESTROYED)?;
    Ok(Return::int(0))
}

fn describe_lock(view: &View, args: &Args, mode: Mode) -> Result<Intent, Stop> {
    let lock = Rwlock::at(&view.state.memory, args.word(0))?;
    let verb = if mode == Mode::Read { Verb::ReadLock } else { Verb::Lock };
    if lock.writer == Some(view.thread) {
        // It fails at once, whatever other threads do.
        return Ok(by_holder(view, operation(Verb::Inspect, lock.address)));
    }
    Ok(Intent::when(lock.free_for(mode), operation(verb, lock.address)))
}

fn lock(context: &mut Context, args: &Args, mode: Mode) -> Result<Return, Stop> {
    let lock = Rwlock::at(&context.state.memory, args.word(0))?;
    if lock.writer == Some(context.thread) {
        return Ok(Return::int(EDEADLK));
    }
    Ok(Return::int(lock.take(&mut context.state.memory, context.thread, mode)?))
}

/// A try that fails only looks.
fn describe_try(view: &View, args: &Args, mode: Mode) -> Result<Intent, Stop> {
    let lock = Rwlock::at(&view.state.memory, args.word(0))?;
    let verb = match mode {
        _ if !lock.free_for(mode) => Verb::Inspect,
        Mode::Read => Verb::TryReadLock,
        Mode::Write => Verb::TryLock,
    };
    Ok(Intent::ready(operation(verb, lock.address)))
}

fn try_lock(context: &mut Context, args: &Args, mode: Mode) -> Result<Return, Stop> {
    let lock = Rwlock::at(&context.state.memory, args.word(0))?;
    if !lock.free_for(mode) {
        return Ok(Return::int(EBUSY));
    }
    Ok(Return::int(lock.take(&mut context.state.memory, context.thread, mode)?))
}

/// To other threads, a timed lock is a `trylock` that fails late.
fn describe_timed(view: &View, args: &Args, mode: Mode) -> Result<Intent, Stop> {
    let lock = Rwlock::at(&view.state.memory, args.word(0))?;
    if lock.writer == Some(view.thread) {
        return Ok(by_holder(view, operation(Verb::Inspect, lock.address)));
    }
    let urgency = Urgency::of_timeout(!lock.free_for(mode));
    Ok(Intent { urgency, ..describe_try(view, args, mode)? })
}

fn timed_lock(context: &mut Context, args: &Args, mode: Mode, deadline: u64) -> Result<Return, Stop> {
    let lock = Rwlock::at(&context.state.memory, args.word(0))?;
    if lock.writer == Some(context.thread) {
        return Ok(Return::int(EDEADLK));
    }
    if lock.free_for(mode) {
        return Ok(Return::int(lock.take(&mut context.state.memory, context.thread, mode)?));
    }
    Ok(Return::int(if clock::pass_until(context, deadline)? { ETIMEDOUT } else { EINVAL }))
}

fn describe_unlock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let lock = Rwlock::at(&view.state.memory, args.word(0))?;
    let verb = match () {
        _ if lock.writer == Some(view.thread) => Verb::Unlock,
        _ if lock.readers.contains(&view.thread) => Verb::ReadUnlock,
        // Not held by the thread: an error that is possible at any time and changes nothing.
        _ => Verb::Inspect,
    };
    Ok(Intent::ready(operation(verb, lock.address)))
}

fn unlock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mut lock = Rwlock::at(&context.state.memory, args.word(0))?;
    if lock.writer == Some(context.thread) {
        lock.writer = None;
    } else if let Some(place) = lock.readers.iter().position(|&reader| reader == context.thread) {
        lock.readers.remove(place);
    } else {
        return misuse(FaultKind::RwlockMisuse, "unlocks a read-write lock that it has not locked");
    }
    lock.store(&mut context.state.memory)?;
    Ok(Return::int(0))
}
