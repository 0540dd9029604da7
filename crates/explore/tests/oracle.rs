//! Every algorithm against the dumb oracle, on random toy programs.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{
    Program, Shape, Toy, counting_program, random_heap_program, random_program, spinning_program,
};
use mazurka_machine::{DataRace, Fault, Fingerprinted};

use crate::size::is_probably_larger;

/// What an exploration has seen.
#[derive(Default)]
struct Seen {
    /// How often each trace was executed.
    traces: BTreeMap<u128, u32>,
    final_states: BTreeSet<(u128, String)>,
    faults: BTreeSet<String>,
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
            *self.traces.entry(path.execution().trace_key()).or_default() += 1;
            self.final_states.insert((machine.fingerprint(), format!("{end:?}")));
        }
        self.executions += 1;
        continue_if(self.executions < self.limit)
    }
}

/// Traces are compared to their end, joins and all.
fn explore<R>(program: &Program, order: Order, reduction: R, limit: u64) -> Option<(Seen, Statistics)>
where
    R: Reduction,
{
    explore_with(program, Options { order, short_tails: false, ..Options::default() }, reduction, limit)
}

fn explore_with<R>(
    program: &Program,
    options: Options,
    mut reduction: R,
    limit: u64,
) -> Option<(Seen, Statistics)>
where
    R: Reduction,
{
    let mut toy = Toy::new(program);
    let mut seen = Seen { limit, ..Seen::default() };
    let (statistics, Ok(finish)) = search(&mut toy, &mut reduction, &mut (), options, &mut seen);
    (finish == Finish::Complete).then_some((seen, statistics))
}

/// Which thread is tried first must not matter: every other program is explored in a shuffled order.
fn compare(seed: u64) -> bool {
    let order = if seed.is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(seed) };
    compare_all(&random_program(seed, &Shape::from_seed(seed)), order, &format!("seed {seed}"))
}

/// Compares all algorithms on a program; `false` if it is too large for the oracle.
pub(crate) fn compare_all(program: &Program, order: Order, which: &str) -> bool {
    if is_probably_larger(program, 5_000) {
        return false;
    }
    let oracle = explore(program, Order::ByNumber, Exhaustive { sleep_sets: false }, 5_000);
    let Some((oracle, _)) = oracle else { return false };
    let check = |name: &str, run: Option<(Seen, Statistics)>, optimal: bool| {
        let (seen, statistics) = run.unwrap_or_else(|| panic!("{name} does not end; {which}\n{program}"));
        let missing = oracle.traces.keys().filter(|key| !seen.traces.contains_key(key)).count();
        assert_eq!(
            missing,
            0,
            "{name} misses {missing} of {} traces; {which}\n{program}",
            oracle.traces.len()
        );
        assert_eq!(seen.traces.len(), oracle.traces.len(), "{name} invents traces; {which}\n{program}");
        assert_eq!(seen.final_states, oracle.final_states, "{name}: final states; {which}\n{program}");
        assert_eq!(seen.faults, oracle.faults, "{name}: faults; {which}\n{program}");
        if optimal {
            assert_eq!(statistics.redundant, 0, "{name} is blocked; {which}\n{program}");
            let twice = seen.traces.values().filter(|count| **count > 1).count();
            assert_eq!(twice, 0, "{name} executes {twice} traces again; {which}\n{program}");
        }
    };
    check("sleep", explore(program, order, Exhaustive { sleep_sets: true }, 100_000), false);
    check("classic", explore(program, order, Classic { sleep_sets: false }, 100_000), false);
    check("classic with sleep sets", explore(program, order, Classic { sleep_sets: true }, 100_000), false);
    check("source", explore(program, order, Source { nidhugg: false }, 100_000), false);
    check("nidhugg", explore(program, order, Source { nidhugg: true }, 100_000), false);
    check("optimal", explore(program, order, Optimal::default(), 100_000), true);
    compare_short_tails(program, order, &oracle, which);
    true
}

