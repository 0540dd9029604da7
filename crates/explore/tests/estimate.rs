//! How good the estimate of what is done is, on programs whose number of executions is known afterwards.

use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::Instruction::{self, *};
use mazurka_machine::toy::Value::Constant;
use mazurka_machine::toy::{Program, Shape, Toy, random_program};

/// Where estimates are taken, in percent of all executions.
const MOMENTS: [u64; 7] = [2, 5, 10, 25, 50, 75, 90];

/// Programs with fewer executions say little, and those with more take too long.
const SIZES: std::ops::Range<u64> = 200..30_000;

/// Takes an estimate when these numbers of executions have begun.
struct Looks {
    at: Vec<u64>,
    taken: Vec<Estimate>,
}

impl<'p> Observer<Toy<'p>> for Looks {
    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        let Progress::Traces(statistics) = position.progress() else { unreachable!("traces are explored") };
        if self.at.get(self.taken.len()).is_some_and(|at| statistics.begun() >= *at) {
            self.taken.extend(position.estimate());
        }
        continue_if(statistics.begun() < SIZES.end)
    }
}

fn explore<R>(program: &Program, mut reduction: R, at: Vec<u64>) -> (u64, Vec<Estimate>)
where
    R: Reduction,
{
    let mut looks = Looks { at, taken: Vec::new() };
    let (statistics, _) =
        search(&mut Toy::new(program), &mut reduction, &mut (), Options::default(), &mut looks);
    (statistics.begun(), looks.taken)
}

/// Estimates as multiples of the truth.
fn ratios<R>(program: &Program, reduction: impl Fn() -> R) -> Vec<f64>
where
    R: Reduction,
{
    let (total, _) = explore(program, reduction(), Vec::new());
    if !SIZES.contains(&total) {
        return Vec::new();
    }
    let at: Vec<u64> = MOMENTS.iter().map(|percent| (total * percent / 100).max(1)).collect();
    let (_, estimates) = explore(program, reduction(), at.clone());
    assert_eq!(estimates.len(), at.len());
    estimates.iter().zip(at).map(|(estimate, at)| estimate.part * total as f64 / at as f64).collect()
}

fn program(threads: Vec<Vec<Instruction>>, variables: usize, mutexes: usize) -> Program {
    Program { threads, variables, mutexes, all_started: true, ..Program::default() }
}

fn programs() -> Vec<Program> {
    let write = |variable, value| Write { variable, value: Constant(value) };
    let mut programs: Vec<Program> =
        (6..8).map(|threads| program((0..threads).map(|n| vec![write(0, n)]).collect(), 1, 0)).collect();
    for (threads, length) in [(2, 6), (2, 8), (3, 3), (4, 2)] {
        let each = |make: &dyn Fn(usize) -> Vec<Instruction>| {
            let thread: Vec<Instruction> = (0..length).flat_map(make).collect();
            program(vec![thread; threads], 1, 2)
        };
        let lock = |mutex| vec![Lock { mutex }, Unlock { mutex }];
        let read_or_write =
            |n: usize| if n.is_multiple_of(2) { Read { register: 0, variable: 0 } } else { write(0, 1) };
        programs.push(each(&|_| vec![write(0, 1)]));
        programs.push(each(&|n| vec![read_or_write(n)]));
        programs.push(each(&|_| lock(0)));
        programs.push(each(&|n| lock(n % 2)));
    }
    for writers in [8, 10, 12] {
        let reader = (0..writers).map(|variable| Read { register: 0, variable }).collect();
        let threads = std::iter::once(reader).chain((0..writers).map(|variable| vec![write(variable, 1)]));
        programs.push(program(threads.collect(), writers, 0));
    }
    programs.extend(
        (0..40).map(|seed| random_program(seed, &Shape { threads: 4, length: 6, ..Shape::from_seed(seed) })),
    );
    programs
}

#[test]
fn nearly_all_estimates_are_within_the_factor_that_is_stated() {
    let mut all = Vec::new();
    for program in programs() {
        all.extend(ratios(&program, Optimal::default));
        all.extend(ratios(&program, || Source { nidhugg: false }));
        all.extend(ratios(&program, || Classic { sleep_sets: true }));
    }
    let within = |factor: f64| {
        let good = all.iter().filter(|ratio| (1.0 / factor..=factor).contains(*ratio)).count();
        good as f64 / all.len() as f64
    };
    assert!(all.len() > 500, "{}", all.len());
    assert!(within(FACTOR) >= 0.95, "{} of {} estimates", within(FACTOR), all.len());
    assert!(within(1.7) >= 0.6, "{}", within(1.7));
}

/// Where all orders of all threads are traces, the tree is as even as the estimate takes it to be.
#[test]
fn of_an_even_tree_the_estimate_is_exact() {
    let writers = program((0..6).map(|n| vec![Write { variable: 0, value: Constant(n) }]).collect(), 1, 0);
    let (total, estimates) = explore(&writers, Optimal::default(), (1..720).collect());
    assert_eq!((total, estimates.len()), (720, 719));
    for (at, estimate) in (1..).zip(estimates) {
        // The execution under way counts for a half, or, on a long way up, not yet.
        let executions = estimate.part * 720.0;
        assert!((executions - f64::from(at)).abs() <= 60.0, "{executions} of {at}");
    }
}

#[test]
fn bounds_stay_within_the_whole() {
    let [low, high] = Estimate { part: 0.5 }.bounds();
    assert!(low < 0.5 && high == 1.0);
}
