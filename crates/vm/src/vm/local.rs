//! Light-weight states (Yang, Chen, Gopalakrishnan, Kirby: *Efficient Stateful Dynamic Partial Order Reduction*, SPIN 2008,
//! sections 3 and 5): what a step has changed in the local state of its thread.
//!
//! Local state is what no other thread can access: a thread's position and registers. Locals whose address is not taken are
//! registers here. All memory counts as shared, stacks included: a local in memory is one whose address was taken, and may
//! be shared. Other threads can wake a thread, join, detach and cancel it: these, and how it has ended, are shared, too.
//!
//! As in the paper, nothing is said of a step (δ⊥) in which the program calls a function or returns from one, or changes a
//! variable that is a pointer (according to debug info). This does not apply to calls of and by the library: what is one
//! visible operation in the paper may be a few lines of C here.

use mazurka_machine::{Delta, Local, ThreadId};

use super::{Vm, fingerprint};
use crate::code::Reg;
use crate::context::State;
use crate::program::Program;
use crate::threads::{Frame, Status, Thread};

/// A thread's local state before a step, as far as it is needed to compute what the step has changed.
#[derive(Default)]
pub(super) struct Changes {
    own: [u64; 5],
    activations: u32,
    /// How many frames there were.
    frames: usize,
    /// From this one on they are kept. Below it a frame of the program is on top, and returns from that are not followed.
    first: usize,
    kept: Vec<Kept>,
    /// The registers that the kept frames needed, one frame after another.
    registers: Vec<(Reg, u64)>,
}

/// A frame.
struct Kept {
    position: [u64; 2],
    activation: u32,
    /// Its registers begin here.
    registers: usize,
}

impl Changes {
    /// To be called before a step of the thread.
    pub(super) fn before(&mut self, program: &Program, thread: &Thread) {
        self.own = fingerprint::own(program, &thread.state);
        self.activations = thread.state.activations;
        self.frames = thread.frames.len();
        let internal = |index: &usize| program.code(thread.frames[*index].function).internal;
        self.first = (0..self.frames).rev().find(|index| !internal(index)).unwrap_or(0);
        self.kept.clear();
        self.registers.clear();
        for (index, frame) in thread.frames.iter().enumerate().skip(self.first) {
            self.kept.push(Kept {
                position: fingerprint::position(frame),
                activation: frame.activation,
                registers: self.registers.len(),
            });
            let keep = &mut |register, word| self.registers.push((register, word));
            fingerprint::registers_of(program, thread, index, keep);
        }
    }

    /// What the step has changed; to be called after it.
    pub(super) fn delta(&self, program: &Program, thread: &Thread) -> Delta {
        match thread.state.status {
            Status::Alive if self.is_beyond_us(program, thread) => Delta::Unknown,
            Status::Alive => self.compare(program, thread),
            // How it has ended is not its own.
            Status::Finished | Status::Stopped => Delta::Changed(GONE),
        }
    }

    /// Whether the program has made a call, or returned from one.
    fn is_beyond_us(&self, program: &Program, thread: &Thread) -> bool {
        let old = (self.first..).zip(&self.kept).take_while(|(index, kept)| {
            thread.frames.get(*index).is_some_and(|frame| frame.activation == kept.activation)
        });
        let new = self.first + old.count();
        let internal = |index: usize| program.code(thread.frames[index].function).internal;
        let calls = thread.state.activations.wrapping_sub(self.activations) as usize;
        let returned_from_program = new <= self.first && self.frames > 0;
        let is_call = |index: usize| !internal(index) && index > 0 && !internal(index - 1);
        returned_from_program || calls != thread.frames.len() - new || (new..thread.frames.len()).any(is_call)
    }

    fn compare(&self, program: &Program, thread: &Thread) -> Delta {
        let own = fingerprint::own(program, &thread.state);
        let mut words = fingerprint::Words::new();
        own.iter().for_each(|&word| words.add(word));
        words.add(thread.frames.len() as u64);
        let mut changed = own != self.own || thread.frames.len() != self.frames;
        let mut pointer = false;
        for (index, frame) in thread.frames.iter().enumerate().skip(self.first) {
            let position = fingerprint::position(frame);
            let kept = self.kept.get(index - self.first).filter(|kept| kept.activation == frame.activation);
            changed |= kept.is_none_or(|kept| kept.position != position);
            position.iter().for_each(|&word| words.add(word));
            let known = kept.map_or(&[][..], |kept| &self.registers[kept.registers..self.end_of(index)]);
            pointer |= changes_pointer(program, thread, frame, known);
            fingerprint::registers_of(program, thread, index, &mut |register, word| {
                if !known.contains(&(register, word)) {
                    changed = true;
                    words.add(register as u64);
                    words.add(word);
                }
            });
        }
        match (pointer, changed) {
            (true, _) => Delta::Unknown,
            (_, false) => Delta::Unchanged,
            (_, true) => Delta::Changed(words.hash(0)),
        }
    }

    /// Where the registers of a kept frame end.
    fn end_of(&self, index: usize) -> usize {
        self.kept.get(index - self.first + 1).map_or(self.registers.len(), |next| next.registers)
    }
}

/// Whether a variable has changed that is a pointer, and still needed. Of a call that has just begun nothing is known.
fn changes_pointer(program: &Program, thread: &Thread, frame: &Frame, known: &[(Reg, u64)]) -> bool {
    let code = program.code(frame.function);
    let mut any = false;
    fingerprint::needed(program, thread, frame, &mut |register, word| {
        let is_new = |&(old, before): &(Reg, u64)| old == register && before != word;
        any |= known.iter().any(is_new) && code.is_pointer(register);
    });
    any
}

/// The change to no state.
const GONE: u128 = 1;

impl Local for Vm {
    fn shared_fingerprint(&mut self) -> u128 {
        let State { memory, threads, files, clocks, .. } = &mut self.state;
        memory
            .fingerprint()
            .wrapping_add(fingerprint::of_shared(&self.program, threads))
            .wrapping_add(files.fingerprint())
            .wrapping_add(clocks.fingerprint())
            .wrapping_add(self.ahead.fingerprint())
    }

    fn local_fingerprint(&mut self, thread: ThreadId) -> u128 {
        fingerprint::of_local(&self.program, &mut self.state.threads, thread)
    }
}
