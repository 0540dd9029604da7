//! Calls (LangRef `call`, `invoke`, `va_arg`).

use std::mem;

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Argument, Call, Callee, LocalId, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::SymbolKind;
use mazurka_ir::{Type, TypeId};

use super::SUPPORT_PATH;
use super::function::{Arg, Lowered, Lowering, Source};
use super::memory::Place;
use super::program::{Word, plain_name};
use super::shape::{Scalar, refuse};
use super::unwinding::{RAISE, Unwound};
use crate::code::{ByValue, CallSite, Insn, IntOp, NO_CONTEXT, Reg, VarArg};
use crate::program::FunctionId;

/// Offset of `overflow_arg_area` in a `va_list` (System V ABI for x86-64, 3.5.7).
const OVERFLOW_AREA: i64 = 8;

/// Support functions that do nothing but to sleep for as long as their arguments say.
const SLEEPS: [&str; 2] = ["sleep", "usleep"];

/// What a call goes to.
enum Target {
    Known(FunctionId),
    At(Arg),
}

/// Whether all calls of a function of this name are atomic blocks: a convention of SV-COMP.
pub(crate) fn is_atomic(name: &str) -> bool {
    let rest = name.strip_prefix("__VERIFIER_atomic_");
    rest.is_some_and(|rest| !matches!(rest, "begin" | "end"))
}

