//! Executes a schedule on a fresh machine. Nothing is shared with the search that found it: what it finds here again is
//! true whatever the search got wrong.

use mazurka_machine::{Choice, Machine, Next, Operation, Step, ThreadId, ThreadSet};
use mazurka_report::waiting::{Event, Waiter};
use mazurka_report::{Place, TraceStep, words};
use mazurka_vm::{Vm, VmError};

use super::subject::Subject;

/// Who steps, and which way.
pub type Schedule = Vec<(ThreadId, Choice)>;

/// A machine at the end of a schedule, and how it got there.
pub struct Replay {
    pub machine: Vm,
    pub trace: Vec<TraceStep>,
    pub events: Vec<Event>,
    /// What came of the last step.
    pub last: Step,
    /// Who has stepped.
    started: ThreadSet,
}

impl Replay {
    /// Fails with a sentence where the schedule is none of this program's.
    pub fn new(subject: &Subject, schedule: &Schedule) -> Result<Replay, String> {
        let failed = |error: VmError| error.to_string();
        let machine = subject.machine().map_err(failed)?;
        let mut replay = Replay {
            machine,
            trace: Vec::new(),
            events: Vec::new(),
            last: Step::Ran,
            started: ThreadSet::new(),
        };
        for (number, &(thread, choice)) in schedule.iter().enumerate() {
            let operation = replay.ready(thread, choice).map_err(|what| format!("step {number}: {what}"))?;
            let known = replay.machine.threads();
            replay.last = replay.machine.step(thread, choice).map_err(failed)?;
            if operation == Operation::Spawn
                && let Some(new) = replay.machine.threads().iter().find(|thread| !known.contains(*thread))
                && let Some(step) = replay.trace.last_mut()
            {
                step.operation = format!("create {new}");
            }
        }
        Ok(replay)
    }

    /// Notes what a thread is about to do.
    fn ready(&mut self, thread: ThreadId, choice: Choice) -> Result<Operation, String> {
        if !self.machine.threads().contains(thread) {
            return Err(format!("{thread} does not exist"));
        }
        let pending = match self.machine.next(thread) {
            Next::Ready(pending) if choice < pending.choices => pending,
            other => return Err(format!("{thread} cannot take choice {choice} of {other:?}")),
        };
        let words = words::operation(&pending.operation);
        let first = self.started.insert(thread);
        let operation =
            if first && pending.operation == Operation::Local { "start".to_owned() } else { words.verb };
        let stack = self.machine.stack(thread);
        self.trace.push(TraceStep {
            thread,
            choice: (pending.choices > 1).then_some(choice),
            operation,
            object: words.object.and_then(|object| self.machine.name(object.start)),
            stack: stack.clone(),
            value: None,
            changes: Vec::new(),
            holds: Vec::new(),
            happens_after: Vec::new(),
            output: String::new(),
        });
        let place = Place { thread, stack };
        self.events.push(Event { operation: pending.operation.clone(), place });
        Ok(pending.operation)
    }

    /// The threads that wait, if there is nobody left who can go on.
    pub fn blocked_for_ever(&self) -> Vec<Waiter> {
        let mut waiters = Vec::new();
        for thread in self.machine.threads().iter() {
            match self.machine.next(thread) {
                Next::Finished => {}
                Next::Ready(_) => return Vec::new(),
                Next::Blocked(operation) => waiters.push(waiter(&self.machine, thread, operation)),
            }
        }
        waiters
    }
}

pub fn waiter(machine: &Vm, thread: ThreadId, operation: Operation) -> Waiter {
    Waiter { operation, place: Place { thread, stack: machine.stack(thread) } }
}
