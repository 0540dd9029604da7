//! `--reduction auto`: a short hunt for shallow bugs, then searches of different strengths at once; the first that decides does.
//!
//! No reduction is best. One that follows traces has no memory to fill and is quick where they are few; one that follows states
//! comes to the end of loops and of many traces that lead to the same states. What each of them promises includes what is
//! asked for, so it does not matter for the verdict which of them decides.

use std::sync::atomic::AtomicBool;
use std::thread::{self, ScopedJoinHandle};

use mazurka_explore::Finish;
use mazurka_report::{Check, Figures, Guarantee};

use super::findings::Findings;
use super::rounds::Searched;
use super::turns::Turns;
use super::watch::Watch;
use super::{Attended, attendance, outcome, search, states};
use crate::args;
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::invocation::Invocation;
use crate::presets::{PRESETS, Preset, STRATEGIES, Sampling};
use crate::program::Locals;
use crate::run::list_undefined;
use crate::subject::Subject;
use crate::world;

/// The searches, in the order of their turns.
const CANDIDATES: [&str; 2] = ["optimal", "sdpor"];

/// Executions at random before all else, and steps of the longest of them.
const HUNTED: u64 = 100;
const HUNTED_STEPS: usize = 2_000;

/// One of the searches.
struct Candidate {
    preset: &'static Preset,
    options: args::Check,
    subject: Subject,
}

pub(super) fn check(
    options: &args::Check,
    flags: &CompilerFlags,
    attended: Attended,
) -> Result<Check, Failure> {
    if options.checkpoints.checkpoint.is_some() {
        return Err(Failure::new("--checkpoint saves one search, and --reduction auto has several")
            .help(format!("name one of them, such as --reduction {}", CANDIDATES[0])));
    }
    let candidates = candidates(options, flags)?;
    let invocation = Invocation::current();
    let (interrupted, show_progress) = attendance(options, attended)?;
    if show_progress {
        list_undefined(&candidates[0].subject.undefined());
    }
    if let Some(found) = hunt(&candidates[0], &invocation, interrupted)? {
        return Ok(found);
    }
    let turns = Turns::new(candidates.len(), options.search.jobs());
    let searched = thread::scope(|scope| {
        let mut threads = Vec::new();
        for (index, Candidate { preset, options, subject }) in candidates.iter().enumerate() {
            let mut watch = Watch::new(&options.limits, interrupted, show_progress && index == 0);
            watch.take_turns(turns.turn(index));
            let turns = &turns;
            threads.push(scope.spawn(move || {
                let mut findings = Findings::of_check(subject, options, preset, watch);
                findings.watch.begin();
                let searched = search(options, subject, preset, None, &mut findings);
                let decides = searched.as_ref().map_or(true, |searched| decides(searched, &findings));
                turns.finish(index, decides);
                (searched, findings, decides)
            }));
        }
        let join = |thread: ScopedJoinHandle<'_, _>| thread.join().expect("a search does not panic");
        threads.into_iter().map(join).collect::<Vec<_>>()
    });
    let decided = searched.iter().position(|(.., decides)| *decides);
    let index = decided.unwrap_or(0);
    let (searched, findings, _) = searched.into_iter().nth(index).expect("there is a search");
    let Candidate { preset, options, subject } = &candidates[index];
    let invocation = invocation.with_reduction(preset.name);
    let check = outcome::of(options, subject, preset, &invocation, searched?, findings)?;
    let others = candidates.iter().filter(|other| other.preset.name != preset.name);
    Ok(Check { chosen_before: others.map(|other| other.preset.name.to_owned()).collect(), ..check })
}

/// Whether nothing is left to find out: a bug was found where one is enough, or everything was explored.
fn decides(searched: &Searched, findings: &Findings<'_>) -> bool {
    match searched.finish {
        Ok(Finish::Complete) => findings.found.incomplete.is_empty(),
        Ok(_) => findings.number_of_bugs() > 0 && !findings.watch.is_stopped(),
        Err(_) => true,
    }
}

fn candidates(options: &args::Check, flags: &CompilerFlags) -> Result<Vec<Candidate>, Failure> {
    // All see the same input, which can be read once.
    let input = world::stdin();
    let candidate = |preset: &'static Preset| {
        let options = args::Check { search: options.search.with_reduction(preset), ..options.clone() };
        states::check_options(&options, preset)?;
        let locals = Locals::needed_for(&options.bugs.checks);
        let subject = Subject::with_input(&options, flags, input.clone(), locals)?;
        Ok(Candidate { preset, options, subject })
    };
    let is_wanted =
        |preset: &&Preset| CANDIDATES.contains(&preset.name) && preset.guarantee != Guarantee::Nothing;
    PRESETS.iter().filter(is_wanted).map(candidate).collect()
}

/// A few executions at random; what is found if they have a bug.
fn hunt(
    candidate: &Candidate,
    invocation: &Invocation,
    interrupted: &'static AtomicBool,
) -> Result<Option<Check>, Failure> {
    let Candidate { options, subject, .. } = candidate;
    let sampling = Sampling { strategy: &STRATEGIES[0], executions: HUNTED, seed: 0, depth: 1 };
    let mut options = options.clone();
    options.search.sampling = Some(sampling);
    options.limits.max_depth = options.limits.max_depth.min(HUNTED_STEPS);
    let mut watch = Watch::new(&options.limits, interrupted, false);
    watch.take_turns(Turns::only_turn());
    let mut findings = Findings::of_check(subject, &options, sampling.strategy, watch);
    let searched = search(&options, subject, sampling.strategy, None, &mut findings)?;
    if options.limits.keep_going || findings.number_of_bugs() == 0 {
        return Ok(None);
    }
    // What is found is the same as in a search that has come that far.
    let preset = candidate.preset;
    let invocation = invocation.with_reduction(preset.name);
    let check = outcome::of(&candidate.options, subject, preset, &invocation, searched, findings)?;
    let figures = Figures { samples: None, ..check.figures };
    let chosen_before = CANDIDATES.map(str::to_owned).to_vec();
    Ok(Some(Check { reduction: sampling.strategy.name.to_owned(), chosen_before, figures, ..check }))
}
