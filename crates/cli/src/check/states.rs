//! A stateful search.

use mazurka_explore::{Finish, Memory, StateOptions, StateStatistics, Statistics};
use mazurka_report::{Incomplete, Reason, States};
use mazurka_vm::VmError;

use super::findings::Findings;
use super::rounds::{Searched, not_this_search};
use crate::args;
use crate::failure::Failure;
use crate::presets::{
    ExploreStates, ExploredStates, PRESETS, Preset, StateKey, StateSearch, StateSearches, list,
};
use crate::stream::SavedSearch;
use crate::subject::Subject;

/// Refuses options that make no sense together.
pub(super) fn check_options(options: &args::Check, preset: &Preset) -> Result<(), Failure> {
    let which = |chosen: fn(&Preset) -> bool| list(PRESETS.iter().filter(|preset| chosen(preset)), "and");
    match options.states.first_given() {
        Some(option) if !preset.is_stateful() => {
            let name = preset.name;
            Err(Failure::new(format!("--reduction {name} stores no states: {option} does not apply to it"))
                .help(format!("--reduction {} do", which(Preset::is_stateful))))
        }
        _ if options.states.livelock && options.states.states == Some(StateKey::Light) => {
            Err(Failure::new("--livelock needs --states exact: light states may miss that a cycle closes"))
        }
        _ if options.states.livelock && !preset.finds_livelocks() => Err(Failure::new(format!(
            "--livelock needs --reduction {}: a reduction may leave out a cycle",
            which(Preset::finds_livelocks)
        ))),
        _ => Ok(()),
    }
}

/// Explores, once; from where it was interrupted, if it was.
pub(super) fn search(
    options: &args::Check,
    subject: &Subject,
    searches: &StateSearches,
    interrupted: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    // What was interrupted may have been the second of two searches.
    let is_second = interrupted.is_some() && findings.found.is_second_search;
    let first = match searches {
        StateSearches { livelocks: Some(livelocks), .. } if options.states.livelock => livelocks,
        StateSearches { undecided: Some(second), .. } if is_second => second,
        StateSearches { usual, .. } => usual,
    };
    let (mut statistics, mut finish) = run(*first, options, subject, interrupted, findings)?;
    if let (Ok(Finish::Undecided), Some(second)) = (&finish, searches.undecided) {
        // Threads share plain data without a lock that all of them take: only all states show whether that is a race.
        findings.start_round();
        findings.found.is_second_search = true;
        (statistics, finish) = run(second, options, subject, None, findings)?;
    }
    let StateStatistics { states, revisits, bytes, other_bytes, collision_probability, .. } = statistics;
    if matches!(finish, Ok(Finish::OutOfMemory)) {
        let message = format!(
            "the limit of --max-memory was reached: {states} states take {bytes} bytes, the path to the last of them \
             and what the search keeps besides {other_bytes}"
        );
        findings.found.incomplete.push(Incomplete { reason: Reason::MaxMemory, message, place: None });
    }
    if options.states.bitstate.is_some() {
        let message = format!(
            "--bitstate takes different states for one: in the end, {:.2} % of the new ones",
            100.0 * collision_probability
        );
        findings.found.incomplete.push(Incomplete { reason: Reason::Bitstate, message, place: None });
    }
    findings.found.threads = findings.found.threads.max(statistics.threads);
    let bytes_per_state = bytes as f64 / states as f64;
    Ok(Searched {
        statistics: Statistics {
            executions: statistics.ends,
            redundant: 0,
            cut_off: statistics.cut_off,
            transitions: statistics.transitions,
            max_depth: statistics.max_depth,
            beyond_bound: 0,
        },
        finish,
        bounded: None,
        states: Some(States {
            states,
            revisits,
            bytes_per_state,
            collision_probability,
            unreduced: findings.found.is_second_search,
        }),
    })
}

fn run(
    search: StateSearch,
    options: &args::Check,
    subject: &Subject,
    from: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<(StateStatistics, Result<Finish, VmError>), Failure> {
    let memory = match options.states.bitstate {
        Some(megabytes) => Memory::Bits { bytes: (megabytes as usize) << 20 },
        None => Memory::Fingerprints { max_bytes: options.states.max_memory.unwrap_or(usize::MAX) },
    };
    let mut machine = subject.machine().map_err(Failure::new)?;
    let explore = ExploreStates {
        machine: &mut machine,
        key: options.states.states.unwrap_or(StateKey::Exact),
        races: options.bugs.races.into(),
        options: StateOptions { max_depth: options.limits.max_depth, order: options.search.order(), memory },
        observer: findings,
        from,
    };
    let ExploredStates { statistics, mut finish, livelocks } = search(explore).ok_or_else(not_this_search)?;
    if livelocks.iter().try_for_each(|livelock| findings.livelock(livelock)).is_break() {
        finish = Ok(Finish::Stopped);
    }
    Ok((statistics, finish))
}
