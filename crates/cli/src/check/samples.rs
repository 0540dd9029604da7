//! Executions at random, as many as were asked for.

use mazurka_report::Samples;

use super::findings::Findings;
use super::rounds::{self, Searched};
use crate::args;
use crate::failure::Failure;
use crate::presets::{ExploreSamples, SampleSearch, Sampling};
use crate::stream::SavedSearch;
use crate::subject::Subject;

pub(super) fn make(
    (search, sampling): (SampleSearch, Sampling),
    options: &args::Check,
    subject: &Subject,
    from: Option<SavedSearch>,
    findings: &mut Findings<'_>,
) -> Result<Searched, Failure> {
    let mut machine = subject.machine().map_err(Failure::new)?;
    let mut explore = rounds::explore(options, &mut machine, from, findings);
    // Traces are told apart by all of their events.
    explore.options.short_tails = false;
    let sampled = search(ExploreSamples { explore, sampling });
    let ((statistics, finish), samples) = sampled.ok_or_else(rounds::not_this_search)?;
    let samples =
        Samples { executions: samples.executions, traces: samples.traces(), seen_once: samples.seen_once };
    Ok(Searched { samples: Some(samples), ..Searched::new(statistics, finish) })
}
