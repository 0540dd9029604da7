//! `getcontext`, `setcontext` and `swapcontext`: a thread leaves its frames, and resumes others.
//!
//! The frames that it leaves become words in a block of the heap, which the context points to: so undo, fingerprints and the search for
//! leaks know them like everything else in memory. Variables of the frames stay where they are, on the thread's own stack or in the
//! memory that the program has given to `makecontext` (support/contexts.c), which is where frames of the context are put.
//!
//! A context is resumed by the thread that has left it. Signals that are blocked are not part of a context.

use mazurka_machine::FaultKind;

use super::call;
use crate::code::{NO_CONTEXT, Reg};
use crate::context::{Context, Stop};
use crate::library::heap;
use crate::memory::Memory;
use crate::program::{Code, FunctionId, FunctionKind, Program};
use crate::threads::{Frame, Thread};

/// Where the link, the stack and the machine's own words of an `ucontext_t` are.
const STACK: u64 = 16;
const STACK_SIZE: u64 = 32;
const WORDS: u64 = 40;

/// The first of these words: a context that was left, and one that was made. The second word is the block with its frames, or the
/// function that it starts with.
const LEFT: u64 = 0x6d7a_6b63_7478_0001;
const MADE: u64 = 0x6d7a_6b63_7478_0002;

/// The first word of a block with frames.
pub(crate) const FRAMES: u64 = 0x6d7a_6b63_7478_0003;

/// Words of a block before its frames, and of each frame before its registers.
const HEADER: usize = 5;
const FRAME: usize = 7;

/// Leaves the frames in the context at `save`, and resumes the one at `resume`; either may be [`NO_CONTEXT`].
pub(super) fn switch(context: &mut Context, d: Reg, save: u64, resume: u64) -> Result<(), Stop> {
    context.state.threads.change(context.thread).window()[d as usize] = 0;
    if save != NO_CONTEXT {
        leave(context, save)?;
    }
    if resume != NO_CONTEXT {
        return enter(context, resume);
    }
    if let Some(frame) = context.state.threads.change(context.thread).frames.last_mut() {
        frame.pc += 1;
    }
    Ok(())
}

fn leave(context: &mut Context, to: u64) -> Result<(), Stop> {
    let bytes: Vec<u8> =
        words_of(context.thread.0 as u64, context.this()).into_iter().flat_map(u64::to_le_bytes).collect();
    let old = block_of(&context.state.memory, to);
    let block = match old {
        Some((block, size)) if size >= bytes.len() as u64 => block,
        _ => {
            if let Some((block, _)) = old {
                heap::release(context, block)?;
            }
            heap::allocate(context, bytes.len() as u64, 16)
        }
    };
    if block == 0 {
        return Err(Stop::Unsupported("a context, for lack of memory".into()));
    }
    let memory = context.memory();
    memory.write(block, &bytes)?;
    let words: Vec<u8> = [LEFT, block].into_iter().flat_map(u64::to_le_bytes).collect();
    memory.write(to + WORDS, &words)?;
    Ok(())
}

/// The block that a context has from an earlier time that it was left, and its size.
fn block_of(memory: &Memory, context: u64) -> Option<(u64, u64)> {
    let word = |address| memory.peek_sized(address, 8).ok();
    let block = (word(context + WORDS)? == LEFT).then(|| word(context + WORDS + 8))??;
    let found = memory.block_at(block).filter(|found| found.live)?;
    (word(block)? == FRAMES).then_some((block, found.size))
}

/// The top frame is resumed behind the switch.
fn words_of(number: u64, thread: &Thread) -> Vec<u64> {
    let (state, count) = (&thread.state, thread.frames.len());
    let mut words = vec![FRAMES, number, state.stack, state.stack_end, count as u64];
    for (index, frame) in thread.frames.iter().enumerate() {
        words.extend([
            frame.function as u64,
            frame.pc as u64 + u64::from(index + 1 == count),
            frame.registers as u64,
            frame.memory,
            frame.caller_stack,
            frame.varargs,
            frame.result as u64 | (frame.results as u64) << 32,
        ]);
        words.extend_from_slice(thread.registers(frame));
    }
    words
}

fn enter(context: &mut Context, with: u64) -> Result<(), Stop> {
    if context.this().frames.iter().any(|frame| Some(frame.function) == context.program.take_signal) {
        return Err(Stop::Unsupported("a switch of contexts in a signal handler".into()));
    }
    let (kind, argument) = (read(context, with + WORDS)?, read(context, with + WORDS + 8)?);
    match kind {
        MADE => start(context, with, argument),
        LEFT => resume(context, argument),
        _ => Err(misuse("a context that neither getcontext nor makecontext has filled in")),
    }
}

