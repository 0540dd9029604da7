//! Waiting for several descriptors at once (`poll`, `select`, `epoll`), and counters that one can wait for (`eventfd`).
//!
//! They look at many files, so they are ordered with everything that happens to files; they wait until something is ready.
//!
//! Without descriptors, `poll` and `select` only sleep: the operation is local to the thread. Where the text shows that there are none
//! (`poll(NULL, 0, 10)`: `lower::sleeps`), the call is one of a function that does nothing else, so that loops around it may wait.

use mazurka_machine::{Operation, Urgency, Verb};

use super::descriptors::NONBLOCK;
use super::signals::{INTERRUPTED, masked};
use super::{int_or_errno, zero_or_errno};
use crate::context::{Context, Stop, View};
use crate::errno;
use crate::files::events::{Change, ready};
use crate::library::file_objects::{FILE_SYSTEM, changes_everything, waits_for_files};
use crate::library::threads::clock;
use crate::library::{Args, Describe, Intent, Native, Return, VisibleRun};

pub(crate) static FAMILY: &[Native] = &[
    Native::visible("poll", describe_poll, poll).keeps_no_pointer().interruptible(INTERRUPTED, false),
    Native::visible("__poll_chk", describe_poll, poll).keeps_no_pointer().interruptible(INTERRUPTED, false),
    Native::visible("ppoll", describe_ppoll, ppoll)
        .keeps_no_pointer()
        .interruptible(INTERRUPTED, false)
        .masks_signals()
        .sends_signals(),
    Native::visible("select", describe_select, select).keeps_no_pointer().interruptible(INTERRUPTED, false),
    Native::visible("pselect", describe_pselect, pselect)
        .keeps_no_pointer()
        .interruptible(INTERRUPTED, false)
        .masks_signals()
        .sends_signals(),
    Native::visible("eventfd", changes_everything, eventfd),
    Native::visible("epoll_create", changes_everything, epoll_create),
    Native::visible("epoll_create1", changes_everything, epoll_create),
    Native::visible("epoll_ctl", changes_everything, epoll_ctl),
    Native::visible("epoll_wait", describe_epoll_wait, epoll_wait).interruptible(INTERRUPTED, false),
    Native::visible("epoll_pwait", describe_epoll_pwait, epoll_pwait)
        .interruptible(INTERRUPTED, false)
        .masks_signals()
        .sends_signals(),
    sleep("__mazurka_sleep_in_poll", describe_poll, poll).public_name("poll"),
    sleep("__mazurka_sleep_in_ppoll", describe_ppoll, ppoll).public_name("ppoll"),
    sleep("__mazurka_sleep_in_select", describe_select, select).public_name("select"),
    sleep("__mazurka_sleep_in_pselect", describe_pselect, pselect).public_name("pselect"),
];

/// What is called without descriptors, and without a mask of signals.
const fn sleep(name: &'static str, describe: Describe, run: VisibleRun) -> Native {
    Native::visible(name, describe, run)
        .keeps_no_pointer()
        .may_be_noop()
        .tells_in_order()
        .interruptible(INTERRUPTED, false)
}

const MILLISECOND: u64 = 1_000_000;
const MICROSECOND: u64 = 1_000;

/// How long to wait at most, in nanoseconds; `None`: for ever.
type Patience = Option<u64>;

/// Waiting for one of these: whether something is ready, when the first timer expires, and how long to wait.
struct Waiting {
    /// There is nothing to wait for: it sleeps.
    is_empty: bool,
    ready: bool,
    deadline: Option<u64>,
    patience: Patience,
}

impl Waiting {
    fn intent(&self, verb: Verb) -> Intent {
        let Waiting { is_empty, ready, deadline, patience } = *self;
        let (timed, has_timer) = (patience.is_some(), deadline.is_some());
        if !timed {
            let intent = waits_for_files(ready || has_timer);
            return Intent { urgency: Urgency::of_timeout(!ready && has_timer), ..intent };
        }
        let urgency = Urgency::of_timeout(!ready && patience != Some(0));
        let operation = if is_empty { Operation::Local } else { Operation::Sync(verb, FILE_SYSTEM) };
        Intent { urgency, ..Intent::ready(operation) }
    }

