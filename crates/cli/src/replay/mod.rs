//! Executes a schedule on a fresh machine, and tells its story. Nothing is shared with the search that found it: what it
//! finds here again is true whatever the search got wrong.

pub mod command;
pub mod confirm;
mod dialogue;
pub mod file;
mod order;
mod simplify;
mod stepper;

use std::sync::Arc;

use mazurka_machine::{Choice, Machine, Next, Operation, Pending, Range, Step, ThreadId, ThreadSet, Verb};
use mazurka_report::waiting::{Event, Waiter};
use mazurka_report::{Change, Locks, Place, TraceStep, words};
use mazurka_vm::{BlockNames, Vm, VmError};

use crate::subject::Subject;
use order::Order;
pub use simplify::simplify;

/// Who steps, and which way.
pub type Schedule = Vec<(ThreadId, Choice)>;

/// More variables than this that one step changes tell nobody anything.
const MOST_CHANGES: usize = 16;

/// A machine at the end of a schedule, and how it got there.
pub struct Replay {
    pub machine: Vm,
    pub trace: Vec<TraceStep>,
    pub events: Vec<Event>,
    /// What came of the last step.
    pub last: Step,
    /// Who has stepped.
    started: ThreadSet,
    locks: Locks,
    order: Order,
    names: Arc<BlockNames>,
}

/// What heap blocks are called in all of an execution.
pub fn block_names(subject: &Subject, schedule: &[(ThreadId, Choice)]) -> Result<Arc<BlockNames>, VmError> {
    subject.machine()?.learn_block_names(schedule).map(Arc::new)
}

impl Replay {
    /// Fails with a sentence where the schedule is none of this program's.
    pub fn new(subject: &Subject, schedule: &[(ThreadId, Choice)]) -> Result<Replay, String> {
        let names = block_names(subject, schedule).map_err(|error| error.to_string())?;
        Replay::with_names(subject, schedule, &names)
    }

    /// With the names that heap blocks have in an execution of which this schedule is a prefix.
    pub fn with_names(
        subject: &Subject,
        schedule: &[(ThreadId, Choice)],
        names: &Arc<BlockNames>,
    ) -> Result<Replay, String> {
        let mut replay = Replay {
            machine: subject.machine().map_err(|error| error.to_string())?,
            names: names.clone(),
            trace: Vec::new(),
            events: Vec::new(),
            last: Step::Ran,
            started: ThreadSet::new(),
            locks: Locks::default(),
            order: Order::default(),
        };
        for (number, &(thread, choice)) in schedule.iter().enumerate() {
            let pending = replay.pending(thread, choice).map_err(|what| format!("step {number}: {what}"))?;
            replay.step(thread, choice, pending).map_err(|error| error.to_string())?;
        }
        Ok(replay)
    }

    /// What a thread is about to do, if it can do it in this way.
    fn pending(&self, thread: ThreadId, choice: Choice) -> Result<Pending, String> {
        if !self.machine.threads().contains(thread) {
            return Err(format!("{thread} does not exist"));
        }
        match self.machine.next(thread) {
            Next::Ready(pending) if choice < pending.choices => Ok(pending),
            other => Err(format!("{thread} cannot take choice {choice} of {other:?}")),
        }
    }

    fn step(&mut self, thread: ThreadId, choice: Choice, pending: Pending) -> Result<(), VmError> {
        let Pending { operation, choices, .. } = pending;
        let done = self.trace.len();
        self.machine.set_block_names(&self.names, done);
        let words = words::operation(&operation);
        let first = self.started.insert(thread);
        let stack = self.machine.stack(thread);
        let place = Place { thread, stack: stack.clone() };
        let object = words.object.and_then(|object| self.machine.name(object));
        let before = self.machine.value_for(&operation);
        let chosen = self.machine.chosen(thread, choice).filter(|_| operation == Operation::Choose);
        let (mark, printed) = (self.machine.mark(), self.machine.output().mark());
        let (known, asleep) = (self.machine.threads(), self.asleep());

        self.last = self.machine.step(thread, choice)?;
        self.machine.set_block_names(&self.names, done + 1);

        let happens_after = self.order.push(thread, &operation);
        let created = self.machine.threads().iter().find(|thread| !known.contains(*thread));
        let still_asleep = self.asleep();
        for enabled in asleep.iter().filter(|thread| !still_asleep.contains(*thread)).chain(created) {
            self.order.enables(enabled);
        }
        self.locks.step(thread, &operation);
        let name = |lock: Range| self.machine.name(lock).unwrap_or_else(|| format!("{:#x}", lock.start));
        let printed: Vec<u8> =
            self.machine.output().since(printed).flat_map(|(_, bytes)| bytes.to_vec()).collect();
        let changed = self.machine.changes_since(mark, words.object, MOST_CHANGES);
        let reads = matches!(operation, Operation::Read(..));
        let value = before.zip(object.clone()).map(|(before, variable)| {
            let after = self.machine.value_for(&operation).filter(|_| !reads);
            Change { variable, after: after.unwrap_or_else(|| before.clone()), before }
        });
        let value = value.or(chosen.map(|(function, value)| {
            let variable = format!("{function}()");
            Change { variable, before: value.clone(), after: value }
        }));
        self.trace.push(TraceStep {
            thread,
            choice: (choices > 1).then_some(choice),
            operation: match created {
                _ if first && operation == Operation::Local => "start".to_owned(),
                Some(new) if operation == Operation::Spawn => format!("create {new}"),
                _ => words.verb,
            },
            object,
            stack,
            value,
            changes: changed.into_iter().map(change).collect(),
            holds: self.locks.held_by(thread).into_iter().map(name).collect(),
            happens_after,
            output: String::from_utf8_lossy(&printed).into_owned(),
        });
        self.events.push(Event { operation, place });
        Ok(())
    }

    /// Who sleeps until somebody wakes it.
    fn asleep(&self) -> ThreadSet {
        let mut asleep = ThreadSet::new();
        for thread in self.machine.threads().iter() {
            if matches!(self.machine.next(thread), Next::Blocked(Operation::Sync(Verb::Sleep, _))) {
                asleep.insert(thread);
            }
        }
        asleep
    }
}

/// The threads that wait, if there is nobody left who can go on.
pub fn blocked_for_ever(machine: &Vm) -> Vec<Waiter> {
    let mut waiters = Vec::new();
    for thread in machine.threads().iter() {
        match machine.next(thread) {
            Next::Finished => {}
            Next::Ready(_) => return Vec::new(),
            Next::Blocked(operation) => waiters.push(waiter(machine, thread, operation)),
        }
    }
    waiters
}

pub fn waiter(machine: &Vm, thread: ThreadId, operation: Operation) -> Waiter {
    Waiter { operation, place: Place { thread, stack: machine.stack(thread) } }
}

fn change(change: mazurka_vm::Change) -> Change {
    Change { variable: change.variable, before: change.before, after: change.after }
}
