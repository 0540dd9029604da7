//! Priority ceilings of mutexes: numbers that are kept for their getters. Priorities are not modelled.

use super::mutex::{Mutex, operation};
use super::*;
use crate::errno::EINVAL;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::local("pthread_mutexattr_getprioceiling", get_attribute),
    Native::local("pthread_mutexattr_setprioceiling", set_attribute),
    Native::visible("pthread_mutex_getprioceiling", describe_get, get).keeps_locks().asks_for_mutex(),
    Native::visible("pthread_mutex_setprioceiling", describe_set, set).keeps_locks().asks_for_mutex(),
];

/// Where a mutex has its ceiling.
const CEILING: u64 = 20;
/// `PTHREAD_PRIO_PROTECT` in the kind of a mutex.
const PROTECTS: u32 = 0x40;
/// The bits of attributes that hold a ceiling.
const SHIFT: u32 = 12;
const MASK: u32 = 0xfff;
/// The priorities of `SCHED_FIFO`.
const LOWEST: u32 = 1;
const HIGHEST: u32 = 99;

fn of_attributes(word: u32) -> u32 {
    (word >> SHIFT & MASK).max(LOWEST)
}

/// A new mutex gets the ceiling of its attributes.
pub(super) fn init(memory: &mut Memory, mutex: u64, attributes: u32) -> Result<(), Stop> {
    match attributes & PROTECTS {
        0 => Ok(()),
        _ => Field(mutex.wrapping_add(CEILING)).set(memory, of_attributes(attributes)),
    }
}

fn get_attribute(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let word = load(context, args.word(0))?;
    store(context, args.word(1), of_attributes(word))?;
    Ok(Return::int(0))
}

fn set_attribute(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let ceiling = args.word(1) as u32;
    if !(LOWEST..=HIGHEST).contains(&ceiling) {
        return Ok(Return::int(EINVAL));
    }
    let word = load(context, args.word(0))?;
    store(context, args.word(0), word & !(MASK << SHIFT) | ceiling << SHIFT)?;
    Ok(Return::int(0))
}

fn describe_get(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(Verb::Inspect, args.word(0))))
}

/// `int pthread_mutex_getprioceiling(const pthread_mutex_t *, int *)`
fn get(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let mutex = Mutex::at(&context.state.memory, args.word(0))?;
    if mutex.flags & PROTECTS == 0 {
        return Ok(Return::int(EINVAL));
    }
    let ceiling = Field(args.word(0).wrapping_add(CEILING)).get(&context.state.memory)?;
    store(context, args.word(1), ceiling)?;
    Ok(Return::int(0))
}

/// It locks the mutex for the time of the change.
fn describe_set(view: &View, args: &Args) -> Result<Intent, Stop> {
    let mutex = Mutex::at(&view.state.memory, args.word(0))?;
    let waits = mutex.holder.is_some_and(|holder| holder != view.thread) && mutex.flags & PROTECTS != 0;
    Ok(Intent::when(!waits, operation(Verb::WaitToChange, args.word(0))))
}

/// `int pthread_mutex_setprioceiling(pthread_mutex_t *, int, int *old)`
fn set(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (mutex, ceiling, old) = (args.word(0), args.word(1) as u32, args.word(2));
    if Mutex::at(&context.state.memory, mutex)?.flags & PROTECTS == 0
        || !(LOWEST..=HIGHEST).contains(&ceiling)
    {
        return Ok(Return::int(EINVAL));
    }
    let field = Field(mutex.wrapping_add(CEILING));
    let before = field.get(&context.state.memory)?;
    field.set(&mut context.state.memory, ceiling)?;
    if old != 0 {
        store(context, old, before)?;
    }
    Ok(Return::int(0))
}
