//! Unwinding: from where an exception is raised to the innermost landing pad. See [`crate::lower::unwinding`] for how a landing pad gets
//! it.
//!
//! The ABI has two phases: first it is looked for a handler, then frames are cleaned up. Here every landing pad is entered in turn, which
//! is the same as long as there is a handler; where there is none, the program does not unwind.

use mazurka_machine::Range;

use super::stack;
use crate::code::{CallSite, Insn};
use crate::context::{Context, Stop, View};
use crate::panics;
use crate::program::Program;
use crate::threads::{Frame, Thread};

/// The frame that an exception lands in, counted from the bottom.
fn landing(program: &Program, thread: &Thread) -> Option<usize> {
    let callers = thread.frames.split_last()?.1;
    callers.iter().rposition(|frame| pad(program, frame).is_some())
}

/// The call that a frame is at, if it has a landing pad.
fn pad<'p>(program: &'p Program, frame: &Frame) -> Option<&'p CallSite> {
    let code = program.code(frame.function);
    match code.insns[frame.pc as usize] {
        Insn::Call { site, .. } | Insn::CallIndirect { site, .. } => {
            Some(&code.sites[site as usize]).filter(|site| site.lands)
        }
        _ => None,
    }
}

/// The memory that the thread's next instruction, which unwinds, takes away from the program.
pub(super) fn given_up(view: &View) -> Option<Range> {
    let thread = view.this();
    let landing = landing(view.program, thread)?;
    let start = thread.frames[landing + 1].caller_stack;
    Some(Range { start, length: thread.state.stack - start })
}

/// Whether that is a visible operation.
pub(super) fn is_release_visible(view: &View) -> bool {
    given_up(view).is_some_and(|memory| memory.length > 0 && view.is_release_visible(memory))
}

/// `_Unwind_RaiseException`, which begins, and `resume`.
pub(super) fn raise(context: &mut Context, exception: u64, begins: bool) -> Result<(), Stop> {
    if begins {
        panics::begin(context, exception)?;
    }
    let Some(landing) = landing(context.program, context.this()) else {
        return Err(panics::uncaught(&context.view(), exception));
    };
    let above = &context.this().frames[landing + 1..];
    if above.iter().any(|frame| Some(frame.function) == context.program.take_signal) {
        return Err(Stop::Unsupported("unwinding out of a signal handler".into()));
    }
    context.state.threads.change(context.thread);
    let thread = context.state.threads.change_from(context.thread, landing);
    let (top, stack) = (thread.state.stack, thread.frames[landing + 1].caller_stack);
    while thread.frames.len() > landing + 1 {
        thread.pop();
    }
    thread.state.stack = stack;
    let Some(frame) = thread.frames.last_mut() else { return Ok(()) };
    let to = pad(context.program, frame).and_then(CallSite::exception);
    frame.pc += 1;
    if let Some(register) = to {
        thread.window()[register as usize] = exception;
    }
    stack::give_back(context, stack, top - stack);
    Ok(())
}
