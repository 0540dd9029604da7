//! Transactions against the search through all states.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{
    Program, Shape, Toy, locking_program, random_heap_program, random_program, spinning_program,
};
use mazurka_machine::{DataRace, Fault, Fingerprinted};

use crate::stateful::{endless_or_not, order, programs};

/// What a search has found.
#[derive(PartialEq, Eq, Default, Debug)]
struct Found {
    faults: BTreeSet<String>,
    deadlocks: BTreeSet<u128>,
    race: bool,
}

#[derive(Default)]
struct Listener {
    found: Found,
    limit: u64,
}

impl<'p> Observer<Toy<'p>> for Listener {
    fn fault(&mut self, _: &mut Toy<'p>, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.found.faults.insert(fault.message.clone());
        ControlFlow::Continue(())
    }

    fn race(&mut self, _: &mut Toy<'p>, _: &dyn Path, _: &DataRace) -> ControlFlow<()> {
        self.found.race = true;
        ControlFlow::Continue(())
    }

    fn end(&mut self, machine: &mut Toy<'p>, _: &dyn Path, end: &End) -> ControlFlow<()> {
        if matches!(end, End::Deadlock(_)) {
            self.found.deadlocks.insert(machine.fingerprint());
        }
        ControlFlow::Continue(())
    }

    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        continue_if(position.progress().transitions() < self.limit)
    }
}

/// What all states show; `None` if there are too many.
fn all_states(toy: &mut Toy<'_>, races: bool, order: Order) -> Option<(Found, StateStatistics)> {
    let mut listener = Listener { limit: 1_500, ..Listener::default() };
    let options = StateOptions { order, ..StateOptions::default() };
    let (statistics, Ok(finish)) = match races {
        true => search_states(toy, (&mut Exact, &mut All, &mut Segments::default()), options, &mut listener),
        false => search_states(toy, (&mut Exact, &mut All, &mut ()), options, &mut listener),
    };
    (finish == Finish::Complete).then_some((listener.found, statistics))
}

/// What comes of a search in rounds.
struct Explored {
    found: Found,
    statistics: StateStatistics,
    rounds: u64,
}

fn in_transactions(
    toy: &mut Toy<'_>,
    expansion: impl Fn() -> Transactions,
    races: bool,
    order: Order,
) -> Explored {
    let options = StateOptions { order, ..StateOptions::default() };
    let mut movers = Movers::new(races);
    let ((found, statistics), rounds) = to_fixpoint(toy, &mut movers, |toy, movers, round| {
        let mut listener = Listener { limit: 100_000, ..Listener::default() };
        let parts = (&mut Exact, &mut expansion(), movers);
        let (statistics, Ok(finish)) =
            search_states(toy, parts, options, &mut round.watch_monitor(&mut listener));
        match finish {
            Finish::Complete => ControlFlow::Continue((listener.found, statistics)),
            Finish::Stopped if round.is_broken_off() => ControlFlow::Break((listener.found, statistics)),
            finish => panic!("the search does not end: {finish:?}"),
        }
    });
    Explored { found, statistics, rounds }
}

const SOUND: [Completion; 3] = [Completion::CommitPoints, Completion::Always, Completion::Cycles];

/// What a comparison of many programs has met.
#[derive(Default, Debug)]
struct Compared {
    programs: u64,
    faulty: u64,
    deadlocked: u64,
    racing: u64,
    restarted: u64,
    forced: u64,
    states: [u64; 2],
}

impl Compared {
    /// One in so many programs was compared, is faulty, has a deadlock, has a race, where that is not 0; and there are more states
    /// than those that were stored, by this factor.
    fn expects(&self, one_in: [u64; 4], factor: f64) {
        let met = [self.programs, self.faulty, self.deadlocked, self.racing];
        let is_enough = |(met, one_in): (u64, u64)| one_in == 0 || met > programs() / one_in;
        assert!(met.into_iter().zip(one_in).all(is_enough), "{self:?}");
        assert!(self.restarted > self.programs / 4 && self.forced > self.programs, "{self:?}");
        assert!(self.states[0] as f64 > factor * self.states[1] as f64, "{self:?}");
    }

