//! What analyses ask about functions that the program calls and does not define.

/// The functions that exist without a body.
pub trait Library {
    /// `None`: there is no such function, and a call is an error when it is executed.
    fn effect(&self, name: &str) -> Option<Effect>;

    /// Functions of the program's own text that run although nothing refers to them, besides `main`, constructors and
    /// destructors.
    fn entry_points(&self) -> &[&str];

    /// The function of its own text that runs handlers of signals, which the program has installed: it may run at any time, in any
    /// thread, and calls functions that it finds in the program's memory.
    fn runs_handlers(&self) -> &str;

    /// Whether a function makes a thread run such a handler.
    fn sends_signals(&self, name: &str) -> bool;

    /// Whether, in a program that calls it, functions that lock may return without the lock.
    fn makes_locks_fail(&self, name: &str) -> bool;

    /// Whether the module with this path is the library's own text. It calls no function that it finds in the program's memory: only
    /// what it was given as an argument.
    fn is_own(&self, path: &str) -> bool;
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    pub memory: Memory,
    pub locking: Locking,
    /// It starts a thread that runs its second argument, with those behind it.
    pub spawns: bool,
    /// It accesses nothing through its arguments, although some are pointers.
    pub takes_values: bool,
    pub time: Time,
    /// For its first arguments, how many bytes it accesses where they point to. It keeps no pointer, stores none there, and returns a number.
    /// Empty: it accesses more, or that is not known.
    pub objects: &'static [u64],
    pub result: ThreadResult,
    pub output: Output,
}

/// What a function has to do with the results of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ThreadResult {
    #[default]
    None,
    /// The thread ends, and its first argument is the result.
    Given,
    /// It stores the result where its second argument points to, unless that is null. Its own result is a number.
    Taken,
}

/// What a function has to do with what is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Output {
    #[default]
    None,
    /// It prints to a stream by the format that is this argument, with those behind it, and returns a number that depends on how much it
    /// has printed. It does nothing else.
    Prints(usize),
    /// A program that calls it may read what it has printed, or how much, or change where that goes.
    Sees,
}

/// What a function does with the memory that its arguments point to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Memory {
    /// Anything: it may keep pointers where other threads find them.
    #[default]
    Any,
    /// It keeps no pointer beyond the call, but it may write anything else through its arguments.
    KeepsNothing,
    /// Copies bytes between its arguments, and returns a pointer into one of them or a number.
    Copies,
    /// Returns a new block, or null.
    Allocates,
    /// Returns a new block with the contents of its first argument, which it frees.
    Resizes,
    /// Ends the life of the block at its first argument.
    Frees,
}

/// What a function does with the lock at its first argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Locking {
    /// It has nothing to do with locks.
    #[default]
    None,
    /// When it returns, the thread holds the lock exclusively.
    Locks,
    /// The thread may no longer hold the lock.
    Unlocks,
    /// It works on its arguments as locks, and leaves what the thread holds as it was.
    Keeps,
}

/// What a function has to do with clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Time {
    /// At most it lets time pass.
    #[default]
    None,
    /// It stores what a clock shows where this argument points to. Its result does not depend on that.
    StoresAt(usize),
    /// It returns what a clock shows, and stores it where its first argument points to, unless that is null.
    Returns,
    /// What it does depends on a clock in another way.
    Depends,
    /// It reads a time where this argument points to, and waits until then or not: what it does is the same whichever time that is.
    Deadline(usize),
    /// What it does is the same whatever it is given, and it gives it to nothing else.
    Ignores,
}

impl Time {
    pub fn depends_on_clock(self) -> bool {
        matches!(self, Time::StoresAt(_) | Time::Returns | Time::Depends)
    }
}