/// Begins with the first function of a context, on the stack that the program has given.
fn start(context: &mut Context, with: u64, function: u64) -> Result<(), Stop> {
    let (stack, size) = (read(context, with + STACK)?, read(context, with + STACK_SIZE)?);
    let function = call::function_at(context.program, function)?;
    let thread = without_frames(context);
    thread.state.stack = stack;
    thread.state.stack_end = stack.saturating_add(size);
    call::enter_frame(context.program, context.config, context.state, context.thread, function, &[with])
}

/// Resumes the frames of a context that was left.
fn resume(context: &mut Context, block: u64) -> Result<(), Stop> {
    let mut words = Words::new(context, block)?;
    let [thread, stack, stack_end, count] = words.take()?;
    if thread != context.thread.0 as u64 {
        return Err(Stop::Unsupported("a context that another thread has left".into()));
    }
    let mut frames = Vec::new();
    let mut callers_registers = 0;
    for _ in 0..count {
        let frame = frame_of(context.program, words.take()?, callers_registers).ok_or_else(damaged)?;
        callers_registers = frame.registers as usize;
        is_still_there(context, &frame)?;
        frames.push((frame, words.slice(callers_registers)?));
    }
    let this = context.this();
    let own_top = if this.state.stack_end == 0 { this.state.stack } else { this.state.home };
    let thread = without_frames(context);
    for (frame, registers) in frames {
        thread.push(frame).1.copy_from_slice(&registers);
    }
    (thread.state.stack, thread.state.stack_end) = (stack, stack_end);
    if stack_end == 0 {
        thread.state.home = 0;
        context.state.memory.close(stack, own_top.saturating_sub(stack));
    }
    Ok(())
}

/// Takes all frames from the thread; the top of its own stack is remembered.
fn without_frames<'c>(context: &'c mut Context) -> &'c mut Thread {
    let thread = context.state.threads.change_from(context.thread, 0);
    if thread.state.stack_end == 0 {
        thread.state.home = thread.state.stack;
    }
    thread.pop_all();
    thread
}

/// A frame by its words. The block is in the program's memory: nothing in it may be believed.
fn frame_of(program: &Program, words: [u64; FRAME], callers_registers: usize) -> Option<Frame> {
    let [function, pc, registers, memory, caller_stack, varargs, result] = words;
    let code = code(program, function)?;
    let (result, results) = (result as u32, (result >> 32) as u16);
    let is_sound = (pc as usize) < code.insns.len()
        && registers == code.registers as u64
        && (results == 0 || result as usize + results as usize <= callers_registers);
    is_sound.then_some(Frame {
        function: function as FunctionId,
        pc: pc as _,
        base: 0,
        registers: registers as u32,
        memory,
        caller_stack,
        varargs,
        result: result as Reg,
        results,
        activation: 0,
    })
}

fn code(program: &Program, function: u64) -> Option<&Code> {
    match &program.functions.get(usize::try_from(function).ok()?)?.kind {
        FunctionKind::Code(code) => Some(code),
        _ => None,
    }
}

/// Whether the function has not returned: its variables are still there.
fn is_still_there(context: &Context, frame: &Frame) -> Result<(), Stop> {
    let code = context.program.code(frame.function);
    let memory = &context.state.memory;
    let is_there =
        |offset: u64, size: u64| memory.addressable(frame.memory.wrapping_add(offset), size) == size;
    match code.allocas.iter().all(|slot| is_there(slot.offset as u64, slot.size as u64)) {
        true => Ok(()),
        false => Err(misuse("a context whose function has returned, or whose stack was freed")),
    }
}

fn read(context: &mut Context, address: u64) -> Result<u64, Stop> {
    let word = context.state.memory.peek_sized(address, 8)?;
    context.memory().note_read(address, 8);
    Ok(word)
}

fn misuse(message: &str) -> Stop {
    Stop::Fault(FaultKind::LibraryMisuse, message.into())
}

fn damaged() -> Stop {
    misuse("a context that was overwritten")
}

/// The words of a block, one after the other.
struct Words {
    words: Vec<u64>,
    at: usize,
}

impl Words {
    fn new(context: &Context, block: u64) -> Result<Words, Stop> {
        let memory = &context.state.memory;
        let size = memory.block_at(block).filter(|block| block.live).ok_or_else(damaged)?.size;
        let bytes = memory.peek(block, size / 8 * 8)?;
        let words: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|chunk| u64::from_le_bytes(chunk.try_into().expect("there are eight")))
            .collect();
        match words.first() {
            Some(&FRAMES) if words.len() >= HEADER => Ok(Words { words, at: 1 }),
            _ => Err(damaged()),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u64; N], Stop> {
        Ok(self.slice(N)?.try_into().expect("there are as many"))
    }

    fn slice(&mut self, count: usize) -> Result<Vec<u64>, Stop> {
        let found = self.words.get(self.at..self.at + count).ok_or_else(damaged)?.to_vec();
        self.at += count;
        Ok(found)
    }
}
