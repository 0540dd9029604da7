//! `pthread_once` and `call_once`: the first thread runs the function, the others wait until it has returned. The function
//! itself is called by C (`support/threads.c`).

use super::*;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("__mazurka_once_begin", describe_begin, begin).objects(&[SIZE]),
    Native::visible("__mazurka_once_end", describe_end, |context, args, _| leave(context, args, DONE))
        .objects(&[SIZE]),
    Native::visible("__mazurka_once_give_up", describe_end, |context, args, _| leave(context, args, NEW))
        .objects(&[SIZE]),
];

/// `sizeof(pthread_once_t)`: one `int`.
const SIZE: u64 = 4;

/// `PTHREAD_ONCE_INIT`.
const NEW: u32 = 0;
const RUNNING: u32 = 1;
const DONE: u32 = 2;

/// `int __mazurka_once_begin(pthread_once_t *)`: 1 if the caller is to run the function.
fn describe_begin(view: &View, args: &Args) -> Result<Intent, Stop> {
    let state = Field(args.word(0)).get(&view.state.memory)?;
    // Later threads acquire what the function did: they share a lock that was held for writing. Where the function may be
    // cancelled, it is not known in advance whether a thread is a later one.
    let verb = if state == NEW || view.program.cancels_threads { Verb::Lock } else { Verb::ReadLock };
    Ok(Intent::when(state != RUNNING, operation(args, verb)))
}

fn operation(args: &Args, verb: Verb) -> Operation {
    Operation::Sync(verb, ObjectKind::Once.at(args.word(0), SIZE))
}

fn begin(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    match Field(args.word(0)).get(&context.state.memory)? {
        NEW => {
            Field(args.word(0)).set(context.memory(), RUNNING)?;
            Ok(Return::int(1))
        }
        DONE => Ok(Return::int(0)),
        _ => misuse(FaultKind::LibraryMisuse, "the once-control was never initialised"),
    }
}

fn describe_end(_: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(operation(args, Verb::Unlock)))
}

/// After the function has returned, or was cancelled: then the next thread is the first again.
fn leave(context: &mut Context, args: &Args, state: u32) -> Result<Return, Stop> {
    Field(args.word(0)).set(context.memory(), state)?;
    Ok(Return::Void)
}
