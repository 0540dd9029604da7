//! `--reduction auto`, which is the default: searches of different strengths take turns, and a few executions at random look for
//! shallow bugs; the first that decides does.
//!
//! No reduction is best. One that follows traces has no memory to fill and is quick where they are few; one that follows states
//! comes to the end of loops and of many traces that lead to the same states. What each of them promises includes what is
//! asked for, so it does not matter for the verdict which of them decides.
//!
//! Searches through states take every operation for one that orders. Where that is not so (relaxed atomics), they may miss data
//! races, and decide only if they have found another reason why there are none (`States::may_miss_races`).

mod candidate;

use std::panic;
use std::sync::Arc;
use std::thread::{self, Builder, ScopedJoinHandle};

use mazurka_report::{Check, Figures, Undecided};

use super::checkpoint::{Checkpoints, Interrupted};
use super::turns::{Decided, Turns};
use super::watch::Watch;
use super::{Attended, attendance, not_this_search, outcome, same_subject};
use crate::args::{self, Need};
use crate::failure::Failure;
use crate::frontend::CompilerFlags;
use crate::invocation::Invocation;
use crate::run::list_undefined;
use crate::subject::Subject;
use candidate::{Candidate, Decision, Ended, Start};

/// What each search is for. In the order of their turns; that through traces is the first.
const TRACES: &str = "optimal";
const STATES: &str = "sdpor";
/// Instead of it where executions seem to have no end, and besides it where it takes long. Persistent sets save little on cycles of
/// states, and take much time there.
const ALL_STATES: &str = "stateful";
/// Only where assertions are all that is needed.
const ASSERTIONS: &str = "transactions";

/// Memory for the states of a search, unless the user says how much: without a limit, it would take all there is while another
/// search needs hardly any.
const MAX_MEMORY: usize = 1 << 30;

/// Memory for a search for executions that cannot end, which keeps a graph: where executions seem to have no end, and elsewhere. It makes at most
/// this many transitions, and twice as many as the search that has decided. Where that is not enough, a note says so.
const MAX_UNENDING: usize = 1 << 28;
const MAX_UNENDING_ELSEWHERE: usize = 1 << 25;
const UNENDING_TURN: u64 = 100_000;

/// As the main thread has it.
const STACK: usize = 8 << 20;

/// Whether several searches are to be made: they are asked for, or nothing is said that is about one.
pub(super) fn is_chosen(options: &args::Check) -> bool {
    let is_about_one = options.limits.max_executions.is_some()
        || options.states.first_given().is_some()
        || options.sharing.first_given().is_some()
        || options.transactions.first_given().is_some();
    options.search.is_auto() || options.search.is_open() && !is_about_one
}

/// From where the searches were interrupted, if they were.
pub(super) fn check(
    options: &args::Check,
    flags: &CompilerFlags,
    mut interrupted: Option<Interrupted>,
    attended: Attended,
) -> Result<Check, Failure> {
    options.search.check_options(None)?;
    let candidates = candidates(options)?;
    let traces = match &interrupted {
        None => Subject::load(&candidates[0].options, flags)?,
        Some(interrupted) => same_subject(&candidates[0].options, flags, interrupted)?,
    };
    let invocation =
        interrupted.as_ref().map_or_else(Invocation::current, |saved| saved.invocation().clone());
    let checkpoints = Checkpoints::new(&options.checkpoints, TRACES, interrupted.as_mut())?;
    let (ctrl_c, show_progress) = attendance(options, attended)?;
    if show_progress {
        list_undefined(&traces.undefined());
    }
    let turns = Turns::new(candidates.len(), options.search.jobs());
    let need = options.search.need();
    let begin = |candidate: &Candidate| Watch::new(&candidate.options.limits, ctrl_c, show_progress);
    let starts = starts(&candidates, &turns, begin, interrupted.as_mut(), checkpoints.as_ref())?;
    let traces = candidates[0].subject_of_traces(traces, &starts[0])?;
    let mut ended = run_all(&candidates, starts, &turns, (&traces, flags), need)?;
    agree(&ended.iter().map(|ended| (ended.candidate.preset.name, ended.decision)).collect::<Vec<_>>())?;
    let decided = turns.decided();
    // Where none has decided, what one has found counts, and else the first has most to say.
    let with_bug = || ended.iter().position(|ended| ended.findings.number_of_bugs() > 0);
    let is_undecided = decided.is_none();
    let undecided = || Decided { by: with_bug().unwrap_or(0), begun: vec![true; candidates.len()] };
    let Decided { by, begun } = decided.unwrap_or_else(undecided);
    let others = ended.iter().enumerate().filter(|(index, ended)| {
        *index != by && begun[*index] && !ended.is_not_begun && !ended.candidate.preset.is_of_samples()
    });
    let chosen_before = others.map(|(_, ended)| ended.candidate.preset.name.to_owned()).collect();
    let mut chosen = ended.remove(by);
    let may_be_unending = need != Need::Assertions && chosen.decided_by_state();
    // What was decided is not lost if this cannot be made.
    let unending = may_be_unending.then(|| Unending::after(&chosen, (&traces, flags)).ok()).flatten();
    if let Some(unending) = &unending
        && let Ok(mut found) = unending.search(begin(&unending.candidate))
    {
        if !found.is_complete() && found.findings.number_of_bugs() == 0 {
            found.findings.may_be_unending(found.states());
        }
        match found.findings.number_of_bugs() {
            0 => chosen.findings.found.notes.extend(found.findings.found.notes),
            _ => chosen = found,
        }
    }
    // What they have drawn on the terminal is erased.
    let undecided: Vec<Undecided> = ended.into_iter().filter_map(Ended::why_undecided).collect();
    let undecided = if is_undecided { undecided } else { Vec::new() };
    Ok(Check { chosen_before, undecided, ..report(&candidates[0], &invocation, chosen)? })
}

