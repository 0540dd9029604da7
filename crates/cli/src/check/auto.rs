//! `--reduction auto`, which is the default: searches of different strengths take turns, and a few executions at random look for
//! shallow bugs; the first that decides does.
//!
//! No reduction is best. One that follows traces has no memory to fill and is quick where they are few; one that follows states
//! comes to the end of loops and of many traces that lead to the same states. What each of them promises includes what is
//! asked for, so it does not matter for the verdict which of them decides.
//!
//! Searches through states take every operation for one that orders. Where that is not so (relaxed atomics), they may miss data
//! races, and decide only if they have found another reason why there are none (`States::may_miss_races`).

use std::panic;
use std::sync::{Arc, OnceLock};
use std::thread::{self, Builder, ScopedJoinHandle};

use mazurka_explore::Finish;
use mazurka_report::{Check, Figures};

use super::findings::Findings;
use super::rounds::Searched;
use super::turns::{Decided, Turn, Turns};
use super::watch::Watch;
use super::{Attended, attendance, outcome, search, states};
use crate::args::{self, Need};
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::invocation::Invocation;
use crate::presets::{Preset, STRATEGIES, Sampling};
use crate::run::list_undefined;
use crate::subject::Subject;

/// What each search is for. In the order of their turns; that through traces is the first.
const TRACES: &str = "optimal";
const STATES: &str = "sdpor";
/// Instead of it where executions seem to have no end. Persistent sets save little on cycles of states, and take much time there.
const ENDLESS: &str = "stateful";
/// Only where assertions are all that is needed.
const ASSERTIONS: &str = "transactions";

/// Transitions in a turn of a search through traces, and of one through states, which takes about twice the time for each.
const TRACE_TURN: u64 = 10_000;
const STATE_TURN: u64 = 5_000;
/// How many times as long the turns of the latter are where executions seem to have no end: a search through traces will hardly decide.
const ENDLESS_TIMES: u64 = 4;

/// Executions at random, transitions in all of them, and in the longest of them.
const HUNTED: u64 = 100;
const HUNT_TURN: u64 = 5_000;
const HUNTED_STEPS: usize = 2_000;

/// Memory for the states of a search, unless the user says how much: without a limit, it would take all there is while another
/// search needs hardly any.
const MAX_MEMORY: usize = 1 << 30;

/// As the main thread has it.
const STACK: usize = 8 << 20;

/// One of the searches.
struct Candidate {
    preset: &'static Preset,
    options: args::Check,
    /// Loaded when it is its turn: most programs need no other search than the first.
    subject: OnceLock<Subject>,
    /// Runs instead where executions seem to have no end.
    if_endless: Option<Box<Candidate>>,
}

/// What has come of it.
struct Ended<'c> {
    candidate: &'c Candidate,
    subject: &'c Subject,
    searched: Result<Searched, Failure>,
    findings: Findings<'c>,
    decision: Decision,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    /// A bug was found, and one is enough or all are known.
    Bug,
    /// Everything that is needed was explored.
    NoBug,
    /// Something is in the way of every search.
    Error,
    Undecided,
}

/// Whether several searches are to be made: they are asked for, or nothing is said that is about one.
pub(super) fn is_chosen(options: &args::Check) -> bool {
    let is_about_one = options.checkpoints.checkpoint.is_some()
        || options.limits.max_executions.is_some()
        || options.states.first_given().is_some()
        || options.sharing.first_given().is_some()
        || options.transactions.first_given().is_some();
    options.search.is_auto() || options.search.is_open() && !is_about_one
}

