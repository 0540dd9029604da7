//! Sleeping, yielding, and what else one can ask of a scheduler. Sleepers let their own clock pass and the others run.

use super::*;
use crate::errno::{EINVAL, ESRCH};
use crate::library::posix::process::PROCESSORS;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("__mazurka_sleep", describe_sleep, sleep)
        .may_be_noop()
        .tells_in_order()
        .interruptible(INTERRUPTED_ERROR, false),
    Native::visible("__mazurka_sleep_until", describe_sleep, sleep_until)
        .keeps_no_pointer()
        .takes_deadline(0)
        .may_be_noop()
        .tells_in_order()
        .interruptible(INTERRUPTED_ERROR, false),
    Native::visible("sched_yield", describe_yield, |_, _, _| Ok(Return::int(0))).only_yields(),
    Native::visible("pthread_yield", describe_yield, |_, _, _| Ok(Return::int(0))).only_yields(),
    Native::visible("thrd_yield", describe_yield, |_, _, _| Ok(Return::Void)).only_yields(),
    Native::local("sched_get_priority_min", |_, args| Ok(Return::int(real_time(args) as i32))),
    Native::local("sched_get_priority_max", |_, args| Ok(Return::int(if real_time(args) { 99 } else { 0 }))),
    Native::local("sched_getscheduler", |_, _| Ok(Return::int(0))),
    Native::local("sched_setscheduler", |_, _| Ok(Return::int(0))),
    Native::local("sched_setparam", |_, _| Ok(Return::int(0))),
    Native::local("sched_setaffinity", |_, _| Ok(Return::int(0))),
    Native::local("sched_getaffinity", get_affinity),
    Native::local("sched_getcpu", |_, _| Ok(Return::int(0))),
    Native::local("pthread_setschedparam", known_thread),
    Native::local("pthread_setschedprio", known_thread),
    Native::local("pthread_getschedparam", get_scheduling),
    Native::local("pthread_setaffinity_np", known_thread),
    Native::local("pthread_getaffinity_np", get_affinity),
    Native::local("pthread_setconcurrency", |_, _| Ok(Return::int(0))),
    Native::local("pthread_getconcurrency", |_, _| Ok(Return::int(0))),
    Native::local("pthread_getcpuclockid", get_cpu_clock),
    Native::local("pthread_atfork", |_, _| Ok(Return::int(0))),
];

fn describe_sleep(view: &View, _: &Args) -> Result<Intent, Stop> {
    let intent = match view.program.cancels_threads {
        // It looks whether it is cancelled, also where it is not.
        true => cancel::intent(view),
        false => Intent::ready(Operation::Local),
    };
    Ok(Intent { urgency: Urgency::of_timeout(!cancel::due(view)), ..intent })
}

/// `int __mazurka_sleep(uint64_t nanoseconds)`.
fn sleep(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if cancel::due(&context.view()) {
        return Ok(Return::int(cancel::CANCELLED));
    }
    clock::pass(context, args.word(0));
    Ok(Return::int(0))
}

/// `int __mazurka_sleep_until(const struct timespec *)`.
fn sleep_until(context: &mut Context, args: &Args, _: Choice) -> Result<Return, Stop> {
    if cancel::due(&context.view()) {
        return Ok(Return::int(cancel::CANCELLED));
    }
    Ok(Return::int(if clock::pass_until(context, args.word(0))? { 0 } else { EINVAL }))
}

/// `SCHED_FIFO` and `SCHED_RR` have priorities 1 to 99, the others only 0.
fn real_time(args: &Args) -> bool {
    matches!(args.int(0), 1 | 2)
}

fn known_thread(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    Ok(Return::int(if named(&context.view(), args.word(0)).is_some() { 0 } else { ESRCH }))
}

/// `SCHED_OTHER`, priority 0.
fn get_scheduling(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    store(context, args.word(1), 0)?;
    store(context, args.word(2), 0)?;
    known_thread(context, args)
}

/// All of the machine's processors.
fn get_affinity(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let (size, set) = (args.word(1), args.word(2));
    if size == 0 {
        return Ok(Return::int(EINVAL));
    }
    context.memory().fill(set, 0, size)?;
    context.memory().store::<1>(set, (1 << PROCESSORS) - 1)?;
    Ok(Return::int(0))
}

/// `CLOCK_THREAD_CPUTIME_ID`.
fn get_cpu_clock(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    store(context, args.word(1), 3)?;
    known_thread(context, args)
}