impl<'p> Lowering<'_, 'p> {
    pub(crate) fn call(&mut self, result: Option<LocalId>, call: &'p Call) -> Lowered<()> {
        let callee = match &call.callee {
            Callee::InlineAsm(asm) => return self.inline_asm(result, asm, call),
            Callee::Value(callee) => callee,
        };
        if self.initializes_length(call)? {
            return Ok(());
        }
        self.draft.returns_twice |= call.returns_twice;
        if let Value::Constant(Constant::Symbol(symbol)) = callee {
            let at = SymbolRef { module: self.module, symbol: *symbol };
            let name = &self.builder.linked.symbol(at).name;
            if let Some(intrinsic) = name.strip_prefix("llvm.") {
                return self.intrinsic(result, intrinsic, call);
            }
            if let Resolved::External(name) = self.builder.linked.resolve(at)
                && (self.jump_function(result, plain_name(&name), call)?
                    || plain_name(&name) == "syscall" && self.system_call(result, call)?)
            {
                return Ok(());
            }
        }
        self.ordinary_call(result, callee, call)
    }

    /// A call of a library function without arguments and result.
    pub(crate) fn call_library(&mut self, name: &str) {
        self.call_library_at(name, CallSite::default());
    }

    /// A call of a library function without arguments; its result goes to `d`.
    pub(crate) fn ask_library(&mut self, name: &str, d: Reg) {
        self.call_library_at(name, CallSite { d, results: 1, ..CallSite::default() });
    }

    pub(super) fn call_library_at(&mut self, name: &str, site: CallSite) {
        let function = self.builder.library_function(name);
        self.draft.sites.push(site);
        self.emit(Insn::Call { function, site: self.draft.sites.len() as u32 - 1 });
    }

    /// `setjmp` and `longjmp` under all their names, switches of contexts, and what begins to unwind.
    fn jump_function(&mut self, result: Option<LocalId>, name: &str, call: &Call) -> Lowered<bool> {
        match name {
            "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" => {
                let buffer = self.call_argument(call, 0)?;
                let d = match result {
                    Some(result) => self.result(result, 1)?,
                    None => self.temp()?,
                };
                self.draft.returns_twice = true;
                self.emit(Insn::SetJump { d, buffer });
            }
            "longjmp" | "_longjmp" | "siglongjmp" => {
                let (buffer, value) = (self.call_argument(call, 0)?, self.call_argument(call, 1)?);
                self.emit(Insn::LongJump { buffer, value });
            }
            "getcontext" | "setcontext" | "swapcontext" => {
                let d = match result {
                    Some(result) => self.result(result, 1)?,
                    None => self.temp()?,
                };
                let (first, none) = (self.call_argument(call, 0)?, self.constant(NO_CONTEXT)?);
                let (save, resume) = match name {
                    "getcontext" => (first, none),
                    "setcontext" => (none, first),
                    _ => (first, self.call_argument(call, 1)?),
                };
                self.emit(Insn::SwitchContext { d, save, resume });
            }
            RAISE if !self.lands => {
                let exception = self.call_argument(call, 0)?;
                self.emit(Insn::Raise { exception, begins: true });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// An argument of one register.
    pub(crate) fn call_argument(&mut self, call: &Call, index: usize) -> Lowered<Reg> {
        let argument = call.arguments.get(index).ok_or("a call with too few arguments")?;
        let arg = self.arg(&argument.operand.value, argument.operand.ty)?;
        self.reg(arg)
    }

    fn ordinary_call(&mut self, result: Option<LocalId>, callee: &Value, call: &Call) -> Lowered<()> {
        let target = self.target(callee, call)?;
        let fixed = self.fixed_arguments(callee, call).min(call.arguments.len());
        let (mut args, mut has_length) = (Vec::new(), false);
        let mut copies = Vec::new();
        for (at, argument) in call.arguments[..fixed].iter().enumerate() {
            if let Some(ty) = argument.attributes.byval {
                let arg = u16::try_from(args.len()).map_err(|_| "a call with too many arguments")?;
                let (size, align) = self.by_value(ty, argument)?;
                copies.push(ByValue { arg, size, align });
            }
            let is_length = self.is_length(&argument.operand.value);
            has_length |= is_length;
            let source = match is_length {
                true => Source::Words(vec![self.builder.no_time()?]),
                false => self.passed(&argument.operand, at)?,
            };
            for i in 0..self.shape(argument.operand.ty)?.registers {
                let arg = self.reg(source.arg(i))?;
                args.push(arg);
            }
        }
        let mut varargs = Vec::new();
        for (at, argument) in call.arguments.iter().enumerate().skip(fixed) {
            self.vararg(argument, at, &mut varargs)?;
        }
        let lands = mem::take(&mut self.lands);
        let (d, results) = match (result, lands) {
            (Some(result), false) => {
                let results = self.shape(call.result)?.registers;
                (self.result(result, results)?, results)
            }
            (None, false) => (0, 0),
            (_, true) => {
                let results = if result.is_some() { self.shape(call.result)?.registers } else { 0 };
                let d = self.group(results + 1)?;
                self.unwound = Some(Unwound { d, results });
                (d, results + 1)
            }
        };
        let (args, copies, varargs) = (args.into(), copies.into(), varargs.into());
        self.draft.sites.push(CallSite { args, copies, varargs, d, results, lands });
        let site = self.draft.sites.len() as u32 - 1;
        self.note_unread_block(site);
        if has_length {
            self.builder.has_shortened.lengths = true;
            self.draft.short_sleeps.insert(site);
        } else if self.builder.shortened.sleeps && self.is_shortened_sleep(callee) {
            self.builder.has_shortened.sleeps = true;
            self.draft.sleeps.insert(site);
        }
        let insn = match target {
            Target::Known(function) => Insn::Call { function, site },
            Target::At(at) => Insn::CallIndirect { f: self.reg(at)?, site },
        };
        self.emit(insn);
        Ok(())
    }

    fn target(&mut self, callee: &Value, call: &Call) -> Lowered<Target> {
        if let Some(sleep) = self.sleep_of(callee, call) {
            return Ok(Target::Known(self.builder.library_function(sleep)));
        }
        let at = self.arg(callee, self.m.types.ptr())?;
        let known = match at {
            Arg::Bits(bits) => self.builder.function_at(Word::Bits(bits)),
            Arg::Reg(_) => None,
        };
        Ok(known.map_or(Target::At(at), Target::Known))
    }

    /// Whether it does not matter with which arguments this is called, because they only say how long to sleep.
    fn is_shortened_sleep(&self, callee: &Value) -> bool {
        let Value::Constant(Constant::Symbol(symbol)) = callee else { return false };
        let linked = self.builder.linked;
        match linked.resolve(SymbolRef { module: self.module, symbol: *symbol }) {
            Resolved::Definition(at) => {
                SLEEPS.contains(&&*linked.symbol(at).name)
                    && self.builder.module(at.module).path.starts_with(SUPPORT_PATH)
            }
            _ => false,
        }
    }

    /// How many arguments the callee finds in its registers. Where it is known, its definition decides: a program may
    /// call it through a declaration without a prototype.
    fn fixed_arguments(&self, callee: &Value, call: &Call) -> usize {
        if let Value::Constant(Constant::Symbol(symbol)) = callee
            && let Resolved::Definition(at) =
                self.builder.linked.resolve(SymbolRef { module: self.module, symbol: *symbol })
            && let SymbolKind::Function(function) = &self.builder.linked.symbol(at).kind
        {
            return if function.varargs { function.params.len() } else { call.arguments.len() };
        }
        match call.function_type.map(|ty| self.m.types.get(ty)) {
            Some(Type::Function { params, varargs: true, .. }) => params.len(),
            _ => call.arguments.len(),
        }
    }

    /// Size and alignment of the copy that `byval` asks for.
    fn by_value(&self, ty: TypeId, argument: &Argument) -> Lowered<(u32, u32)> {
        let layout = self.m.layout.of(&self.m.types, ty).ok_or_else(|| refuse(&self.m.types, ty))?;
        let size = u32::try_from(layout.stride()).map_err(|_| "an argument of absurd size")?;
        let align = u32::try_from(layout.align).map_err(|_| "an argument of absurd alignment")?;
        // Arguments on the stack take whole words.
        Ok((size, align.max(argument.attributes.align).max(8)))
    }

    fn vararg(&mut self, argument: &Argument, at: usize, varargs: &mut Vec<VarArg>) -> Lowered<()> {
        let source = self.passed(&argument.operand, at)?;
        if let Some(ty) = argument.attributes.byval {
            let (size, align) = self.by_value(ty, argument)?;
            let address = self.reg(source.arg(0))?;
            varargs.push(VarArg::Bytes { address, size, align });
            return Ok(());
        }
        let shape = self.shape(argument.operand.ty)?;
        if shape.parts.len() > 1 && matches!(self.m.types.get(argument.operand.ty), Type::Vector(..)) {
            let bits: u32 = shape.parts.iter().map(|part| u32::from(part.scalar.bits())).sum();
            let whole = self.m.types.int(bits);
            let to = self.shape(whole)?;
            let packed = self.group(to.registers)?;
            self.bitcast(packed, &source, &shape, &to)?;
            varargs.push(if to.registers == 2 { VarArg::Wide(packed) } else { VarArg::Word(packed) });
            return Ok(());
        }
        for part in &shape.parts {
            let first = self.registers(&source, part.register, part.scalar.registers())?;
            varargs.push(match part.scalar {
                Scalar::Wide(_) | Scalar::Extended => VarArg::Wide(first),
                _ => VarArg::Word(first),
            });
        }
        Ok(())
    }

    /// LangRef `va_arg`: everything lies in the overflow area, in slots of 8 bytes.
    pub(crate) fn va_arg(&mut self, result: LocalId, list: &Value, ty: TypeId) -> Lowered<()> {
        let list = self.place(list)?.plus(OVERFLOW_AREA as u64);
        let shape = self.shape(ty)?;
        let d = self.result(result, shape.registers)?;
        let mut at = self.temp()?;
        self.load_scalar(at, list, Scalar::Ptr)?;
        if shape.align > 8 {
            let (up, aligned) = (self.temp()?, self.temp()?);
            self.integer(IntOp::Add, 64, up, Arg::Reg(at), Arg::Bits(shape.align - 1))?;
            self.integer(IntOp::And, 64, aligned, Arg::Reg(up), Arg::Bits(!(shape.align - 1)))?;
            at = aligned;
        }
        self.load_value(d, Place { base: at, offset: 0 }, ty)?;
        let next = self.temp()?;
        let slots = shape.size.next_multiple_of(8);
        self.integer(IntOp::Add, 64, next, Arg::Reg(at), Arg::Bits(slots))?;
        self.store_scalar(&Source::Registers(next), 0, list, Scalar::Ptr)
    }
}
