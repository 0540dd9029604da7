//! POSIX semaphores. Named ones are C on top of these (`support/semaphore.c`).

use super::*;
use crate::errno::{EAGAIN, EINVAL, ETIMEDOUT};

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("sem_init", overwrites::<SIZE>, init).keeps_no_pointer().objects(&[SIZE]),
    Native::visible("sem_destroy", overwrites::<SIZE>, destroy).keeps_no_pointer().objects(&[SIZE]),
    Native::step("sem_post", |_, args| describe(args, Verb::Post), post)
        .keeps_no_pointer()
        .may_be_vain()
        .objects(&[SIZE]),
    Native::visible("sem_trywait", describe_try_wait, try_wait)
        .keeps_no_pointer()
        .may_be_noop()
        .objects(&[SIZE]),
    Native::visible("sem_getvalue", |_, args| describe(args, Verb::Inspect), get_value)
        .keeps_no_pointer()
        .may_be_noop()
        .objects(&[SIZE, 4]),
    Native::step("__mazurka_sem_wait", describe_wait, wait)
        .keeps_no_pointer()
        .may_be_vain()
        .takes_deadline(1)
        .interruptible(INTERRUPTED_ERROR, true)
        .objects(&[SIZE, TIMESPEC]),
];

/// `sizeof(sem_t)`.
const SIZE: u64 = 32;

const VALUE: u64 = 0;
const STATE: u64 = 4;
const USABLE: u32 = 0;
const DESTROYED: u32 = u32::MAX;

/// `SEM_VALUE_MAX`.
const LARGEST: u32 = i32::MAX as u32;

fn describe(args: &Args, verb: Verb) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(verb, args.word(0))))
}

fn operation(verb: Verb, address: u64) -> Operation {
    Operation::Sync(verb, ObjectKind::Semaphore.at(address, SIZE))
}

fn value(memory: &Memory, semaphore: u64) -> Result<u32, Stop> {
    match Field(semaphore.wrapping_add(STATE)).get(memory)? {
        USABLE => Field(semaphore.wrapping_add(VALUE)).get(memory),
        DESTROYED => misuse(FaultKind::SemaphoreMisuse, "the semaphore has been destroyed"),
        _ => misuse(FaultKind::SemaphoreMisuse, "the semaphore was never initialised"),
    }
}

fn failed(context: &mut Context, errno: i32) -> Result<Return, Stop> {
    context.set_errno(errno);
    Ok(Return::int(-1))
}

fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (semaphore, value) = (args.word(0), args.word(2) as u32);
    if value > LARGEST {
        return failed(context, EINVAL);
    }
    context.memory().write(semaphore, &[0; SIZE as usize])?;
    Field(semaphore + VALUE).set(context.memory(), value)?;
    Ok(Return::int(0))
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    value(&context.state.memory, args.word(0))?;
    Field(args.word(0).wrapping_add(STATE)).set(context.memory(), DESTROYED)?;
    Ok(Return::int(0))
}

fn post(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let value = value(&context.state.memory, args.word(0))?;
    if value >= LARGEST {
        return misuse(FaultKind::SemaphoreMisuse, "the semaphore's value overflows");
    }
    Field(args.word(0).wrapping_add(VALUE)).set(context.memory(), value + 1)?;
    Ok(Return::int(0))
}

fn take(context: &mut Context, semaphore: u64, value: u32) -> Result<Return, Stop> {
    Field(semaphore + VALUE).set(context.memory(), value - 1)?;
    Ok(Return::int(0))
}

/// A try that fails only looks.
fn try_verb(value: u32) -> Verb {
    if value > 0 { Verb::TryAcquire } else { Verb::Inspect }
}

fn describe_try_wait(view: &View, args: &Args) -> Result<Intent, Stop> {
    describe(args, try_verb(value(&view.state.memory, args.word(0))?))
}

fn try_wait(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    match value(&context.state.memory, args.word(0))? {
        0 => failed(context, EAGAIN),
        value => take(context, args.word(0), value),
    }
}

fn get_value(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let value = value(&context.state.memory, args.word(0))?;
    context.memory().store::<4>(args.word(1), value as u64)?;
    Ok(Return::int(0))
}

/// `int __mazurka_sem_wait(sem_t *, const struct timespec *deadline or null)`: 0, an error number or `CANCELLED`.
fn describe_wait(view: &View, args: &Args) -> Result<Intent, Stop> {
    if cancel::due(view) {
        return Ok(cancel::intent(view));
    }
    let (semaphore, timed) = (args.word(0), args.word(1) != 0);
    let value = value(&view.state.memory, semaphore)?;
    let verb = if timed { try_verb(value) } else { Verb::Acquire };
    let intent = Intent::when(value > 0 || timed, operation(verb, semaphore));
    Ok(Intent { urgency: Urgency::of_timeout(value == 0 && timed), ..intent })
}

fn wait(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if cancel::due(&context.view()) {
        return Ok(Return::int(cancel::CANCELLED));
    }
    match value(&context.state.memory, args.word(0))? {
        0 if clock::pass_until(context, args.word(1))? => Ok(Return::int(ETIMEDOUT)),
        0 => Ok(Return::int(EINVAL)),
        value => take(context, args.word(0), value),
    }
}
