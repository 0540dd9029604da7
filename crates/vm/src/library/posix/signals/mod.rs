//! Signals that the program sends to itself. One that a thread blocks waits; one without a handler ends the process or is
//! ignored; one with a handler runs it ([`delivery`]). Nothing is delivered from outside.
//!
//! Reading order: [`actions`] (what signals do), [`send`], [`delivery`] (where handlers run), [`wait`].

mod actions;
pub(crate) mod delivery;
mod expiry;
pub(crate) mod masked;
mod queue;
mod send;
mod sets;
mod wait;

use mazurka_machine::{Operation, ThreadId, Verb};

use crate::address;
use crate::context::{Context, State, Stop, View};
use crate::errno;
use crate::library::{Args, Intent, Native, Return, hidden};
use crate::memory::Memory;
use actions::Action;

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("__mazurka_signal", changes, actions::signal),
    Native::visible("__mazurka_sigaction", changes, actions::sigaction),
    Native::visible("siginterrupt", changes, actions::siginterrupt),
    Native::visible("sigprocmask", changes, |context, args, _| set_mask(context, args, true)),
    Native::visible("pthread_sigmask", changes, |context, args, _| set_mask(context, args, false)),
    Native::visible("sigpending", inspects, sigpending),
    Native::visible("raise", changes, send::raise).runs_handlers(),
    // What a signal changes for its target, and which threads there are to take it, shows in no object, so it is ordered with
    // everything.
    Native::visible("kill", send::describe_kill, send::kill).polls_for_end().sends_signals(),
    Native::visible("sigqueue", send::describe_kill, send::sigqueue).polls_for_end().sends_signals(),
    Native::visible("pthread_kill", send::describe_to_thread, send::pthread_kill)
        .polls_for_end()
        .sends_signals(),
    Native::visible("pthread_sigqueue", send::describe_to_thread, send::pthread_sigqueue)
        .polls_for_end()
        .sends_signals(),
    Native::visible("__mazurka_timer_signal", send::describe_kill, send::timer_signal)
        .polls_for_end()
        .sends_signals(),
    Native::visible("__mazurka_expire", expiry::describe, expiry::expire),
    Native::visible("sigwait", wait::describe, wait::sigwait),
    Native::visible("sigwaitinfo", wait::describe, wait::sigwaitinfo).interruptible(INTERRUPTED, false),
    Native::visible("sigtimedwait", wait::describe_timed, wait::sigtimedwait)
        .interruptible(INTERRUPTED, false),
    Native::visible("sigsuspend", wait::describe_suspend, wait::sigsuspend)
        .interruptible(INTERRUPTED, false)
        .masks_signals(),
    Native::visible("pause", wait::describe_pause, wait::pause).interruptible(INTERRUPTED, false),
    Native::visible("__mazurka_handler_done", changes, delivery::handler_done).public_name("sigreturn"),
    Native::local("__mazurka_bound_handler", |_, args| Ok(Return::Word(args.word(0)))),
    Native::local("sigemptyset", sets::empty),
    Native::local("sigfillset", sets::fill),
    Native::local("sigaddset", sets::add),
    Native::local("sigdelset", sets::delete),
    Native::local("sigismember", sets::is_member),
    Native::local("__libc_current_sigrtmin", |_, _| Ok(Return::int(FIRST_QUEUED))),
    Native::local("__libc_current_sigrtmax", |_, _| Ok(Return::int(SIGNALS))),
    Native::local("sigaltstack", ignored),
];

const SIGABRT: i32 = 6;
const SIGPIPE: i32 = 13;
const SIGNALS: i32 = 64;
/// `SIGRTMIN`: signals from here on are queued.
const FIRST_QUEUED: i32 = 34;

/// glibc's `sigset_t`
const SET_SIZE: u64 = 128;

/// What a call returns that a handler has interrupted: as an `int`, and as a `long`.
pub(crate) const INTERRUPTED: fn(&mut Context) -> Return = |context| {
    context.set_errno(errno::EINTR);
    Return::int(-1)
};
pub(crate) const INTERRUPTED_LONG: fn(&mut Context) -> Return = |context| {
    context.set_errno(errno::EINTR);
    Return::long(-1)
};
/// The same for functions that return the error.
pub(crate) const INTERRUPTED_ERROR: fn(&mut Context) -> Return = |_| Return::int(errno::EINTR);

fn is_signal(signal: i32) -> bool {
    (1..=SIGNALS).contains(&signal)
}

fn fail(context: &mut Context) -> Result<Return, Stop> {
    context.set_errno(errno::EINVAL);
    Ok(Return::int(-1))
}

fn ignored(_: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::int(0))
}

/// In a thread's block: the signals that it blocks, those that wait for it alone, and what it blocks again after
/// `sigsuspend` and the like. Bit `n - 1` is signal `n`.
const BLOCKED: u64 = 48;
const PENDING: u64 = 56;
const SUSPENDED: u64 = 24;
/// Signals that wait for any thread: in place of a handler for signal 0.
const PENDING_FOR_ALL: u64 = hidden::SIGNALS;
const OBJECT_SIZE: u64 = 8 * (SIGNALS as u64 + 1);

fn bit(signal: i32) -> u64 {
    1 << (signal - 1)
}

