//! Random toy programs: small enough to enumerate, mixed enough to hurt.

use super::program::{Instruction, Program, Value};
use super::{REGISTERS, Thing};

/// How large and of what kind a program is to be.
#[derive(Clone, Debug)]
pub struct Shape {
    pub threads: usize,
    /// Visible instructions a thread, at most.
    pub length: usize,
    pub variables: usize,
    pub mutexes: usize,
    pub conditions: usize,
    pub semaphores: usize,
    pub rwlocks: usize,
    /// All threads but main meet at it.
    pub barrier: bool,
    pub atomic_blocks: bool,
    /// Loops that wait for other threads.
    pub spins: bool,
    /// Main spawns and joins the others instead of all running from the start.
    pub spawning: bool,
    pub choices: bool,
    pub loops: bool,
    /// Most threads go round for ever, or until they read a certain value.
    pub endless: bool,
    pub assertions: bool,
    /// Plain accesses, to one variable of their own. Where they race, what happens is not what any order of operations
    /// explains.
    pub plain: bool,
    /// Assumptions, bounds and ends of the process.
    pub stops: bool,
    pub yields: bool,
    /// Variables lie in objects, and overlap with each other. Not together with plain accesses.
    pub overlaps: bool,
}

impl Shape {
    /// A shape drawn from a seed, so that a range of seeds covers all features.
    pub fn from_seed(seed: u64) -> Shape {
        Shape::draw(&mut Random::new(seed ^ 0x5eed))
    }

    fn draw(random: &mut Random) -> Shape {
        Shape {
            threads: 2 + random.below(3),
            length: 2 + random.below(3),
            variables: 1 + random.below(3),
            mutexes: random.below(3),
            conditions: random.below(2),
            semaphores: random.below(2),
            rwlocks: random.below(2),
            barrier: random.below(4) == 0,
            atomic_blocks: random.below(4) == 0,
            spins: random.below(3) == 0,
            spawning: random.below(3) == 0,
            choices: random.below(4) == 0,
            loops: random.below(4) == 0,
            endless: false,
            plain: false,
            assertions: random.below(3) == 0,
            stops: random.below(6) == 0,
            yields: random.below(4) == 0,
            overlaps: random.below(3) == 0,
        }
    }

    /// The same with threads that need not end. Everything that counts starts again at 0 after a while, so there are
    /// finitely many states.
    pub fn endless(seed: u64) -> Shape {
        let shape = Shape::from_seed(seed);
        let threads = if shape.length > 2 { shape.threads.min(3) } else { shape.threads };
        Shape { endless: true, threads, semaphores: 0, barrier: false, ..shape }
    }
}

/// The same program for the same seed and shape.
pub fn random_program(seed: u64, shape: &Shape) -> Program {
    let mut program = write(&mut Random::new(seed), shape);
    if shape.overlaps && !shape.plain {
        program.moved = overlapping(&mut Random::new(seed ^ 0x01a9), &program);
    }
    program
}

/// The program that a fuzzer's bytes describe.
pub fn program_from_bytes(bytes: &[u8]) -> Program {
    let mut random = Random::from_bytes(bytes);
    let shape = Shape::draw(&mut random);
    let mut program = write(&mut random, &shape);
    if shape.overlaps {
        program.moved = overlapping(&mut random, &program);
    }
    program
}

fn write(random: &mut Random, shape: &Shape) -> Program {
    let mut program = Program {
        variables: shape.variables + usize::from(shape.plain),
        mutexes: shape.mutexes,
        conditions: if shape.mutexes > 0 { shape.conditions } else { 0 },
        semaphores: shape.semaphores,
        rwlocks: shape.rwlocks,
        barriers: if shape.barrier { vec![shape.threads - 1] } else { Vec::new() },
        all_started: !shape.spawning,
        modulus: shape.endless.then_some(3),
        ..Program::default()
    };
    let mut rounds = 0;
    for thread in 0..shape.threads {
        let mut code = Vec::new();
        if shape.spawning && thread == 0 {
            code.extend((1..shape.threads).map(|thread| Instruction::Spawn { thread }));
        }
        if shape.plain {
            // What a thread does before its first operation belongs to no step.
            code.push(Instruction::Read { register: 0, variable: 0 });
        }
        Writer { random, shape, program: &program, code: &mut code }.body_or_circle();
        if shape.barrier && thread == 1 {
            rounds = 1 + random.below(2);
            if random.below(4) == 0 {
                // More threads come than it is for.
                program.barriers = vec![1.max(shape.threads - 2)];
            }
        }
        for _ in 0..if thread > 0 { rounds } else { 0 } {
            code.push(Instruction::Meet { barrier: 0 });
            Writer { random, shape, program: &program, code: &mut code }.access();
        }
        if shape.spawning && thread == 0 && random.below(2) == 0 {
            code.extend((1..shape.threads).map(|thread| Instruction::Join { thread }));
        }
        program.threads.push(code);
    }
    program
}

