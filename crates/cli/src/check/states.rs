//! A stateful search.

use std::ops::ControlFlow;

use mazurka_explore::{
    Finish, Learner, MachineOnly, Memory, Movers, StateOptions, StateStatistics, Statistics, to_fixpoint,
};
use mazurka_machine::{Place, Unordered};
use mazurka_report::{
    Incomplete, Interference, Reason, SharedObject, Sharing, SharingAccess, States, Transactions,
};
use mazurka_vm::{InterferenceFigures, Visibility, Vm, VmError};

use super::choices::ChoiceNotes;
use super::findings::{Findings, Found};
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
    match options.sharing.first_given() {
        Some(option) if !preset.looks_for_shared_objects() => {
            let name = preset.name;
            return Err(Failure::new(format!(
                "--reduction {name} does not look for shared objects: {option} does not apply to it"
            ))
            .help(format!("--reduction {} do", which(Preset::looks_for_shared_objects))));
        }
        _ => {}
    }
    if preset.allows_races() && options.bugs.races == Some(args::Races::Error) {
        let name = preset.name;
        return Err(Failure::new(format!(
            "--reduction {name} finds no data races: it explores what happens in each order of two accesses, as --races allow does"
        ))
        .help("leave out --races error, or use another reduction"));
    }
    if let Some(option) = options.transactions.first_given().filter(|_| !preset.is_of_transactions()) {
        let name = preset.name;
        return Err(Failure::new(format!(
            "--reduction {name} explores no transactions: {option} does not apply to it"
        ))
        .help(format!("--reduction {} do", which(Preset::is_of_transactions))));
    }
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
        StateSearches { unending: Some(unending), .. } if options.states.unending => unending,
        StateSearches { undecided: Some(second), .. } if is_second => second,
        StateSearches { faithful: Some(faithful), .. } if options.sharing.faithful => faithful,
        StateSearches { usual, .. } => usual,
    };
    let mut machine = subject.search_machine()?;
    let knowledge = std::mem::take(&mut findings.found.knowledge);
    if interrupted.is_some() && subject.learning.is_some() && !machine.set_knowledge(knowledge) {
        return Err(not_this_search());
    }
    let mut movers = Movers::new(options.races() == args::Races::Error);
    if options.bugs.checks.leaks {
        movers = movers.with_checks_at_exit();
    }
    let (mut statistics, mut finish) =
        run(*first, options, (&mut machine, &mut movers), interrupted, findings)?;
    if let (Ok(Finish::Undecided), Some(second)) = (&finish, searches.undecided) {
        // Threads share plain data without a lock that all of them take: only all states show whether that is a race.
        findings.start_round();
        findings.found.is_second_search = true;
        findings.found.choices = ChoiceNotes::default();
        machine = subject.search_machine()?;
        (statistics, finish) = run(second, options, (&mut machine, &mut movers), None, findings)?;
    }
    let is_out_of_memory = matches!(finish, Ok(Finish::OutOfMemory));
    let why_incomplete = why_incomplete(&statistics, is_out_of_memory, options.states.bitstate.is_some());
    findings.found.incomplete.extend(why_incomplete);
    findings.found.threads = findings.found.threads.max(statistics.threads);
    Ok(Searched {
        statistics: Statistics {
            executions: statistics.ends,
            redundant: 0,
            cut_off: statistics.cut_off,
            vain: 0,
            transitions: statistics.transitions,
            sections: 0,
            waits: statistics.waits,
            max_depth: statistics.max_depth,
            beyond_bound: 0,
        },
        finish,
        bounded: None,
        samples: None,
        states: Some(figures(options, subject, searches, &machine, &statistics, &findings.found)),
        shared: if options.sharing.show_shared { shared_objects(&machine) } else { Vec::new() },
        movers: match options.transactions.show_movers {
            true => {
                let (notes, patience) = (&findings.found.movers, findings.watch.patience());
                notes.variables(subject, &movers.classes(), patience).map_err(Failure::new)?
            }
            false => Vec::new(),
        },
    })
}

/// Why a search through states has not seen everything.
fn why_incomplete(
    statistics: &StateStatistics,
    is_out_of_memory: bool,
    is_bitstate: bool,
) -> impl Iterator<Item = Incomplete> {
    let StateStatistics { states, bytes, other_bytes, collision_probability, .. } = *statistics;
    let memory = is_out_of_memory.then(|| {
        let message = format!(
            "the limit of --max-memory was reached: {states} states take {bytes} bytes, the path to the last of them \
             and what the search keeps besides {other_bytes}"
        );
        Incomplete { reason: Reason::MaxMemory, message, place: None }
    });
    let bitstate = is_bitstate.then(|| {
        let message = format!(
            "--bitstate takes different states for one: in the end, {:.2} % of the new ones",
            100.0 * collision_probability
        );
        Incomplete { reason: Reason::Bitstate, message, place: None }
    });
    memory.into_iter().chain(bitstate)
}

