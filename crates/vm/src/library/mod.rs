//! What programs call and do not define: one table, one file per family.
//!
//! A function is *local* when no other thread can tell when it runs (everything that works on the caller's memory), and
//! *visible* when they can (locks, shared hidden state, files). Functions that call back into the program (`qsort`,
//! `atexit` …) are written in C, in `support/`, on top of a few local and visible ones.

mod args;
mod atomic_calls;
mod checker;
pub mod convert;
pub mod ctype;
pub mod errno;
mod file_objects;
pub mod heap;
pub mod hidden;
pub mod locale;
pub mod math;
pub mod memory;
mod nondet;
pub mod posix;
pub mod process;
pub mod random;
#[cfg(test)]
mod robustness;
pub mod stdio;
pub mod stdlib;
pub mod string;
pub mod support;
#[cfg(test)]
pub mod testing;
pub mod threads;
pub mod time;
pub mod wide;

use std::sync::LazyLock;

use mazurka_machine::{Choice, Operation, ThreadId};
use rustc_hash::FxHashMap;

pub use args::{Args, VarArgs};

use crate::address;
use crate::config::Config;
use crate::context::{Context, Stop, View};

/// A library function of ours.
#[derive(Debug)]
pub struct Native {
    pub name: &'static str,
    pub run: Run,
    /// Notes that it looks at more than its arguments and the end of threads, if it does.
    pub tells_all: bool,
}

#[derive(Debug)]
pub enum Run {
    Local(LocalRun),
    Visible {
        describe: Describe,
        run: VisibleRun,
        /// Every call is a step of its own, which is known without describing it.
        always: bool,
    },
    /// Visible, and what it touches is found out by running it ahead: the start of an atomic block.
    Block(VisibleRun),
}

pub type LocalRun = fn(&mut Context, &Args) -> Result<Return, Stop>;
/// What a function is about to do in this state, with these arguments; changes nothing. The thread's `phase` tells how
/// far a function of several operations has come.
pub type Describe = fn(&View, &Args) -> Result<Intent, Stop>;
pub type VisibleRun = fn(&mut Context, &Args, Choice) -> Result<Return, Stop>;

/// What a visible function is about to do.
#[derive(Clone, Debug)]
pub struct Intent {
    pub operation: Operation,
    /// `false`: it has to wait.
    pub enabled: bool,
    pub choices: u32,
    /// It can go on only by running out of time.
    pub timeout: bool,
    /// This time nobody can tell when it runs: it is no step of its own.
    pub invisible: bool,
    /// What it touches is found out by running it ahead: the operation is [`Operation::Anything`] until then.
    pub unknown: bool,
}

impl Intent {
    pub fn ready(operation: Operation) -> Intent {
        Intent { operation, enabled: true, choices: 1, timeout: false, invisible: false, unknown: false }
    }

    /// What a visible function does when its arguments let nobody see it: printing, for instance.
    pub fn invisible() -> Intent {
        Intent { invisible: true, ..Intent::ready(Operation::Local) }
    }

    /// Several accesses in one go.
    pub fn block() -> Intent {
        Intent { unknown: true, ..Intent::ready(Operation::Anything) }
    }

    pub fn when(enabled: bool, operation: Operation) -> Intent {
        Intent { enabled, ..Intent::ready(operation) }
    }
}

/// The value that a function gives with a choice, where it leaves one open.
pub fn chosen(config: &Config, function: &str, choice: Choice) -> Option<String> {
    let number = || (function == "__mazurka_choose").then(|| choice.to_string());
    nondet::chosen(config, function, choice).or_else(|| heap::chosen(function, choice)).or_else(number)
}

impl Native {
    pub const fn local(name: &'static str, run: LocalRun) -> Native {
        Native { name, run: Run::Local(run), tells_all: false }
    }

    pub const fn visible(name: &'static str, describe: Describe, run: VisibleRun) -> Native {
        Native { name, run: Run::Visible { describe, run, always: false }, tells_all: false }
    }

    /// Visible whatever its arguments are: it is never described as [`Intent::invisible`].
    pub const fn step(name: &'static str, describe: Describe, run: VisibleRun) -> Native {
        Native { name, run: Run::Visible { describe, run, always: true }, tells_all: false }
    }

