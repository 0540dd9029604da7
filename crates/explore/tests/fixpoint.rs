//! Searches on a machine that learns: toy programs in which accesses to a variable are visible once two threads are known to
//! access it, against the same programs with all accesses visible.

use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::Instruction::*;
use mazurka_machine::toy::{Program, Shape, Toy, random_program};
use mazurka_machine::{
    Choice, Fault, Fingerprinted, Footprint, Learning, Machine, Next, Stepped, ThreadId, ThreadSet,
};

use crate::stateful::{Found, explore, order, programs};

const VARIABLES: usize = 3;

struct Learner<'p> {
    /// By which variables have visible accesses, a bit for each.
    programs: &'p [Program],
    visible: usize,
    /// The threads that have accessed each variable.
    accessed: [ThreadSet; VARIABLES],
    toy: Toy<'p>,
}

impl<'p> Learner<'p> {
    fn new(programs: &'p [Program]) -> Learner<'p> {
        Learner { programs, visible: 0, accessed: Default::default(), toy: Toy::new(&programs[0]) }
    }

    fn shared(&self) -> usize {
        let is_shared = |variable: &usize| self.accessed[*variable].len() > 1;
        (0..VARIABLES).filter(is_shared).map(|variable| 1 << variable).sum()
    }
}

fn learn(accessed: &mut [ThreadSet; VARIABLES], thread: ThreadId, touched: &Footprint) {
    for (variable, accessed) in accessed.iter_mut().enumerate().filter(|_| touched.line == 0) {
        if (touched.reads | touched.writes) >> (8 * variable) & 0xff != 0 {
            accessed.insert(thread);
        }
    }
}

impl Machine for Learner<'_> {
    type Mark = usize;
    type Error = std::convert::Infallible;

    fn threads(&self) -> ThreadSet {
        self.toy.threads()
    }

    fn next(&self, thread: ThreadId) -> Next {
        self.toy.next(thread)
    }

    fn step(&mut self, thread: ThreadId, choice: Choice) -> Result<Stepped<'_>, Self::Error> {
        let Learner { accessed, toy, .. } = self;
        // What is waited for counts, too, even if it never happens.
        for thread in toy.threads().iter() {
            let operation = match toy.next(thread) {
                Next::Finished => continue,
                Next::Blocked(operation) => operation,
                Next::Ready(pending) => pending.operation,
            };
            let touched = operation.touches().flat_map(|touch| Footprint::reading(touch.range));
            touched.for_each(|touched| learn(accessed, thread, &touched));
        }
        let stepped = toy.step(thread, choice)?;
        stepped.footprint.iter().for_each(|touched| learn(accessed, thread, touched));
        Ok(stepped)
    }

    fn has_hidden_conflicts(&self) -> bool {
        self.has_learnt()
    }

    fn mark(&mut self) -> usize {
        self.toy.mark()
    }

    fn rewind(&mut self, to: usize) {
        self.toy.rewind(to);
    }
}

impl Fingerprinted for Learner<'_> {
    fn fingerprint(&mut self) -> u128 {
        self.toy.fingerprint()
    }
}

impl Learning for Learner<'_> {
    fn adopt(&mut self) -> bool {
        if !self.has_learnt() {
            return false;
        }
        self.visible |= self.shared();
        self.toy = Toy::new(&self.programs[self.visible]);
        self.toy.mark();
        true
    }

    fn has_learnt(&self) -> bool {
        self.shared() & !self.visible != 0
    }
}

/// A program in which accesses to these variables are visible. What a thread does before its first operation would belong to no
/// transition, so each begins with one.
fn with_visible(program: &Program, visible: usize) -> Program {
    let mut program = program.clone();
    for code in &mut program.threads {
        for instruction in code.iter_mut() {
            let is_visible = |variable: usize| visible >> variable & 1 != 0;
            *instruction = match instruction.clone() {
                Read { register, variable } if !is_visible(variable) => PlainRead { register, variable },
                Write { variable, value } if !is_visible(variable) => PlainWrite { variable, value },
                Jump { to } => Jump { to: to + 1 },
                JumpIfEqual { register, value, to } => JumpIfEqual { register, value, to: to + 1 },
                other => other,
            };
        }
        code.insert(0, Yield);
    }
    program
}

fn learning_programs(program: &Program) -> Vec<Program> {
    (0..1 << VARIABLES).map(|visible| with_visible(program, visible)).collect()
}

/// What the rounds find, until one has found enough.
#[derive(Default)]
struct Listener {
    found: Found,
    stops_at_fault: bool,
}