/// What there is to say of the states that were visited.
fn figures(
    options: &args::Check,
    subject: &Subject,
    searches: &StateSearches,
    machine: &Vm,
    statistics: &StateStatistics,
    found: &Found,
) -> States {
    let rounds = found.repetitions + 1;
    // A first search that needs no second one has found a reason why there are no races, other than the order of operations.
    let rules_out_races = searches.undecided.is_some() && !found.is_second_search;
    let looks_for_races = options.races() == args::Races::Error && !rules_out_races;
    States {
        states: statistics.states,
        revisits: statistics.revisits,
        choice_points: statistics.choice_points,
        bytes_per_state: statistics.bytes as f64 / statistics.states as f64,
        collision_probability: statistics.collision_probability,
        unreduced: found.is_second_search,
        may_miss_races: if looks_for_races { statistics.unordered } else { Unordered::default() },
        sharing: shares_objects(subject).then(|| Sharing { objects: machine.shared_objects().len(), rounds }),
        interference: machine.interference().map(|InterferenceFigures { pairs, determinate }| Interference {
            pairs,
            determinate,
            rounds,
        }),
        transactions: searches.transactions.then_some(Transactions {
            transactions: statistics.transactions,
            inner_states: statistics.inner_states,
            forced_commit_points: statistics.forced_commit_points,
            restarts: found.repetitions,
        }),
    }
}

fn shares_objects(subject: &Subject) -> bool {
    matches!(subject.learning, Some(Visibility::SharedObjects(_)))
}

/// Explores from where the search was interrupted, if it was; again and again, while something is learnt.
fn run(
    search: StateSearch,
    options: &args::Check,
    (machine, movers): (&mut Vm, &mut Movers),
    mut from: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<(StateStatistics, Result<Finish, VmError>), Failure> {
    let memory = match options.states.bitstate {
        Some(megabytes) => Memory::Bits { bytes: (megabytes as usize) << 20 },
        None => Memory::Fingerprints { max_bytes: options.states.max_memory.unwrap_or(usize::MAX) },
    };
    let shares_objects = shares_objects(findings.subject);
    let (explored, _) = to_fixpoint(machine, &mut (MachineOnly, movers), |machine, learners, round| {
        if shares_objects {
            round.sample(machine, learners, findings);
        }
        let explored = search(ExploreStates {
            machine,
            key: options.states.states.unwrap_or(StateKey::Exact),
            races: options.races().into(),
            movers: learners.1,
            also_deadlocks: options.transactions.also_deadlocks(),
            options: StateOptions {
                max_depth: options.limits.max_depth,
                order: options.search.order(),
                memory,
            },
            observer: &mut round.watch(findings),
            from: from.take(),
        });
        let is_complete = matches!(&explored, Some(ExploredStates { finish: Ok(Finish::Complete), .. }));
        let is_over = is_complete || round.is_broken_off();
        if round.is_broken_off_to_sample() || is_over && learners.has_learnt(machine) {
            findings.start_again();
        }
        if is_complete { ControlFlow::Continue(explored) } else { ControlFlow::Break(explored) }
    });
    let ExploredStates { statistics, mut finish, livelocks, unending } =
        explored.ok_or_else(not_this_search)?;
    if livelocks.iter().try_for_each(|livelock| findings.livelock(livelock)).is_break() {
        finish = Ok(Finish::Stopped);
    }
    if unending.is_some_and(|unending| findings.unending(&unending).is_break()) {
        finish = Ok(Finish::Stopped);
    }
    Ok((statistics, finish))
}

/// For people: what made objects shared.
fn shared_objects(machine: &Vm) -> Vec<SharedObject> {
    let access = |access: mazurka_vm::SharingAccess| SharingAccess {
        place: Place { thread: access.thread, stack: vec![access.place] },
        writes: access.writes,
    };
    let object = |object: mazurka_vm::SharedObject| SharedObject {
        name: object.name,
        bytes: object.size,
        accesses: object.accesses.into_iter().map(access).collect(),
    };
    machine.shared_objects().into_iter().map(object).collect()
}
