//! The races that are to be looked at.

use mazurka_machine::Choice;
use serde::{Deserialize, Serialize};

use super::Verdict;
use super::foresee::{Foreseen, foresee, is_lasting};
use crate::execution::{EventId, Execution};
use crate::operations::OperationId;
use crate::pending::NextId;
use crate::stack::Stack;

/// e ≲_E e′
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Race {
    pub e: EventId,
    pub racing: EventId,
    /// What e′ is called when it comes before e, once it was tried out.
    pub name: Option<Name>,
    /// An execution below e′ has met one of several choices in the rest of v: others make others.
    pub meets_choices: bool,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct Name {
    pub operation: OperationId,
    /// `None`: all of them, as many as there will be.
    pub choice: Option<Choice>,
}

/// Adds the races of e′ that are to be looked at. Of those of a wait, that leaves out the ones of which nothing will come,
/// and the ones that are hidden.
pub(super) fn races<D>(stack: &Stack<D>, racing: EventId, found: &mut Vec<Race>) {
    let execution = &stack.execution;
    let races = execution.races(racing).iter().map(|&e| Race { e, racing, name: None, meets_choices: false });
    if !execution.traits(racing).elusive {
        found.extend(races);
        return;
    }
    let mut possible: Vec<Race> = Vec::new();
    for race in races {
        if possible.iter().any(|other| hides(execution, other, &race)) {
            continue;
        }
        match foresee(stack.node(race.e), stack, race) {
            Foreseen::Impossible { lasting: true } => {}
            Foreseen::As(name) if is_lasting(execution, racing, NextId::Ready(name.operation, 1)) => {
                possible.push(Race { name: Some(name), ..race });
                found.extend(possible.last());
            }
            _ => found.push(race),
        }
    }
}

/// Adds races to others; both are in the order of the later event.
pub(super) fn merge(races: &mut Vec<Race>, others: Vec<Race>) {
    let Some(first) = others.first() else { return };
    let same = races.partition_point(|race| race.racing <= first.racing);
    races.extend(others);
    races[same..].sort_by_key(|race| race.racing);
}

/// Whether a race need not be looked at because e′ can come before an event that happens after its e.
pub(super) fn hides(execution: &Execution, other: &Race, race: &Race) -> bool {
    other.racing == race.racing
        && other.name.is_some()
        && other.e != race.e
        && execution.happens_before(race.e, other.e)
}

/// Settles the races that a race hides.
pub(super) fn settle_hidden(execution: &Execution, races: &[Race], by: Race, verdicts: &mut [Verdict]) {
    if execution.traits(by.racing).elusive && by.name.is_some() {
        for (race, verdict) in races.iter().zip(verdicts) {
            if hides(execution, &by, race) {
                *verdict = Verdict::Settled;
            }
        }
    }
}
