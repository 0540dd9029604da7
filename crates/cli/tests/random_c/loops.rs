//! What every search must see of programs with loops that wait, where all states, with all iterations, show this.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mazurka::presets::{PRESETS, StateKey};
use mazurka_report::Guarantee;

use crate::compare::{Comparison, named, same_findings};
use crate::searches::Subject;
use crate::seen::Seen;
use crate::transactions::same_faults;

/// Compares searches that leave iterations out with all states. `None` if there are too many.
pub(crate) fn compare_loops(
    subject: &mut Subject,
    limit: u64,
    is_ordered_by_state: bool,
) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let oracle = subject.states(named("stateful"), StateKey::Exact)?;
    if !oracle.complete {
        return Ok(None);
    }
    let mut comparison = Comparison::new(oracle);
    let compared =
        catch_unwind(AssertUnwindSafe(|| comparison.leaving_out_iterations(subject, is_ordered_by_state)));
    if compared.is_err() {
        comparison.differences.push(("--reduction ?".to_owned(), "panic".to_owned()));
    }
    Ok(Some(comparison))
}

impl Comparison {
    fn leaving_out_iterations(&mut self, subject: &mut Subject, is_ordered_by_state: bool) {
        let same = |oracle: &Seen, seen: &Seen| same_as_states(oracle, seen, is_ordered_by_state);
        for preset in PRESETS.iter().filter(|preset| preset.explores_all_traces()) {
            let seen = subject.traces(preset, None);
            if let (Ok(seen), "optimal") = (&seen, preset.name) {
                self.executions = seen.executions;
            }
            match preset.name {
                // Every trace is executed once, whatever is left out of it.
                "optimal" => self.check_if_it_ends(preset.name, seen, |oracle, seen| {
                    same(oracle, seen).or_else(|| repeated(seen))
                }),
                name => self.check_if_it_ends(name, seen, same),
            }
            // The others do not come to an end, either.
            if !self.unended.is_empty() {
                break;
            }
        }
        let stateful = PRESETS.iter().filter(|preset| preset.is_stateful() && preset.is_sound());
        for preset in stateful.filter(|preset| !preset.allows_races() && preset.name != "stateful") {
            let is_partial = preset.guarantee == Guarantee::AssertionsOnly;
            let rule = if is_partial { same_faults } else { same_findings };
            self.check(preset.name, subject.states(preset, StateKey::Exact), rule);
        }
    }

    /// Searches through traces may not come to an end: there, and only there, a loop that is not known to wait is executed for ever.
    fn check_if_it_ends(
        &mut self,
        name: &str,
        seen: Result<Seen, String>,
        rule: impl FnOnce(&Seen, &Seen) -> Option<String>,
    ) {
        match seen {
            Ok(seen) if !seen.complete || seen.cut_off => self.unended.push(name.to_owned()),
            seen => self.check(name, seen, rule),
        }
    }
}

/// The same findings as in all states. Some races are not seen by state (see `same_by_state` in `compare.rs`).
fn same_as_states(oracle: &Seen, seen: &Seen, is_ordered_by_state: bool) -> Option<String> {
    match (oracle.is_racy(), seen.is_racy()) {
        (false, true) if !is_ordered_by_state => None,
        _ => same_findings(oracle, seen),
    }
}

fn repeated(seen: &Seen) -> Option<String> {
    let again = seen.traces.values().filter(|count| **count > 1).count();
    (again > 0 || seen.redundant > 0)
        .then(|| format!("executes {again} traces again, and {} executions in vain", seen.redundant))
}
