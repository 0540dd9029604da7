//! How executions end.

use mazurka_machine::{InVain, Machine, Next, Step, ThreadId, mix};

/// Threads that have stopped before their end on the way to a state. What becomes of an execution depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Stops {
    /// A thread has failed, or ended the process.
    pub failed: bool,
    /// An assumption has failed.
    pub pruned: bool,
    /// A bound has stopped a thread.
    pub cut_off: bool,
    /// A thread was stopped after a vain iteration.
    pub vain: bool,
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
            Step::Vain => (&mut self.vain, 3),
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
    /// A thread was stopped after a vain iteration: the same without that iteration is explored elsewhere.
    Vain,
    /// The same, but threads go on for ever. This one is not known to wait.
    Busy(ThreadId),
    /// The same, but whether the threads that were stopped iterate for ever is not known.
    Unsettled,
    /// Only sleeping threads are enabled: what follows was explored elsewhere.
    Redundant,
    /// A bound has stopped a thread on the way.
    CutOff,
    /// Longer than allowed.
    TooDeep,
}

impl End {
    /// Where threads were stopped after vain iterations: whether they could repeat them for ever. A thread that has failed might have ended
    /// that, as it might have woken threads that are blocked.
    pub(crate) fn or_waits_for_ever<M: Machine>(self, machine: &mut M, stops: Stops) -> End {
        if self != End::Vain {
            return self;
        }
        match machine.wait_in_vain() {
            InVain::ForEver => {}
            InVain::Busy(thread) if !stops.failed => return End::Busy(thread),
            InVain::Busy(_) | InVain::ForNow => return self,
            InVain::Unknown => return End::Unsettled,
        }
        if stops.failed {
            return End::Stopped;
        }
        let waits = |thread: &ThreadId| matches!(machine.next(*thread), Next::Blocked(_));
        End::Deadlock(machine.threads().iter().filter(waits).collect())
    }
}
