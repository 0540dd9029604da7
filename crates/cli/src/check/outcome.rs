//! What a search has found, as the data of a report.

use mazurka_explore::Finish;
use mazurka_report::{Check, Figures, Finding, Guarantee, Incomplete, Problem, Reason, Verdict};

use super::endless;
use super::findings::{Findings, Found};
use super::rounds::Searched;
use crate::args;
use crate::failure::Failure;
use crate::invocation::Invocation;
use crate::patience::Patience;
use crate::presets::Preset;
use crate::replay::{file, simplify, values};
use crate::subject::Subject;

pub(super) fn of(
    options: &args::Check,
    subject: &Subject,
    preset: &Preset,
    invocation: &Invocation,
    searched: Searched,
    mut findings: Findings<'_>,
) -> Result<Check, Failure> {
    let Searched { statistics, finish, bounded, states, shared, movers, samples } = searched;
    let complete = matches!(finish, Ok(Finish::Complete)) && findings.found.incomplete.is_empty();
    let bugs = findings.take_bugs();
    let Findings { watch, found, unconfirmed, endless, .. } = findings;
    let Found { mut threads, mut cut_off, notes, mut incomplete, choices, .. } = found;
    cut_off.beyond_bound = statistics.beyond_bound;
    let patience = watch.patience();
    let (seconds, stopped) = watch.finish();
    if let Some(difference) = unconfirmed {
        return Err(Failure::new(format!(
            "internal error: a replay does not confirm a finding: {difference}"
        ))
        .help("this is a bug of Mazurka, not of your program; please report it"));
    }
    let bugs = shown(options, subject, invocation, bugs, patience);
    // A search that has found what it was looking for need not say why it was stopped.
    let endless = endless.filter(|_| bugs.is_empty());
    threads = threads.max(endless::explain(subject, endless, stopped, &mut incomplete));
    let guarantee = match options.sharing.unsound() {
        Some(_) => Guarantee::Nothing,
        None => preset.guarantee_after(bounded.as_ref(), complete, options.transactions.also_deadlocks()),
    };
    if guarantee == Guarantee::Nothing {
        incomplete.push(unsound(options, preset));
    }
    let error = finish.err().map(|error| Problem {
        message: error.message,
        thread: error.thread,
        stack: error.stack,
    });
    incomplete.extend(error.as_ref().map(|error| Incomplete {
        reason: Reason::Error,
        message: error.message.clone(),
        place: Some(error.place()),
    }));
    let figures = Figures {
        executions: statistics.executions,
        redundant: statistics.redundant,
        vain: statistics.vain,
        cut_off,
        transitions: statistics.transitions,
        sections: statistics.sections,
        waits: statistics.waits,
        threads,
        max_depth: statistics.max_depth,
        seconds,
        states,
        samples,
    };
    Ok(Check {
        verdict: verdict(&bugs, complete && incomplete.is_empty()),
        guarantee,
        reduction: preset.name.to_owned(),
        bounded,
        races: options.races().into(),
        figures,
        complete,
        incomplete,
        bugs,
        notes,
        undefined: subject.undefined(),
        shared,
        movers,
        choices: choices.by_place(),
        error,
        chosen_before: Vec::new(),
        undecided: Vec::new(),
    })
}

/// The bugs as they are shown: simplified, unless that is not wanted, and with their trace files.
fn shown(
    options: &args::Check,
    subject: &Subject,
    invocation: &Invocation,
    mut bugs: Vec<Finding>,
    patience: Patience,
) -> Vec<Finding> {
    if !options.traces.no_minimize {
        bugs = bugs.into_iter().map(|bug| simplify(subject, bug, patience)).collect();
    }
    if !bugs.is_empty()
        && let Some(subject) = subject.with_all_values()
    {
        bugs.iter_mut().for_each(|bug| _ = values::fill_in(&subject, bug, patience));
    }
    file::save(subject, options, invocation, &mut bugs);
    bugs
}

/// Why a complete search that guarantees nothing is incomplete.
fn unsound(options: &args::Check, preset: &Preset) -> Incomplete {
    if preset.is_of_samples() {
        let message = "the executions were chosen at random".to_owned();
        return Incomplete { reason: Reason::Samples, message, place: None };
    }
    let is_bounded = options.search.bound.is_some();
    let sound = Preset::choose(None, is_bounded).map_or("", |sound| sound.name);
    let message = match options.sharing.unsound() {
        Some(option) => format!("{} misses states with {option}, and none without it", preset.name),
        None if preset.is_of_transactions() => {
            format!(
                "{} misses what transactions without an end have committed; transactions does not",
                preset.name
            )
        }
        None => format!("{} misses executions within the bound; {sound} does not", preset.name),
    };
    Incomplete { reason: Reason::Unsound, message, place: None }
}

fn verdict(bugs: &[Finding], complete: bool) -> Verdict {
    match complete {
        _ if !bugs.is_empty() => Verdict::Bug,
        true => Verdict::Ok,
        false => Verdict::Incomplete,
    }
}