    /// Lets time pass where nothing is ready: until the first timer expires, or patience ends.
    fn pass(&self, context: &mut Context) {
        if self.ready {
            return;
        }
        let now = context.this().state.clock;
        let end = self.patience.map(|patience| now.saturating_add(patience));
        if let Some(time) = [end, self.deadline].into_iter().flatten().min() {
            clock::pass_to(context, time);
        }
    }
}

/// The next time at which one of these descriptors, which wait for input, is ready by itself.
fn next_deadline(view: &View, descriptors: impl Iterator<Item = i32>) -> Option<u64> {
    let files = &view.state.files;
    let deadline = |fd| match files.timer(fd) {
        Ok(timer) => timer.deadline,
        Err(_) => files.next_deadline(fd),
    };
    descriptors.filter_map(deadline).min()
}

fn readiness(view: &View, fd: i32) -> u32 {
    view.state.files.readiness(fd, view.this().state.clock)
}

/// An entry of `poll`: its address, descriptor and the events that are ready now.
type Polled = (u64, i32, u32);

/// `struct pollfd`: descriptor, events, returned events.
fn polled(view: &View, array: u64, count: u64) -> Result<Vec<Polled>, Stop> {
    const ALWAYS: u32 = ready::ERROR | ready::HANG_UP | ready::INVALID;
    let memory = &view.state.memory;
    let mut entries = Vec::new();
    for index in 0..count.min(1024) {
        let entry = array.wrapping_add(8 * index);
        let fd = memory.peek_sized(entry, 4)? as i32;
        let wanted = memory.peek_sized(entry.wrapping_add(4), 2)? as u32;
        entries.push((entry, fd, if fd < 0 { 0 } else { readiness(view, fd) & (wanted | ALWAYS) }));
    }
    Ok(entries)
}

fn waiting_in_poll(view: &View, args: &Args, patience: Patience) -> Result<(Waiting, Vec<Polled>), Stop> {
    let entries = polled(view, args.word(0), args.word(1))?;
    let ready = entries.iter().any(|(_, _, events)| *events != 0);
    let deadline = next_deadline(view, entries.iter().map(|(_, fd, _)| *fd));
    Ok((Waiting { is_empty: entries.is_empty(), ready, deadline, patience }, entries))
}

fn run_poll(context: &mut Context, args: &Args, patience: Patience) -> Result<Return, Stop> {
    let (waiting, _) = waiting_in_poll(&context.view(), args, patience)?;
    waiting.pass(context);
    let entries = polled(&context.view(), args.word(0), args.word(1))?;
    for (entry, _, events) in &entries {
        context.memory().store::<2>(entry.wrapping_add(6), *events as u64)?;
    }
    Ok(Return::int(entries.iter().filter(|(_, _, events)| *events != 0).count() as i32))
}

/// A negative number of milliseconds is for ever.
fn milliseconds(count: i32) -> Patience {
    u64::try_from(count).ok().map(|count| count * MILLISECOND)
}

/// A null pointer is for ever.
fn timespec(view: &View, address: u64) -> Result<Patience, Stop> {
    Ok(if address == 0 { None } else { clock::timespec(&view.state.memory, address)?.or(Some(0)) })
}

fn timeval(view: &View, address: u64) -> Result<Patience, Stop> {
    if address == 0 {
        return Ok(None);
    }
    let seconds = view.state.memory.peek_sized(address, 8)?;
    let microseconds = view.state.memory.peek_sized(address.wrapping_add(8), 8)?;
    let time = seconds.saturating_mul(clock::SECOND).saturating_add(microseconds.saturating_mul(MICROSECOND));
    Ok(Some(time))
}

