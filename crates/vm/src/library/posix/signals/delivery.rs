//! Where handlers run.
//!
//! A thread takes a signal that another one has sent to it at its next visible operation, before that: taking it is a visible
//! operation of its own, and the only one that the thread then can do. What makes a signal due is ordered with everything (the
//! operation of `kill` is [`Operation::Anything`]), so every point of the target between two visible operations is explored,
//! and no other operation makes a thread's next one another. A signal that a thread sends to itself, or unblocks, is taken
//! before the call returns.
//!
//! A handler is called by C code (`support/signals.c`) whose frame is put on top of the interrupted one. That one stays where it
//! is: [`crate::program::Program::is_interrupted`]. [`handler_done`] takes the frame away again. A thread that sleeps on an
//! object still does while the handler runs, and is woken if others wake it.
//!
//! In a call that waits, a handler has run either before the call or while it waited; then the call ends with `EINTR` or, with
//! `SA_RESTART`, is begun again. Which of them is a choice, and depends on what the call waits for, so the operation is
//! [`Operation::Anything`] there.

use super::actions::WITH_INFORMATION;
use super::send::Origin;
use super::*;
use crate::exec;
use crate::library::string::message;
use crate::threads::Status;
use mazurka_machine::Urgency;

/// What a thread does that takes a signal while its call waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wait {
    /// It does not wait, or waits again afterwards.
    Stays,
    /// The call ends.
    Ends,
    /// Or the thread has not begun to wait: the second choice.
    MayEnd,
}

/// Whether the thread is about to take a signal that another one has sent to it.
#[inline]
pub(crate) fn is_due(view: &View) -> bool {
    view.program.interrupts_threads() && due(view) != 0
}

fn due(view: &View) -> u64 {
    let State { memory, threads, .. } = view.state;
    let state = &threads.get(view.thread).state;
    if state.status != Status::Alive || state.atomic != 0 {
        return 0;
    }
    masked::due(view)
        .unwrap_or_else(|| of_thread(memory, view.thread, PENDING) & !of_thread(memory, view.thread, BLOCKED))
}

/// What people call the signal that the thread is about to take.
pub(crate) fn due_signal(view: &View) -> Option<String> {
    let signal = is_due(view).then(|| next_pending(view.state, view.thread, due(view)))??;
    Some(match message::signal_text(signal) {
        Some(text) => format!("signal {signal} ({text})"),
        None => format!("signal {signal}"),
    })
}

/// The operation of taking it.
pub(crate) fn intent(view: &View) -> Intent {
    let is_in_wait = exec::native_at(view).is_some_and(|native| native.facts.interrupted.is_some());
    let choices = if wait(view) == Wait::MayEnd { 2 } else { 1 };
    let operation = if is_in_wait { Operation::Anything } else { operation(Verb::Change) };
    Intent { choices, ..Intent::ready(operation) }
}

/// What becomes of the call that the thread is at.
fn wait(view: &View) -> Wait {
    let memory = &view.state.memory;
    let Some(action) = first_handled(memory, due(view)) else { return Wait::Stays };
    let Some(interrupted) = exec::native_at(view).and_then(|native| native.facts.interrupted) else {
        return Wait::Stays;
    };
    match () {
        _ if interrupted.restarts && action.restarts() => Wait::Stays,
        _ if !exec::describe_instruction(view).is_ok_and(|intent| waits(&intent)) => Wait::Stays,
        _ if view.this().state.phase != 0 => Wait::Ends,
        _ => Wait::MayEnd,
    }
}

/// Whether a thread waits that is about to do this.
pub(super) fn waits(intent: &Intent) -> bool {
    !intent.enabled || intent.urgency == Urgency::Timeout
}

/// What the first signal of a set does that has a handler.
fn first_handled(memory: &Memory, set: u64) -> Option<Action> {
    let signals = (1..=SIGNALS).filter(|signal| set & bit(*signal) != 0);
    signals.map(|signal| Action::of(memory, signal)).find(|action| action.has_handler())
}

