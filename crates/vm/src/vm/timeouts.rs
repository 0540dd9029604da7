//! `--timeouts`: how often a thread gives up a timed wait. What others do before it gives up once more is explored all the same,
//! because a time-out races with what it waits for.

use mazurka_machine::{CutOff, ThreadId, Urgency};

use super::Vm;
use crate::library::threads::is_sleep;

impl Vm {
    /// Counts it if a thread is about to give up a timed wait. `Some`: that was once too often.
    pub(super) fn time_out(&mut self, thread: ThreadId) -> Option<Box<CutOff>> {
        let most = self.config.timeouts?;
        let intent = self.intent(thread);
        if intent.urgency != Urgency::Timeout || is_sleep(thread, &intent.operation) {
            return None;
        }
        if self.state.threads.get(thread).state.timeouts < most {
            self.state.threads.change(thread).state.timeouts += 1;
            return None;
        }
        let times = if most == 1 { "once".to_owned() } else { format!("{most} times") };
        let message = format!("this thread has given up timed waits {times}, as often as --timeouts allows");
        Some(Box::new(CutOff { message, thread, stack: self.stack(thread) }))
    }
}