fn describe_poll(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(waiting_in_poll(view, args, milliseconds(args.int(2)))?.0.intent(Verb::Inspect))
}

fn poll(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    run_poll(context, args, milliseconds(args.int(2)))
}

fn describe_ppoll(view: &View, args: &Args) -> Result<Intent, Stop> {
    let patience = timespec(view, args.word(2))?;
    let waiting = waiting_in_poll(view, args, patience)?.0;
    Ok(masked::describe(view, args.word(3), waiting.ready, waiting.intent(Verb::Inspect)))
}

fn ppoll(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let patience = timespec(&context.view(), args.word(2))?;
    masked::run(context, args.word(3), |context| run_poll(context, args, patience))
}

/// What the three sets of `select` ask for.
const SELECTED: [u32; 3] =
    [ready::IN | ready::HANG_UP | ready::ERROR, ready::OUT | ready::ERROR, 0x2 /* urgent data */];
/// `FD_SETSIZE`
const MOST_SELECTED: i32 = 1024;

/// A member of a set of `select`: which set, descriptor, whether it is ready.
type Selected = (usize, i32, bool);

/// The members of the three sets. `None`: one is not open.
fn selected(view: &View, args: &Args) -> Result<Option<Vec<Selected>>, Stop> {
    let memory = &view.state.memory;
    let mut members = Vec::new();
    for (set, events) in SELECTED.into_iter().enumerate() {
        let address = args.word(1 + set);
        for fd in (0..args.int(0).clamp(0, MOST_SELECTED)).filter(|_| address != 0) {
            let word = memory.peek_sized(address.wrapping_add(fd as u64 / 64 * 8), 8)?;
            if word >> (fd % 64) & 1 != 0 {
                let now = readiness(view, fd);
                if now & ready::INVALID != 0 {
                    return Ok(None);
                }
                members.push((set, fd, now & events != 0));
            }
        }
    }
    Ok(Some(members))
}

fn waiting_in_select(view: &View, args: &Args, patience: Patience) -> Result<Waiting, Stop> {
    let Some(members) = selected(view, args)? else {
        return Ok(Waiting { is_empty: false, ready: true, deadline: None, patience });
    };
    let ready = members.iter().any(|(_, _, ready)| *ready);
    let inputs = members.iter().filter(|(set, _, _)| *set == 0).map(|(_, fd, _)| *fd);
    let (is_empty, deadline) = (members.is_empty(), next_deadline(view, inputs));
    Ok(Waiting { is_empty, ready, deadline, patience })
}

fn run_select(context: &mut Context, args: &Args, patience: Patience) -> Result<Return, Stop> {
    waiting_in_select(&context.view(), args, patience)?.pass(context);
    let Some(members) = selected(&context.view(), args)? else {
        return int_or_errno(context, Err(errno::EBADF));
    };
    for set in 0..SELECTED.len() {
        let address = args.word(1 + set);
        for word in (0..args.int(0).clamp(0, MOST_SELECTED) as u64).step_by(64).filter(|_| address != 0) {
            let ready =
                members.iter().filter(|(of, fd, ready)| *of == set && *ready && *fd as u64 / 64 == word / 64);
            let bits = ready.fold(0, |bits, (_, fd, _)| bits | 1u64 << (fd % 64));
            context.memory().store::<8>(address.wrapping_add(word / 8), bits)?;
        }
    }
    Ok(Return::int(members.iter().filter(|(_, _, ready)| *ready).count() as i32))
}

fn describe_select(view: &View, args: &Args) -> Result<Intent, Stop> {
    Ok(waiting_in_select(view, args, timeval(view, args.word(4))?)?.intent(Verb::Inspect))
}

fn select(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let patience = timeval(&context.view(), args.word(4))?;
    run_select(context, args, patience)
}