fn of_thread(memory: &Memory, thread: ThreadId, field: u64) -> u64 {
    hidden::word(memory, address::stack_of(thread) + field)
}

fn set_of_thread(memory: &mut Memory, thread: ThreadId, field: u64, set: u64) {
    hidden::set_word(memory, address::stack_of(thread) + field, set);
}

/// A new thread blocks what its creator blocks.
pub(crate) fn inherit_mask(memory: &mut Memory, from: ThreadId, to: ThreadId) {
    let mask = of_thread(memory, from, BLOCKED);
    if mask != 0 {
        set_of_thread(memory, to, BLOCKED, mask);
    }
}

/// No signal is for the threads of timers.
pub(crate) fn block_all(memory: &mut Memory, thread: ThreadId) {
    set_of_thread(memory, thread, BLOCKED, blockable(u64::MAX));
}

/// All of the process's signals are one object.
fn operation(verb: Verb) -> Operation {
    Operation::Sync(verb, hidden::object(hidden::SIGNALS, OBJECT_SIZE))
}

fn inspects(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(Verb::Inspect)))
}

/// Only threads that send signals to others observe what a thread blocks, and what signals do.
fn changes(view: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(match view.program.sends_signals {
        true => Intent::ready(operation(Verb::Change)),
        false => Intent::invisible(),
    })
}

/// What a thread may block: not SIGKILL and SIGSTOP.
fn blockable(set: u64) -> u64 {
    set & !(bit(9) | bit(19))
}

fn set_mask(context: &mut Context, args: &Args, in_errno: bool) -> Result<Return, Stop> {
    let (how, set, old) = (args.int(0), args.word(1), args.word(2));
    let thread = context.thread;
    let before = of_thread(&context.state.memory, thread, BLOCKED);
    let given = if set == 0 { None } else { Some(context.memory().load::<8>(set)?) };
    if old != 0 {
        context.memory().fill(old, 0, SET_SIZE)?;
        context.memory().store::<8>(old, before)?;
    }
    let Some(given) = given else { return Ok(Return::int(0)) };
    let after = match how {
        0 => before | given,
        1 => before & !given,
        2 => given,
        _ if in_errno => return fail(context),
        _ => return Ok(Return::int(errno::EINVAL)),
    };
    set_of_thread(context.memory(), thread, BLOCKED, blockable(after));
    Ok(Return::Deliver(0))
}

/// The signals that wait for a thread, or for any.
fn pending(state: &State, thread: ThreadId) -> u64 {
    of_thread(&state.memory, thread, PENDING) | hidden::word(&state.memory, PENDING_FOR_ALL)
}

/// The signal of a set that is taken next: those for the thread alone come first.
fn next_pending(state: &State, thread: ThreadId, set: u64) -> Option<i32> {
    let own = of_thread(&state.memory, thread, PENDING) & set;
    let found = if own != 0 { own } else { pending(state, thread) & set };
    (found != 0).then(|| found.trailing_zeros() as i32 + 1)
}

/// Takes a signal that waits, the thread's own first.
fn take_pending(context: &mut Context, signal: i32) {
    let own = address::stack_of(context.thread) + PENDING;
    let is_own = hidden::word(context.memory(), own) & bit(signal) != 0;
    let set = if is_own { own } else { PENDING_FOR_ALL };
    let more = match queue::pop(context.memory(), set, signal) {
        Some((origin, more)) => {
            origin.set(context.memory(), signal);
            more
        }
        None => false,
    };
    if !more {
        let waiting = hidden::word(context.memory(), set);
        hidden::set_word(context.memory(), set, waiting & !bit(signal));
    }
}

fn sigpending(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let set = pending(context.state, context.thread);
    context.memory().fill(args.word(0), 0, SET_SIZE)?;
    context.memory().store::<8>(args.word(0), set)?;
    Ok(Return::int(0))
}

/// The phase of a write that has sent SIGPIPE to its thread.
const BROKEN: u32 = 1;

/// Whether a write has sent SIGPIPE to its thread, which has taken the signal if it does not block it.
pub(crate) fn is_broken_write(view: &View) -> bool {
    view.this().state.phase == BROKEN
}

/// A write to a pipe without readers sends SIGPIPE to the thread, and then fails with this result. Where handlers can run, taking
/// the signal is an operation of its own: the write waits for that. Else the process is killed, unless it ignores or blocks the
/// signal.
pub(crate) fn broken_pipe(context: &mut Context, result: Return) -> Result<Return, Stop> {
    if context.program.take_signal.is_none() {
        if Action::of(&context.state.memory, SIGPIPE).has_handler() {
            return Err(Stop::Unsupported("a handler of SIGPIPE in a program that opens no pipe".into()));
        }
        send::broken_pipe(context)?;
        return Ok(result);
    }
    send::add_broken_pipe(context)?;
    context.this_state().phase = BROKEN;
    Ok(Return::Again)
}

/// The same where a handler cannot run before the function returns.
pub(crate) fn broken_stream(context: &mut Context) -> Result<(), Stop> {
    if Action::of(&context.state.memory, SIGPIPE).has_handler() {
        return Err(Stop::Unsupported("a handler of SIGPIPE that a stream of <stdio.h> runs".into()));
    }
    send::broken_pipe(context)
}
