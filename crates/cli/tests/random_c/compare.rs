//! What every reduction must see, by its guarantee (docs/guarantees.md), where `exhaustive` sees this.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mazurka::presets::{PRESETS, Preset, StateKey};
use mazurka_explore::Bound;
use mazurka_report::Guarantee;

use crate::searches::Subject;
use crate::seen::{Finding, Seen};
use crate::transactions::{more_states, same_faults};

/// With a bound and without.
const ORACLE: &str = "exhaustive";

/// Preemptions that no execution of a generated program has.
const UNBOUNDED: Bound = Bound::Preemptions(1_000_000);

/// How much more than the oracle another search may do before it counts as one that does not end. Searches within a bound execute
/// traces several times.
pub(crate) const MORE: u64 = 20;

/// A search that differs from the oracle, by its options on the command line, and in what.
pub(crate) type Difference = (String, String);

/// What differs between the oracle and a search.
pub(crate) type Rule = fn(&Seen, &Seen) -> Option<String>;

/// What the oracle has seen, or why it is of no use, and what differs from it.
pub(crate) struct Comparison {
    pub oracle: Seen,
    /// Whether the oracle is `sleep`, because there are too many interleavings for `exhaustive`.
    pub by_sleep: bool,
    /// Where every access is visible, and where only accesses to shared objects are.
    pub transitions: [u64; 2],
    pub differences: Vec<Difference>,
    /// Whether a search that is known to be unsound misses something, or clocks stand still.
    pub is_missed: bool,
    /// Executions of `optimal`, where the oracle keeps no traces.
    pub executions: u64,
    /// Searches that do not come to their end, where they need not.
    pub unended: Vec<String>,
}

/// Compares all reductions. `None` if there is too much to explore for any oracle.
///
/// A panic is a difference, too.
pub(crate) fn compare(
    subject: &mut Subject,
    limit: u64,
    is_ordered_by_state: bool,
) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let mut oracle = subject.traces(named(ORACLE), None)?;
    let by_sleep = !oracle.complete;
    if by_sleep {
        oracle = subject.traces(named("sleep"), None)?;
    }
    if !oracle.complete {
        return Ok(None);
    }
    subject.limit = MORE * limit;
    let mut comparison = Comparison { by_sleep, ..Comparison::new(oracle) };
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

/// Compares the reductions by sharing with all states, where every access is visible. `None` if there are too many.
pub(crate) fn compare_sharing(subject: &mut Subject, limit: u64) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let oracle = subject.all_states()?;
    if !oracle.complete {
        return Ok(None);
    }
    subject.limit = MORE * limit;
    let mut comparison = Comparison::new(oracle);
    let all = comparison.oracle.clone();
    let compared = catch_unwind(AssertUnwindSafe(|| comparison.states_by_sharing(subject, &all)));
    if let Ok(transitions) = compared {
        comparison.transitions = [comparison.oracle.transitions, transitions];
    } else {
        comparison.differences.push(("--reduction jpf".to_owned(), "panic".to_owned()));
    }
    Ok(Some(comparison))
}

impl Comparison {
    pub(crate) fn new(oracle: Seen) -> Comparison {
        let (differences, unended) = (Vec::new(), Vec::new());
        Comparison {
            oracle,
            by_sleep: false,
            transitions: [0; 2],
            differences,
            is_missed: false,
            executions: 0,
            unended,
        }
    }

    fn all_traces(&mut self, subject: &mut Subject) {
        let same = |oracle: &Seen, seen: &Seen| misses(oracle, seen).or_else(|| invents(oracle, seen));
        let all = PRESETS.iter().filter(|preset| preset.explores_all_traces() && preset.name != ORACLE);
        for preset in all {
            let seen = subject.traces(preset, None);
            match preset.name {
                "optimal" => self.check(preset.name, seen, |oracle, seen| {
                    same(oracle, seen).or_else(|| number_of_executions(oracle, seen))
                }),
                "classic-no-sleep" => self.check_where_it_ends(preset.name, seen, same),
                name => self.check(name, seen, same),
            }
        }
        self.counted_traces(subject);
        for preset in within_bound() {
            let seen = subject.traces(preset, Some(UNBOUNDED));
            self.check_where_it_ends(&format!("{} {}", preset.name, option(UNBOUNDED)), seen, same);
        }
    }

