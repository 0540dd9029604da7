//! What searches must see of programs whose clocks stand still where they can, where the same programs show this with clocks that run.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::compare::{Comparison, missing, named};
use crate::searches::Subject;
use crate::seen::{Finding, Seen};

/// How often a thread gives up timed waits at most, where the search would not end otherwise.
const TIMEOUTS: u32 = 2;

const OPTIMAL: &str = "--reduction optimal";
const WITHIN: &str = "--reduction optimal --timeouts=2";

/// Compares `optimal` on the two programs. `None` if there is too much to explore.
pub(crate) fn compare_clocks(
    subject: &mut Subject,
    running: &Subject,
    limit: u64,
) -> Result<Option<Comparison>, String> {
    subject.limit = limit;
    let oracle = running.within_timeouts(named("optimal"), TIMEOUTS)?;
    if !oracle.complete {
        return Ok(None);
    }
    let mut comparison = Comparison::new(oracle);
    comparison.is_missed = running.reads_clock() && !subject.reads_clock();
    let compared = catch_unwind(AssertUnwindSafe(|| comparison.with_stopped_clocks(subject)));
    if compared.is_err() {
        comparison.differences.push(("--reduction ?".to_owned(), "panic".to_owned()));
    }
    Ok(Some(comparison))
}

impl Comparison {
    fn with_stopped_clocks(&mut self, subject: &mut Subject) {
        let named_after =
            |options: &str, difference: Option<String>| difference.map(|text| (options.to_owned(), text));
        let within = subject.within_timeouts(named("optimal"), TIMEOUTS);
        self.differences.extend(named_after(
            WITHIN,
            match within {
                Ok(within) => same(&self.oracle, &within),
                Err(error) => Some(error),
            },
        ));
        // As `mazurka check` does it. There are more executions, in which threads give up more often.
        match subject.traces(named("optimal"), None) {
            Ok(seen) if !seen.complete || seen.cut_off => self.unended.push("optimal".to_owned()),
            Ok(seen) => {
                self.executions = seen.executions;
                self.differences.extend(named_after(OPTIMAL, lost(&self.oracle, &seen)));
            }
            Err(error) => self.differences.extend(named_after(OPTIMAL, Some(error))),
        }
    }
}

/// The same faults within the same bound, by no more executions: with clocks that stand still, threads may be seen to wait, for ever perhaps,
/// where the bound stops them otherwise.
fn same(running: &Seen, stopped: &Seen) -> Option<String> {
    if !stopped.complete || stopped.executions > running.executions {
        return Some(format!("{} executions instead of {}", stopped.executions, running.executions));
    }
    let invented = missing(&stopped.findings, &running.findings);
    let is_new = |finding: &&Finding| finding.is_fault() || !running.cut_off;
    let invents = |finding: &Finding| format!("invents {finding:?}, which clocks that run do not show");
    lost(running, stopped).or_else(|| invented.into_iter().find(is_new).map(invents))
}

fn lost(running: &Seen, stopped: &Seen) -> Option<String> {
    if running.is_racy() || stopped.is_racy() {
        let differs = running.is_racy() && !stopped.is_racy();
        return differs.then(|| format!("misses all of the races {:?}", running.races));
    }
    let lost = missing(&running.findings, &stopped.findings);
    (!lost.is_empty()).then(|| format!("misses {lost:?} of clocks that run"))
}
