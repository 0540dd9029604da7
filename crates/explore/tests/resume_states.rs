//! Searches through states that are saved, dropped and taken up again, compared with those that are left alone, on random toy
//! programs; and what becomes of them when what was saved is damaged.

use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Program, Shape, Toy, random_program};
use mazurka_machine::{DataRace, Fault, Fingerprinted, ThreadId};
use postcard::Deserializer;

use crate::forger::Forger;

/// All that is told, in order, until the search has to be saved.
#[derive(Default)]
struct Diary {
    entries: Vec<Entry>,
    steps_left: u64,
    saved: Option<Vec<u8>>,
}

/// A state, the way to it, and what was found there.
type Entry = (u128, Vec<(ThreadId, u32)>, String);

impl Diary {
    fn note(&mut self, toy: &mut Toy<'_>, path: &dyn Path, what: String) -> ControlFlow<()> {
        let steps = path.transitions().iter().map(|step| (step.thread, step.choice)).collect();
        self.entries.push((toy.fingerprint(), steps, what));
        ControlFlow::Continue(())
    }
}

impl<'p> Observer<Toy<'p>> for Diary {
    fn fault(&mut self, toy: &mut Toy<'p>, path: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.note(toy, path, fault.message.clone())
    }

    fn race(&mut self, toy: &mut Toy<'p>, path: &dyn Path, race: &DataRace) -> ControlFlow<()> {
        self.note(toy, path, format!("{race:?}"))
    }

    fn end(&mut self, toy: &mut Toy<'p>, path: &dyn Path, end: &End) -> ControlFlow<()> {
        self.note(toy, path, format!("{end:?}"))
    }

    fn keep_going(&mut self, _: &Toy, position: &dyn Position) -> ControlFlow<()> {
        if self.steps_left == 0 {
            let mut bytes = Vec::new();
            position.save(&mut bytes).expect("a search can be written down");
            self.saved = Some(bytes);
        }
        self.steps_left = self.steps_left.saturating_sub(1);
        continue_if(self.saved.is_none())
    }
}

/// Everything a search consists of, new; several kinds.
trait Parts {
    type Capture: for<'p> Capture<Toy<'p>> + Default;
    type Expansion: Expansion + Livelocks;
    type Monitor: SegmentMonitor + Default;

    fn expansion() -> Self::Expansion;

    fn monitor() -> Self::Monitor {
        Self::Monitor::default()
    }
}

/// What is found when a search is over.
trait Livelocks {
    fn livelocks(&self) -> Vec<Livelock> {
        Vec::new()
    }
}

impl Livelocks for All {}
impl Livelocks for Sdpor {}
impl Livelocks for ClockVector {}
impl Livelocks for DporStates {}
impl Livelocks for TableTwo {}
impl Livelocks for Transactions {}
impl Livelocks for Recorded<All> {
    fn livelocks(&self) -> Vec<Livelock> {
        Recorded::livelocks(self)
    }
}

macro_rules! parts {
    ($($name:ident: $capture:ty, $expansion:ty = $new:expr, $monitor:ty;)*) => {$(
        struct $name;

        impl Parts for $name {
            type Capture = $capture;
            type Expansion = $expansion;
            type Monitor = $monitor;

            fn expansion() -> $expansion {
                $new
            }
        }
    )*};
}

parts! {
    PlainStates: Exact, All = All, ();
    RacesByState: Exact, All = All, Segments;
    LightStates: Light, All = All, Segments;
    Cycles: Exact, Recorded<All> = Recorded::new(All), Segments;
    Reduced: Exact, Sdpor = Sdpor::default(), Discipline;
    ReducedLight: Light, Sdpor = Sdpor::default(), ();
    ByClocks: Exact, ClockVector = ClockVector::default(), ();
    AllAtChoices: Exact, DporStates = DporStates::default(), ();
    ByMarks: Exact, TableTwo = TableTwo::default(), ();
    InTransactions: Exact, Transactions = Transactions::new(Completion::CommitPoints), Movers;
    ToCycles: Light, Transactions = Transactions::new(Completion::Cycles).with_deadlocks(), Movers;
}

struct RacesInTransactions;

impl Parts for RacesInTransactions {
    type Capture = Exact;
    type Expansion = Transactions;
    type Monitor = Movers;

