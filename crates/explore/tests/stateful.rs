//! Stateful searches: against the enumeration of all executions where there are few, and against each other
//! where there are infinitely many.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Instruction, Program, Shape, Toy, Value, random_heap_program, random_program};
use mazurka_machine::{DataRace, Fault, Fingerprinted, Machine};
use serde::{Deserialize, Serialize};

/// What a search has found.
#[derive(PartialEq, Eq, Default, Debug)]
pub(crate) struct Found {
    pub(crate) final_states: BTreeSet<(u128, String)>,
    pub(crate) faults: BTreeSet<String>,
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

    fn end(&mut self, machine: &mut Toy<'p>, _: &dyn Path, end: &End) -> ControlFlow<()> {
        self.found.final_states.insert((machine.fingerprint(), format!("{end:?}")));
        ControlFlow::Continue(())
    }

    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        continue_if(position.progress().transitions() < self.limit)
    }
}

/// What there is to find, by enumeration of all executions; `None` if there are too many.
fn enumerate(program: &Program, limit: u64) -> Option<Found> {
    let mut toy = Toy::new(program);
    let mut listener = Listener { limit, ..Listener::default() };
    let mut reduction = Exhaustive { sleep_sets: false };
    let (_, Ok(finish)) = search(&mut toy, &mut reduction, &mut (), Options::default(), &mut listener);
    (finish == Finish::Complete).then_some(listener.found)
}

/// What a search through states finds; `None` if it is not done in time.
pub(crate) fn explore<'p>(
    program: &'p Program,
    capture: &mut impl Capture<Toy<'p>>,
    expansion: &mut impl Expansion,
    order: Order,
    limit: u64,
) -> Option<(Found, StateStatistics)> {
    let mut toy = Toy::new(program);
    let mut listener = Listener { limit, ..Listener::default() };
    let options = StateOptions { order, ..StateOptions::default() };
    let (statistics, Ok(finish)) =
        search_states(&mut toy, (capture, expansion, &mut ()), options, &mut listener);
    (finish == Finish::Complete).then_some((listener.found, statistics))
}

/// How many programs to try: a longer run sets `MAZURKA_PROGRAMS`.
pub(crate) fn programs() -> u64 {
    std::env::var("MAZURKA_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(3000)
}

pub(crate) fn order(seed: u64) -> Order {
    if seed.is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(seed) }
}

/// Compares searches through states with all executions; `false` if there are too many.
pub(crate) fn compare(program: &Program, order: Order, which: &str) -> bool {
    let Some(expected) = enumerate(program, 5_000) else { return false };
    let (found, statistics) =
        explore(program, &mut Exact, &mut All, order, 100_000).expect("it has fewer steps");
    assert_eq!(found, expected, "{which}\n{program}");
    assert_eq!(statistics.states + statistics.revisits, statistics.transitions + 1, "{which}");
    let (found, _) = explore(program, &mut Exact, &mut Sdpor::default(), order, 100_000)
        .unwrap_or_else(|| panic!("sdpor does not end; {which}\n{program}"));
    assert_eq!(found, expected, "sdpor; {which}\n{program}");
    true
}

#[test]
fn states_show_what_executions_show() {
    let compare =
        |seed| compare(&random_program(seed, &Shape::from_seed(seed)), order(seed), &format!("seed {seed}"));
    let compared = (0..programs()).filter(|&seed| compare(seed)).count() as u64;
    assert!(compared > programs() / 2, "only {compared} programs were small enough");
}

/// Explores all, and remembers only some states.
#[derive(Serialize, Deserialize)]
struct Partly {
    all: All,
    which: Which,
    /// How many were remembered, and how many were not.
    stored: u64,
    passed: u64,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Which {
    /// One in three.
    Few,
    /// Those in which the thread that has made the transition holds no lock.
    WithoutLocks,
}

impl Partly {
    fn new(which: Which) -> Partly {
        Partly { all: All, which, stored: 0, passed: 0 }
    }
}

impl Expansion for Partly {
    type Node = <All as Expansion>::Node;

    const LOOKS_AT_REVISITS: bool = false;
    const STORES_ALL: bool = false;

    fn pick(&mut self, stack: &mut Stack<Self::Node>) -> Option<Transition> {
        self.all.pick(stack)
    }

    fn entered(&mut self, stack: &mut Stack<Self::Node>, state: u128) {
        self.all.entered(stack, state);
    }

