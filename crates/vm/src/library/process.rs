//! What a process is and how it ends: `exit` at the bottom of `support/start.c`, `_exit`, `abort`, failed assertions.

use mazurka_machine::{Choice, FaultKind, Operation};

use super::{Args, Intent, Native, Return};
use crate::address;
use crate::context::{Context, Stop, View};
use crate::program::FunctionId;

/// The process's number, and its parent's.
pub(crate) const PROCESS: i32 = 4242;
const PARENT: i32 = 4241;

pub(super) static FAMILY: &[Native] = &[
    Native::visible("_exit", describe_exit, exit).tells_in_order(),
    Native::visible("_Exit", describe_exit, exit).tells_in_order(),
    Native::local("getpid", |_, _| Ok(Return::int(PROCESS))),
    Native::local("getppid", |_, _| Ok(Return::int(PARENT))),
    Native::local("abort", |_, _| Err(Stop::Fault(FaultKind::Abort, "the program aborted".into()))),
    Native::local("__assert_fail", assert_fail),
    Native::local("__assert", assert_fail),
    Native::local("__assert_perror_fail", assert_perror_fail),
    Native::local("__mazurka_constructor", |context, args| {
        Ok(nth_function(&context.program.constructors, args.word(0)))
    }),
    Native::local("__mazurka_destructor", |context, args| {
        Ok(nth_function(&context.program.destructors, args.word(0)))
    })
    .footprint_is_complete(),
    // Unlike its end by `pthread_exit`, after which a process lives until its last thread ends.
    Native::local("__mazurka_main_has_returned", |context, _| {
        context.this_state().has_returned = true;
        Ok(Return::int(context.config.main_return_exits as i32))
    })
    .footprint_is_complete(),
];

fn describe_exit(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::ExitProcess))
}

/// What the parent sees of the exit code is its lowest byte.
fn exit(_: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    Err(Stop::Exit(args.int(0) & 0xff))
}

/// `__assert_fail(expression, file, line, function)`; the position comes from the call stack.
fn assert_fail(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let expression = String::from_utf8_lossy(context.memory().c_string(args.word(0))?).into_owned();
    Err(Stop::Fault(FaultKind::Assertion, format!("assertion `{expression}` failed")))
}

fn assert_perror_fail(_: &mut Context, args: &Args) -> Result<Return, Stop> {
    Err(Stop::Fault(FaultKind::Assertion, format!("unexpected error number {}", args.int(0))))
}

/// The address of the n-th function, or null behind the last one.
fn nth_function(functions: &[FunctionId], index: u64) -> Return {
    let function = functions.get(index as usize);
    Return::Word(function.map_or(0, |&id| address::CODE + address::FUNCTION_STEP * id as u64))
}
