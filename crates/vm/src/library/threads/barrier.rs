//! Barriers: arriving is one operation, leaving when the last thread has arrived is another.

use super::*;
use crate::errno::EINVAL;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("pthread_barrier_init", overwrites::<SIZE>, init).keeps_no_pointer(),
    Native::visible("pthread_barrier_destroy", overwrites::<SIZE>, destroy).keeps_no_pointer(),
    Native::step("pthread_barrier_wait", describe_wait, wait).keeps_no_pointer(),
];

/// `sizeof(pthread_barrier_t)`.
const SIZE: u64 = 32;

/// How many must arrive; zero: not initialised, or destroyed. How many have is the number of sleepers.
const NEEDED: u64 = 0;

/// `PTHREAD_BARRIER_SERIAL_THREAD`.
const SERIAL_THREAD: i32 = -1;

const ARRIVING: u32 = 0;
const DEPARTING: u32 = 1;
/// The same for the last to arrive.
const DEPARTING_FIRST: u32 = 2;

fn init(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (barrier, needed) = (args.word(0), args.word(2) as u32);
    if needed == 0 {
        return misuse(FaultKind::BarrierMisuse, "a barrier for no threads at all");
    }
    if needed > i32::MAX as u32 {
        return Ok(Return::int(EINVAL));
    }
    context.memory().write(barrier, &[0; SIZE as usize])?;
    Field(barrier + NEEDED).set(context.memory(), needed)?;
    Ok(Return::int(0))
}

fn needed(memory: &Memory, barrier: u64) -> Result<u32, Stop> {
    match Field(barrier + NEEDED).get(memory)? {
        0 => misuse(FaultKind::BarrierMisuse, "the barrier was never initialised, or has been destroyed"),
        needed => Ok(needed),
    }
}

fn destroy(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let barrier = args.word(0);
    needed(&context.state.memory, barrier)?;
    if let Some(sleeper) = sleepers(&context.view(), barrier).next() {
        return misuse(FaultKind::BarrierMisuse, format!("destroys a barrier that {sleeper} waits at"));
    }
    Field(barrier + NEEDED).set(context.memory(), 0)?;
    Ok(Return::int(0))
}

fn describe_wait(view: &View, args: &Args) -> Result<Intent, Stop> {
    let (state, barrier) = (&view.this().state, ObjectKind::Barrier.at(args.word(0), SIZE));
    Ok(match state.phase {
        ARRIVING => Intent::ready(Operation::Sync(Verb::Arrive, barrier)),
        _ => Intent::when(matches!(state.wait, Wait::Woken(_)), Operation::Sync(Verb::Depart, barrier)),
    })
}

fn wait(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let barrier = args.word(0);
    match context.this().state.phase {
        DEPARTING => return done(context, Return::int(0)),
        DEPARTING_FIRST => return done(context, Return::int(SERIAL_THREAD)),
        _ => {}
    }
    let needed = needed(&context.state.memory, barrier)?;
    let waiting: Vec<ThreadId> = sleepers(&context.view(), barrier).collect();
    if waiting.len() as u32 + 1 < needed {
        let state = context.this_state();
        state.phase = DEPARTING;
        state.wait = Wait::On(barrier);
        return Ok(Return::Again);
    }
    for thread in waiting {
        wake(context, thread);
    }
    let state = context.this_state();
    state.phase = DEPARTING_FIRST;
    state.wait = Wait::Woken(barrier);
    Ok(Return::Again)
}
