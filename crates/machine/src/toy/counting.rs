//! Random toy programs whose threads count references, and do something when they give up the last one.

use super::program::{Instruction, Program, Value};
use super::random::Random;

/// Two counts, and what is accessed besides.
const COUNTS: usize = 2;
const VARIABLES: usize = 4;

/// References are given up once or twice a thread, taken, looked at, forgotten, and given up too often. The same program for the
/// same seed.
pub fn counting_program(seed: u64) -> Program {
    let mut random = Random::new(seed ^ 0xc0_7a11);
    let threads = 3 + random.below(3);
    let mut program =
        Program { variables: VARIABLES, mutexes: 1, commuting_releases: true, ..Program::default() };
    for thread in 0..threads {
        let mut code = Vec::new();
        if thread == 0 {
            for variable in 0..COUNTS {
                let count = threads + random.below(3) - 1;
                code.push(Instruction::Write { variable, value: Value::Constant(count as i64) });
            }
            code.extend((1..threads).map(|thread| Instruction::Spawn { thread }));
        }
        if random.below(3) == 0 {
            code.push(access(&mut random));
        }
        for _ in 0..if threads == 3 { 1 + random.below(2) } else { 1 } {
            release(&mut random, &mut code);
        }
        if thread == 0 && random.below(3) == 0 {
            code.extend((1..threads).map(|thread| Instruction::Join { thread }));
            release(&mut random, &mut code);
        }
        program.threads.push(code);
    }
    program
}

/// Gives up a reference, and does something if it was the last.
fn release(random: &mut Random, code: &mut Vec<Instruction>) {
    let variable = if random.below(4) == 0 { 1 } else { 0 };
    code.push(Instruction::Release { register: 0, variable });
    let then = match random.below(4) {
        0 => vec![Instruction::Lock { mutex: 0 }, access(random), Instruction::Unlock { mutex: 0 }],
        1 => vec![Instruction::Write { variable, value: Value::Constant(2) }],
        _ => vec![access(random)],
    };
    let to = code.len() + 1 + then.len();
    code.push(Instruction::JumpIfEqual { register: 0, value: Value::Constant(0), to });
    code.extend(then);
}

fn access(random: &mut Random) -> Instruction {
    let (register, other) = (1, COUNTS + random.below(VARIABLES - COUNTS));
    let count = random.below(COUNTS);
    let value = Value::Constant(1);
    match random.below(12) {
        0..3 => Instruction::Read { register, variable: other },
        3..6 => Instruction::Write { variable: other, value: Value::Constant(random.below(3) as i64) },
        6 => Instruction::Add { variable: count, value },
        7 => Instruction::FetchAdd { register, variable: count, value },
        8 => Instruction::Read { register, variable: count },
        9 => Instruction::Spin { conditions: vec![(count, Value::Constant(random.below(3) as i64))] },
        10 => Instruction::WriteAny { variable: other },
        _ => Instruction::CompareAndSwap {
            register,
            variable: count,
            expected: Value::Constant(1 + random.below(2) as i64),
            new: Value::Constant(random.below(3) as i64),
        },
    }
}
