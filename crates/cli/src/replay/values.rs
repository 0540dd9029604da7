//! Values in memory that nothing reads, and what is printed of them, for reports: searches keep zeros there (`mazurka_analysis::unread`), and
//! so do replays that confirm what they have found.

use mazurka_report::{Finding, TraceStep};

use super::Replay;
use crate::patience::Patience;
use crate::subject::Subject;

/// Takes values, and what is printed, from a program that has them all and makes the same steps, and returns all that it prints. Without any
/// where it does not.
pub(crate) fn fill_in(subject: &Subject, finding: &mut Finding, patience: Patience) -> Option<String> {
    let schedule = &finding.trace.schedule;
    let pins: Vec<usize> = finding.trace.steps.iter().map(|step| step.number).collect();
    let Ok(replay) = Replay::new(subject, schedule, &pins, patience) else {
        // Zeros may be among it that the program does not print.
        finding.trace.steps.iter_mut().for_each(|step| step.output.clear());
        return None;
    };
    let output = replay.output();
    let mut with_values = replay.trace.steps.into_iter().peekable();
    for step in &mut finding.trace.steps {
        while with_values.next_if(|other| other.number < step.number).is_some() {}
        let is_same = |other: &TraceStep| {
            (other.number, other.thread, &other.action) == (step.number, step.thread, &step.action)
        };
        if let Some(other) = with_values.next_if(is_same) {
            (step.value, step.changes, step.output) = (other.value, other.changes, other.output);
        }
    }
    Some(output)
}
