//! Random toy programs whose threads spend most of their transitions in loops that wait.

use super::program::{Instruction, Program, Value};
use super::random::Random;

/// What the variables are for. `LOCK` is 0 while it is free; `NEXT` and `SERVED` are a ticket lock.
const LOCK: usize = 0;
const COUNTER: usize = 1;
const FLAG: usize = 2;
const NEXT: usize = 3;
const SERVED: usize = 4;
const VARIABLES: usize = 5;

/// Spin locks of every kind, counters and flags that are waited for, alone or together, with whatever else is done to the
/// same variables in between. The same program for the same seed.
pub fn spinning_program(seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0x5b19);
    let threads = 2 + random.below(3);
    let sections = if threads == 2 { 3 } else { 2 };
    let spawning = random.below(4) == 0;
    let mut program = Program { variables: VARIABLES, all_started: !spawning, ..Program::default() };
    for thread in 0..threads {
        let mut code = Vec::new();
        if spawning && thread == 0 {
            code.extend((1..threads).map(|thread| Instruction::Spawn { thread }));
        }
        for _ in 0..1 + random.below(sections) {
            section(&mut random, &mut code);
        }
        if spawning && thread == 0 && random.below(2) == 0 {
            code.extend((1..threads).map(|thread| Instruction::Join { thread }));
        }
        program.threads.push(code);
    }
    program
}

fn section(random: &mut Random, code: &mut Vec<Instruction>) {
    use Instruction::*;
    let unlocks = random.below(12) != 0;
    match random.below(16) {
        0..3 => {
            code.push(SpinSwap { variable: LOCK, expected: Value::Constant(0), new: Value::Constant(1) });
            code.push(access(random));
            code.extend(unlocks.then_some(Write { variable: LOCK, value: Value::Constant(0) }));
        }
        3 => {
            code.push(SpinSet { variable: LOCK });
            code.push(access(random));
            code.extend(unlocks.then_some(Write { variable: LOCK, value: Value::Constant(0) }));
        }
        4 => {
            code.push(FetchAdd { register: 0, variable: NEXT, value: Value::Constant(1) });
            code.push(Spin { conditions: vec![(SERVED, Value::Register(0))] });
            code.push(access(random));
            code.extend(unlocks.then_some(Add { variable: SERVED, value: Value::Constant(1) }));
        }
        5..8 => code.push(Add { variable: COUNTER, value: Value::Constant(1) }),
        8 => code.push(Write { variable: FLAG, value: Value::Constant(random.below(2) as i64) }),
        9 => code.push(Spin { conditions: vec![condition(random)] }),
        10..12 => code.push(Spin { conditions: vec![condition(random), condition(random)] }),
        12 => {
            let (variable, value) = condition(random);
            code.push(SpinSwap { variable, expected: value, new: Value::Constant(random.below(3) as i64) });
        }
        13 => {
            // A wait that is left by an execution which does not count, or beyond a bound.
            code.push(Read { register: 1, variable: random.below(VARIABLES) });
            let value = Value::Constant(random.below(2) as i64);
            let bound = random.below(2) == 0;
            code.push(if bound { Bound { register: 1, value } } else { Assume { register: 1, value } });
        }
        _ => code.push(access(random)),
    }
}

/// A variable that others change, and a value that it may get.
fn condition(random: &mut Random) -> (usize, Value) {
    let variable = [COUNTER, COUNTER, FLAG, LOCK][random.below(4)];
    (variable, Value::Constant(random.below(3) as i64))
}

fn access(random: &mut Random) -> Instruction {
    let (register, variable) = (random.below(2), random.below(VARIABLES));
    let value = Value::Constant(random.below(3) as i64);
    match random.below(8) {
        0..2 => Instruction::Read { register, variable },
        2..4 => Instruction::Write { variable, value },
        4 => Instruction::Add { variable, value: Value::Constant(1) },
        5 => Instruction::FetchAdd { register, variable, value: Value::Constant(1) },
        6 => Instruction::WriteAny { variable },
        _ => Instruction::CompareAndSwap { register, variable, expected: Value::Constant(0), new: value },
    }
}
