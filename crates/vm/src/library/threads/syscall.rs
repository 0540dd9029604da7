//! `syscall`: the few system calls that programs make without a library function in between.

use super::*;
use crate::errno::ENOSYS;
use crate::library::process::PROCESS;

pub(in crate::library) static FAMILY: &[Native] = &[
    Native::visible("syscall", describe, run)
        .sees_output()
        .interruptible(INTERRUPTED_LONG, true)
        .depends_on_time()
        .may_be_vain(),
    Native::local("gettid", |context, _| Ok(Return::int(thread_number(context.thread)))),
];

const SCHED_YIELD: u64 = 24;
const GETPID: u64 = 39;
const GETTID: u64 = 186;
const FUTEX: u64 = 202;
const GETRANDOM: u64 = 318;
const MEMBARRIER: u64 = 324;

/// Main's thread has the number of the process, as on Linux.
pub(super) fn thread_number(thread: ThreadId) -> i32 {
    PROCESS + thread.0 as i32
}

fn describe(view: &View, args: &Args) -> Result<Intent, Stop> {
    match args.word(0) {
        FUTEX => futex::describe(view, args),
        SCHED_YIELD => Ok(Intent::ready(Operation::Local)),
        _ => Ok(Intent::invisible()),
    }
}

fn run(context: &mut Context, args: &Args, choice: Choice) -> Result<Return, Stop> {
    match args.word(0) {
        FUTEX => futex::run(context, args, choice),
        SCHED_YIELD => Ok(Return::long(0)),
        GETPID => Ok(Return::long(PROCESS as i64)),
        GETTID => Ok(Return::long(thread_number(context.thread) as i64)),
        GETRANDOM => random_bytes(context, args.word(1), args.word(2)),
        MEMBARRIER => {
            context.set_errno(ENOSYS);
            Ok(Return::long(-1))
        }
        other => Err(Stop::Unsupported(format!("system call {other}"))),
    }
}

/// The same bytes in every run: 1, 2, 3 ….
fn random_bytes(context: &mut Context, buffer: u64, length: u64) -> Result<Return, Stop> {
    let bytes: Vec<u8> = (1..=length.min(256)).map(|byte| byte as u8).collect();
    context.memory().write(buffer, &bytes)?;
    Ok(Return::long(bytes.len() as i64))
}
