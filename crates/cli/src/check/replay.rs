//! Executes a schedule on a fresh machine: nothing is shared with the search that found it.

use mazurka_machine::{Choice, Machine, Next, Step, ThreadId};
use mazurka_report::{TraceStep, words};
use mazurka_vm::{Vm, VmError};

use super::subject::Subject;

/// Who steps, and which way.
pub type Schedule = Vec<(ThreadId, Choice)>;

/// A machine at the end of a schedule.
pub struct Replay {
    pub machine: Vm,
    pub trace: Vec<TraceStep>,
    /// What came of the last step.
    pub last: Step,
}

impl Replay {
    /// Fails with a sentence where the schedule is none of this program's.
    pub fn new(subject: &Subject, schedule: &[(ThreadId, Choice)]) -> Result<Replay, String> {
        let failed = |error: VmError| error.to_string();
        let machine = subject.machine().map_err(failed)?;
        let mut replay = Replay { machine, trace: Vec::new(), last: Step::Ran };
        for (number, &(thread, choice)) in schedule.iter().enumerate() {
            if !replay.machine.threads().contains(thread) {
                return Err(format!("{thread} does not exist at step {number}"));
            }
            let Next::Ready(pending) = replay.machine.next(thread) else {
                return Err(format!("{thread} is not ready at step {number}"));
            };
            if choice >= pending.choices {
                return Err(format!("{thread} has no choice {choice} at step {number}"));
            }
            replay.trace.push(TraceStep {
                thread,
                choice: (pending.choices > 1).then_some(choice),
                operation: words::operation(&pending.operation),
                stack: replay.machine.stack(thread),
            });
            replay.last = replay.machine.step(thread, choice).map_err(failed)?;
        }
        Ok(replay)
    }

    /// The threads that wait, if there is nobody left who can go on.
    pub fn blocked_for_ever(&self) -> Vec<ThreadId> {
        let threads = self.machine.threads();
        let ready = |thread: ThreadId| matches!(self.machine.next(thread), Next::Ready(_));
        if threads.iter().any(ready) {
            return Vec::new();
        }
        threads.iter().filter(|&thread| matches!(self.machine.next(thread), Next::Blocked(_))).collect()
    }
}
