//! Executions at random: they are executions of the program, there are as many as were asked for, and in time they are all.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Instruction, Program, Shape, Toy, Value, random_program};
use mazurka_machine::{DataRace, Fault};

#[derive(Default, PartialEq, Eq, Debug)]
struct Seen {
    traces: BTreeSet<u128>,
    faults: BTreeSet<String>,
    raced: bool,
    deadlocked: bool,
    executions: u64,
}

impl<'p> Observer<Toy<'p>> for Seen {
    fn fault(&mut self, _: &mut Toy<'p>, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.faults.insert(fault.message.clone());
        ControlFlow::Continue(())
    }

    fn race(&mut self, _: &mut Toy<'p>, _: &dyn Path, _: &DataRace) -> ControlFlow<()> {
        self.raced = true;
        ControlFlow::Continue(())
    }

    fn end(&mut self, _: &mut Toy<'p>, path: &dyn Path, end: &End) -> ControlFlow<()> {
        self.executions += 1;
        self.deadlocked |= matches!(end, End::Deadlock(_));
        self.traces.insert(path.execution().trace_key());
        continue_if(self.executions < 3_000)
    }
}

/// With the ends of executions made: a sample that leaves them out has another key than a search that does not.
fn seen_by(program: &Program, reduction: &mut impl Reduction) -> Option<Seen> {
    let mut seen = Seen::default();
    let options = Options { short_tails: false, ..Options::default() };
    let mut races = DataRaces::default();
    let (_, finish) = search(&mut Toy::new(program), reduction, &mut races, options, &mut seen);
    (finish == Ok(Finish::Complete)).then_some(seen)
}

fn sampled<S: Strategy>(program: &Program, strategy: S, executions: u64, seed: u64) -> (Seen, Samples) {
    let mut sampler = Sampler::new(strategy, executions, seed);
    let seen = seen_by(program, &mut sampler).expect("there are few samples");
    (seen, sampler.samples)
}

/// A strategy sees nothing that is not there; returns how many traces of small programs there are, and how many it has seen.
fn traces_of_small_programs<S: Strategy>(strategy: impl Fn() -> S) -> [usize; 2] {
    let [mut there, mut seen_of_them] = [0, 0];
    for seed in 0..200 {
        let program =
            random_program(seed, &Shape { threads: 2 + (seed % 2) as usize, ..Shape::from_seed(seed) });
        let Some(all) = seen_by(&program, &mut Optimal::default()) else { continue };
        // A program that cannot even begin has one execution.
        if !(2..=8).contains(&all.traces.len()) {
            continue;
        }
        let (seen, samples) = sampled(&program, strategy(), 400, seed);
        assert_eq!((seen.executions, samples.executions), (400, 400), "seed {seed}");
        assert_eq!(samples.traces(), seen.traces.len() as u64, "seed {seed}");
        assert!(seen.traces.is_subset(&all.traces), "seed {seed}");
        assert!(seen.faults.is_subset(&all.faults), "seed {seed}");
        assert!(all.raced >= seen.raced && all.deadlocked >= seen.deadlocked, "seed {seed}");
        there += all.traces.len();
        seen_of_them += seen.traces.len();
    }
    assert!(there > 200, "{there} traces are few");
    [there, seen_of_them]
}

#[test]
fn nearly_all_traces_are_seen_in_time() {
    let [there, by_walk] = traces_of_small_programs(|| RandomWalk);
    assert!(by_walk * 100 >= there * 97, "{by_walk} of {there} by a random walk");
    let [_, by_order] = traces_of_small_programs(PartialOrderSampling::default);
    assert!(by_order * 100 >= there * 97, "{by_order} of {there} by partial order sampling");
    let [_, by_variable] = traces_of_small_programs(SelectiveWalk::default);
    assert!(by_variable * 100 >= there * 97, "{by_variable} of {there} by a selective walk");
    let [_, by_changes] = traces_of_small_programs(|| PriorityChanges::new(3));
    assert!(by_changes * 100 >= there * 80, "{by_changes} of {there} by priority changes");
}

/// Threads that write to one variable, each this often, and main that reads it.
fn writers(writes: &[usize]) -> Program {
    let write = Instruction::Write { variable: 0, value: Value::Constant(1) };
    let threads = writes.iter().map(|number| vec![write.clone(); *number]).collect();
    Program { threads, variables: 1, all_started: true, ..Program::default() }
}

#[test]
fn the_same_seed_shows_the_same() {
    let program = writers(&[3, 3]);
    let traces = |seed| sampled(&program, RandomWalk, 5, seed).1;
    assert_eq!(traces(7), traces(7));
    assert!((0..20).any(|seed| traces(seed) != traces(7)));
}

/// With 20 traces, 3 executions cannot have seen them all, and 2,000 have.
#[test]
fn what_was_seen_once_says_how_much_was_not_seen() {
    let program = writers(&[3, 3]);
    let (_, few) = sampled(&program, RandomWalk, 3, 1);
    assert!(few.seen_once >= 2, "{few:?}");
    let (_, many) = sampled(&program, RandomWalk, 2_000, 1);
    assert_eq!((many.traces(), many.seen_once), (20, 0));
}

/// Where one thread has much more to do than the other, a random walk hardly ever lets the other one be the last; a walk by what
/// is left sees all orders equally often.
#[test]
fn a_selective_walk_is_nearly_uniform() {
    let program = writers(&[9, 1]);
    let (_, samples) = sampled(&program, SelectiveWalk::default(), 2_900, 1);
    assert_eq!(samples.traces(), 10);
    let (_, random) = sampled(&program, RandomWalk, 2_900, 1);
    assert!(samples.rarest() > 200, "{samples:?}");
    assert!(random.rarest() < 50, "{random:?}");
}

/// Of 41 places for the only write of a thread, a random walk sees the first ones.
#[test]
fn priority_changes_see_what_a_random_walk_seldom_sees() {
    let program = writers(&[40, 1]);
    let (_, changes) = sampled(&program, PriorityChanges::new(2), 1_500, 3);
    let (_, random) = sampled(&program, RandomWalk, 1_500, 3);
    assert!(changes.traces() > 2 * random.traces(), "{} and {}", changes.traces(), random.traces());
}
