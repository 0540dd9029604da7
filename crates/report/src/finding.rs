//! A bug, with everything that is known about it.

use mazurka_machine::{Choice, FaultKind, Location, Range, StackFrame, ThreadId};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::execution::Execution;

/// A bug of the program, and an execution that has it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    pub kind: FaultKind,
    /// One sentence, without the position.
    pub message: String,
    /// The thread that the bug shows in, and where that thread is.
    pub place: Place,
    /// What else belongs to the bug: both accesses of a data race; every thread that waits in a deadlock.
    pub related: Vec<Related>,
    /// What exactly races, if it is a data race.
    pub race: Option<Race>,
    /// The number of the step with which a cycle begins: from there to its end, the trace can repeat for ever.
    pub cycle: Option<usize>,
    /// How many of the explored executions have this bug.
    pub executions: u64,
    /// The execution, from the start of the program to the bug.
    pub trace: Execution,
    /// Whether a replay has shown the bug again. `false` only where `--timeout` or Ctrl-C has stopped the replay; then the
    /// search alone tells of it, and no step is described.
    pub confirmed: bool,
    /// The file that the execution was written to, for `mazurka replay`.
    pub trace_file: Option<String>,
}

/// The two accesses of a data race.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Race {
    /// What both touch.
    pub bytes: Range,
    pub first: RacingAccess,
    pub second: RacingAccess,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RacingAccess {
    /// The number of the step that it belongs to.
    pub step: usize,
    /// It is the step's operation, rather than what the program does after it.
    pub atomic: bool,
    pub writes: bool,
}

/// Where a thread is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub thread: ThreadId,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

/// What a thread has to do with a bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Related {
    /// One sentence, without the position.
    pub message: String,
    pub place: Place,
    /// What it waits for or touches, as the program calls it.
    pub object: Option<String>,
    /// Who holds what it waits for, and where each of them took it.
    pub holders: Vec<Place>,
}

/// One visible operation of a thread, and whatever it does until its next one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// Its index in the execution.
    pub number: usize,
    pub thread: ThreadId,
    /// Which way an operation went that could have gone several.
    pub choice: Option<Choice>,
    pub action: Action,
    /// What the action is applied to, as the program calls it.
    pub object: Option<String>,
    /// Where the thread is, innermost frame first.
    pub stack: Vec<StackFrame>,
    /// What the object holds before the operation, and after it, where that can be said in a few characters; of a choice,
    /// the function that leaves a value open, and the value.
    pub value: Option<Change>,
    /// The variables that the program changes after the operation, up to the thread's next one.
    pub changes: Vec<Change>,
    /// The locks that the thread holds after the step, as the program calls them.
    pub holds: Vec<String>,
    /// The numbers of the steps of other threads that happen directly before this one.
    pub happens_after: Vec<usize>,
    /// What the step prints.
    pub output: String,
}

/// What has become of a variable: `balance: 100 → 50`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    pub variable: String,
    pub before: String,
    /// The same where it was only looked at.
    pub after: String,
}

impl Finding {
    /// Where the threads are that make the bug, and what each of them does there, in the order of the execution.
    pub fn scene(&self) -> Vec<(&Place, &str)> {
        let mut scene: Vec<_> = match self.kind {
            // Both accesses, the later one first; where the memory was allocated is no part of it.
            FaultKind::DataRace => self.related.iter().take(2).rev().collect(),
            _ => self.related.iter().collect::<Vec<_>>(),
        }
        .into_iter()
        .map(|related| (&related.place, related.message.as_str()))
        .collect();
        if scene.is_empty() {
            scene.push((&self.place, self.message.as_str()));
        }
        scene
    }
}

impl Place {
    pub fn location(&self) -> Option<&Location> {
        location(&self.stack)
    }
}

impl TraceStep {
    pub fn location(&self) -> Option<&Location> {
        location(&self.stack)
    }

    /// The function that leaves a value open, and the value that this step chooses.
    pub fn chosen(&self) -> Option<&Change> {
        self.value.as_ref().filter(|_| self.action == Action::Choose)
    }
}

/// The innermost position that is known.
pub(crate) fn location(stack: &[StackFrame]) -> Option<&Location> {
    stack.iter().find_map(|frame| frame.location.as_ref())
}
