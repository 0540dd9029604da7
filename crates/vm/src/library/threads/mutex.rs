//! Mutexes: normal, recursive and error-checking ones.
//!
//! Relocking a normal mutex is a self-deadlock. Priority protocols are accepted and change nothing.
//!
//! No other thread observes what the holder of a recursive mutex does to it before the last unlock, unless plain accesses
//! to its bytes are operations. Unlocking a mutex that the thread does not hold changes nothing: it is not an unlock, which
//! would need a lock before it, but an inspection.

use super::robust::{self, Robust};
use super::*;
use crate::errno::{EBUSY, EDEADLK, EINVAL, ENOTRECOVERABLE, EOWNERDEAD, EPERM, ETIMEDOUT};

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_mutex_init", overwrites::<SIZE>, init).unlocks().objects(&[SIZE, 4]),
    Native::visible("pthread_mutex_destroy", overwrites::<SIZE>, destroy).unlocks().objects(&[SIZE]),
    Native::visible("pthread_mutex_lock", describe_lock, lock)
        .locks()
        .footprint_is_complete()
        .objects(&[SIZE]),
    Native::visible("pthread_mutex_trylock", describe_try_lock, try_lock)
        .keeps_locks()
        .asks_for_mutex()
        .may_be_noop()
        .footprint_is_complete()
        .objects(&[SIZE]),
    Native::visible("pthread_mutex_timedlock", describe_timed_lock, timed_lock)
        .keeps_locks()
        .asks_for_mutex()
        .takes_deadline(1)
        .may_be_noop()
        .objects(&[SIZE, TIMESPEC]),
    Native::visible("pthread_mutex_clocklock", describe_timed_lock, clock_lock)
        .keeps_locks()
        .asks_for_mutex()
        .takes_deadline(2)
        .may_be_noop()
        .objects(&[SIZE, 0, TIMESPEC]),
    Native::visible("pthread_mutex_unlock", describe_unlock, unlock)
        .unlocks()
        .footprint_is_complete()
        .objects(&[SIZE]),
    Native::visible("pthread_mutex_consistent", robust::describe_consistent, robust::consistent)
        .keeps_locks()
        .asks_for_mutex()
        .objects(&[SIZE]),
];

/// `sizeof(pthread_mutex_t)`.
pub(super) const SIZE: u64 = 40;

/// Where glibc's initialisers put the kind; holder and depth are where they leave zeros.
const HOLDER: u64 = 0;
const DEPTH: u64 = 4;
const KIND: u64 = 16;

/// As in `PTHREAD_MUTEX_RECURSIVE` and its siblings; the bits above are flags for robustness and protocols.
const KIND_MASK: u32 = 3;
const RECURSIVE: u32 = 1;
const ERROR_CHECKING: u32 = 2;
const ROBUST: u32 = 0x10;
const LARGEST_KIND: u32 = 0x1ff;
const DESTROYED: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Normal,
    Recursive,
    ErrorChecking,
}

/// A mutex as its bytes say.
#[derive(Clone, Copy)]
pub(super) struct Mutex {
    address: u64,
    pub(super) holder: Option<ThreadId>,
    /// How often the holder has locked it beyond the first time.
    depth: u32,
    kind: Kind,
    pub(super) flags: u32,
    /// `None` for a mutex that is not robust.
    pub(super) robust: Option<Robust>,
}

impl Mutex {
    pub(super) fn at(memory: &Memory, address: u64) -> Result<Mutex, Stop> {
        let flags = Field(address.wrapping_add(KIND)).get(memory)?;
        let kind = match flags {
            DESTROYED => return misuse(FaultKind::MutexMisuse, "the mutex has been destroyed"),
            kind if kind > LARGEST_KIND => {
                return misuse(FaultKind::MutexMisuse, "the mutex was never initialised");
            }
            kind if kind & KIND_MASK == RECURSIVE => Kind::Recursive,
            kind if kind & KIND_MASK == ERROR_CHECKING => Kind::ErrorChecking,
            _ => Kind::Normal,
        };
        let holder = decode(Field(address.wrapping_add(HOLDER)).get(memory)?);
        let depth = Field(address.wrapping_add(DEPTH)).get(memory)?;
        let robust = if flags & ROBUST == 0 { None } else { Some(Robust::of(memory, address)?) };
        Ok(Mutex { address, holder, depth, kind, flags, robust })
    }

    fn store(self, memory: &mut Memory) -> Result<(), Stop> {
        Field(self.address.wrapping_add(HOLDER)).set(memory, encode(self.holder))?;
        Field(self.address.wrapping_add(DEPTH)).set(memory, self.depth)?;
        self.robust.map_or(Ok(()), |state| state.store(memory, self.address))
    }

