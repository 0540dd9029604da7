//! Values of variables that nothing reads, for reports: searches keep zeros there (`mazurka_analysis::unread`), and so do replays that
//! confirm what they have found.

use mazurka_report::{Finding, TraceStep};

use super::Replay;
use crate::patience::Patience;
use crate::subject::Subject;

/// Takes values from a program that has them all and makes the same steps. Without any where it does not.
pub(crate) fn fill_in(subject: &Subject, finding: &mut Finding, patience: Patience) {
    let schedule = &finding.trace.schedule;
    let pins: Vec<usize> = finding.trace.steps.iter().map(|step| step.number).collect();
    let Ok(replay) = Replay::new(subject, schedule, &pins, patience) else { return };
    let mut with_values = replay.trace.steps.into_iter().peekable();
    for step in &mut finding.trace.steps {
        while with_values.next_if(|other| other.number < step.number).is_some() {}
        let is_same = |other: &TraceStep| {
            (other.number, other.thread, &other.action) == (step.number, step.thread, &step.action)
        };
        if let Some(other) = with_values.next_if(is_same) {
            (step.value, step.changes) = (other.value, other.changes);
        }
    }
}