pub(super) fn check(
    options: &args::Check,
    flags: &CompilerFlags,
    attended: Attended,
) -> Result<Check, Failure> {
    options.search.check_options(None)?;
    if options.checkpoints.checkpoint.is_some() {
        return Err(Failure::new("--checkpoint saves one search, and --reduction auto has several")
            .help(format!("name one of them, such as --reduction {TRACES}")));
    }
    let candidates = candidates(options)?;
    let traces = Subject::load(&candidates[0].options, flags)?;
    let (interrupted, show_progress) = attendance(options, attended)?;
    if show_progress {
        list_undefined(&traces.undefined());
    }
    let turns = Turns::new(candidates.len(), options.search.jobs());
    let need = options.search.need();
    let mut ended: Vec<Ended<'_>> = thread::scope(|scope| {
        let mut threads = Vec::new();
        for (index, candidate) in candidates.iter().enumerate() {
            let mut watch = Watch::new(&candidate.options.limits, interrupted, show_progress);
            watch.take_turns(candidate.turn(&turns, index));
            let (turns, traces) = (&turns, &traces);
            let run = move || {
                let ended = candidate.run(traces, flags, watch, need);
                turns.finish(index, ended.decision != Decision::Undecided);
                ended
            };
            let started = Builder::new().stack_size(STACK).spawn_scoped(scope, run);
            threads.push(started.map_err(|error| Failure::new(format!("cannot start a search: {error}")))?);
        }
        let join = |thread: ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked))
        };
        Ok(threads.into_iter().map(join).collect())
    })?;
    agree(&ended.iter().map(|ended| (ended.candidate.preset.name, ended.decision)).collect::<Vec<_>>())?;
    // Where none has decided, what one has found counts, and else the first has most to say.
    let with_bug = || ended.iter().position(|ended| ended.findings.number_of_bugs() > 0);
    let undecided = || Decided { by: with_bug().unwrap_or(0), begun: candidates.len() };
    let Decided { by, begun } = turns.decided().unwrap_or_else(undecided);
    let others = ended[..begun].iter().map(|ended| ended.candidate.preset).enumerate();
    let others = others.filter(|(index, preset)| *index != by && !preset.is_of_samples());
    let chosen_before = others.map(|(_, preset)| preset.name.to_owned()).collect();
    let chosen = ended.swap_remove(by);
    // What they have drawn on the terminal is erased.
    ended.into_iter().for_each(|other| drop(other.findings.watch.finish()));
    Ok(Check { chosen_before, ..report(&candidates[0], chosen)? })
}

/// The report of the search that has decided.
fn report(traces: &Candidate, ended: Ended<'_>) -> Result<Check, Failure> {
    let Ended { candidate, subject, searched, findings, .. } = ended;
    // What executions at random find is the same as in a search through traces that has come that far.
    let Candidate { preset, options, .. } = if candidate.preset.is_of_samples() { traces } else { candidate };
    // A replay needs the machine of that search, and takes that of the search through traces if none is named.
    let invocation = match preset.name {
        TRACES => Invocation::current(),
        name => Invocation::current().with_reduction(name),
    };
    let check = outcome::of(options, subject, preset, &invocation, searched?, findings)?;
    let figures = Figures { samples: None, ..check.figures };
    Ok(Check { reduction: candidate.preset.name.to_owned(), figures, ..check })
}

/// Two searches that have decided have found the same: that there is a bug, or that there is none.
fn agree(decisions: &[(&str, Decision)]) -> Result<(), Failure> {
    let with = |decision| decisions.iter().find(|(_, other)| *other == decision).map(|(name, _)| *name);
    match (with(Decision::Bug), with(Decision::NoBug)) {
        (Some(one), Some(other)) => Err(Failure::new(format!(
            "internal error: {one} has found a bug, and {other} has come to its end without one"
        ))
        .help("this is a bug of Mazurka, not of your program; please report it")),
        _ => Ok(()),
    }
}

fn candidates(options: &args::Check) -> Result<Vec<Candidate>, Failure> {
    let mut alone = options.clone();
    alone.states.max_memory = None;
    let traces = Candidate::new(TRACES, &alone)?;
    let hunt = (!options.limits.keep_going).then(|| traces.hunt());
    let need = options.search.need();
    let by_state = [(STATES, need != Need::AllTraces), (ASSERTIONS, need == Need::Assertions)];
    let mut options = options.clone();
    options.states.max_memory.get_or_insert(MAX_MEMORY);
    let mut candidates: Vec<Candidate> = [traces].into_iter().chain(hunt).collect();
    for (name, _) in by_state.into_iter().filter(|(_, is_enough)| *is_enough) {
        let endless = (name == STATES).then(|| Candidate::new(ENDLESS, &options)).transpose()?;
        candidates.push(Candidate { if_endless: endless.map(Box::new), ..Candidate::new(name, &options)? });
    }
    Ok(candidates)
}

