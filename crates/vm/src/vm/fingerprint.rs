//! The state as a number: memory, and for every thread where it stands and what it still needs.
//!
//! A thread's hash is remembered until the thread changes; that of its lower frames until they run again. So a step pays
//! for what it changed.

use mazurka_machine::ThreadId;
use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::code::{CallSite, Insn, Reg, VarArg};
use crate::program::{FunctionKind, Program};
use crate::threads::{Frame, Status, Thread, ThreadState, Threads, Wait};

/// `memory` is the memory's part.
pub(super) fn of(program: &Program, threads: &mut Threads, memory: u128) -> u128 {
    let mut sum = memory;
    for (id, thread) in threads.each_to_hash() {
        sum = sum.wrapping_add(of_thread(program, id, thread));
    }
    sum
}

/// One thread's part.
pub(super) fn of_one(program: &Program, threads: &mut Threads, id: ThreadId) -> u128 {
    of_thread(program, id, threads.one_to_hash(id))
}

fn of_thread(program: &Program, id: ThreadId, thread: &mut Thread) -> u128 {
    if let Some(known) = thread.print.whole {
        return known;
    }
    let mut words = Words::new();
    add_state(&mut words, program, &thread.state);
    if thread.state.status == Status::Alive
        && let Some(top) = thread.frames.len().checked_sub(1)
    {
        words.add_hash(below(program, thread, top));
        add_top(&mut words, program, thread, &thread.frames[top]);
    }
    let hash = words.hash(id.0 as u64);
    thread.print.whole = Some(hash);
    hash
}

/// The frames under the top one.
fn below(program: &Program, thread: &mut Thread, top: usize) -> u128 {
    for index in thread.print.below.len()..top {
        let mut words = Words::new();
        words.add_hash(thread.print.below.last().copied().unwrap_or(0));
        add_frame(&mut words, program, thread, &thread.frames[index]);
        thread.print.below.push(words.hash(0));
    }
    match top.checked_sub(1) {
        Some(last) => thread.print.below[last],
        None => 0,
    }
}

fn add_state(words: &mut Words, program: &Program, state: &ThreadState) {
    let ThreadState {
        status,
        started,
        stack,
        phase,
        wait,
        clock,
        atomic,
        children,
        detached,
        joined,
        cancel_requested,
        cancel_disabled,
        spurious_wakeups,
        result,
        activations: _,
    } = *state;
    let flags = |flags: &[bool]| flags.iter().fold(status as u64, |word, &flag| word << 1 | flag as u64);
    if status == Status::Alive {
        words.add(flags(&[detached, joined, started, cancel_requested, cancel_disabled]));
        let (kind, object) = match wait {
            Wait::No => (0, 0),
            Wait::On(object) => (1, object),
            Wait::Woken(object) => (2, object),
        };
        words.add((phase as u64) << 32 | atomic as u64);
        words.add((children as u64) << 32 | (spurious_wakeups as u64) << 8 | kind);
        // Time that nobody looks at does not pass.
        for word in [stack, object, if program.reads_clock { clock } else { 0 }] {
            words.add(word);
        }
    } else {
        words.add(flags(&[detached, joined]));
        // Once somebody has fetched the result, or nobody can, it does not matter any more.
        words.add(if joined || detached { 0 } else { result });
    }
}

fn add_top(words: &mut Words, program: &Program, thread: &Thread, frame: &Frame) {
    operands(program, thread, frame, &mut |word| words.add(word));
    add_frame(words, program, thread, frame);
}

/// Where a frame stands, and what it needs from there on.
fn add_frame(words: &mut Words, program: &Program, thread: &Thread, frame: &Frame) {
    words.add((frame.function as u64) << 32 | frame.pc as u64);
    words.add(frame.caller_stack);
    needed(program, thread, frame, &mut |word| words.add(word));
}

/// The registers of a thread that are part of the state.
pub(super) fn registers(program: &Program, thread: &Thread, visit: &mut impl FnMut(u64)) {
    if let Some(top) = thread.frames.last().filter(|_| thread.state.status == Status::Alive) {
        operands(program, thread, top, visit);
        thread.frames.iter().for_each(|frame| needed(program, thread, frame, visit));
    }
}

/// The top frame stands before its next operation, whose operands are needed, too.
fn operands(program: &Program, thread: &Thread, top: &Frame, visit: &mut impl FnMut(u64)) {
    let FunctionKind::Code(code) = &program.functions[top.function as usize].kind else { return };
    let registers = thread.registers(top);
    let mut add = |register: Reg| visit(registers[register as usize]);
    if !thread.state.started {
        (0..code.params).for_each(add);
        return;
    }
    match code.insns[top.pc as usize] {
        Insn::Return { s, n } => (s..s + n).for_each(add),
        Insn::Call { site, .. } => arguments(&code.sites[site as usize], add),
        Insn::CallIndirect { f, site } => {
            add(f);
            arguments(&code.sites[site as usize], add);
        }
        _ => {}
    }
}

fn arguments(site: &CallSite, mut add: impl FnMut(Reg)) {
    site.args.iter().for_each(|&register| add(register));
    for vararg in &site.varargs {
        match *vararg {
            VarArg::Word(register) | VarArg::Bytes { address: register, .. } => add(register),
            VarArg::Wide(register) => (register..register + 2).for_each(&mut add),
        }
    }
}

/// The registers that a frame needs from where it stands: all, where that is not known.
fn needed(program: &Program, thread: &Thread, frame: &Frame, visit: &mut impl FnMut(u64)) {
    let FunctionKind::Code(code) = &program.functions[frame.function as usize].kind else { return };
    let registers = thread.registers(frame);
    if code.live.knows(frame.pc) {
        code.live.at(frame.pc).for_each(|register| visit(registers[register as usize]));
    } else if !matches!(code.insns[frame.pc as usize], Insn::Return { .. }) {
        registers.iter().for_each(|&register| visit(register));
    }
}

/// What is to be hashed, gathered in a piece of stack; when that is full, its hash begins the next piece.
struct Words {
    bytes: [u8; Words::PIECE],
    length: usize,
}

impl Words {
    const PIECE: usize = 512;

    fn new() -> Words {
        Words { bytes: [0; Words::PIECE], length: 0 }
    }

    #[inline]
    fn add(&mut self, word: u64) {
        if self.length == Words::PIECE {
            let hash = self.hash(u64::MAX);
            self.length = 0;
            self.add_hash(hash);
        }
        self.bytes[self.length..self.length + 8].copy_from_slice(&word.to_le_bytes());
        self.length += 8;
    }

    fn add_hash(&mut self, hash: u128) {
        self.add(hash as u64);
        self.add((hash >> 64) as u64);
    }

    fn hash(&self, seed: u64) -> u128 {
        xxh3_128_with_seed(&self.bytes[..self.length], seed)
    }
}
