//! Dynamic partial order reduction with all threads at a choice, against the search through all states.

use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::Instruction::*;
use mazurka_machine::toy::{Toy, Value, random_program};
use mazurka_machine::{Machine, Next, dependent};

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

/// How many choices there were for which reason, and how many states.
#[derive(Default)]
struct Reasons {
    races: u64,
    cycles: u64,
    all_threads: u64,
    values: u64,
    states: u64,
}

impl<'p> Observer<Toy<'p>> for Reasons {
    fn entered(&mut self, _: &Toy<'p>, _: &dyn Path) -> ControlFlow<()> {
        self.states += 1;
        ControlFlow::Continue(())
    }

    fn choice(&mut self, toy: &Toy<'p>, path: &dyn Path, reason: ChoiceReason<'_>) -> ControlFlow<()> {
        let is_ready = |thread| matches!(toy.next(thread), Next::Ready(_));
        match reason {
            ChoiceReason::Race { thread, with: (other, operation) } => {
                assert!(is_ready(thread) && thread != other);
                let pending = path.pending(thread).expect("it is about to be made");
                assert!(dependent(pending, operation), "{pending:?} {operation:?}");
                self.races += 1;
            }
            ChoiceReason::Cycle => self.cycles += 1,
            ChoiceReason::AllThreads => {
                assert!(toy.threads().iter().filter(|thread| is_ready(*thread)).count() > 1);
                self.all_threads += 1;
            }
            ChoiceReason::Values => {
                let second = path.transition(path.length()).expect("it is about to be made");
                assert_eq!(second.choice, 1);
                self.values += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        continue_if(position.progress().transitions() < 2_000)
    }
}

/// Every choice has a reason: a race in which the operation that comes first in the state takes part, or a cycle; and where all threads are
/// explored in any case, that there are several.
#[test]
fn every_choice_has_a_reason() {
    let mut total = Reasons::default();
    for seed in 0..programs() / 10 {
        let program = random_program(seed, &endless_or_not(seed));
        let options = StateOptions { order: order(seed), ..StateOptions::default() };
        let [mut by_races, mut all] = [Reasons::default(), Reasons::default()];
        let parts = (&mut Exact, &mut DporStates::default(), &mut ());
        let (statistics, _) = search_states(&mut Toy::new(&program), parts, options, &mut by_races);
        let Reasons { races, cycles, all_threads, values, states } = by_races;
        let figures = (races + cycles + values, all_threads, states);
        // A search that is stopped may have picked a second transition, and not have said so.
        let is_said = statistics.choice_points - figures.0 <= 1;
        assert!(is_said && (figures.1, figures.2) == (0, statistics.states), "seed {seed}\n{program}");
        let parts = (&mut Exact, &mut All, &mut ());
        let (statistics, _) = search_states(&mut Toy::new(&program), parts, options, &mut all);
        let is_said = statistics.choice_points - all.all_threads - all.values <= 1;
        assert!(is_said && all.races + all.cycles == 0, "seed {seed}\n{program}");
        total.races += races;
        total.cycles += cycles;
        total.values += values + all.values;
    }
    assert!(total.races > 1_000 && total.cycles > 100 && total.values > 10);
}
