//! A machine within an execution that is known to its end, and that steps forwards and backwards.

use std::sync::Arc;

use mazurka_machine::{Machine, Next, StackFrame, ThreadId};
use mazurka_report::{Finding, TraceStep, waiting};
use mazurka_vm::{BlockNames, Vm, VmError};

use super::describe::{Before, Named};
use super::{Obstacle, block_names};
use crate::patience::Patience;
use crate::subject::Subject;

type Mark = <Vm as Machine>::Mark;

pub(super) struct Stepper {
    machine: Vm,
    names: Arc<BlockNames>,
    pub finding: Finding,
    /// From before each of the steps done so far.
    marks: Vec<Mark>,
    /// The thread whose variables and calls are shown.
    thread: ThreadId,
}

impl Stepper {
    /// Before the first step of what was found.
    pub(super) fn new(subject: &Subject, finding: Finding) -> Result<Stepper, Obstacle> {
        let names = block_names(subject, &finding.trace.schedule, Patience::unlimited())?;
        let mut machine = subject.machine()?;
        machine.set_block_names(&names, 0);
        Ok(Stepper { machine, names, finding, marks: Vec::new(), thread: ThreadId::MAIN })
    }

    /// How many steps are done.
    pub(super) fn done(&self) -> usize {
        self.marks.len()
    }

    pub(super) fn length(&self) -> usize {
        self.finding.trace.len()
    }

    pub(super) fn thread(&self) -> ThreadId {
        self.thread
    }

    /// `false` where there is no such thread yet.
    pub(super) fn select(&mut self, thread: ThreadId) -> bool {
        let exists = self.machine.threads().contains(thread);
        if exists {
            self.thread = thread;
        }
        exists
    }

    /// Does the next step; `false` at the end.
    pub(super) fn next(&mut self) -> Result<bool, VmError> {
        let Some(&(thread, choice)) = self.finding.trace.schedule.get(self.marks.len()) else {
            return Ok(false);
        };
        let mark = self.machine.mark();
        self.machine.step(thread, choice)?;
        self.marks.push(mark);
        self.machine.set_block_names(&self.names, self.marks.len());
        self.thread = thread;
        Ok(true)
    }

    /// Undoes the last step; `false` at the start.
    pub(super) fn back(&mut self) -> bool {
        let Some(mark) = self.marks.pop() else { return false };
        self.machine.rewind(mark);
        self.machine.set_block_names(&self.names, self.marks.len());
        let last = self.marks.len().checked_sub(1).map(|last| self.finding.trace.schedule[last].0);
        self.thread = last.unwrap_or(ThreadId::MAIN);
        true
    }

    /// The step that was done last, with what came of it; `None` at the start.
    pub(super) fn last(&mut self) -> Result<Option<TraceStep>, VmError> {
        let Some(number) = self.marks.len().checked_sub(1) else { return Ok(None) };
        if let Some(index) = self.finding.trace.index_of(number) {
            return Ok(Some(self.finding.trace.steps[index].clone()));
        }
        // Of a very long execution most steps are not described yet: this one is executed once more.
        let (done, (thread, choice)) =
            (&self.finding.trace.schedule[..number], self.finding.trace.schedule[number]);
        let is_first = !done.iter().any(|(other, _)| *other == thread);
        self.machine.rewind(self.marks[number]);
        let known = self.machine.threads();
        let Next::Ready(pending) = self.machine.next(thread) else { return Ok(None) };
        self.machine.set_block_names(&self.names, number);
        let before = Before::new(&mut self.machine, thread, choice, &pending);
        self.machine.step(thread, choice)?;
        self.machine.set_block_names(&self.names, number + 1);
        let created = self.machine.threads().iter().find(|new| !known.contains(*new));
        Ok(Some(before.after(&self.machine, created, is_first)))
    }

    pub(super) fn stack(&self, thread: ThreadId) -> Vec<StackFrame> {
        self.machine.stack(thread)
    }

    /// See [`Vm::lookup`].
    pub(super) fn lookup(&self, expression: &str) -> Option<Vec<(String, String)>> {
        self.machine.lookup(self.thread, expression)
    }

    /// Every thread, and what it is about to do.
    pub(super) fn threads(&self) -> Vec<(ThreadId, String)> {
        self.machine.threads().iter().map(|thread| (thread, self.intent(thread))).collect()
    }

    fn intent(&self, thread: ThreadId) -> String {
        let names = |range| self.machine.name(range);
        match self.machine.next(thread) {
            Next::Finished => "has ended".to_owned(),
            Next::Blocked(operation) => format!("waits {}", waiting::purpose(&operation, &names)),
            // Nothing of the program is called before a thread's first step.
            Next::Ready(_) if self.machine.stack(thread).is_empty() => "is about to start".to_owned(),
            Next::Ready(pending) => {
                let Named { action, object } = Named::of(&self.machine, thread, &pending.operation);
                let object = object.map_or(String::new(), |object| format!(" {object}"));
                format!("is about to {}{object}", action.words())
            }
        }
    }
}
