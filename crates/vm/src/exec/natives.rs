//! Calls of library functions.

use mazurka_machine::Choice;

use super::call::collect_varargs;
use crate::code::{CallSite, Insn};
use crate::context::{Context, Stop, View};
use crate::library::{Args, Return};
use crate::program::{Code, Function, FunctionKind};
use crate::threads::Frame;

/// The arguments of a call, gathered from registers; short lists stay off the heap.
pub(super) struct Gathered {
    few: [u64; 8],
    length: usize,
    many: Vec<u64>,
}

impl Gathered {
    /// `registers` are those of the frame that calls.
    pub(super) fn new(view: &View, site: &CallSite, registers: &[u64]) -> Result<Gathered, Stop> {
        let mut gathered = Gathered { few: [0; 8], length: site.args.len(), many: Vec::new() };
        if site.varargs.is_empty() && site.args.len() <= gathered.few.len() {
            for (word, &register) in gathered.few.iter_mut().zip(&site.args) {
                *word = registers[register as usize];
            }
        } else {
            gathered.many.extend(site.args.iter().map(|&register| registers[register as usize]));
            let mut slots = Vec::new();
            collect_varargs(&view.state.memory, registers, site, &mut slots)?;
            gathered.many.append(&mut slots);
            gathered.length = 0;
        }
        Ok(gathered)
    }

    pub(super) fn words(&self) -> &[u64] {
        if self.many.is_empty() { &self.few[..self.length] } else { &self.many }
    }

    pub(super) fn args(&self) -> Args<'_> {
        Args::new(self.words())
    }
}

/// What a library function does when it is not merely asked about.
pub(super) enum Body {
    Local(fn(&mut Context, &Args) -> Result<Return, Stop>),
    Visible(fn(&mut Context, &Args, Choice) -> Result<Return, Stop>),
}

/// Runs a library function and, unless it stays, goes on behind the call.
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
    let thread = context.state.threads.change(context.thread);
    let registers = thread.window();
    let d = site.d as usize;
    match (result, site.results) {
        (Return::Again, _) => return Ok(()),
        (Return::Word(word), 1..) => registers[d] = word,
        (Return::Pair(first, second), 2..) => (registers[d], registers[d + 1]) = (first, second),
        (Return::Pair(first, _), 1) => registers[d] = first,
        // The declaration promises a result that the function does not have.
        (Return::Void, 1..) => registers[d] = 0,
        (_, 0) => {}
    }
    thread.state.phase = 0;
    if let Some(frame) = thread.frames.last_mut() {
        frame.pc += 1;
    }
    Ok(())
}

/// The call that a frame stands at: where it goes and with what.
pub(super) fn callee<'a>(
    view: &View<'a>,
    code: &'a Code,
    frame: &Frame,
) -> Result<Option<(&'a Function, &'a CallSite)>, Stop> {
    let registers = view.state.threads.get(view.thread).registers(frame);
    let (function, site) = match code.insns[frame.pc as usize] {
        Insn::Call { function, site } => (function, site),
        Insn::CallIndirect { f, site } => {
            (super::call::function_at(view.program, registers[f as usize])?, site)
        }
        _ => return Ok(None),
    };
    Ok(Some((&view.program.functions[function as usize], &code.sites[site as usize])))
}

/// The bytecode that a frame runs.
pub(super) fn code_of<'a>(view: &View<'a>, frame: &Frame) -> Option<&'a Code> {
    match &view.program.functions[frame.function as usize].kind {
        FunctionKind::Code(code) => Some(code),
        _ => None,
    }
}
