//! Executes a schedule on a fresh machine, and describes its steps. Nothing is shared with the search that found it: what
//! the replay shows is true even where the search is wrong.

pub(crate) mod command;
pub(crate) mod confirm;
mod describe;
mod dialogue;
pub(crate) mod file;
mod order;
mod select;
mod simplify;
mod stepper;
pub(crate) mod values;

use std::sync::Arc;

use mazurka_machine::{
    Choice, FaultKind, Machine, Next, Operation, Pending, Place, Range, Step, ThreadId, ThreadSet, Verb,
};
use mazurka_report::waiting::Waiter;
use mazurka_report::{Action, Execution, Locks, Schedule, TraceStep};
use mazurka_vm::{BlockNames, Vm, VmError};

use crate::patience::Patience;
use crate::subject::Subject;
use describe::Before;
use order::Order;
use select::Outline;
pub(crate) use simplify::simplify;

/// A machine at the end of a schedule, and how it got there.
pub(crate) struct Replay {
    pub machine: Vm,
    pub trace: Execution,
    /// What came of the last step.
    pub last: Step,
    pub locks: Locks,
    /// Where blocks were allocated that are lost in the end, if that is the bug.
    pub lost: Vec<(Range, Place)>,
}

/// Blocks that are lost of which it is said where they were allocated.
pub(crate) const MOST_LOST: usize = 3;

/// Why a replay shows nothing.
#[derive(Debug)]
pub(crate) enum Obstacle {
    /// The schedule does not fit the program, or leads to something else.
    Differs(String),
    /// There was no time left.
    Stopped,
}

impl<T: ToString> From<T> for Obstacle {
    fn from(difference: T) -> Obstacle {
        Obstacle::Differs(difference.to_string())
    }
}

impl Obstacle {
    pub(crate) fn words(&self) -> &str {
        match self {
            Obstacle::Differs(difference) => difference,
            Obstacle::Stopped => "the replay was stopped",
        }
    }
}

impl Replay {
    /// Describes every step, or a selection where there are very many; `pins` are the numbers of steps that belong to it.
    pub(crate) fn new(
        subject: &Subject,
        schedule: &[(ThreadId, Choice)],
        pins: &[usize],
        patience: Patience,
    ) -> Result<Replay, Obstacle> {
        let names = block_names(subject, schedule, patience)?;
        Replay::with_names(subject, schedule, &names, pins, patience)
    }

    /// With the names that heap blocks have in an execution of which this schedule is a prefix.
    pub(crate) fn with_names(
        subject: &Subject,
        schedule: &[(ThreadId, Choice)],
        names: &Arc<BlockNames>,
        pins: &[usize],
        patience: Patience,
    ) -> Result<Replay, Obstacle> {
        let mut described = Described::All;
        if schedule.len() > select::MOST_DESCRIBED {
            let mut run = Run::new(subject, names, Described::Only(Vec::new()))?;
            run.follow(schedule, patience)?;
            described = Described::Only(run.outline.selected(schedule, &run.locks, pins));
        }
        let mut run = Run::new(subject, names, described)?;
        run.follow(schedule, patience)?;
        let Run { machine, steps, last, locks, .. } = run;
        let mut lost = Vec::new();
        if matches!(&last, Step::Fault(fault) if fault.kind == FaultKind::Leak) {
            for block in machine.lost_blocks().into_iter().take(MOST_LOST) {
                let in_time = || !patience.is_over();
                let place = subject.machine()?.locate_allocation(schedule, block.start, &in_time)?;
                lost.extend(place.map(|place| (block, place)));
            }
        }
        Ok(Replay { machine, trace: Execution { schedule: schedule.to_vec(), steps }, last, locks, lost })
    }

