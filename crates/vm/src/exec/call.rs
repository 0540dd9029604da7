//! Calls into bytecode, and returns from it.

use mazurka_machine::{FaultKind, ThreadId};

use super::stack::{self, FreeStack};
use crate::address;
use crate::code::{CallSite, Pc, Reg, VarArg};
use crate::config::Config;
use crate::context::{Context, State, Stop};
use crate::memory::Memory;
use crate::program::{Code, FunctionId, FunctionKind, Program};
use crate::threads::{Frame, Status};

/// Puts a frame for `function` on a thread, as if it were called with these arguments. A thread without frames gets its
/// thread-locals first: this is how threads start.
pub fn enter(
    program: &Program,
    config: &Config,
    state: &mut State,
    thread: ThreadId,
    function: FunctionId,
    args: &[u64],
) -> Result<(), Stop> {
    if state.threads.get(thread).frames.is_empty() {
        open_thread_locals(program, state, thread);
    }
    enter_frame(program, config, state, thread, function, args)
}

/// The same for a thread that has its thread-locals.
pub(super) fn enter_frame(
    program: &Program,
    config: &Config,
    state: &mut State,
    thread: ThreadId,
    function: FunctionId,
    args: &[u64],
) -> Result<(), Stop> {
    let code = code(program, function)?;
    let at = state.threads.change(thread);
    let caller_stack = at.state.stack;
    let (_, registers) = at.push(frame(function, code, caller_stack));
    for (register, arg) in registers[..code.params as usize].iter_mut().zip(args) {
        *register = *arg;
    }
    set_constants(code, registers);
    let mut free = FreeStack::of(thread, at, config);
    free.check()?;
    let memory = open_frame(&mut state.memory, &mut free, code)?;
    let varargs = if code.varargs { free.open(&mut state.memory, 0, 16)? } else { 0 };
    place(at, memory, varargs, &free);
    Ok(())
}

/// The bytecode of a function that is called.
pub(super) fn code(program: &Program, function: FunctionId) -> Result<&Code, Stop> {
    let function = &program.functions[function as usize];
    match &function.kind {
        FunctionKind::Code(code) => Ok(code),
        FunctionKind::Native(_) => {
            Err(Stop::Unsupported(format!("the library function {} as the start of a thread", function.name)))
        }
        FunctionKind::Unusable(reason) => Err(Stop::Unsupported(reason.clone())),
    }
}

/// The function at an address of the program's.
pub(super) fn function_at(program: &Program, address: u64) -> Result<FunctionId, Stop> {
    if address < address::NULL_PAGE {
        return Err(Stop::Fault(FaultKind::NullDereference, "call through a null pointer".into()));
    }
    let offset = address.wrapping_sub(address::CODE);
    let index = offset / address::FUNCTION_STEP;
    if !offset.is_multiple_of(address::FUNCTION_STEP) || index >= program.functions.len() as u64 {
        let message = format!("call through {address:#x}, which is not a function");
        return Err(Stop::Fault(FaultKind::InvalidCall, message));
    }
    Ok(index as FunctionId)
}

/// A call from bytecode to bytecode. The caller's program counter stays at the call.
#[inline]
pub(super) fn call(
    context: &mut Context,
    site: &CallSite,
    function: FunctionId,
    code: &Code,
) -> Result<(), Stop> {
    let thread = context.state.threads.change(context.thread);
    let frame = Frame { result: site.d, results: site.results, ..frame(function, code, thread.state.stack) };
    let (caller, registers) = thread.push(frame);
    for (register, &from) in registers[..code.params as usize].iter_mut().zip(&site.args) {
        *register = caller[from as usize];
    }
    set_constants(code, registers);
    let mut free = FreeStack::of(context.thread, thread, context.config);
    free.check()?;
    if code.frame_size == 0 && !code.varargs && site.copies.is_empty() {
        return Ok(());
    }
    let memory = &mut context.state.memory;
    let allocas = open_frame(memory, &mut free, code)?;
    for copy in &site.copies {
        let block = free.open(memory, copy.size as u64, copy.align as u64)?;
        if let Some(pointer) = thread.window()[..code.params as usize].get_mut(copy.arg as usize) {
            memory.copy(block, *pointer, copy.size as u64)?;
            *pointer = block;
        }
    }
    let varargs = if code.varargs { open_varargs(context, site, &mut free)? } else { 0 };
    let thread = context.state.threads.change(context.thread);
    place(thread, allocas, varargs, &free);
    Ok(())
}

