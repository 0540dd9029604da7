//! What every reduction must see, by its guarantee (docs/guarantees.md), where `exhaustive` sees this.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mazurka_explore::{
    Bound, Classic, ClassicBounded, Enumeration, Exhaustive, NidhuggBounded, Optimal, Source, SourceBounded,
};

use crate::searches::{States, Subject};
use crate::seen::{Finding, Seen};

/// Preemptions that no execution of a generated program has.
const UNBOUNDED: Bound = Bound::Preemptions(1_000_000);

/// How much more than the oracle another search may do before it counts as one that does not end. Searches within a bound execute
/// traces several times.
const MORE: u64 = 20;

/// A search that differs from the oracle, by its options on the command line, and in what.
pub type Difference = (String, String);

/// What the oracle has seen, or why it is of no use, and what differs from it.
pub struct Comparison {
    pub oracle: Seen,
    /// Whether the oracle is `sleep`, because there are too many interleavings for `exhaustive`.
    pub by_sleep: bool,
    /// Where every access is visible, and where only accesses to shared objects are.
    pub transitions: [u64; 2],
    pub differences: Vec<Difference>,
}

/// Compares all reductions. `None` if there is too much to explore for any oracle.
///
/// A panic is a difference, too.
pub fn compare(
    subject: &mut Subject,
    limit: u64,
    is_ordered_by_state: bool,
) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let mut oracle = subject.traces(Exhaustive { sleep_sets: false })?;
    let by_sleep = !oracle.complete;
    if by_sleep {
        oracle = subject.traces(Exhaustive { sleep_sets: true })?;
    }
    if !oracle.complete {
        return Ok(None);
    }
    subject.limit = MORE * limit;
    let mut comparison = Comparison { oracle, by_sleep, transitions: [0; 2], differences: Vec::new() };
    let compared = catch_unwind(AssertUnwindSafe(|| {
        comparison.all_traces(subject);
        comparison.within_a_bound(subject);
        comparison.by_state(subject, is_ordered_by_state);
        if subject.are_races_allowed() {
            comparison.by_sharing(subject);
        }
    }));
    if compared.is_err() {
        comparison.differences.push(("--reduction ?".to_owned(), "panic".to_owned()));
    }
    Ok(Some(comparison))
}

impl Comparison {
    fn all_traces(&mut self, subject: &mut Subject) {
        let unbounded = option(UNBOUNDED);
        let same = |oracle: &Seen, seen: &Seen| misses(oracle, seen).or_else(|| invents(oracle, seen));
        self.check("sleep", subject.traces(Exhaustive { sleep_sets: true }), same);
        self.check("classic", subject.traces(Classic { sleep_sets: true }), same);
        self.check("nidhugg", subject.traces(Source { nidhugg: true }), same);
        self.check("source", subject.traces(Source { nidhugg: false }), same);
        self.check("optimal", subject.traces(Optimal::default()), |oracle, seen| {
            same(oracle, seen).or_else(|| number_of_executions(oracle, seen))
        });
        // As people use it: the last joins are no events, so that traces cannot be compared, but their number can.
        self.check("optimal", subject.as_checked(Optimal::default()), |oracle, seen| {
            same_findings(oracle, seen).or_else(|| number_of_executions(oracle, seen))
        });
        self.check_where_it_ends("classic-no-sleep", subject.traces(Classic { sleep_sets: false }), same);
        let seen = subject.traces(ClassicBounded::new(UNBOUNDED));
        self.check_where_it_ends(&format!("classic-bpor {unbounded}"), seen, same);
        let seen = subject.traces(NidhuggBounded::new(UNBOUNDED));
        self.check_where_it_ends(&format!("nidhugg-bpor {unbounded}"), seen, same);
        let seen = subject.traces(SourceBounded::new(UNBOUNDED));
        self.check_where_it_ends(&format!("source-bpor {unbounded}"), seen, same);
    }

    /// The oracle is the enumeration of all executions within the bound.
    fn within_a_bound(&mut self, subject: &mut Subject) {
        let bound = subject.bound();
        let bounded = option(bound);
        let mut within = None;
        let seen = subject.traces(Enumeration::new(bound));
        if let Ok(seen) = &seen
            && seen.complete
        {
            within = Some(seen.clone());
        }
        self.check_where_it_ends(&format!("exhaustive {bounded}"), seen, invents);
        let Some(within) = within else { return };
        let covers = |oracle: &Seen, seen: &Seen| misses(&within, seen).or_else(|| invents(oracle, seen));
        let seen = subject.traces(ClassicBounded::new(bound));
        self.check_where_it_ends(&format!("classic-bpor {bounded}"), seen, covers);
        let seen = subject.traces(NidhuggBounded::new(bound));
        self.check_where_it_ends(&format!("nidhugg-bpor {bounded}"), seen, covers);
        let seen = subject.traces(SourceBounded::new(bound));
        self.check_where_it_ends(&format!("source-bpor {bounded}"), seen, covers);
    }

    fn by_state(&mut self, subject: &Subject, is_ordered_by_state: bool) {
        let same = |oracle: &Seen, seen: &Seen| same_errors(oracle, seen, is_ordered_by_state);
        self.check("stateful", subject.all_states(States::Exact), same);
        self.check("sdpor", subject.sdpor(States::Exact), same);
        // In a loop that waits there may be no end of light states.
        let ends = |seen: &Result<Seen, String>| !matches!(seen, Ok(seen) if !seen.complete);
        let seen = Some(subject.all_states(States::Light)).filter(ends);
        seen.into_iter().for_each(|seen| self.check("stateful --states light", seen, same));
        let seen = Some(subject.sdpor(States::Light)).filter(ends);
        seen.into_iter().for_each(|seen| self.check("sdpor --states light", seen, same));
    }

