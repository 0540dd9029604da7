//! Searches that are saved, dropped and taken up again, compared with those that are left alone, on random toy programs.

use std::ops::ControlFlow;

use mazurka_explore::*;
use mazurka_machine::toy::{Program, Shape, Toy, random_program};
use mazurka_machine::{DataRace, Fault};
use postcard::Deserializer;

use crate::forger::Forger;

/// All that is told, in order, until the search has to be saved.
#[derive(Default)]
struct Diary {
    entries: Vec<(u128, String)>,
    steps_left: u64,
    /// How often an analysis may ask before it is interrupted, if it is.
    questions_left: Option<u64>,
    saved: Option<Vec<u8>>,
}

impl Diary {
    fn note(&mut self, path: &dyn Path, what: String) -> ControlFlow<()> {
        self.entries.push((path.execution().trace_key(), what));
        ControlFlow::Continue(())
    }
}

impl<'p> Observer<Toy<'p>> for Diary {
    fn fault(&mut self, _: &mut Toy<'p>, path: &dyn Path, fault: &Fault) -> ControlFlow<()> {
        self.note(path, fault.message.clone())
    }

    fn race(&mut self, _: &mut Toy<'p>, path: &dyn Path, race: &DataRace) -> ControlFlow<()> {
        self.note(path, format!("{race:?}"))
    }

    fn end(&mut self, _: &mut Toy<'p>, path: &dyn Path, end: &End) -> ControlFlow<()> {
        self.note(path, format!("{end:?}"))
    }

