//! Running a thread: the loop around the interpreter's loop.

use std::marker::PhantomData;

use mazurka_machine::{Choice, Operation, Urgency};

use super::burst::{Leave, Surroundings, burst};
use super::natives::{self, Body, Room};
use super::visible::{call_reads_memory, native_reads_memory};
use super::{call, contexts, jumps, stack, unwind, word_rules};
use crate::address;
use crate::code::{CallSite, Insn};
use crate::context::{Context, State, Stop};
use crate::library::posix::signals::delivery;
use crate::library::{Intent, Native, Run};
use crate::program::{Code, FunctionId, FunctionKind};
use crate::visibility::{Policy, SynchronizationOnly};
use crate::vm::roots;

/// How far a run goes. The interpreter's loop is compiled once for each mode.
pub(crate) trait Mode {
    /// Which plain accesses are visible operations.
    type Policy: Policy;
    /// Stops before visible operations.
    const STOPS: bool;
    /// Executes one instruction (or one library call) and no more.
    const ONE_INSTRUCTION: bool;
    /// Takes note of plain accesses, when that is asked for.
    const NOTES: bool;
    /// Stops at the end of the atomic block that the thread is in.
    const IN_BLOCK: bool = false;
}

/// Runs on through visible operations that need not wait.
pub(crate) struct Free;
/// Stops before visible operations.
pub(crate) struct Stepping<P>(PhantomData<P>);
/// One instruction of a thread that runs on to its next visible operation.
struct Single<P>(PhantomData<P>);
/// Inside of an atomic block: stops before visible operations, and at the block's end.
pub(crate) struct InBlock;
struct One;

impl Mode for Free {
    type Policy = SynchronizationOnly;
    const STOPS: bool = false;
    const ONE_INSTRUCTION: bool = false;
    const NOTES: bool = false;
}

impl<P: Policy> Mode for Stepping<P> {
    type Policy = P;
    const STOPS: bool = true;
    const ONE_INSTRUCTION: bool = false;
    const NOTES: bool = P::LEARNS || !P::PLAIN;
}

impl<P: Policy> Mode for Single<P> {
    type Policy = P;
    const STOPS: bool = true;
    const ONE_INSTRUCTION: bool = true;
    const NOTES: bool = true;
}

impl Mode for InBlock {
    type Policy = SynchronizationOnly;
    const STOPS: bool = true;
    const ONE_INSTRUCTION: bool = false;
    const NOTES: bool = true;
    const IN_BLOCK: bool = true;
}

impl Mode for One {
    type Policy = SynchronizationOnly;
    const STOPS: bool = false;
    const ONE_INSTRUCTION: bool = true;
    const NOTES: bool = true;
}

/// Why a thread that is alive does not run on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It is at a visible operation.
    Visible,
    /// It is at a visible operation that is blocked, or that only a time-out enables.
    Waiting,
    /// It lets others go first.
    Yielded,
    /// It is behind the atomic block that it was in.
    LeftBlock,
    /// It repeats a cycle without a visible operation, and is at a plain access of it.
    Cycling,
    OutOfFuel,
}

/// Runs the context's thread until it halts. `fuel` counts jumps and calls.
#[inline]
pub(crate) fn run<M: Mode>(policy: &M::Policy, context: &mut Context, fuel: &mut u64) -> Result<Halt, Stop> {
    context.this_state().started = true;
    look_at_others::<M::Policy>(context);
    loop {
        match advance::<M>(policy, context, fuel, 0)? {
            Some(Halt::Yielded) if M::STOPS => {}
            Some(halt) => return Ok(halt),
            None => {}
        }
        if M::IN_BLOCK && context.this().state.atomic == 0 {
            return Ok(Halt::LeftBlock);
        }
    }
}

/// Executes the visible operation that the thread is at.
#[inline]
pub(crate) fn perform(context: &mut Context, choice: Choice) -> Result<(), Stop> {
    if delivery::is_due(&context.view()) {
        return delivery::take(context, choice);
    }
    if !context.this().state.started {
        // Starting is an operation of its own: nothing is executed yet.
        context.this_state().started = true;
        return Ok(());
    }
    let take_over = word_rules::about_to_take_over(&context.view());
    if context.this().state.take_over != take_over {
        context.this_state().take_over = take_over;
    }
    advance::<One>(&SynchronizationOnly, context, &mut 1, choice)?;
    Ok(())
}