    /// Where decrements commute, there are fewer traces, with the same findings and final states; and all searches have the same
    /// of them.
    fn counted_traces(&mut self, subject: &Subject) {
        let by_sleep = subject.counted_traces(named("sleep"));
        let fewer = by_sleep.clone().unwrap_or_default();
        self.check("sleep", by_sleep, |oracle, seen| {
            let more = seen.traces.len() > oracle.traces.len() && !oracle.is_racy();
            let more = more.then(|| format!("{} traces with commuting decrements", seen.traces.len()));
            let other_states = !oracle.is_racy() && oracle.final_states != seen.final_states;
            let other_states =
                other_states.then(|| "other final states with commuting decrements".to_owned());
            same_findings(oracle, seen).or(more).or(other_states)
        });
        for name in ["optimal", "source", "classic"] {
            self.check(name, subject.counted_traces(named(name)), |_, seen| {
                let differs = misses(&fewer, seen).or_else(|| invents(&fewer, seen));
                let is_optimal = || (name == "optimal").then(|| number_of_executions(&fewer, seen)).flatten();
                differs.or_else(is_optimal)
            });
        }
        // As people use it: the last joins are not events, so that traces cannot be compared, but their number can.
        self.check("optimal", subject.as_checked(named("optimal")), |oracle, seen| {
            same_findings(oracle, seen).or_else(|| number_of_executions(&fewer, seen))
        });
    }

    /// The oracle is the enumeration of all executions within the bound.
    fn within_a_bound(&mut self, subject: &mut Subject) {
        let bound = subject.bound();
        let bounded = option(bound);
        let mut within = None;
        let seen = subject.traces(named(ORACLE), Some(bound));
        if let Ok(seen) = &seen
            && seen.complete
        {
            within = Some(seen.clone());
        }
        self.check_where_it_ends(&format!("{ORACLE} {bounded}"), seen, invents);
        let Some(within) = within else { return };
        let covers = |oracle: &Seen, seen: &Seen| misses(&within, seen).or_else(|| invents(oracle, seen));
        for preset in within_bound() {
            let seen = subject.traces(preset, Some(bound));
            self.check_where_it_ends(&format!("{} {bounded}", preset.name), seen, covers);
        }
    }

    fn by_state(&mut self, subject: &Subject, is_ordered_by_state: bool) {
        // One in three of those that allow races: other kinds of programs are made for them.
        let fits = |(number, preset): &(usize, &Preset)| {
            !preset.allows_races() || subject.are_races_allowed() && subject.is_one_in(3, *number)
        };
        let sound = PRESETS.iter().filter(|preset| preset.is_stateful() && preset.is_sound());
        for (_, preset) in sound.enumerate().filter(fits) {
            let rule =
                if preset.guarantee == Guarantee::AssertionsOnly { same_faults } else { same_findings };
            let same = |oracle: &Seen, seen: &Seen| same_by_state(oracle, seen, rule, is_ordered_by_state);
            self.check(preset.name, subject.states(preset, StateKey::Exact), same);
            let seen = subject.states(preset, StateKey::Light);
            // A loop that waits may have infinitely many light states.
            if !matches!(seen, Ok(Seen { complete: false, .. })) {
                self.check(&format!("{} --states light", preset.name), seen, same);
            }
        }
    }

