//! Creating, joining, detaching and ending threads.
//!
//! `pthread_create` and `pthread_exit` themselves are C (`support/threads.c`): they know what runs before and after the
//! thread's function, and hand it down to the calls here.

use super::mutex::Mutex;
use super::*;
use crate::errno::{EAGAIN, EBUSY, EINVAL, ERANGE, ESRCH, ETIMEDOUT};
use crate::exec;
use crate::library::posix::signals;
use crate::panics;
use crate::threads::Status;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("__mazurka_creation_error", may_fail, creation_error)
        .takes_values()
        .tells_in_order()
        .value_of_choice(|_, choice| (choice == FAILS).then(|| "EAGAIN".to_owned()))
        .public_name("pthread_create"),
    Native::visible("__mazurka_thrd_creation_error", may_fail, creation_error)
        .takes_values()
        .tells_in_order()
        .value_of_choice(|_, choice| (choice == FAILS).then(|| "thrd_error".to_owned()))
        .public_name("thrd_create"),
    Native::local("__mazurka_next_thread", next_thread),
    Native::step("__mazurka_spawn", |_, _| Ok(Intent::ready(Operation::Spawn)), spawn)
        .spawns()
        .tells_in_order(),
    Native::step("__mazurka_spawn_timer", |_, _| Ok(Intent::ready(Operation::Spawn)), spawn_timer).spawns(),
    Native::visible("__mazurka_join", describe_join, join)
        .keeps_no_pointer()
        .footprint_is_complete()
        .tells_in_order()
        .takes_result(),
    Native::visible("pthread_tryjoin_np", describe_whole, try_join)
        .polls_for_end()
        .may_be_noop()
        .takes_result(),
    Native::visible("__mazurka_timed_join", describe_timed_join, timed_join)
        .takes_deadline(2)
        .polls_for_end()
        .may_be_noop()
        .takes_result(),
    Native::visible("pthread_detach", describe_detach, detach),
    Native::visible("__mazurka_finish", describe_finish, finish)
        .takes_values()
        .footprint_is_complete()
        .tells_in_order()
        .gives_result(),
    Native::local("pthread_self", |context, _| Ok(Return::Word(handle(context.thread)))),
    Native::local("pthread_equal", |_, args| Ok(Return::int((args.word(0) == args.word(1)) as i32))),
    Native::visible("pthread_setname_np", |view, args| describe_name(view, args, Verb::Change), set_name),
    Native::visible("pthread_getname_np", |view, args| describe_name(view, args, Verb::Inspect), get_name),
];

/// The argument of a function that starts a thread which the thread runs, with the arguments behind it.
pub(crate) const START: usize = mazurka_analysis::future::START;

/// The choice in which a thread cannot be created, where that may happen.
const FAILS: Choice = 1;

/// No other thread observes it; it is a step only where it may fail.
fn may_fail(view: &View, _: &Args) -> Result<Intent, Stop> {
    if panics::starts_test(view) {
        return Ok(Intent::invisible());
    }
    match view.config.thread_create_may_fail {
        true => Ok(Intent { choices: 2, ..Intent::ready(Operation::Choose) }),
        false => Ok(Intent::invisible()),
    }
}

/// `int __mazurka_creation_error(void)`: why no thread can be created; 0 if one can.
fn creation_error(context: &mut Context, _: &Args, choice: Choice) -> Result<Return, Stop> {
    // libtest then runs the test itself: a thread for it, which it waits for, would only multiply the executions.
    if panics::starts_test(&context.view()) {
        return Ok(Return::int(EAGAIN));
    }
    Ok(Return::int(if choice == FAILS { EAGAIN } else { 0 }))
}

/// `pthread_t __mazurka_next_thread(void)`: what the next thread will be called that the caller spawns.
fn next_thread(context: &mut Context, _: &Args) -> Result<Return, Stop> {
    Ok(Return::Word(handle(context.state.threads.next_child(context.thread))))
}

/// `int __mazurka_spawn(const pthread_attr_t *, void start(f, arg), void *f(void *), void *arg)`.
fn spawn(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let (given, start) = (args.word(0), args.word(START));
    check_number(&context.view())?;
    let flags = if given == 0 { 0 } else { load(context, given.wrapping_add(attributes::FLAGS))? };
    let detached = flags & attributes::DETACHED != 0;
    let Some(start) = context.program.function_at(start) else {
        return misuse(FaultKind::InvalidCall, "the start routine of the thread is not a function");
    };
    let clock = context.this().state.clock;
    let child = context.state.threads.create(Some(context.thread));
    let state = &mut context.state.threads.change(child).state;
    (state.detached, state.clock) = (detached, clock);
    let start_args = [args.word(START + 1), args.word(START + 2)];
    exec::call::enter(context.program, context.config, context.state, child, start, &start_args)?;
    let name = name_of(&context.state.memory, context.thread);
    context.memory().write_raw(address::stack_of(child) + NAME, &name);
    let parent = context.thread;
    signals::inherit_mask(context.memory(), parent, child);
    Ok(Return::int(0))
}

