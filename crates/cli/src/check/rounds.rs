//! One search, or one for each of several bounds: what is found first needs least.

use std::ops::ControlFlow;

use mazurka_explore::{Finish, MachineOnly, Observer, Options, Statistics, Unfinished, to_fixpoint};
use mazurka_machine::Learning;
use mazurka_report::movers::Variable;
use mazurka_report::{Bounded, Round, Samples, SharedObject, States};
use mazurka_vm::{Vm, VmError};
use serde::{Deserialize, Serialize};

use super::findings::Findings;
use crate::args::{self, Bounds};
use crate::failure::Failure;
use crate::presets::{BoundedSearch, Explore, ExploreWithin, TraceSearch};
use crate::stream::SavedSearch;
use crate::subject::Subject;

/// The result of all searches.
pub(super) struct Searched {
    /// Of all of them.
    pub statistics: Statistics,
    /// How the last one has ended.
    pub finish: Result<Finish, VmError>,
    pub bounded: Option<Bounded>,
    /// Figures about states, if they were stored.
    pub states: Option<States>,
    /// The objects that were found shared, if they are to be shown.
    pub shared: Vec<SharedObject>,
    /// The variables, and whether accesses to them are movers, if that is to be shown.
    pub movers: Vec<Variable>,
    /// What executions at random have shown.
    pub samples: Option<Samples>,
}

impl Searched {
    /// A search about which there is nothing else to say.
    pub(super) fn new(statistics: Statistics, finish: Result<Finish, VmError>) -> Searched {
        let (bounded, states, samples) = (None, None, None);
        Searched { statistics, finish, bounded, states, shared: Vec::new(), movers: Vec::new(), samples }
    }
}

/// Searches that are over.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Rounds {
    pub each: Vec<Round>,
    pub total: Statistics,
}

/// Why a search cannot be resumed from a checkpoint.
pub(super) fn not_this_search() -> Failure {
    Failure::new("the checkpoint is not one of this search")
}

/// Explores all traces, from where the search was interrupted, if it was; again, if more threads come to a barrier than was
/// assumed, or joined sections may hide a race.
pub(super) fn all(
    search: TraceSearch,
    options: &args::Check,
    subject: &Subject,
    mut interrupted: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    let mut machine = subject.trace_machine().map_err(Failure::new)?;
    if interrupted.is_some() {
        findings.found.assumptions.restore(&mut machine);
    }
    let (explored, _) = to_fixpoint(&mut machine, &mut MachineOnly, |machine, _, round| {
        let explored = search(explore(options, machine, interrupted.take(), &mut round.watch(findings)));
        let is_complete = matches!(&explored, Some((_, Ok(Finish::Complete))));
        if (is_complete || round.is_broken_off()) && machine.has_learnt() {
            findings.start_again();
        }
        if is_complete { ControlFlow::Continue(explored) } else { ControlFlow::Break(explored) }
    });
    let (statistics, finish) = explored.ok_or_else(not_this_search)?;
    Ok(Searched::new(statistics, finish))
}

/// Explores within one bound after the other, until a bug is found or the bound leaves nothing out. Each search continues
/// where the one before it has stopped; the first of them where it was interrupted, if it was.
pub(super) fn within(
    bounds: Bounds,
    search: BoundedSearch,
    options: &args::Check,
    subject: &Subject,
    mut interrupted: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    let mut unfinished = Unfinished::default();
    let mut finish = Ok(Finish::Complete);
    let mut bounds_left = bounds.iter().skip(findings.found.rounds.each.len()).peekable();
    if interrupted.is_some() && bounds_left.peek().is_none() {
        return Err(not_this_search());
    }
    while let Some(bound) = bounds_left.next() {
        let from = interrupted.take();
        if from.is_none() {
            findings.start_round();
        }
        unfinished.start_round(bounds_left.peek().is_none());
        let mut machine = subject.machine().map_err(Failure::new)?;
        let explore = explore(options, &mut machine, from, findings);
        let within = ExploreWithin { explore, bound, unfinished: &mut unfinished };
        let statistics;
        (statistics, finish) = search(within).ok_or_else(not_this_search)?;
        let Statistics { executions, redundant, transitions, beyond_bound, .. } = statistics;
        let bugs = findings.number_of_bugs();
        findings.found.rounds.each.push(Round {
            bound: bound.limit(),
            executions,
            redundant,
            cut_off: beyond_bound,
            transitions,
            bugs,
            complete: matches!(finish, Ok(Finish::Complete)),
        });
        findings.found.rounds.total.add_round(&statistics);
        if !matches!(finish, Ok(Finish::Complete)) || beyond_bound == 0 {
            break;
        }
    }
    let Rounds { each: rounds, total: statistics } = std::mem::take(&mut findings.found.rounds);
    let bounded = Some(Bounded { kind: bounds.kind, rounds });
    Ok(Searched { bounded, ..Searched::new(statistics, finish) })
}

pub(super) fn explore<'s>(
    options: &args::Check,
    machine: &'s mut Vm,
    from: Option<SavedSearch>,
    observer: &'s mut dyn Observer<Vm>,
) -> Explore<'s> {
    let search =
        Options { max_depth: options.limits.max_depth, order: options.search.order(), ..Options::default() };
    Explore { machine, races: options.races().into(), options: search, observer, from }
}
