//! Texts for error and signal numbers.

use crate::context::{Context, Stop};
use crate::errno;
use crate::library::string::copy::write_truncated;
use crate::library::{Args, Native, Return, hidden};
use crate::memory::Memory;

pub(crate) static FAMILY: &[Native] = &[
    Native::local("strerror", strerror),
    Native::local("strerror_l", strerror),
    Native::local("strerror_r", gnu_strerror_r),
    Native::local("__xpg_strerror_r", posix_strerror_r),
    Native::local("strsignal", strsignal),
];

/// Writes the texts one after the other.
pub(crate) fn set_up(memory: &mut Memory) {
    let texts: Vec<u8> = known_texts().flat_map(|text| text.bytes().chain([0])).collect();
    memory.open(hidden::TEXTS, texts.len() as u64);
    memory.write_raw(hidden::TEXTS, &texts);
}

fn known_texts() -> impl Iterator<Item = &'static str> {
    errno::MESSAGES.iter().chain(&SIGNALS).copied()
}

/// The address of the known text with this index, or of a text made for an unknown number.
fn address(context: &mut Context, index: Option<usize>, unknown: String) -> Result<Return, Stop> {
    if let Some(index) = index.filter(|&index| known_texts().nth(index).is_some_and(|text| !text.is_empty()))
    {
        let before: usize = known_texts().take(index).map(|text| text.len() + 1).sum();
        return Ok(Return::Word(hidden::TEXTS + before as u64));
    }
    write_truncated(context, hidden::UNKNOWN_TEXT, unknown.as_bytes(), hidden::UNKNOWN_TEXT_SIZE)?;
    Ok(Return::Word(hidden::UNKNOWN_TEXT))
}

fn strerror(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let index = usize::try_from(args.int(0)).ok().filter(|&index| index < errno::MESSAGES.len());
    address(context, index, errno::message(args.int(0)))
}

/// GNU's version returns the text, which need not be in the caller's buffer.
fn gnu_strerror_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    write_truncated(context, args.word(1), errno::message(args.int(0)).as_bytes(), args.word(2))?;
    Ok(Return::Word(args.word(1)))
}

fn posix_strerror_r(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let text = errno::message(args.int(0));
    write_truncated(context, args.word(1), text.as_bytes(), args.word(2))?;
    Ok(Return::int(if (text.len() as u64) < args.word(2) { 0 } else { errno::ERANGE }))
}

/// What `strsignal` says.
pub(crate) fn signal_text(number: i32) -> Option<&'static str> {
    let text = usize::try_from(number).ok().and_then(|index| SIGNALS.get(index));
    text.copied().filter(|text| !text.is_empty())
}

fn strsignal(context: &mut Context, args: &Args) -> Result<Return, Stop> {
    let number = args.int(0);
    let index = usize::try_from(number).ok().filter(|&index| index < SIGNALS.len());
    address(context, index.map(|index| errno::MESSAGES.len() + index), format!("Unknown signal {number}"))
}

/// By number.
static SIGNALS: [&str; 32] = [
    "",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
];
