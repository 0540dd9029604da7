//! The values of variables, by name: for stepping through an execution.

use mazurka_machine::ThreadId;

use super::Vm;
use crate::address;
use crate::names::Variable;
use crate::program::{Code, Function, FunctionKind, Global, Parts, SourceVariable, VariablePlace};
use crate::threads::{Frame, Thread};
use crate::values::Scalar;

/// A variable that was found by its name.
enum Found<'p> {
    InMemory(Variable),
    /// `None`: the register holds something else by now.
    InRegister(&'p SourceVariable, Option<u64>),
}

/// At most this many values of one variable are shown.
const MOST_VALUES: usize = 64;

impl Vm {
    /// The values of a variable as a thread sees it, or of the part that the expression names (`list[2].next`): each
    /// with its name. Locals of the innermost call go first, then those of its callers, then variables of all threads.
    /// `None` where there is no such variable; empty where nothing can be said about it.
    pub fn lookup(&self, thread: ThreadId, expression: &str) -> Option<Vec<(String, String)>> {
        let expression: String = expression.split_whitespace().collect();
        let end = expression.find(['.', '[']).unwrap_or(expression.len());
        let (name, path) = expression.split_at(end);
        let mut values = Vec::new();
        match self.find(thread, name)? {
            Found::InMemory(variable) => {
                values_of(&variable.parts, variable.size, path, &mut |path, offset, value| {
                    let value = self.in_memory(variable.address + offset, value);
                    values.extend(value.map(|value| (format!("{name}{path}"), value)));
                });
            }
            Found::InRegister(variable, Some(word)) => {
                values_of(&variable.parts, 8, path, &mut |path, _, value| {
                    let bytes = word.to_le_bytes();
                    let length = value.value_bits().end.div_ceil(8) as usize;
                    let value = bytes.get(..length).and_then(|bytes| self.text(value, bytes));
                    values.extend(value.map(|value| (format!("{name}{path}"), value)));
                });
            }
            Found::InRegister(_, None) => {}
        }
        values.truncate(MOST_VALUES);
        Some(values)
    }

    fn in_memory(&self, address: u64, value: &Parts) -> Option<String> {
        if self.is_unread(address) {
            return None;
        }
        let bytes = self.state.memory.peek(address, value.value_bits().end.div_ceil(8)).ok()?;
        self.text(value, bytes)
    }

    fn find(&self, thread: ThreadId, name: &str) -> Option<Found<'_>> {
        let this = self.state.threads.find(thread)?;
        let local = this.frames.iter().rev().find_map(|frame| self.local(this, frame, name));
        let shared = || {
            let own = named(&self.program.thread_locals, address::stack_of(thread), name);
            own.or_else(|| named(&self.program.globals, 0, name)).map(Found::InMemory)
        };
        local.or_else(shared)
    }

    /// Of several variables of one name, the one declared last before where the frame is.
    fn local(&self, thread: &Thread, frame: &Frame, name: &str) -> Option<Found<'_>> {
        let Function { kind: FunctionKind::Code(code), .. } =
            &self.program.functions[frame.function as usize]
        else {
            return None;
        };
        let line = line_of(code, frame);
        let in_scope = |variable: &&SourceVariable| *variable.name == *name && variable.line <= line;
        let variable = code.variables.iter().filter(in_scope).max_by_key(|variable| variable.line)?;
        Some(match variable.place {
            VariablePlace::Frame(offset) => {
                Found::InMemory(self.names().variable(frame.memory + u64::from(offset))?)
            }
            VariablePlace::Register(register) => {
                let live = code.live.at(frame.pc).any(|live| live == register);
                let word = thread.registers(frame).get(usize::from(register)).copied();
                Found::InRegister(variable, word.filter(|_| live))
            }
        })
    }
}

/// Where the frame is; a line behind all others if that is not known.
fn line_of(code: &Code, frame: &Frame) -> u32 {
    code.position(frame.pc).map_or(u32::MAX, |position| position.location.line)
}

fn named(variables: &[Global], base: u64, name: &str) -> Option<Variable> {
    variables.iter().find(|variable| *variable.name == *name).map(|variable| Variable {
        name: variable.name.to_string(),
        address: base + variable.address,
        size: variable.size,
        parts: variable.parts.clone(),
        internal: variable.internal,
    })
}

/// The values of the part of a variable that a path names. What is small and not described is a number.
fn values_of(parts: &Parts, size: u64, path: &str, visit: &mut dyn FnMut(&str, u64, &Parts)) {
    let below = |whole: &str| {
        whole.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    if let (Parts::None, Some(number), true) = (parts, Scalar::of_size(size), path.is_empty()) {
        return visit("", 0, &Parts::Scalar(number));
    }
    let mut is_found = false;
    parts.values_in(0..size, &mut |whole, offset, value| {
        if below(&whole) {
            is_found = true;
            visit(&whole, offset, value);
        }
    });
    // A path may lead into a string or the like.
    if !is_found {
        parts.scalars_in(0..size, &mut |whole, offset, scalar| {
            if below(&whole) {
                visit(&whole, offset, &Parts::Scalar(scalar.clone()));
            }
        });
    }
}
