//! Threads: frames of registers, saved once a step rather than a register at a time.

use std::collections::BTreeMap;

use mazurka_machine::{ThreadId, ThreadSet};

use crate::code::{Pc, Reg};
use crate::program::FunctionId;

/// All threads, with undo.
#[derive(Default)]
pub struct Threads {
    threads: Vec<Option<Thread>>,
    created: ThreadSet,
    names: Names,
    saved: Vec<Saved>,
    saved_registers: Vec<u64>,
    epoch: u64,
    recording: bool,
    /// Register files of threads that were undone, for the next ones.
    spare: Vec<Vec<u64>>,
}

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
    pub(crate) print: ThreadPrint,
}

/// The registers that can be named from some frame on: as many as there are names, so indexing needs no check.
pub const WINDOW: usize = 1 << Reg::BITS;
pub type Window = [u64; WINDOW];

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
    /// Where the variable arguments stand, 0 if there are none.
    pub varargs: u64,
    /// Where in the caller's frame the result goes, and how many registers it takes there.
    pub result: Reg,
    pub results: u16,
    /// Tells one call from another.
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
    /// How far a library function of several visible operations has come; 0 outside of one.
    pub phase: u32,
    pub wait: Wait,
    /// Nanoseconds of virtual time that this thread has seen pass. Per thread, so that no interleaving shows in it.
    pub clock: u64,
    /// Nesting depth of atomic blocks.
    pub atomic: u32,
    /// Threads it has created: names the next child.
    pub children: u16,
    pub detached: bool,
    pub joined: bool,
    /// Cancellation requested; enabled unless disabled.
    pub cancel_requested: bool,
    pub cancel_disabled: bool,
    /// How often it has woken up although nobody had woken it.
    pub spurious_wakeups: u8,
    /// What the thread returned, once it is finished.
    pub result: u64,
    /// Calls so far: names the next frame. Not part of the state, but of its history.
    pub activations: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    Alive,
    Finished,
    /// It has failed, broken an assumption or ended the process: it runs no more, and nobody can join it.
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

impl Default for ThreadState {
    fn default() -> ThreadState {
        ThreadState {
            status: Status::Alive,
            started: false,
            stack: 0,
            phase: 0,
            wait: Wait::No,
            clock: 0,
            atomic: 0,
            children: 0,
            detached: false,
            joined: false,
            cancel_requested: false,
            cancel_disabled: false,
            spurious_wakeups: 0,
            result: 0,
            activations: 0,
        }
    }
}

/// The n-th child of a thread has the same number in every interleaving: the table is never rewound.
#[derive(Default)]
struct Names {
    of_child: BTreeMap<(ThreadId, u16), ThreadId>,
    used: u16,
}

/// The hash of a thread, remembered until it changes.
#[derive(Default)]
pub(crate) struct ThreadPrint {
    /// Of all of it.
    pub whole: Option<u128>,
    /// `below[i]`: of the frames up to `i`, each standing at a call. May be shorter than the frames.
    pub below: Vec<u128>,
}

enum Saved {
    State { thread: ThreadId, state: ThreadState, saved: u64, saved_from: usize, print: Option<u128> },
    Frame { thread: ThreadId, index: usize, frame: Frame, registers: usize },
    Created { thread: ThreadId },
}

#[derive(Clone, Copy, Debug)]
pub struct ThreadsMark {
    saved: usize,
}

impl Threads {
    pub fn new() -> Threads {
        Threads { epoch: 1, ..Threads::default() }
    }

    pub fn created(&self) -> &ThreadSet {
        &self.created
    }

    /// Panics if there is no such thread: ids come from [`Threads::created`].
    pub fn get(&self, thread: ThreadId) -> &Thread {
        self.threads[thread.index()].as_ref().expect("the thread was created")
    }

    /// Forgets all remembered hashes, as if every thread had changed.
    pub(crate) fn forget_prints(&mut self) {
        for thread in self.threads.iter_mut().flatten() {
            thread.print = ThreadPrint::default();
        }
    }

    /// For remembering the threads' hashes, which is no change of them.
    pub(crate) fn each_to_hash(&mut self) -> impl Iterator<Item = (ThreadId, &mut Thread)> {
        let numbered = self.threads.iter_mut().enumerate();
        numbered.filter_map(|(i, thread)| Some((ThreadId(i as u16), thread.as_mut()?)))
    }

    /// The same for one thread.
    pub(crate) fn one_to_hash(&mut self, thread: ThreadId) -> &mut Thread {
        self.threads[thread.index()].as_mut().expect("the thread was created")
    }

    /// The thread, if the program's number for it is one.
    pub fn find(&self, thread: ThreadId) -> Option<&Thread> {
        self.threads.get(thread.index())?.as_ref()
    }

    /// To change a thread's state or its top frame: saves both first.
    #[inline]
    pub fn change(&mut self, thread: ThreadId) -> &mut Thread {
        let at = self.threads[thread.index()].as_mut().expect("the thread was created");
        if self.recording && at.saved != self.epoch {
            let Thread { state, saved, saved_from, .. } = *at;
            self.saved.push(Saved::State { thread, state, saved, saved_from, print: at.print.whole });
            at.saved = self.epoch;
            at.saved_from = at.frames.len();
            if let Some(top) = at.frames.len().checked_sub(1) {
                save_frames_from(at, top, thread, &mut self.saved, &mut self.saved_registers);
            }
        }
        at.print.whole = None;
        at
    }

