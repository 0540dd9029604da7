//! Jumps to places known only at run time: `switch`, `indirectbr`, `setjmp` and `longjmp`.

use mazurka_machine::FaultKind;

use super::stack::give_back;
use crate::address;
use crate::code::{Insn, Pc, Reg, SwitchTable};
use crate::context::{Context, Stop};
use crate::program::FunctionKind;

pub(super) fn switch(table: &SwitchTable, value: u64) -> Pc {
    if let Some((base, targets)) = &table.dense {
        return targets.get(value.wrapping_sub(*base) as usize).copied().unwrap_or(table.default);
    }
    match table.cases.binary_search_by_key(&value, |case| case.0) {
        Ok(found) => table.cases[found].1,
        Err(_) => table.default,
    }
}

/// `indirectbr`.
pub(super) fn indirect(context: &mut Context, label: u64) -> Result<(), Stop> {
    let labels = &context.program.labels;
    let index = label.wrapping_sub(address::LABELS) as usize;
    let frame = context.state.threads.change(context.thread).frames.last_mut();
    match (labels.get(index), frame) {
        (Some((function, pc)), Some(frame)) if *function == frame.function => {
            frame.pc = *pc;
            Ok(())
        }
        _ => {
            let message = format!("a jump to {label:#x}, which is not a label of this function");
            Err(Stop::Fault(FaultKind::InvalidCall, message))
        }
    }
}

/// What a `jmp_buf` holds, in words: this, then those of [`Landing`].
const MAGIC: u64 = 0x6d7a_6b6a_6d70_6266;
const WORDS: usize = 7;

/// Where `longjmp` goes.
struct Landing {
    thread: u64,
    /// The frame, counted from the bottom.
    frame: usize,
    function: u64,
    pc: Pc,
    result: Reg,
    stack: u64,
}

/// `setjmp`: returns 0 now, and what `longjmp` says later.
pub(super) fn set_jump(context: &mut Context, d: Reg, buffer: u64) -> Result<(), Stop> {
    let thread = context.state.threads.change(context.thread);
    let depth = thread.frames.len() - 1;
    let frame = &mut thread.frames[depth];
    let words = [
        MAGIC,
        context.thread.0 as u64,
        depth as u64,
        frame.function as u64,
        frame.pc as u64,
        d as u64,
        thread.state.stack,
    ];
    frame.pc += 1;
    thread.window()[d as usize] = 0;
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    context.state.memory.write(buffer, &bytes)?;
    Ok(())
}

/// `longjmp`: back into the frame of the `setjmp`, which must still be there.
pub(super) fn long_jump(context: &mut Context, buffer: u64, value: u64) -> Result<(), Stop> {
    let landing = landing(context, buffer)?;
    context.memory().note_read(buffer, 8 * WORDS as u64);
    let misuse = |message: &str| Stop::Fault(FaultKind::LibraryMisuse, message.into());
    if landing.thread != context.thread.0 as u64 {
        return Err(misuse("longjmp to a setjmp of another thread"));
    }
    let stack = context.this().state.stack;
    if !still_there(context, &landing) {
        return Err(misuse("longjmp to a setjmp whose function has returned"));
    }
    // Which signals are blocked afterwards would depend on what the buffer keeps of them, and it keeps nothing.
    let above = &context.this().frames[landing.frame + 1..];
    if above.iter().any(|frame| Some(frame.function) == context.program.take_signal) {
        return Err(Stop::Unsupported("a jump (longjmp, siglongjmp) out of a signal handler".into()));
    }
    let thread = context.state.threads.change_from(context.thread, landing.frame);
    while thread.frames.len() > landing.frame + 1 {
        thread.pop();
    }
    thread.state.stack = landing.stack;
    if let Some(frame) = thread.frames.last_mut() {
        frame.pc = landing.pc + 1;
    }
    let value = value as u32 as u64;
    thread.window()[landing.result as usize] = value.max(1);
    give_back(context, landing.stack, stack - landing.stack);
    Ok(())
}

/// The buffer is the program's: nothing in it may be believed.
fn still_there(context: &Context, landing: &Landing) -> bool {
    let this = context.this();
    let Some(frame) = this.frames.get(landing.frame) else { return false };
    let FunctionKind::Code(code) = &context.program.functions[frame.function as usize].kind else {
        return false;
    };
    frame.function as u64 == landing.function
        && matches!(code.insns.get(landing.pc as usize), Some(Insn::SetJump { d, .. }) if *d == landing.result)
        && (frame.caller_stack..=this.state.stack).contains(&landing.stack)
}

fn landing(context: &Context, buffer: u64) -> Result<Landing, Stop> {
    let bytes = context.state.memory.peek(buffer, 8 * WORDS as u64)?;
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
        let mut eight = [0; 8];
        eight.copy_from_slice(bytes);
        *word = u64::from_le_bytes(eight);
    }
    let [magic, thread, frame, function, pc, result, stack] = words;
    if magic != MAGIC {
        let message = "longjmp with a buffer that no setjmp has filled in".into();
        return Err(Stop::Fault(FaultKind::LibraryMisuse, message));
    }
    Ok(Landing { thread, frame: frame as usize, function, pc: pc as Pc, result: result as Reg, stack })
}
