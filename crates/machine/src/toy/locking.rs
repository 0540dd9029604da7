//! Random toy programs whose threads protect most of what they share by locks: they have long transactions, of which some come
//! to no end.

use super::REGISTERS;
use super::program::{Instruction, Program, Value};
use super::random::Random;

/// The first variables are protected by the lock with their number, the last one by none.
const PROTECTED: usize = 2;
const UNPROTECTED: usize = PROTECTED;
/// Lock 0 and 1 are mutexes, 1 perhaps a rwlock.
const MUTEXES: usize = 2;

/// Critical sections, nested ones among them, with accesses that are plain, or else operations; now and then an access without
/// its lock, a try, a semaphore, a condition variable, a barrier, or a loop that goes round for ever; with assertions and
/// assumptions about what was read. The same program for the same seed.
pub fn locking_program(seed: u64, plain: bool) -> Program {
    let mut random = Random::new(seed ^ 0x10c4);
    let threads = 2 + random.below(2);
    let spawning = random.below(3) == 0;
    let barrier = random.below(6) == 0;
    let mut program = Program {
        variables: PROTECTED + 1,
        mutexes: MUTEXES,
        conditions: 1,
        semaphores: 1,
        rwlocks: 1,
        barriers: if barrier { vec![2] } else { Vec::new() },
        all_started: !spawning,
        modulus: Some(3),
        ..Program::default()
    };
    let mut writer = Writer {
        careless: random.below(3) * 2,
        tries: random.below(4) == 0,
        shared: random.below(3) == 0,
        sections: if threads == 2 { 3 } else { 2 },
        random,
        plain,
        code: Vec::new(),
    };
    for thread in 0..threads {
        if spawning && thread == 0 {
            writer.code.extend((1..threads).map(|thread| Instruction::Spawn { thread }));
        }
        writer.thread();
        if barrier && thread < 2 {
            writer.code.push(Instruction::Meet { barrier: 0 });
            writer.section(0);
        }
        if spawning && thread == 0 && writer.random.below(2) == 0 {
            writer.code.extend((1..threads).map(|thread| Instruction::Join { thread }));
            writer.checked_read(0);
            writer.checked_read(1);
        }
        program.threads.push(std::mem::take(&mut writer.code));
    }
    program
}

struct Writer {
    random: Random,
    plain: bool,
    /// How many of twelve accesses are made without a lock.
    careless: usize,
    tries: bool,
    /// The second lock is a rwlock.
    shared: bool,
    sections: usize,
    code: Vec<Instruction>,
}

impl Writer {
    fn thread(&mut self) {
        // What a thread does before its first operation belongs to no transition.
        self.code.push(Instruction::Yield);
        let start = self.code.len();
        for _ in 0..1 + self.random.below(self.sections) {
            self.section(0);
        }
        match self.random.below(5) {
            0 => self.local_loop(),
            1 => {
                let register = self.random.below(REGISTERS);
                let value = self.constant();
                self.code.push(Instruction::Yield);
                self.code.push(Instruction::JumpIfEqual { register, value, to: start });
            }
            _ => {}
        }
    }

    /// `while (true) skip;`, chosen or not.
    fn local_loop(&mut self) {
        let is_chosen = self.random.below(2) == 0;
        let register = self.random.below(REGISTERS);
        if is_chosen {
            let value = Value::Constant(0);
            self.code.push(Instruction::Choose { register, choices: 2 });
            let to = self.code.len() + 3;
            self.code.push(Instruction::JumpIfEqual { register, value, to });
        }
        let to = self.code.len();
        self.code.extend([Instruction::Yield, Instruction::Jump { to }]);
    }

    fn section(&mut self, depth: usize) {
        match self.random.below(16) {
            0..7 => self.critical_section(depth),
            7 if self.random.below(2) == 0 => self.handover(),
            7 => self.critical_section(depth),
            8 => self.unprotected_access(),
            9 => {
                let signal = Instruction::Post { semaphore: 0 };
                let wait = Instruction::Acquire { semaphore: 0 };
                self.code.push(if self.random.below(2) == 0 { signal } else { wait });
            }
            10 => {
                let broadcast = self.random.below(2) == 0;
                let (all, one) =
                    (Instruction::Broadcast { condition: 0 }, Instruction::Signal { condition: 0 });
                self.code.push(if broadcast { all } else { one });
            }
            11 => {
                let register = self.random.below(REGISTERS);
                self.code.push(Instruction::Choose { register, choices: 2 });
            }
            12 => {
                let (register, value) = (self.random.below(REGISTERS), self.constant());
                self.code.push(Instruction::Assume { register, value });
            }
            13 => {
                let conditions = vec![(UNPROTECTED, self.constant())];
                self.code.push(Instruction::Spin { conditions });
            }
            14 => self.check(),
            _ => {
                let lock = self.random.below(MUTEXES);
                self.access(lock);
            }
        }
    }