/// Whether the last joins are events makes no difference to what a search finds, or how often.
fn compare_short_tails(program: &Program, order: Order, oracle: &Seen, which: &str) {
    let options = Options { order, short_tails: true, ..Options::default() };
    let runs = [
        ("sleep", explore_with(program, options, Exhaustive { sleep_sets: true }, 100_000)),
        ("optimal", explore_with(program, options, Optimal::default(), 100_000)),
    ];
    for (name, run) in runs {
        let (seen, statistics) = run.unwrap_or_else(|| panic!("{name} does not end; {which}\n{program}"));
        assert_eq!(seen.final_states, oracle.final_states, "{name}, short tails; {which}\n{program}");
        assert_eq!(seen.faults, oracle.faults, "{name}, short tails; {which}\n{program}");
        let found = statistics.executions + statistics.cut_off;
        assert_eq!(found, oracle.traces.len() as u64, "{name}, short tails; {which}\n{program}");
    }
}

/// A reversal takes everything of the execution that does not depend on the race's first event, to its very end: cut off
/// at the second event, optimal search misses two of the 61 traces of this program.
#[test]
fn a_reversal_reaches_to_the_end_of_the_execution() {
    assert!(compare_all(&sixty_one_traces(), Order::ByNumber, "the program of this test"));
}

fn sixty_one_traces() -> Program {
    use mazurka_machine::toy::Instruction::*;
    use mazurka_machine::toy::Value::*;
    let cas = |register, expected, new| CompareAndSwap { register, variable: 0, expected, new };
    let guarded = |register, access| {
        let skip = JumpIfEqual { register, value: Constant(0), to: 4 };
        vec![TryLock { register, mutex: 0 }, skip, access, Unlock { mutex: 0 }]
    };
    Program {
        threads: vec![
            vec![cas(1, Constant(2), Register(0)), cas(1, Constant(2), Register(0))],
            guarded(1, cas(0, Plus(0, 1), Constant(0))),
            vec![cas(1, Register(0), Constant(2)), Acquire { semaphore: 0 }],
            guarded(0, Write { variable: 0, value: Constant(1) }),
        ],
        variables: 1,
        mutexes: 1,
        semaphores: 1,
        all_started: true,
        ..Program::default()
    }
}

/// Who has had enough ends the search wherever it is, and never gets to hear that it was complete.
#[test]
fn a_search_ends_when_its_observer_has_had_enough() {
    struct Steps(u64);
    impl<'p> Observer<Toy<'p>> for Steps {
        fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
            continue_if(position.progress().transitions() < self.0)
        }
    }
    let program = sixty_one_traces();
    let explore = |steps| {
        let mut toy = Toy::new(&program);
        search(&mut toy, &mut Optimal::default(), &mut (), Options::default(), &mut Steps(steps))
    };
    let (all, Ok(finish)) = explore(u64::MAX);
    assert!(finish == Finish::Complete && all.executions == 61, "{all:?}");
    for steps in 0..all.transitions {
        let (statistics, finish) = explore(steps);
        assert_eq!((statistics.transitions, finish), (steps, Ok(Finish::Stopped)));
    }
}

/// A try that fails where it came first may have been created by what comes before it in the reversal: the node before
/// the race knows nothing of its thread.
#[test]
fn a_thread_may_be_created_within_a_reversal() {
    use mazurka_machine::toy::Instruction::*;
    let program = Program {
        threads: vec![
            vec![Spawn { thread: 1 }, Spawn { thread: 2 }],
            vec![Lock { mutex: 0 }],
            vec![TryLock { register: 0, mutex: 0 }],
        ],
        mutexes: 1,
        ..Program::default()
    };
    for order in (0..10).map(Order::Shuffled) {
        assert!(compare_all(&program, order, &format!("{order:?}")));
    }
}

