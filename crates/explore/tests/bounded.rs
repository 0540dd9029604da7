//! Bounded searches against the enumeration of all interleavings within the bound, on random toy programs.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Instruction, Program, Shape, Toy, Value, random_program};
use mazurka_machine::{Fault, Fingerprinted};

/// What a search has seen.
#[derive(Default)]
struct Seen {
    traces: BTreeSet<u128>,
    final_states: BTreeSet<(u128, String)>,
    faults: BTreeSet<String>,
    /// Whether an execution was seen twice, step by step.
    repeated: bool,
    schedules: BTreeSet<Vec<Transition>>,
    limit: u64,
    executions: u64,
}

impl<'p> Observer<Toy<'p>> for Seen {
    fn fault(&mut self, _: &mut Toy<'p>, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.faults.insert(fault.message.clone());
        ControlFlow::Continue(())
    }

    fn end(&mut self, machine: &mut Toy<'p>, path: &dyn Path, end: &End) -> ControlFlow<()> {
        if *end != End::Redundant {
            self.traces.insert(path.execution().trace_key());
            self.final_states.insert((machine.fingerprint(), format!("{end:?}")));
            let schedule = path.execution().events().iter().map(Event::transition).collect();
            self.repeated |= !self.schedules.insert(schedule);
        }
        self.executions += 1;
        continue_if(self.executions < self.limit)
    }
}

impl Seen {
    fn covers(&self, other: &Seen) -> bool {
        other.traces.is_subset(&self.traces)
            && other.final_states.is_subset(&self.final_states)
            && other.faults.is_subset(&self.faults)
    }
}

fn explore<R>(program: &Program, mut reduction: R, limit: u64) -> Option<Seen>
where
    R: Reduction,
{
    let mut seen = Seen { limit, ..Seen::default() };
    explore_further(program, &mut reduction, &mut seen).map(|_| seen)
}

/// Adds to what has been seen, unless that is too much; says how many steps were beyond the bound.
fn explore_further<R>(program: &Program, reduction: &mut R, seen: &mut Seen) -> Option<u64>
where
    R: Reduction,
{
    // Traces are compared to their end, joins and all.
    let options = Options { short_tails: false, ..Options::default() };
    let (statistics, Ok(finish)) = search(&mut Toy::new(program), reduction, &mut (), options, seen);
    (finish == Finish::Complete).then_some(statistics.beyond_bound)
}

/// As people use it: the last joins are not events.
fn explore_with_short_tails<R>(program: &Program, mut reduction: R) -> Seen
where
    R: Reduction,
{
    let mut seen = Seen { limit: 200_000, ..Seen::default() };
    let (_, Ok(finish)) =
        search(&mut Toy::new(program), &mut reduction, &mut (), Options::default(), &mut seen);
    assert_eq!(finish, Finish::Complete, "it does no more than with long tails");
    seen
}

fn sound_searches(program: &Program, bound: Bound) -> [(&'static str, Seen); 3] {
    let limit = 200_000;
    let ends = |name: &'static str, seen: Option<Seen>| {
        (name, seen.unwrap_or_else(|| panic!("{name} does not end within {bound:?}\n{program}")))
    };
    [
        ends("classic-bpor", explore(program, ClassicBounded::new(bound), limit)),
        ends("nidhugg-bpor", explore(program, NidhuggBounded::new(bound), limit)),
        ends("source-bpor", explore(program, SourceBounded::new(bound), limit)),
    ]
}

fn bounds() -> impl Iterator<Item = Bound> {
    (0..=4).flat_map(|k| [Bound::Preemptions(k), Bound::Delays(k)])
}

