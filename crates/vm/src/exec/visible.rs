//! The next visible operation of a thread.
//!
//! A policy ([`crate::visibility`]) decides which plain accesses are visible operations. Where some are, library functions
//! with a pointer into memory that may be shared, and instructions that access several ranges at once, are blocks: what
//! they access is found by running ahead. The return from a function with variables in memory, and the end of a thread,
//! write that memory, as `free` writes a block: it is an error to use it afterwards.

use mazurka_machine::{ObjectKind, Operation, Order, Range, ThreadId, Update, Urgency, Verb};

use super::natives::{Room, callee};
use super::{atomics, rare, stack, unwind, word_rules};
use crate::code::{CallSite, Insn, VarArg};
use crate::context::{Stop, View};
use crate::library::file_objects::FILE_SYSTEM;
use crate::library::posix::signals::delivery;
use crate::library::threads::inspects_itself;
use crate::library::{Args, Intent, Native, Run};
use crate::program::{Function, FunctionKind};
use crate::threads::Frame;
use crate::visibility::may_be_shared;

/// The thread's pending operation; it must be alive.
#[inline]
pub(crate) fn describe(view: &View) -> Result<Intent, Stop> {
    match view.program.interrupts_threads() {
        true => describe_with_signals(view),
        false => describe_instruction(view),
    }
}

/// The same where threads may make others run handlers.
fn describe_with_signals(view: &View) -> Result<Intent, Stop> {
    if delivery::is_due(view) {
        return Ok(delivery::intent(view));
    }
    let mut intent = describe_instruction(view).unwrap_or_else(|_| Intent::ready(Operation::Local));
    // A handler may run before it or after it.
    if !intent.operation.is_noticeable() {
        intent.operation = inspects_itself(view.thread);
    }
    Ok(intent)
}

/// What the instruction does that the thread is at, whatever signals there are for it.
pub(crate) fn describe_instruction(view: &View) -> Result<Intent, Stop> {
    let thread = view.this();
    let Some(frame) = thread.frames.last().filter(|_| thread.state.started) else {
        return Ok(Intent::ready(Operation::Local));
    };
    let code = view.program.code(frame.function);
    let insn = &code.insns[frame.pc as usize];
    let registers = thread.registers(frame);
    if let Some((function, site)) = callee(view.program, code, insn, registers)? {
        return describe_call(view, function, site, registers);
    }
    if let Some(rule) = code.word_rule(frame.pc as usize)
        && let Some(intent) = word_rules::describe(rule, *insn, registers, &view.state.memory)
    {
        return Ok(intent);
    }
    if let Some(operation) = atomics::describe(*insn, registers, &view.state.memory) {
        return Ok(Intent::ready(match operation {
            Operation::Update(range, update, order) if !may_commute(view, update, order) => {
                let in_order = match update {
                    Update::Opaque | Update::Decrement(_) => Update::Opaque,
                    Update::Add => Update::AddInOrder,
                    _ => Update::InOrder,
                };
                Operation::Update(range, in_order, order)
            }
            operation => operation,
        }));
    }
    Ok(match insn {
        Insn::Return { .. } if thread.frames.len() > 1 => {
            Intent::ready(Operation::Write(stack::given_up(thread), Order::PLAIN))
        }
        Insn::Return { .. } => Intent::ready(at_the_end(view)),
        Insn::Raise { .. } => Intent::ready(match unwind::given_up(view) {
            Some(memory) => Operation::Write(memory, Order::PLAIN),
            None => Operation::Local,
        }),
        _ => plain_access(*insn, registers).map_or_else(Intent::block, Intent::ready),
    })
}

fn describe_call(
    view: &View,
    function: &Function,
    site: &CallSite,
    registers: &[u64],
) -> Result<Intent, Stop> {
    match &function.kind {
        FunctionKind::Native(Native { run: Run::Visible { describe, always, .. }, .. }) => {
            let mut room = Room::new();
            let args = room.gather(&view.state.memory, site, registers)?;
            let described = describe(view, &args);
            debug_assert!(!always || !matches!(&described, Ok(Intent { invisible: true, .. })));
            Ok(described.map_or_else(|_| finds_broken(&args), |intent| with_buffers(view, &args, intent)))
        }
        _ => Ok(Intent::block()),
    }
}

/// The function that a frame calls next, if it is at a call.
pub(crate) fn about_to_call<'a>(view: &View<'a>, frame: &Frame) -> Option<&'a Function> {
    let code = view.program.code(frame.function);
    let insn = &code.insns[frame.pc as usize];
    let call = callee(view.program, code, insn, view.this().registers(frame));
    call.ok().flatten().map(|(function, _)| function)
}

/// The library function that a thread is about to call, if that is what it is about to do.
pub(crate) fn called(view: &View) -> Option<&'static Native> {
    if delivery::is_due(view) { None } else { native_at(view) }
}

/// The library function that a thread is at, though it may take a signal before.
pub(crate) fn native_at(view: &View) -> Option<&'static Native> {
    let thread = view.this();
    let frame = thread.frames.last().filter(|_| thread.state.started)?;
    match about_to_call(view, frame)?.kind {
        FunctionKind::Native(native) => Some(native),
        _ => None,
    }
}

