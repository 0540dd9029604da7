//! The local state of a thread, to be restored at once.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU32;
use std::sync::Arc;

use mazurka_machine::ThreadId;
use rustc_hash::FxHasher;

use super::{Frame, Thread, ThreadState, Threads, unnamed, without_history};

/// The index of a [`Snapshot`] plus one.
pub(crate) type SnapshotId = NonZeroU32;

/// All of a thread but for its history: calls have no names here.
#[derive(PartialEq, Eq)]
pub(crate) struct Snapshot {
    state: ThreadState,
    frames: Box<[Frame]>,
    /// Of all frames, the caller's before the callee's.
    registers: Box<[u64]>,
}

/// A local state that a thread was in.
#[derive(Clone)]
pub(crate) enum LocalState {
    Stored(SnapshotId),
    Own(Arc<Snapshot>),
}

impl LocalState {
    fn snapshot<'a>(&'a self, stored: &'a [Snapshot]) -> &'a Snapshot {
        match self {
            LocalState::Stored(id) => &stored[id.get() as usize - 1],
            LocalState::Own(snapshot) => snapshot,
        }
    }
}

impl Snapshot {
    fn of(thread: &Thread) -> Snapshot {
        let registers = thread.registers[..thread.top].into();
        let frames = thread.frames.iter().map(unnamed).collect();
        Snapshot { state: without_history(thread.state), frames, registers }
    }

    pub(crate) fn is(&self, thread: &Thread) -> bool {
        self.state == without_history(thread.state)
            && thread.frames.iter().map(unnamed).eq(self.frames.iter().copied())
            && *self.registers == thread.registers[..thread.top]
    }

    /// Whether a thread is in the same calls as then, perhaps at another place in the last one, and has the same stack. It may have been
    /// detached since.
    fn has_same_calls(&self, thread: &Thread) -> bool {
        let anywhere = |frame: &Frame| Frame { pc: 0, ..unnamed(frame) };
        let callers =
            |frames: &[Frame]| frames.split_last().map(|(last, callers)| (anywhere(last), callers.len()));
        let detached = thread.state.detached;
        ThreadState { detached, ..self.state } == without_history(thread.state)
            && callers(&self.frames) == callers(&thread.frames)
            && self.frames.iter().rev().zip(thread.frames.iter().rev()).skip(1).all(|(a, b)| *a == unnamed(b))
    }

    /// How many frames at the bottom are the same in another one.
    pub(crate) fn frames_in_common(&self, other: &Snapshot) -> usize {
        let is_same = |(mine, theirs): &(&Frame, &Frame)| {
            mine == theirs && self.registers_of(mine) == other.registers_of(theirs)
        };
        self.frames.iter().zip(&other.frames).take_while(is_same).count()
    }

    fn registers_of(&self, frame: &Frame) -> &[u64] {
        &self.registers[frame.base as usize..][..frame.registers as usize]
    }
}

/// Equal for equal snapshots.
pub(crate) fn hash(thread: &Thread) -> u64 {
    let mut hasher = FxHasher::default();
    thread.registers[..thread.top].hash(&mut hasher);
    for frame in &thread.frames {
        (frame.function, frame.pc).hash(&mut hasher);
    }
    (thread.state.stack, thread.state.clock, thread.state.phase).hash(&mut hasher);
    hasher.finish()
}

impl Threads {
    /// The local state that a thread is in. Costs little if it is stored.
    pub(crate) fn local_state(&self, thread: ThreadId) -> LocalState {
        let at = &self.threads[thread.index()];
        at.snapshot.map_or_else(|| LocalState::Own(Arc::new(Snapshot::of(at))), LocalState::Stored)
    }

    pub(crate) fn has_same_calls(&self, thread: ThreadId, then: &LocalState) -> bool {
        then.snapshot(&self.snapshots).has_same_calls(&self.threads[thread.index()])
    }

    /// Puts a thread into a local state that it was in, detached if it is.
    pub(crate) fn restore(&mut self, thread: ThreadId, to: &LocalState) {
        let detached = self.change(thread).state.detached;
        self.change_from(thread, 0);
        let at = &mut self.threads[thread.index()];
        at.put(to.snapshot(&self.snapshots), 0);
        at.state.detached = detached;
    }

    /// Stores the state that a thread is in.
    pub(crate) fn take_snapshot(&mut self, thread: ThreadId) -> Option<SnapshotId> {
        self.snapshots.push(Snapshot::of(&self.threads[thread.index()]));
        SnapshotId::new(self.snapshots.len() as u32)
    }

    pub(crate) fn snapshot(&self, id: SnapshotId) -> &Snapshot {
        &self.snapshots[id.get() as usize - 1]
    }

    /// Moves a thread from one snapshot to another; `in_common` frames at the bottom are the same in both.
    #[inline]
    pub(crate) fn put(&mut self, thread: ThreadId, from: SnapshotId, to: SnapshotId, in_common: usize) {
        let at = &mut self.threads[thread.index()];
        self.log.save_snapshot_id(thread, at, (from, to, in_common));
        self.change(thread);
        self.change_from(thread, in_common);
        let to_snapshot = &self.snapshots[to.get() as usize - 1];
        self.threads[thread.index()].put(to_snapshot, in_common);
        self.threads[thread.index()].snapshot = Some(to);
    }
}

impl Thread {
    #[inline]
    pub(super) fn put(&mut self, snapshot: &Snapshot, in_common: usize) {
        self.state = snapshot.state;
        self.frames.truncate(in_common);
        self.frames.extend_from_slice(&snapshot.frames[in_common..]);
        self.fingerprint.below.truncate(in_common.min(self.frames.len().saturating_sub(1)));
        let kept =
            snapshot.frames.get(in_common).map_or(snapshot.registers.len(), |frame| frame.base as usize);
        self.top = snapshot.registers.len();
        self.make_room();
        self.registers[kept..self.top].copy_from_slice(&snapshot.registers[kept..]);
    }
}