fn describe_pselect(view: &View, args: &Args) -> Result<Intent, Stop> {
    let waiting = waiting_in_select(view, args, timespec(view, args.word(4))?)?;
    Ok(masked::describe(view, args.word(5), waiting.ready, waiting.intent(Verb::Inspect)))
}

fn pselect(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let patience = timespec(&context.view(), args.word(4))?;
    masked::run(context, args.word(5), |context| run_select(context, args, patience))
}

/// `int eventfd(unsigned value, int flags)`; `eventfd_read` and `eventfd_write` are C.
fn eventfd(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    const SEMAPHORE: i32 = 1;
    let (thread, flags) = (context.thread, args.int(1));
    let files = &mut context.state.files;
    let result =
        files.counter(thread, args.word(0) as u32 as u64, flags & SEMAPHORE != 0, flags & NONBLOCK != 0);
    int_or_errno(context, result)
}

fn epoll_create(context: &mut Context, _: &Args, _: u32) -> Result<Return, Stop> {
    let thread = context.thread;
    let result = context.state.files.make_epoll(thread);
    int_or_errno(context, result)
}

/// `struct epoll_event` is packed: events and data.
fn epoll_ctl(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let change = match args.int(1) {
        1 => Change::Add,
        2 => Change::Remove,
        3 => Change::Modify,
        _ => return zero_or_errno(context, Err(errno::EINVAL)),
    };
    let (mut events, mut data) = (0, 0);
    if change != Change::Remove {
        events = context.memory().load::<4>(args.word(3))? as u32;
        data = context.memory().load::<8>(args.word(3).wrapping_add(4))?;
    }
    let result = context.state.files.watch(args.int(0), change, args.int(2), events, data);
    zero_or_errno(context, result)
}

fn waiting_in_epoll(view: &View, args: &Args) -> Waiting {
    let (files, fd, now) = (&view.state.files, args.int(0), view.this().state.clock);
    let ready = args.int(2) <= 0 || files.due(fd, now).map_or(true, |due| !due.is_empty());
    let (deadline, patience) = (files.next_deadline(fd), milliseconds(args.int(3)));
    Waiting { is_empty: false, ready, deadline, patience }
}

/// Where reports change what is reported next, two threads that wait are not indifferent to each other.
fn describe_epoll_wait(view: &View, args: &Args) -> Result<Intent, Stop> {
    let verb = if view.state.files.reports_change(args.int(0)) { Verb::Change } else { Verb::Inspect };
    Ok(waiting_in_epoll(view, args).intent(verb))
}

fn describe_epoll_pwait(view: &View, args: &Args) -> Result<Intent, Stop> {
    let Waiting { ready, patience, .. } = waiting_in_epoll(view, args);
    // Linux does not look for signals where it does not wait.
    let ready = ready || patience == Some(0);
    Ok(masked::describe(view, args.word(4), ready, describe_epoll_wait(view, args)?))
}

fn epoll_pwait(context: &mut Context, args: &Args, choice: u32) -> Result<Return, Stop> {
    masked::run(context, args.word(4), |context| epoll_wait(context, args, choice))
}

fn epoll_wait(context: &mut Context, args: &Args, _: u32) -> Result<Return, Stop> {
    let Ok(most @ 1..) = usize::try_from(args.int(2)) else {
        return int_or_errno(context, Err(errno::EINVAL));
    };
    waiting_in_epoll(&context.view(), args).pass(context);
    let now = context.this().state.clock;
    let due = match context.state.files.report_due(args.int(0), now, most) {
        Ok(due) => due,
        Err(errno) => return int_or_errno(context, Err(errno)),
    };
    for (index, (events, data)) in due.iter().enumerate() {
        let at = args.word(1).wrapping_add(12 * index as u64);
        context.memory().store::<4>(at, *events as u64)?;
        context.memory().store::<8>(at.wrapping_add(4), *data)?;
    }
    Ok(Return::int(due.len() as i32))
}
