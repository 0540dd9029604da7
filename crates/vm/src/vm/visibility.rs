//! What the visibility policy learns from transitions.

use mazurka_machine::{Access, Learning, Next, Operation, Pending, Range, ThreadId};

use super::Vm;
use super::lookahead::Seen;
use crate::context::Stop;
use crate::exec::Halt;
use crate::visibility::Transition;

impl Vm {
    /// To be called before a transition: its operation, if the policy will be told of it.
    #[inline]
    pub(super) fn operation_to_learn(&self, thread: ThreadId) -> Option<Operation> {
        match self.visibility.learns().then(|| mazurka_machine::Machine::next(self, thread))? {
            Next::Ready(Pending { operation, .. }) => Some(operation),
            Next::Blocked(_) | Next::Finished => None,
        }
    }

    /// To be called after the transition, while all blocks that it has freed are still known.
    pub(super) fn learn_transition(
        &mut self,
        thread: ThreadId,
        operation: &Operation,
        halt: &Result<Halt, Stop>,
    ) {
        if self.state.threads.is_main_alone() {
            return;
        }
        let mut seen = Seen::default();
        seen.operation(operation);
        seen.notes(self.state.memory.notes());
        if let Err(Stop::Violation(violation)) = halt {
            let range = Range { start: violation.address, length: violation.length };
            seen.add(Access { range, writes: true });
        }
        self.learn(thread, Some(operation), &seen.accesses());
    }

    /// To be called after looking ahead: what a thread waits for it looks at, also if it waits for ever.
    pub(super) fn learn_next_operations(&mut self) {
        for thread in self.state.threads.created().clone().iter() {
            let mut seen = Seen::default();
            if let Some(next_op) = self.ahead.of(thread) {
                next_op.relies_on().iter().for_each(|&range| seen.add(Access { range, writes: false }));
            } else if let Next::Blocked(operation) = mazurka_machine::Machine::next(self, thread) {
                seen.operation(&operation);
            }
            self.learn(thread, None, &seen.accesses());
        }
    }

    fn learn(&mut self, thread: ThreadId, operation: Option<&Operation>, accesses: &[Access]) {
        let Vm { program, state, visibility, .. } = self;
        visibility.learn(&Transition { program, state, thread, operation, accesses });
    }
}

impl Learning for Vm {
    fn adopt(&mut self) -> bool {
        self.visibility.adopt()
    }
}
