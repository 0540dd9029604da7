//! What programs call and do not define: one table, one file per family.
//!
//! A function is *local* if no other thread observes when it runs (it works on the caller's memory alone), and *visible*
//! otherwise (locks, shared hidden state, files). Functions that call back into the program (`qsort`,
//! `atexit` …) are written in C, in `support/`, on top of a few local and visible ones.

pub(crate) mod analysis;
mod args;
mod atomic_calls;
mod checker;
pub(crate) mod convert;
pub(crate) mod ctype;
mod draws;
pub(crate) mod errno;
pub(crate) mod file_objects;
pub(crate) mod heap;
pub(crate) mod hidden;
pub(crate) mod locale;
pub(crate) mod math;
pub(crate) mod memory;
mod nondet;
pub(crate) mod posix;
pub(crate) mod process;
pub(crate) mod random;
#[cfg(test)]
mod robustness;
pub(crate) mod stdio;
pub(crate) mod stdlib;
pub(crate) mod string;
pub(crate) mod support;
pub(crate) mod symbols;
#[cfg(test)]
pub(crate) mod testing;
pub(crate) mod threads;
pub(crate) mod time;
pub(crate) mod wide;

use std::sync::LazyLock;

use mazurka_analysis::{Effect, Locking, Memory, Output, ThreadResult, Time};
use mazurka_machine::{Choice, Operation, Urgency};
use rustc_hash::FxHashMap;

pub use args::Args;
pub(crate) use args::VarArgs;
pub(crate) use draws::{Draws, Generator, Generators};

use crate::config::Config;
use crate::context::{Context, Stop, View};

/// A library function of ours: a row of a family's table.
#[derive(Debug)]
pub struct Native {
    pub name: &'static str,
    pub run: Run,
    pub facts: Facts,
}

/// What analyses of the whole program and reports ask about a library function. A row states what differs from the default.
#[derive(Debug)]
pub struct Facts {
    /// Its notes cover all that it reads besides its arguments and the end of threads: its steps can be cached.
    pub footprint_is_complete: bool,
    /// All that it does is to make plain accesses, which are noted.
    pub only_accesses_memory: bool,
    /// A visible call may leave everything as it was: a loop around it may be waiting.
    pub may_be_noop: bool,
    /// A visible call may leave nothing behind, but a loop around it does not only wait: it may fall asleep, or what was taken is given back.
    pub may_be_vain: bool,
    /// All that a call does is to let others run.
    pub only_yields: bool,
    /// Its result depends on how much time has passed.
    pub reads_clock: bool,
    pub cancels_threads: bool,
    /// Observes whether a thread has ended, without waiting for it.
    pub polls_for_end: bool,
    /// After it, a function that locks may return without the lock.
    pub makes_locks_fail: bool,
    /// Its result depends on whether a mutex is taken at the moment.
    pub asks_for_mutex: bool,
    /// Sets the calling thread's value of a key, whose destructor then runs at the end of the thread.
    pub sets_thread_specific: bool,
    /// Makes threads take signals, which is an operation of its own.
    pub sends_signals: bool,
    /// Sends SIGPIPE to its own thread where what it writes has no reader, as only a pipe or a socket may have none.
    pub breaks_pipes: bool,
    pub opens_pipes: bool,
    /// Makes its own thread run handlers before it returns.
    pub runs_handlers: bool,
    /// It waits with another mask of signals for that time.
    pub masks_signals: bool,
    /// A handler may run while it waits, and what becomes of it then.
    pub interrupted: Option<Interrupted>,
    /// What other threads learn by it, or it learns from them, happens-before orders: it looks neither at locks that are held nor at
    /// threads that sleep, and wakes none.
    pub tells_in_order: bool,
    /// What it does with the memory and locks that its arguments point to.
    pub effect: Effect,
    /// If it has to do with numbers at random: how.
    pub(crate) draws: Option<Draws>,
    /// The value that a choice selects, if the function returns one of several.
    pub value_of_choice: Option<ValueOfChoice>,
    /// What programs call it, where that is not its name.
    pub public_name: Option<&'static str>,
}

