//! The stack of a thread that may come back to where it was: what is its own, and what it has to find there again.
//!
//! A thread's stack is its own if no other thread reaches it in any execution. Else these parts are: what was not in use when it was at the first of its
//! visits, and variables whose addresses do not escape ([`crate::lower::dead_bytes`]). What a thread changes elsewhere others may notice.
//! So where it has left nothing behind, it has changed nothing else, and what is not its own may differ because of other threads alone, as
//! any other memory may. What is compared is the rest: all that is in use, but for
//! - bytes that are dead where the thread is;
//! - what was never its own: in frames that are there for as long as the thread lives, below all that was not in use at some visit, all but the variables whose
//!   addresses do not escape. What is in another frame now may have been a variable of its own in between.

use mazurka_machine::{Range, ThreadId};

use super::super::Vm;
use super::attempts::{Visit, Visits};
use crate::threads::Frame;

impl Vm {
    /// Whether a thread's stack is not what it was at a visit. `lowest`: what is above may have been its own since.
    pub(super) fn stack_differs(
        &self,
        thread: ThreadId,
        visit: &Visit,
        lowest: Option<u64>,
        dead: impl FnOnce() -> Vec<Range>,
    ) -> bool {
        let (memory, frames) = (&self.state.memory, self.frames_in_use(thread));
        memory.differs_since(visit.memory, frames) && {
            let mut except = dead();
            except.extend(self.never_own(thread, lowest));
            memory.differs_since_but(visit.memory, frames, &except)
        }
    }

    /// The parts of a thread's stack that others may have changed, but not the thread itself without leaving something behind.
    fn never_own(&self, thread: ThreadId, lowest: Option<u64>) -> Vec<Range> {
        let is_known = self.program.private_stack(thread).length == 0 && self.program.has_known_frames();
        let Some(lowest) = lowest.filter(|_| is_known) else { return Vec::new() };
        let at = self.state.threads.get(thread);
        let ends = at.frames.iter().skip(1).map(|above| above.caller_stack).chain([at.state.stack]);
        let lasting = at.frames.iter().zip(ends).take(self.lasting_frames(&at.frames));
        lasting
            .filter(|(_, end)| *end <= lowest)
            .flat_map(|(frame, end)| self.shared_part(frame, end))
            .collect()
    }

    /// How many frames of a thread are there for as long as it lives: that of its function, or that of `main` and the one below.
    fn lasting_frames(&self, frames: &[Frame]) -> usize {
        let functions =
            (frames.first().map(|frame| frame.function), frames.get(1).map(|frame| frame.function));
        let is_main = functions.0 == self.program.start && functions.1 == Some(self.program.main);
        1 + usize::from(is_main)
    }

    /// What is not a variable whose address does not escape, in a frame up to this address.
    fn shared_part(&self, frame: &Frame, end: u64) -> Vec<Range> {
        let mut unshared: Vec<Range> = self.program.unshared_variables(frame).collect();
        unshared.sort_unstable_by_key(|variable| variable.start);
        let mut shared = Vec::new();
        let mut start = frame.caller_stack;
        for variable in unshared {
            shared.push(Range { start, length: variable.start.saturating_sub(start) });
            start = variable.start + variable.length;
        }
        shared.push(Range { start, length: end.saturating_sub(start) });
        shared
    }

    /// Bytes of a thread's variables that it writes before it reads them, if at all, or that decide only how long it pauses. (Whether they are
    /// initialised may decide more, where that is asked.)
    pub(super) fn dead_bytes(&self, thread: ThreadId) -> Vec<Range> {
        if self.config.check_leaks {
            return Vec::new();
        }
        let frames = &self.state.threads.get(thread).frames;
        // Where addresses are used again, what they point to makes a difference to fingerprints. What decides only pauses makes none.
        let mut dead = match self.config.reuse_addresses {
            true => Vec::new(),
            false => self.program.dead_bytes(frames),
        };
        if !self.config.check_uninitialized {
            dead.extend(self.program.faint_bytes(frames));
        }
        dead
    }

    /// The variables of a thread whose addresses do not escape.
    pub(super) fn unshared_variables(&self, thread: ThreadId) -> Vec<Range> {
        let frames = &self.state.threads.get(thread).frames;
        frames.iter().flat_map(|frame| self.program.unshared_variables(frame)).collect()
    }

    /// The part of a thread's stack that is in use.
    pub(super) fn frames_in_use(&self, thread: ThreadId) -> Range {
        let start = self.program.first_frame(thread);
        Range { start, length: self.state.threads.get(thread).state.stack.saturating_sub(start) }
    }

    /// The part of a thread's stack that no other thread reaches while the thread leaves nothing behind: all, or what it did not use
    /// at the first of these visits.
    pub(super) fn own_stack(&self, thread: ThreadId, visits: &Visits) -> Range {
        let private = self.program.private_stack(thread);
        match visits.iter().map(|visit| visit.stack).min() {
            Some(start) if private.length == 0 => {
                Range { start, length: crate::address::heap_of(thread).saturating_sub(start) }
            }
            _ => private,
        }
    }
}