    fn stores(&mut self, stack: &Stack<Self::Node>, state: u128, known: &dyn Knowledge) -> bool {
        let stores = match (self.which, stack.top().transition) {
            (Which::WithoutLocks, Some(transition)) => {
                known.held(transition.thread).expect("locks are watched").is_empty()
            }
            _ => state.is_multiple_of(3),
        };
        *(if stores { &mut self.stored } else { &mut self.passed }) += 1;
        stores
    }
}

/// Which states are remembered is a matter of time and memory, where every execution ends.
#[test]
fn a_search_that_remembers_some_states_finds_all_ends() {
    for which in [Which::Few, Which::WithoutLocks] {
        let (mut compared, mut stored, mut passed, mut held) = (0, 0, 0, 0);
        for seed in 0..programs() / 3 {
            let program = random_program(seed, &Shape::from_seed(seed));
            let Some(expected) = enumerate(&program, 5_000) else { continue };
            let (mut some, mut listener) =
                (Partly::new(which), Listener { limit: 100_000, ..Listener::default() });
            let parts = (&mut Exact, &mut some, &mut Discipline::default());
            let options = StateOptions { order: order(seed), ..StateOptions::default() };
            let (_, Ok(finish)) = search_states(&mut Toy::new(&program), parts, options, &mut listener);
            assert_eq!(finish, Finish::Complete, "seed {seed}\n{program}");
            assert_eq!(listener.found, expected, "seed {seed}\n{program}");
            compared += 1;
            held += u64::from(some.passed > 0);
            (stored, passed) = (stored + some.stored, passed + some.passed);
        }
        assert!(compared > programs() / 6, "only {compared} programs were small enough");
        assert!(stored > 1_000 && passed > 1_000 && held > 20, "{stored} states stored, {passed} not");
    }
}

/// Light-weight states tell more states apart, and find the same.
#[test]
fn light_states_show_what_exact_ones_show() {
    let (mut compared, mut states) = (0, [0; 2]);
    for seed in 0..programs() / 2 {
        let program = random_program(seed, &endless_or_not(seed));
        let Some((expected, exact)) = explore(&program, &mut Exact, &mut All, order(seed), 2_000) else {
            continue;
        };
        let light = explore(&program, &mut Light::default(), &mut All, order(seed), 4_000);
        // An unknown change in a cycle makes endlessly many ids.
        let Some((found, light)) = light else { continue };
        compared += 1;
        assert_eq!(found, expected, "seed {seed}\n{program}");
        assert!(light.states >= exact.states, "seed {seed}\n{program}");
        states = [states[0] + exact.states, states[1] + light.states];
    }
    assert!(compared > programs() / 4, "only {compared} programs were small enough");
    assert!(states[1] > states[0] && states[1] < 2 * states[0], "exact and light states: {states:?}");
}

pub(crate) fn endless_or_not(seed: u64) -> Shape {
    if seed % 4 < 2 { Shape::from_seed(seed) } else { Shape::endless(seed) }
}

/// SDPOR finds what the search through all states finds, on programs with an end and without.
#[test]
fn sdpor_finds_what_all_states_show() {
    let (mut compared, mut light_compared, mut transitions) = ([0; 2], 0, [0; 2]);
    for seed in 0..programs() {
        let shape = endless_or_not(seed);
        let program = random_program(seed, &shape);
        let Some((expected, all)) = explore(&program, &mut Exact, &mut All, order(seed), 2_000) else {
            continue;
        };
        let (found, sdpor) = explore(&program, &mut Exact, &mut Sdpor::default(), order(seed), 10_000)
            .unwrap_or_else(|| panic!("sdpor does not end; seed {seed}\n{program}"));
        assert_eq!(found, expected, "seed {seed}\n{program}");
        assert!(sdpor.states <= all.states, "seed {seed}\n{program}");
        // Unknown changes make many ids, and in a cycle endlessly many.
        if seed.is_multiple_of(3)
            && let Some((found, _)) =
                explore(&program, &mut Light::default(), &mut Sdpor::default(), order(seed), 4_000)
        {
            light_compared += 1;
            assert_eq!(found, expected, "light; seed {seed}\n{program}");
        }
        compared[usize::from(shape.endless)] += 1;
        transitions = [transitions[0] + all.transitions, transitions[1] + sdpor.transitions];
    }
    assert!(compared.iter().all(|compared| *compared > programs() / 4), "{compared:?} were small enough");
    assert!(light_compared > programs() / 6, "only {light_compared} ended with light states");
    assert!(4 * transitions[1] < 3 * transitions[0], "steps of all states and of sdpor: {transitions:?}");
}

/// Whether a search finds a data race, and which faults.
#[derive(Default)]
struct RaceListener {
    race: bool,
    faults: BTreeSet<String>,
    limit: u64,
    /// Behind a race, executions are no longer what their traces say.
    continues_after_race: bool,
}

impl<'p> Observer<Toy<'p>> for RaceListener {
    fn fault(&mut self, _: &mut Toy<'p>, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.faults.insert(fault.message.clone());
        ControlFlow::Continue(())
    }

