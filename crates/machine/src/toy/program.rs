//! Toy programs, and how they print.

use std::fmt;

use super::{REGISTERS, Thing};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// Thread 0 is main.
    pub threads: Vec<Vec<Instruction>>,
    pub variables: usize,
    pub mutexes: usize,
    pub conditions: usize,
    pub semaphores: usize,
    pub rwlocks: usize,
    /// How many threads each barrier waits for.
    pub barriers: Vec<usize>,
    /// The order in which threads arrive at a barrier is observed.
    pub ordered_arrivals: bool,
    /// [`Instruction::Release`] is described as a decrement, which commutes with others.
    pub commuting_releases: bool,
    /// Variables and objects that are not far from all others, and where they begin.
    pub moved: Vec<(Thing, u64)>,
    /// All threads run from the start; otherwise only main does, and `Spawn` starts the others.
    pub all_started: bool,
    /// Values are taken modulo this, if there is one: a program that never ends has finitely many states then.
    pub modulus: Option<i64>,
    /// How many cells every thread's heap has.
    pub cells: usize,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Instruction {
    Read {
        register: usize,
        variable: usize,
    },
    Write {
        variable: usize,
        value: Value,
    },
    /// The old value is not used, so additions commute.
    Add {
        variable: usize,
        value: Value,
    },
    FetchAdd {
        register: usize,
        variable: usize,
        value: Value,
    },
    /// Takes one from a count; the register becomes 1 if that was the last one, and 0 otherwise.
    Release {
        register: usize,
        variable: usize,
    },
    /// The register becomes 1 on success and 0 otherwise.
    CompareAndSwap {
        register: usize,
        variable: usize,
        expected: Value,
        new: Value,
    },
    Lock {
        mutex: usize,
    },
    TryLock {
        register: usize,
        mutex: usize,
    },
    Unlock {
        mutex: usize,
    },
    Wait {
        condition: usize,
        mutex: usize,
    },
    Signal {
        condition: usize,
    },
    Broadcast {
        condition: usize,
    },
    Post {
        semaphore: usize,
    },
    Acquire {
        semaphore: usize,
    },
    ReadLock {
        rwlock: usize,
    },
    ReadUnlock {
        rwlock: usize,
    },
    WriteLock {
        rwlock: usize,
    },
    WriteUnlock {
        rwlock: usize,
    },
    /// Two operations: arriving, and going on once all have arrived.
    Meet {
        barrier: usize,
    },
    /// Waits until all of these variables have these values, looking at one after the other, and starting again at the
    /// first that has not.
    Spin {
        conditions: Vec<(usize, Value)>,
    },
    /// Repeats a compare-and-swap until it succeeds.
    SpinSwap {
        variable: usize,
        expected: Value,
        new: Value,
    },
    /// Repeats writing a 1 until there was something else before.
    SpinSet {
        variable: usize,
    },
    /// Exchanges two variables in an atomic block. What it touches is told beforehand, or not.
    Exchange {
        variables: [usize; 2],
        told: bool,
    },
    /// Writes in an atomic block if the condition is not zero. What it touches depends on that.
    WriteIf {
        condition: usize,
        variable: usize,
        value: Value,
    },
    /// Ends the process.
    Exit,
    Spawn {
        thread: usize,
    },
    Join {
        thread: usize,
    },
    Choose {
        register: usize,
        choices: u32,
    },
    /// Writes a 0 or a 1, whichever is chosen.
    WriteAny {
        variable: usize,
    },
    /// Lets others go first.
    Yield,
    Assert {
        register: usize,
        value: Value,
    },
    /// Executions in which it does not hold are none.
    Assume {
        register: usize,
        value: Value,
    },
    /// A bound of the checker's, reached when it does not hold.
    Bound {
        register: usize,
        value: Value,
    },
    /// Plain accesses are not operations: they belong to the one before.
    PlainRead {
        register: usize,
        variable: usize,
    },
    PlainWrite {
        variable: usize,
        value: Value,
    },
    /// A cell of the thread's own heap: the register becomes a pointer to it. No operation either.
    Allocate {
        register: usize,
    },
    /// A plain write, as far as other threads can tell.
    Free {
        pointer: usize,
    },
    /// Plain accesses to a cell.
    ReadAt {
        register: usize,
        pointer: usize,
    },
    WriteAt {
        pointer: usize,
        value: Value,
    },
    Set {
        register: usize,
        value: Value,
    },
    Jump {
        to: usize,
    },
    JumpIfEqual {
        register: usize,
        value: Value,
        to: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Constant(i64),
    Register(usize),
    /// Register plus constant.
    Plus(usize, i64),
}

impl Program {
    /// Whether no more threads meet at a barrier than it is for: then all of them do in every round.
    pub(super) fn meets_in_rounds(&self, barrier: usize) -> bool {
        let meets = |code: &&Vec<Instruction>| code.contains(&Instruction::Meet { barrier });
        !self.ordered_arrivals && self.threads.iter().filter(meets).count() <= self.barriers[barrier]
    }

    pub(super) fn wrap(&self, value: i64) -> i64 {
        self.modulus.map_or(value, |modulus| value.rem_euclid(modulus))
    }
}

impl Value {
    pub(super) fn of(self, registers: &[i64; REGISTERS]) -> i64 {
        match self {
            Value::Constant(value) => value,
            Value::Register(register) => registers[register],
            Value::Plus(register, value) => registers[register].wrapping_add(value),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (thing, start) in &self.moved {
            writeln!(f, "{thing:?} at {start}")?;
        }
        for (index, thread) in self.threads.iter().enumerate() {
            writeln!(f, "thread {index}{}:", if self.all_started || index == 0 { "" } else { " (spawned)" })?;
            for (at, instruction) in thread.iter().enumerate() {
                writeln!(f, "  {at}: {instruction}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Instruction::*;
        match self {
            Read { register, variable } => write!(f, "r{register} = x{variable}"),
            Write { variable, value } => write!(f, "x{variable} = {value}"),
            Add { variable, value } => write!(f, "x{variable} += {value}"),
            FetchAdd { register, variable, value } => {
                write!(f, "r{register} = fetch_add(x{variable}, {value})")
            }
            Release { register, variable } => write!(f, "r{register} = fetch_sub(x{variable}, 1) == 1"),
            CompareAndSwap { register, variable, expected, new } => {
                write!(f, "r{register} = cas(x{variable}, {expected} -> {new})")
            }
            Lock { mutex } => write!(f, "lock m{mutex}"),
            TryLock { register, mutex } => write!(f, "r{register} = trylock m{mutex}"),
            Unlock { mutex } => write!(f, "unlock m{mutex}"),
            Wait { condition, mutex } => write!(f, "wait c{condition} m{mutex}"),
            Signal { condition } => write!(f, "signal c{condition}"),
            Broadcast { condition } => write!(f, "broadcast c{condition}"),
            Post { semaphore } => write!(f, "post s{semaphore}"),
            Acquire { semaphore } => write!(f, "acquire s{semaphore}"),
            ReadLock { rwlock } => write!(f, "rdlock l{rwlock}"),
            ReadUnlock { rwlock } => write!(f, "rdunlock l{rwlock}"),
            WriteLock { rwlock } => write!(f, "wrlock l{rwlock}"),
            WriteUnlock { rwlock } => write!(f, "wrunlock l{rwlock}"),
            Meet { barrier } => write!(f, "meet at b{barrier}"),
            Spin { conditions } => {
                write!(f, "await")?;
                conditions.iter().try_for_each(|(variable, value)| write!(f, " x{variable} == {value}"))
            }
            SpinSwap { variable, expected, new } => {
                write!(f, "await cas(x{variable}, {expected} -> {new})")
            }
            SpinSet { variable } => write!(f, "await swap(x{variable}, 1) != 1"),
            Exchange { variables: [a, b], told } => {
                write!(f, "exchange x{a}, x{b}{}", if *told { "" } else { " (untold)" })
            }
            WriteIf { condition, variable, value } => {
                write!(f, "atomic {{ if x{condition} then x{variable} = {value} }}")
            }
            Exit => write!(f, "exit"),
            Spawn { thread } => write!(f, "spawn {thread}"),
            Join { thread } => write!(f, "join {thread}"),
            WriteAny { variable } => write!(f, "x{variable} = choose(2)"),
            Choose { register, choices } => write!(f, "r{register} = choose({choices})"),
            Yield => write!(f, "yield"),
            Assert { register, value } => write!(f, "assert r{register} == {value}"),
            Assume { register, value } => write!(f, "assume r{register} == {value}"),
            Bound { register, value } => write!(f, "bound r{register} == {value}"),
            PlainRead { register, variable } => write!(f, "r{register} = x{variable} (plain)"),
            PlainWrite { variable, value } => write!(f, "x{variable} = {value} (plain)"),
            Allocate { register } => write!(f, "r{register} = allocate"),
            Free { pointer } => write!(f, "free r{pointer}"),
            ReadAt { register, pointer } => write!(f, "r{register} = *r{pointer} (plain)"),
            WriteAt { pointer, value } => write!(f, "*r{pointer} = {value} (plain)"),
            Set { register, value } => write!(f, "r{register} = {value}"),
            Jump { to } => write!(f, "goto {to}"),
            JumpIfEqual { register, value, to } => write!(f, "if r{register} == {value} goto {to}"),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Constant(value) => write!(f, "{value}"),
            Value::Register(register) => write!(f, "r{register}"),
            Value::Plus(register, value) => write!(f, "r{register} + {value}"),
        }
    }
}
