//! Attribute objects: numbers that are kept for their getters. Of all of them only the detach state, and the kind and the
//! robustness of a mutex make a difference here.

use super::*;
use crate::errno::{EINVAL, ESRCH};

pub(in crate::library) static FAMILY: &[Native] = &[
    // pthread_attr_t
    Native::local("pthread_attr_init", init_thread).keeps_no_pointer(),
    Native::local("pthread_attr_destroy", succeed).keeps_no_pointer(),
    Native::local("pthread_getattr_np", of_thread),
    Native::local("pthread_attr_getdetachstate", get_bits::<FLAGS, 0, 1>),
    Native::local("pthread_attr_setdetachstate", set_bits::<FLAGS, 0, 1>).keeps_no_pointer(),
    Native::local("pthread_attr_getinheritsched", get_bits::<FLAGS, 1, 1>),
    Native::local("pthread_attr_setinheritsched", set_bits::<FLAGS, 1, 1>),
    Native::local("pthread_attr_getscope", get_bits::<FLAGS, 2, 1>),
    Native::local("pthread_attr_setscope", set_bits::<FLAGS, 2, 1>),
    Native::local("pthread_attr_getschedpolicy", get_bits::<POLICY, 0, 3>),
    Native::local("pthread_attr_setschedpolicy", set_bits::<POLICY, 0, 3>),
    Native::local("pthread_attr_getschedparam", get_priority),
    Native::local("pthread_attr_setschedparam", set_priority),
    Native::local("pthread_attr_getguardsize", get_size::<GUARD_SIZE>),
    Native::local("pthread_attr_setguardsize", set_size::<GUARD_SIZE, 0>),
    Native::local("pthread_attr_getstacksize", get_size::<STACK_SIZE>),
    Native::local("pthread_attr_setstacksize", set_size::<STACK_SIZE, SMALLEST_STACK>),
    Native::local("pthread_attr_getstackaddr", get_size::<STACK>),
    Native::local("pthread_attr_setstackaddr", set_size::<STACK, 0>),
    Native::local("pthread_attr_getstack", get_stack),
    Native::local("pthread_attr_setstack", set_stack),
    Native::local("pthread_attr_setaffinity_np", succeed),
    // pthread_mutexattr_t: the word that pthread_mutex_init copies.
    Native::local("pthread_mutexattr_init", init_word).keeps_no_pointer(),
    Native::local("pthread_mutexattr_destroy", succeed).keeps_no_pointer(),
    Native::local("pthread_mutexattr_gettype", get_bits::<0, 0, 2>),
    Native::local("pthread_mutexattr_settype", set_bits::<0, 0, 2>).keeps_no_pointer(),
    Native::local("pthread_mutexattr_getkind_np", get_bits::<0, 0, 2>),
    Native::local("pthread_mutexattr_setkind_np", set_bits::<0, 0, 2>),
    Native::local("pthread_mutexattr_getrobust", get_bits::<0, 4, 1>),
    Native::local("pthread_mutexattr_setrobust", set_bits::<0, 4, 1>).makes_locks_fail(),
    Native::local("pthread_mutexattr_getrobust_np", get_bits::<0, 4, 1>),
    Native::local("pthread_mutexattr_setrobust_np", set_bits::<0, 4, 1>).makes_locks_fail(),
    Native::local("pthread_mutexattr_getprotocol", get_bits::<0, 5, 2>),
    Native::local("pthread_mutexattr_setprotocol", set_bits::<0, 5, 2>),
    Native::local("pthread_mutexattr_getpshared", get_bits::<0, 7, 1>),
    Native::local("pthread_mutexattr_setpshared", set_bits::<0, 7, 1>),
    // pthread_condattr_t
    Native::local("pthread_condattr_init", init_word),
    Native::local("pthread_condattr_destroy", succeed),
    Native::local("pthread_condattr_getpshared", get_bits::<0, 0, 1>),
    Native::local("pthread_condattr_setpshared", set_bits::<0, 0, 1>),
    Native::local("pthread_condattr_getclock", get_bits::<0, 1, 4>),
    Native::local("pthread_condattr_setclock", set_bits::<0, 1, 4>),
    // pthread_rwlockattr_t
    Native::local("pthread_rwlockattr_init", init_word),
    Native::local("pthread_rwlockattr_destroy", succeed),
    Native::local("pthread_rwlockattr_getpshared", get_bits::<0, 0, 1>),
    Native::local("pthread_rwlockattr_setpshared", set_bits::<0, 0, 1>),
    Native::local("pthread_rwlockattr_getkind_np", get_bits::<0, 1, 2>),
    Native::local("pthread_rwlockattr_setkind_np", set_bits::<0, 1, 2>),
    // pthread_barrierattr_t
    Native::local("pthread_barrierattr_init", init_word),
    Native::local("pthread_barrierattr_destroy", succeed),
    Native::local("pthread_barrierattr_getpshared", get_bits::<0, 0, 1>),
    Native::local("pthread_barrierattr_setpshared", set_bits::<0, 0, 1>),
];