/// Places for all variables and objects in a few words, on any byte.
fn overlapping(random: &mut Random, program: &Program) -> Vec<(Thing, u64)> {
    let things = (0..program.variables)
        .map(Thing::Variable)
        .chain((0..program.mutexes).map(Thing::Mutex))
        .chain((0..program.conditions).map(Thing::Condition))
        .chain((0..program.semaphores).map(Thing::Semaphore))
        .chain((0..program.rwlocks).map(Thing::Rwlock))
        .chain((0..program.barriers.len()).map(Thing::Barrier));
    things.map(|thing| (thing, random.below(80) as u64)).collect()
}

struct Writer<'a> {
    random: &'a mut Random,
    shape: &'a Shape,
    program: &'a Program,
    code: &'a mut Vec<Instruction>,
}

impl Writer<'_> {
    /// A body, or one that is repeated; with a visible operation on every way round.
    fn body_or_circle(&mut self) {
        if !self.shape.endless || self.random.below(4) == 0 {
            return self.body();
        }
        let start = self.code.len();
        let variable = self.random.below(self.shape.variables);
        self.code.push(Instruction::Read { register: 0, variable });
        self.body();
        let to = start;
        let register = self.random.below(REGISTERS - 1);
        let value = Value::Constant(self.random.below(2) as i64);
        self.code.push(match self.random.below(3) {
            0 => Instruction::JumpIfEqual { register, value, to },
            _ => Instruction::Jump { to },
        });
    }

    fn body(&mut self) {
        let mut left = 1 + self.random.below(self.shape.length);
        while left > 0 {
            let before = self.code.len();
            match self.random.below(12) {
                0..3 if self.program.mutexes > 0 => self.critical_section(),
                3 if self.program.semaphores > 0 => self.semaphore(),
                4 => self.branch(),
                5 if self.shape.loops => self.bounded_loop(),
                6 if self.shape.assertions => self.checked_read(),
                7 if self.program.rwlocks > 0 => self.rwlock_section(),
                8 if self.shape.atomic_blocks => self.atomic_block(),
                9..11 if self.shape.spins => self.spin(),
                11 if self.shape.stops => self.stop(),
                _ => self.access(),
            }
            if self.shape.yields && self.random.below(2) == 0 {
                self.code.push(Instruction::Yield);
            }
            left = left.saturating_sub((self.code.len() - before).max(1));
        }
    }

    fn access(&mut self) {
        let (register, variable) =
            (self.random.below(REGISTERS - 1), self.random.below(self.shape.variables));
        if self.shape.plain && self.random.below(2) == 0 {
            return self.plain_access();
        }
        let value = self.value();
        let access = match self.random.below(12) {
            0..4 => Instruction::Read { register, variable },
            4..7 => Instruction::Write { variable, value },
            7 => Instruction::Add { variable, value: Value::Constant(1) },
            8 => Instruction::FetchAdd { register, variable, value: Value::Constant(1) },
            9 if self.shape.choices => Instruction::Choose { register, choices: 2 },
            10 if self.shape.choices => Instruction::WriteAny { variable },
            _ => Instruction::CompareAndSwap { register, variable, expected: self.value(), new: value },
        };
        self.code.push(access);
    }

    fn plain_access(&mut self) {
        let variable = self.shape.variables;
        let register = self.random.below(REGISTERS - 1);
        self.code.push(match self.random.below(2) {
            0 => Instruction::PlainRead { register, variable },
            _ => Instruction::PlainWrite { variable, value: Value::Constant(1) },
        });
    }

    fn value(&mut self) -> Value {
        match self.random.below(4) {
            0 => Value::Register(self.random.below(REGISTERS - 1)),
            1 => Value::Plus(self.random.below(REGISTERS - 1), 1),
            _ => Value::Constant(self.random.below(3) as i64),
        }
    }

    fn critical_section(&mut self) {
        let mutex = self.random.below(self.program.mutexes);
        if self.random.below(4) == 0 {
            let register = self.random.below(REGISTERS - 1);
            self.code.push(Instruction::TryLock { register, mutex });
            let to = self.code.len() + 3;
            self.code.push(Instruction::JumpIfEqual { register, value: Value::Constant(0), to });
            self.access();
            self.code.push(Instruction::Unlock { mutex });
            return;
        }
        self.code.push(Instruction::Lock { mutex });
        match self.random.below(6) {
            0 if self.program.conditions > 0 => self.code.push(Instruction::Wait { condition: 0, mutex }),
            1 if self.program.conditions > 0 => self.code.push(Instruction::Signal { condition: 0 }),
            2 if self.program.conditions > 0 => self.code.push(Instruction::Broadcast { condition: 0 }),
            3 if self.program.mutexes > 1 => {
                let inner = (mutex + 1) % self.program.mutexes;
                self.code.extend([Instruction::Lock { mutex: inner }, Instruction::Unlock { mutex: inner }]);
            }
            _ => self.access(),
        }
        // Now and then it is forgotten.
        if self.random.below(12) != 0 {
            self.code.push(Instruction::Unlock { mutex });
        }
    }

    fn rwlock_section(&mut self) {
        let rwlock = self.random.below(self.program.rwlocks);
        let (lock, unlock) = if self.random.below(2) == 0 {
            (Instruction::ReadLock { rwlock }, Instruction::ReadUnlock { rwlock })
        } else {
            (Instruction::WriteLock { rwlock }, Instruction::WriteUnlock { rwlock })
        };
        self.code.push(lock);
        self.access();
        self.code.push(unlock);
    }

    fn atomic_block(&mut self) {
        let variables @ [condition, variable] =
            [self.random.below(self.shape.variables), self.random.below(self.shape.variables)];
        let value = self.value();
        self.code.push(match self.random.below(5) {
            0 => Instruction::Exchange { variables, told: false },
            1..3 => Instruction::Exchange { variables, told: true },
            _ => Instruction::WriteIf { condition, variable, value },
        });
    }

    fn spin(&mut self) {
        let variable = self.random.below(self.shape.variables);
        let (value, other_value) = (Value::Constant(self.random.below(3) as i64), self.value());
        self.code.push(match self.random.below(5) {
            0 => Instruction::SpinSwap { variable, expected: value, new: other_value },
            1 => Instruction::SpinSet { variable },
            2..4 => Instruction::Spin { conditions: vec![(variable, value)] },
            _ => {
                let other = self.random.below(self.shape.variables);
                Instruction::Spin { conditions: vec![(variable, value), (other, other_value)] }
            }
        });
    }

    fn stop(&mut self) {
        let (register, value) =
            (self.random.below(REGISTERS - 1), Value::Constant(self.random.below(2) as i64));
        self.access();
        self.code.push(match self.random.below(5) {
            0..2 => Instruction::Assume { register, value },
            2..4 => Instruction::Bound { register, value },
            _ => Instruction::Exit,
        });
    }

    fn semaphore(&mut self) {
        let semaphore = self.random.below(self.program.semaphores);
        let post = self.random.below(2) == 0;
        self.code.push(if post {
            Instruction::Post { semaphore }
        } else {
            Instruction::Acquire { semaphore }
        });
    }

    /// `if (r == v) access;`
    fn branch(&mut self) {
        let register = self.random.below(REGISTERS - 1);
        let value = Value::Constant(self.random.below(2) as i64);
        let to = self.code.len() + 2;
        self.code.push(Instruction::JumpIfEqual { register, value, to });
        self.access();
    }

    /// Two rounds of one access; the last register counts and has no other use.
    fn bounded_loop(&mut self) {
        let counter = REGISTERS - 1;
        self.code.push(Instruction::Set { register: counter, value: Value::Constant(0) });
        let start = self.code.len();
        self.access();
        self.code.push(Instruction::Set { register: counter, value: Value::Plus(counter, 1) });
        let exit = self.code.len() + 2;
        self.code.push(Instruction::JumpIfEqual { register: counter, value: Value::Constant(2), to: exit });
        self.code.push(Instruction::Jump { to: start });
    }

    fn checked_read(&mut self) {
        let (register, variable) =
            (self.random.below(REGISTERS - 1), self.random.below(self.shape.variables));
        self.code.push(Instruction::Read { register, variable });
        let value = Value::Constant(self.random.below(2) as i64);
        self.code.push(Instruction::Assert { register, value });
    }
}

/// SplitMix64: good enough for tests, the same everywhere.
pub struct Random {
    state: u64,
    /// Drawn before anything else, the last first.
    decided: Vec<u16>,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { state: seed, decided: Vec::new() }
    }

    /// Every two bytes decide about one number; what they leave open is drawn at random.
    pub fn from_bytes(bytes: &[u8]) -> Random {
        let pairs = bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        Random { decided: pairs.rev().collect(), ..Random::new(0) }
    }

    pub fn bits(&mut self) -> u64 {
        if let Some(decided) = self.decided.pop() {
            return decided.into();
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    pub fn one_of<T: Clone>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())].clone()
    }
}