impl Candidate {
    fn new(name: &str, options: &args::Check) -> Result<Candidate, Failure> {
        let preset = Preset::named(name).expect("it is in the table");
        let options = args::Check { search: options.search.with_reduction(preset), ..options.clone() };
        states::check_options(&options, preset)?;
        Ok(Candidate { preset, options, subject: OnceLock::new(), if_endless: None })
    }

    /// A few executions of the same program at random.
    fn hunt(&self) -> Candidate {
        let sampling = Sampling { strategy: &STRATEGIES[0], executions: HUNTED, seed: 0, depth: 1 };
        let mut options = self.options.clone();
        options.search.sampling = Some(sampling);
        options.limits.max_depth = options.limits.max_depth.min(HUNTED_STEPS);
        Candidate { preset: sampling.strategy, options, subject: OnceLock::new(), if_endless: None }
    }

    fn turn(&self, turns: &Arc<Turns>, index: usize) -> Turn {
        match self.preset {
            preset if preset.is_of_samples() => turns.only_turn(index, HUNT_TURN),
            preset if preset.is_stateful() => turns.turn(index, STATE_TURN),
            _ => turns.turn(index, TRACE_TURN),
        }
    }

    /// Searches when it is its turn, if it still is. The program was loaded for the search through traces.
    fn run<'c>(
        &'c self,
        traces: &'c Subject,
        flags: &CompilerFlags,
        mut watch: Watch,
        need: Need,
    ) -> Ended<'c> {
        let mut candidate = self;
        let mut is_over = false;
        if let Some(turn) = watch.begin() {
            is_over = turn.is_over();
            if let Some(instead) = self.if_endless.as_ref().filter(|_| turn.first_is_endless()) {
                turn.lengthen(ENDLESS_TIMES);
                candidate = instead;
            }
        }
        let Candidate { preset, options, .. } = candidate;
        let loaded = match preset.name {
            _ if is_over => Err(Failure::new("another search has decided")),
            TRACES => Ok(traces),
            _ => traces.for_search(options, flags).map(|subject| candidate.subject.get_or_init(|| subject)),
        };
        let subject = *loaded.as_ref().unwrap_or(&traces);
        let mut findings = Findings::of_check(subject, options, preset, watch);
        let searched = loaded.and_then(|subject| search(options, subject, preset, None, &mut findings));
        let decision = match &searched {
            Ok(searched) => candidate.decision(need, searched, &findings),
            Err(_) if is_over => Decision::Undecided,
            Err(_) => Decision::Error,
        };
        Ended { candidate, subject, searched, findings, decision }
    }

    /// Whether nothing is left to find out.
    fn decision(&self, need: Need, searched: &Searched, findings: &Findings<'_>) -> Decision {
        let has_bugs = findings.number_of_bugs() > 0;
        let may_miss_races = searched.states.is_some_and(|states| states.may_miss_races);
        let is_enough =
            need.is_met_by(self.preset.guarantee) && (!may_miss_races || need == Need::Assertions);
        match searched.finish {
            // A finding that its replay does not confirm is an error of ours.
            _ if findings.unconfirmed.is_some() => Decision::Error,
            Err(_) if !self.preset.is_of_samples() => Decision::Error,
            Ok(Finish::Complete) if !is_enough || !findings.found.incomplete.is_empty() => {
                Decision::Undecided
            }
            Ok(Finish::Complete) if has_bugs => Decision::Bug,
            Ok(Finish::Complete) => Decision::NoBug,
            Ok(_) if has_bugs && !findings.watch.is_stopped() => Decision::Bug,
            _ => Decision::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_that_disagree_are_an_internal_error() {
        let others = [Decision::Undecided, Decision::Error];
        let decided = |one, other| agree(&[("optimal", one), ("pos", others[0]), ("sdpor", other)]);
        let refused = decided(Decision::NoBug, Decision::Bug).unwrap_err().to_string();
        assert!(refused.contains("internal error: sdpor has found a bug, and optimal has come"), "{refused}");
        assert!(decided(Decision::Bug, Decision::NoBug).is_err());
        for one in [Decision::Bug, Decision::NoBug] {
            assert_eq!(decided(one, one), Ok(()));
            assert_eq!(others.map(|other| decided(one, other)), [Ok(()), Ok(())]);
        }
    }
}