/// The same for a thread that waits for a timer.
fn spawn_timer(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let child = context.state.threads.next_child(context.thread);
    let result = spawn(context, args, choice)?;
    context.state.threads.change(child).state.detached = true;
    signals::block_all(context.memory(), child);
    Ok(result)
}

/// Refuses more threads than may be alive at a time, or than there are addresses for.
fn check_number(view: &View) -> Result<(), Stop> {
    let (threads, most) = (&view.state.threads, view.config.max_threads as usize);
    let ever = threads.created().len();
    let is_gone = |thread: &ThreadId| {
        let state = &threads.get(*thread).state;
        state.status == Status::Finished && (state.joined_by.is_some() || state.detached)
    };
    let refused = |message: String| Err(Stop::Unsupported(message));
    match () {
        _ if ever >= address::MOST_THREADS => {
            refused(format!("more than {} threads in one execution", address::MOST_THREADS))
        }
        _ if ever >= most && ever - threads.created().iter().filter(is_gone).count() >= most => {
            refused(format!("more than {most} threads at a time"))
        }
        _ => Ok(()),
    }
}

/// `int __mazurka_join(pthread_t, void **result)`: `pthread_join`, up to where a cancelled thread unwinds.
fn describe_join(view: &View, args: &Args) -> Result<Intent, Stop> {
    if view.this().state.phase == JOINED {
        let out = Range { start: args.word(1), length: 8 };
        return Ok(match view.is_release_visible(out) {
            true => Intent::ready(Operation::Write(out, Order::PLAIN)),
            false => Intent::invisible(),
        });
    }
    if cancel::due(view) {
        return Ok(cancel::intent(view));
    }
    let Some(target) = named(view, args.word(0)) else { return Ok(Intent::ready(Operation::Local)) };
    let state = &view.state.threads.get(target).state;
    let misused = state.joined_by.is_some() || state.detached || target == view.thread;
    Ok(Intent::when(misused || state.status == Status::Finished, Operation::Join(target)))
}

fn join(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if context.this().state.phase == JOINED {
        let target = named(&context.view(), args.word(0)).expect("it was joined");
        return take_result(context, target, args.word(1));
    }
    if cancel::due(&context.view()) {
        return Ok(Return::int(cancel::CANCELLED));
    }
    let target = joinable(&context.view(), args.word(0))?;
    if args.word(1) != 0 && context.config.visibility.includes_plain() {
        context.state.threads.change(target).state.joined_by = Some(context.thread);
        context.this_state().phase = JOINED;
        return Ok(Return::Again);
    }
    take_result(context, target, args.word(1))
}

/// The second phase of a join: where plain accesses may be visible, the write of the result is an operation of its own.
const JOINED: u32 = 1;

fn take_result(context: &mut Context, target: ThreadId, out: u64) -> Result<Return, Stop> {
    let result = context.state.threads.change(target).state.join(context.thread);
    if out != 0 {
        context.memory().note_more();
        context.memory().store::<8>(out, result)?;
    }
    Ok(Return::int(0))
}

/// The thread that may be joined or detached under this name.
fn joinable(view: &View, handle: u64) -> Result<ThreadId, Stop> {
    let Some(target) = named(view, handle) else {
        return misuse(FaultKind::ThreadMisuse, format!("{handle:#x} is not a thread"));
    };
    let state = &view.state.threads.get(target).state;
    if state.joined_by.is_some() {
        misuse(FaultKind::ThreadMisuse, format!("{target} has been joined already"))
    } else if state.detached {
        misuse(FaultKind::ThreadMisuse, format!("{target} is detached"))
    } else if target == view.thread {
        misuse(FaultKind::ThreadMisuse, format!("{target} joins itself"))
    } else {
        Ok(target)
    }
}

/// Whether a thread has finished shows in no object, so looking at it is ordered with everything.
fn describe_whole(_: &View, _: &Args) -> Result<Intent, Stop> {
    Ok(Intent::ready(Operation::Anything))
}

fn try_join(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let target = joinable(&context.view(), args.word(0))?;
    if context.state.threads.get(target).state.status != Status::Finished {
        return Ok(Return::int(EBUSY));
    }
    let end = context.state.threads.get(target).state.clock;
    clock::pass_to(context, end);
    take_result(context, target, args.word(1))
}

/// `int __mazurka_timed_join(pthread_t, void **result, const struct timespec *deadline)`: the same, or it waits for a time.
fn describe_timed_join(view: &View, args: &Args) -> Result<Intent, Stop> {
    let target = named(view, args.word(0)).map(|target| view.state.threads.get(target).state.status);
    let urgency = Urgency::of_timeout(target.is_some_and(|status| status != Status::Finished));
    Ok(Intent { urgency, ..Intent::ready(Operation::Anything) })
}

fn timed_join(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    let result = try_join(context, args, choice)?;
    match result == Return::int(EBUSY) {
        true if clock::pass_until(context, args.word(2))? => Ok(Return::int(ETIMEDOUT)),
        true => Ok(Return::int(EINVAL)),
        false => Ok(result),
    }
}