    /// Compares what transactions find with what all states show.
    fn compare(&mut self, toy: &mut Toy<'_>, program: &Program, races: bool, order: Order, which: &str) {
        use mazurka_machine::Machine;
        let start = toy.mark();
        let Some((expected, all)) = all_states(toy, races, order) else { return };
        self.programs += 1;
        self.faulty += u64::from(!expected.faults.is_empty());
        self.deadlocked += u64::from(!expected.deadlocks.is_empty());
        self.racing += u64::from(expected.race);
        for completion in SOUND {
            for deadlocks in [false, true].into_iter().take(1 + usize::from(completion == SOUND[0])) {
                toy.rewind(start);
                let expansion = || match deadlocks {
                    true => Transactions::new(completion).with_deadlocks(),
                    false => Transactions::new(completion),
                };
                let explored = in_transactions(toy, expansion, races, order);
                let Explored { found, statistics, rounds, .. } = explored;
                let which =
                    format!("{completion:?}, deadlocks {deadlocks}, races {races}; {which}\n{program}");
                assert_eq!(found.race, expected.race, "races; {which}");
                if !expected.race {
                    assert_eq!(found.faults, expected.faults, "faults; {which}");
                    assert!(
                        found.deadlocks.is_subset(&expected.deadlocks),
                        "an impossible deadlock; {which}"
                    );
                    assert!(!deadlocks || found.deadlocks == expected.deadlocks, "deadlocks; {which}");
                }
                assert!(
                    statistics.states <= all.states,
                    "{} > {} states; {which}",
                    statistics.states,
                    all.states
                );
                self.restarted += u64::from(rounds > 1);
                self.forced += statistics.forced_commit_points;
                if completion == Completion::CommitPoints && !deadlocks {
                    self.states = [self.states[0] + all.states, self.states[1] + statistics.states];
                }
            }
        }
    }
}

#[test]
fn transactions_find_what_all_states_show() {
    let mut compared = Compared::default();
    for seed in 0..programs() / 3 {
        let shape = Shape { assertions: seed % 4 < 3, ..endless_or_not(seed) };
        let program = random_program(seed, &shape);
        compared.compare(&mut Toy::new(&program), &program, false, order(seed), &format!("seed {seed}"));
    }
    compared.expects([6, 60, 60, 0], 1.5);
}

#[test]
fn transactions_find_data_races() {
    let mut compared = Compared::default();
    for seed in 0..programs() / 3 {
        let shape = Shape { plain: true, assertions: seed % 4 < 3, ..endless_or_not(seed) };
        let program = random_program(seed, &shape);
        compared.compare(&mut Toy::new(&program), &program, true, order(seed), &format!("seed {seed}"));
    }
    compared.expects([6, 60, 60, 20], 1.5);
}

#[test]
fn transactions_find_uses_of_freed_cells() {
    let mut compared = Compared::default();
    for seed in 0..programs() / 6 {
        let program = random_heap_program(seed);
        let toy = &mut Toy::reusing_cells(&program);
        compared.compare(toy, &program, true, order(seed), &format!("heap program {seed}"));
    }
    compared.expects([9, 100, 0, 100], 1.5);
}

#[test]
fn transactions_of_spinning_threads() {
    let mut compared = Compared::default();
    for seed in 0..programs() / 6 {
        let program = spinning_program(seed);
        let which = format!("spinning program {seed}");
        compared.compare(&mut Toy::new(&program), &program, false, order(seed), &which);
    }
    compared.expects([9, 0, 12, 0], 1.2);
}

/// Long transactions, with accesses that are operations, and with plain ones.
#[test]
fn transactions_of_threads_that_lock() {
    for plain in [false, true] {
        let mut compared = Compared::default();
        for seed in 0..programs() {
            let program = locking_program(seed, plain);
            let which = format!("locking program {seed}");
            compared.compare(&mut Toy::new(&program), &program, plain, order(seed), &which);
        }
        compared.expects([2, 4, 9, if plain { 20 } else { 0 }], 2.5);
    }
}