    fn expansion() -> Transactions {
        Transactions::new(Completion::Always)
    }

    fn monitor() -> Movers {
        Movers::new(true)
    }
}

/// What a search tells, its figures, and how it has ended.
type Told = (Vec<Entry>, StateStatistics, Finish, Vec<Livelock>);

/// A search, from the beginning or from what was saved; `None` if that is refused.
fn search<P: Parts>(
    program: &Program,
    options: StateOptions,
    saved: Option<&[u8]>,
    diary: &mut Diary,
) -> Option<(StateStatistics, Finish, Vec<Livelock>)> {
    let (mut capture, mut expansion, mut monitor) = (P::Capture::default(), P::expansion(), P::monitor());
    let parts = (&mut capture, &mut expansion, &mut monitor);
    let mut toy = Toy::new(program);
    let (statistics, finish) = match saved {
        None => search_states(&mut toy, parts, options, diary),
        Some(saved) => resume_states(&mut Deserializer::from_bytes(saved), &mut toy, parts, options, diary)?,
    };
    let Ok(finish) = finish;
    // After a break there are fewer buffers that were once needed.
    Some((StateStatistics { other_bytes: 0, ..statistics }, finish, expansion.livelocks()))
}

/// Searches without a break. `None` if that takes too many steps.
fn at_once<P: Parts>(program: &Program, options: StateOptions) -> Option<Told> {
    let mut diary = Diary { steps_left: 3_000, ..Diary::default() };
    let (statistics, finish, livelocks) = search::<P>(program, options, None, &mut diary)?;
    (finish != Finish::Stopped).then_some((diary.entries, statistics, finish, livelocks))
}

/// The same, but everything is forgotten again and again, and read from what was saved: after `steps` steps, then after one
/// more, and so on.
fn in_pieces<P: Parts>(program: &Program, options: StateOptions, steps: u64) -> Told {
    let mut diary = Diary { steps_left: steps, ..Diary::default() };
    let mut ended = search::<P>(program, options, None, &mut diary);
    for piece in 1.. {
        let Some(bytes) = diary.saved.take() else { break };
        diary.steps_left = steps + piece;
        ended = search::<P>(program, options, Some(&bytes), &mut diary);
    }
    let (statistics, finish, livelocks) = ended.expect("it is the same program");
    (diary.entries, statistics, finish, livelocks)
}

fn program(seed: u64) -> Program {
    let shape = if seed.is_multiple_of(3) { Shape::endless(seed) } else { Shape::from_seed(seed) };
    random_program(seed, &Shape { plain: seed % 4 == 1, ..shape })
}

fn options(seed: u64) -> StateOptions {
    let order = if seed.is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(seed) };
    let memory = match seed % 5 {
        0 => Memory::Bits { bytes: 200 },
        1 => Memory::Fingerprints { max_bytes: 12_000 },
        _ => Memory::Fingerprints { max_bytes: usize::MAX },
    };
    StateOptions { order, memory, max_depth: if seed.is_multiple_of(7) { 8 } else { 1_000_000 } }
}

/// Compares; how the search has ended, if the program is not too large.
fn compare<P: Parts>(name: &str, seed: u64) -> Option<Finish> {
    let (program, options) = (program(seed), options(seed));
    let expected = at_once::<P>(&program, options)?;
    for steps in [1, 1 + seed % 13, 60] {
        let told = in_pieces::<P>(&program, options, steps);
        assert!(told == expected, "{name}, seed {seed}, after {steps} steps\n{program}");
    }
    Some(expected.2)
}

/// The same states in the same order, whatever is forgotten on the way, and the same figures.
#[test]
fn saved_searches_go_on_as_if_nothing_had_happened() {
    let mut ends = Vec::new();
    for seed in 0..150 {
        ends.extend(compare::<PlainStates>("plain", seed));
        ends.extend(compare::<RacesByState>("races", seed));
        ends.extend(compare::<LightStates>("light", seed));
        ends.extend(compare::<Cycles>("cycles", seed));
        ends.extend(compare::<Reduced>("reduced", seed));
        ends.extend(compare::<ReducedLight>("reduced, light", seed));
        ends.extend(compare::<ByClocks>("clock vectors", seed));
        ends.extend(compare::<AllAtChoices>("all threads at choices", seed));
        ends.extend(compare::<ByMarks>("marks", seed));
        ends.extend(match seed / 2 % 3 {
            0 => compare::<InTransactions>("transactions", seed),
            1 => compare::<ToCycles>("cycles in transactions", seed),
            _ => compare::<RacesInTransactions>("races in transactions", seed),
        });
    }
    let count = |finish| ends.iter().filter(|end| **end == finish).count();
    let counts = [Finish::Complete, Finish::OutOfMemory, Finish::Undecided].map(count);
    assert!(counts[0] > 400 && counts[1] > 5 && counts[2] > 10, "{counts:?}");
}

