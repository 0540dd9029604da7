//! Signals as harmless stubs: handlers are remembered, and nothing is ever delivered from outside.

use mazurka_machine::FaultKind;

use crate::context::{Context, Stop};
use crate::errno;
use crate::library::{Args, Native, Return, hidden};

pub(crate) static FAMILY: &[Native] = &[
    Native::local("signal", signal),
    Native::local("__sysv_signal", signal),
    Native::local("sigaction", sigaction),
    Native::local("sigprocmask", sigprocmask),
    Native::local("pthread_sigmask", sigprocmask),
    Native::local("sigemptyset", sigemptyset),
    Native::local("sigfillset", sigfillset),
    Native::local("sigaddset", sigaddset),
    Native::local("sigdelset", sigdelset),
    Native::local("sigismember", sigismember),
    Native::local("sigaltstack", ignored),
    Native::local("siginterrupt", ignored),
    Native::local("raise", raise),
    Native::local("alarm", ignored),
];

const SIGABRT: i32 = 6;
const SIGPIPE: i32 = 13;
const SIGNALS: i32 = 64;

/// `SIG_DFL`, `SIG_IGN`
const DEFAULT: u64 = 0;
const IGNORE: u64 = 1;

/// glibc's `sigset_t`
const SET_SIZE: u64 = 128;

/// Offsets in `struct sigaction`.
const HANDLER: u64 = 0;
const MASK: u64 = 8;
const FLAGS: u64 = 136;
const RESTORER: u64 = 144;

fn slot(signal: i32) -> u64 {
    hidden::SIGNALS + 8 * signal as u64
}

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

fn signal(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if !is_signal(args.int(0)) {
        context.set_errno(errno::EINVAL);
        return Ok(Return::long(-1));
    }
    let slot = slot(args.int(0));
    let old = hidden::word(context.memory(), slot);
    hidden::set_word(context.memory(), slot, args.word(1));
    Ok(Return::Word(old))
}

fn sigaction(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (number, new, old) = (args.int(0), args.word(1), args.word(2));
    if !is_signal(number) {
        return fail(context);
    }
    let slot = slot(number);
    // Both may be the same.
    let installed = match new {
        0 => None,
        _ => Some(context.memory().load::<8>(new + HANDLER)?),
    };
    if old != 0 {
        let handler = hidden::word(context.memory(), slot);
        let memory = context.memory();
        memory.store::<8>(old + HANDLER, handler)?;
        memory.fill(old + MASK, 0, SET_SIZE)?;
        memory.store::<4>(old + FLAGS, 0)?;
        memory.store::<8>(old + RESTORER, 0)?;
    }
    if let Some(handler) = installed {
        hidden::set_word(context.memory(), slot, handler);
    }
    Ok(Return::int(0))
}

/// The old mask is always empty: nothing is delivered, so nothing need be blocked.
fn sigprocmask(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.word(2) != 0 {
        context.memory().fill(args.word(2), 0, SET_SIZE)?;
    }
    Ok(Return::int(0))
}

fn sigemptyset(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().fill(args.word(0), 0, SET_SIZE)?;
    Ok(Return::int(0))
}

fn sigfillset(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    context.memory().fill(args.word(0), 0xff, SET_SIZE)?;
    Ok(Return::int(0))
}

fn sigaddset(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    change_set(context, args, |set, bit| set | bit)
}

fn sigdelset(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    change_set(context, args, |set, bit| set & !bit)
}

fn change_set(context: &mut Context, args: &Args, change: fn(u64, u64) -> u64) -> Result<Return, Stop> {
    if !is_signal(args.int(1)) {
        return fail(context);
    }
    let set = context.memory().load::<8>(args.word(0))?;
    context.memory().store::<8>(args.word(0), change(set, 1 << (args.int(1) - 1)))?;
    Ok(Return::int(0))
}

fn sigismember(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if !is_signal(args.int(1)) {
        return fail(context);
    }
    let set = context.memory().load::<8>(args.word(0))?;
    Ok(Return::int((set >> (args.int(1) - 1) & 1) as i32))
}

/// Only what happens without a handler.
fn raise(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let number = args.int(0);
    if !is_signal(number) {
        return fail(context);
    }
    match hidden::word(context.memory(), slot(number)) {
        IGNORE => Ok(Return::int(0)),
        DEFAULT if number == SIGABRT => {
            Err(Stop::Fault(FaultKind::Abort, "the program raised SIGABRT".into()))
        }
        DEFAULT => Err(Stop::Exit(128 + number)),
        _ => Err(Stop::Unsupported(format!("raise({number}) with a handler: signals are not delivered"))),
    }
}

/// A process that writes to a pipe without readers is killed, unless it ignores the signal.
pub(crate) fn broken_pipe(context: &mut Context) -> Result<(), Stop> {
    match hidden::word(context.memory(), slot(SIGPIPE)) {
        DEFAULT => Err(Stop::Exit(128 + SIGPIPE)),
        _ => Ok(()),
    }
}
