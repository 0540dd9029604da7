//! Ends of executions that are not made because it is known what comes of them: nothing is found less often, on random
//! programs whose main looks at what the others have left when it has joined them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Instruction, Program, Shape, Toy, Value, random_program};
use mazurka_machine::{DataRace, Fault};

#[derive(Default, PartialEq, Eq, Debug)]
struct Seen {
    /// And how often.
    faults: BTreeMap<String, u64>,
    raced: bool,
    executions: u64,
}

impl<'p> Observer<Toy<'p>> for Seen {
    fn fault(&mut self, _: &mut Toy<'p>, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        *self.faults.entry(fault.message.clone()).or_default() += 1;
        ControlFlow::Continue(())
    }

    fn race(&mut self, _: &mut Toy<'p>, _: &dyn Path, _: &DataRace) -> ControlFlow<()> {
        self.raced = true;
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &mut Toy<'p>, _: &dyn Path, end: &End) -> ControlFlow<()> {
        self.executions += u64::from(*end != End::Redundant);
        continue_if(self.executions < 3_000)
    }
}

/// `None` if there is too much to see.
fn explore(program: &Program, short_tails: bool) -> Option<(Seen, Statistics)> {
    let mut seen = Seen::default();
    let options = Options { short_tails, ..Options::default() };
    let mut races = DataRaces::default();
    let (statistics, Ok(finish)) =
        search(&mut Toy::new(program), &mut Optimal::default(), &mut races, options, &mut seen);
    (finish == Finish::Complete).then_some((seen, statistics))
}

/// Main joins all others at its end, and asserts something about what they have left.
fn program_with_a_tail(seed: u64) -> Program {
    let drawn = Shape::from_seed(seed);
    let plain = seed.is_multiple_of(3);
    let shape = Shape { spawning: true, plain, barrier: false, stops: false, assertions: false, ..drawn };
    let mut program = random_program(seed, &shape);
    let main = &mut program.threads[0];
    main.retain(|instruction| !matches!(instruction, Instruction::Join { .. }));
    main.extend((1..shape.threads).map(|thread| Instruction::Join { thread }));
    for (register, variable) in (0..program.variables.min(2)).enumerate() {
        let is_plain = (seed + register as u64).is_multiple_of(2);
        main.push(match is_plain {
            true => Instruction::PlainRead { register, variable },
            false => Instruction::Read { register, variable },
        });
        // What it has read before it joined them counts, too.
        let value = match seed / 2 % 4 {
            3 => Value::Register(register + 1),
            value => Value::Constant(value as i64),
        };
        let to = main.len() + 2;
        main.push(Instruction::JumpIfEqual { register, value: Value::Constant(0), to });
        main.push(Instruction::Assert { register, value });
        if seed.is_multiple_of(5) {
            main.push(Instruction::PlainWrite { variable, value: Value::Constant(2) });
        }
    }
    program
}

#[test]
fn what_comes_of_the_last_joins_is_known() {
    let (mut compared, mut failed, mut known) = (0, 0, 0);
    for seed in 0..1_500 {
        let program = program_with_a_tail(seed);
        let Some((long, made)) = explore(&program, false) else { continue };
        let (short, left_out) = explore(&program, true).expect("it does no more");
        assert_eq!(short, long, "seed {seed}\n{program}");
        compared += 1;
        failed += u32::from(!long.faults.is_empty() && long.executions > 3);
        known += u32::from(left_out.transitions < made.transitions);
    }
    assert!(compared > 1_000, "only {compared} programs are small enough");
    assert!(failed > 100, "an assertion fails in only {failed} programs");
    assert!(known > 100, "only {known} programs have ends that are not made again");
}

/// What is known of an end holds for one state of main. Here main's last event before it is the same read at the same place
/// in two executions, which reads a 1 in one of them and a 2 in the other.
#[test]
fn what_main_knows_already_matters() {
    use Instruction::*;
    let write = |value| vec![Write { variable: 0, value: Value::Constant(value) }];
    for forbidden in [1, 2] {
        let end = JumpIfEqual { register: 0, value: Value::Constant(3 - forbidden), to: 8 };
        let assert = Assert { register: 0, value: Value::Constant(0) };
        let begin = vec![Spawn { thread: 1 }, Spawn { thread: 2 }, Read { register: 0, variable: 0 }];
        let joins = vec![Join { thread: 1 }, Join { thread: 2 }, Read { register: 1, variable: 1 }];
        let threads = vec![[begin, joins, vec![end, assert]].concat(), write(1), write(2)];
        let program = Program { threads, variables: 2, ..Program::default() };
        let [long, short] = [false, true].map(|short| explore(&program, short).expect("it is small").0);
        assert_eq!(short, long, "{program}");
        assert_eq!(long.faults.values().sum::<u64>(), 2, "the other write is the first or the last");
    }
}
