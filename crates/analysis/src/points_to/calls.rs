//! What calls make flow.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Call, Callee, LocalId, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::SymbolKind;

use super::flow::{CallSite, Copying, DECIDES, ESCAPES, Origin, RESULTS, Target, Use, Var, Way};
use super::places::{POINTER, Place};
use super::text::{Here, Reader};
use crate::call_graph::{self, FunctionId};
use crate::future::START;
use crate::gep;
use crate::library::{Effect, Memory, Output, ThreadResult};

/// Intrinsics that do nothing but compute their result from all of their arguments, and never fail.
const COMPUTING: &[&str] = &[
    "smax.",
    "smin.",
    "umax.",
    "umin.",
    "abs.",
    "sadd.",
    "uadd.",
    "ssub.",
    "usub.",
    "smul.",
    "umul.",
    "fabs.",
    "fmuladd.",
    "ctpop.",
    "ctlz.",
    "cttz.",
    "bswap.",
    "bitreverse.",
    "fshl.",
    "fshr.",
    "expect.",
    "vector.reduce.",
    "maxnum.",
    "minnum.",
];
/// Intrinsics that do nothing.
const NOTHING: &[&str] = &["lifetime.", "dbg.", "donothing", "experimental.noalias.scope.decl"];

impl Reader<'_, '_> {
    pub(super) fn call(&mut self, here: Here, call: &Call, result: Option<LocalId>) {
        let module = here.node.at.module;
        let callee = match &call.callee {
            Callee::Value(callee) => callee,
            Callee::InlineAsm(assembly) => {
                self.sees_output |= assembly.template.contains("sys") || assembly.template.contains("int");
                return self.opaque(here, call, 0, result);
            }
        };
        match self.graph.target(module, call) {
            call_graph::Target::Function(callee) => self.enter(here, call, callee, result),
            call_graph::Target::Intrinsic(at) => self.intrinsic(here, call, at, result),
            call_graph::Target::Library(effect) => self.library(here, call, effect, result),
            call_graph::Target::Unknown => {
                self.decides(here, callee);
                let callee = self.value(here, callee);
                let first = 0;
                self.indirect(here, call, callee, first, result);
            }
        }
    }

    fn argument(&mut self, here: Here, call: &Call, at: usize) -> Var {
        match call.arguments.get(at) {
            Some(argument) => self.value(here, &argument.operand.value),
            None => super::flow::NOTHING,
        }
    }

    fn arguments(&mut self, here: Here, call: &Call, from: usize) -> Vec<Var> {
        (from..call.arguments.len()).map(|at| self.argument(here, call, at)).collect()
    }

    fn enter(&mut self, here: Here, call: &Call, callee: FunctionId, result: Option<LocalId>) {
        let arguments = self.arguments(here, call, 0);
        let result = result.map(|result| self.local(here.id, result));
        let (params, returned) = self.flow.functions[callee].clone();
        for (at, argument) in arguments.into_iter().enumerate() {
            // Further ones are in memory, where the function finds them.
            self.flow.connect(argument, params.get(at).copied().unwrap_or(ESCAPES), Way::Whole);
        }
        result.into_iter().for_each(|result| self.flow.connect(returned, result, Way::Whole));
    }

    fn indirect(&mut self, here: Here, call: &Call, callee: Var, first: usize, result: Option<LocalId>) {
        let arguments = self.arguments(here, call, first);
        let result = result.map(|result| self.local(here.id, result));
        self.flow.calls.push(CallSite { arguments, result });
        self.flow.uses(callee, Use::Call(self.flow.calls.len() as u32 - 1));
    }

    /// A call of something that may do anything with what it is given from an argument on.
    fn opaque(&mut self, here: Here, call: &Call, from: usize, result: Option<LocalId>) {
        for argument in self.arguments(here, call, from) {
            self.flow.connect(argument, ESCAPES, Way::Whole);
        }
        self.comes_from_outside(here, result);
    }

    fn all_decide(&mut self, here: Here, call: &Call) {
        call.arguments.iter().for_each(|argument| self.decides(here, &argument.operand.value));
    }

    fn intrinsic(&mut self, here: Here, call: &Call, at: SymbolRef, result: Option<LocalId>) {
        let name = self.graph.program.symbol(at).name.clone();
        let name = name.strip_prefix("llvm.").unwrap_or(&name);
        let is = |names: &[&str]| names.iter().any(|start| name.starts_with(start));
        match name {
            _ if is(NOTHING) => {}
            _ if is(COMPUTING) => {
                for argument in &call.arguments {
                    self.computed(here, &argument.operand.value, result, Way::Pieces);
                }
            }
            _ if name.starts_with("threadlocal.address") => {
                for argument in &call.arguments {
                    self.computed(here, &argument.operand.value, result, Way::Whole);
                }
            }
            _ if is(&["memcpy.", "memmove."]) => self.copy(here, call),
            _ if name.starts_with("memset.") => {
                [0, 2].into_iter().for_each(|at| self.argument_decides(here, call, at));
                let (to, from) = (self.argument(here, call, 0), self.argument(here, call, 1));
                let size = length(call, 2).unwrap_or(u64::MAX);
                self.flow.uses(to, Use::Store { size, from, way: Way::Pieces });
            }
            _ => self.opaque(here, call, 0, result),
        }
    }

    fn argument_decides(&mut self, here: Here, call: &Call, at: usize) {
        if let Some(argument) = call.arguments.get(at) {
            self.decides(here, &argument.operand.value);
        }
    }