/// A return into the frame below, to the instruction behind the call.
#[inline]
pub(super) fn leave(context: &mut Context, s: Reg, n: u16) -> Result<(), Stop> {
    let frames = context.this().frames.len();
    let thread = context.state.threads.change_from(context.thread, frames.saturating_sub(2));
    if frames == 1 {
        let value = if n > 0 { thread.window()[s as usize] } else { 0 };
        return Err(ended_at_the_bottom(context, value));
    }
    let stack = thread.state.stack;
    let Some((frame, caller, callee)) = thread.pop() else { return Ok(()) };
    let expected = &mut caller[frame.result as usize..][..frame.results as usize];
    let given = &callee[s as usize..][..n as usize];
    if let ([to], [from]) = (&mut *expected, given) {
        *to = *from;
    } else {
        // Caller and callee may disagree about the type, as old C does.
        for (at, to) in expected.iter_mut().enumerate() {
            *to = given.get(at).copied().unwrap_or(0);
        }
    }
    thread.state.stack = frame.caller_stack;
    if let Some(caller) = thread.frames.last_mut() {
        caller.pc += 1;
    }
    if stack != frame.caller_stack {
        stack::give_back(context, frame.caller_stack, stack - frame.caller_stack);
    }
    Ok(())
}

/// Takes away the frame that was put on top of an interrupted one, which has no memory. The one below is where it was.
pub(crate) fn leave_interrupt(context: &mut Context) {
    let frames = context.this().frames.len();
    context.state.threads.change(context.thread);
    let thread = context.state.threads.change_from(context.thread, frames.saturating_sub(2));
    if let Some((frame, ..)) = thread.pop() {
        debug_assert_eq!(thread.state.stack, frame.caller_stack, "it has memory");
        thread.state.stack = frame.caller_stack;
    }
}

/// Takes away the frames above one, and lets that one continue at an instruction of its own.
pub(crate) fn jump_in(context: &mut Context, frame: usize, to: Pc) {
    context.state.threads.change(context.thread);
    let thread = context.state.threads.change_from(context.thread, frame);
    let top = thread.state.stack;
    while thread.frames.len() > frame + 1 {
        let Some((left, ..)) = thread.pop() else { break };
        thread.state.stack = left.caller_stack;
    }
    let stack = thread.state.stack;
    if let Some(frame) = thread.frames.last_mut() {
        frame.pc = to;
    }
    if stack != top {
        stack::give_back(context, stack, top - stack);
    }
}

/// A return ([`leave`]) where no other thread can reach the frame's memory.
pub(super) fn leave_fresh(context: &mut Context, s: Reg, n: u16) -> Result<(), Stop> {
    let was_noting_fresh = context.memory().note_as_fresh(true);
    let result = leave(context, s, n);
    context.memory().note_as_fresh(was_noting_fresh);
    result
}

/// What the return of a thread's first function means.
fn ended_at_the_bottom(context: &Context, value: u64) -> Stop {
    if context.thread == ThreadId::MAIN && context.config.main_return_exits {
        Stop::Exit(value as i32)
    } else {
        Stop::FinishThread(value)
    }
}

/// The end of a thread: its stack and thread-locals are gone.
pub(crate) fn finish(state: &mut State, thread: ThreadId, result: u64) {
    state.threads.change(thread);
    let at = state.threads.change_from(thread, 0);
    at.pop_all();
    let base = address::stack_of(thread);
    let top = if at.state.stack_end == 0 { at.state.stack } else { at.state.home };
    state.memory.close(base, top - base);
    (at.state.stack_end, at.state.home) = (0, 0);
    at.state.status = Status::Finished;
    at.state.result = if at.state.detached { 0 } else { result };
    at.state.stack = base;
}

