//! Cancellation: requests take effect at cancellation points only, even with the asynchronous type.
//!
//! A library function that is a cancellation point returns [`CANCELLED`] to its C wrapper (`support/cancel.c`), which
//! unwinds the thread.

use super::*;
use crate::errno::{EINVAL, ESRCH};

pub(in crate::library) static FAMILY: &[Native] = &[
    // What a request changes for its target shows in no object, so it is ordered with everything.
    Native::visible("pthread_cancel", |_, _| Ok(Intent::ready(Operation::Anything)), cancel)
        .cancels_threads(),
    Native::visible("__mazurka_test_cancel", |view, _| Ok(intent(view)), test_cancel).may_be_noop(),
    Native::local("pthread_setcancelstate", set_cancel_state),
    Native::local("pthread_setcanceltype", set_cancel_type),
];

/// What a cancellation point returns instead of its result.
pub(super) const CANCELLED: i32 = -1;

/// `PTHREAD_CANCEL_DISABLE`, `PTHREAD_CANCEL_ASYNCHRONOUS`.
const DISABLE: i32 = 1;
const ASYNCHRONOUS: i32 = 1;

/// Whether a cancellation point is to act now.
pub(super) fn due(view: &View) -> bool {
    let state = &view.this().state;
    state.cancel_requested && !state.cancel_disabled
}

/// What a thread does that finds itself cancelled.
pub(super) fn intent(view: &View) -> Intent {
    Intent::ready(inspects_itself(view.thread))
}

fn cancel(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let Some(target) = named(&context.view(), args.word(0)) else { return Ok(Return::int(ESRCH)) };
    context.state.threads.change(target).state.cancel_requested = true;
    let time = context.this().state.clock;
    context.state.clocks.stamp(control(target).range, Use::Write, time);
    Ok(Return::int(0))
}

/// `int __mazurka_test_cancel(void)`.
fn test_cancel(context: &mut Context, _: &Args, _: Choice) -> Result<Return, Stop> {
    Ok(Return::int(if due(&context.view()) { CANCELLED } else { 0 }))
}

fn set_cancel_state(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (state, out) = (args.int(0), args.word(1));
    if state & !DISABLE != 0 {
        return Ok(Return::int(EINVAL));
    }
    if out != 0 {
        let old = context.this().state.cancel_disabled;
        context.memory().store::<4>(out, old as u64)?;
    }
    context.this_state().cancel_disabled = state == DISABLE;
    Ok(Return::int(0))
}

/// The type is not kept: an asynchronous request, too, waits for the next cancellation point.
fn set_cancel_type(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (kind, out) = (args.int(0), args.word(1));
    if kind & !ASYNCHRONOUS != 0 {
        return Ok(Return::int(EINVAL));
    }
    if out != 0 {
        context.memory().store::<4>(out, 0)?;
    }
    Ok(Return::int(0))
}
