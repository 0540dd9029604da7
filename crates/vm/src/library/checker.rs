//! What programs say to a checker: assumptions, choices, atomic blocks, errors. The names with `__VERIFIER_` are those of
//! SV-COMP and of other checkers, the ones with `__mazurka_` those behind our header `mazurka.h`.

use mazurka_machine::{Choice, FaultKind, Operation};

use super::{Args, Intent, Native, Return, hidden};
use crate::context::{Context, Stop, View};

pub(super) static FAMILY: &[Native] = &[
    Native::local("__VERIFIER_assume", assume),
    Native::local("__mazurka_assume", assume),
    Native::local("__VERIFIER_assert", assert),
    Native::local("__mazurka_assert", assert_with_text),
    Native::local("__VERIFIER_error", |_, _| failed("__VERIFIER_error was called")),
    Native::local("__VERIFIER_assert_fail", |_, _| failed("the assertion failed")),
    Native::local("reach_error", |_, _| failed("reach_error was called")),
    // Entering an atomic block is the visible operation; no other thread observes its end.
    Native::block("__VERIFIER_atomic_begin", atomic_begin).may_be_noop(),
    Native::block("__mazurka_atomic_begin", atomic_begin).may_be_noop(),
    Native::local("__VERIFIER_atomic_end", atomic_end),
    Native::local("__mazurka_atomic_end", atomic_end),
    Native::visible("__mazurka_change", describe_change, change).tells_in_order(),
    Native::local("__mazurka_changed", changed),
    Native::step("__mazurka_choose", describe_choose, choose)
        .public_name("mz_choose")
        .value_of_choice(|_, choice| Some(choice.to_string())),
];

fn failed(message: &str) -> Result<Return, Stop> {
    Err(Stop::Fault(FaultKind::Assertion, message.into()))
}

fn assume(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.int(0) == 0 { Err(Stop::Pruned) } else { Ok(Return::Void) }
}

fn assert(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.int(0) == 0 { failed("the assertion failed") } else { Ok(Return::Void) }
}

/// `void __mazurka_assert(int condition, const char *text)`; the position comes from the call stack.
fn assert_with_text(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    if args.int(0) != 0 {
        return Ok(Return::Void);
    }
    let text = String::from_utf8_lossy(context.memory().c_string(args.word(1))?).into_owned();
    failed(&format!("assertion `{text}` failed"))
}

fn atomic_begin(context: &mut Context, _: &Args, _: Choice) -> Result<Return, Stop> {
    context.this_state().atomic += 1;
    Ok(Return::Void)
}

fn atomic_end(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    let state = context.this_state();
    let Some(depth) = state.atomic.checked_sub(1) else {
        let message = "an atomic block ends that did not begin".into();
        return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
    };
    state.atomic = depth;
    Ok(Return::Void)
}

/// `void __mazurka_change(const void *object, size_t)`: lets support code work on state that it shares between threads.
/// What it does up to its next visible operation belongs to this one, and does not count as the program's access.
fn describe_change(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(hidden::change(args.word(0), args.word(1)))
}

fn change(context: &mut Context, _: &Args, _: Choice) -> Result<Return, Stop> {
    context.memory().hide(true);
    Ok(Return::Void)
}

/// `void __mazurka_changed(void)`: accesses are the program's again.
fn changed(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    context.memory().hide(false);
    Ok(Return::Void)
}

/// `unsigned __mazurka_choose(unsigned n)`: a number below `n`.
fn describe_choose(_: &View, args: &Args) -> Result<Intent, Stop> {
    let choices = args.word(0) as u32;
    Ok(Intent { choices: choices.max(1), ..Intent::ready(Operation::Choose) })
}

fn choose(_: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    if args.word(0) as u32 == 0 {
        return Err(Stop::Fault(FaultKind::LibraryMisuse, "a choice among nothing".into()));
    }
    Ok(Return::Word(choice as u64))
}