impl Facts {
    const DEFAULT: Facts = Facts {
        footprint_is_complete: false,
        only_accesses_memory: false,
        may_be_noop: false,
        may_be_vain: false,
        only_yields: false,
        reads_clock: false,
        cancels_threads: false,
        polls_for_end: false,
        makes_locks_fail: false,
        asks_for_mutex: false,
        sets_thread_specific: false,
        sends_signals: false,
        breaks_pipes: false,
        opens_pipes: false,
        runs_handlers: false,
        masks_signals: false,
        interrupted: None,
        tells_in_order: false,
        effect: Effect {
            memory: Memory::Any,
            locking: Locking::None,
            spawns: false,
            takes_values: false,
            time: Time::None,
            objects: &[],
            result: ThreadResult::None,
            output: Output::None,
        },
        draws: None,
        value_of_choice: None,
        public_name: None,
    };
}

/// What becomes of a call that waits when a handler of a signal has run.
#[derive(Clone, Copy, Debug)]
pub struct Interrupted {
    /// What it returns, with `errno` set where it reports errors that way.
    pub result: fn(&mut Context) -> Return,
    /// With `SA_RESTART` it waits again instead.
    pub restarts: bool,
}

/// The value that a function returns with a choice, as a report shows it.
pub(crate) type ValueOfChoice = fn(&Config, Choice) -> Option<String>;

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

pub(crate) type LocalRun = fn(&mut Context, &Args) -> Result<Return, Stop>;
/// What a function does next in this state, with these arguments; changes nothing. In a function of several operations,
/// the thread's `phase` is the number of the next one.
pub(crate) type Describe = fn(&View, &Args) -> Result<Intent, Stop>;
pub(crate) type VisibleRun = fn(&mut Context, &Args, Choice) -> Result<Return, Stop>;

/// What a visible function is about to do.
#[derive(Clone, Debug)]
pub struct Intent {
    pub operation: Operation,
    /// `false`: it has to wait.
    pub enabled: bool,
    pub choices: u32,
    /// [`Urgency::Timeout`]: it can continue only by a time-out.
    pub urgency: Urgency,
    /// With these arguments no other thread observes when it runs: it is not a step of its own.
    pub invisible: bool,
    /// What it touches is found out by running it ahead: the operation is [`Operation::Anything`] until then.
    pub unknown: bool,
}

impl Intent {
    pub fn ready(operation: Operation) -> Intent {
        let urgency = Urgency::Normal;
        Intent { operation, enabled: true, choices: 1, urgency, invisible: false, unknown: false }
    }

    /// A visible function that no other thread observes with these arguments: printing, for instance.
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

impl Native {
    const fn new(name: &'static str, run: Run) -> Native {
        Native { name, run, facts: Facts::DEFAULT }
    }

    pub const fn local(name: &'static str, run: LocalRun) -> Native {
        Native::new(name, Run::Local(run))
    }

    /// The same for one that does nothing but access memory.
    pub const fn on_memory(name: &'static str, run: LocalRun) -> Native {
        let mut native = Native::local(name, run);
        native.facts.only_accesses_memory = true;
        native.facts.effect.memory = Memory::Copies;
        native
    }

    pub const fn visible(name: &'static str, describe: Describe, run: VisibleRun) -> Native {
        Native::new(name, Run::Visible { describe, run, always: false })
    }

    /// Visible with any arguments: it is never described as [`Intent::invisible`].
    pub const fn step(name: &'static str, describe: Describe, run: VisibleRun) -> Native {
        Native::new(name, Run::Visible { describe, run, always: true })
    }

    pub const fn block(name: &'static str, run: VisibleRun) -> Native {
        Native::new(name, Run::Block(run))
    }