/// A search through all states that also looks for executions that cannot end: those that decide by state do not see them.
struct Unending {
    candidate: Candidate,
    subject: Subject,
    transitions: u64,
}

impl Unending {
    fn after(decided: &Ended<'_>, (traces, flags): (&Subject, &CompilerFlags)) -> Result<Unending, Failure> {
        let other = decided.candidate;
        let mut options = other.options.clone();
        options.states.unending = true;
        let is_endless = other.preset.name == ALL_STATES && !other.is_late;
        options.states.max_memory = Some(if is_endless { MAX_UNENDING } else { MAX_UNENDING_ELSEWHERE });
        let candidate = Candidate::new(ALL_STATES, &options)?;
        let subject = traces.for_search(&candidate.options, flags)?;
        Ok(Unending { candidate, subject, transitions: UNENDING_TURN + 2 * decided.transitions() })
    }

    fn search(&self, mut watch: Watch) -> Result<Ended<'_>, Failure> {
        watch.take_turns(Turns::new(1, 1).only_turn(0, self.transitions));
        self.candidate.run_alone(&self.subject, watch)
    }
}

/// What each search begins with. All of them are where they were before the first one begins.
fn starts(
    candidates: &[Candidate],
    turns: &Arc<Turns>,
    begin: impl Fn(&Candidate) -> Watch,
    mut interrupted: Option<&mut Interrupted>,
    checkpoints: Option<&Checkpoints>,
) -> Result<Vec<Start>, Failure> {
    let mut starts = Vec::new();
    for (index, candidate) in candidates.iter().enumerate() {
        let mut turn = candidate.turn(turns, index);
        let saved = interrupted.as_deref_mut().and_then(|interrupted| candidate.take_saved(interrupted));
        let position = saved.as_ref().and_then(|saved| saved.checkpoint.turn);
        if saved.is_some() && !position.is_some_and(|position| turn.continue_from(position)) {
            return Err(not_this_search());
        }
        let mut watch = begin(candidate);
        watch.take_turns(turn);
        starts.push(Start { watch, saved, checkpoints: checkpoints.cloned() });
    }
    Ok(starts)
}

/// Each search in a thread of its own, until all are over.
fn run_all<'c>(
    candidates: &'c [Candidate],
    starts: Vec<Start>,
    turns: &Turns,
    (traces, flags): (&'c Subject, &CompilerFlags),
    need: Need,
) -> Result<Vec<Ended<'c>>, Failure> {
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for ((index, candidate), start) in candidates.iter().enumerate().zip(starts) {
            let run = move || {
                let ended = candidate.run(traces, flags, start, need);
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
    })
}

/// The report of the search that has decided.
fn report(traces: &Candidate, invocation: &Invocation, ended: Ended<'_>) -> Result<Check, Failure> {
    let Ended { candidate, subject, searched, findings, .. } = ended;
    // What executions at random find is the same as in a search through traces that has come that far.
    let Candidate { preset, options, .. } = if candidate.preset.is_of_samples() { traces } else { candidate };
    // A replay needs the machine of that search, and takes that of the search through traces if none is named.
    let invocation = match preset.name {
        TRACES => invocation.clone(),
        name => invocation.with_reduction(name),
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
    alone.search = alone.search.with_coarse_locks();
    let traces = Candidate::new(TRACES, &alone)?;
    let hunt = (!options.limits.keep_going).then(|| traces.hunt());
    let need = options.search.need();
    let by_state = [(STATES, need != Need::AllTraces), (ASSERTIONS, need == Need::Assertions)];
    let mut options = options.clone();
    options.states.max_memory.get_or_insert(MAX_MEMORY);
    let mut candidates: Vec<Candidate> = [traces].into_iter().chain(hunt).collect();
    for (name, _) in by_state.into_iter().filter(|(_, is_enough)| *is_enough) {
        let endless = (name == STATES).then(|| Candidate::new(ALL_STATES, &options)).transpose()?;
        candidates.push(Candidate { if_endless: endless.map(Box::new), ..Candidate::new(name, &options)? });
    }
    if need != Need::AllTraces {
        candidates.push(Candidate { is_late: true, ..Candidate::new(ALL_STATES, &options)? });
    }
    Ok(candidates)
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