    /// All that the program has printed.
    pub(crate) fn output(&self) -> String {
        let bytes: Vec<u8> = self.machine.output().chunks().flat_map(|(_, bytes)| bytes.to_vec()).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// The names of heap blocks in all of an execution.
pub(crate) fn block_names(
    subject: &Subject,
    schedule: &[(ThreadId, Choice)],
    patience: Patience,
) -> Result<Arc<BlockNames>, Obstacle> {
    let names = subject.machine()?.learn_block_names(schedule, &|| !patience.is_over())?;
    names.map(Arc::new).ok_or(Obstacle::Stopped)
}

/// The machine at the end of a schedule, and its last steps.
pub(crate) fn end_of(
    subject: &Subject,
    schedule: &[(ThreadId, Choice)],
    steps: usize,
    patience: Patience,
) -> Result<(Vm, Vec<TraceStep>), Obstacle> {
    let last = schedule.len().saturating_sub(steps)..schedule.len();
    let names = block_names(subject, schedule, patience)?;
    let mut run = Run::new(subject, &names, Described::Only(last.collect()))?;
    run.follow(schedule, patience)?;
    Ok((run.machine, run.steps))
}

/// Which steps are described.
enum Described {
    All,
    /// In ascending order.
    Only(Vec<usize>),
}

/// A replay that is under way.
struct Run {
    machine: Vm,
    described: Described,
    steps: Vec<TraceStep>,
    outline: Outline,
    last: Step,
    /// The threads that have made a step.
    started: ThreadSet,
    /// The threads that sleep until another one wakes them.
    asleep: ThreadSet,
    locks: Locks,
    order: Order,
    names: Arc<BlockNames>,
}

impl Run {
    fn new(subject: &Subject, names: &Arc<BlockNames>, described: Described) -> Result<Run, VmError> {
        Ok(Run {
            machine: subject.machine()?,
            described,
            steps: Vec::new(),
            outline: Outline::default(),
            last: Step::Ran,
            started: ThreadSet::new(),
            asleep: ThreadSet::new(),
            locks: Locks::default(),
            order: Order::default(),
            names: names.clone(),
        })
    }

    fn follow(&mut self, schedule: &[(ThreadId, Choice)], patience: Patience) -> Result<(), Obstacle> {
        for (number, &(thread, choice)) in schedule.iter().enumerate() {
            if patience.is_over() {
                return Err(Obstacle::Stopped);
            }
            let pending = pending(&self.machine, thread, choice);
            let pending = pending.map_err(|what| format!("step {number}: {what}"))?;
            self.step(number, thread, choice, &pending)?;
        }
        Ok(())
    }

    fn step(
        &mut self,
        number: usize,
        thread: ThreadId,
        choice: Choice,
        pending: &Pending,
    ) -> Result<(), VmError> {
        let Run { machine, .. } = self;
        let operation = &pending.operation;
        let is_described = match &self.described {
            Described::All => true,
            Described::Only(numbers) => numbers.get(self.steps.len()) == Some(&number),
        };
        machine.set_block_names(&self.names, number);
        let before = is_described.then(|| Before::new(machine, thread, choice, pending));
        let known = machine.threads();
        let unlocks = self.locks.gives_word(thread, operation);
        self.locks.step(number, thread, operation, || machine.stack(thread));

        self.last = machine.step(thread, choice)?.outcome;
        machine.set_block_names(&self.names, number + 1);

        let is_first = self.started.insert(thread);
        let threads = machine.threads();
        let created = if threads == known { None } else { threads.iter().find(|new| !known.contains(*new)) };
        let happens_after = self.order.push(thread, operation);
        for enabled in self.woken(thread).into_iter().chain(created) {
            self.order.enables(thread, enabled);
        }
        self.outline.step(number, created.is_some(), &happens_after);
        if let Some(before) = before {
            let name = |lock: Range| self.machine.name(lock).unwrap_or_else(|| format!("{:#x}", lock.start));
            let holds = self.locks.held_by(thread).into_iter().map(|lock| name(lock.range)).collect();
            let mut described = before.after(&self.machine, created, is_first);
            if unlocks {
                described.action = Action::Sync(Verb::Unlock);
            }
            self.steps.push(TraceStep { number, holds, happens_after, ..described });
        }
        Ok(())
    }

    /// The threads that this thread's last step has woken. A thread falls asleep in a step of its own.
    fn woken(&mut self, stepped: ThreadId) -> Vec<ThreadId> {
        let sleeps = |machine: &Vm, thread| {
            matches!(machine.next(thread), Next::Blocked(Operation::Sync(Verb::Sleep, _)))
        };
        let woken: Vec<ThreadId> =
            self.asleep.iter().filter(|thread| !sleeps(&self.machine, *thread)).collect();
        for thread in &woken {
            self.asleep.remove(*thread);
        }
        if sleeps(&self.machine, stepped) {
            self.asleep.insert(stepped);
        }
        woken
    }
}

/// What a thread is about to do, if it can do it in this way.
fn pending(machine: &Vm, thread: ThreadId, choice: Choice) -> Result<Pending, String> {
    if !machine.threads().contains(thread) {
        return Err(format!("{thread} does not exist"));
    }
    match machine.next(thread) {
        Next::Ready(pending) if choice < pending.choices => Ok(pending),
        other => Err(format!("{thread} cannot take choice {choice} of {other:?}")),
    }
}

/// The same at the end of a replay: threads that were stopped after vain iterations may wait, too.
pub(crate) fn waiting_at_end(machine: &mut Vm) -> Vec<Waiter> {
    let is_ready = |thread| matches!(machine.next(thread), Next::Ready(_));
    if !machine.threads().iter().any(is_ready) {
        machine.wait_in_vain();
    }
    blocked_for_ever(machine)
}

/// The threads that wait, if none is enabled.
pub(crate) fn blocked_for_ever(machine: &Vm) -> Vec<Waiter> {
    let is_ready = |thread| matches!(machine.next(thread), Next::Ready(_));
    if machine.threads().iter().any(is_ready) { Vec::new() } else { blocked(machine) }
}

/// The threads that wait, whether others are enabled or not.
pub(crate) fn blocked(machine: &Vm) -> Vec<Waiter> {
    let blocked = |thread| match machine.next(thread) {
        Next::Blocked(operation) => Some(waiter(machine, thread, operation)),
        Next::Finished | Next::Ready(_) => None,
    };
    machine.threads().iter().filter_map(blocked).collect()
}

pub(crate) fn waiter(machine: &Vm, thread: ThreadId, operation: Operation) -> Waiter {
    Waiter { operation, place: Place { thread, stack: machine.stack(thread) } }
}