    pub const fn footprint_is_complete(mut self) -> Native {
        self.facts.footprint_is_complete = true;
        self
    }

    pub const fn may_be_noop(mut self) -> Native {
        self.facts.may_be_noop = true;
        self
    }

    pub const fn may_be_vain(mut self) -> Native {
        self.facts.may_be_vain = true;
        self
    }

    pub const fn only_yields(mut self) -> Native {
        self.facts.only_yields = true;
        self.may_be_noop().tells_in_order()
    }

    pub const fn tells_in_order(mut self) -> Native {
        self.facts.tells_in_order = true;
        self
    }

    pub const fn reads_clock(mut self) -> Native {
        self.facts.reads_clock = true;
        self.time(Time::Depends)
    }

    /// It stores what a clock shows where this argument points to.
    pub const fn stores_time_at(self, argument: usize) -> Native {
        self.reads_clock().time(Time::StoresAt(argument))
    }

    /// It returns what a clock shows, and stores it where its first argument points to.
    pub const fn returns_time(self) -> Native {
        self.reads_clock().time(Time::Returns)
    }

    /// It waits until the time at this argument, or gives up.
    pub const fn takes_deadline(self, argument: usize) -> Native {
        self.time(Time::Deadline(argument))
    }

    /// Where clocks show nothing, it may still do one thing or the other, depending on how much time has passed.
    pub const fn depends_on_time(self) -> Native {
        self.time(Time::Depends)
    }

    const fn time(mut self, time: Time) -> Native {
        self.facts.effect.time = time;
        self
    }

    pub const fn cancels_threads(mut self) -> Native {
        self.facts.cancels_threads = true;
        self
    }

    pub const fn polls_for_end(mut self) -> Native {
        self.facts.polls_for_end = true;
        self
    }

    pub const fn makes_locks_fail(mut self) -> Native {
        self.facts.makes_locks_fail = true;
        self
    }

    pub const fn asks_for_mutex(mut self) -> Native {
        self.facts.asks_for_mutex = true;
        self
    }

    pub const fn sets_thread_specific(mut self) -> Native {
        self.facts.sets_thread_specific = true;
        self
    }

    pub const fn sends_signals(mut self) -> Native {
        self.facts.sends_signals = true;
        self
    }

    pub const fn breaks_pipes(mut self) -> Native {
        self.facts.breaks_pipes = true;
        self
    }

    pub const fn opens_pipes(mut self) -> Native {
        self.facts.opens_pipes = true;
        self
    }

    pub const fn runs_handlers(mut self) -> Native {
        self.facts.runs_handlers = true;
        self
    }

    pub const fn masks_signals(mut self) -> Native {
        self.facts.masks_signals = true;
        self
    }

    pub const fn interruptible(mut self, result: fn(&mut Context) -> Return, restarts: bool) -> Native {
        self.facts.interrupted = Some(Interrupted { result, restarts });
        self
    }

    const fn memory(mut self, memory: Memory) -> Native {
        self.facts.effect.memory = memory;
        self
    }

    pub const fn allocates(self) -> Native {
        self.memory(Memory::Allocates)
    }

    pub const fn resizes(self) -> Native {
        self.memory(Memory::Resizes)
    }

    pub const fn frees(self) -> Native {
        self.memory(Memory::Frees)
    }

    /// What it is given may be found by other threads afterwards, which is the default.
    pub const fn keeps_pointers(self) -> Native {
        self.memory(Memory::Any)
    }

    /// No pointer that it is given, or finds where one points to, is kept beyond the call.
    pub const fn keeps_no_pointer(self) -> Native {
        self.memory(Memory::KeepsNothing)
    }

    const fn locking(mut self, locking: Locking) -> Native {
        self.facts.effect.locking = locking;
        self.keeps_no_pointer()
    }

    /// The caller holds the lock at the first argument when it returns, exclusively.
    pub const fn locks(self) -> Native {
        self.locking(Locking::Locks)
    }

