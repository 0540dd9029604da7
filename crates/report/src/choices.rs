//! Where a search through states has explored more than one transition, and why.

use mazurka_machine::{StackFrame, ThreadId};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::finding::TraceStep;

/// The choices at one place of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices {
    pub at: Step,
    /// How many states have made a choice here.
    pub count: u64,
    /// The most frequent first; the counts add up.
    pub reasons: Vec<(Why, u64)>,
}

/// What a thread is about to do.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Step {
    /// `None` where the thread has ended, or it is not known.
    pub frame: Option<StackFrame>,
    pub action: Action,
    /// What the action is applied to, if it has a name.
    pub object: Option<String>,
}

/// Why a choice was made.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Why {
    /// Another thread may access the memory later.
    Interference(LaterAccess),
    /// A thread executes this later, and it races with what is about to be done.
    Race(ThreadId, Step),
    /// The action is a scheduling point whatever other threads do.
    SchedulingPoint,
    /// The thread cannot continue.
    Blocked,
    /// The thread has ended.
    Ended,
    /// The state is on a cycle.
    Cycle,
    /// An action of one thread has several outcomes.
    Values,
}

/// What another thread may do later, as far as that is known.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct LaterAccess {
    /// `None`: any thread.
    pub thread: Option<ThreadId>,
    /// Where it may access the memory; `None` where it is only known that it can reach it.
    pub frame: Option<StackFrame>,
    /// The part of it that matters, as the program's text says.
    pub field: Option<String>,
}

impl Why {
    /// The stable name, as in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Why::Interference(_) => "interference",
            Why::Race(..) => "race",
            Why::SchedulingPoint => "scheduling-point",
            Why::Blocked => "blocked",
            Why::Ended => "ended",
            Why::Cycle => "cycle",
            Why::Values => "values",
        }
    }
}

impl Why {
    /// The other thread, if it is about one.
    fn other(&self) -> Option<ThreadId> {
        match self {
            Why::Interference(access) => access.thread,
            Why::Race(thread, _) => Some(*thread),
            _ => None,
        }
    }
}

impl Choices {
    /// The reasons at a step of a trace: those about the same object, where it has the same name in the search, or else about
    /// all objects; and not those that are about the step's own thread, which were made for another one.
    pub fn at<'c>(all: &'c [Choices], step: &TraceStep) -> Vec<&'c (Why, u64)> {
        let location = step.stack.iter().find_map(|frame| frame.location.as_ref());
        let is_same = |at: &Step| match (at.action, step.action) {
            // It has no number before it is created.
            (Action::Create(_), Action::Create(_)) => true,
            (ours, theirs) => ours == theirs,
        };
        let is_there = |place: &&Choices| {
            let frame = place.at.frame.as_ref();
            location.is_some()
                && frame.and_then(|frame| frame.location.as_ref()) == location
                && is_same(&place.at)
        };
        let there: Vec<&Choices> = all.iter().filter(is_there).collect();
        let exactly = there.iter().find(|place| place.at.object == step.object);
        let places = exactly.map_or(&there[..], std::slice::from_ref);
        let reasons = places.iter().flat_map(|place| &place.reasons);
        reasons.filter(|(why, _)| why.other() != Some(step.thread)).collect()
    }

    /// From the choices one by one, in any order: the place with the most choices first.
    pub fn by_place(counted: impl IntoIterator<Item = (Step, Why, u64)>) -> Vec<Choices> {
        let mut places: Vec<Choices> = Vec::new();
        for (at, why, count) in counted {
            let known = places.iter().position(|place| place.at == at);
            let index = known.unwrap_or_else(|| {
                places.push(Choices { at, count: 0, reasons: Vec::new() });
                places.len() - 1
            });
            let place = &mut places[index];
            place.count = place.count.saturating_add(count);
            place.reasons.push((why, count));
        }
        // Stable: where counts are equal, the one that was first.
        places.iter_mut().for_each(|place| place.reasons.sort_by_key(|(_, count)| u64::MAX - count));
        places.sort_by_key(|place| u64::MAX - place.count);
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_frequent_is_first() {
        let step = |action| Step { frame: None, action, object: None };
        let counted = [
            (step(Action::Read), Why::Blocked, 2),
            (step(Action::Write), Why::Cycle, 3),
            (step(Action::Read), Why::Ended, 1),
            (step(Action::Read), Why::Cycle, 5),
        ];
        let expected = [
            Choices {
                at: step(Action::Read),
                count: 8,
                reasons: vec![(Why::Cycle, 5), (Why::Blocked, 2), (Why::Ended, 1)],
            },
            Choices { at: step(Action::Write), count: 3, reasons: vec![(Why::Cycle, 3)] },
        ];
        assert_eq!(Choices::by_place(counted), expected);
    }
}
