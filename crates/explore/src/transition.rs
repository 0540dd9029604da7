//! Transitions: what a search explores from a state.

use mazurka_machine::{Choice, ThreadId};
use serde::{Deserialize, Serialize};

/// The next step of a thread: its pending operation with one of that operation's choices, and what follows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Transition {
    pub thread: ThreadId,
    pub choice: Choice,
}
