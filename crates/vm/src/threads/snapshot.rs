//! A thread as it was, to be put back at once.

use std::hash::{Hash, Hasher};

use mazurka_machine::ThreadId;
use rustc_hash::FxHasher;

use super::{Frame, Thread, ThreadState, Threads};

/// All of a thread.
#[derive(PartialEq, Eq)]
pub struct Snapshot {
    state: ThreadState,
    frames: Box<[Frame]>,
    /// Of all frames, the caller's before the callee's.
    registers: Box<[u64]>,
}

impl Snapshot {
    pub fn of(thread: &Thread) -> Snapshot {
        let registers = thread.registers[..thread.top].into();
        Snapshot { state: thread.state, frames: thread.frames.as_slice().into(), registers }
    }

    /// Equal for equal ones.
    pub fn hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        self.registers.hash(&mut hasher);
        for frame in &self.frames {
            (frame.function, frame.pc, frame.activation).hash(&mut hasher);
        }
        (self.state.stack, self.state.clock, self.state.phase).hash(&mut hasher);
        hasher.finish()
    }

    pub fn is(&self, thread: &Thread) -> bool {
        self.state == thread.state
            && *self.frames == *thread.frames
            && *self.registers == thread.registers[..thread.top]
    }

    /// How many frames at the bottom are the same in another one.
    pub fn frames_in_common(&self, other: &Snapshot) -> usize {
        let is_same = |(mine, theirs): &(&Frame, &Frame)| {
            mine == theirs && self.registers_of(mine) == other.registers_of(theirs)
        };
        self.frames.iter().zip(&other.frames).take_while(is_same).count()
    }

    fn registers_of(&self, frame: &Frame) -> &[u64] {
        &self.registers[frame.base as usize..][..frame.registers as usize]
    }
}

impl Threads {
    /// Puts a thread into another state, which has so many frames at the bottom in common with the one that it is in.
    #[inline]
    pub fn put(&mut self, thread: ThreadId, snapshot: &Snapshot, in_common: usize) {
        self.change(thread);
        let at = self.change_from(thread, in_common);
        at.state = snapshot.state;
        at.frames.truncate(in_common);
        at.frames.extend_from_slice(&snapshot.frames[in_common..]);
        at.print.below.truncate(in_common.min(at.frames.len().saturating_sub(1)));
        let kept =
            snapshot.frames.get(in_common).map_or(snapshot.registers.len(), |frame| frame.base as usize);
        at.top = snapshot.registers.len();
        at.make_room();
        at.registers[kept..at.top].copy_from_slice(&snapshot.registers[kept..]);
    }
}
