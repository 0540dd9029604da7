//! Threads: frames of registers, saved once a step rather than a register at a time.

mod numbers;
mod others;
pub(crate) mod snapshot;
mod undo;

use std::mem;

use mazurka_machine::{ThreadId, ThreadSet};

use crate::code::{Pc, Reg};
use crate::program::FunctionId;

pub use numbers::{Birth, ThreadNumbers};
pub(crate) use others::OtherThreads;
pub(crate) use snapshot::{LocalState, Snapshot, SnapshotId};
pub(crate) use undo::ThreadsMark;

/// All threads, with undo.
#[derive(Default)]
pub struct Threads {
    /// By number. One that is not created, or no more, has nothing but buffers for later.
    threads: Vec<Thread>,
    created: ThreadSet,
    /// How many were.
    count: usize,
    numbers: ThreadNumbers,
    log: undo::Log,
    /// What all threads whose part is known add to the fingerprint.
    fingerprint_sum: u128,
    /// Those whose part is not known.
    outdated: ThreadSet,
    /// States that threads were in, by id.
    snapshots: Vec<Snapshot>,
}

#[derive(Default)]
pub struct Thread {
    pub state: ThreadState,
    pub frames: Vec<Frame>,
    /// The registers of all frames, the caller's before the callee's; always [`WINDOW`] more than are in use.
    registers: Vec<u64>,
    /// How many registers are in use.
    top: usize,
    /// The epoch in which `state` was last saved.
    saved: u64,
    /// In that epoch, frames from here on are saved or new.
    saved_from: usize,
    /// What the thread adds to the fingerprint, as far as it is known.
    pub(crate) fingerprint: ThreadFingerprint,
    /// The snapshot of the state that the thread is in, if it is known; cleared when that changes.
    pub(crate) snapshot: Option<SnapshotId>,
}

/// The registers that can be named from some frame on: as many as there are names, so indexing needs no check.
pub(crate) const WINDOW: usize = 1 << Reg::BITS;
pub(crate) type Window = [u64; WINDOW];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: FunctionId,
    /// In the top frame: what comes next. Below: the call that is under way.
    pub pc: Pc,
    /// First register.
    pub base: u32,
    /// Number of registers.
    pub registers: u32,
    /// Address of the frame's fixed allocas.
    pub memory: u64,
    /// The stack pointer to go back to on return.
    pub caller_stack: u64,
    /// The address of the variable arguments, 0 if there are none.
    pub varargs: u64,
    /// Where in the caller's frame the result goes, and how many registers it takes there.
    pub result: Reg,
    pub results: u16,
    /// Distinguishes calls.
    pub activation: u32,
}

/// What there is to a thread besides its frames. Small: it is copied on every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadState {
    pub status: Status,
    /// Has stepped at least once: until then it is about to do nothing but start.
    pub started: bool,
    /// First free byte of the stack.
    pub stack: u64,
    /// The end of the stack that the program has given to a context, while the thread runs on one ([`crate::exec::contexts`]); else 0.
    pub stack_end: u64,
    /// While it does, the first free byte of its own stack.
    pub home: u64,
    /// How far a library function of several visible operations has come; 0 outside of one.
    pub phase: u32,
    pub wait: Wait,
    /// Nanoseconds of virtual time that this thread has seen pass. Per thread, so that no interleaving shows in it.
    pub clock: u64,
    pub looks: Looks,
    /// Nesting depth of atomic blocks.
    pub atomic: u32,
    /// Threads it has created: names the next child.
    pub children: u16,
    pub detached: bool,
    /// It is main's thread, and `main` has returned.
    pub has_returned: bool,
    /// The thread that has waited for its end.
    pub joined_by: Option<ThreadId>,
    /// Cancellation requested; enabled unless disabled.
    pub cancel_requested: bool,
    pub cancel_disabled: bool,
    /// Its `errno` may have been set since it was forgotten last.
    pub has_errno: bool,
    /// How often it has woken up without a signal.
    pub spurious_wakeups: u8,
    /// How often it has given up a timed wait, where that is bounded.
    pub timeouts: u32,
    /// What the thread returned, from its end on until it is joined; 0 if no thread can join it.
    pub result: u64,
    /// Names the panic that it ends with ([`crate::panics`]); 0: none.
    pub panic: u64,
    /// That panic is the result of a test.
    pub panicked_in_test: bool,
    /// Has raised the panic of a scope in place of those of the threads that it has created.
    pub panicked_for_children: bool,
    /// The word that the step under way has loaded, and is to swap: see [`crate::code::WordRule::TakeOver`]. 0: none. Of no meaning between
    /// two steps.
    pub take_over: u64,
    /// Calls so far: names the next frame. Not part of the state, but of its history.
    pub activations: u32,
}

/// How a thread has looked at clocks since it slept last.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Looks {
    /// Where it looked once: a hash of the call stack.
    pub anchor: u32,
    pub number: u8,
    /// How often it came back to where it had looked.
    pub returns: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Alive,
    Finished,
    /// It has failed, broken an assumption or ended the process: it runs no more, and cannot be joined.
    Stopped,
}

