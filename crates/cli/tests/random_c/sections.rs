//! What searches that join critical sections must see, where the same searches that do not show this.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mazurka::presets::PRESETS;

use crate::compare::{Comparison, MORE, missing, named};
use crate::searches::Subject;
use crate::seen::Seen;

/// Compares reductions with joined sections with `sleep` without. `None` if there is too much to explore.
pub(crate) fn compare_sections(subject: &mut Subject, limit: u64) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let oracle = subject.traces(named("sleep"), None)?;
    if !oracle.complete {
        return Ok(None);
    }
    subject.limit = MORE * limit;
    let mut comparison = Comparison { by_sleep: true, ..Comparison::new(oracle) };
    let compared = catch_unwind(AssertUnwindSafe(|| comparison.with_joined_sections(subject)));
    match compared {
        Ok(done) => done?,
        Err(_) => {
            comparison.differences.push(("--coarse-locks --reduction ?".to_owned(), "panic".to_owned()))
        }
    }
    Ok(Some(comparison))
}

impl Comparison {
    fn with_joined_sections(&mut self, subject: &mut Subject) -> Result<(), String> {
        let all = subject.joined_traces(named("sleep"))?;
        let all_traces = if all.complete { Some(all.traces.len() as u64) } else { None };
        self.transitions = [self.oracle.traces.len() as u64, all.traces.len() as u64];
        self.is_missed = all.is_racy() && !self.oracle.is_racy();
        // Most searches take their turns.
        let is_chosen = |number: usize, name| name == "optimal" || subject.is_one_in(6, number);
        let presets = PRESETS.iter().filter(|preset| preset.explores_all_traces()).enumerate();
        for (_, preset) in presets.filter(|(number, preset)| is_chosen(*number, preset.name)) {
            let seen = subject.joined_traces(preset);
            let name = format!("{} --coarse-locks", preset.name);
            if preset.name != "optimal" {
                self.check_where_it_ends(&name, seen, same);
                continue;
            }
            // Every trace is executed once, be it one that a vain iteration ends.
            let once = |seen: &Seen| {
                let executed = seen.traces.values().map(|times| u64::from(*times)).sum::<u64>();
                let is_once = all_traces.is_none_or(|traces| (executed, seen.redundant) == (traces, 0));
                (!seen.is_racy() && !is_once).then(|| {
                    format!("{executed} executions, {} redundant, for {all_traces:?} traces", seen.redundant)
                })
            };
            self.check(&name, seen, |oracle, seen| same(oracle, seen).or_else(|| once(seen)));
            self.check(&name, subject.joined_as_checked(preset), |oracle, seen| {
                same_bugs(oracle, seen).or_else(|| once(seen))
            });
        }
        Ok(())
    }
}

/// The same findings and final states. Where sections are joined, a race may be met that is none in the order of the language; the search
/// then begins again without. It must not be overlooked.
fn same(oracle: &Seen, seen: &Seen) -> Option<String> {
    same_bugs(oracle, seen).or_else(|| {
        let (lost, new) = (
            oracle.final_states.difference(&seen.final_states).count(),
            seen.final_states.difference(&oracle.final_states).count(),
        );
        let differs = !seen.is_racy() && lost + new > 0;
        differs.then(|| format!("misses {lost} final states, and invents {new}"))
    })
}

fn same_bugs(oracle: &Seen, seen: &Seen) -> Option<String> {
    if seen.is_racy() {
        return None;
    }
    if oracle.is_racy() {
        return Some(format!("misses all of the races {:?}", oracle.races));
    }
    let lost = missing(&oracle.findings, &seen.findings);
    let new = missing(&seen.findings, &oracle.findings);
    (lost.len() + new.len() > 0).then(|| format!("misses {lost:?}, invents {new:?}"))
}