/// No search continues what another one has left.
#[test]
fn what_is_another_search_is_refused() {
    use mazurka_machine::toy::Instruction::Write;
    use mazurka_machine::toy::Value::Constant;
    let writes = |value| Program {
        threads: vec![vec![Write { variable: 0, value: Constant(value) }; 4]; 2],
        variables: 1,
        all_started: true,
        ..Program::default()
    };
    let (program, other) = (writes(1), writes(2));
    let options = StateOptions::default();
    let mut diary = Diary { steps_left: 5, ..Diary::default() };
    search::<PlainStates>(&program, options, None, &mut diary);
    let bytes = diary.saved.expect("it takes more than five steps");
    let saved = || Some(&bytes[..]);
    let diary = || Diary { steps_left: u64::MAX, ..Diary::default() };
    assert!(search::<PlainStates>(&program, options, saved(), &mut diary()).is_some());
    assert!(search::<PlainStates>(&other, options, saved(), &mut diary()).is_none());
    let bits = StateOptions { memory: Memory::Bits { bytes: 64 }, ..options };
    assert!(search::<PlainStates>(&program, bits, saved(), &mut diary()).is_none());
    assert!(search::<RacesByState>(&program, options, saved(), &mut diary()).is_none());
    assert!(search::<LightStates>(&program, options, saved(), &mut diary()).is_none());
    assert!(search::<Cycles>(&program, options, saved(), &mut diary()).is_none());
    assert!(search::<Reduced>(&program, options, saved(), &mut diary()).is_none());
}

/// Continues forgeries of a search that was saved after some steps; returns how many were continued, and how many refused.
fn forge<P: Parts>(seed: u64, forgeries: usize, forger: &mut Forger) -> [usize; 2] {
    let (program, options) = (program(seed), options(seed));
    let mut diary = Diary { steps_left: 5 + seed % 60, ..Diary::default() };
    search::<P>(&program, options, None, &mut diary);
    let Some(bytes) = diary.saved else { return [0, 0] };
    let mut counts = [0; 2];
    for _ in 0..forgeries {
        let forged = forger.forge(&bytes);
        let mut diary = Diary { steps_left: 300, ..Diary::default() };
        let continued = search::<P>(&program, options, Some(&forged), &mut diary);
        counts[usize::from(continued.is_none())] += 1;
    }
    counts
}

/// This many forgeries of searches of every kind.
pub(crate) fn forge_each(seed: u64, forgeries: usize, forger: &mut Forger) -> [usize; 2] {
    let counts = [
        forge::<PlainStates>(seed, forgeries, forger),
        forge::<RacesByState>(seed, forgeries, forger),
        forge::<LightStates>(seed, forgeries, forger),
        forge::<Cycles>(seed, forgeries, forger),
        forge::<Reduced>(seed, forgeries, forger),
        forge::<ReducedLight>(seed, forgeries, forger),
        forge::<ByClocks>(seed, forgeries, forger),
        forge::<AllAtChoices>(seed, forgeries, forger),
        forge::<ByMarks>(seed, forgeries, forger),
        forge::<InTransactions>(seed, forgeries, forger),
        forge::<RacesInTransactions>(seed, forgeries, forger),
    ];
    [0, 1].map(|i| counts.iter().map(|counts| counts[i]).sum())
}

/// Whatever is changed in a saved search, it is refused, or goes on somehow.
#[test]
fn forgeries_do_no_harm() {
    let mut forger = Forger::new(1);
    let (mut continued, mut refused) = (0, 0);
    for seed in 0..60 {
        let counts = forge_each(seed, 100, &mut forger);
        (continued, refused) = (continued + counts[0], refused + counts[1]);
    }
    assert!(continued > 1_000 && refused > 1_000, "{continued} were continued, {refused} refused");
}
