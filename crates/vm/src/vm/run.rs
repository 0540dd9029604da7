//! Running a program freely: a deterministic scheduler, no stops, output as it comes.

use std::sync::atomic::{AtomicBool, Ordering};

use mazurka_machine::{Fault, Step, ThreadId, Urgency};

use super::{Vm, VmError};
use crate::exec::{self, Free};
use crate::library::posix::signals::delivery;
use crate::library::threads::clock;
use crate::output::Stream;
use crate::threads::Status;
use crate::visibility::SynchronizationOnly;

/// When to give up.
pub struct Limits<'a> {
    /// Jumps and calls.
    pub jumps: u64,
    /// Set by the caller to stop the run.
    pub interrupted: &'a AtomicBool,
}

#[derive(Clone, PartialEq, Debug)]
pub enum RunEnd {
    Exited(i32),
    Fault(Box<Fault>),
    /// Every thread that has not ended is blocked.
    Deadlock,
    /// `assume(false)`.
    Pruned,
    LimitReached,
    Interrupted,
}

/// Jumps and calls after which another thread gets its turn, so that loops that wait for others come to an end.
const QUANTUM: u64 = 1 << 16;

/// What one turn of a thread led to.
enum Turn {
    Next,
    End(RunEnd),
}

impl Vm {
    /// Runs to the end: a thread runs until it waits, yields, ends or has used up its quantum, then the next one, round
    /// robin. Time passes only when no thread can run.
    pub fn run(&mut self, sink: &mut dyn FnMut(Stream, &[u8]), limits: &Limits) -> Result<RunEnd, VmError> {
        let mut left = limits.jumps;
        let (mut current, mut now) = (ThreadId::MAIN, 0);
        let end = loop {
            if limits.interrupted.load(Ordering::Relaxed) {
                break RunEnd::Interrupted;
            }
            if left == 0 {
                break RunEnd::LimitReached;
            }
            let turn = self.turn(current, &mut left, &mut now);
            self.flush(sink);
            match turn? {
                Turn::Next => {}
                Turn::End(end) => break end,
            }
            match self.next_thread(current) {
                Choice::Run(next) => current = next,
                Choice::AllFinished => break RunEnd::Exited(0),
                Choice::Deadlock => break RunEnd::Deadlock,
            }
        };
        self.flush(sink);
        Ok(end)
    }

    /// `now` is the time at which the turn before ended: what happens in this one happens later.
    fn turn(&mut self, thread: ThreadId, left: &mut u64, now: &mut u64) -> Result<Turn, VmError> {
        let quantum = QUANTUM.min(*left);
        let mut fuel = quantum;
        let mut context = self.context(thread);
        // An operation that only time brings about, or one of several choices, is not done by running on.
        let intent = exec::describe(&context.view());
        let first = match intent {
            Ok(intent) if intent.urgency == Urgency::Timeout || intent.choices > 1 => {
                exec::perform(&mut context, 0)
            }
            _ if delivery::is_due(&context.view()) => exec::perform(&mut context, 0),
            _ => Ok(()),
        };
        if context.program.reads_clock {
            clock::pass_to(&mut context, *now);
        }
        let ran = first.and_then(|()| exec::run::<Free>(&SynchronizationOnly, &mut context, &mut fuel));
        *now = context.this().state.clock;
        // Waiting costs something, too, so that no thread waits for ever without reaching the limit.
        *left -= (quantum - fuel).max(1);
        match ran {
            Ok(_) => Ok(Turn::Next),
            Err(stop) => Ok(match self.stopped(thread, stop)? {
                Step::Ran | Step::Finished => Turn::Next,
                Step::Exited(code) => Turn::End(RunEnd::Exited(code)),
                Step::Pruned | Step::Vain => Turn::End(RunEnd::Pruned),
                Step::CutOff(_) => Turn::End(RunEnd::LimitReached),
                Step::Fault(fault) => Turn::End(RunEnd::Fault(fault)),
            }),
        }
    }

    /// The thread after `current`: the next enabled one, round robin; if there is none, the one with the earliest clock
    /// among those that can time out.
    fn next_thread(&self, current: ThreadId) -> Choice {
        let alive = |thread: &ThreadId| self.state.threads.get(*thread).state.status == Status::Alive;
        let created = self.state.threads.created();
        // An atomic block is not interrupted, unless it has to wait.
        if alive(&current) && self.state.threads.get(current).state.atomic > 0 && self.intent(current).enabled
        {
            return Choice::Run(current);
        }
        let (before, after): (Vec<_>, Vec<_>) = created.iter().filter(alive).partition(|&t| t <= current);
        let mut timed: Option<(u64, ThreadId)> = None;
        for thread in after.iter().chain(&before).copied() {
            let intent = self.intent(thread);
            match (intent.enabled, intent.urgency == Urgency::Timeout) {
                (true, false) => return Choice::Run(thread),
                (true, true) => {
                    let clock = self.state.threads.get(thread).state.clock;
                    timed = Some(timed.map_or((clock, thread), |best| best.min((clock, thread))));
                }
                (false, _) => {}
            }
        }
        match timed {
            Some((_, thread)) => Choice::Run(thread),
            None if before.is_empty() && after.is_empty() => Choice::AllFinished,
            None => Choice::Deadlock,
        }
    }

    fn flush(&mut self, sink: &mut dyn FnMut(Stream, &[u8])) {
        for (stream, bytes) in self.state.output.take() {
            sink(stream, &bytes);
        }
    }
}

enum Choice {
    Run(ThreadId),
    AllFinished,
    Deadlock,
}