    fn critical_section(&mut self, depth: usize) {
        let lock = self.random.below(MUTEXES);
        let is_rwlock = self.shared && lock == 1;
        let reads = is_rwlock && self.random.below(2) == 0;
        if self.tries && !is_rwlock && self.random.below(3) == 0 {
            return self.tried_section(lock);
        }
        let (enter, leave) = match (is_rwlock, reads) {
            (true, true) => (Instruction::ReadLock { rwlock: 0 }, Instruction::ReadUnlock { rwlock: 0 }),
            (true, false) => (Instruction::WriteLock { rwlock: 0 }, Instruction::WriteUnlock { rwlock: 0 }),
            (false, _) => (Instruction::Lock { mutex: lock }, Instruction::Unlock { mutex: lock }),
        };
        self.code.push(enter);
        for _ in 0..1 + self.random.below(3) {
            match self.random.below(12) {
                0 if depth == 0 => self.critical_section(1),
                1 => self.unprotected_access(),
                2 if !is_rwlock => self.code.push(Instruction::Wait { condition: 0, mutex: lock }),
                3 => {
                    let post = Instruction::Post { semaphore: 0 };
                    let signal = Instruction::Signal { condition: 0 };
                    self.code.push(if self.random.below(2) == 0 { post } else { signal });
                }
                4 => self.check(),
                5 if reads => self.write(lock),
                _ if reads => self.read(lock),
                _ => self.access(lock),
            }
        }
        // Some threads forget.
        if self.random.below(16) != 0 {
            self.code.push(leave);
        }
    }

    /// A variable is given to, or taken from, another thread through the semaphore.
    fn handover(&mut self) {
        if self.random.below(2) == 0 {
            self.write(0);
            self.code.push(Instruction::Post { semaphore: 0 });
        } else {
            self.code.push(Instruction::Acquire { semaphore: 0 });
            self.checked_read(0);
        }
    }

    fn tried_section(&mut self, mutex: usize) {
        let register = REGISTERS - 1;
        self.code.push(Instruction::TryLock { register, mutex });
        let skip = self.code.len();
        self.code.push(Instruction::Yield);
        self.access(mutex);
        self.code.push(Instruction::Unlock { mutex });
        let (value, to) = (Value::Constant(1), skip + 2);
        let behind = self.code.len();
        // Where it fails, the section is left out.
        self.code[skip] = Instruction::JumpIfEqual { register, value, to };
        self.code.insert(skip + 1, Instruction::Jump { to: behind + 1 });
    }

    /// An access to what a lock protects, or perhaps to something else.
    fn access(&mut self, lock: usize) {
        if self.random.below(2) == 0 { self.read(lock) } else { self.write(lock) }
    }

    fn read(&mut self, lock: usize) {
        match self.random.below(2) {
            0 => self.checked_read(lock),
            _ => drop(self.read_into_register(lock)),
        }
    }

    fn checked_read(&mut self, lock: usize) {
        let (register, value) = (self.read_into_register(lock), self.constant());
        self.code.push(Instruction::Assert { register, value });
    }

    fn read_into_register(&mut self, lock: usize) -> usize {
        let (register, variable) = (self.random.below(REGISTERS - 1), self.variable(lock));
        self.code.push(match self.plain {
            true => Instruction::PlainRead { register, variable },
            false => Instruction::Read { register, variable },
        });
        register
    }

    fn write(&mut self, lock: usize) {
        let (variable, value) = (self.variable(lock), self.constant());
        self.code.push(match (self.plain, self.random.below(4)) {
            (true, _) => Instruction::PlainWrite { variable, value },
            (false, 0) => Instruction::Add { variable, value: Value::Constant(1) },
            (false, _) => Instruction::Write { variable, value },
        });
    }

    fn variable(&mut self, lock: usize) -> usize {
        if self.random.below(12) < self.careless { self.random.below(PROTECTED) } else { lock }
    }

    fn unprotected_access(&mut self) {
        let (register, variable, value) = (self.random.below(REGISTERS - 1), UNPROTECTED, self.constant());
        self.code.push(match self.random.below(4) {
            0 => Instruction::Write { variable, value },
            1 => Instruction::FetchAdd { register, variable, value: Value::Constant(1) },
            2 => Instruction::CompareAndSwap { register, variable, expected: value, new: Value::Constant(1) },
            _ => Instruction::Read { register, variable },
        });
    }

    fn check(&mut self) {
        let (register, value) = (self.random.below(REGISTERS - 1), self.constant());
        self.code.push(Instruction::Assert { register, value });
    }

    fn constant(&mut self) -> Value {
        Value::Constant(self.random.below(3) as i64)
    }
}