    /// To go back to a frame further down: saves the frames from `index` on. Call before popping to it.
    #[inline]
    pub fn change_from(&mut self, thread: ThreadId, index: usize) -> &mut Thread {
        let at = self.threads[thread.index()].as_mut().expect("the thread was created");
        debug_assert!(!self.recording || at.saved == self.epoch, "change() comes first");
        if self.recording && index < at.saved_from {
            save_frames_from(at, index, thread, &mut self.saved, &mut self.saved_registers);
        }
        at
    }

    /// What [`Threads::create`] will call the next child of `parent`.
    pub fn next_child(&mut self, parent: ThreadId) -> ThreadId {
        self.names.child(parent, self.get(parent).state.children)
    }

    /// A new thread without frames, child of `parent` (`None`: main).
    pub fn create(&mut self, parent: Option<ThreadId>) -> ThreadId {
        let thread = match parent {
            None => ThreadId::MAIN,
            Some(parent) => {
                let state = &mut self.change(parent).state;
                let nth = state.children;
                state.children += 1;
                self.names.child(parent, nth)
            }
        };
        if self.threads.len() <= thread.index() {
            self.threads.resize_with(thread.index() + 1, || None);
        }
        let registers = self.spare.pop().unwrap_or_else(|| vec![0; WINDOW + FIRST_REGISTERS]);
        self.threads[thread.index()] = Some(Thread {
            state: ThreadState::default(),
            frames: Vec::new(),
            registers,
            top: 0,
            saved: self.epoch,
            saved_from: 0,
            print: ThreadPrint::default(),
        });
        self.created.insert(thread);
        if self.recording {
            self.saved.push(Saved::Created { thread });
        }
        thread
    }

    pub fn start_recording(&mut self) {
        self.recording = true;
        self.epoch += 1;
    }

    pub fn mark(&mut self) -> ThreadsMark {
        self.epoch += 1;
        ThreadsMark { saved: self.saved.len() }
    }

    pub fn rewind(&mut self, to: ThreadsMark) {
        while self.saved.len() > to.saved {
            match self.saved.pop() {
                Some(Saved::State { thread, state, saved, saved_from, print }) => {
                    let at = self.threads[thread.index()].as_mut().expect("undone in reverse order");
                    (at.state, at.saved, at.saved_from, at.print.whole) = (state, saved, saved_from, print);
                }
                Some(Saved::Frame { thread, index, frame, registers }) => {
                    let at = self.threads[thread.index()].as_mut().expect("undone in reverse order");
                    at.frames.truncate(index);
                    at.frames.push(frame);
                    at.top = frame.base as usize + frame.registers as usize;
                    at.registers[frame.base as usize..at.top]
                        .copy_from_slice(&self.saved_registers[registers..]);
                    at.print.below.truncate(index);
                    self.saved_registers.truncate(registers);
                }
                Some(Saved::Created { thread }) => {
                    let gone = self.threads[thread.index()].take();
                    self.spare.extend(gone.map(|thread| thread.registers));
                    self.created.remove(thread);
                }
                None => break,
            }
        }
        self.epoch += 1;
    }
}

/// So many registers need no growing.
const FIRST_REGISTERS: usize = 1 << 12;

impl Thread {
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

    /// The registers of the top frame, for the interpreter.
    #[inline]
    pub(crate) fn window(&mut self) -> &mut Window {
        let base = self.frames.last().map_or(0, |frame| frame.base as usize);
        (&mut self.registers[base..base + WINDOW]).try_into().expect("the register file is long enough")
    }

    /// Puts a frame on top and clears its registers; its `base` and `activation` are set here. Gives the registers of the frame below and
    /// the new ones.
    #[inline]
    pub(crate) fn push(&mut self, frame: Frame) -> (&[u64], &mut [u64]) {
        let caller = self.frames.last().map_or(0, |caller| caller.base as usize);
        let base = self.top;
        self.top += frame.registers as usize;
        if self.registers.len() < self.top + WINDOW {
            self.registers.resize((self.top + WINDOW) * 2, 0);
        }
        self.state.activations = self.state.activations.wrapping_add(1);
        self.frames.push(Frame { base: base as u32, activation: self.state.activations, ..frame });
        let (below, above) = self.registers.split_at_mut(base);
        let new = &mut above[..frame.registers as usize];
        new.fill(0);
        (&below[caller..], new)
    }

    /// Takes the top frame away. The frame below must be saved: [`Threads::change_from`]. Gives the registers of the frame
    /// below and the old ones.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(Frame, &mut [u64], &[u64])> {
        let frame = self.frames.pop()?;
        self.top = frame.base as usize;
        self.print.below.truncate(self.frames.len().saturating_sub(1));
        let caller = self.frames.last().map_or(0, |caller| caller.base as usize);
        let (below, above) = self.registers.split_at_mut(self.top);
        Some((frame, &mut below[caller..], &above[..frame.registers as usize]))
    }
}

impl Names {
    fn child(&mut self, parent: ThreadId, nth: u16) -> ThreadId {
        let used = &mut self.used;
        *self.of_child.entry((parent, nth)).or_insert_with(|| {
            *used += 1;
            ThreadId(*used)
        })
    }
}

/// Saves frames `index …` as far as they are not saved yet, the topmost first, so that undoing restores upwards.
fn save_frames_from(
    at: &mut Thread,
    index: usize,
    thread: ThreadId,
    log: &mut Vec<Saved>,
    registers: &mut Vec<u64>,
) {
    let saved_from = at.saved_from.min(at.frames.len());
    for i in (index..saved_from).rev() {
        let frame = at.frames[i];
        log.push(Saved::Frame { thread, index: i, frame, registers: registers.len() });
        registers.extend_from_slice(at.registers(&frame));
    }
    at.saved_from = index.min(saved_from);
}