/// Why a thread sleeps in the middle of a library call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wait {
    No,
    /// Asleep on the object at this address (condition variable, futex, barrier …).
    On(u64),
    /// It was woken from its sleep on the object at this address, and has not yet gone on.
    Woken(u64),
}

impl ThreadState {
    /// Its end was waited for by a thread that takes the result.
    pub fn join(&mut self, joiner: ThreadId) -> u64 {
        self.joined_by = Some(joiner);
        mem::take(&mut self.result)
    }
}

impl Default for ThreadState {
    fn default() -> ThreadState {
        ThreadState {
            status: Status::Alive,
            started: false,
            stack: 0,
            stack_end: 0,
            home: 0,
            phase: 0,
            wait: Wait::No,
            clock: 0,
            looks: Looks::default(),
            atomic: 0,
            children: 0,
            detached: false,
            has_returned: false,
            joined_by: None,
            cancel_requested: false,
            cancel_disabled: false,
            has_errno: false,
            spurious_wakeups: 0,
            timeouts: 0,
            result: 0,
            panic: 0,
            panicked_in_test: false,
            take_over: 0,
            panicked_for_children: false,
            activations: 0,
        }
    }
}

/// The hash of a thread, remembered until it changes.
#[derive(Default)]
pub(crate) struct ThreadFingerprint {
    /// Of all of it.
    pub whole: Option<u128>,
    /// `below[i]`: of the frames up to `i`, each at a call. May be shorter than the frames.
    pub below: Vec<u128>,
}

impl Threads {
    pub fn new(numbers: ThreadNumbers) -> Threads {
        Threads { numbers, ..Threads::default() }
    }

    pub fn created(&self) -> &ThreadSet {
        &self.created
    }

    /// Whether no other thread was created yet but main.
    pub fn is_main_alone(&self) -> bool {
        self.count <= 1
    }

    /// Of a thread that was created: ids come from [`Threads::created`].
    #[inline]
    pub fn get(&self, thread: ThreadId) -> &Thread {
        debug_assert!(self.created.contains(thread), "there is no such thread");
        &self.threads[thread.index()]
    }

    /// Forgets all remembered hashes, as if every thread had changed.
    pub(crate) fn forget_fingerprints(&mut self) {
        for thread in &mut self.threads {
            thread.fingerprint = ThreadFingerprint::default();
        }
        self.fingerprint_sum = 0;
        self.outdated.clone_from(&self.created);
    }

    /// What all threads add to the fingerprint, once the parts of [`Threads::outdated`] are known.
    pub(crate) fn fingerprint_sum(&self) -> u128 {
        self.fingerprint_sum
    }

    pub(crate) fn outdated(&self) -> &ThreadSet {
        &self.outdated
    }

    /// For storing the threads' hashes, which does not change them.
    pub(crate) fn each_to_hash(&mut self) -> impl Iterator<Item = (ThreadId, &mut Thread)> {
        let numbered = self.threads.iter_mut().enumerate().map(|(i, thread)| (ThreadId(i as u16), thread));
        numbered.filter(|(thread, _)| self.created.contains(*thread))
    }

    /// The same for one thread.
    pub(crate) fn one_to_hash(&mut self, thread: ThreadId) -> &mut Thread {
        &mut self.threads[thread.index()]
    }

    /// The thread, if the program's number for it is one.
    pub fn find(&self, thread: ThreadId) -> Option<&Thread> {
        self.created.contains(thread).then(|| self.get(thread))
    }

    /// To change a thread's state or its top frame: saves both first.
    #[inline]
    pub fn change(&mut self, thread: ThreadId) -> &mut Thread {
        debug_assert!(self.created.contains(thread), "there is no such thread");
        let at = &mut self.threads[thread.index()];
        if at.saved != self.log.epoch() {
            self.log.save(thread, at);
        }
        if let Some(fingerprint) = at.fingerprint.whole.take() {
            self.fingerprint_sum = self.fingerprint_sum.wrapping_sub(fingerprint);
            self.outdated.set(thread, true);
        }
        at.snapshot = None;
        at
    }

    /// Sets the snapshot of the state that a thread is in, which does not change it.
    pub(crate) fn set_snapshot_id(&mut self, thread: ThreadId, snapshot: Option<SnapshotId>) {
        self.threads[thread.index()].snapshot = snapshot;
    }

    /// Remembers what a thread adds to the fingerprint.
    pub(crate) fn set_fingerprint(&mut self, thread: ThreadId, fingerprint: Option<u128>) {
        let before = std::mem::replace(&mut self.threads[thread.index()].fingerprint.whole, fingerprint);
        self.fingerprint_sum =
            self.fingerprint_sum.wrapping_sub(before.unwrap_or(0)).wrapping_add(fingerprint.unwrap_or(0));
        self.outdated.set(thread, fingerprint.is_none());
    }