    pub const fn telling_all(self) -> Native {
        Native { tells_all: true, ..self }
    }

    /// Whether every call is a step of its own, whatever its arguments are.
    #[inline]
    pub fn is_always_step(&self) -> bool {
        matches!(self.run, Run::Visible { always: true, .. } | Run::Block(_))
    }

    pub const fn block(name: &'static str, run: VisibleRun) -> Native {
        Native { name, run: Run::Block(run), tells_all: false }
    }
}

/// How a library function ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Return {
    Void,
    /// One register, canonical for the function's return type.
    Word(u64),
    Pair(u64, u64),
    /// Not done: the thread stays at this call and comes back (in another phase, which the function has set).
    Again,
}

impl Return {
    pub fn int(value: i32) -> Return {
        Return::Word(value as u32 as u64)
    }

    pub fn long(value: i64) -> Return {
        Return::Word(value as u64)
    }

    pub fn double(value: f64) -> Return {
        Return::Word(value.to_bits())
    }
}

/// The families: every file has its `FAMILY`. A name must stand in one of them only.
static FAMILIES: &[&[Native]] = &[
    atomic_calls::FAMILY,
    checker::FAMILY,
    convert::functions::FAMILY,
    ctype::FAMILY,
    errno::FAMILY,
    heap::FAMILY,
    locale::FAMILY,
    math::classify::FAMILY,
    math::double::FAMILY,
    math::environment::FAMILY,
    math::float::FAMILY,
    math::special::FAMILY,
    memory::FAMILY,
    nondet::FAMILY,
    posix::descriptors::FAMILY,
    posix::directories::FAMILY,
    posix::mappings::FAMILY,
    posix::names::FAMILY,
    posix::process::FAMILY,
    posix::signals::FAMILY,
    posix::status::FAMILY,
    process::FAMILY,
    random::FAMILY,
    stdio::block::FAMILY,
    stdio::character::FAMILY,
    stdio::memory_streams::FAMILY,
    stdio::open::FAMILY,
    stdio::position::FAMILY,
    stdio::printf::FAMILY,
    stdio::scanf::FAMILY,
    stdlib::FAMILY,
    string::compare::FAMILY,
    string::copy::FAMILY,
    string::message::FAMILY,
    string::search::FAMILY,
    string::token::FAMILY,
    threads::attributes::FAMILY,
    threads::barrier::FAMILY,
    threads::cancel::FAMILY,
    threads::clock::FAMILY,
    threads::condvar::FAMILY,
    threads::create::FAMILY,
    threads::keys::FAMILY,
    threads::mutex::FAMILY,
    threads::once::FAMILY,
    threads::rwlock::FAMILY,
    threads::semaphore::FAMILY,
    threads::sleep::FAMILY,
    threads::spin::FAMILY,
    threads::syscall::FAMILY,
    time::calendar::FAMILY,
    time::usage::FAMILY,
    wide::characters::FAMILY,
    wide::convert::FAMILY,
    wide::strings::FAMILY,
];

pub fn find(name: &str) -> Option<&'static Native> {
    static INDEX: LazyLock<FxHashMap<&'static str, &'static Native>> =
        LazyLock::new(|| all().map(|native| (native.name, native)).collect());
    INDEX.get(name).copied()
}

fn all() -> impl Iterator<Item = &'static Native> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// Every thread's `errno` is the first of its thread-locals.
pub const ERRNO_OFFSET: u64 = 16;
/// Where the program's thread-locals begin in a thread's block.
pub const THREAD_LOCALS_OFFSET: u64 = 64;

pub fn errno_address(thread: ThreadId) -> u64 {
    address::stack_of(thread) + ERRNO_OFFSET
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_stands_in_one_family_only() {
        let mut names: Vec<&str> = all().map(|native| native.name).collect();
        names.sort_unstable();
        let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
        assert!(twice.is_empty(), "defined twice: {twice:?}");
    }

    #[test]
    fn functions_are_found_by_name() {
        for native in all() {
            assert!(find(native.name).is_some_and(|found| std::ptr::eq(found, native)));
        }
        assert!(find("no_such_function").is_none());
    }
}
