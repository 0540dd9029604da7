//! One search, or one for each of several bounds: what is found first needs least.

use mazurka_explore::{Bound, DataRaces, Options, Saved, Statistics, Unfinished};
use mazurka_report::{Bounded, Races, Round, States};
use mazurka_vm::VmError;
use serde::{Deserialize, Serialize};

use super::findings::Findings;
use super::reduction::{Explore, Reduction};
use crate::args;
use crate::failure::Failure;
use crate::subject::Subject;

/// What has come of all searches.
pub struct Searched {
    /// Of all of them.
    pub statistics: Statistics,
    /// Whether the last one came to its end.
    pub end: Result<bool, VmError>,
    pub bounded: Option<Bounded>,
    /// What was remembered, if states were.
    pub states: Option<States>,
}

/// Searches that are over.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Rounds {
    pub each: Vec<Round>,
    pub total: Statistics,
}

/// Why a search cannot go on from a checkpoint.
pub fn not_this_search() -> Failure {
    Failure::new("the checkpoint is not one of this search")
}

/// Explores; without bounds once, and else until a bug is found, or the bound leaves nothing out. Each search goes on where
/// the one before it has stopped; the first of them where it was interrupted, if it was.
pub fn search(
    options: &args::Check,
    subject: &Subject,
    reduction: Reduction,
    search: Options,
    mut interrupted: Option<Saved<'_>>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    let explore = |bound: Option<(Bound, &mut Unfinished)>, from, findings: &mut Findings<'_>| {
        let mut machine = subject.machine().map_err(|error| Failure::new(error.to_string()))?;
        let machine = &mut machine;
        let explored = match options.bugs.races.into() {
            Races::Error => {
                let monitor = &mut DataRaces::default();
                reduction
                    .search(bound, Explore { machine, monitor, options: search, observer: findings, from })
            }
            Races::Allow => {
                let monitor = &mut ();
                reduction
                    .search(bound, Explore { machine, monitor, options: search, observer: findings, from })
            }
        };
        explored.ok_or_else(not_this_search)
    };
    let Some(bounds) = options.search.bound else {
        let (statistics, end) = explore(None, interrupted, findings)?;
        return Ok(Searched { statistics, end, bounded: None, states: None });
    };
    let mut unfinished = Unfinished::default();
    let mut end = Ok(true);
    let mut bounds_left = bounds.iter().skip(findings.rounds.each.len()).peekable();
    if interrupted.is_some() && bounds_left.peek().is_none() {
        return Err(not_this_search());
    }
    while let Some(bound) = bounds_left.next() {
        let from = interrupted.take();
        if from.is_none() {
            findings.start_round();
        }
        unfinished.start_round(bounds_left.peek().is_none());
        let statistics;
        (statistics, end) = explore(Some((bound, &mut unfinished)), from, findings)?;
        let Statistics { executions, redundant, transitions, refused, .. } = statistics;
        let bugs = findings.number_of_bugs();
        findings.rounds.each.push(Round {
            bound: bound.limit(),
            executions,
            redundant,
            cut_off: refused,
            transitions,
            bugs,
            complete: matches!(end, Ok(true)),
        });
        findings.rounds.total.add_round(&statistics);
        if !matches!(end, Ok(true)) || refused == 0 {
            break;
        }
    }
    let Rounds { each: rounds, total: statistics } = std::mem::take(&mut findings.rounds);
    Ok(Searched { statistics, end, bounded: Some(Bounded { kind: bounds.kind, rounds }), states: None })
}
