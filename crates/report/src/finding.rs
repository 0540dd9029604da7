//! A bug, with everything that is known about it.

use mazurka_machine::{Choice, FaultKind, Location, StackFrame, ThreadId};

/// A bug of the program, and an execution that has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: FaultKind,
    /// One sentence, without the position.
    pub message: String,
    /// The thread that the bug shows in, and where that thread is.
    pub place: Place,
    /// Other places that belong to the bug: the first access of a data race; who else waits in a deadlock.
    pub related: Vec<Related>,
    /// How many of the explored executions have this bug. It is less than there are where the search ended early.
    pub executions: u64,
    /// The execution, from the start of the program to the bug.
    pub trace: Vec<TraceStep>,
}

/// Where a thread is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub thread: ThreadId,
    /// Innermost frame first.
    pub stack: Vec<StackFrame>,
}

/// What another thread has to do with a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Related {
    pub message: String,
    pub place: Place,
}

/// One visible operation of a thread, and whatever it does until its next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TraceStep {
    pub thread: ThreadId,
    /// Which way an operation went that could have gone several.
    pub choice: Option<Choice>,
    /// What it does, in words, with the variable that it does it to where that is known.
    pub operation: String,
    /// Where the thread is, innermost frame first.
    pub stack: Vec<StackFrame>,
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
}

/// The innermost position that is in the program's own source.
pub(crate) fn location(stack: &[StackFrame]) -> Option<&Location> {
    stack.iter().find_map(|frame| frame.location.as_ref())
}
