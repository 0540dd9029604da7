//! A bug, with everything that is known about it.

use mazurka_machine::{Choice, DataRace, FaultKind, Location, Place, StackFrame, ThreadId};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::execution::Execution;
use crate::transaction::Transaction;

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
    /// Which accesses race, if it is a data race.
    pub race: Option<DataRace>,
    /// The number of the step with which a cycle begins: from there to its end, the trace can repeat for ever.
    pub cycle: Option<usize>,
    /// How many of the explored executions have this bug.
    pub executions: u64,
    /// The execution, from the start of the program to the bug.
    pub trace: Execution,
    /// Whether a replay has shown the bug again. `false` only where `--timeout` or Ctrl-C has stopped the replay; then only
    /// the search has seen it, and no step is described.
    pub confirmed: bool,
    /// The file that the execution was written to, for `mazurka replay`.
    pub trace_file: Option<String>,
}

/// What a thread has to do with a bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Related {
    pub role: Role,
    /// What it does, without the thread: `writes counter`, `waits to lock a`.
    pub activity: String,
    pub place: Place,
    /// What it waits for or accesses, as the program calls it.
    pub object: Option<String>,
    /// The threads that hold what it waits for, and where each of them took it.
    pub holders: Vec<Place>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// It waits for what no thread will do.
    Waiter,
    /// It waits for the end of another thread.
    Joiner,
    /// The later access of a data race.
    Access,
    EarlierAccess,
    /// It has allocated the memory of a data race.
    Allocation,
}

/// One visible operation of a thread, and what it does until its next one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TraceStep {
    /// Its index in the execution.
    pub number: usize,
    pub thread: ThreadId,
    /// Which of an operation's choices was taken, if there were several.
    pub choice: Option<Choice>,
    /// What happens in this step by chance rather than by the program: `wakes up spuriously`, `times out`, `wakes thread 2`.
    pub chance: Option<String>,
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
    /// The transaction that it belongs to, if the search has found it in one.
    pub transaction: Option<Transaction>,
}

/// The change of a variable: `balance: 100 → 50`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Change {
    pub variable: String,
    pub before: String,
    /// The same where it was only read.
    pub after: String,
}

impl Finding {
    /// A bug that a replay has shown, and of which nothing else is known yet.
    pub fn new(kind: FaultKind, message: String, place: Place, trace: Execution) -> Finding {
        Finding {
            kind,
            message,
            place,
            related: Vec::new(),
            race: None,
            cycle: None,
            executions: 0,
            trace,
            confirmed: true,
            trace_file: None,
        }
    }

    /// Where the threads that make the bug are, and what each of them does there, in the order of the execution.
    pub fn scene(&self) -> Vec<(&Place, String)> {
        let mut scene: Vec<_> =
            self.participants().map(|related| (&related.place, related.message())).collect();
        if self.kind == FaultKind::DataRace {
            scene.reverse();
        }
        if scene.is_empty() {
            scene.push((&self.place, self.message.clone()));
        }
        scene
    }

    /// The threads that make the bug: those that wait, or the accesses of a data race, the later one first. Empty where one
    /// thread fails.
    pub fn participants(&self) -> impl Iterator<Item = &Related> {
        self.related.iter().filter(|related| related.role != Role::Allocation)
    }
}

impl TraceStep {
    pub fn location(&self) -> Option<&Location> {
        location(&self.stack)
    }

    /// Whether it could have gone another way without a change of the order of the threads, and that is worth mentioning.
    pub fn is_choice(&self) -> bool {
        self.chance.is_some() || self.chosen().is_some()
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
