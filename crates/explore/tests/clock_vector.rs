//! Clock vectors with state matching, complete and as published, against the search through all states.

use mazurka_explore::*;
use mazurka_machine::toy::random_program;

use crate::stateful::{endless_or_not, explore, order, programs};

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
