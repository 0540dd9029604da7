//! The library's own memory: tables that programs read, and hidden state.
//!
//! State is in memory rather than in Rust values, so that undo and fingerprint cover it.

use mazurka_machine::{Object, ObjectKind, Operation, Verb};

use super::Intent;
use crate::address::LIBRARY;
use crate::memory::Memory;

/// What `__ctype_b_loc` and related functions return: pointers to the tables' middle.
pub(crate) const CTYPE_POINTERS: u64 = LIBRARY + 0x200;
/// The tables themselves.
pub(crate) const CTYPE_TABLES: u64 = LIBRARY + 0x240;

/// Results that functions keep in static memory of theirs.
const RESULTS: u64 = LIBRARY + 0x1400;
const RESULTS_SIZE: u64 = 0x200;
/// `gmtime`, `localtime`
pub(crate) const TM_RESULT: u64 = RESULTS;
/// `asctime`, `ctime`
pub(crate) const ASCTIME_RESULT: u64 = RESULTS + 0x40;
pub(crate) const LOCALECONV_RESULT: u64 = RESULTS + 0x80;
pub(crate) const UNKNOWN_TEXT: u64 = RESULTS + 0x100;
pub(crate) const UNKNOWN_TEXT_SIZE: u64 = 0x40;
pub(crate) const SEED48_RESULT: u64 = RESULTS + 0x140;
/// `"C"`, `"GMT"`, `"."` and an empty string.
pub(crate) const NAME_C: u64 = RESULTS + 0x180;
pub(crate) const NAME_GMT: u64 = RESULTS + 0x184;
pub(crate) const NAME_POINT: u64 = RESULTS + 0x188;
pub(crate) const NAME_EMPTY: u64 = RESULTS + 0x18c;
/// glibc's name for ASCII.
pub(crate) const NAME_CODESET: u64 = RESULTS + 0x190;

/// Texts of `strerror` and `strsignal`.
pub(crate) const TEXTS: u64 = LIBRARY + 0x1800;

/// State that no pointer of the program leads to.
pub(crate) const RANDOM: u64 = LIBRARY + 0x3000;
pub(crate) const DRAND48: u64 = LIBRARY + 0x3100;
pub(crate) const STRTOK: u64 = LIBRARY + 0x3140;
pub(crate) const SIGNALS: u64 = LIBRARY + 0x3200;

/// `FILE`s of the standard streams. The support code's `stdin`, `stdout` and `stderr` point here, so these are part of
/// the interface to it.
pub(crate) const STDIN: u64 = LIBRARY + 0x3500;
pub(crate) const STDOUT: u64 = LIBRARY + 0x3600;
pub(crate) const STDERR: u64 = LIBRARY + 0x3700;

/// For every signal: its mask and flags; where it came from, while it waits.
pub(crate) const SIGNAL_ACTIONS: u64 = LIBRARY + 0x3800;
pub(crate) const SIGNAL_ORIGINS: u64 = LIBRARY + 0x3c10;

/// Signals of the queued kind that wait.
pub(crate) const SIGNAL_QUEUE: u64 = LIBRARY + 0x4100;
pub(crate) const SIGNAL_QUEUE_SIZE: u64 = 0x700;

/// Everything from here on is free for the machine: arguments and environment.
pub(crate) const END: u64 = LIBRARY + 0x4800;

/// Addresses that identify objects without memory: no thread can read or write here.
pub(crate) const FILE_SYSTEM: u64 = LIBRARY + 0x8000_0000;
pub(crate) const THREADS: u64 = LIBRARY + 0x7000_0000;
pub(crate) const WAKE_UPS: u64 = LIBRARY + 0x7800_0000;

pub(crate) const fn object(start: u64, length: u64) -> Object {
    ObjectKind::Hidden.at(start, length)
}

/// A visible function that changes hidden state, and never waits.
pub(crate) fn change(start: u64, length: u64) -> Intent {
    Intent::ready(Operation::Sync(Verb::Change, object(start, length)))
}

/// Writes the initial contents, once, before the program starts.
pub(crate) fn set_up(memory: &mut Memory) {
    memory.open(RESULTS, RESULTS_SIZE);
    for (address, name) in
        [(NAME_C, "C"), (NAME_GMT, "GMT"), (NAME_POINT, "."), (NAME_CODESET, "ANSI_X3.4-1968")]
    {
        memory.write_raw(address, name.as_bytes());
    }
    super::stdio::set_up(memory);
    super::string::message::set_up(memory);
    super::ctype::set_up(memory);
    super::locale::set_up(memory);
    super::random::set_up(memory);
}

pub(crate) fn word(memory: &Memory, address: u64) -> u64 {
    u64::from_le_bytes(memory.peek_raw(address))
}

pub(crate) fn set_word(memory: &mut Memory, address: u64, value: u64) {
    memory.write_raw(address, &value.to_le_bytes());
}