impl<'p> Observer<Learner<'p>> for Listener {
    fn fault(&mut self, _: &mut Learner<'p>, _: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.found.faults.insert(fault.message.clone());
        continue_if(!self.stops_at_fault)
    }

    fn end(&mut self, machine: &mut Learner<'p>, _: &dyn Path, end: &End) -> ControlFlow<()> {
        self.found.final_states.insert((machine.fingerprint(), format!("{end:?}")));
        ControlFlow::Continue(())
    }
}

/// What has come of a search in rounds.
struct Explored {
    listener: Listener,
    finish: Finish,
    rounds: u64,
    /// Rounds that were broken off.
    broken_off: u64,
    states: u64,
}

/// Every round has a listener of its own.
fn in_rounds<E: Expansion>(
    programs: &[Program],
    expansion: fn() -> E,
    order: Order,
    stops_at_fault: bool,
) -> Explored {
    let options = StateOptions { order, ..StateOptions::default() };
    let mut broken_off = 0;
    let (mut explored, rounds) =
        to_fixpoint(&mut Learner::new(programs), &mut MachineOnly, |machine, _, round| {
            let mut listener = Listener { stops_at_fault, ..Listener::default() };
            round.sample(machine, &mut MachineOnly, &mut listener);
            let parts = (&mut Exact, &mut expansion(), &mut ());
            let (statistics, Ok(finish)) =
                search_states(machine, parts, options, &mut round.watch(&mut listener));
            broken_off += u64::from(round.is_broken_off());
            assert!(!round.is_broken_off() || finish == Finish::Stopped);
            let explored = Explored { listener, finish, rounds: 0, broken_off: 0, states: statistics.states };
            match finish {
                Finish::Complete => ControlFlow::Continue(explored),
                _ => ControlFlow::Break(explored),
            }
        });
    (explored.rounds, explored.broken_off) = (rounds, broken_off);
    explored
}

fn program(seed: u64) -> Program {
    let shape = Shape { atomic_blocks: false, overlaps: false, ..Shape::from_seed(seed) };
    random_program(seed, &shape)
}

/// The last round finds what there is to find where all accesses are visible, among fewer states.
#[test]
fn the_last_round_is_complete() {
    let (mut compared, mut repeated, mut broken_off, mut states) = (0, 0, 0, [0; 3]);
    for seed in 0..programs() / 2 {
        let programs = learning_programs(&program(seed));
        let all_visible = programs.last().expect("there is one for all variables");
        let Some((expected, all)) = explore(all_visible, &mut Exact, &mut All, order(seed), 2_000) else {
            continue;
        };
        let unreduced = in_rounds(&programs, || All, order(seed), false);
        let reduced = in_rounds(&programs, ClockVector::default, order(seed), false);
        for explored in [&unreduced, &reduced] {
            assert_eq!(explored.finish, Finish::Complete, "seed {seed}\n{all_visible}");
            assert_eq!(explored.listener.found, expected, "seed {seed}\n{all_visible}");
            repeated += u64::from(explored.rounds > 1);
            broken_off += explored.broken_off;
        }
        compared += 1;
        states = [states[0] + all.states, states[1] + unreduced.states, states[2] + reduced.states];
    }
    assert!(compared > programs() / 5, "only {compared} programs were small enough");
    assert!(repeated > compared / 4 && broken_off > compared / 8, "{repeated} {broken_off} of {compared}");
    assert!(states[2] < states[1] && states[1] < states[0], "states: {states:?}");
}

/// An observer that stops a round ends them all, also where there is more to learn.
#[test]
fn an_observer_ends_all_rounds() {
    let (mut stopped, mut in_an_earlier_round) = (0, 0);
    for seed in 0..programs() / 6 {
        let programs = learning_programs(&program(seed));
        let all_visible = programs.last().expect("there is one for all variables");
        let Some((expected, _)) = explore(all_visible, &mut Exact, &mut All, order(seed), 2_000) else {
            continue;
        };
        let explored = in_rounds(&programs, || All, order(seed), true);
        let found = &explored.listener.found.faults;
        assert!(found.is_subset(&expected.faults), "seed {seed}\n{all_visible}");
        assert_eq!(found.is_empty(), expected.faults.is_empty(), "seed {seed}\n{all_visible}");
        assert_eq!(explored.finish == Finish::Stopped, !found.is_empty(), "seed {seed}\n{all_visible}");
        let complete = in_rounds(&programs, || All, order(seed), false);
        stopped += u64::from(!found.is_empty());
        in_an_earlier_round += u64::from(explored.rounds < complete.rounds);
    }
    assert!(stopped > 10 && in_an_earlier_round > 5, "{stopped} {in_an_earlier_round}");
}
