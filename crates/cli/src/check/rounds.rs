//! One search, or one for each of several bounds: what is found first needs least.

use mazurka_explore::{Bound, DataRaces, Options, Statistics, Unfinished};
use mazurka_report::{Bounded, Races, Round, States};
use mazurka_vm::VmError;

use super::findings::Findings;
use super::reduction::Reduction;
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

/// Explores; without bounds once, and else until a bug is found, or the bound leaves nothing out. Each search goes on where
/// the one before it has stopped.
pub fn search(
    options: &args::Check,
    subject: &Subject,
    reduction: Reduction,
    search: Options,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    let explore = |bound: Option<(Bound, &mut Unfinished)>, findings: &mut Findings<'_>| {
        let mut machine = subject.machine().map_err(|error| Failure::new(error.to_string()))?;
        Ok(match options.bugs.races.into() {
            Races::Error => {
                reduction.search(bound, &mut machine, &mut DataRaces::default(), search, findings)
            }
            Races::Allow => reduction.search(bound, &mut machine, &mut (), search, findings),
        })
    };
    let Some(bounds) = options.search.bound else {
        let (statistics, end) = explore(None, findings)?;
        return Ok(Searched { statistics, end, bounded: None, states: None });
    };
    let (mut rounds, mut unfinished) = (Vec::new(), Unfinished::default());
    let mut total = Statistics::default();
    let mut end = Ok(true);
    let mut bounds_left = bounds.iter().peekable();
    while let Some(bound) = bounds_left.next() {
        findings.start_round();
        unfinished.start_round(bounds_left.peek().is_none());
        let statistics;
        (statistics, end) = explore(Some((bound, &mut unfinished)), findings)?;
        let Statistics { executions, redundant, transitions, refused, .. } = statistics;
        rounds.push(Round {
            bound: bound.limit(),
            executions,
            redundant,
            cut_off: refused,
            transitions,
            bugs: findings.number_of_bugs(),
            complete: matches!(end, Ok(true)),
        });
        total.add_round(&statistics);
        if !matches!(end, Ok(true)) || refused == 0 {
            break;
        }
    }
    let statistics = total;
    Ok(Searched { statistics, end, bounded: Some(Bounded { kind: bounds.kind, rounds }), states: None })
}
