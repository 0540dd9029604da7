//! Waiting for signals.

use mazurka_machine::Urgency;

use super::send::Origin;
use super::*;
use crate::library::process::PROCESS;
use crate::library::threads::clock;

/// The signal of a set that is there, if one is.
fn awaited(view: &View, set: u64) -> Result<Option<i32>, Stop> {
    Ok(next_pending(view.state, view.thread, view.state.memory.peek_sized(set, 8)?))
}

pub(super) fn describe(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::when(awaited(view, args.word(0))?.is_some(), operation(Verb::WaitToChange)))
}

/// Without a time, it waits for ever.
pub(super) fn describe_timed(view: &View, args: &Args) -> Result<Intent, Stop> {
    if args.word(2) == 0 {
        return describe(view, args);
    }
    let is_there = awaited(view, args.word(0))?.is_some();
    let time = clock::timespec(&view.state.memory, args.word(2))?;
    let urgency = Urgency::of_timeout(!is_there && time.is_some_and(|time| time > 0));
    Ok(Intent { urgency, ..Intent::ready(operation(Verb::Change)) })
}

/// Takes it.
fn take_awaited(context: &mut Context, set: u64) -> Result<Option<i32>, Stop> {
    let signal = awaited(&context.view(), set)?;
    signal.into_iter().for_each(|signal| take_pending(context, signal));
    Ok(signal)
}

pub(super) fn sigwait(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let Some(signal) = take_awaited(context, args.word(0))? else { return Ok(Return::int(errno::EAGAIN)) };
    context.memory().store::<4>(args.word(1), signal as u64)?;
    Ok(Return::int(0))
}

/// The signal is the result. `siginfo_t` has it, too, with `si_code`, `si_pid`, `si_uid` and `si_value`.
fn store_information(context: &mut Context, to: u64, signal: i32) -> Result<Return, Stop> {
    const INFORMATION_SIZE: u64 = 128;
    if to != 0 {
        let Origin { code, value } = Origin::of(&context.state.memory, signal);
        let memory = context.memory();
        memory.fill(to, 0, INFORMATION_SIZE)?;
        memory.store::<4>(to, signal as u64)?;
        memory.store::<4>(to + 8, code as u32 as u64)?;
        memory.store::<4>(to + 16, PROCESS as u64)?;
        memory.store::<8>(to + 24, value)?;
    }
    Ok(Return::int(signal))
}

pub(super) fn sigwaitinfo(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    match take_awaited(context, args.word(0))? {
        Some(signal) => store_information(context, args.word(1), signal),
        None => fail(context),
    }
}

pub(super) fn sigtimedwait(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    if args.word(2) == 0 {
        return sigwaitinfo(context, args, choice);
    }
    if let Some(signal) = take_awaited(context, args.word(0))? {
        return store_information(context, args.word(1), signal);
    }
    let time = clock::timespec(&context.state.memory, args.word(2))?;
    clock::pass(context, time.unwrap_or(0));
    context.set_errno(if time.is_some() { errno::EAGAIN } else { errno::EINVAL });
    Ok(Return::int(-1))
}

/// The phases of `sigsuspend`: it changes the mask, and waits until a handler has run.
const BEGIN: u32 = 0;
const WAITING: u32 = 1;

pub(super) fn describe_suspend(view: &View, args: &Args) -> Result<Intent, Stop> {
    match view.this().state.phase {
        BEGIN => {
            view.state.memory.peek_sized(args.word(0), 8)?;
            Ok(Intent::ready(operation(Verb::Change)))
        }
        _ => describe_pause(view, args),
    }
}

/// A signal that is there already is taken at once, so that no other thread takes it in between.
pub(super) fn sigsuspend(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let thread = context.thread;
    let mask = blockable(context.memory().load::<8>(args.word(0))?);
    let before = of_thread(&context.state.memory, thread, BLOCKED);
    set_of_thread(context.memory(), thread, SUSPENDED, before);
    set_of_thread(context.memory(), thread, BLOCKED, mask);
    context.this_state().phase = WAITING;
    delivery::take_suspended(context)?;
    Ok(Return::Again)
}

/// Only a handler that has run ends it.
pub(super) fn describe_pause(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::when(false, operation(Verb::WaitToChange)))
}

pub(super) fn pause(_: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    Err(Stop::Unsupported("waiting for a signal that is not there".into()))
}