/// What a block touches depends on what it reads: one that sleeps may touch something else where it is reached in another
/// way.
#[test]
fn a_block_may_touch_other_places_than_where_it_fell_asleep() {
    use mazurka_machine::toy::Instruction::*;
    use mazurka_machine::toy::Value::*;
    let program = Program {
        threads: vec![
            vec![
                Spawn { thread: 1 },
                Spawn { thread: 2 },
                WriteIf { condition: 1, variable: 0, value: Register(1) },
                CompareAndSwap { register: 2, variable: 1, expected: Register(2), new: Register(2) },
            ],
            vec![Write { variable: 1, value: Register(1) }],
            vec![
                Write { variable: 1, value: Constant(2) },
                Write { variable: 0, value: Register(1) },
                Read { register: 1, variable: 1 },
                Write { variable: 0, value: Register(2) },
            ],
        ],
        variables: 2,
        ..Program::default()
    };
    for order in (0..100).map(Order::Shuffled) {
        assert!(compare_all(&program, order, &format!("{order:?}")));
    }
}

/// Neither addition minds the other, and the wait must come before all but one of them: reversing it with one is not
/// enough.
#[test]
fn a_wait_may_have_to_overtake_several_events() {
    use mazurka_machine::toy::Instruction::*;
    use mazurka_machine::toy::Value::*;
    let add = vec![Add { variable: 0, value: Constant(1) }];
    let wait = vec![Spin { conditions: vec![(0, Constant(1)), (1, Constant(0))] }];
    let write = vec![Write { variable: 1, value: Constant(1) }];
    let program = Program {
        threads: vec![add.clone(), add.clone(), add, write, wait],
        variables: 2,
        all_started: true,
        ..Program::default()
    };
    for order in (0..10).map(Order::Shuffled) {
        assert!(compare_all(&program, order, &format!("{order:?}")));
    }
}

/// A signal that comes earlier in the other order may find more than one who sleeps, or fewer.
#[test]
fn whom_a_signal_can_wake_depends_on_the_order() {
    use mazurka_machine::toy::Instruction::*;
    let sleeper = vec![Lock { mutex: 0 }, Wait { condition: 0, mutex: 0 }, Unlock { mutex: 0 }];
    let program = Program {
        threads: vec![sleeper.clone(), sleeper, vec![Signal { condition: 0 }], vec![Signal { condition: 0 }]],
        mutexes: 1,
        conditions: 1,
        all_started: true,
        ..Program::default()
    };
    for order in (0..10).map(Order::Shuffled) {
        assert!(compare_all(&program, order, &format!("{order:?}")));
    }
}

/// Which choice a thread makes may decide whether a race happens at all: here, whether the first thread comes to its second
/// addition. What one race has planned for one choice does not stand for the others.
#[test]
fn another_choice_may_be_in_executions_without_the_race_that_planned_the_first() {
    use mazurka_machine::toy::Instruction::*;
    use mazurka_machine::toy::Value::*;
    let add = |variable| Add { variable, value: Constant(1) };
    let fetch_add = |register, variable| FetchAdd { register, variable, value: Constant(1) };
    let wait = Spin { conditions: vec![(4, Register(0))] };
    let program = Program {
        threads: vec![
            vec![fetch_add(0, 3), wait.clone(), fetch_add(1, 2), add(4)],
            vec![fetch_add(0, 3), wait, WriteAny { variable: 4 }],
            vec![add(1)],
            vec![Spin { conditions: vec![(2, Constant(0)), (1, Constant(0))] }],
        ],
        variables: 5,
        all_started: true,
        ..Program::default()
    };
    for order in (0..100).map(Order::Shuffled) {
        assert!(compare_all(&program, order, &format!("{order:?}")));
    }
}