/// One instruction of what [`run`] does; [`Halt::Visible`] where that ends.
pub(crate) fn single<P: Policy>(policy: &P, context: &mut Context) -> Result<Option<Halt>, Stop> {
    look_at_others::<P>(context);
    if context.this().state.atomic > 0 {
        advance::<One>(&SynchronizationOnly, context, &mut 1, 0)
    } else {
        advance::<Single<P>>(policy, context, &mut 1, 0)
    }
}

/// The policy may ask what other threads can reach, which do not change while this one runs.
#[inline]
fn look_at_others<P: Policy>(context: &Context) {
    if P::ASKS_REACH {
        let State { memory, threads, .. } = &*context.state;
        roots::sync(context.program, memory, threads.others(context.thread));
    }
}

/// One burst, and what ended it. `None`: continue.
#[inline]
fn advance<M: Mode>(
    policy: &M::Policy,
    context: &mut Context,
    fuel: &mut u64,
    choice: Choice,
) -> Result<Option<Halt>, Stop> {
    let State { threads, memory, .. } = &mut *context.state;
    let is_alone = M::Policy::LEARNS && threads.is_main_alone();
    let (this, others) = threads.change_beside_others(context.thread);
    let take_over = this.state.take_over;
    let Some((frame, window)) = this.running() else {
        return Err(Stop::FinishThread(0));
    };
    let code = context.program.code(frame.function);
    let around = Surroundings {
        program: context.program,
        thread: context.thread,
        function: frame.function,
        code,
        memory: frame.memory,
        thread_locals: address::stack_of(context.thread),
        others,
        is_alone,
        take_over,
    };
    // Library calls that are steps need no burst.
    let leave = match M::ONE_INSTRUCTION && code.insns[frame.pc as usize].is_call() {
        true => Leave::Outside,
        false => burst::<M>(policy, &around, &mut frame.pc, window, memory, fuel),
    };
    if M::NOTES {
        memory.note_code((frame.function as u64) << 32 | frame.pc as u64);
    }
    match leave {
        Leave::Visible => Ok(Some(Halt::Visible)),
        Leave::Paused => Ok(Some(Halt::OutOfFuel)),
        Leave::Stop(stop) => Err(*stop),
        Leave::Outside => {
            let insn = code.insns[frame.pc as usize];
            outside::<M>(context, code, insn, fuel, choice)
        }
    }
}

/// What the interpreter's loop leaves to others.
#[inline]
fn outside<M: Mode>(
    context: &mut Context,
    code: &Code,
    insn: Insn,
    fuel: &mut u64,
    choice: Choice,
) -> Result<Option<Halt>, Stop> {
    let (function, site) = match insn {
        Insn::Call { function, site } => (function, site),
        Insn::CallIndirect { f, site } => {
            let address = context.state.threads.change(context.thread).window()[f as usize];
            (call::function_at(context.program, address)?, site)
        }
        Insn::Return { .. } if M::STOPS && context.this().frames.len() == 1 => {
            return Ok(Some(Halt::Visible));
        }
        Insn::Return { s, n } if M::Policy::HIDES_FRESH && is_at_fresh(context, code) => {
            return call::leave_fresh(context, s, n).map(|()| None);
        }
        Insn::Return { .. } if M::Policy::PLAIN && stack::is_release_visible(&context.view()) => {
            return Ok(Some(Halt::Visible));
        }
        Insn::Return { s, n } => return call::leave(context, s, n).map(|()| None),
        Insn::Raise { .. } if M::Policy::PLAIN && unwind::is_release_visible(&context.view()) => {
            return Ok(Some(Halt::Visible));
        }
        _ => return special(context, insn).map(|()| None),
    };
    calling::<M>(context, function, &code.sites[site as usize], fuel, choice)
}

fn is_at_fresh(context: &Context, code: &Code) -> bool {
    context.this().frames.last().is_some_and(|frame| code.is_fresh(frame.pc as usize))
}

