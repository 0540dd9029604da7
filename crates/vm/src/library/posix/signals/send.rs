//! Sending signals.

use super::*;
use crate::library::process::PROCESS;
use crate::library::threads::named;
use crate::threads::Status;

/// What a handler learns of where a signal comes from: `si_code` and `si_value`.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub code: i32,
    pub value: u64,
}

/// `SI_USER`, `SI_QUEUE`, `SI_TKILL`
const BY_PROCESS: Origin = Origin { code: 0, value: 0 };
const QUEUED: i32 = -1;
const BY_THREAD: Origin = Origin { code: -6, value: 0 };

impl Origin {
    pub(super) fn of(memory: &Memory, signal: i32) -> Origin {
        let at = hidden::SIGNAL_ORIGINS + 16 * signal as u64;
        Origin { code: hidden::word(memory, at) as i32, value: hidden::word(memory, at + 8) }
    }

    /// A signal that waits has one origin, that of its first sender, wherever it waits; those of the queued kind get theirs
    /// when they are taken.
    pub(super) fn set(self, memory: &mut Memory, signal: i32) {
        let at = hidden::SIGNAL_ORIGINS + 16 * signal as u64;
        hidden::set_word(memory, at, self.code as u32 as u64);
        hidden::set_word(memory, at + 8, self.value);
    }
}

/// The signal waits in a set: for a thread or for any.
fn add(context: &mut Context, set: u64, signal: i32, origin: Origin) -> Result<(), Stop> {
    let waiting = hidden::word(context.memory(), set);
    if signal >= FIRST_QUEUED {
        queue::push(context.memory(), set, signal, origin)?;
    } else if waiting & bit(signal) == 0 {
        origin.set(context.memory(), signal);
    }
    hidden::set_word(context.memory(), set, waiting | bit(signal));
    Ok(())
}

fn is_blocked(memory: &Memory, thread: ThreadId, signal: i32) -> bool {
    of_thread(memory, thread, BLOCKED) & bit(signal) != 0
}

/// The threads that can take a signal for the process.
fn takers(view: &View, signal: i32) -> Vec<ThreadId> {
    let State { threads, memory, .. } = view.state;
    let takes = |thread: &ThreadId| {
        threads.get(*thread).state.status == Status::Alive && !is_blocked(memory, *thread, signal)
    };
    threads.created().iter().filter(takes).collect()
}

/// To one thread.
fn send(context: &mut Context, thread: ThreadId, signal: i32, origin: Origin) -> Result<(), Stop> {
    let action = Action::of(&context.state.memory, signal);
    let blocked = is_blocked(&context.state.memory, thread, signal);
    match () {
        _ if action.is_ignored() || !blocked && action.is_nothing(signal) => Ok(()),
        _ if !blocked && action.is_default() => Err(Action::end(signal)),
        _ => add(context, address::stack_of(thread) + PENDING, signal, origin),
    }
}

/// To the thread that has written to a pipe without readers.
pub(super) fn broken_pipe(context: &mut Context) -> Result<(), Stop> {
    send(context, context.thread, SIGPIPE, BY_PROCESS)
}

/// The same where what becomes of the signal is decided when it is taken.
pub(super) fn add_broken_pipe(context: &mut Context) -> Result<(), Stop> {
    add(context, address::stack_of(context.thread) + PENDING, SIGPIPE, BY_PROCESS)
}

/// `int kill(pid_t, int)`, `int sigqueue(pid_t, int, union sigval)`. Which thread runs the handler is a choice.
pub(super) fn describe_kill(view: &View, args: &Args) -> Result<Intent, Stop> {
    let signal = args.int(1);
    let is_sent = is_own(args.int(0)) && is_signal(signal);
    let is_handled = is_sent && Action::of(&view.state.memory, signal).has_handler();
    let choices = if is_handled { takers(view, signal).len().max(1) as u32 } else { 1 };
    Ok(Intent { choices, ..Intent::ready(Operation::Anything) })
}

pub(super) fn describe_to_thread(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Anything))
}

fn is_own(process: i32) -> bool {
    [0, PROCESS, -PROCESS].contains(&process)
}

pub(super) fn kill(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    to_process(context, args, BY_PROCESS, choice)
}

pub(super) fn sigqueue(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    to_process(context, args, Origin { code: QUEUED, value: args.word(2) }, choice)
}

/// `int __mazurka_timer_signal(process, signal, value, code, take)`. While one signal of a timer waits, others are lost.
pub(super) fn timer_signal(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    let (signal, threads) = (args.int(1), context.state.threads.created().clone());
    let waits = |set: u64| hidden::word(&context.state.memory, set) & bit(signal) != 0;
    let waits_for = |thread: ThreadId| waits(address::stack_of(thread) + PENDING);
    if is_signal(signal) && (waits(PENDING_FOR_ALL) || threads.iter().any(waits_for)) {
        return Ok(Return::int(0));
    }
    to_process(context, args, Origin { code: args.int(3), value: args.word(2) }, choice)
}

/// A thread that does not block it takes it.
fn to_process(context: &mut Context, args: &Args, origin: Origin, choice: u32) -> Result<Return, Stop> {
    let (process, signal) = (args.int(0), args.int(1));
    if !is_own(process) {
        context.set_errno(errno::ESRCH);
        return Ok(Return::int(-1));
    }
    if signal == 0 {
        return Ok(Return::int(0));
    }
    if !is_signal(signal) {
        return fail(context);
    }
    let takers = takers(&context.view(), signal);
    if let Some(&taker) = takers.get(choice as usize).or(takers.first()) {
        send(context, taker, signal, origin)?;
    } else if !Action::of(&context.state.memory, signal).is_ignored() {
        add(context, PENDING_FOR_ALL, signal, origin)?;
    }
    Ok(Return::Deliver(0))
}

/// `int pthread_kill(pthread_t, int)`
pub(super) fn pthread_kill(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    to_thread(context, args, BY_THREAD)
}

/// `int pthread_sigqueue(pthread_t, int, union sigval)`
pub(super) fn pthread_sigqueue(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    to_thread(context, args, Origin { code: QUEUED, value: args.word(2) })
}

fn to_thread(context: &mut Context, args: &Args, origin: Origin) -> Result<Return, Stop> {
    let Some(thread) = named(&context.view(), args.word(0)) else { return Ok(Return::int(errno::ESRCH)) };
    let signal = args.int(1);
    if signal != 0 && !is_signal(signal) {
        return Ok(Return::int(errno::EINVAL));
    }
    if signal != 0 && context.state.threads.get(thread).state.status == Status::Alive {
        send(context, thread, signal, origin)?;
    }
    Ok(Return::Deliver(0))
}

/// To the calling thread.
pub(super) fn raise(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let signal = args.int(0);
    if !is_signal(signal) {
        return fail(context);
    }
    send(context, context.thread, signal, BY_THREAD)?;
    Ok(Return::Deliver(0))
}
