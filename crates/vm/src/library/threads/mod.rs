//! POSIX threads and what C builds on them.
//!
//! A synchronisation object keeps its state in the bytes that the program provides for it, so that undo and fingerprint
//! cover it, and static initialisers (zeros, mostly) mean what they mean in glibc. The threads that wait for an object are
//! not stored: they follow from the threads' own states. Nothing in an object is history: no counters that only grow, no
//! owner left over after an unlock.
//!
//! A function of several visible operations (`pthread_cond_wait`) runs once for each of them, in another `phase`.

pub(super) mod attributes;
pub(super) mod barrier;
pub(super) mod cancel;
pub(super) mod ceiling;
pub(crate) mod clock;
pub(super) mod condvar;
pub(super) mod create;
mod futex;
pub(crate) mod keys;
pub(crate) mod mutex;
pub(super) mod once;
mod robust;
pub(super) mod rwlock;
pub(super) mod semaphore;
pub(super) mod sleep;
pub(super) mod spin;
pub(super) mod syscall;

use mazurka_machine::{
    Choice, FaultKind, Object, ObjectKind, Operation, Order, Range, ThreadId, Urgency, Use, Verb,
};

use super::posix::signals::{INTERRUPTED_ERROR, INTERRUPTED_LONG};
use super::{Args, Intent, Native, Return, hidden};
use crate::address::{self, Place};
use crate::context::{Context, State, Stop, View};
use crate::memory::Memory;
use crate::threads::{ThreadState, Wait};

/// `sizeof(struct timespec)`.
const TIMESPEC: u64 = 16;

/// A field of an object, by its address.
#[derive(Clone, Copy)]
struct Field(u64);

impl Field {
    fn get(self, memory: &Memory) -> Result<u32, Stop> {
        Ok(memory.peek_sized(self.0, 4)? as u32)
    }

    fn set(self, memory: &mut Memory, value: u32) -> Result<(), Stop> {
        Ok(memory.put_sized(self.0, 4, value as u64)?)
    }
}

/// Reads what belongs to the program, and to no object that synchronises: attributes.
fn load(context: &mut Context, address: u64) -> Result<u32, Stop> {
    Ok(context.memory().load::<4>(address)? as u32)
}

fn store(context: &mut Context, address: u64, value: u32) -> Result<(), Stop> {
    Ok(context.memory().store::<4>(address, value as u64)?)
}

/// A holder in an object's bytes: the thread's number plus one; zero if there is none.
fn encode(holder: Option<ThreadId>) -> u32 {
    holder.map_or(0, |thread| thread.0 as u32 + 1)
}

fn decode(holder: u32) -> Option<ThreadId> {
    holder.checked_sub(1).map(|number| ThreadId(number as u16))
}

/// What the holder of a lock does with it without giving it up. No other thread can distinguish when, unless it accesses the
/// bytes of the lock, and that is an operation only where plain accesses are.
fn by_holder(view: &View, operation: Operation) -> Intent {
    match view.config.visibility.includes_plain() {
        true => Intent::ready(operation),
        false => Intent::invisible(),
    }
}

/// Initialising or destroying the object that the first argument points to: to threads that use it without synchronisation, a
/// plain write to all of it.
fn overwrites<const SIZE: u64>(_: &View, args: &Args) -> Result<Intent, Stop> {
    let object = Range { start: args.word(0), length: SIZE };
    Ok(Intent::ready(Operation::Write(object, Order::PLAIN)))
}

/// A thread as the program names it. Like a real `pthread_t`, it is the address of the thread's own memory.
fn handle(thread: ThreadId) -> u64 {
    address::stack_of(thread)
}

/// The thread that a `pthread_t` names, if there is one.
pub(crate) fn named(view: &View, handle: u64) -> Option<ThreadId> {
    let Place::Stack(thread) = address::place(handle) else { return None };
    let exists = address::stack_of(thread) == handle && view.state.threads.find(thread).is_some();
    exists.then_some(thread)
}

/// The object that represents a thread itself: whether it is detached, its name.
fn control(thread: ThreadId) -> Object {
    hidden::object(hidden::THREADS + 8 * thread.0 as u64, 8)
}

/// What only threads observe that do something to this one.
pub(crate) fn inspects_itself(thread: ThreadId) -> Operation {
    Operation::Sync(Verb::Inspect, control(thread))
}

/// Threads that are asleep on the object at `address`, in ascending order.
fn sleepers(view: &View, address: u64) -> impl Iterator<Item = ThreadId> {
    let threads = &view.state.threads;
    threads.created().iter().filter(move |&thread| threads.get(thread).state.wait == Wait::On(address))
}

fn wake(context: &mut Context, thread: ThreadId) {
    let time = context.this().state.clock;
    let state = &mut context.state.threads.change(thread).state;
    if let Wait::On(object) = state.wait {
        state.wait = Wait::Woken(object);
        context.state.clocks.stamp(wake_up(thread), Use::Write, time);
    }
}

/// The bytes that represent a thread being woken: they carry the time from the waker to the woken.
pub(crate) fn wake_up(thread: ThreadId) -> Range {
    Range { start: hidden::WAKE_UPS + 8 * thread.0 as u64, length: 8 }
}

/// A thread sleeps on one object at a time, also while a handler of a signal runs.
fn check_awake(context: &Context) -> Result<(), Stop> {
    match context.this().state.wait {
        Wait::No => Ok(()),
        _ => Err(Stop::Unsupported("a signal handler that waits while its thread already does".into())),
    }
}

/// The end of a function of several operations.
fn done(context: &mut Context, result: Return) -> Result<Return, Stop> {
    let state: &mut ThreadState = context.this_state();
    state.phase = 0;
    state.wait = Wait::No;
    Ok(result)
}

fn misuse<T>(kind: FaultKind, message: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Fault(kind, message.into()))
}

/// For functions that touch nothing shared but are a good moment to let others run.
/// Whether an operation that only the passing of time lets happen is a sleep, which waits for nothing else.
pub(crate) fn is_sleep(thread: ThreadId, operation: &Operation) -> bool {
    match operation {
        Operation::Sync(_, object) => *object == control(thread),
        operation => *operation == Operation::Local,
    }
}

fn describe_yield(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent { urgency: Urgency::Yielded, ..Intent::ready(Operation::Local) })
}

#[cfg(test)]
mod tests;
