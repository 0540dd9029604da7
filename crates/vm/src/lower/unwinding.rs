//! Unwinding (LangRef `invoke`, `landingpad`, `resume`; the Itanium C++ ABI's `_Unwind_RaiseException`).
//!
//! A call with a landing pad has one more result: the exception that it ended with, or 0. What follows is a branch on it, so the edge to
//! the landing pad is an ordinary one for all that treats code as data, and between two steps of a thread nothing says that it unwinds.
//!
//! Only handlers that catch everything are supported, as Rust's are: those of C++ ask for the type of the exception.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BlockId, Call, Clause, LocalId, Operand, Value};
use mazurka_ir::link::Program;

use super::function::{Lowered, Lowering};
use super::program::plain_name;
use crate::code::{Insn, Reg};

/// What begins to unwind.
pub(super) const RAISE: &str = "_Unwind_RaiseException";

/// Whether the program may unwind. Where it does not, landing pads are not lowered.
pub(super) fn may_unwind(linked: &Program) -> bool {
    let names = linked.modules.iter().flat_map(|module| module.symbols.iter().map(|symbol| &symbol.name));
    names.into_iter().any(|name| plain_name(name) == RAISE)
}

impl<'p> Lowering<'_, 'p> {
    /// LangRef `invoke`.
    pub(super) fn invoke(
        &mut self,
        result: Option<LocalId>,
        call: &'p Call,
        normal: BlockId,
        unwind: BlockId,
    ) -> Lowered<()> {
        self.lands = self.builder.may_unwind;
        let lowered = self.call(result, call);
        self.lands = false;
        lowered?;
        // What is not a call of a function does not unwind.
        let Some(unwound) = self.unwound.take() else { return self.br(normal) };
        let from = self.block;
        let (returned, landing) = (self.draft.add_block(), self.draft.add_block());
        self.draft.edges.extend([returned, landing]);
        self.block = returned;
        if let (Some(result), 1..) = (result, unwound.results) {
            let d = self.result(result, unwound.results)?;
            (0..unwound.results).for_each(|i| self.emit(Insn::Mov { d: d + i, s: unwound.d + i }));
        }
        self.br(normal)?;
        self.block = landing;
        let exception = self.exception()?;
        self.emit(Insn::Mov { d: exception, s: unwound.d + unwound.results });
        self.br(unwind)?;
        self.block = from;
        let c = unwound.d + unwound.results;
        self.emit(Insn::Branch { c, then: landing, otherwise: returned });
        Ok(())
    }

    /// Where edges to landing pads leave the exception.
    fn exception(&mut self) -> Lowered<Reg> {
        match self.exception {
            Some(register) => Ok(register),
            None => {
                let register = self.temp()?;
                self.exception = Some(register);
                Ok(register)
            }
        }
    }

    /// LangRef `landingpad`: the exception, and which clause applies.
    pub(super) fn landing_pad(&mut self, result: LocalId, clauses: &[Clause]) -> Lowered<()> {
        let catches_all = clauses.iter().all(|clause| match clause {
            Clause::Catch(Operand { value, .. }) => matches!(value, Value::Constant(Constant::Null)),
            // No type may pass.
            Clause::Filter(Operand { value, .. }) => matches!(value, Value::Constant(Constant::Zero)),
        });
        if !catches_all {
            return Err("a handler for exceptions of one type is not supported".into());
        }
        let (d, s) = (self.result(result, 2)?, self.exception()?);
        self.emit(Insn::Mov { d, s });
        self.emit(Insn::Const { d: d + 1, value: u64::from(!clauses.is_empty()) });
        Ok(())
    }

    /// LangRef `resume`: the operand is what a landing pad got.
    pub(super) fn resume(&mut self, operand: &Operand) -> Lowered<()> {
        let source = self.operand(operand)?;
        let exception = self.reg(source.arg(0))?;
        self.emit(Insn::Raise { exception, begins: false });
        Ok(())
    }
}

/// A call that may have unwound: where its result is, and how many registers that takes; the exception is behind it.
pub(super) struct Unwound {
    pub d: Reg,
    pub results: u16,
}
