//! Bytes of local variables that are dead: the thread writes each of them before it reads it, or never reads it again.
//!
//! A local variable whose address is passed to a function has memory, at `-O0` most structs and buffers do. What the last iteration of a
//! loop has left there makes no difference if the next one overwrites it: `do get(&s); while (s.a != s.b);`. So such bytes do not
//! count where a thread is compared with what it was before (`vm::vain`).
//!
//! - **Whose address is it?** [`addresses`] follows addresses of variables on the stack, and parameters, through the registers of a function. The
//!   address of a variable *escapes* where it is stored, returned, used in an atomic access or in a computation that does not just add to it, passed to
//!   a function that lets it escape or that is not known, or passed twice in one call. Nothing is claimed of a variable whose address escapes.
//! - **Which bytes are needed?** [`needs`] is the usual liveness, backwards, of the bytes of these variables and of what parameters point to.
//!   A store to a known place writes its bytes; a load that may be from a variable reads it. What a call does to what it is given follows
//!   from what its function needs at its beginning; a function that is recursive with such arguments is not known.
//! - **What does a thread need?** Its top frame needs what is needed where it is. A frame below it needs what the one above may read, what
//!   that may leave as it was and is needed behind the call, and what is needed there besides ([`Program::dead_bytes`]).
//!
//! **Why they make no difference.** Let two states be equal but for bytes that are dead in thread t. No other thread accesses them, because their
//! address is only in registers of t. If t makes a step, it reads none of them before it has written it. So it makes the same step from
//! both, with the same accesses and the same faults, since the bytes are there in both: a frame's variables exist as long as the frame. Afterwards the states are
//! equal but for bytes that are still dead: one that was not written is dead behind the step if it was before, or it was no path on which
//! it is. This holds for a step that calls and returns, too. So all that can follow one state can follow the other, with the same operations. Bytes
//! that are not initialised are no exception: that is asked when they are read.
//!
//! **Assumptions.** As in `mazurka_analysis`: no access is out of the bounds of the block that its pointer was made for. An exception may leave every function at
//! every call, in programs that unwind. Nothing is claimed of functions with `setjmp`, to which control may come back from anywhere, and nothing at all in
//! programs that switch contexts or run handlers of signals: frames then are not where their callers have left them. Where leaks are looked for, and where addresses of freed blocks are
//! used again, what a dead pointer points to makes a difference; so nothing is left out there (`Vm::dead_bytes`).
//!
//! All of this is computed when it is first asked for, and never for most programs. What is found of a function does not depend on
//! what was asked before.

pub(in crate::lower) mod addresses;
mod needs;
pub(in crate::lower) mod values;

use std::sync::OnceLock;

use mazurka_machine::Range;

use crate::code::{Insn, Pc};
use crate::program::{Code, FunctionId, FunctionKind, Program};
use crate::threads::Frame;
use addresses::Uses;
use needs::{Need, Needs};

/// A function is not known if what it calls with addresses are more functions than these.
const MOST_FUNCTIONS: usize = 128;

/// What is known of the functions of a program.
#[derive(Debug, Default)]
pub struct DeadBytes {
    functions: Vec<Known>,
    may_be_asked: OnceLock<bool>,
}

#[derive(Debug, Default)]
struct Known {
    uses: OnceLock<Option<Box<Uses>>>,
    needs: OnceLock<Option<Box<Needs>>>,
    is_recursive: OnceLock<bool>,
}

impl DeadBytes {
    pub(crate) fn of(functions: usize) -> DeadBytes {
        DeadBytes { functions: (0..functions).map(|_| Known::default()).collect(), ..DeadBytes::default() }
    }
}

