//! How executions end.

use mazurka_machine::{Step, ThreadId, mix};

/// Threads that have stopped before their end on the way to a state. What becomes of an execution depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stops {
    /// A thread has failed, or ended the process.
    pub failed: bool,
    /// An assumption has failed.
    pub pruned: bool,
    /// A bound has stopped a thread.
    pub cut_off: bool,
    /// A fingerprint of which threads those are: states differ if other threads have stopped.
    pub fingerprint: u128,
}

impl Stops {
    /// Takes note of a thread's step, if that has stopped the thread.
    pub(crate) fn note(&mut self, thread: ThreadId, step: &Step) {
        let (flag, kind) = match step {
            Step::Ran | Step::Finished => return,
            Step::Exited(_) | Step::Fault(_) => (&mut self.failed, 0),
            Step::Pruned => (&mut self.pruned, 1),
            Step::CutOff(_) => (&mut self.cut_off, 2),
        };
        *flag = true;
        self.fingerprint = self.fingerprint.wrapping_add(mix(1 << 100 | kind << 64 | u128::from(thread.0)));
    }
}

/// How an execution came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// All threads are finished.
    Complete,
    /// These threads are blocked for ever.
    Deadlock(Vec<ThreadId>),
    /// A thread has failed or ended the process on the way; all others have run to their end, or are blocked.
    Stopped,
    /// `assume(false)`.
    Pruned,
    /// Only sleeping threads are enabled: what follows was explored elsewhere.
    Redundant,
    /// A bound has stopped a thread on the way.
    CutOff,
    /// Longer than allowed.
    TooDeep,
}
