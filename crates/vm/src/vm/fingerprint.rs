//! The fingerprint of a state: of memory, and of every thread's position and live registers.
//!
//! A thread's hash is cached until the thread changes; that of its lower frames until they run again. So the cost of a step
//! depends on what it changed.

use mazurka_machine::ThreadId;
use xxhash_rust::xxh3::xxh3_128_with_seed;

use crate::code::{CallSite, Insn, Reg, VarArg};
use crate::program::Program;
use crate::threads::{Frame, Status, Thread, ThreadState, Threads, Wait};

/// `memory` is the memory's part.
pub(super) fn of(program: &Program, threads: &mut Threads, memory: u128) -> u128 {
    if !threads.outdated().is_empty() {
        for id in threads.outdated().clone().iter() {
            of_one(program, threads, id);
        }
    }
    memory.wrapping_add(threads.fingerprint_sum())
}

/// One thread's part.
pub(super) fn of_one(program: &Program, threads: &mut Threads, id: ThreadId) -> u128 {
    let thread = threads.one_to_hash(id);
    if let Some(known) = thread.fingerprint.whole {
        return known;
    }
    let mut words = Words::new();
    add_shared(&mut words, program, &thread.state);
    add_local(&mut words, program, thread);
    let hash = words.hash(id.0 as u64);
    threads.set_fingerprint(id, Some(hash));
    hash
}

/// One thread's part, but for whether it is detached. Others detach it at any time, and that commutes with all that it does but for its
/// end: so whether it comes back in a loop must not depend on it.
pub(super) fn of_one_in_loop(program: &Program, threads: &mut Threads, id: ThreadId) -> u128 {
    if !threads.get(id).state.detached {
        return of_one(program, threads, id);
    }
    let thread = threads.one_to_hash(id);
    let mut words = Words::new();
    add_shared(&mut words, program, &ThreadState { detached: false, ..thread.state });
    add_local(&mut words, program, thread);
    words.hash(id.0 as u64)
}

/// What others can change of a thread, or wait for.
pub(super) fn of_shared(program: &Program, threads: &mut Threads) -> u128 {
    threads.each_to_hash().fold(0, |sum, (id, thread)| {
        let mut words = Words::new();
        add_shared(&mut words, program, &thread.state);
        sum.wrapping_add(words.hash(id.0 as u64))
    })
}

/// The rest of a thread.
pub(super) fn of_local(program: &Program, threads: &mut Threads, id: ThreadId) -> u128 {
    let mut words = Words::new();
    add_local(&mut words, program, threads.one_to_hash(id));
    words.hash(id.0 as u64)
}

fn add_shared(words: &mut Words, program: &Program, state: &ThreadState) {
    let ThreadState { status, wait, detached, joined_by, cancel_requested, result, panic, clock, .. } =
        *state;
    let has_returned = state.has_returned;
    let panicked_for_children = state.panicked_for_children;
    let joined = joined_by.is_some();
    let flags = |flags: &[bool]| flags.iter().fold(status as u64, |word, &flag| word << 1 | flag as u64);
    if status == Status::Alive {
        let (kind, object) = match wait {
            Wait::No => (0, 0),
            Wait::On(object) => (1, object),
            Wait::Woken(object) => (2, object),
        };
        words.add(flags(&[detached, joined, cancel_requested]) << 2 | kind);
        words.add(object);
    } else {
        words.add(
            flags(&[detached, joined, has_returned]) << 16 | joined_by.map_or(0, |joiner| joiner.0 as u64),
        );
        words.add(result);
        // A join comes later than its end.
        if program.reads_clock && !joined {
            words.add(clock);
        }
    }
    if panic != 0 || panicked_for_children {
        words.add(panic);
        words.add((panicked_for_children as u64) << 1 | state.panicked_in_test as u64);
    }
}

fn add_local(words: &mut Words, program: &Program, thread: &mut Thread) {
    if thread.state.status != Status::Alive {
        return;
    }
    own(program, &thread.state).into_iter().for_each(|word| words.add(word));
    if let Some(top) = thread.frames.len().checked_sub(1) {
        words.add_hash(below(program, thread, top));
        let frame = &thread.frames[top];
        operands(program, thread, frame, &mut |_, word| words.add(word));
        add_frame(words, program, thread, frame);
    }
}

