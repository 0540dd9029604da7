//! Spin locks: to a scheduler, mutexes that are never relocked.

use super::*;
use crate::errno::EBUSY;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_spin_init", overwrites::<SIZE>, init).unlocks().objects(&[SIZE]),
    Native::visible("pthread_spin_destroy", overwrites::<SIZE>, destroy).unlocks().objects(&[SIZE]),
    Native::visible("pthread_spin_lock", describe_lock, lock).locks().objects(&[SIZE]),
    Native::visible("pthread_spin_trylock", describe_try_lock, try_lock)
        .keeps_locks()
        .may_be_noop()
        .objects(&[SIZE]),
    Native::visible("pthread_spin_unlock", describe_unlock, unlock).unlocks().objects(&[SIZE]),
];

/// `sizeof(pthread_spinlock_t)`: one `int`, the holder.
const SIZE: u64 = 4;
const DESTROYED: u32 = u32::MAX;

fn describe(args: &Args, verb: Verb) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(args, verb)))
}

fn operation(args: &Args, verb: Verb) -> Operation {
    Operation::Sync(verb, ObjectKind::SpinLock.at(args.word(0), SIZE))
}

fn holder(memory: &Memory, lock: u64) -> Result<Option<ThreadId>, Stop> {
    match Field(lock).get(memory)? {
        DESTROYED => misuse(FaultKind::MutexMisuse, "the spin lock has been destroyed"),
        holder => Ok(decode(holder)),
    }
}

fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    Field(args.word(0)).set(context.memory(), 0)?;
    Ok(Return::int(0))
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if let Some(holder) = holder(&context.state.memory, args.word(0))? {
        return misuse(FaultKind::MutexMisuse, format!("destroys a spin lock that {holder} has locked"));
    }
    Field(args.word(0)).set(context.memory(), DESTROYED)?;
    Ok(Return::int(0))
}

fn describe_lock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let free = holder(&view.state.memory, args.word(0))?.is_none();
    Ok(Intent::when(free, operation(args, Verb::Lock)))
}

/// A try that fails only looks.
fn describe_try_lock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let free = holder(&view.state.memory, args.word(0))?.is_none();
    describe(args, if free { Verb::TryLock } else { Verb::Inspect })
}

/// Unlocking what one has not locked is possible all the time, and only a look.
fn describe_unlock(view: &View, args: &Args) -> Result<Intent, Stop> {
    let held = holder(&view.state.memory, args.word(0))? == Some(view.thread);
    describe(args, if held { Verb::Unlock } else { Verb::Inspect })
}

fn lock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    Field(args.word(0)).set(&mut context.state.memory, encode(Some(context.thread)))?;
    Ok(Return::int(0))
}

fn try_lock(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    match holder(&context.state.memory, args.word(0))? {
        Some(_) => Ok(Return::int(EBUSY)),
        None => lock(context, args, choice),
    }
}

fn unlock(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    match holder(&context.state.memory, args.word(0))? {
        Some(holder) if holder == context.thread => {
            Field(args.word(0)).set(context.memory(), 0)?;
            Ok(Return::int(0))
        }
        Some(other) => misuse(FaultKind::MutexMisuse, format!("unlocks a spin lock that {other} has locked")),
        None => misuse(FaultKind::MutexMisuse, "unlocks a spin lock that is not locked"),
    }
}