    /// Fewer operations are visible: there are as many traces, and shorter ones. Where threads wait in loops, there may be fewer: at
    /// which of its operations a thread is seen to wait depends on which are visible.
    fn by_sharing(&mut self, subject: &mut Subject) {
        // When operations took place is a part of the state where the program reads a clock.
        let has_same_states = !subject.reads_clock();
        let same = |oracle: &Seen, seen: &Seen| {
            let states = oracle.final_states.symmetric_difference(&seen.final_states).count();
            let states = (has_same_states && states > 0).then(|| format!("{states} final states differ"));
            same_findings(oracle, seen).or(states)
        };
        let shared = "where only shared objects are visible";
        let by_sleep = subject.sharing_traces(named("sleep"));
        let shorter = by_sleep.clone().unwrap_or_default();
        self.check(&format!("sleep {shared}"), by_sleep, same);
        let seen = subject.sharing_traces(named("optimal"));
        if let (Ok(shared), Ok(all)) = (&seen, subject.traces(named("optimal"), None)) {
            self.transitions = [all.transitions, shared.transitions];
        }
        self.check(&format!("optimal {shared}"), seen, |oracle, seen| {
            let may_be_fewer = oracle.waits_in_loops && shorter.traces.len() <= oracle.traces.len();
            let traces = if may_be_fewer { &shorter } else { oracle };
            same(oracle, seen).or_else(|| number_of_executions(traces, seen))
        });
        match subject.all_states() {
            Ok(all) => {
                self.states_by_sharing(subject, &all);
            }
            Err(error) => self.differences.push(("--reduction stateful".to_owned(), error)),
        }
    }

    /// The same findings, no more states, and the final states of a search through all states where
    /// every access is visible. Returns the fewest transitions of all searches.
    fn states_by_sharing(&mut self, subject: &Subject, all: &Seen) -> u64 {
        let mut fewest = u64::MAX;
        // When operations took place is a part of the state where the program reads a clock.
        let most = if subject.reads_clock() { u64::MAX } else { all.states };
        let same = |oracle: &Seen, seen: &Seen| {
            let missing = all.final_states.difference(&seen.final_states).count();
            let added = seen.final_states.difference(&all.final_states).count();
            let states = (subject.has_same_states() && missing + added > 0)
                .then(|| format!("misses {missing} final states, invents {added}"));
            same_findings(oracle, seen).or(states)
        };
        for preset in PRESETS.iter().filter(|preset| preset.allows_races()) {
            let seen = subject.sharing_states(preset);
            fewest = seen.as_ref().map_or(fewest, |seen| fewest.min(seen.transitions));
            self.check(preset.name, seen, |oracle, seen| {
                same(oracle, seen).or_else(|| more_states(most, seen.states))
            });
        }
        fewest
    }

    /// For searches that execute traces several times: where there are too many interleavings for `exhaustive`, there may be too
    /// many for them.
    pub(crate) fn check_where_it_ends(
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

    pub(crate) fn check(
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

pub(crate) fn named(name: &str) -> &'static Preset {
    Preset::named(name).unwrap_or_else(|| panic!("{name} has no row"))
}

/// The reductions that find everything within a bound, but for the oracle.
fn within_bound() -> impl Iterator<Item = &'static Preset> {
    let is_compared = |preset: &&Preset| preset.explores_within_bound() && preset.is_sound();
    PRESETS.iter().filter(is_compared).filter(|preset| preset.name != ORACLE)
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
pub(crate) fn misses(oracle: &Seen, seen: &Seen) -> Option<String> {
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

pub(crate) fn same_findings(oracle: &Seen, seen: &Seen) -> Option<String> {
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

/// What is found by state. A data race is an error; which of them are seen by state is another matter (see docs/guarantees.md): those that
/// only relaxed atomics or failed attempts leave open are not, nor those of which neither access is plain.
fn same_by_state(oracle: &Seen, seen: &Seen, rule: Rule, is_ordered_by_state: bool) -> Option<String> {
    match (oracle.is_racy(), seen.is_racy()) {
        (true, false) if !seen.may_miss_races && seen.findings.is_empty() => {
            Some(format!("misses the races {:?}, and does not say that it may", oracle.races))
        }
        (true, false) if !is_ordered_by_state => None,
        _ => rule(oracle, seen),
    }
}

pub(crate) fn missing<'s>(all: &'s BTreeSet<Finding>, seen: &'s BTreeSet<Finding>) -> Vec<&'s Finding> {
    all.difference(seen).collect()
}
