//! Loops that only pause and end for certain are not followed, but left: how often a thread would yield in one may be any number, and
//! decides nothing.
//!
//! A thread that is in such a loop comes to its end for certain. No register that the loop writes is needed there, the loop writes no memory, and
//! calls in it only pause, too. So the thread then is in the same local state as if it had left the loop at once, as far as anything
//! but how long it pauses depends on it (`lower::backoff`). How long it pauses from then on may differ.

use super::{NextOp, Vm};
use crate::code::Pc;
use crate::context::Stop;
use crate::exec::{self, Halt};
use mazurka_machine::ThreadId;

/// What becomes of such loops where a thread is followed.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::vm) enum Pauses {
    #[default]
    LeftOut,
    Made,
}

impl Vm {
    /// The frame of a thread that is in such a loop, and where that is left to.
    pub(in crate::vm) fn way_out(&self, thread: ThreadId) -> Option<(usize, Pc)> {
        let at = self.state.threads.get(thread);
        let way_out = |(index, frame): (usize, &crate::threads::Frame)| {
            Some((index, self.program.code(frame.function).way_out(frame.pc)?))
        };
        at.frames.iter().enumerate().find_map(way_out).filter(|_| at.state.started)
    }

    /// A transition that is only looked at.
    pub(in crate::vm) fn follow(
        &mut self,
        thread: ThreadId,
        here: &NextOp,
        fuel: u64,
        pauses: Pauses,
    ) -> Result<Halt, Stop> {
        let Some((frame, exit)) = self.way_out(thread).filter(|_| pauses == Pauses::LeftOut) else {
            return self.transition(thread, 0, Some(here), fuel);
        };
        self.note_accesses();
        exec::jump_in(&mut self.context(thread), frame, exit);
        self.run_on_in_step(thread, fuel)
    }
}