    fn race(&mut self, _: &mut Toy<'p>, _: &dyn Path, _: &DataRace) -> ControlFlow<()> {
        self.race = true;
        continue_if(self.continues_after_race)
    }

    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        continue_if(position.progress().transitions() < self.limit)
    }
}

/// Whether there is a race, by clocks along every trace.
fn has_race_by_clocks(program: &Program) -> Option<bool> {
    Some(by_clocks(program, &mut Optimal::default(), 5_000)?.race)
}

/// What there is to find, up to a race; `None` if that takes too long.
fn by_clocks(program: &Program, reduction: &mut impl Reduction, limit: u64) -> Option<RaceListener> {
    let mut listener = RaceListener { limit, ..RaceListener::default() };
    let (toy, races) = (&mut Toy::new(program), &mut DataRaces::default());
    let (_, Ok(finish)) = search(toy, reduction, races, Options::default(), &mut listener);
    (finish == Finish::Complete || listener.race).then_some(listener)
}

fn races_by_state(
    program: &Program,
    parts: (&mut impl Expansion, &mut impl SegmentMonitor),
) -> (bool, Finish) {
    let parts = (&mut Exact, parts.0, parts.1);
    let (listener, finish) = by_state(&mut Toy::new(program), parts);
    (listener.race, finish)
}

fn by_state<'p>(
    toy: &mut Toy<'p>,
    parts: (&mut impl Capture<Toy<'p>>, &mut impl Expansion, &mut impl SegmentMonitor),
) -> (RaceListener, Finish) {
    let mut listener = RaceListener { limit: 50_000, continues_after_race: true, ..RaceListener::default() };
    let (_, Ok(finish)) = search_states(toy, parts, StateOptions::default(), &mut listener);
    (listener, finish)
}

/// Data races by state are those by clocks, where all atomics acquire and release; and a reduction that sees a reason why
/// there are none is right.
#[test]
fn races_by_state_are_races_by_clocks() {
    let (mut with, mut without, mut disciplined) = (0, 0, 0);
    for seed in 0..programs() {
        let program = random_program(seed, &Shape { plain: true, ..Shape::from_seed(seed) });
        let Some(expected) = has_race_by_clocks(&program) else { continue };
        let (found, finish) = races_by_state(&program, (&mut All, &mut Segments::default()));
        if finish != Finish::Complete {
            continue;
        }
        assert_eq!(found, expected, "seed {seed}\n{program}");
        let (_, finish) = races_by_state(&program, (&mut Sdpor::default(), &mut Discipline::default()));
        assert!(finish == Finish::Undecided || !expected, "sdpor misses a race; seed {seed}\n{program}");
        disciplined += u64::from(finish == Finish::Complete);
        if expected { with += 1 } else { without += 1 }
    }
    let many = programs() / 10;
    assert!(with > many && without > many && disciplined > many / 2, "{with} {without} {disciplined}");
}

/// Cells that are used again, which searches through states need, make no race and hide none; nor a use of a cell that is
/// freed, where there is no race.
#[test]
fn a_cell_that_is_used_again_is_another_one() {
    let (mut with, mut without, mut disciplined, mut faulty) = (0, 0, 0, 0);
    for seed in 0..programs() / 2 {
        let program = random_heap_program(seed);
        // Sleep sets would leave out one of two orders, in which a use after free hides the race.
        let mut exhaustive = Exhaustive { sleep_sets: false };
        let Some(expected) = by_clocks(&program, &mut exhaustive, 20_000) else { continue };
        let mut toy = Toy::reusing_cells(&program);
        let start = toy.mark();
        let found = by_state(&mut toy, (&mut Exact, &mut All, &mut Segments::default()));
        toy.rewind(start);
        let light = by_state(&mut toy, (&mut Light::default(), &mut All, &mut Segments::default()));
        toy.rewind(start);
        let reduced = by_state(&mut toy, (&mut Exact, &mut Sdpor::default(), &mut Discipline::default()));
        for (found, finish) in [&found, &light] {
            assert_eq!((found.race, *finish), (expected.race, Finish::Complete), "seed {seed}\n{program}");
            assert!(expected.race || found.faults == expected.faults, "seed {seed}\n{program}");
        }
        if reduced.1 == Finish::Complete {
            // It tries one order of a use and a `free`, of which one is a race, the other one a fault; and one of two orders
            // of a `free` and another one, where the second fails.
            let (found, is_faulty) = (&reduced.0.faults, expected.race || !expected.faults.is_empty());
            let is_known = expected.race || found.is_subset(&expected.faults);
            assert!(is_known && is_faulty != found.is_empty(), "sdpor misses a bug; seed {seed}\n{program}");
            disciplined += 1;
        }
        if expected.race {
            with += 1
        } else {
            without += 1
        }
        faulty += u64::from(!expected.race && !expected.faults.is_empty());
    }
    let many = programs() / 30;
    assert!(
        with > many && without > many && disciplined > many && faulty > many / 5,
        "{with} {without} {disciplined} {faulty}"
    );
}

