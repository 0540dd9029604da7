//! Dynamic partial order reduction with all threads at a choice, against the search through all states.

use mazurka_explore::*;
use mazurka_machine::toy::Instruction::*;
use mazurka_machine::toy::{Value, random_program};

use crate::stateful::{endless_or_not, explore, order, programs, threads};

/// All final states and faults, on programs with an end and without, with fewer choices than all states have.
#[test]
fn choices_at_races_show_what_all_states_show() {
    let (mut compared, mut choices) = ([0; 2], [0; 2]);
    for seed in 0..programs() / 2 {
        let shape = endless_or_not(seed);
        let program = random_program(seed, &shape);
        let Some((expected, all)) = explore(&program, &mut Exact, &mut All, order(seed), 2_000) else {
            continue;
        };
        let (found, reduced) = explore(&program, &mut Exact, &mut DporStates::default(), order(seed), 10_000)
            .unwrap_or_else(|| panic!("it does not end; seed {seed}\n{program}"));
        assert_eq!(found, expected, "seed {seed}\n{program}");
        assert!(reduced.states <= all.states, "seed {seed}\n{program}");
        assert!(reduced.choice_points <= all.choice_points, "seed {seed}\n{program}");
        compared[usize::from(shape.endless)] += 1;
        choices = [choices[0] + all.choice_points, choices[1] + reduced.choice_points];
    }
    assert!(compared.iter().all(|compared| *compared > programs() / 8), "{compared:?} were small enough");
    assert!(4 * choices[1] < 3 * choices[0], "choices of all states, and where there are races: {choices:?}");
}

/// Two threads race for x0; a third one has nothing to do with them. Before the first access to x0 there is a choice between
/// all three, where persistent sets leave out the third.
#[test]
fn all_threads_are_explored_at_a_choice() {
    let write = |variable| Write { variable, value: Value::Constant(1) };
    let read = Read { register: 0, variable: 0 };
    let program = threads(vec![vec![write(0)], vec![read], vec![write(1)]]);
    let at_choices = explore(&program, &mut Exact, &mut DporStates::default(), Order::ByNumber, 100);
    let persistent = explore(&program, &mut Exact, &mut ClockVector::default(), Order::ByNumber, 100);
    let figures = [at_choices, persistent].map(|explored| {
        let (_, StateStatistics { choice_points, transitions, .. }) = explored.expect("it is small");
        (choice_points, transitions)
    });
    assert_eq!(figures, [(2, 11), (1, 6)]);
}