/// `sizeof(pthread_attr_t)`, and its fields, as glibc has them.
const SIZE: usize = 56;
pub(super) const FLAGS: u64 = 8;
const PRIORITY: u64 = 0;
const POLICY: u64 = 4;
const GUARD_SIZE: u64 = 16;
const STACK: u64 = 24;
const STACK_SIZE: u64 = 32;

/// Bit 0 of the flags: `PTHREAD_CREATE_DETACHED`.
pub(super) const DETACHED: u32 = 1;

/// `PTHREAD_STACK_MIN`.
const SMALLEST_STACK: u64 = 16384;
const PAGE: u64 = 4096;

fn succeed(_: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::int(0))
}

fn init_thread(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let size = context.config.stack_limit;
    fill_in(context, args.word(0), 0, 0, size)
}

fn fill_in(context: &mut Context, at: u64, flags: u32, stack: u64, size: u64) -> Result<Return, Stop> {
    context.memory().write(at, &[0; SIZE])?;
    store(context, at.wrapping_add(FLAGS), flags)?;
    let memory = context.memory();
    memory.store::<8>(at.wrapping_add(GUARD_SIZE), PAGE)?;
    memory.store::<8>(at.wrapping_add(STACK), stack)?;
    memory.store::<8>(at.wrapping_add(STACK_SIZE), size)?;
    Ok(Return::int(0))
}

fn of_thread(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let Some(thread) = named(&context.view(), args.word(0)) else { return Ok(Return::int(ESRCH)) };
    let flags = if context.state.threads.get(thread).state.detached { DETACHED } else { 0 };
    let size = context.config.stack_limit;
    fill_in(context, args.word(1), flags, address::stack_of(thread), size)
}

fn init_word(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    store(context, args.word(0), 0)?;
    Ok(Return::int(0))
}

const fn mask(width: u32) -> u32 {
    (1 << width) - 1
}

fn get_bits<const OFFSET: u64, const SHIFT: u32, const WIDTH: u32>(
    context: &mut Context,
    args: &Args,
) -> Result<Return, Stop> {
    let word = load(context, args.word(0).wrapping_add(OFFSET))?;
    store(context, args.word(1), (word >> SHIFT) & mask(WIDTH))?;
    Ok(Return::int(0))
}

fn set_bits<const OFFSET: u64, const SHIFT: u32, const WIDTH: u32>(
    context: &mut Context,
    args: &Args,
) -> Result<Return, Stop> {
    let (at, value) = (args.word(0).wrapping_add(OFFSET), args.word(1) as u32);
    if value > mask(WIDTH) {
        return Ok(Return::int(EINVAL));
    }
    let word = load(context, at)?;
    store(context, at, word & !(mask(WIDTH) << SHIFT) | value << SHIFT)?;
    Ok(Return::int(0))
}

fn get_priority(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let priority = load(context, args.word(0).wrapping_add(PRIORITY))?;
    store(context, args.word(1), priority)?;
    Ok(Return::int(0))
}

fn set_priority(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let priority = load(context, args.word(1))?;
    store(context, args.word(0).wrapping_add(PRIORITY), priority)?;
    Ok(Return::int(0))
}

fn get_size<const OFFSET: u64>(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let size = context.memory().load::<8>(args.word(0).wrapping_add(OFFSET))?;
    context.memory().store::<8>(args.word(1), size)?;
    Ok(Return::int(0))
}

fn set_size<const OFFSET: u64, const SMALLEST: u64>(
    context: &mut Context,
    args: &Args,
) -> Result<Return, Stop> {
    if args.word(1) < SMALLEST {
        return Ok(Return::int(EINVAL));
    }
    context.memory().store::<8>(args.word(0).wrapping_add(OFFSET), args.word(1))?;
    Ok(Return::int(0))
}

fn get_stack(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let memory = context.memory();
    for (field, out) in [(STACK, 1), (STACK_SIZE, 2)] {
        let value = memory.load::<8>(args.word(0).wrapping_add(field))?;
        memory.store::<8>(args.word(out), value)?;
    }
    Ok(Return::int(0))
}

/// Threads use stacks of our own all the same.
fn set_stack(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.word(2) < SMALLEST_STACK {
        return Ok(Return::int(EINVAL));
    }
    let memory = context.memory();
    for (field, value) in [(STACK, 1), (STACK_SIZE, 2)] {
        memory.store::<8>(args.word(0).wrapping_add(field), args.word(value))?;
    }
    Ok(Return::int(0))
}
