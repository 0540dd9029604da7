//! The figures of Levin, Palmer, Qadeer, Rajamani: *Sound Transaction-based Reduction without Cycle Detection* (2005), on toy
//! machines: which searches find the violation, in how many states, and how many transactions they have to end.

use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::Fault;
use mazurka_machine::toy::Instruction::Yield;
use mazurka_machine::toy::Instruction::{
    Assert, Assume, Choose, Jump, JumpIfEqual, Lock, Read, Unlock, Write,
};
use mazurka_machine::toy::{Instruction, Program, Toy, Value};

const G: usize = 0;
const X: usize = 0;
const Y: usize = 1;

#[derive(Default)]
struct Faults(usize);

impl<'p> Observer<Toy<'p>> for Faults {
    fn fault(&mut self, _: &mut Toy<'p>, _: &dyn Path, _: &Fault) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// What a search finds: faults, states that are stored, and transactions that it has to end.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    faulty: bool,
    states: u64,
    forced: u64,
}

fn search(program: &Program, completion: Completion) -> Found {
    let mut movers = Movers::new(false);
    let ((faults, statistics), _) = to_fixpoint(&mut Toy::new(program), &mut movers, |toy, movers, round| {
        let mut faults = Faults::default();
        let parts = (&mut Exact, &mut Transactions::new(completion), movers);
        let options = StateOptions::default();
        let (statistics, Ok(finish)) =
            search_states(toy, parts, options, &mut round.watch_monitor(&mut faults));
        assert_eq!(finish, Finish::Complete);
        ControlFlow::<(usize, StateStatistics), _>::Continue((faults.0, statistics))
    });
    Found { faulty: faults > 0, states: statistics.states, forced: statistics.forced_commit_points }
}

fn write(variable: usize, value: i64) -> Instruction {
    Write { variable, value: Value::Constant(value) }
}

/// `assert(variable == 0)`
fn check(variable: usize) -> [Instruction; 2] {
    [Read { register: 0, variable }, Assert { register: 0, value: Value::Constant(0) }]
}

/// `while (true) skip;`, as the instructions from this one on.
fn endless(at: usize) -> [Instruction; 2] {
    [Yield, Jump { to: at }]
}

fn program(threads: Vec<Vec<Instruction>>) -> Program {
    Program { threads, variables: 2, mutexes: 1, all_started: true, ..Program::default() }
}

/// `g = 1; skip;`, and what follows; against `assert(g == 0)`.
fn published(rest: &[Instruction]) -> Program {
    program(vec![[&[write(G, 1), Yield], rest].concat(), check(G).into()])
}

/// The same without the assertion: a thread that fails completes no transaction either, and all that is ended here is ended for
/// the first thread. That publishes `g` in two states: before and after the other thread has read it.
fn read(rest: &[Instruction]) -> Program {
    let mut program = published(rest);
    program.threads[1].pop();
    program
}

/// `if (*)` one of two ways, which begin at these instructions.
fn either(other: usize) -> [Instruction; 2] {
    [Choose { register: 0, choices: 2 }, JumpIfEqual { register: 0, value: Value::Constant(0), to: other }]
}

const SOUND: [Completion; 3] = [Completion::CommitPoints, Completion::Always, Completion::Cycles];

/// Who finds the violation: all but the search that does not complete transactions, unless it does, too.
fn expect_violation(program: &Program, also_unsound: bool) {
    for completion in SOUND {
        assert!(search(program, completion).faulty, "{completion:?}\n{program}");
    }
    assert_eq!(search(program, Completion::Never).faulty, also_unsound, "{program}");
}

/// The thread that has published something goes round for ever.
#[test]
fn figure_1_needs_completion() {
    expect_violation(&published(&endless(2)), false);
    assert_eq!(search(&read(&endless(2)), Completion::CommitPoints).forced, 2);
}

/// One of two branches ends, which completes the commit point.
#[test]
fn figure_2_needs_no_cycle_detection() {
    let rest = [&either(6)[..], &endless(4)].concat();
    expect_violation(&published(&rest), true);
    let found = SOUND.map(|completion| search(&read(&rest), completion));
    let unsound = search(&read(&rest), Completion::Never);
    assert_eq!(found[0], unsound, "no transaction has to be ended");
    assert!(found[2].forced > 0 && found[2].states > unsound.states, "{found:?}");
}

/// The same with `assume(false)` instead of the branches: there is no cycle, and no end.
#[test]
fn an_assumption_that_fails_after_the_commit_completes_nothing() {
    let rest = [Assume { register: 0, value: Value::Constant(1) }];
    expect_violation(&published(&rest), false);
    assert_eq!(search(&read(&rest), Completion::CommitPoints).forced, 2);
}

/// `x` is published by the `rel(m)`, after the commit: it is a commit point, too.
#[test]
fn figure_3_has_two_commit_points() {
    let first =
        [&[Lock { mutex: 0 }, write(Y, 42), write(X, 1), Unlock { mutex: 0 }][..], &endless(4)].concat();
    let second = [&[Lock { mutex: 0 }][..], &check(X), &[Unlock { mutex: 0 }]].concat();
    let figure = program(vec![first, second, vec![write(Y, 10)]]);
    expect_violation(&figure, false);
}

/// Appendix B: two endless loops behind one commit point. Only that is ended, where cycle detection ends both loops.
#[test]
fn figure_8_is_ended_once() {
    let rest = [&either(6)[..], &endless(4), &endless(6)].concat();
    expect_violation(&published(&rest), false);
    let [cpc, full, cycles] = SOUND.map(|completion| search(&read(&rest), completion));
    assert_eq!((cpc.forced, cycles.forced), (2, 4));
    assert!(cpc.states < cycles.states && cpc.states < full.states, "{cpc:?} {full:?} {cycles:?}");
}
