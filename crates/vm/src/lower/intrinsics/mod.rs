//! Intrinsics (LangRef: "Intrinsic Functions"): one file per family, each a table from name to instruction.

mod bits;
mod floats;
mod integers;
mod memory;
mod processor;
mod vectors;

use mazurka_ir::instruction::{Call, LocalId, Operand};

use super::function::{Arg, Lowered, Lowering};
use crate::code::{AtomicOrder, Insn};

/// What a name means before the types that are mangled into it: `umax.i32` is `umax`.
fn is(name: &str, family: &str) -> bool {
    name.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Notes to the optimiser and the debugger: nothing happens.
const NOTES: &[&str] = &[
    "lifetime",
    "assume",
    "dbg",
    "experimental.noalias.scope.decl",
    "invariant.start",
    "invariant.end",
    "prefetch",
    "donothing",
    "sideeffect",
    "pseudoprobe",
    "var.annotation",
    "codeview.annotation",
    "x86.sse2.pause",
    "x86.sse2.clflush",
    "x86.clflushopt",
    "x86.clwb",
    "va_end",
    "fake.use",
];

/// The result is the first argument.
const COPIES: &[&str] = &[
    "expect",
    "annotation",
    "ptr.annotation",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
    "arithmetic.fence",
    "canonicalize",
    "preserve.static.offset",
    "threadlocal.address",
    "callbr.landingpad",
];

/// The result is zero: what is not known here, or does not exist.
const ZEROS: &[&str] =
    &["is.constant", "returnaddress", "frameaddress", "addressofreturnaddress", "type.test"];

impl Lowering<'_, '_> {
    /// `name` without `llvm.`.
    pub(crate) fn intrinsic(&mut self, result: Option<LocalId>, name: &str, call: &Call) -> Lowered<()> {
        let any = |table: &[&str]| table.iter().any(|family| is(name, family));
        if any(NOTES) {
            return Ok(());
        }
        if any(COPIES) {
            return self.copy(self.wanted(result)?, operand(call, 0)?);
        }
        if any(ZEROS) {
            return self.all(self.wanted(result)?, 0);
        }
        if self.simple_intrinsic(name)? {
            return Ok(());
        }
        let done = self.memory_intrinsic(result, name, call)?
            || self.integer_intrinsic(result, name, call)?
            || self.bit_intrinsic(result, name, call)?
            || self.processor_intrinsic(result, name, call)?
            || self.float_intrinsic(result, name, call)?
            || self.vector_intrinsic(result, name, call)?;
        if done { Ok(()) } else { Err(format!("the intrinsic `llvm.{name}` is not supported")) }
    }

    /// Without arguments or result that matter.
    fn simple_intrinsic(&mut self, name: &str) -> Lowered<bool> {
        self.emit(match name {
            "trap" | "debugtrap" => Insn::Trap,
            _ if is(name, "ubsantrap") => Insn::Trap,
            "x86.sse2.mfence" | "x86.sse2.lfence" | "x86.sse.sfence" => {
                Insn::Fence { order: AtomicOrder::SeqCst }
            }
            _ => return Ok(false),
        });
        Ok(true)
    }

    pub(crate) fn wanted(&self, result: Option<LocalId>) -> Lowered<LocalId> {
        result.ok_or_else(|| "an intrinsic whose result is not named".into())
    }

    /// Every register of the result is `value`.
    pub(crate) fn all(&mut self, result: LocalId, value: u64) -> Lowered<()> {
        let ty = *self.body.local_types.get(result.0 as usize).ok_or("a local that does not exist")?;
        let registers = self.shape(ty)?.registers;
        let d = self.result(result, registers)?;
        for i in 0..registers {
            self.mov(d + i, Arg::Bits(value));
        }
        Ok(())
    }
}

/// An argument of an intrinsic.
pub(crate) fn operand(call: &Call, index: usize) -> Lowered<&Operand> {
    let argument = call.arguments.get(index).ok_or("an intrinsic with too few arguments")?;
    Ok(&argument.operand)
}
