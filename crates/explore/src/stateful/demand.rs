//! Why more than one transition is explored from a state, by an expansion that begins with one.

use mazurka_machine::{Operation, ThreadId};
use serde::{Deserialize, Serialize};

use crate::operations::{OperationId, Operations};

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum Demand {
    /// A transition from the state races with an operation that another thread may execute behind it.
    Race { thread: ThreadId, with: (ThreadId, OperationId) },
    /// A path returns to the state.
    Cycle,
}

/// The same for observers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceReason<'s> {
    /// `thread` continues from the state with an operation that races with this one, which another thread may execute later.
    Race { thread: ThreadId, with: (ThreadId, &'s Operation) },
    /// The state is on a cycle.
    Cycle,
    /// The search explores every enabled thread, from every state.
    AllThreads,
    /// Only one thread is explored, with several choices of its operation.
    Values,
}

impl Demand {
    pub(super) fn reason(self, operations: &Operations) -> ChoiceReason<'_> {
        match self {
            Demand::Race { thread, with: (other, operation) } => {
                ChoiceReason::Race { thread, with: (other, operations.get(operation)) }
            }
            Demand::Cycle => ChoiceReason::Cycle,
        }
    }
}
