//! Calls of library functions.

use mazurka_machine::Choice;

use super::call::collect_varargs;
use crate::code::{CallSite, Insn};
use crate::context::{Context, Stop};
use crate::library::posix::signals::delivery;
use crate::library::{Args, Return};
use crate::memory::Memory;
use crate::program::{Code, Function, Program};
use crate::threads::Wait;

/// Where the arguments of a call are gathered from registers; short lists stay off the heap.
pub(super) struct Room {
    few: [u64; FEW],
    many: Vec<u64>,
}

const FEW: usize = 8;

impl Room {
    #[inline]
    pub(super) fn new() -> Room {
        Room { few: [0; FEW], many: Vec::new() }
    }

    /// `registers` are those of the frame that calls.
    #[inline]
    pub(super) fn gather(
        &mut self,
        memory: &Memory,
        site: &CallSite,
        registers: &[u64],
    ) -> Result<Args<'_>, Stop> {
        if !site.varargs.is_empty() || site.args.len() > FEW {
            return self.gather_many(memory, site, registers);
        }
        for (word, &register) in self.few.iter_mut().zip(&site.args) {
            *word = registers[register as usize];
        }
        Ok(Args::new(&self.few[..site.args.len()]))
    }

    #[cold]
    fn gather_many(&mut self, memory: &Memory, site: &CallSite, registers: &[u64]) -> Result<Args<'_>, Stop> {
        self.many.extend(site.args.iter().map(|&register| registers[register as usize]));
        let mut slots = Vec::new();
        collect_varargs(memory, registers, site, &mut slots)?;
        self.many.append(&mut slots);
        Ok(Args::new(&self.many))
    }
}

/// What a library function does when it is not merely asked about.
pub(super) enum Body {
    Local(fn(&mut Context, &Args) -> Result<Return, Stop>),
    Visible(fn(&mut Context, &Args, Choice) -> Result<Return, Stop>),
}

/// Runs a library function and, unless it is to be called again, continues behind the call.
#[inline]
pub(super) fn run(
    context: &mut Context,
    body: &Body,
    site: &CallSite,
    args: &Args,
    choice: Choice,
) -> Result<(), Stop> {
    let result = match body {
        Body::Local(run) => run(context, args)?,
        Body::Visible(run) => run(context, args, choice)?,
    };
    if result == Return::Again {
        return Ok(());
    }
    complete(context, site, result);
    match result {
        Return::Deliver(_) => delivery::deliver(context),
        _ => Ok(()),
    }
}

/// The call of a library function has this result: the thread is behind it.
#[inline]
fn complete(context: &mut Context, site: &CallSite, result: Return) {
    let thread = context.state.threads.change(context.thread);
    let registers = thread.window();
    let d = site.d as usize;
    if let Some(exception) = site.exception() {
        registers[exception as usize] = 0;
    }
    match (result, site.returned()) {
        (Return::Word(word) | Return::Deliver(word), 1..) => registers[d] = word,
        (Return::Pair(first, second), 2..) => (registers[d], registers[d + 1]) = (first, second),
        (Return::Pair(first, _), 1) => registers[d] = first,
        // The declaration promises a result that the function does not have.
        (Return::Void, results @ 1..) => registers[d..][..results as usize].fill(0),
        (_, 0) | (Return::Again, _) => {}
    }
    thread.state.phase = 0;
    if let Some(frame) = thread.frames.last_mut() {
        frame.pc += 1;
    }
}

/// The call that the thread waits in ends with this result.
pub(crate) fn end_call(context: &mut Context, result: Return) {
    let this = context.this();
    let Some(frame) = this.frames.last() else { return };
    let code = context.program.code(frame.function);
    let call = callee(context.program, code, &code.insns[frame.pc as usize], this.registers(frame));
    if let Ok(Some((_, site))) = call {
        complete(context, site, result);
        context.this_state().wait = Wait::No;
    }
}

/// The call that an instruction makes: where it goes and with what.
#[inline]
pub(super) fn callee<'a>(
    program: &'a Program,
    code: &'a Code,
    insn: &Insn,
    registers: &[u64],
) -> Result<Option<(&'a Function, &'a CallSite)>, Stop> {
    let (function, site) = match *insn {
        Insn::Call { function, site } => (function, site),
        Insn::CallIndirect { f, site } => (super::call::function_at(program, registers[f as usize])?, site),
        _ => return Ok(None),
    };
    Ok(Some((&program.functions[function as usize], &code.sites[site as usize])))
}