    fn copy(&mut self, here: Here, call: &Call) {
        self.all_decide(here, call);
        let length = length(call, 2).unwrap_or(u64::MAX);
        let number = self.flow.copyings.len() as u32;
        self.flow.copyings.push(Copying { length, from: Vec::new(), to: Vec::new() });
        let (to, from) = (self.argument(here, call, 0), self.argument(here, call, 1));
        self.flow.uses(from, Use::CopyFrom(number));
        self.flow.uses(to, Use::CopyTo(number));
    }

    fn library(&mut self, here: Here, call: &Call, effect: Effect, result: Option<LocalId>) {
        self.sees_output |= effect.output == Output::Sees;
        let var = result.map(|result| self.local(here.id, result));
        match effect {
            Effect { spawns: true, .. } => {
                let started = self.argument(here, call, START);
                self.indirect(here, call, started, START + 1, None);
                for at in 0..=START {
                    let argument = self.argument(here, call, at);
                    match at {
                        START => self.argument_decides(here, call, at),
                        _ => self.flow.connect(argument, ESCAPES, Way::Whole),
                    }
                }
            }
            Effect { result: ThreadResult::Given, .. } => {
                let given = self.argument(here, call, 0);
                self.flow.connect(given, RESULTS, Way::Whole);
                (1..call.arguments.len()).for_each(|at| self.argument_decides(here, call, at));
            }
            Effect { result: ThreadResult::Taken, .. } => {
                self.argument_decides(here, call, 0);
                self.argument_decides(here, call, 1);
                let to = self.argument(here, call, 1);
                self.flow.uses(to, Use::Store { size: POINTER, from: RESULTS, way: Way::Whole });
                for argument in self.arguments(here, call, 2) {
                    self.flow.connect(argument, ESCAPES, Way::Whole);
                }
            }
            Effect { output: Output::Prints(format), .. } => self.print(here, call, format, result),
            Effect { memory: Memory::Allocates | Memory::Resizes, .. } => {
                self.all_decide(here, call);
                if effect.memory == Memory::Resizes
                    && let Some(to) = var
                {
                    let resized = self.argument(here, call, 0);
                    self.flow.uses(resized, Use::Resize { to });
                }
                if let Some(var) = var {
                    let origin = Origin::Block(here.id, (here.block, here.index));
                    let object = self.flow.object(origin, None);
                    self.flow.add(var, Target::Object(object, Place::at(0)));
                }
            }
            Effect { memory: Memory::Frees, .. } => self.all_decide(here, call),
            Effect { objects: [_, ..], .. } => {
                for (at, argument) in call.arguments.iter().enumerate() {
                    match at < effect.objects.len() {
                        true => self.leads(here, &argument.operand.value),
                        false => self.decides(here, &argument.operand.value),
                    }
                }
                for (at, &size) in effect.objects.iter().enumerate() {
                    let object = self.argument(here, call, at);
                    self.flow.uses(object, Use::Load { size, to: DECIDES });
                    self.flow.uses(object, Use::Store { size, from: super::flow::NOTHING, way: Way::Lost });
                }
            }
            _ => self.opaque(here, call, 0, result),
        }
    }

    /// What is printed as a number decides nothing.
    fn print(&mut self, here: Here, call: &Call, format: usize, result: Option<LocalId>) {
        let text = call.arguments.get(format).and_then(|argument| self.text(here, &argument.operand.value));
        let numbers = text.and_then(|text| numbers(&text));
        let Some(numbers) = numbers.filter(|numbers| call.arguments.len() == format + 1 + numbers.len())
        else {
            return self.opaque(here, call, 0, result);
        };
        let result = result.map(|result| self.local(here.id, result));
        for at in 0..call.arguments.len() {
            let argument = self.argument(here, call, at);
            match at.checked_sub(format + 1) {
                Some(number) if numbers[number] => self.printed.push((argument, result)),
                _ => self.flow.connect(argument, ESCAPES, Way::Whole),
            }
        }
    }

    /// The text that a value points to, if it never changes.
    fn text(&self, here: Here, value: &Value) -> Option<Vec<u8>> {
        let Value::Constant(constant) = value else { return None };
        let (symbol, offset) = gep::place(here.node.module, constant)?;
        let program = self.graph.program;
        let Resolved::Definition(at) = program.resolve(SymbolRef { module: here.node.at.module, symbol })
        else {
            return None;
        };
        match &program.symbol(at).kind {
            SymbolKind::Variable(variable) if variable.constant => match &variable.initializer {
                Some(Constant::Bytes(bytes)) => Some(bytes.get(usize::try_from(offset?).ok()?..)?.to_vec()),
                _ => None,
            },
            _ => None,
        }
    }
}

/// A constant argument.
fn length(call: &Call, at: usize) -> Option<u64> {
    match call.arguments.get(at)?.operand.value {
        Value::Constant(Constant::Int(length)) => u64::try_from(length).ok(),
        Value::Constant(Constant::Zero) => Some(0),
        _ => None,
    }
}

/// For every conversion of a format whether it prints a number. `None`: there are others than one for each argument.
fn numbers(format: &[u8]) -> Option<Vec<bool>> {
    let end = format.iter().position(|byte| *byte == 0)?;
    let mut rest = &format[..end];
    let mut found = Vec::new();
    while let Some(start) = rest.iter().position(|byte| *byte == b'%') {
        rest = &rest[start + 1..];
        let length = rest.iter().position(|byte| !b"#0- +'.123456789hlLqjzt".contains(byte))?;
        let conversion = rest[length];
        rest = &rest[length + 1..];
        match conversion {
            b'%' => {}
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a'
            | b'A' => {
                found.push(true);
            }
            b'c' | b's' | b'p' => found.push(false),
            // Among them widths and counts that are arguments, and arguments by their number.
            _ => return None,
        }
    }
    Some(found)
}
