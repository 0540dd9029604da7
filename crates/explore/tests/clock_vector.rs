//! Clock vectors with state matching, complete and as published, against the search through all states.

use mazurka_explore::*;
use mazurka_machine::toy::Instruction::{self, *};
use mazurka_machine::toy::{Program, Value, random_program};
use serde::{Deserialize, Serialize};

use crate::stateful::{endless_or_not, explore, order, programs, threads};

/// All final states and faults, on programs with an end and without, with fewer transitions than all states take.
#[test]
fn clock_vectors_find_what_all_states_show() {
    let (mut compared, mut transitions) = ([0; 2], [0; 2]);
    for seed in 0..programs() {
        let shape = endless_or_not(seed);
        let program = random_program(seed, &shape);
        let Some((expected, all)) = explore(&program, &mut Exact, &mut All, order(seed), 2_000) else {
            continue;
        };
        let (found, reduced) =
            explore(&program, &mut Exact, &mut ClockVector::default(), order(seed), 10_000)
                .unwrap_or_else(|| panic!("it does not end; seed {seed}\n{program}"));
        assert_eq!(found, expected, "seed {seed}\n{program}");
        assert!(reduced.states <= all.states, "seed {seed}\n{program}");
        assert!(reduced.choice_points <= all.choice_points, "seed {seed}\n{program}");
        compared[usize::from(shape.endless)] += 1;
        transitions = [transitions[0] + all.transitions, transitions[1] + reduced.transitions];
    }
    assert!(compared.iter().all(|compared| *compared > programs() / 4), "{compared:?} were small enough");
    assert!(4 * transitions[1] < 3 * transitions[0], "of all states and with clock vectors: {transitions:?}");
}

/// Table 2 explores every state each time that it is reached: what it misses, its marks hide.
#[derive(Default, Serialize, Deserialize)]
struct Unmatched(TableTwo);

impl Expansion for Unmatched {
    type Node = <TableTwo as Expansion>::Node;

    const LOOKS_AT_REVISITS: bool = false;
    const STORES_ALL: bool = false;

    fn pick(&mut self, stack: &mut Stack<Self::Node>) -> Option<Transition> {
        self.0.pick(stack)
    }

    fn stepping(&mut self, stack: &mut Stack<Self::Node>, known: &dyn Knowledge) {
        self.0.stepping(stack, known);
    }

    fn stores(&mut self, _: &Stack<Self::Node>, _: u128, _: &dyn Knowledge) -> bool {
        false
    }

    fn entered(&mut self, stack: &mut Stack<Self::Node>, state: u128) {
        self.0.entered(stack, state);
    }

    fn returned(&mut self, stack: &mut Stack<Self::Node>) {
        self.0.returned(stack);
    }
}

/// As published it invents nothing, and misses final states: where states are matched, and where they are not.
#[test]
fn table_two_misses_final_states() {
    let (mut compared, mut missed, mut missed_by_marks) = (0, 0, 0);
    for seed in 0..programs() / 3 {
        let program = random_program(seed, &endless_or_not(seed));
        let Some((expected, _)) = explore(&program, &mut Exact, &mut All, order(seed), 1_000) else {
            continue;
        };
        let (found, _) = explore(&program, &mut Exact, &mut TableTwo::default(), order(seed), 10_000)
            .unwrap_or_else(|| panic!("it does not end; seed {seed}\n{program}"));
        assert!(found.final_states.is_subset(&expected.final_states), "seed {seed}\n{program}");
        assert!(found.faults.is_subset(&expected.faults), "seed {seed}\n{program}");
        compared += 1;
        missed += u64::from(found != expected);
        let unmatched = explore(&program, &mut Exact, &mut Unmatched::default(), order(seed), 5_000);
        missed_by_marks += u64::from(unmatched.is_some_and(|(found, _)| found != expected));
    }
    assert!(compared > programs() / 6, "only {compared} programs were small enough");
    assert!(
        missed > compared / 20 && missed_by_marks > compared / 40,
        "{missed} {missed_by_marks} of {compared}"
    );
}

/// How many final states and faults there are; and how many are found with clock vectors, with Table 2, and with Table 2 where no
/// state is matched, if that ends.
fn found(program: &Program) -> [Option<usize>; 4] {
    fn count(program: &Program, expansion: &mut impl Expansion) -> Option<usize> {
        let (found, _) = explore(program, &mut Exact, expansion, Order::ByNumber, 10_000)?;
        Some(found.final_states.len() + found.faults.len())
    }
    [
        count(program, &mut All),
        count(program, &mut ClockVector::default()),
        count(program, &mut TableTwo::default()),
        count(program, &mut Unmatched::default()),
    ]
}

fn set(variable: usize, value: i64) -> Instruction {
    Write { variable, value: Value::Constant(value) }
}

fn fetch_add(register: usize, variable: usize) -> Instruction {
    FetchAdd { register, variable, value: Value::Constant(1) }
}

/// The smallest program found at random whose final states a mark hides. All its operations depend on each other, and there are six orders.
/// Where thread 1 is added before an operation of thread 0, that one is marked: thread 1 runs to its end, and nothing tries
/// the marked operation between the operations of thread 1.
#[test]
fn marks_hide_races() {
    let program = threads(vec![vec![set(0, 1), fetch_add(1, 0)], vec![fetch_add(2, 0), fetch_add(0, 0)]]);
    assert_eq!(found(&program), [Some(6), Some(6), Some(4), Some(4)]);
}

/// The smallest program found at random in which a state that was seen before owes something. Thread 0 first does what concerns no other, so the
/// state after that and thread 1's first operation is reached in two orders. In the second one it was seen before, and thread
/// 0's write is not tried between the operations of thread 1.
#[test]
fn a_state_that_was_seen_owes_what_follows_it() {
    let program = threads(vec![vec![set(1, 1), set(0, 2)], vec![fetch_add(1, 0), fetch_add(2, 0)]]);
    assert_eq!(found(&program), [Some(3), Some(3), Some(2), Some(3)]);
}

/// Thread 1 was picked before thread 0 wrote anything, and thread 0 returns to where it was without an end. So thread 1 is
/// never picked again, and its read not tried after the first write, where it fails.
#[test]
fn a_cycle_puts_off_a_thread_for_ever() {
    let zero = Value::Constant(0);
    let reader = vec![Read { register: 0, variable: 0 }, Assert { register: 0, value: zero }];
    let program = threads(vec![vec![set(0, 1), set(0, 0), Jump { to: 0 }], reader]);
    assert_eq!(found(&program), [Some(1), Some(1), Some(0), None]);
}

/// Thread 1 is blocked when it is created, and again when main ends: it is never picked, and nothing finds out that it could
/// have taken the mutex in between.
#[test]
fn a_blocked_thread_is_never_looked_at() {
    let lock = || Lock { mutex: 0 };
    let program = Program {
        mutexes: 1,
        all_started: false,
        ..threads(vec![vec![lock(), Spawn { thread: 1 }, Unlock { mutex: 0 }, lock()], vec![lock()]])
    };
    assert_eq!(found(&program), [Some(2), Some(2), Some(1), Some(1)]);
}