    fn interrupted(&mut self) -> ControlFlow<()> {
        match &mut self.questions_left {
            Some(0) => {
                self.steps_left = 0;
                return ControlFlow::Break(());
            }
            Some(questions) => *questions -= 1,
            None => {}
        }
        ControlFlow::Continue(())
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

/// What a search tells, and its figures.
type Told = (Vec<(u128, String)>, Statistics);

/// Searches without a break. `None` if that takes too many steps.
fn at_once<R>(program: &Program, options: Options, mut reduction: R) -> Option<Told>
where
    R: Reduction,
{
    let mut diary = Diary { steps_left: 5_000, ..Diary::default() };
    let (statistics, finish) = search(&mut Toy::new(program), &mut reduction, &mut (), options, &mut diary);
    (finish == Ok(Finish::Complete)).then_some((diary.entries, statistics))
}

/// The same, but everything is forgotten again and again, and read from what was saved: after `steps` steps, then after one
/// more, and so on.
fn in_pieces<R>(program: &Program, options: Options, reduction: impl Fn() -> R, steps: u64) -> Told
where
    R: Reduction,
{
    let mut diary = Diary { steps_left: steps, ..Diary::default() };
    let (mut statistics, mut finish) =
        search(&mut Toy::new(program), &mut reduction(), &mut (), options, &mut diary);
    for piece in 1.. {
        let Some(bytes) = diary.saved.take() else { break };
        let mut saved = Deserializer::from_bytes(&bytes);
        diary.steps_left = steps + piece;
        let (mut toy, mut reduction) = (Toy::new(program), reduction());
        (statistics, finish) = resume(&mut saved, &mut toy, &mut reduction, &mut (), options, &mut diary)
            .expect("it is the same program");
    }
    assert_eq!(finish, Ok(Finish::Complete));
    (diary.entries, statistics)
}

/// The same for a search that is interrupted in the analysis of its executions again and again: after `most` questions, then
/// after one more, and so on.
fn with_interruptions<R>(program: &Program, options: Options, reduction: impl Fn() -> R, most: u64) -> Told
where
    R: Reduction,
{
    let mut diary = Diary { steps_left: u64::MAX, questions_left: Some(most), ..Diary::default() };
    let (mut statistics, mut finish) =
        search(&mut Toy::new(program), &mut reduction(), &mut (), options, &mut diary);
    for piece in 1.. {
        let Some(bytes) = diary.saved.take() else { break };
        assert_eq!(finish, Ok(Finish::Stopped));
        let mut saved = Deserializer::from_bytes(&bytes);
        (diary.steps_left, diary.questions_left) = (u64::MAX, Some(most + piece));
        let (mut toy, mut reduction) = (Toy::new(program), reduction());
        (statistics, finish) = resume(&mut saved, &mut toy, &mut reduction, &mut (), options, &mut diary)
            .expect("it is the same program");
    }
    assert_eq!(finish, Ok(Finish::Complete));
    (diary.entries, statistics)
}

/// Compares; `false` if the program is too large.
fn compare<R>(name: &str, seed: u64, reduction: impl Fn() -> R) -> bool
where
    R: Reduction,
{
    let program = random_program(seed, &Shape::from_seed(seed));
    let order = if seed.is_multiple_of(2) { Order::ByNumber } else { Order::Shuffled(seed) };
    let options = Options { order, short_tails: !seed.is_multiple_of(3), ..Options::default() };
    let Some(expected) = at_once(&program, options, reduction()) else { return false };
    for steps in [1, 1 + seed % 13, 40] {
        let told = in_pieces(&program, options, &reduction, steps);
        assert!(told == expected, "{name}, seed {seed}, after {steps} steps\n{program}");
    }
    for questions in [0, seed % 7] {
        let told = with_interruptions(&program, options, &reduction, questions);
        assert!(told == expected, "{name}, seed {seed}, interrupted after {questions} questions\n{program}");
    }
    true
}

/// The same traces in the same order, whatever is forgotten on the way, and the same figures.
#[test]
fn saved_searches_go_on_as_if_nothing_had_happened() {
    let mut compared = 0;
    for seed in 0..200 {
        compared += [
            compare("exhaustive", seed, || Exhaustive { sleep_sets: false }),
            compare("sleep", seed, || Exhaustive { sleep_sets: true }),
            compare("classic", seed, || Classic { sleep_sets: true }),
            compare("classic without sleep sets", seed, || Classic { sleep_sets: false }),
            compare("source", seed, || Source { nidhugg: false }),
            compare("nidhugg", seed, || Source { nidhugg: true }),
            compare("optimal", seed, Optimal::default),
        ]
        .map(usize::from)
        .iter()
        .sum::<usize>();
    }
    assert!(compared > 700, "only {compared} searches are small enough");
}

/// A bounded search that keeps, or does not, what it leaves to another one.
fn keeping<R: Deepening>(mut reduction: R, keeps: bool) -> R {
    reduction.unfinished().start_round(!keeps);
    reduction
}

#[test]
fn saved_searches_within_a_bound_go_on() {
    let mut compared = 0;
    for seed in 0..200 {
        let limit = seed as u32 / 2 % 3;
        let bound = if seed % 4 < 2 { Bound::Preemptions(limit) } else { Bound::Delays(limit) };
        let keeps = seed % 8 < 4;
        compared += [
            compare("enumeration", seed, || keeping(Enumeration::new(bound), keeps)),
            compare("naive", seed, || keeping(NaiveBounded::new(bound), keeps)),
            compare("classic", seed, || keeping(ClassicBounded::new(bound), keeps)),
            compare("nidhugg", seed, || keeping(NidhuggBounded::new(bound), keeps)),
            compare("source", seed, || keeping(SourceBounded::new(bound), keeps)),
        ]
        .map(usize::from)
        .iter()
        .sum::<usize>();
    }
    assert!(compared > 600, "only {compared} searches are small enough");
}

/// No search continues what another one has left.
#[test]
fn what_is_another_search_is_refused() {
    use mazurka_machine::toy::Instruction::Yield;
    let yields =
        |times| Program { threads: vec![vec![Yield; times]; 2], all_started: true, ..Program::default() };
    let (program, shorter) = (yields(8), yields(1));
    let mut diary = Diary { steps_left: 5, ..Diary::default() };
    let options = Options::default();
    let _ = search(&mut Toy::new(&program), &mut Optimal::default(), &mut (), options, &mut diary);
    let bytes = diary.saved.expect("it takes more than five steps");
    let goes_on_with = |program: &Program, reduction: &mut dyn Resumes| reduction.goes_on(&bytes, program);
    assert!(goes_on_with(&program, &mut Optimal::default()));
    assert!(!goes_on_with(&program, &mut Source { nidhugg: false }));
    assert!(!goes_on_with(&program, &mut SourceBounded::new(Bound::Delays(1))));
    assert!(!goes_on_with(&shorter, &mut Optimal::default()));
}

/// Reductions of any kind.
trait Resumes {
    fn goes_on(&mut self, saved: &[u8], program: &Program) -> bool;
}

impl<R: Reduction> Resumes for R {
    fn goes_on(&mut self, saved: &[u8], program: &Program) -> bool {
        let mut diary = Diary { steps_left: u64::MAX, ..Diary::default() };
        let saved = &mut Deserializer::from_bytes(saved);
        resume(saved, &mut Toy::new(program), self, &mut (), Options::default(), &mut diary).is_some()
    }
}

/// Continues forgeries of a search that was saved after some steps; returns how many were continued, and how many refused.
fn forge<R>(seed: u64, forgeries: usize, forger: &mut Forger, reduction: impl Fn() -> R) -> [usize; 2]
where
    R: Reduction,
{
    let program = random_program(seed, &Shape::from_seed(seed));
    let options = Options { short_tails: !seed.is_multiple_of(3), ..Options::default() };
    let mut diary = Diary { steps_left: 5 + seed % 100, ..Diary::default() };
    let _ = search(&mut Toy::new(&program), &mut reduction(), &mut DataRaces::default(), options, &mut diary);
    let Some(bytes) = diary.saved else { return [0, 0] };
    let mut counts = [0; 2];
    for _ in 0..forgeries {
        let forged = forger.forge(&bytes);
        let mut saved = Deserializer::from_bytes(&forged);
        let mut diary = Diary { steps_left: 300, ..Diary::default() };
        let (mut toy, mut races) = (Toy::new(&program), DataRaces::default());
        let continued = resume(&mut saved, &mut toy, &mut reduction(), &mut races, options, &mut diary);
        counts[usize::from(continued.is_none())] += 1;
    }
    counts
}

/// This many forgeries of searches of every kind.
pub(crate) fn forge_each(seed: u64, forgeries: usize, forger: &mut Forger) -> [usize; 2] {
    let bound = if seed % 4 < 2 { Bound::Preemptions(1) } else { Bound::Delays(1) };
    let counts = [
        forge(seed, forgeries, forger, || Exhaustive { sleep_sets: true }),
        forge(seed, forgeries, forger, || Classic { sleep_sets: true }),
        forge(seed, forgeries, forger, || Source { nidhugg: seed.is_multiple_of(2) }),
        forge(seed, forgeries, forger, Optimal::default),
        forge(seed, forgeries, forger, || keeping(Enumeration::new(bound), true)),
        forge(seed, forgeries, forger, || keeping(ClassicBounded::new(bound), seed.is_multiple_of(2))),
        forge(seed, forgeries, forger, || keeping(SourceBounded::new(bound), true)),
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

/// The same for what a search within a bound leaves to the next one.
#[test]
fn forgeries_do_no_harm_to_the_next_round() {
    let mut forger = Forger::new(1);
    let mut went_on = 0;
    for seed in 0..100 {
        let program = random_program(seed, &Shape::from_seed(seed));
        let bounds: [fn(u32) -> Bound; 2] = [Bound::Preemptions, Bound::Delays];
        let [first, second] = [1, 2].map(bounds[seed as usize % 2]);
        let (options, races) = (Options::default(), &mut ());
        let mut diary = Diary { steps_left: 10 + seed % 100, ..Diary::default() };
        let mut reduction = keeping(SourceBounded::new(first), true);
        let _ = search(&mut Toy::new(&program), &mut reduction, races, options, &mut diary);
        let Some(bytes) = diary.saved else { continue };
        for _ in 0..200 {
            let forged = forger.forge(&bytes);
            let mut saved = Deserializer::from_bytes(&forged);
            let mut diary = Diary { steps_left: 1000, ..Diary::default() };
            let mut reduction = keeping(SourceBounded::new(first), true);
            let (mut toy, round) = (Toy::new(&program), &mut reduction);
            if let Some((_, Ok(Finish::Complete))) =
                resume(&mut saved, &mut toy, round, races, options, &mut diary)
            {
                let mut next = keeping(SourceBounded::new(second), true);
                std::mem::swap(next.unfinished(), reduction.unfinished());
                let _ = search(&mut Toy::new(&program), &mut next, races, options, &mut diary);
                went_on += 1;
            }
        }
    }
    assert!(went_on > 500, "{went_on} searches went on");
}