#[inline]
fn calling<M: Mode>(
    context: &mut Context,
    function: FunctionId,
    site: &CallSite,
    fuel: &mut u64,
    choice: Choice,
) -> Result<Option<Halt>, Stop> {
    if *fuel == 0 {
        return Ok(Some(Halt::OutOfFuel));
    }
    *fuel -= 1;
    match &context.program.functions[function as usize].kind {
        FunctionKind::Code(code) => {
            if M::Policy::PLAIN && call_reads_memory(site) {
                return Ok(Some(Halt::Visible));
            }
            call::call(context, site, function, code)?;
            Ok(None)
        }
        FunctionKind::Native(native) => calling_native::<M>(context, native, site, choice),
        FunctionKind::Unusable(reason) => Err(Stop::Unsupported(reason.clone())),
    }
}

#[inline]
fn calling_native<M: Mode>(
    context: &mut Context,
    native: &Native,
    site: &CallSite,
    choice: Choice,
) -> Result<Option<Halt>, Stop> {
    if M::STOPS && native.is_always_step() {
        return Ok(Some(Halt::Visible));
    }
    let view = context.view();
    let this = view.this();
    let Some(frame) = this.frames.last() else { return Ok(None) };
    let mut room = Room::new();
    let args = room.gather(&view.state.memory, site, this.registers(frame))?;
    let mut yields = false;
    let body = match native.run {
        Run::Local(_) if M::Policy::PLAIN && native_reads_memory(&args) => {
            return Ok(Some(Halt::Visible));
        }
        Run::Local(run) => Body::Local(run),
        Run::Visible { run, .. } | Run::Block(run) if M::ONE_INSTRUCTION && !M::STOPS => Body::Visible(run),
        Run::Block(run) => Body::Visible(run),
        Run::Visible { describe, run, .. } => {
            // What cannot even be described is a fault of the operation itself: it shows when that is done.
            let intent = match describe(&view, &args) {
                Err(_) if M::STOPS => return Ok(Some(Halt::Visible)),
                described => described?,
            };
            if let Some(halt) = halt_before::<M>(&intent) {
                return Ok(Some(halt));
            }
            yields = intent.operation == Operation::Local && !intent.invisible;
            Body::Visible(run)
        }
    };
    if !site.varargs.is_empty() {
        let frame = *frame;
        call::note_varargs(context, site, Some(&frame));
    }
    if !native.facts.footprint_is_complete {
        context.state.memory.note_more();
    }
    natives::run(context, &body, site, &args, choice)?;
    Ok(yields.then_some(Halt::Yielded))
}

/// Whether to halt before a visible library function.
fn halt_before<M: Mode>(intent: &Intent) -> Option<Halt> {
    if intent.invisible {
        None
    } else if M::STOPS {
        Some(Halt::Visible)
    } else {
        (!intent.enabled || intent.urgency == Urgency::Timeout).then_some(Halt::Waiting)
    }
}

/// Instructions that need more of the machine than registers and memory. They move the program counter themselves.
fn special(context: &mut Context, insn: Insn) -> Result<(), Stop> {
    let thread = context.this();
    let registers = thread.frames.last().map_or(&[][..], |frame| thread.registers(frame));
    let value = |register: u16| registers[register as usize];
    match insn {
        Insn::Alloca { d, size, align } => {
            let size = value(size);
            stack::alloca(context, d, size, align)
        }
        Insn::StackSave { d } => {
            stack::save(context, d);
            Ok(())
        }
        Insn::StackRestore { a } => {
            let to = value(a);
            stack::restore(context, to)
        }
        Insn::VaStart { list } => {
            let list = value(list);
            stack::va_start(context, list)
        }
        Insn::SetJump { d, buffer } => {
            let buffer = value(buffer);
            jumps::set_jump(context, d, buffer)
        }
        Insn::LongJump { buffer, value: result } => {
            let (buffer, result) = (value(buffer), value(result));
            jumps::long_jump(context, buffer, result)
        }
        Insn::SwitchContext { d, save, resume } => {
            let (save, resume) = (value(save), value(resume));
            contexts::switch(context, d, save, resume)
        }
        Insn::Raise { exception, begins } => {
            let exception = value(exception);
            unwind::raise(context, exception, begins)
        }
        Insn::JumpIndirect { a } => {
            let label = value(a);
            jumps::indirect(context, label)
        }
        _ => unreachable!("the loop does all other instructions"),
    }
}
