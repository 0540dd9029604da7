//! A thread's stack memory: where frames put their allocas, copies and variable arguments.
//!
//! It grows upwards. Between any two blocks there is an inaccessible gap, so small overruns never reach another block.

use mazurka_machine::{FaultKind, Range, ThreadId};

use super::rare::VA_LIST;
use crate::address;
use crate::code::Reg;
use crate::config::Config;
use crate::context::{Context, Stop, View};
use crate::memory::Memory;
use crate::threads::Thread;

/// Bytes between two blocks, at least.
pub(crate) const GAP: u64 = 16;
/// What a frame costs besides its registers and memory, as on a real machine (return address, saved registers).
const FRAME_OVERHEAD: u64 = 64;

/// The free part of a thread's stack, for taking blocks from it.
pub(super) struct FreeStack {
    top: u64,
    end: u64,
    /// It is the program's memory, which may have been freed.
    is_given: bool,
}

impl FreeStack {
    pub(super) fn of(thread: ThreadId, at: &Thread, config: &Config) -> FreeStack {
        let registers = 8 * at.registers_in_use() as u64 + FRAME_OVERHEAD * at.frames.len() as u64;
        let top = at.state.stack;
        if at.state.stack_end != 0 {
            return FreeStack { top, end: at.state.stack_end, is_given: true };
        }
        let end = address::stack_of(thread) + config.stack_limit.min(u32::MAX as u64);
        FreeStack { top, end: end.saturating_sub(registers), is_given: false }
    }

    /// First free byte.
    pub(super) fn top(&self) -> u64 {
        self.top
    }

    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.top > self.end {
            return Err(Stop::Fault(FaultKind::StackOverflow, "the thread's stack is full".into()));
        }
        Ok(())
    }

    /// A block, not yet open to the program.
    pub(super) fn take(&mut self, size: u64, align: u64) -> Result<u64, Stop> {
        let block = (self.top + GAP).next_multiple_of(align.clamp(16, 1 << 20));
        // Not added up unless it fits: the size is the program's.
        self.top = if size > self.end.saturating_sub(block) { u64::MAX } else { block + size };
        self.check()?;
        Ok(block)
    }

    /// The program's own memory must be there for a block on it.
    pub(super) fn ensure(&self, memory: &Memory, block: u64, size: u64) -> Result<(), Stop> {
        if self.is_given && memory.addressable(block, size) < size {
            let message =
                "the memory that the program has given to a context as its stack is not there".into();
            return Err(Stop::Fault(FaultKind::InvalidPointer, message));
        }
        Ok(())
    }

    /// A block of memory that the program may use.
    pub(super) fn open(&mut self, memory: &mut Memory, size: u64, align: u64) -> Result<u64, Stop> {
        let block = self.take(size, align)?;
        self.ensure(memory, block, size)?;
        memory.open(block, size);
        Ok(block)
    }
}

/// Takes memory of frames that are gone away from the program. What the program has given to a context stays its own.
#[inline]
pub(super) fn give_back(context: &mut Context, start: u64, length: u64) {
    if context.this().state.stack_end == 0 {
        context.state.memory.close(start, length);
    }
}

/// The memory that the return from the innermost frame takes away from the program: other threads may have its address.
pub(super) fn given_up(thread: &Thread) -> Range {
    let top = thread.state.stack;
    let start = thread.frames.last().map_or(top, |frame| frame.caller_stack);
    Range { start, length: top - start }
}

/// Whether that is a visible operation.
pub(super) fn is_release_visible(view: &View) -> bool {
    let memory = given_up(view.this());
    memory.length > 0 && view.is_release_visible(memory)
}

/// An `alloca` of run-time size.
pub(super) fn alloca(context: &mut Context, d: Reg, size: u64, align: u32) -> Result<(), Stop> {
    let thread = context.state.threads.change(context.thread);
    let mut free = FreeStack::of(context.thread, thread, context.config);
    let block = free.open(&mut context.state.memory, size, align as u64)?;
    thread.state.stack = free.top();
    done(thread, d, block);
    Ok(())
}

/// `llvm.stacksave`.
pub(super) fn save(context: &mut Context, d: Reg) {
    let thread = context.state.threads.change(context.thread);
    let stack = thread.state.stack;
    done(thread, d, stack);
}

/// `llvm.stackrestore`: what was allocated since the save is gone.
pub(super) fn restore(context: &mut Context, to: u64) -> Result<(), Stop> {
    let thread = context.state.threads.change(context.thread);
    let stack = thread.state.stack;
    let Some(frame) = thread.frames.last_mut() else { return Ok(()) };
    if !(frame.caller_stack..=stack).contains(&to) {
        let message = "the stack pointer to restore is not one of this function";
        return Err(Stop::Fault(FaultKind::InvalidPointer, message.into()));
    }
    frame.pc += 1;
    thread.state.stack = to;
    give_back(context, to, stack - to);
    Ok(())
}

/// `llvm.va_start`: says that the register area is used up, so that `va_arg` takes everything from the overflow area.
pub(super) fn va_start(context: &mut Context, list: u64) -> Result<(), Stop> {
    let thread = context.state.threads.change(context.thread);
    let Some(frame) = thread.frames.last_mut() else { return Ok(()) };
    let mut bytes = [0; VA_LIST as usize];
    bytes[0..4].copy_from_slice(&48_u32.to_le_bytes());
    bytes[4..8].copy_from_slice(&176_u32.to_le_bytes());
    bytes[8..16].copy_from_slice(&frame.varargs.to_le_bytes());
    context.state.memory.write(list, &bytes)?;
    frame.pc += 1;
    Ok(())
}

fn done(thread: &mut Thread, d: Reg, value: u64) {
    thread.window()[d as usize] = value;
    if let Some(frame) = thread.frames.last_mut() {
        frame.pc += 1;
    }
}