/// How many programs to try: a longer run sets `MAZURKA_PROGRAMS`.
fn programs() -> u64 {
    std::env::var("MAZURKA_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}

#[test]
fn every_algorithm_agrees_with_the_oracle() {
    let compared = (0..programs()).filter(|&seed| compare(seed)).count() as u64;
    assert!(compared > programs() / 2, "only {compared} programs were small enough");
}

/// Most transitions of these programs are waits, so that most races are those of waits. An order of its own for every
/// program: which events meet a wait depends on it.
#[test]
fn every_algorithm_agrees_on_programs_that_spin() {
    let compare = |seed| {
        let order = if seed % 4 == 0 { Order::ByNumber } else { Order::Shuffled(seed) };
        compare_all(&spinning_program(seed), order, &format!("spinning program {seed}"))
    };
    let compared = (0..programs()).filter(|&seed| compare(seed)).count() as u64;
    assert!(compared > programs() / 2, "only {compared} programs were small enough");
}

/// References that are given up, in an order that matters only to the last of them.
#[test]
fn every_algorithm_agrees_on_programs_that_count() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..programs() / 2 {
        let program = counting_program(seed);
        let order = if seed % 4 == 0 { Order::ByNumber } else { Order::Shuffled(seed) };
        if !compare_all(&program, order, &format!("counting program {seed}")) {
            continue;
        }
        let ordered = Program { commuting_releases: false, ..program.clone() };
        let [(some, _), (all, _)] = [&program, &ordered].map(|program| {
            explore(program, order, Optimal::default(), 100_000).expect("no larger than for the oracle")
        });
        assert_eq!(some.final_states, all.final_states, "final states; seed {seed}\n{program}");
        assert_eq!(some.faults, all.faults, "faults; seed {seed}\n{program}");
        assert!(some.traces.len() <= all.traces.len(), "more traces; seed {seed}\n{program}");
        compared += 1;
        fewer += u64::from(some.traces.len() < all.traces.len());
    }
    assert!(compared > programs() / 8 && fewer > programs() / 32, "{compared} programs, {fewer} with fewer");
}

/// Where no thread observes the order of arrivals at a barrier, exploring one of them loses nothing.
#[test]
fn the_order_of_arrivals_changes_nothing() {
    let (mut compared, mut fewer) = (0, 0);
    for seed in 0..programs() / 4 {
        let threads = 3 + (seed % 3) as usize;
        let shape = Shape { barrier: true, threads, overlaps: false, ..Shape::from_seed(seed) };
        let program = random_program(seed, &shape);
        let ordered = Program { ordered_arrivals: true, ..program.clone() };
        let oracle = explore(&ordered, Order::ByNumber, Exhaustive { sleep_sets: true }, 5_000);
        let Some((oracle, _)) = oracle else { continue };
        let (seen, _) = explore(&program, Order::Shuffled(seed), Optimal::default(), 5_000).unwrap();
        assert_eq!(seen.final_states, oracle.final_states, "final states; seed {seed}\n{program}");
        assert_eq!(seen.faults, oracle.faults, "faults; seed {seed}\n{program}");
        assert!(seen.traces.len() <= oracle.traces.len(), "more traces; seed {seed}\n{program}");
        compared += 1;
        fewer += u64::from(seen.traces.len() < oracle.traces.len());
    }
    assert!(compared > programs() / 12 && fewer > programs() / 32, "{compared} programs, {fewer} with fewer");
}

/// Looking at every race of every execution, as the paper does, explores the same executions: also those of programs that
/// are too large for the oracle.
#[test]
fn settling_races_changes_nothing() {
    type Generator = fn(u64) -> Program;
    let generators: [(&str, Generator); 4] = [
        ("random", |seed| random_program(seed, &Shape::from_seed(seed))),
        ("spinning", spinning_program),
        ("heap", random_heap_program),
        ("counting", counting_program),
    ];
    let (mut compared, mut large) = (0, 0);
    for ((name, program), seed) in generators.iter().flat_map(|it| (0..programs()).map(move |n| (it, n))) {
        let program = program(seed);
        let order = if seed % 4 == 0 { Order::ByNumber } else { Order::Shuffled(seed) };
        let Some((settling, statistics)) = explore(&program, order, Optimal::default(), 2_000) else {
            continue;
        };
        let (all, expected) = explore(&program, order, Optimal::without_settling(), 2_000)
            .unwrap_or_else(|| panic!("there are more executions; {name} program {seed}\n{program}"));
        assert_eq!(statistics.executions, expected.executions, "{name} program {seed}\n{program}");
        assert!(
            settling.traces == all.traces && expected.redundant == 0,
            "other traces; {name} program {seed}\n{program}"
        );
        compared += 1;
        large += u64::from(expected.executions > 100);
    }
    assert!(compared > programs() && large > programs() / 10, "{compared} programs, {large} large ones");
}

/// Every order of threads gives the same traces, each once.
#[test]
fn the_order_of_threads_changes_nothing() {
    let traces = |program: &Program, order| {
        let run = explore(program, order, Optimal::default(), 4_000);
        run.map(|(seen, statistics)| (seen.traces, seen.final_states, seen.faults, statistics.redundant))
    };
    let mut compared = 0;
    for seed in 0..programs() / 4 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let Some(expected) = traces(&program, Order::ByNumber) else { continue };
        for order in (0..4).map(Order::Shuffled) {
            let found = traces(&program, order)
                .unwrap_or_else(|| panic!("{order:?} does not end; seed {seed}\n{program}"));
            assert!(found == expected, "{order:?} differs; seed {seed}\n{program}");
        }
        compared += 1;
    }
    assert!(compared > programs() / 8, "only {compared} programs were small enough");
}

