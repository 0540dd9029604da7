//! What searches by transactions must see where all states show this: every fault, and with `--also deadlocks` every deadlock.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mazurka::presets::{PRESETS, Preset, StateKey};
use mazurka_report::Guarantee;

use crate::compare::{Comparison, MORE, Rule, missing, named, same_findings};
use crate::searches::Subject;
use crate::seen::Seen;

/// Its guarantee is nothing: it shows that the comparison notices what is missed.
const UNSOUND: &str = "unsound-transactions";

pub(crate) fn reductions() -> impl Iterator<Item = &'static Preset> {
    PRESETS.iter().filter(|preset| preset.guarantee == Guarantee::AssertionsOnly)
}

/// Compares the reductions by transactions with all states. `None` if there are too many.
pub(crate) fn compare_transactions(subject: &mut Subject, limit: u64) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let oracle = subject.states(named("stateful"), StateKey::Exact)?;
    if !oracle.complete {
        return Ok(None);
    }
    subject.limit = MORE * limit;
    let mut comparison = Comparison::new(oracle);
    let compared = catch_unwind(AssertUnwindSafe(|| comparison.by_transactions(subject)));
    if compared.is_err() {
        comparison.differences.push(("--reduction transactions".to_owned(), "panic".to_owned()));
    }
    Ok(Some(comparison))
}

impl Comparison {
    fn by_transactions(&mut self, subject: &mut Subject) {
        let states = self.oracle.states;
        for also_deadlocks in [false, true] {
            subject.also_deadlocks = also_deadlocks;
            let (rule, option): (Rule, &str) = match also_deadlocks {
                false => (same_faults, ""),
                true => (same_findings, " --also deadlocks"),
            };
            for preset in reductions() {
                let seen = subject.states(preset, StateKey::Exact);
                self.check(&format!("{}{option}", preset.name), seen, |oracle, seen| {
                    rule(oracle, seen).or_else(|| more_states(states, seen.states))
                });
            }
        }
        subject.also_deadlocks = false;
        if let Ok(seen) = subject.states(named(UNSOUND), StateKey::Exact) {
            self.is_missed = same_faults(&self.oracle, &seen).is_some();
        }
    }
}

/// Every fault and no finding that there is not; or, where there are races, one of them.
pub(crate) fn same_faults(oracle: &Seen, seen: &Seen) -> Option<String> {
    if oracle.is_racy() || seen.is_racy() {
        return same_findings(oracle, seen);
    }
    let mut missed = missing(&oracle.findings, &seen.findings);
    missed.retain(|finding| finding.is_fault());
    let invented = missing(&seen.findings, &oracle.findings);
    (missed.len() + invented.len() > 0).then(|| format!("misses {missed:?}, invents {invented:?}"))
}

pub(crate) fn more_states(all: u64, stored: u64) -> Option<String> {
    (stored > all).then(|| format!("stores {stored} states of {all}"))
}
