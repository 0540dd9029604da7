//! A search that remembers states.

use mazurka_explore::{
    All, Discipline, Exact, Finish, Memory, Order, Recorded, Saved, SegmentMonitor, Segments, StateOptions,
    StateStatistics, Statistics,
};
use mazurka_report::{Incomplete, Races, Reason, States};
use mazurka_vm::Vm;

use super::findings::Findings;
use super::reduction::{ExploreStates, ExploredStates, Reduction};
use super::rounds::{Searched, not_this_search};
use crate::args::{self, Capture};
use crate::failure::Failure;
use crate::subject::Subject;

/// Refuses what makes no sense together.
pub fn check_options(options: &args::Check, reduction: Reduction) -> Result<(), Failure> {
    match options.states.first_given() {
        Some(option) if !Reduction::is_stateful(Some(reduction)) => {
            let name = reduction.name();
            Err(Failure::new(format!(
                "--reduction {name} remembers no states: {option} has no meaning for it"
            ))
            .help("--reduction stateful and sdpor do"))
        }
        _ if options.states.livelock && options.states.states == Some(Capture::Light) => {
            Err(Failure::new("--livelock needs --states exact: light states may tell a circle's ends apart"))
        }
        _ if options.states.livelock && reduction != Reduction::Stateful => {
            Err(Failure::new("--livelock needs --reduction stateful: a reduction may leave out a circle"))
        }
        _ => Ok(()),
    }
}

/// Explores, once; from where it was interrupted, if it was.
pub fn search(
    options: &args::Check,
    subject: &Subject,
    reduction: Reduction,
    order: Order,
    interrupted: Option<Saved<'_>>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    let memory = match options.states.bitstate {
        Some(megabytes) => Memory::Bits { bytes: (megabytes as usize) << 20 },
        None => Memory::Fingerprints { max_bytes: options.states.max_memory.unwrap_or(usize::MAX) },
    };
    let search = StateOptions { max_depth: options.limits.max_depth, order, memory };
    let run = |reduction, from, findings: &mut Findings<'_>| match (options.bugs.races.into(), reduction) {
        (Races::Allow, _) => explore((options, search), subject, reduction, &mut (), from, findings),
        (Races::Error, Reduction::Sdpor) => {
            explore((options, search), subject, reduction, &mut Discipline::default(), from, findings)
        }
        (Races::Error, _) => {
            explore((options, search), subject, reduction, &mut Segments::default(), from, findings)
        }
    };
    // What was interrupted may have been the second of two searches.
    let is_second = matches!(&interrupted, Some(Saved::States(saved)) if saved.is_of_all_states());
    let mut unreduced = reduction != Reduction::Stateful && is_second;
    let first = if unreduced { Reduction::Stateful } else { reduction };
    let (mut statistics, mut finish) = run(first, interrupted, findings)?;
    if matches!(finish, Ok(Finish::Undecided)) {
        // Threads share plain data without a lock that all of them take: whether that is a race, only all states tell.
        findings.start_round();
        (statistics, finish) = run(Reduction::Stateful, None, findings)?;
        unreduced = true;
    }
    let StateStatistics { states, revisits, bytes, other_bytes, confusion, .. } = statistics;
    if matches!(finish, Ok(Finish::OutOfMemory)) {
        let message = format!(
            "the limit of --max-memory was reached: {states} states take {bytes} bytes, the path to the last of them \
             and what the search keeps besides {other_bytes}"
        );
        findings.incomplete.push(Incomplete { reason: Reason::MaxMemory, message, place: None });
    }
    if options.states.bitstate.is_some() {
        let message = format!(
            "--bitstate takes different states for one: in the end, {:.2} % of the new ones",
            100.0 * confusion
        );
        findings.incomplete.push(Incomplete { reason: Reason::Bitstate, message, place: None });
    }
    findings.threads = findings.threads.max(statistics.threads);
    let bytes_per_state = bytes as f64 / states as f64;
    Ok(Searched {
        statistics: Statistics {
            executions: statistics.ends,
            redundant: 0,
            cut_off: statistics.cut_off,
            transitions: statistics.transitions,
            max_depth: statistics.max_depth,
            refused: 0,
        },
        end: finish.map(|finish| finish == Finish::Complete),
        bounded: None,
        states: Some(States {
            states,
            revisits,
            bytes_per_state,
            collision_probability: confusion,
            unreduced,
        }),
    })
}

/// Explores, and looks for livelocks where that is asked for and the search was not told to stop.
fn explore<W: SegmentMonitor<Vm>>(
    (options, search): (&args::Check, StateOptions),
    subject: &Subject,
    reduction: Reduction,
    monitor: &mut W,
    from: Option<Saved<'_>>,
    findings: &mut Findings<'_>,
) -> Result<ExploredStates<Vm>, Failure> {
    let mut machine = subject.machine().map_err(|error| Failure::new(error.to_string()))?;
    let mut recorded = Recorded::new(All);
    let explore = ExploreStates { machine: &mut machine, monitor, options: search, observer: findings, from };
    let explored = match options.states.livelock {
        true => explore.by(&mut Exact, &mut recorded),
        false => reduction.search_states(options.states.states.unwrap_or(Capture::Exact), explore),
    };
    let (statistics, mut finish) = explored.ok_or_else(not_this_search)?;
    if matches!(finish, Ok(Finish::Complete | Finish::OutOfMemory))
        && !recorded.livelocks().iter().all(|livelock| findings.livelock(livelock))
    {
        finish = Ok(Finish::Stopped);
    }
    Ok((statistics, finish))
}