pub(crate) fn threads(threads: Vec<Vec<Instruction>>) -> Program {
    Program { threads, variables: 2, semaphores: 1, all_started: true, ..Program::default() }
}

/// Both choices lead to the same state, but only one of them has written on the way; and the other thread comes later.
#[test]
fn what_was_just_touched_belongs_to_the_state() {
    use Instruction::*;
    let read = Read { register: 2, variable: 0 };
    let (zero, write) = (Value::Constant(0), PlainWrite { variable: 1, value: Value::Constant(0) });
    let program = threads(vec![
        vec![
            Choose { register: 0, choices: 2 },
            Post { semaphore: 0 },
            JumpIfEqual { register: 0, value: zero, to: 4 },
            write,
            Set { register: 0, value: zero },
            read.clone(),
        ],
        vec![Acquire { semaphore: 0 }, PlainRead { register: 1, variable: 1 }, read],
    ]);
    assert_eq!(has_race_by_clocks(&program), Some(true));
    let found = races_by_state(&program, (&mut All, &mut Segments::default()));
    assert_eq!(found, (true, Finish::Complete));
}

/// A plain write and an atomic read of the same variable.
#[test]
fn operations_race_with_plain_accesses() {
    use Instruction::*;
    let [read, other] = [0, 1].map(|variable| Read { register: 0, variable });
    let write = PlainWrite { variable: 0, value: Value::Constant(1) };
    for (race, reader) in [(true, read), (false, other.clone())] {
        let program = threads(vec![vec![other.clone(), write.clone()], vec![reader]]);
        assert_eq!(has_race_by_clocks(&program), Some(race));
        let found = races_by_state(&program, (&mut All, &mut Segments::default()));
        assert_eq!(found, (race, Finish::Complete));
        let (_, finish) = races_by_state(&program, (&mut Sdpor::default(), &mut Discipline::default()));
        assert_eq!(finish == Finish::Undecided, race);
    }
}

/// One of two operations that lead to the same state races with a plain access; that the state is known from the other is no
/// reason not to look. Whether the toy tells beforehand which state that is depends on its number, so there are several.
#[test]
fn a_step_to_a_known_state_may_race() {
    use Instruction::*;
    let zero = Value::Constant(0);
    let [write, write_other] = [1, 0].map(|variable| Write { variable, value: zero });
    let reader = vec![Read { register: 2, variable: 0 }, PlainRead { register: 1, variable: 1 }];
    for number in 0..8 {
        let end = Set { register: 1, value: Value::Constant(number) };
        let writer = vec![
            Choose { register: 0, choices: 2 },
            JumpIfEqual { register: 0, value: zero, to: 5 },
            write.clone(),
            Set { register: 0, value: zero },
            Jump { to: 6 },
            write_other.clone(),
            end,
        ];
        let program = threads(vec![reader.clone(), writer]);
        assert_eq!(has_race_by_clocks(&program), Some(true));
        let found = races_by_state(&program, (&mut All, &mut Segments::default()));
        assert_eq!(found, (true, Finish::Complete), "{program}");
    }
}

/// A long way takes more memory than its states: a limit for both ends the search where there is room for the states alone.
#[test]
fn memory_is_for_all_that_grows() {
    use Instruction::*;
    let count = FetchAdd { register: 0, variable: 0, value: Value::Constant(1) };
    let counter = Program { modulus: Some(5000), ..threads(vec![vec![count, Jump { to: 0 }]]) };
    let run = |max_bytes| {
        let options = StateOptions { memory: Memory::Fingerprints { max_bytes }, ..StateOptions::default() };
        let parts = (&mut Exact, &mut Sdpor::default(), &mut ());
        let mut listener = Listener { limit: u64::MAX, ..Listener::default() };
        let (statistics, Ok(finish)) = search_states(&mut Toy::new(&counter), parts, options, &mut listener);
        (statistics, finish)
    };
    let (StateStatistics { states, bytes, other_bytes, .. }, finish) = run(usize::MAX);
    // The variable is 0 twice: at first, and after a round, with another value in the register.
    assert_eq!((states, finish), (5001, Finish::Complete));
    // A node alone has more than 100 bytes, an event more than 50.
    assert!(other_bytes > 150 * 5000 && other_bytes > 4 * bytes, "{bytes} {other_bytes}");
    assert_eq!(run(2 * bytes).1, Finish::OutOfMemory);
    assert_eq!(run(2 * (bytes + other_bytes)).1, Finish::Complete);
}