impl Program {
    /// Dead bytes of the variables of a thread's frames.
    pub(crate) fn dead_bytes(&self, frames: &[Frame]) -> Vec<Range> {
        let mut dead = Vec::new();
        if !self.has_known_frames() {
            return dead;
        }
        let mut above: Option<(FunctionId, Vec<Need>)> = None;
        for frame in frames.iter().rev() {
            let is_top = std::ptr::eq(frame, &raw const frames[frames.len() - 1]);
            above = self.needs(frame.function).map(|needs| {
                let needed = match is_top {
                    true => needs.before(frame.pc).to_vec(),
                    false => {
                        let callee = above.as_ref().filter(|(callee, _)| calls(self, frame, *callee));
                        needs.during_call(frame.pc, callee.map(|(_, needed)| needed.as_slice()))
                    }
                };
                dead.extend(needs.dead(&needed, frame.memory));
                (frame.function, needed)
            });
        }
        dead
    }

    /// The variables of a frame that only its thread can access, because their addresses do not escape.
    pub(crate) fn unshared_variables(&self, frame: &Frame) -> impl Iterator<Item = Range> {
        let needs = self.has_known_frames().then(|| self.needs(frame.function)).flatten();
        needs.into_iter().flat_map(|needs| needs.unshared(frame.memory))
    }

    pub(crate) fn has_known_frames(&self) -> bool {
        *self.dead_bytes.may_be_asked.get_or_init(|| self.keeps_frames_in_order())
    }

    /// Whether each frame of a thread was called by the one below, and returns to it.
    fn keeps_frames_in_order(&self) -> bool {
        let switches = |code: &Code| code.insns.iter().any(|insn| matches!(insn, Insn::SwitchContext { .. }));
        let is_orderly = |function: FunctionId| self.known_code(function).is_none_or(|code| !switches(code));
        self.take_signal.is_none() && (0..self.functions.len() as FunctionId).all(is_orderly)
    }

    fn known_code(&self, function: FunctionId) -> Option<&Code> {
        match &self.functions.get(function as usize)?.kind {
            FunctionKind::Code(code) => Some(code),
            FunctionKind::Native(_) | FunctionKind::Unusable(_) => None,
        }
    }

    fn uses(&self, function: FunctionId) -> Option<&Uses> {
        let find = || {
            let labels = self.labels.iter().filter(|label| label.0 == function);
            let labels: Vec<Pc> = labels.map(|label| label.1).collect();
            Uses::of(self.known_code(function)?, &labels, &self.functions).map(Box::new)
        };
        self.dead_bytes.functions.get(function as usize)?.uses.get_or_init(find).as_deref()
    }

    fn needs(&self, function: FunctionId) -> Option<&Needs> {
        let find = || {
            let (code, uses) = (self.known_code(function)?, self.uses(function)?);
            // Where it is one, this very function may be what is asked about.
            let of_callee = |callee: FunctionId| match self.is_recursive(callee) {
                true => None,
                false => self.needs(callee),
            };
            Needs::of(code, uses, &of_callee, self.is_rust).map(Box::new)
        };
        self.dead_bytes.functions.get(function as usize)?.needs.get_or_init(find).as_deref()
    }

    /// Whether a function may call itself, by calls with addresses as arguments. Says yes in doubt.
    fn is_recursive(&self, function: FunctionId) -> bool {
        let known = self.dead_bytes.functions.get(function as usize);
        known.is_none_or(|known| *known.is_recursive.get_or_init(|| self.calls_itself(function)))
    }

    fn calls_itself(&self, function: FunctionId) -> bool {
        let callees = |of: FunctionId| self.uses(of).into_iter().flat_map(Uses::callees);
        let mut seen: Vec<FunctionId> = callees(function).collect();
        let mut at = 0;
        while let Some(&next) = seen.get(at) {
            if next == function || seen.len() > MOST_FUNCTIONS {
                return true;
            }
            for callee in callees(next) {
                if !seen.contains(&callee) {
                    seen.push(callee);
                }
            }
            at += 1;
        }
        false
    }
}

/// Whether a frame is at a call of this function, by its name.
fn calls(program: &Program, frame: &Frame, callee: FunctionId) -> bool {
    matches!(program.code(frame.function).insns[frame.pc as usize], Insn::Call { function, .. } if function == callee)
}