    /// Fewer operations are visible: there are as many traces, and shorter ones.
    fn by_sharing(&mut self, subject: &mut Subject) {
        // When operations took place is a part of the state where the program reads a clock.
        let has_same_states = !subject.reads_clock();
        let same = |oracle: &Seen, seen: &Seen| {
            let states = oracle.final_states.symmetric_difference(&seen.final_states).count();
            let states = (has_same_states && states > 0).then(|| format!("{states} final states differ"));
            same_findings(oracle, seen).or(states)
        };
        let shared = "where only shared objects are visible";
        self.check(
            &format!("sleep {shared}"),
            subject.sharing_traces(|| Exhaustive { sleep_sets: true }),
            same,
        );
        let seen = subject.sharing_traces(Optimal::default);
        if let (Ok(shared), Ok(all)) = (&seen, subject.traces(Optimal::default())) {
            self.transitions = [all.transitions, shared.transitions];
        }
        self.check(&format!("optimal {shared}"), seen, |oracle, seen| {
            same(oracle, seen).or_else(|| number_of_executions(oracle, seen))
        });
        self.check(&format!("stateful {shared}"), subject.sharing_states(), same_findings);
    }

    /// For searches that execute traces several times: where there are too many interleavings for `exhaustive`, there may be too
    /// many for them.
    fn check_where_it_ends(
        &mut self,
        name: &str,
        seen: Result<Seen, String>,
        rule: impl FnOnce(&Seen, &Seen) -> Option<String>,
    ) {
        let is_given_up = matches!(&seen, Ok(seen) if !seen.complete);
        if !(self.by_sleep && is_given_up) {
            self.check(name, seen, rule);
        }
    }

    fn check(
        &mut self,
        name: &str,
        seen: Result<Seen, String>,
        rule: impl FnOnce(&Seen, &Seen) -> Option<String>,
    ) {
        let problem = match &seen {
            Err(error) => Some(format!("error: {error}")),
            Ok(seen) if !seen.complete => {
                Some(format!("does not end within {} transitions", seen.transitions))
            }
            Ok(seen) if seen.cut_off => Some("is cut off".to_owned()),
            Ok(seen) => rule(&self.oracle, seen),
        };
        self.differences.extend(problem.map(|problem| (format!("--reduction {name}"), problem)));
    }
}

/// A bound on the command line.
fn option(bound: Bound) -> String {
    match bound {
        Bound::Preemptions(limit) => format!("--bound preemptions={limit}"),
        Bound::Delays(limit) => format!("--bound delays={limit}"),
    }
}

/// What the oracle has and the search has not.
///
/// Plain accesses that race are not tried in every order, so that what follows a race may be seen or not. Then only that there is
/// a race is compared.
pub fn misses(oracle: &Seen, seen: &Seen) -> Option<String> {
    if oracle.is_racy() {
        return (!seen.is_racy()).then(|| format!("misses all of the races {:?}", oracle.races));
    }
    let traces = oracle.traces.keys().filter(|trace| !seen.traces.contains_key(trace)).count();
    let states = oracle.final_states.difference(&seen.final_states).count();
    let findings = missing(&oracle.findings, &seen.findings);
    (traces + states + findings.len() > 0).then(|| {
        let (all_traces, all_states) = (oracle.traces.len(), oracle.final_states.len());
        format!("misses {traces} of {all_traces} traces, {states} of {all_states} final states, findings {findings:?}")
    })
}

/// What the search has and the oracle has not.
fn invents(oracle: &Seen, seen: &Seen) -> Option<String> {
    match (oracle.is_racy(), seen.is_racy()) {
        (true, _) => None,
        (false, true) => Some(format!("invents the races {:?}", seen.races)),
        (false, false) => {
            misses(seen, oracle).map(|excess| format!("invents something: exhaustive {excess}"))
        }
    }
}

fn same_findings(oracle: &Seen, seen: &Seen) -> Option<String> {
    if oracle.is_racy() != seen.is_racy() {
        return Some(format!("races {:?} instead of {:?}", seen.races, oracle.races));
    }
    let (missing, added) =
        (missing(&oracle.findings, &seen.findings), missing(&seen.findings, &oracle.findings));
    (!oracle.is_racy() && missing.len() + added.len() > 0)
        .then(|| format!("misses {missing:?}, invents {added:?}"))
}

/// `optimal` executes every trace exactly once and gives nothing up.
fn number_of_executions(oracle: &Seen, seen: &Seen) -> Option<String> {
    let traces = oracle.traces.len() as u64;
    (!oracle.is_racy() && (seen.executions, seen.redundant) != (traces, 0)).then(|| {
        format!("{} executions and {} redundant ones for {traces} traces", seen.executions, seen.redundant)
    })
}

/// Every error. A data race that is found by state is one; which of them are seen by state is another matter (see
/// docs/guarantees.md): those that only relaxed atomics or failed attempts leave open are not, nor those of which neither access
/// is plain.
fn same_errors(oracle: &Seen, seen: &Seen, is_ordered_by_state: bool) -> Option<String> {
    match (oracle.is_racy(), seen.is_racy()) {
        (true, false) if !is_ordered_by_state => None,
        _ => same_findings(oracle, seen),
    }
}

fn missing<'s>(all: &'s BTreeSet<Finding>, seen: &'s BTreeSet<Finding>) -> Vec<&'s Finding> {
    all.difference(seen).collect()
}
