//! Undo for threads. Before its first change in an epoch a thread's state is saved together with its top frame; a frame
//! below is saved before it comes on top.

use mazurka_machine::ThreadId;

use super::{Frame, SnapshotId, Thread, ThreadState, Threads};

pub(super) struct Log {
    saved: Vec<Saved>,
    /// Of the saved frames, one after another.
    registers: Vec<u64>,
    /// Threads stamped with this epoch are already saved. Grows with every mark and rewind, never repeats.
    epoch: u64,
    recording: bool,
}

enum Saved {
    State {
        thread: ThreadId,
        state: ThreadState,
        saved: u64,
        saved_from: usize,
        fingerprint: Option<u128>,
        snapshot: Option<SnapshotId>,
    },
    Frame {
        thread: ThreadId,
        index: usize,
        frame: Frame,
        registers: usize,
    },
    /// It was in the state of a snapshot.
    Snapshot {
        thread: ThreadId,
        snapshot: SnapshotId,
        /// It went to this one; `in_common` frames at the bottom are the same.
        to: SnapshotId,
        in_common: usize,
        fingerprint: Option<u128>,
        saved: u64,
        saved_from: usize,
    },
    Created {
        thread: ThreadId,
    },
}

#[derive(Clone, Copy, Debug)]
pub struct ThreadsMark {
    saved: usize,
}

impl Default for Log {
    fn default() -> Log {
        Log { saved: Vec::new(), registers: Vec::new(), epoch: 1, recording: false }
    }
}

impl Log {
    #[inline]
    pub(super) fn epoch(&self) -> u64 {
        self.epoch
    }

    #[inline(never)]
    pub(super) fn save(&mut self, thread: ThreadId, at: &mut Thread) {
        let Thread { state, saved, saved_from, snapshot, .. } = *at;
        at.saved = self.epoch;
        if self.recording {
            self.saved.push(Saved::State {
                thread,
                state,
                saved,
                saved_from,
                fingerprint: at.fingerprint.whole,
                snapshot,
            });
            at.saved_from = at.frames.len().saturating_sub(1);
            if let Some(top) = at.frames.last() {
                self.save_frame(thread, at, at.saved_from, top);
            }
        }
    }

    /// The same for a thread in the state of a snapshot, if it is not saved already.
    #[inline]
    pub(super) fn save_snapshot_id(
        &mut self,
        thread: ThreadId,
        at: &mut Thread,
        (snapshot, to, in_common): (SnapshotId, SnapshotId, usize),
    ) {
        let Thread { saved, saved_from, .. } = *at;
        if saved != self.epoch {
            (at.saved, at.saved_from) = (self.epoch, 0);
            if self.recording {
                let fingerprint = at.fingerprint.whole;
                self.saved.push(Saved::Snapshot {
                    thread,
                    snapshot,
                    to,
                    in_common,
                    fingerprint,
                    saved,
                    saved_from,
                });
            }
        }
    }

    /// Saves frames `index …` as far as they are not saved yet, the topmost first, so that undoing restores upwards.
    pub(super) fn save_frames_from(&mut self, thread: ThreadId, at: &mut Thread, index: usize) {
        let unsaved = at.saved_from.min(at.frames.len());
        for (index, frame) in at.frames[..unsaved].iter().enumerate().skip(index).rev() {
            self.save_frame(thread, at, index, frame);
        }
        at.saved_from = index.min(unsaved);
    }

    #[inline]
    fn save_frame(&mut self, thread: ThreadId, at: &Thread, index: usize, frame: &Frame) {
        let registers = self.registers.len();
        self.saved.push(Saved::Frame { thread, index, frame: *frame, registers });
        self.registers.extend_from_slice(at.registers(frame));
    }

    pub(super) fn created(&mut self, thread: ThreadId) {
        if self.recording {
            self.saved.push(Saved::Created { thread });
        }
    }
}

impl Threads {
    pub fn start_recording(&mut self) {
        self.log.recording = true;
        self.log.epoch += 1;
    }

    /// How many bytes saved threads take.
    pub fn undo_bytes(&self) -> usize {
        let Log { saved, registers, .. } = &self.log;
        saved.capacity() * size_of::<Saved>() + registers.capacity() * size_of::<u64>()
    }

    pub fn mark(&mut self) -> ThreadsMark {
        self.log.epoch += 1;
        ThreadsMark { saved: self.log.saved.len() }
    }

    /// Whether no threads but these were changed since a mark was taken, and none was created.
    pub fn only_changed(&self, these: impl Fn(ThreadId) -> bool, since: ThreadsMark) -> bool {
        self.log.saved[since.saved..].iter().all(|saved| match *saved {
            Saved::State { thread, .. } | Saved::Frame { thread, .. } | Saved::Snapshot { thread, .. } => {
                these(thread)
            }
            Saved::Created { .. } => false,
        })
    }

    pub fn rewind(&mut self, to: ThreadsMark) {
        let mut log = std::mem::take(&mut self.log.saved);
        for saved in log[to.saved..].iter().rev() {
            match *saved {
                Saved::State { thread, ref state, saved, saved_from, fingerprint, snapshot } => {
                    let at = &mut self.threads[thread.index()];
                    (at.state, at.saved, at.saved_from) = (*state, saved, saved_from);
                    at.snapshot = snapshot;
                    self.set_fingerprint(thread, fingerprint);
                }
                Saved::Snapshot { thread, snapshot, to, in_common, fingerprint, saved, saved_from } => {
                    let at = &mut self.threads[thread.index()];
                    let in_common = if at.snapshot == Some(to) { in_common } else { 0 };
                    at.put(&self.snapshots[snapshot.get() as usize - 1], in_common);
                    (at.saved, at.saved_from, at.snapshot) = (saved, saved_from, Some(snapshot));
                    self.set_fingerprint(thread, fingerprint);
                }
                Saved::Frame { thread, index, ref frame, registers } => {
                    let at = &mut self.threads[thread.index()];
                    at.restore(index, frame, &self.log.registers[registers..]);
                    self.log.registers.truncate(registers);
                }
                Saved::Created { thread } => self.undo_creation(thread),
            }
        }
        log.truncate(to.saved);
        self.log.saved = log;
        self.log.epoch += 1;
    }
}

impl Thread {
    /// Makes a frame the top one again.
    fn restore(&mut self, index: usize, frame: &Frame, registers: &[u64]) {
        self.frames.truncate(index);
        self.frames.push(*frame);
        self.top = frame.base as usize + frame.registers as usize;
        self.registers[frame.base as usize..self.top].copy_from_slice(registers);
        self.fingerprint.below.truncate(index);
    }
}
