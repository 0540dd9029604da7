//! Functions that neither the program nor the library defines: which they are, and where they are called.

use mazurka_machine::Location;

use crate::code::Insn;
use crate::library::{Native, Return};
use crate::program::{Code, Function, FunctionId, FunctionKind, Undefined};

/// What calling an undefined function means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UndefinedFunctions {
    /// An error, when it happens.
    #[default]
    Refused,
    /// It does nothing, and its result is zero.
    ReturnZero,
}

/// In place of a function that does nothing. A result of any width is zero.
static NOTHING: Native = Native::local("undefined", |_, _| Ok(Return::Void)).takes_values();

impl UndefinedFunctions {
    pub(super) fn kind_of(self, name: &str) -> FunctionKind {
        match self {
            UndefinedFunctions::Refused => FunctionKind::Unusable(format!(
                "undefined function `{name}`: neither the program nor the library defines it"
            )),
            UndefinedFunctions::ReturnZero => FunctionKind::Native(&NOTHING),
        }
    }
}

/// The undefined functions with these numbers, in the order of the calls in the text; those that are never called directly
/// come last.
pub(super) fn list(functions: &[Function], undefined: &[FunctionId]) -> Vec<Undefined> {
    let mut list: Vec<Undefined> = undefined
        .iter()
        .map(|&id| Undefined { name: functions[id as usize].name.clone(), call: first_call(functions, id) })
        .collect();
    list.sort_by_key(|Undefined { name, call }| {
        let place = call.as_ref().map(|call| (call.file.clone(), call.line, call.column));
        (place.is_none(), place, name.clone())
    });
    list
}

fn first_call(functions: &[Function], callee: FunctionId) -> Option<Location> {
    let calls = functions.iter().filter_map(|function| match &function.kind {
        FunctionKind::Code(code) => Some(calls(code, callee)),
        _ => None,
    });
    calls.flatten().min_by_key(|call| (call.file.clone(), call.line, call.column))
}

fn calls(code: &Code, callee: FunctionId) -> impl Iterator<Item = Location> {
    let calls = code.insns.iter().enumerate();
    let calls =
        calls.filter(move |(_, insn)| matches!(insn, Insn::Call { function, .. } if *function == callee));
    calls.filter_map(|(pc, _)| Some(code.position(pc as u32)?.location.clone()))
}
