//! Time that passes from one thread to another: see [`crate::clocks`].

use mazurka_machine::{Access, Machine, Next, Operation, Pending, ThreadId, Use};

use super::Vm;
use super::lookahead::NextOp;
use crate::exec;
use crate::library::posix::signals::delivery;
use crate::library::threads::wake_up;
use crate::program::Function;
use crate::threads::{Status, Wait};

impl Vm {
    /// To be called before a step of `thread`: raises its clock to the time of what its operation depends on. Returns the
    /// operation, for [`Vm::leave_time`]; `None` where no times are kept.
    #[inline]
    pub(super) fn catch_up(&mut self, thread: ThreadId) -> Option<Operation> {
        // What main does alone happens before all that others do, and they start with its clock.
        if !self.state.clocks.are_kept() || self.state.threads.is_main_alone() {
            return None;
        }
        if let Wait::Woken(_) = self.state.threads.get(thread).state.wait {
            let wake_up = wake_up(thread);
            self.raise_clock(thread, self.state.clocks.latest(wake_up, Use::Read));
            self.state.clocks.forget(wake_up);
        }
        let operation = match self.ahead.of(thread) {
            Some(next_op) => next_op.timed_operation(),
            None => timed(&self.next(thread), &[]),
        };
        // Lookahead into an atomic block used the current clock.
        if !self.begins_atomic_block(thread) {
            self.catch_up_with(thread, &operation);
        }
        Some(operation)
    }

    /// The operation of a step takes place now, on its thread's clock.
    #[inline]
    pub(super) fn note_time(&mut self, thread: ThreadId) {
        self.operation_time = self.state.threads.get(thread).state.clock;
    }

    pub(super) fn catch_up_with(&mut self, thread: ThreadId, operation: &Operation) {
        let latest =
            operation.own_touches().map(|touch| self.state.clocks.latest(touch.range, touch.used)).max();
        let threads = &self.state.threads;
        let end_of = |other: ThreadId| match threads.get(other).state {
            state if state.status == Status::Finished => state.clock,
            _ => 0,
        };
        let time = latest.unwrap_or(0).max(match operation {
            Operation::Join(other) => end_of(*other),
            // Only the last thread does more than end the process: it runs what is registered with `atexit`.
            Operation::ExitProcess => threads.created().iter().map(end_of).max().unwrap_or(0),
            _ => 0,
        });
        self.raise_clock(thread, time);
    }

    /// To be called after the step, before anything else is run.
    #[inline]
    pub(super) fn leave_time(&mut self, operation: Option<&Operation>) {
        if let Some(operation) = operation {
            let time = self.operation_time;
            for touch in operation.own_touches() {
                self.state.clocks.stamp(touch.range, touch.used, time);
            }
        }
    }

    fn raise_clock(&mut self, thread: ThreadId, time: u64) {
        if self.state.threads.get(thread).state.clock < time {
            self.state.threads.change(thread).state.clock = time;
        }
    }

    fn begins_atomic_block(&self, thread: ThreadId) -> bool {
        let at = self.state.threads.get(thread);
        let frame = at.frames.last().filter(|_| at.state.started && self.program.atomic_blocks);
        let function = frame.and_then(|frame| exec::about_to_call(&self.view(thread), frame));
        function.is_some_and(Function::is_block) && !delivery::is_due(&self.view(thread))
    }
}

impl NextOp {
    /// The operation, as far as time passes along it.
    pub(super) fn timed_operation(&self) -> Operation {
        timed(&self.next, if self.is_block() { self.relies_on() } else { &[] })
    }
}

/// `touched`: what a block touches that concerns threads, too, which is not part of its operation.
fn timed(next: &Next, touched: &[mazurka_machine::Range]) -> Operation {
    let (Next::Ready(Pending { operation, .. }) | Next::Blocked(operation)) = next else {
        return Operation::Local;
    };
    match operation {
        Operation::Await(wait) => timed(&Next::Blocked(wait.operation.clone()), touched),
        Operation::Anything if !touched.is_empty() => {
            Operation::Block(touched.iter().map(|&range| Access { range, writes: true }).collect())
        }
        operation => operation.clone(),
    }
}
