//! Loops that wait: the thread is blocked while the next iteration would change nothing.

use std::sync::Arc;

use super::{Instruction, Sleep, Thing, Toy, Value};
use crate::{Await, Operation, Order, Purpose, Range, Update};

impl Toy<'_> {
    /// What a thread in a waiting loop does next, and whether it can.
    pub(super) fn spin(&self, thread: usize, instruction: &Instruction) -> (Operation, bool) {
        let order = Order::ACQ_REL;
        match instruction {
            Instruction::Spin { conditions } => self.poll(thread, conditions),
            Instruction::SpinSwap { variable, expected, .. } => {
                let (succeeds, range) = (self.holds(thread, *variable, *expected), self.place(*variable));
                let operation = Operation::CompareExchange { range, succeeds, order };
                (awaited(operation, vec![range]), succeeds)
            }
            Instruction::SpinSet { variable } => {
                let (taken, range) = (self.value(*variable) == 1, self.place(*variable));
                (awaited(Operation::Update(range, Update::Opaque, order), vec![range]), !taken)
            }
            _ => unreachable!("no loop"),
        }
    }

    /// Runs the loop from the current condition on without effect: blocked if that leads back to the same condition.
    fn poll(&self, thread: usize, conditions: &[(usize, Value)]) -> (Operation, bool) {
        let start = self.condition(thread);
        let mut watched: Vec<Range> = Vec::new();
        let mut at = start;
        let mut ready = true;
        for _ in conditions {
            let (variable, value) = conditions[at];
            watched.push(self.place(variable));
            at = if self.holds(thread, variable, value) { at + 1 } else { 0 };
            ready = at != start;
            if !ready || at == conditions.len() {
                break;
            }
        }
        (awaited(Operation::Read(self.place(conditions[start].0), Order::ACQ_REL), watched), ready)
    }

    /// Looks at the current condition; `true` if it was the last and the loop is left.
    pub(super) fn look(&mut self, thread: usize, conditions: &[(usize, Value)]) -> bool {
        let at = self.condition(thread);
        let (variable, value) = conditions[at];
        let next = if self.holds(thread, variable, value) { at + 1 } else { 0 };
        let left = next == conditions.len();
        self.state.threads[thread].sleep =
            if left || next == 0 { Sleep::No } else { Sleep::Polling { condition: next } };
        left
    }

    /// Which of the loop's conditions the thread is about to look at.
    fn condition(&self, thread: usize) -> usize {
        match self.state.threads[thread].sleep {
            Sleep::Polling { condition } => condition,
            _ => 0,
        }
    }

    fn place(&self, variable: usize) -> Range {
        self.program.range(Thing::Variable(variable))
    }

    fn holds(&self, thread: usize, variable: usize, value: Value) -> bool {
        self.value(variable) == value.of(&self.state.threads[thread].registers)
    }
}

fn awaited(operation: Operation, watched: Vec<Range>) -> Operation {
    Operation::Await(Arc::new(Await { operation, watched, purpose: Purpose::Change }))
}