fn frame(function: FunctionId, code: &Code, caller_stack: u64) -> Frame {
    Frame {
        function,
        pc: 0,
        base: 0,
        registers: code.registers as u32,
        memory: 0,
        caller_stack,
        varargs: 0,
        result: 0,
        results: 0,
        activation: 0,
    }
}

fn place(thread: &mut crate::threads::Thread, memory: u64, varargs: u64, free: &FreeStack) {
    thread.state.stack = free.top();
    if let Some(frame) = thread.frames.last_mut() {
        frame.memory = memory;
        frame.varargs = varargs;
    }
}

#[inline]
fn set_constants(code: &Code, registers: &mut [u64]) {
    for &(register, value) in &code.constants {
        registers[register as usize] = value;
    }
}

/// The fixed allocas: exactly their bytes may be touched.
fn open_frame(memory: &mut Memory, free: &mut FreeStack, code: &Code) -> Result<u64, Stop> {
    if code.frame_size == 0 {
        return Ok(0);
    }
    let block = free.take(code.frame_size as u64, code.frame_align as u64)?;
    free.ensure(memory, block, code.frame_size as u64)?;
    for slot in &code.allocas {
        memory.open(block + slot.offset as u64, slot.size as u64);
    }
    Ok(block)
}

/// The variable arguments, in 8-byte slots, as `va_arg` expects them in the overflow area.
fn open_varargs(context: &mut Context, site: &CallSite, free: &mut FreeStack) -> Result<u64, Stop> {
    let mut slots = Vec::new();
    let thread = context.this();
    let caller = thread.frames.len().checked_sub(2).map(|caller| thread.frames[caller]);
    let registers = caller.as_ref().map_or(&[][..], |caller| thread.registers(caller));
    collect_varargs(&context.state.memory, registers, site, &mut slots)?;
    note_varargs(context, site, caller.as_ref());
    let memory = &mut context.state.memory;
    let block = free.open(memory, 8 * slots.len() as u64, 16)?;
    let bytes: Vec<u8> = slots.iter().flat_map(|slot| slot.to_le_bytes()).collect();
    memory.write(block, &bytes)?;
    Ok(block)
}

/// Appends the variable arguments of a call as 8-byte words.
pub(super) fn collect_varargs(
    memory: &Memory,
    registers: &[u64],
    site: &CallSite,
    slots: &mut Vec<u64>,
) -> Result<(), Stop> {
    for vararg in &site.varargs {
        match *vararg {
            VarArg::Word(register) => slots.push(registers[register as usize]),
            VarArg::Wide(register) => {
                slots.resize(slots.len().next_multiple_of(2), 0);
                slots.extend_from_slice(&registers[register as usize..][..2]);
            }
            VarArg::Bytes { address, size, align } => {
                if align > 8 {
                    slots.resize(slots.len().next_multiple_of(2), 0);
                }
                let bytes = memory.peek(registers[address as usize], size as u64)?;
                slots.extend(bytes.chunks(8).map(|chunk| {
                    let mut word = [0; 8];
                    word[..chunk.len()].copy_from_slice(chunk);
                    u64::from_le_bytes(word)
                }));
            }
        }
    }
    Ok(())
}

/// Collecting arguments that are passed by value has read them.
pub(super) fn note_varargs(context: &mut Context, site: &CallSite, caller: Option<&Frame>) {
    let Some(caller) = caller else { return };
    for vararg in &site.varargs {
        if let VarArg::Bytes { address, size, .. } = *vararg {
            let start = context.this().registers(caller)[address as usize];
            context.memory().note_read(start, size as u64);
        }
    }
}

/// A new thread's `errno` and thread-locals, and where its frames begin.
fn open_thread_locals(program: &Program, state: &mut State, thread: ThreadId) {
    let base = address::stack_of(thread);
    state.memory.open(address::errno_of(thread), 4);
    state.memory.write_raw(address::errno_of(thread), &[0; 4]);
    for local in &program.thread_locals {
        state.memory.open(base + local.address, local.size);
        if local.size > 0 {
            let rest = local.size - (local.image.len() as u64).min(local.size);
            state.memory.write_raw(base + local.address, &local.image);
            state.memory.fill_raw(base + local.address + local.image.len() as u64, 0, rest);
        }
    }
    state.threads.change(thread).state.stack = program.first_frame(thread);
}