/// Whether a thread is at an instruction that makes one plain access.
pub(crate) fn is_at_plain_access(view: &View) -> bool {
    let thread = view.this();
    !delivery::is_due(view)
        && thread.frames.last().filter(|_| thread.state.started).is_some_and(|frame| {
            matches!(
                view.program.code(frame.function).insns[frame.pc as usize],
                Insn::Load8 { .. }
                    | Insn::Load16 { .. }
                    | Insn::Load32 { .. }
                    | Insn::Load64 { .. }
                    | Insn::Store8 { .. }
                    | Insn::Store16 { .. }
                    | Insn::Store32 { .. }
                    | Insn::Store64 { .. }
            )
        })
}

/// Whether a thread is at plain code that was not asked about access by access: a library function that only accesses memory,
/// a call that copies arguments, or the like.
pub(crate) fn is_plain_block(view: &View) -> bool {
    let thread = view.this();
    let Some(frame) = thread.frames.last().filter(|_| thread.state.started && thread.state.atomic == 0)
    else {
        return false;
    };
    match view.program.code(frame.function).insns[frame.pc as usize] {
        Insn::Call { .. } | Insn::CallIndirect { .. } => match about_to_call(view, frame).map(|f| &f.kind) {
            Some(FunctionKind::Native(native)) => native.facts.only_accesses_memory,
            Some(FunctionKind::Code(_)) => true,
            Some(FunctionKind::Unusable(_)) | None => false,
        },
        Insn::VaStart { .. } => true,
        _ => false,
    }
}

/// A function on an object, a file for instance, may access other memory of the program's: buffers, names, results. Where
/// plain accesses are operations, they are part of its own, and are found out by running it ahead.
fn with_buffers(view: &View, args: &Args, intent: Intent) -> Intent {
    let Operation::Sync(Verb::Change | Verb::WaitToChange | Verb::Inspect, object) = intent.operation else {
        return intent;
    };
    // Timed waits for threads have no buffers, nor have calls that go on with one. Those for files do, also where they give up.
    let may_have_buffers = intent.urgency == Urgency::Normal || object.range.overlaps(FILE_SYSTEM.range);
    let is_one_go = intent.choices == 1 && may_have_buffers && view.this().state.phase == 0;
    let is_buffer =
        |word: u64| may_be_shared(word) && !object.range.overlaps(Range { start: word, length: 1 });
    let has_buffers = || args.words().iter().any(|word| is_buffer(*word));
    let unknown = intent.unknown || is_one_go && view.config.visibility.includes_plain() && has_buffers();
    Intent { unknown, ..intent }
}

/// What a library function is about to do that will be a fault: it looks at its object, which others may have broken and
/// may put right.
fn finds_broken(args: &Args) -> Intent {
    Intent::ready(Operation::Sync(Verb::Inspect, ObjectKind::Broken.at(args.word(0), 1)))
}

/// Whether an update commutes with another one of its family. Where plain accesses are not operations, what an update acquires
/// decides which of them are ordered, and so whether there is a data race: one order may show it and the other not. Decrements
/// commute nevertheless: the race detector lets them acquire only from those that come before them in every order of the trace.
fn may_commute(view: &View, update: Update, order: Order) -> bool {
    if matches!(update, Update::Decrement(_)) {
        return view.config.commuting_updates && view.config.commuting_decrements;
    }
    let acquires = order.acquire || view.program.acquire_fences;
    view.config.commuting_updates && (view.config.visibility.includes_plain() || !acquires)
}

/// The return of a thread's first function.
fn at_the_end(view: &View) -> Operation {
    if view.thread == ThreadId::MAIN && view.config.main_return_exits {
        Operation::ExitProcess
    } else {
        Operation::Exit
    }
}

/// The access of an instruction that makes one.
fn plain_access(insn: Insn, registers: &[u64]) -> Option<Operation> {
    let range = |a: u16, offset: i32, length: u64| Range {
        start: registers[a as usize].wrapping_add(offset as i64 as u64),
        length,
    };
    let read = |range| Operation::Read(range, Order::PLAIN);
    let write = |range| Operation::Write(range, Order::PLAIN);
    Some(match insn {
        Insn::Load8 { a, offset, .. } => read(range(a, offset, 1)),
        Insn::Load16 { a, offset, .. } => read(range(a, offset, 2)),
        Insn::Load32 { a, offset, .. } => read(range(a, offset, 4)),
        Insn::Load64 { a, offset, .. } => read(range(a, offset, 8)),
        Insn::LoadBytes { a, offset, size, .. } => read(range(a, offset, size as u64)),
        Insn::Store8 { a, offset, .. } => write(range(a, offset, 1)),
        Insn::Store16 { a, offset, .. } => write(range(a, offset, 2)),
        Insn::Store32 { a, offset, .. } => write(range(a, offset, 4)),
        Insn::Store64 { a, offset, .. } => write(range(a, offset, 8)),
        Insn::StoreBytes { a, offset, size, .. } => write(range(a, offset, size as u64)),
        Insn::MemSet { to, length, .. } => write(range(to, 0, registers[length as usize])),
        Insn::MemCopy { to, from, length } if !may_be_shared(registers[from as usize]) => {
            write(range(to, 0, registers[length as usize]))
        }
        Insn::VaStart { list } => write(range(list, 0, rare::VA_LIST)),
        _ => return None,
    })
}

/// Whether a call of bytecode reads memory by itself.
pub(crate) fn call_reads_memory(site: &CallSite) -> bool {
    !site.copies.is_empty() || site.varargs.iter().any(|vararg| matches!(vararg, VarArg::Bytes { .. }))
}

/// Whether a library function may get at shared memory through its arguments.
pub(super) fn native_reads_memory(args: &Args) -> bool {
    args.words().iter().any(|&word| may_be_shared(word))
}
