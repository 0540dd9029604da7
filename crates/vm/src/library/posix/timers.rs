//! `timerfd`: a timer that a read waits for. It expires on the clock of the thread that waits.

use mazurka_machine::Urgency;

use super::descriptors::NONBLOCK;
use super::{int_or_errno, zero_or_errno};
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::files::Errno;
use crate::files::events::Timer;
use crate::library::file_objects::{changes_everything, inspects_first, reads, uses_first};
use crate::library::threads::clock::{self, SECOND, START_OF_TIME};
use crate::library::{Args, Intent, Native, Return};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("timerfd_create", changes_everything, create).reads_clock(),
    Native::visible("timerfd_settime", uses_first, set).reads_clock(),
    Native::visible("timerfd_gettime", inspects_first, get).reads_clock(),
];

fn create(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let thread = context.thread;
    let result = context.state.files.make_timer(thread, args.int(1) & NONBLOCK != 0);
    int_or_errno(context, result)
}

/// `struct itimerspec`: interval and time to the first expiration, which is 0 where the timer is not armed.
fn store(context: &mut Context, to: u64, timer: Timer) -> Result<(), Stop> {
    let now = context.this().state.clock;
    let left = timer.deadline.map_or(0, |deadline| deadline.saturating_sub(now).max(1));
    for (at, time) in [(to, timer.interval), (to.wrapping_add(16), left)] {
        context.memory().store::<8>(at, time / SECOND)?;
        context.memory().store::<8>(at.wrapping_add(8), time % SECOND)?;
    }
    Ok(())
}

fn set(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const ABSOLUTE: i32 = 1;
    let old = match context.state.files.timer(args.int(0)) {
        Ok(timer) => timer,
        Err(errno) => return zero_or_errno(context, Err(errno)),
    };
    let times = [args.word(2), args.word(2).wrapping_add(16)];
    let memory = &context.state.memory;
    let [Some(interval), Some(first)] =
        [clock::timespec(memory, times[0])?, clock::timespec(memory, times[1])?]
    else {
        return zero_or_errno(context, Err(errno::EINVAL));
    };
    let deadline = match first {
        0 => None,
        // On the real-time clock or on one that started at zero.
        time if args.int(1) & ABSOLUTE != 0 && time >= START_OF_TIME / 2 => {
            Some(time.saturating_sub(START_OF_TIME))
        }
        time if args.int(1) & ABSOLUTE != 0 => Some(time),
        time => Some(context.this().state.clock.saturating_add(time)),
    };
    if args.word(3) != 0 {
        store(context, args.word(3), old)?;
    }
    let result = context.state.files.set_timer(args.int(0), Timer { deadline, interval });
    zero_or_errno(context, result)
}

fn get(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    match context.state.files.timer(args.int(0)) {
        Ok(timer) => {
            store(context, args.word(1), timer)?;
            Ok(Return::int(0))
        }
        Err(errno) => zero_or_errno(context, Err(errno)),
    }
}

/// Reading a timer waits until it expires, which it does by itself. `None`: it is not a timer.
pub(super) fn read_intent(view: &View, fd: i32) -> Option<Intent> {
    let files = &view.state.files;
    let timer = files.timer(fd).ok()?;
    let expired = timer.deadline.is_some_and(|deadline| deadline <= view.this().state.clock);
    let waits = !expired && !files.is_nonblocking(fd);
    let enabled = !waits || timer.deadline.is_some();
    let intent = reads(files, fd);
    Some(Intent { enabled, urgency: Urgency::of_timeout(waits), ..intent })
}

/// How often it has expired. `None`: it is not a timer.
pub(super) fn read(context: &mut Context, fd: i32, count: u64) -> Option<Result<Vec<u8>, Errno>> {
    let timer = context.state.files.timer(fd).ok()?;
    Some(expire(context, fd, timer, count))
}

fn expire(context: &mut Context, fd: i32, timer: Timer, count: u64) -> Result<Vec<u8>, Errno> {
    if count < 8 {
        return Err(errno::EINVAL);
    }
    let deadline = timer.deadline.ok_or(errno::EAGAIN)?;
    if !context.state.files.is_nonblocking(fd) {
        clock::pass_to(context, deadline);
    }
    let late = context.this().state.clock.checked_sub(deadline).ok_or(errno::EAGAIN)?;
    let times = match timer.interval {
        0 => 1,
        interval => 1 + late / interval,
    };
    let next = (timer.interval > 0).then(|| deadline.saturating_add(times.saturating_mul(timer.interval)));
    context.state.files.set_timer(fd, Timer { deadline: next, ..timer })?;
    Ok(times.to_le_bytes().to_vec())
}