    /// To go back to a frame further down: saves the frames from `index` on. Call before popping to it.
    #[inline]
    pub fn change_from(&mut self, thread: ThreadId, index: usize) -> &mut Thread {
        debug_assert!(self.created.contains(thread), "there is no such thread");
        let at = &mut self.threads[thread.index()];
        debug_assert!(at.saved == self.log.epoch(), "change() comes first");
        if index < at.saved_from {
            self.log.save_frames_from(thread, at, index);
        }
        at
    }

    /// The thread that has created this one; `None` for main.
    pub(crate) fn parent(&self, thread: ThreadId) -> Option<ThreadId> {
        self.numbers.parent(thread)
    }

    /// What [`Threads::create`] will call the next child of `parent`.
    pub fn next_child(&mut self, parent: ThreadId) -> ThreadId {
        self.numbers.child((parent, self.get(parent).state.children))
    }

    /// A new thread without frames, child of `parent` (`None`: main).
    pub fn create(&mut self, parent: Option<ThreadId>) -> ThreadId {
        let thread = match parent {
            None => ThreadId::MAIN,
            Some(parent) => {
                let state = &mut self.change(parent).state;
                let nth = state.children;
                state.children += 1;
                self.numbers.child((parent, nth))
            }
        };
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, Thread::default);
        }
        self.threads[thread.index()].begin(self.log.epoch());
        self.created.insert(thread);
        self.outdated.insert(thread);
        self.count += 1;
        self.log.created(thread);
        thread
    }

    fn undo_creation(&mut self, thread: ThreadId) {
        self.created.remove(thread);
        self.set_fingerprint(thread, None);
        self.outdated.remove(thread);
        self.count -= 1;
    }
}

/// Registers that are allocated in advance.
const FIRST_REGISTERS: usize = 1 << 12;

impl Thread {
    /// Makes it a new thread without frames.
    fn begin(&mut self, epoch: u64) {
        self.state = ThreadState::default();
        (self.saved, self.saved_from) = (epoch, 0);
        self.fingerprint.whole = None;
        self.snapshot = None;
        self.pop_all();
        if self.registers.is_empty() {
            self.registers = vec![0; WINDOW + FIRST_REGISTERS];
        }
    }

    pub fn frame(&self) -> Option<&Frame> {
        self.frames.last()
    }

    /// The registers of a frame.
    pub fn registers(&self, frame: &Frame) -> &[u64] {
        &self.registers[frame.base as usize..][..frame.registers as usize]
    }

    /// All registers in use, of all frames.
    pub fn registers_in_use(&self) -> usize {
        self.top
    }

    /// The top frame and its registers, for the interpreter.
    #[inline]
    pub(crate) fn running(&mut self) -> Option<(&mut Frame, &mut Window)> {
        let frame = self.frames.last_mut()?;
        let window = window_at(&mut self.registers, frame.base);
        Some((frame, window))
    }

    /// The registers of the top frame.
    #[inline]
    pub(crate) fn window(&mut self) -> &mut Window {
        let base = self.frames.last().map_or(0, |frame| frame.base);
        window_at(&mut self.registers, base)
    }

    /// Puts a frame on top and clears its registers; its `base` and `activation` are set here. Returns the registers of the
    /// frame below and the new ones.
    #[inline(always)]
    pub(crate) fn push(&mut self, frame: Frame) -> (&[u64], &mut [u64]) {
        let caller = self.frames.last().map_or(0, |caller| caller.base as usize);
        let base = self.top;
        self.top += frame.registers as usize;
        self.make_room();
        self.state.activations = self.state.activations.wrapping_add(1);
        self.frames.push(Frame { base: base as u32, activation: self.state.activations, ..frame });
        let (below, above) = self.registers.split_at_mut(base);
        let new = &mut above[..frame.registers as usize];
        new.fill(0);
        (&below[caller..], new)
    }

    /// For as many registers as are in use.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.registers.len() < self.top + WINDOW {
            self.registers.resize((self.top + WINDOW) * 2, 0);
        }
    }

    /// Takes all frames away. They must be saved: [`Threads::change_from`].
    pub(crate) fn pop_all(&mut self) {
        self.frames.clear();
        self.top = 0;
        self.fingerprint.below.clear();
    }

    /// Takes the top frame away. The frame below must be saved: [`Threads::change_from`]. Returns the registers of the frame
    /// below and the old ones.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Frame, &mut [u64], &[u64])> {
        let frame = self.frames.pop()?;
        self.top = frame.base as usize;
        self.fingerprint.below.truncate(self.frames.len().saturating_sub(1));
        let caller = self.frames.last().map_or(0, |caller| caller.base as usize);
        let (below, above) = self.registers.split_at_mut(self.top);
        Some((frame, &mut below[caller..], &above[..frame.registers as usize]))
    }
}

#[inline]
fn window_at(registers: &mut [u64], base: u32) -> &mut Window {
    registers[base as usize..].first_chunk_mut().expect("the register file is long enough")
}

/// Frames of different calls may be the same otherwise.
pub(crate) fn unnamed(frame: &Frame) -> Frame {
    Frame { activation: 0, ..*frame }
}

/// The same for all calls that a thread has made.
pub(crate) fn without_history(state: ThreadState) -> ThreadState {
    ThreadState { activations: 0, take_over: 0, ..state }
}
