//! What the machine tells a policy that learns, and what it asks it besides.

use mazurka_machine::{Operation, Range, ThreadId, ThreadSet};

use super::{Cause, InterferenceFigures, Knowledge, PlainAccess, SharedObject};
use crate::program::Program;
use crate::threads::Threads;

/// The side of a policy that learns which the machine uses; for searches, see [`super::Policy::adopt`].
pub trait LearningPolicy {
    /// Whether [`LearningPolicy::begin_run`] has to know which threads are enabled.
    fn asks_for_enabled(&self) -> bool {
        false
    }

    /// Whether [`LearningPolicy::performed`] has to be called.
    fn asks_for_operations(&self) -> bool {
        false
    }

    /// A step begins.
    fn begin_step(&self) {}

    /// A thread has performed an operation; `None`: several in one go.
    fn performed(&self, thread: ThreadId, operation: Option<&Operation>) {
        let _ = (thread, operation);
    }

    /// A thread is about to run on to its next visible operation, after the one that it has done: no other thread runs meanwhile.
    /// `enabled`: the threads that were enabled before the step and those that it has created, if they were asked for.
    fn begin_run(&self, thread: ThreadId, threads: &Threads, enabled: Option<ThreadSet>);

    /// The thread has halted.
    fn end_run(&self);

    /// Where the current path is, for policies that follow it.
    fn mark(&self) -> usize {
        0
    }

    fn rewind(&self, to: usize) {
        let _ = to;
    }

    /// An access may conflict with another thread's next operation and not be visible.
    fn may_hide_conflicts(&self) -> bool;

    fn knowledge(&self) -> Knowledge;

    /// Continues with what another machine has learnt; `false` if that is impossible. A path of the other machine can be repeated.
    fn set_knowledge(&self, knowledge: Knowledge, program: &Program) -> bool;

    /// Names shared objects that have none.
    fn name_objects(&self, name: &dyn Fn(Range) -> Option<String>) {
        let _ = name;
    }

    /// Addresses that the program may have kept in a form in which they are not recognised, by the knowledge in force: all threads may
    /// have them.
    fn exposed_pointers(&self) -> Vec<u64> {
        Vec::new()
    }

    /// Why an access is visible that a thread has halted at, if the policy can say that and no other thread has run since.
    fn cause(&self, access: &PlainAccess, threads: &Threads) -> Option<Cause> {
        let _ = (access, threads);
        None
    }

    /// How much is known about who accesses which memory with which instruction, if that is asked at all.
    fn interference(&self) -> Option<InterferenceFigures> {
        None
    }

    /// Objects that several threads have accessed, by address.
    fn shared_objects(&self, program: &Program) -> Vec<SharedObject> {
        let _ = program;
        Vec::new()
    }
}