/// What main does between two joins may still be reversed: the second thread may be slower.
#[test]
fn what_is_done_between_the_last_joins_matters() {
    use mazurka_machine::toy::Instruction::*;
    use mazurka_machine::toy::Value::Constant;
    let write = |value| Write { variable: 0, value: Constant(value) };
    for between in [write(1), Read { register: 0, variable: 0 }] {
        let main =
            vec![Spawn { thread: 1 }, Spawn { thread: 2 }, Join { thread: 1 }, between, Join { thread: 2 }];
        let threads = vec![main, vec![], vec![write(2)]];
        let program = Program { threads, variables: 1, ..Program::default() };
        assert!(compare_all(&program, Order::ByNumber, "the program of this test"));
    }
}

/// Behind a data race, a thread may do something else in another order than it was seen to do: the guarantee is gone, but
/// the search must go on. Only there does optimal search begin executions that it gives up.
#[test]
fn a_search_goes_on_behind_data_races() {
    struct Racing(u64);
    impl<'p> Observer<Toy<'p>> for Racing {
        fn race(&mut self, _: &mut Toy<'p>, _: &dyn Path, _: &DataRace) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Continue(())
        }
        fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
            continue_if(position.progress().transitions() < 5_000)
        }
    }
    fn go_on(program: &Program, mut reduction: impl Reduction) -> (u64, u64) {
        let (mut racing, mut races) = (Racing(0), DataRaces::default());
        let (statistics, _) =
            search(&mut Toy::new(program), &mut reduction, &mut races, Options::default(), &mut racing);
        (racing.0, statistics.redundant)
    }
    let (mut with_races, mut with_redundant) = (0, 0);
    for seed in 0..1500 {
        let program = random_program(seed, &Shape { plain: true, ..Shape::from_seed(seed) });
        let (races, redundant) = go_on(&program, Optimal::default());
        with_races += u64::from(races > 0);
        with_redundant += u64::from(redundant > 0);
        assert!(redundant == 0 || races > 0, "redundant executions without a race; seed {seed}\n{program}");
        go_on(&program, Source { nidhugg: false });
        go_on(&program, Classic { sleep_sets: true });
    }
    assert!(with_races > 500, "only {with_races} programs have races");
    assert!(with_redundant > 0, "behind races, optimal search may give executions up");
}