/// How many programs to try: a longer run sets `MAZURKA_PROGRAMS`.
fn programs() -> u64 {
    std::env::var("MAZURKA_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

#[test]
fn nothing_within_the_bound_is_missed() {
    let (mut compared, mut missed_by_naive, mut yielding) = (0, 0, 0);
    for seed in 0..programs() {
        let shape = Shape::from_seed(seed);
        let program = random_program(seed, &shape);
        for bound in bounds() {
            let Some(oracle) = explore(&program, Enumeration::new(bound), 1_000) else { continue };
            compared += 1;
            yielding += u64::from(shape.yields);
            for (name, seen) in sound_searches(&program, bound) {
                assert!(
                    seen.covers(&oracle),
                    "{name} misses something within {bound:?}; seed {seed}\n{program}"
                );
            }
            let seen = explore_with_short_tails(&program, SourceBounded::new(bound));
            assert!(
                oracle.final_states.is_subset(&seen.final_states) && oracle.faults.is_subset(&seen.faults),
                "short tails hide something within {bound:?}; seed {seed}\n{program}"
            );
            let naive =
                explore(&program, NaiveBounded::new(bound), 200_000).expect("it does less than the others");
            missed_by_naive += u64::from(!naive.covers(&oracle));
        }
    }
    assert!(compared > programs() * 6, "{compared} cases are small enough to enumerate");
    assert!(yielding > compared / 10, "only {yielding} of {compared} cases yield");
    assert!(
        missed_by_naive > compared / 50,
        "naive-bpor misses something in {missed_by_naive} cases of {compared}"
    );
}

/// Without a bound that matters, everything is found.
#[test]
fn a_large_bound_is_none() {
    for seed in 0..programs() / 2 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let Some(oracle) = explore(&program, Exhaustive { sleep_sets: false }, 1_000) else { continue };
        for bound in [Bound::Preemptions(1000), Bound::Delays(1000)] {
            for (name, seen) in sound_searches(&program, bound) {
                assert!(seen.covers(&oracle), "{name}; {bound:?}; seed {seed}\n{program}");
                assert_eq!(seen.traces.len(), oracle.traces.len(), "{name} invents traces; seed {seed}");
            }
        }
    }
}

/// Searches within 0, 1, 2 … of what the bound counts, each from where the last one stopped; `check` sees what is known
/// after each of them.
fn deepen<R>(
    program: &Program,
    new: fn(Bound) -> R,
    kind: fn(u32) -> Bound,
    room: usize,
    check: impl Fn(Bound, &Seen),
) where
    R: Deepening + Reduction,
{
    let mut seen = Seen { limit: 200_000, ..Seen::default() };
    let mut unfinished = Unfinished::with_room(room);
    let mut is_left = true;
    for k in 0..=4 {
        if is_left {
            unfinished.start_round(k == 4);
            let mut reduction = new(kind(k));
            std::mem::swap(reduction.unfinished(), &mut unfinished);
            let refused = explore_further(program, &mut reduction, &mut seen).expect("it is small enough");
            std::mem::swap(reduction.unfinished(), &mut unfinished);
            is_left = refused > 0;
        }
        check(kind(k), &seen);
    }
}

/// A search that goes on with a larger bound finds what one from the start does, and executes nothing twice, unless it
/// had to forget something.
#[test]
fn deepening_misses_nothing_and_repeats_nothing() {
    let mut forgetful = 0;
    for seed in 0..programs() / 2 {
        let program = random_program(seed, &Shape::from_seed(seed));
        for kind in [Bound::Preemptions, Bound::Delays] {
            let within = |k| explore(&program, Enumeration::new(kind(k)), 500);
            let Some(oracles) = (0..=4).map(within).collect::<Option<Vec<Seen>>>() else { continue };
            let oracle = |bound: Bound| &oracles[bound.limit() as usize];
            let covers = |bound: Bound, seen: &Seen| {
                assert!(seen.covers(oracle(bound)), "{bound:?}; seed {seed}\n{program}");
            };
            let covers_once = |bound: Bound, seen: &Seen| {
                covers(bound, seen);
                assert!(!seen.repeated, "{bound:?}; seed {seed}\n{program}");
            };
            let same = |bound: Bound, seen: &Seen| {
                covers_once(bound, seen);
                assert_eq!(seen.schedules, oracle(bound).schedules, "{bound:?}; seed {seed}\n{program}");
            };
            deepen(&program, Enumeration::new, kind, 10_000, same);
            deepen(&program, ClassicBounded::new, kind, 10_000, covers_once);
            deepen(&program, NidhuggBounded::new, kind, 10_000, covers_once);
            deepen(&program, SourceBounded::new, kind, 10_000, covers_once);
            let repeated = Cell::new(false);
            deepen(&program, SourceBounded::new, kind, 3, |bound, seen| {
                covers(bound, seen);
                repeated.set(seen.repeated);
            });
            forgetful += u32::from(repeated.get());
        }
    }
    assert!(forgetful > 0, "nothing is ever forgotten");
}

fn threads(variables: usize, threads: Vec<Vec<Instruction>>) -> Program {
    Program { threads, variables, all_started: true, ..Program::default() }
}

fn write(variable: usize, value: i64) -> Instruction {
    Instruction::Write { variable, value: Value::Constant(value) }
}

fn read(variable: usize) -> Instruction {
    Instruction::Read { register: 0, variable }
}

/// The reversal of the two accesses to y is beyond the bound where it is met, and there is another way to it: the second
/// thread first, and all of it.
#[test]
fn naive_search_misses_what_the_bound_allows() {
    let program = threads(2, vec![vec![write(0, 1), write(1, 1)], vec![read(1)]]);
    let bound = Bound::Preemptions(0);
    let oracle = explore(&program, Enumeration::new(bound), 1_000).expect("it is small");
    let naive = explore(&program, NaiveBounded::new(bound), 1_000).expect("it is small");
    assert_eq!((oracle.traces.len(), naive.traces.len()), (2, 1));
    for (name, seen) in sound_searches(&program, bound) {
        assert!(seen.covers(&oracle), "{name}");
    }
}

/// Who runs into a lock that another one holds lets that one go on for nothing: the switch before the unlock costs less
/// than the one after it.
#[test]
fn waiting_is_cheaper_than_being_interrupted() {
    use Instruction::{Lock, Unlock};
    let program = Program {
        mutexes: 1,
        ..threads(
            1,
            vec![
                vec![Lock { mutex: 0 }, write(0, 2), Unlock { mutex: 0 }, write(0, 1)],
                vec![read(0), write(0, 3), Lock { mutex: 0 }, read(0)],
            ],
        )
    };
    for bound in bounds() {
        let oracle = explore(&program, Enumeration::new(bound), 1_000).expect("it is small");
        for (name, seen) in sound_searches(&program, bound) {
            assert!(seen.covers(&oracle), "{name} {bound:?}");
        }
    }
}

/// After a yield others go first for nothing, so a block begins there: the other thread's write may come between the two
/// reads without a preemption.
#[test]
fn a_yield_ends_a_block() {
    use Instruction::Yield;
    let readers = |between: Vec<Instruction>| {
        let first = [vec![read(0)], between, vec![write(1, 1), read(0)]].concat();
        threads(2, vec![first, vec![write(0, 1)]])
    };
    for (program, without_preemption) in [(readers(vec![]), 2), (readers(vec![Yield]), 3)] {
        for bound in bounds() {
            let oracle = explore(&program, Enumeration::new(bound), 1_000).expect("it is small");
            for (name, seen) in sound_searches(&program, bound) {
                assert!(seen.covers(&oracle), "{name} {bound:?}");
                if bound == Bound::Preemptions(0) {
                    assert_eq!(seen.traces.len(), without_preemption, "{name}");
                }
            }
        }
    }
}

/// n threads that each swap 0 for 1, and then write a value of their own.
fn casw(n: i64) -> Program {
    let swap = |value| {
        let (expected, new) = (Value::Constant(0), Value::Constant(1));
        vec![Instruction::CompareAndSwap { register: 0, variable: 0, expected, new }, write(0, value)]
    };
    threads(1, (0..n).map(|i| swap(i + 2)).collect())
}

/// How many traces each of the sound searches sees, and the enumeration.
fn traces(program: &Program, bound: Bound) -> [usize; 4] {
    let oracle = explore(program, Enumeration::new(bound), 200_000).expect("it is small enough");
    let [classic, nidhugg, source] = sound_searches(program, bound).map(|(_, seen)| seen.traces.len());
    [oracle.traces.len(), classic, nidhugg, source]
}

/// Known numbers: traces of casw(n) with at most k preemptions.
#[test]
fn traces_within_a_number_of_preemptions() {
    let known = [120, 1_320, 6_720, 18_720, 30_000, 32_880];
    is_documented("casw(5), preemptions", &known);
    for (k, expected) in known.into_iter().enumerate() {
        assert_eq!(traces(&casw(5), Bound::Preemptions(k as u32)), [expected; 4], "casw(5), {k}");
    }
    for (n, all) in [(2, 6), (3, 66), (4, 1200)] {
        assert_eq!(traces(&casw(n), Bound::Preemptions(n as u32)), [all; 4], "casw({n})");
    }
}

/// Known numbers: traces of readers(6) with at most k delays.
#[test]
fn traces_within_a_number_of_delays() {
    let mut readers = vec![vec![write(0, 1)]];
    readers.extend((0..6).map(|_| vec![read(0)]));
    let program = threads(1, readers);
    let known = [1, 2, 8, 23, 43, 58, 64];
    is_documented("readers(6), delays", &known);
    for (k, expected) in known.into_iter().chain([64]).enumerate() {
        assert_eq!(traces(&program, Bound::Delays(k as u32)), [expected; 4], "{k}");
    }
}

/// docs/results.md has a row with these numbers.
fn is_documented(name: &str, numbers: &[usize]) {
    let results = include_str!("../../../docs/results.md");
    let row = results.lines().find_map(|line| line.strip_prefix(&format!("| {name} |")));
    let cells = row.into_iter().flat_map(|row| row.split('|')).map(|cell| cell.trim().replace(',', ""));
    let documented: Vec<usize> = cells.filter_map(|cell| cell.parse().ok()).collect();
    assert_eq!(documented, numbers, "{name}");
}