    /// Whether locking and unlocking it are nothing else, for any thread.
    fn is_plain(self) -> bool {
        self.kind == Kind::Normal && self.robust.is_none()
    }

    fn is_lost(self) -> bool {
        self.robust == Some(Robust::Lost)
    }

    /// What a thread does that locks it. A robust one may be lost when the thread has waited for it, so that locking it is not
    /// known to take it: a thread that waits must be at the same operation as one that does not.
    pub(super) fn lock_operation(self) -> Operation {
        operation(if self.robust.is_some() { Verb::WaitToChange } else { Verb::Lock }, self.address)
    }

    /// The same for one that does not wait. A try that fails only looks.
    fn try_operation(self, thread: ThreadId) -> Operation {
        let verb = match self.robust {
            _ if !self.tryable(thread) => Verb::Inspect,
            Some(_) => Verb::Change,
            None => Verb::TryLock,
        };
        operation(verb, self.address)
    }

    /// What its holder does that unlocks it.
    pub(super) fn unlock_operation(self) -> Operation {
        operation(if self.robust.is_some() { Verb::Change } else { Verb::Unlock }, self.address)
    }

    /// Whether a lock by `thread` returns at once, be it with an error.
    fn lockable(self, thread: ThreadId) -> bool {
        self.holder.is_none() || self.relockable(thread)
    }

    /// Whether the thread holds it and locking it again returns at once.
    fn relockable(self, thread: ThreadId) -> bool {
        self.holder == Some(thread) && self.kind != Kind::Normal
    }

    /// Whether a `trylock` by `thread` succeeds.
    fn tryable(self, thread: ThreadId) -> bool {
        !self.is_lost()
            && (self.holder.is_none() || self.holder == Some(thread) && self.kind == Kind::Recursive)
    }

    /// Takes a [`Mutex::lockable`] mutex, or says why not.
    pub(super) fn take(mut self, memory: &mut Memory, thread: ThreadId) -> Result<i32, Stop> {
        match self.holder {
            None if self.is_lost() => return Ok(ENOTRECOVERABLE),
            None => self.holder = Some(thread),
            Some(_) if self.kind == Kind::Recursive => {
                self.depth += 1;
                return self.store(memory).map(|()| 0);
            }
            Some(_) => return Ok(EDEADLK),
        }
        let has_died = self.robust == Some(Robust::OwnerDied);
        if has_died {
            self.robust = Some(Robust::Inconsistent);
        }
        if self.robust.is_some() {
            robust::enter(memory, thread, self.address)?;
        }
        self.store(memory)?;
        Ok(if has_died { EOWNERDEAD } else { 0 })
    }

    fn release(mut self, memory: &mut Memory, thread: ThreadId) -> Result<i32, Stop> {
        if self.holder != Some(thread) {
            return match (self.kind, self.holder) {
                _ if self.robust.is_some() => Ok(EPERM),
                (Kind::Normal, None) => misuse(FaultKind::MutexMisuse, "unlocks a mutex that is not locked"),
                (Kind::Normal, Some(other)) => {
                    misuse(FaultKind::MutexMisuse, format!("unlocks a mutex that {other} has locked"))
                }
                _ => Ok(EPERM),
            };
        }
        if self.depth > 0 {
            self.depth -= 1;
            return self.store(memory).map(|()| 0);
        }
        self.holder = None;
        if self.robust == Some(Robust::Inconsistent) {
            self.robust = Some(Robust::Lost);
        }
        if self.robust.is_some() {
            robust::leave(memory, thread, self.address);
        }
        self.store(memory)?;
        Ok(0)
    }

    /// The thread that holds it ends.
    pub(super) fn abandon(mut self, memory: &mut Memory, thread: ThreadId) -> Result<(), Stop> {
        robust::leave(memory, thread, self.address);
        (self.holder, self.depth, self.robust) = (None, 0, Some(Robust::OwnerDied));
        self.store(memory)
    }

    /// Whether `thread` may wait with it.
    pub(super) fn is_held_once(self, thread: ThreadId) -> bool {
        self.holder == Some(thread) && self.depth == 0
    }

    /// Releases it for the time of a wait, which requires that it is locked once.
    pub(super) fn release_for_wait(self, memory: &mut Memory, thread: ThreadId) -> Result<(), Stop> {
        if self.holder != Some(thread) {
            return misuse(FaultKind::CondvarMisuse, "waits with a mutex that it has not locked");
        }
        if self.depth > 0 {
            return misuse(FaultKind::CondvarMisuse, "waits with a mutex that it has locked more than once");
        }
        self.release(memory, thread).map(drop)
    }
}