fn describe_detach(view: &View, args: &Args) -> Result<Intent, Stop> {
    let operation = named(view, args.word(0)).map_or(Operation::Local, Operation::Detach);
    Ok(Intent::ready(operation))
}

fn detach(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let view = context.view();
    let target = if args.word(0) == handle(view.thread) && !view.this().state.detached {
        view.thread
    } else {
        joinable(&view, args.word(0))?
    };
    let state = &mut context.state.threads.change(target).state;
    (state.detached, state.result) = (true, 0);
    Ok(Return::int(0))
}

/// `int __mazurka_finish(void *result, int cleaned_up)`: the end of a thread. It returns 1 to a thread that has values
/// of keys and has not run their destructors, abandons the robust mutexes that it holds, one after the other, and returns 0 to
/// the last thread of a process, which then has to exit. Where a process has no last thread ([`is_last`]) and no thread polls for the end of another, only threads that join observe the
/// end, and these wait for it: it belongs to the step before. Where plain accesses are operations, threads that have the
/// address of one of the thread's local variables observe it, too.
fn describe_finish(view: &View, args: &Args) -> Result<Intent, Stop> {
    if let Some(mutex) = abandoned(view, args) {
        return Ok(Intent::ready(mutex.unlock_operation()));
    }
    let others = !view.config.main_return_exits && !view.state.threads.is_main_alone();
    let start = address::stack_of(view.thread);
    let stack = Range { start, length: view.this().state.stack.saturating_sub(start) };
    Ok(match () {
        _ if must_clean_up(view, args) => Intent::invisible(),
        _ if others && view.is_release_visible(stack) => Intent::ready(Operation::Write(stack, Order::PLAIN)),
        _ if !view.config.main_return_exits && !view.program.polls_for_end => Intent::invisible(),
        _ if is_last(view) => Intent::ready(Operation::ExitProcess),
        _ => Intent::ready(Operation::Exit),
    })
}

fn finish(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if let Some(mutex) = abandoned(&context.view(), args) {
        context.memory().note_more();
        mutex.abandon(&mut context.state.memory, context.thread)?;
        return Ok(Return::Again);
    }
    match context.view() {
        view if must_clean_up(&view, args) => Ok(Return::int(1)),
        view if is_last(&view) => Ok(Return::int(0)),
        _ => Err(Stop::FinishThread(args.word(0))),
    }
}

/// A robust mutex that the thread still holds when it has nothing else to do.
fn abandoned(view: &View, args: &Args) -> Option<Mutex> {
    robust::held(view).filter(|_| !must_clean_up(view, args))
}

fn must_clean_up(view: &View, args: &Args) -> bool {
    args.int(1) == 0 && keys::has_values(&view.state.memory, view.thread)
}

/// Where main's return ends main's thread only, a process has no last thread: then the order in which threads end has no
/// effect.
fn is_last(view: &View) -> bool {
    let threads = &view.state.threads;
    let others = || threads.created().iter().filter(|&thread| thread != view.thread);
    view.config.main_return_exits
        && others().all(|thread| threads.get(thread).state.status == Status::Finished)
}

/// Offset in a thread's block of its name, as long as it has one of its own, and the size with the final zero.
const NAME: u64 = 32;
const NAME_SIZE: usize = 16;

fn name_of(memory: &Memory, thread: ThreadId) -> [u8; NAME_SIZE] {
    memory.peek_raw(address::stack_of(thread) + NAME)
}

fn describe_name(view: &View, args: &Args, verb: Verb) -> Result<Intent, Stop> {
    let thread = named(view, args.word(0));
    Ok(thread.map_or(Intent::invisible(), |thread| Intent::ready(Operation::Sync(verb, control(thread)))))
}

fn set_name(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let Some(thread) = named(&context.view(), args.word(0)) else { return Ok(Return::int(ESRCH)) };
    let name = context.memory().c_string(args.word(1))?.to_vec();
    if name.len() >= NAME_SIZE {
        return Ok(Return::int(ERANGE));
    }
    let mut bytes = [0; NAME_SIZE];
    bytes[..name.len()].copy_from_slice(&name);
    context.memory().write_raw(address::stack_of(thread) + NAME, &bytes);
    Ok(Return::int(0))
}

/// A thread without a name has that of the program.
fn get_name(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    let Some(thread) = named(&context.view(), args.word(0)) else { return Ok(Return::int(ESRCH)) };
    let mut bytes = name_of(&context.state.memory, thread);
    if bytes[0] == 0 {
        let path = context.config.args.first().map_or(&b""[..], Vec::as_slice);
        let program = path.rsplit(|&byte| byte == b'/').next().unwrap_or(path);
        let length = program.len().min(NAME_SIZE - 1);
        bytes[..length].copy_from_slice(&program[..length]);
    }
    let length = bytes.iter().position(|&byte| byte == 0).unwrap_or(NAME_SIZE - 1);
    if length as u64 >= args.word(2) {
        return Ok(Return::int(ERANGE));
    }
    context.memory().write(args.word(1), &bytes[..=length])?;
    Ok(Return::int(0))
}