/// What only a thread itself changes, besides its frames.
pub(super) fn own(program: &Program, state: &ThreadState) -> [u64; 5] {
    let ThreadState {
        started,
        stack,
        stack_end,
        home,
        phase,
        clock,
        looks,
        atomic,
        children,
        cancel_disabled,
        spurious_wakeups,
        timeouts,
        ..
    } = *state;
    [
        (phase as u64) << 32 | atomic as u64,
        (timeouts as u64) << 32
            | (children as u64) << 16
            | (spurious_wakeups as u64) << 8
            | (cancel_disabled as u64) << 1
            | started as u64,
        // On its own stack it has neither an end nor a home.
        stack ^ (stack_end ^ home.rotate_left(21)).wrapping_mul(0x9e37_79b9_7f4a_7c15),
        // Time is state only in programs that read a clock.
        if program.reads_clock { clock } else { 0 },
        // The same is true of how much of it a look takes.
        (looks.anchor as u64) << 16 | (looks.number as u64) << 8 | looks.returns as u64,
    ]
}

/// The frames under the top one.
fn below(program: &Program, thread: &mut Thread, top: usize) -> u128 {
    for index in thread.fingerprint.below.len()..top {
        let mut words = Words::new();
        words.add_hash(thread.fingerprint.below.last().copied().unwrap_or(0));
        let frame = &thread.frames[index];
        if program.is_interrupted(&thread.frames[index + 1..]) {
            operands(program, thread, frame, &mut |_, word| words.add(word));
        }
        add_frame(&mut words, program, thread, frame);
        thread.fingerprint.below.push(words.hash(0));
    }
    match top.checked_sub(1) {
        Some(last) => thread.fingerprint.below[last],
        None => 0,
    }
}

/// A frame's position and live registers.
fn add_frame(words: &mut Words, program: &Program, thread: &Thread, frame: &Frame) {
    position(frame).into_iter().for_each(|word| words.add(word));
    needed(program, thread, frame, &mut |_, word| words.add(word));
}

pub(super) fn position(frame: &Frame) -> [u64; 2] {
    [(frame.function as u64) << 32 | frame.pc as u64, frame.caller_stack]
}

/// The registers of a thread that are part of the state.
pub(super) fn registers(program: &Program, thread: &Thread, visit: &mut impl FnMut(u64)) {
    if thread.state.status == Status::Alive {
        for index in 0..thread.frames.len() {
            registers_of(program, thread, index, &mut |_, word| visit(word));
        }
    }
}

/// Those of one frame, with their values; some perhaps twice.
pub(super) fn registers_of(
    program: &Program,
    thread: &Thread,
    index: usize,
    visit: &mut impl FnMut(Reg, u64),
) {
    let frame = &thread.frames[index];
    if index + 1 == thread.frames.len() || program.is_interrupted(&thread.frames[index + 1..]) {
        operands(program, thread, frame, visit);
    }
    needed(program, thread, frame, visit);
}

/// The top frame, and one that was interrupted, is at its next operation, whose operands are live, too.
fn operands(program: &Program, thread: &Thread, top: &Frame, visit: &mut impl FnMut(Reg, u64)) {
    let code = program.code(top.function);
    let registers = thread.registers(top);
    let mut add = |register: Reg| visit(register, registers[register as usize]);
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

/// The registers that are live where a frame is, and decide more than how long its thread pauses: all, where that is not known.
pub(super) fn needed(program: &Program, thread: &Thread, frame: &Frame, visit: &mut impl FnMut(Reg, u64)) {
    let code = program.code(frame.function);
    let registers = thread.registers(frame);
    let live = code.deciding.as_deref().unwrap_or(&code.live);
    if live.knows(frame.pc) {
        live.at(frame.pc).for_each(|register| visit(register, registers[register as usize]));
    } else if !matches!(code.insns[frame.pc as usize], Insn::Return { .. }) {
        (0..).zip(registers).for_each(|(register, &word)| visit(register, word));
    }
}

/// What is to be hashed, gathered in a piece of stack; when that is full, its hash begins the next piece.
pub(super) struct Words {
    bytes: [u8; Words::PIECE],
    length: usize,
}

impl Words {
    const PIECE: usize = 256;

    pub(super) fn new() -> Words {
        Words { bytes: [0; Words::PIECE], length: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, word: u64) {
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

    pub(super) fn hash(&self, seed: u64) -> u128 {
        xxh3_128_with_seed(&self.bytes[..self.length], seed)
    }
}