    /// The caller may no longer hold it.
    pub const fn unlocks(self) -> Native {
        self.locking(Locking::Unlocks)
    }

    /// A function on locks that never ends with fewer locks held.
    pub const fn keeps_locks(self) -> Native {
        self.locking(Locking::Keeps)
    }

    pub const fn spawns(mut self) -> Native {
        self.facts.effect.spawns = true;
        self
    }

    /// It accesses nothing through its arguments, although some are pointers.
    pub const fn takes_values(mut self) -> Native {
        self.facts.effect.takes_values = true;
        self
    }

    pub(crate) const fn draws(mut self, draws: Draws) -> Native {
        self.facts.draws = Some(draws);
        self
    }

    /// All that it does with its first arguments is to access this many bytes where each points to, none of them pointers.
    pub const fn objects(mut self, sizes: &'static [u64]) -> Native {
        self.facts.effect.objects = sizes;
        self
    }

    /// It ends its thread with its first argument as the result.
    pub const fn gives_result(mut self) -> Native {
        self.facts.effect.result = ThreadResult::Given;
        self
    }

    /// It stores the result of a thread at its second argument.
    pub const fn takes_result(mut self) -> Native {
        self.facts.effect.result = ThreadResult::Taken;
        self
    }

    /// It prints by the format that is this argument.
    pub const fn prints(mut self, format: usize) -> Native {
        self.facts.effect.output = Output::Prints(format);
        self
    }

    /// A program may see by it what it has printed, or have it printed elsewhere.
    pub const fn sees_output(mut self) -> Native {
        self.facts.effect.output = Output::Sees;
        self
    }

    pub const fn value_of_choice(mut self, value: ValueOfChoice) -> Native {
        self.facts.value_of_choice = Some(value);
        self
    }

    pub const fn public_name(mut self, name: &'static str) -> Native {
        self.facts.public_name = Some(name);
        self
    }

    /// Whether every call is a step of its own, with any arguments.
    #[inline]
    pub fn is_always_step(&self) -> bool {
        matches!(self.run, Run::Visible { always: true, .. } | Run::Block(_))
    }

    /// Whether threads may learn something by it that happens-before does not order.
    pub fn may_inform_without_order(&self) -> bool {
        let is_visible = matches!(self.run, Run::Visible { .. } | Run::Block(_));
        let is_lock = matches!(self.facts.effect.locking, Locking::Locks | Locking::Unlocks);
        is_visible && !is_lock && !self.facts.tells_in_order
    }

    /// Whether no call leaves everything as it was.
    pub fn always_changes(&self) -> bool {
        matches!(self.run, Run::Visible { .. } | Run::Block(_)) && !self.facts.may_be_noop
    }
}

/// How a library function ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Return {
    Void,
    /// One register, canonical for the function's return type.
    Word(u64),
    Pair(u64, u64),
    /// One register. Signals that the thread does not block are taken before it continues.
    Deliver(u64),
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

/// The families: every file has its `FAMILY`. Each name is in one of them only.
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
    math::extended::FAMILY,
    math::float::FAMILY,
    math::special::FAMILY,
    memory::FAMILY,
    nondet::FAMILY,
    posix::backtrace::FAMILY,
    posix::descriptors::FAMILY,
    posix::directories::FAMILY,
    posix::events::FAMILY,
    posix::mappings::FAMILY,
    posix::names::FAMILY,
    posix::process::FAMILY,
    posix::signals::FAMILY,
    posix::sockets::FAMILY,
    posix::status::FAMILY,
    posix::timers::FAMILY,
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
    threads::ceiling::FAMILY,
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

pub(crate) fn find(name: &str) -> Option<&'static Native> {
    static INDEX: LazyLock<FxHashMap<&'static str, &'static Native>> =
        LazyLock::new(|| all().map(|native| (native.name, native)).collect());
    INDEX.get(name).copied()
}

fn all() -> impl Iterator<Item = &'static Native> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_one_family_only() {
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
