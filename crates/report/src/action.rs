//! What a step does, as data; its English is in [`crate::words`].

use mazurka_machine::{Operation, Purpose, Range, ThreadId, Verb};
use serde::{Deserialize, Serialize};

/// A visible operation without the object it is applied to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Action {
    /// The first step of a thread.
    Start,
    /// A step without an effect on other threads: a yield, a hint.
    Continue,
    Read,
    Write,
    Update,
    /// A compare-and-swap that succeeds.
    Exchange,
    /// A compare-and-swap that fails.
    FailedExchange,
    Fence,
    Sync(Verb),
    /// Release a mutex and sleep on a condition variable.
    Wait,
    /// Create a thread; `None` where none came of it, or not yet.
    Create(Option<ThreadId>),
    Join(ThreadId),
    Detach(ThreadId),
    /// The end of the thread.
    End,
    /// The end of the process.
    Exit,
    Choose,
    /// Several accesses in one step.
    AtomicBlock,
    /// An operation whose accesses are unknown.
    Anything,
    /// A call of a library function whose object has no name in the program: the function is the object.
    Call,
    /// The thread takes a signal, which is the object.
    Take,
}

impl Action {
    /// An operation's action, and the memory or object that it is applied to.
    pub fn of(operation: &Operation) -> (Action, Option<Range>) {
        match operation {
            Operation::Local => (Action::Continue, None),
            Operation::Anything => (Action::Anything, None),
            Operation::Read(range, _) => (Action::Read, Some(*range)),
            Operation::Write(range, _) => (Action::Write, Some(*range)),
            Operation::Update(range, ..) => (Action::Update, Some(*range)),
            Operation::CompareExchange { range, succeeds: true, .. } => (Action::Exchange, Some(*range)),
            Operation::CompareExchange { range, .. } => (Action::FailedExchange, Some(*range)),
            Operation::Fence(_) => (Action::Fence, None),
            Operation::Sync(verb, object) => (Action::Sync(verb.without_round()), Some(object.range)),
            Operation::Wait { condition, .. } => (Action::Wait, Some(condition.range)),
            Operation::Spawn => (Action::Create(None), None),
            Operation::Join(thread) => (Action::Join(*thread), None),
            Operation::Detach(thread) => (Action::Detach(*thread), None),
            Operation::Exit => (Action::End, None),
            Operation::ExitProcess => (Action::Exit, None),
            Operation::Choose => (Action::Choose, None),
            Operation::Block(accesses) => match &accesses[..] {
                [access] if access.writes => (Action::Update, Some(access.range)),
                [access] => (Action::Read, Some(access.range)),
                // A word and what else belongs to it: waiting on a futex.
                [first, second] if !first.writes && !second.writes => {
                    (Action::Sync(Verb::Inspect), Some(first.range))
                }
                _ => (Action::AtomicBlock, None),
            },
            Operation::Section(section) => (Action::Sync(Verb::Lock), Some(section.mutex.range)),
            Operation::Await(wait) => {
                let (action, range) = Action::of(&wait.operation);
                match wait.purpose {
                    Purpose::Change | Purpose::Once => (action, range),
                    Purpose::Lock => (Action::Sync(Verb::Lock), range),
                    Purpose::ReadLock => (Action::Sync(Verb::ReadLock), range),
                    Purpose::Unpark => (Action::Sync(Verb::Acquire), range),
                }
            }
        }
    }

    /// Whether memory is written, possibly with the value that it has.
    pub(crate) fn writes(self) -> bool {
        matches!(self, Action::Write | Action::Update | Action::Exchange)
    }

    /// Whether other threads cannot see an effect of it.
    pub fn is_idle(self) -> bool {
        matches!(self, Action::Start | Action::Continue)
    }

    /// Whether it is about a thread's life rather than about what the thread computes.
    pub(crate) fn is_bookkeeping(self) -> bool {
        let lifecycle = matches!(self, Action::Create(_) | Action::Join(_) | Action::Detach(_) | Action::End);
        lifecycle || self.is_idle()
    }
}

#[cfg(test)]
mod tests {
    use mazurka_machine::Order;

    use super::*;

    const X: Range = Range { start: 64, length: 4 };

    #[test]
    fn bookkeeping_is_distinguished_from_computation() {
        let thread = ThreadId(1);
        for lifecycle in [
            Operation::Spawn,
            Operation::Join(thread),
            Operation::Detach(thread),
            Operation::Exit,
            Operation::Local,
        ] {
            assert!(Action::of(&lifecycle).0.is_bookkeeping());
        }
        for computation in [Operation::Choose, Operation::ExitProcess, Operation::Read(X, Order::PLAIN)] {
            assert!(!Action::of(&computation).0.is_bookkeeping());
        }
    }

    #[test]
    fn what_writes_is_distinguished_from_what_reads() {
        let exchange = |succeeds| Operation::CompareExchange { range: X, succeeds, order: Order::RELAXED };
        for (operation, writes) in [
            (Operation::Write(X, Order::PLAIN), true),
            (Operation::Read(X, Order::PLAIN), false),
            (exchange(true), true),
            (exchange(false), false),
        ] {
            let (action, object) = Action::of(&operation);
            assert_eq!((action.writes(), object), (writes, Some(X)), "{operation:?}");
        }
    }
}
