//! Waiting for files with another mask of signals for that time: `ppoll`, `pselect`, `epoll_pwait`.
//!
//! The call has two operations, as `sigsuspend` has: it changes the mask, and waits. In between, signals that the new mask does not
//! block end the call where nothing is ready; where something is, the call returns that, and they wait on. A signal that only the
//! old mask lets through is taken after the call.

use super::*;
use crate::exec;
use mazurka_machine::Urgency;

/// The phases of a call with a mask.
const BEGIN: u32 = 0;
const WAITING: u32 = 1;

/// A mask makes no difference where no handler can run.
fn is_masked(view: &View, mask: u64) -> bool {
    mask != 0 && view.program.take_signal.is_some()
}

/// What the call does next that does this without a mask.
pub(crate) fn describe(view: &View, mask: u64, is_ready: bool, intent: Intent) -> Intent {
    match view.this().state.phase {
        _ if !is_masked(view, mask) => intent,
        BEGIN => Intent::ready(operation(Verb::Change)),
        // Also where it would not wait: only a handler ends the call.
        _ if !is_ready && unblocked(view) != 0 => Intent { enabled: false, ..intent },
        // As for other calls, what it accesses through pointers is part of its operation.
        _ => {
            let is_sleep = intent.operation == Operation::Local && intent.urgency == Urgency::Timeout;
            let unknown = view.config.visibility.includes_plain() && !is_sleep;
            Intent { unknown, ..intent }
        }
    }
}

pub(crate) fn run(
    context: &mut Context,
    mask: u64,
    run: impl FnOnce(&mut Context) -> Result<Return, Stop>,
) -> Result<Return, Stop> {
    if !is_masked(&context.view(), mask) {
        return run(context);
    }
    let thread = context.thread;
    if context.this().state.phase == BEGIN {
        let mask = blockable(context.memory().load::<8>(mask)?);
        let before = of_thread(&context.state.memory, thread, BLOCKED);
        set_of_thread(context.memory(), thread, SUSPENDED, before);
        set_of_thread(context.memory(), thread, BLOCKED, mask);
        context.this_state().phase = WAITING;
        return Ok(Return::Again);
    }
    let result = run(context)?;
    let before = of_thread(&context.state.memory, thread, SUSPENDED);
    set_of_thread(context.memory(), thread, BLOCKED, before);
    set_of_thread(context.memory(), thread, SUSPENDED, 0);
    Ok(result)
}

/// The signals that end the call that the thread waits in, if it waits with a mask of its own.
pub(super) fn due(view: &View) -> Option<u64> {
    let is_waiting = view.this().state.phase != BEGIN
        && exec::native_at(view).is_some_and(|native| native.facts.masks_signals);
    let waits = || exec::describe_instruction(view).is_ok_and(|intent| delivery::waits(&intent));
    is_waiting.then(|| if unblocked(view) != 0 && waits() { unblocked(view) } else { 0 })
}

fn unblocked(view: &View) -> u64 {
    pending(view.state, view.thread) & !of_thread(&view.state.memory, view.thread, BLOCKED)
}