pub(super) const fn object(address: u64) -> Object {
    ObjectKind::Mutex.at(address, SIZE)
}

pub(super) fn operation(verb: Verb, address: u64) -> Operation {
    Operation::Sync(verb, object(address))
}

/// Whether a thread that locks or unlocks a mutex next is enabled. `None` where the operation may be another one: the mutex
/// is not a normal one, or the thread does not hold it.
#[inline]
pub(crate) fn is_ready(memory: &Memory, verb: Verb, address: u64, thread: ThreadId) -> Option<bool> {
    let mutex = Mutex::at(memory, address).ok().filter(|mutex| mutex.is_plain())?;
    match verb {
        Verb::Lock => Some(mutex.holder.is_none()),
        _ => mutex.is_held_once(thread).then_some(true),
    }
}

/// The bytes that say that a mutex is a normal one and not robust, if it is: then every lock and unlock is an operation, by any thread.
pub(crate) fn says_normal(memory: &Memory, address: u64) -> Option<Range> {
    let kind = Range { start: address.wrapping_add(KIND), length: 4 };
    Mutex::at(memory, address).is_ok_and(Mutex::is_plain).then_some(kind)
}

/// An operation that is not visible may be in the middle of a step: the notes do not cover that.
pub(super) fn note(context: &mut Context, mutex: Mutex) {
    if !mutex.is_plain() {
        context.memory().note_more();
    }
}

fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (address, attributes) = (args.word(0), args.word(1));
    let kind = if attributes == 0 { 0 } else { load(context, attributes)? };
    context.memory().write(address, &[0; SIZE as usize])?;
    Field(address.wrapping_add(KIND)).set(context.memory(), kind & LARGEST_KIND)?;
    ceiling::init(context.memory(), address, kind)?;
    Ok(Return::int(0))
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, args.word(0))?;
    if let Some(holder) = mutex.holder {
        return misuse(FaultKind::MutexMisuse, format!("destroys a mutex that {holder} has locked"));
    }
    Field(mutex.address.wrapping_add(KIND)).set(context.memory(), DESTROYED)?;
    Ok(Return::int(0))
}

fn describe_lock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let mutex = Mutex::at(&view.state.memory, args.word(0))?;
    if mutex.relockable(view.thread) {
        return Ok(by_holder(view, operation(Verb::Change, mutex.address)));
    }
    Ok(Intent::when(mutex.lockable(view.thread), mutex.lock_operation()))
}

fn lock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, args.word(0))?;
    note(context, mutex);
    Ok(Return::int(mutex.take(&mut context.state.memory, context.thread)?))
}

fn describe_try_lock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let mutex = Mutex::at(&view.state.memory, args.word(0))?;
    if mutex.relockable(view.thread) {
        return Ok(by_holder(view, operation(Verb::Change, mutex.address)));
    }
    Ok(Intent::ready(mutex.try_operation(view.thread)))
}

fn try_lock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, args.word(0))?;
    note(context, mutex);
    let result = if mutex.tryable(context.thread) || mutex.is_lost() {
        mutex.take(&mut context.state.memory, context.thread)?
    } else {
        EBUSY
    };
    Ok(Return::int(result))
}

/// A timed lock does not wait for ever: to other threads it is a `trylock` that fails late.
fn describe_timed_lock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let mutex = Mutex::at(&view.state.memory, args.word(0))?;
    if mutex.relockable(view.thread) {
        return Ok(by_holder(view, operation(Verb::Change, mutex.address)));
    }
    let urgency = Urgency::of_timeout(!mutex.lockable(view.thread));
    Ok(Intent { urgency, ..Intent::ready(mutex.try_operation(view.thread)) })
}

fn timed_lock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    lock_until(context, args.word(0), args.word(1))
}

fn clock_lock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    lock_until(context, args.word(0), args.word(2))
}

fn lock_until(context: &mut Context, address: u64, deadline: u64) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, address)?;
    if mutex.lockable(context.thread) {
        return Ok(Return::int(mutex.take(&mut context.state.memory, context.thread)?));
    }
    Ok(Return::int(if clock::pass_until(context, deadline)? { ETIMEDOUT } else { EINVAL }))
}

fn describe_unlock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let mutex = Mutex::at(&view.state.memory, args.word(0))?;
    Ok(match mutex.holder == Some(view.thread) {
        true if mutex.depth > 0 => by_holder(view, operation(Verb::Change, mutex.address)),
        true => Intent::ready(mutex.unlock_operation()),
        false => Intent::ready(operation(Verb::Inspect, mutex.address)),
    })
}

fn unlock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, args.word(0))?;
    note(context, mutex);
    Ok(Return::int(mutex.release(&mut context.state.memory, context.thread)?))
}
