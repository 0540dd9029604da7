//! Virtual time. Every thread has its own clock, which advances only when the thread sleeps, times out, reads the clock, or
//! executes an operation that depends on another thread's later one (see [`crate::clocks`]). Independent operations
//! therefore do not affect each other's time. Inside of an atomic block the time is that of the block's beginning.
//!
//! A loop that waits for a time must come to an end. So the time that a look takes grows while a thread comes back to the
//! same place again and again only to look at a clock: a second has passed after a dozen rounds.
//!
//! Where what clocks show reaches only deadlines, it decides nothing: whether a timed wait gives up is a choice. Then clocks stand
//! still, and time is not a part of the state ([`mazurka_analysis::clock`]).

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::*;
use crate::errno::EINVAL;
use crate::threads::{Frame, Looks};

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::local("clock_gettime", get_time).keeps_no_pointer().stores_time_at(1),
    Native::local("clock_getres", get_resolution).keeps_no_pointer(),
    Native::local("timespec_get", get_timespec).keeps_no_pointer().stores_time_at(0),
    Native::local("gettimeofday", get_time_of_day).keeps_no_pointer().stores_time_at(0),
    Native::local("time", get_seconds).keeps_no_pointer().returns_time(),
    Native::local(TIME_STAMP, get_time_stamp).keeps_no_pointer().reads_clock(),
    Native::local("clock", get_processor_time).keeps_no_pointer().reads_clock(),
];

/// What the real-time clock shows when a thread's own clock is at zero: 2023-11-14 22:13:20 UTC.
pub(crate) const START_OF_TIME: u64 = 1_700_000_000 * SECOND;
pub(crate) const SECOND: u64 = 1_000_000_000;
/// Later times are on the real-time clock, and perhaps past.
const LATEST_MONOTONIC: u64 = START_OF_TIME / 2;

/// What looking at a clock takes, and how much longer from one round of a loop to the next, a few of them excepted.
const LOOK: u64 = 1_000;
const FACTOR: u64 = 4;
const FEW: u8 = 2;
/// About 17 seconds: 4^12 times as long.
const MOST_GROWTH: u8 = 12;

/// What the instruction `rdtsc` calls.
pub(crate) const TIME_STAMP: &str = "__mazurka_time_stamp";

/// `TIME_UTC`.
const UTC: i32 = 1;

/// A `struct timespec` as nanoseconds; `None` if it is not a valid one.
pub(crate) fn timespec(memory: &Memory, address: u64) -> Result<Option<u64>, Stop> {
    let seconds = memory.peek_sized(address, 8)? as i64;
    let nanoseconds = memory.peek_sized(address.wrapping_add(8), 8)?;
    if nanoseconds >= SECOND {
        return Ok(None);
    }
    Ok(Some((seconds.max(0) as u64).saturating_mul(SECOND).saturating_add(nanoseconds)))
}

/// Lets the running thread's time pass by `nanoseconds`, while it sleeps.
pub(crate) fn pass(context: &mut Context, nanoseconds: u64) {
    let state = context.this_state();
    state.clock = state.clock.saturating_add(nanoseconds);
    state.looks = Looks::default();
}

/// Advances the running thread's clock to the `struct timespec` at `deadline`. `false`: that is not a valid time.
/// Deadlines before [`LATEST_MONOTONIC`] must be on a clock that started at zero.
pub(crate) fn pass_until(context: &mut Context, deadline: u64) -> Result<bool, Stop> {
    let Some(time) = timespec(&context.state.memory, deadline)? else { return Ok(false) };
    pass_to(context, if time >= LATEST_MONOTONIC { time.saturating_sub(START_OF_TIME) } else { time });
    Ok(true)
}

/// Lets the running thread's time pass up to `time` on its own clock, while it waits.
pub(crate) fn pass_to(context: &mut Context, time: u64) {
    if context.this().state.clock < time {
        let state = context.this_state();
        (state.clock, state.looks) = (time, Looks::default());
    }
}

/// Lets the running thread's time pass by what a look at a clock takes.
fn look(context: &mut Context) {
    let place = place(&context.this().frames);
    let state = context.this_state();
    let looks = &mut state.looks;
    looks.number = looks.number.wrapping_add(1);
    if looks.number > 1 && looks.anchor == place {
        looks.returns = looks.returns.saturating_add(1);
    }
    // Brent: in the end, it is a place in the loop.
    if looks.number.is_power_of_two() {
        looks.anchor = place;
    }
    let growth = looks.returns.saturating_sub(FEW).min(MOST_GROWTH);
    state.clock = state.clock.saturating_add(LOOK * FACTOR.pow(growth.into()));
}

/// A hash of where a thread is, whichever calls those are.
fn place(frames: &[Frame]) -> u32 {
    let mut hasher = FxHasher::default();
    frames.iter().for_each(|frame| (frame.function, frame.pc).hash(&mut hasher));
    hasher.finish() as u32
}

/// What a clock shows in nanoseconds; `None` if there is no such clock.
fn now(context: &mut Context, clock: i32) -> Option<u64> {
    let started = match clock {
        // CLOCK_REALTIME, CLOCK_REALTIME_COARSE, CLOCK_TAI
        0 | 5 | 11 => START_OF_TIME,
        // CLOCK_MONOTONIC, the times of the process and the thread, CLOCK_MONOTONIC_RAW and _COARSE, CLOCK_BOOTTIME
        1..=4 | 6 | 7 => 0,
        _ => return None,
    };
    if !context.program.reads_clock {
        return Some(started);
    }
    look(context);
    Some(started.saturating_add(context.this().state.clock))
}

fn store_time(context: &mut Context, at: u64, time: u64, unit: u64) -> Result<(), Stop> {
    context.memory().store::<8>(at, time / SECOND)?;
    Ok(context.memory().store::<8>(at.wrapping_add(8), time % SECOND / unit)?)
}

fn no_such_clock(context: &mut Context) -> Result<Return, Stop> {
    context.set_errno(EINVAL);
    Ok(Return::int(-1))
}

fn get_time(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let Some(time) = now(context, args.int(0)) else { return no_such_clock(context) };
    store_time(context, args.word(1), time, 1)?;
    Ok(Return::int(0))
}

fn get_resolution(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if now(context, args.int(0)).is_none() {
        return no_such_clock(context);
    }
    if args.word(1) != 0 {
        store_time(context, args.word(1), 1, 1)?;
    }
    Ok(Return::int(0))
}

/// `int timespec_get(struct timespec *, int base)`: the base, or 0.
fn get_timespec(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    match now(context, 0) {
        Some(time) if args.int(1) == UTC => {
            store_time(context, args.word(0), time, 1)?;
            Ok(Return::int(UTC))
        }
        _ => Ok(Return::int(0)),
    }
}

fn get_time_of_day(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    const MICROSECOND: u64 = 1_000;
    let time = now(context, 0).unwrap_or(0);
    if args.word(0) != 0 {
        store_time(context, args.word(0), time, MICROSECOND)?;
    }
    Ok(Return::int(0))
}

fn get_seconds(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let seconds = now(context, 0).unwrap_or(0) / SECOND;
    if args.word(0) != 0 {
        context.memory().store::<8>(args.word(0), seconds)?;
    }
    Ok(Return::Word(seconds))
}

/// The processor's time stamp counter, at one tick a nanosecond.
fn get_time_stamp(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(now(context, 1).unwrap_or(0)))
}

/// In units of `CLOCKS_PER_SEC`, a million.
fn get_processor_time(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(now(context, 2).unwrap_or(0) / (SECOND / 1_000_000)))
}