/// Takes what is due. The second choice: before the call in which the thread would wait.
pub(crate) fn take(context: &mut Context, choice: u32) -> Result<(), Stop> {
    let wait = wait(&context.view());
    context.this_state().started = true;
    match wait {
        Wait::Ends => end_wait(context),
        Wait::MayEnd if choice == 0 => end_wait(context),
        Wait::MayEnd | Wait::Stays => deliver(context),
    }
}

/// The same for what is there when a thread begins to wait in `sigsuspend`.
pub(super) fn take_suspended(context: &mut Context) -> Result<(), Stop> {
    let blocked = of_thread(&context.state.memory, context.thread, BLOCKED);
    match first_handled(&context.state.memory, pending(context.state, context.thread) & !blocked) {
        Some(_) => end_wait(context),
        None => deliver(context),
    }
}

/// The call that the thread waits in has its end.
fn end_wait(context: &mut Context) -> Result<(), Stop> {
    let Some(native) = exec::native_at(&context.view()) else { return Ok(()) };
    let Some(interrupted) = native.facts.interrupted else { return Ok(()) };
    let is_suspended = context.this().state.phase != 0 && native.facts.masks_signals;
    let result = (interrupted.result)(context);
    exec::end_call(context, result);
    let restored = if is_suspended { SUSPENDED } else { BLOCKED };
    let restored = of_thread(&context.state.memory, context.thread, restored);
    deliver_and_restore(context, restored)
}

/// Takes all signals that the thread does not block.
pub(crate) fn deliver(context: &mut Context) -> Result<(), Stop> {
    let blocked = of_thread(&context.state.memory, context.thread, BLOCKED);
    deliver_and_restore(context, blocked)
}

/// `restored` is what the thread blocks after the first handler. As on Linux, the handler of the last signal runs first.
fn deliver_and_restore(context: &mut Context, restored: u64) -> Result<(), Stop> {
    let mut restored = restored;
    loop {
        let blocked = of_thread(&context.state.memory, context.thread, BLOCKED);
        let Some(signal) = next_pending(context.state, context.thread, !blocked) else { return Ok(()) };
        take_pending(context, signal);
        let action = Action::of(&context.state.memory, signal);
        if action.has_handler() {
            call_handler(context, signal, action, restored)?;
            restored = of_thread(&context.state.memory, context.thread, BLOCKED);
        } else if !action.is_nothing(signal) {
            return Err(Action::end(signal));
        }
    }
}

/// `void __mazurka_take_signal(handler, signal, with information, mask, phase, code, value)`.
fn call_handler(context: &mut Context, signal: i32, action: Action, restored: u64) -> Result<(), Stop> {
    let Some(take_signal) = context.program.take_signal else { return Ok(()) };
    let thread = context.thread;
    let Origin { code, value } = Origin::of(&context.state.memory, signal);
    let blocked = of_thread(&context.state.memory, thread, BLOCKED) | action.blocked(signal);
    set_of_thread(context.memory(), thread, BLOCKED, blocked);
    action.begin(context.memory(), signal);
    let phase = std::mem::take(&mut context.this_state().phase);
    let with_information = u64::from(action.flags & WITH_INFORMATION != 0);
    let args =
        [action.handler, signal as u64, with_information, restored, phase.into(), code as u32 as u64, value];
    exec::call::enter(context.program, context.config, context.state, thread, take_signal, &args)
}

/// `void __mazurka_handler_done(uint64_t mask, uint64_t phase)`: back to what was interrupted.
pub(super) fn handler_done(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let thread = context.thread;
    exec::call::leave_interrupt(context);
    context.this_state().phase = args.word(1) as u32;
    set_of_thread(context.memory(), thread, BLOCKED, args.word(0));
    deliver(context)?;
    Ok(Return::Again)
}
