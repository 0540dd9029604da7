//! What the program calls the memory at an address.

mod heap;

use mazurka_machine::ThreadId;

use crate::address::{self, Place};
use crate::context::State;
use crate::program::{FunctionKind, Global, Parts, Program, TypeNumber, VariablePlace};
use crate::threads::Frame;

/// A variable that stands in memory.
pub struct Variable {
    pub name: String,
    pub address: u64,
    pub size: u64,
    pub parts: Parts,
    /// The library's own.
    pub internal: bool,
}

/// A variable or a part of one, as the source would write it; a heap block by its type, or else its size. `None` where
/// nothing has a name.
pub fn name(program: &Program, state: &State, address: u64) -> Option<String> {
    let address = address::of_word(address);
    if let Some(variable) = variable(program, state, address) {
        return Some(format!("{}{}", variable.name, variable.parts.path(address - variable.address)));
    }
    let Place::Heap(thread) = address::place(address) else { return None };
    let block = state.memory.block_near(thread, address)?;
    let offset = address.checked_sub(block.address)?;
    let plus = if offset == 0 { String::new() } else { format!(" + {offset}") };
    Some(format!("a {}-byte block{plus}", block.size))
}

/// The variable that the address is in.
pub fn variable(program: &Program, state: &State, address: u64) -> Option<Variable> {
    match address::place(address) {
        Place::Global | Place::Constant => among(&program.globals, 0, address),
        Place::Stack(thread) => local(program, state, thread, address),
        Place::Heap(thread) => heap::block(program, state, thread, address),
        _ => None,
    }
}

/// What a pointer to this address would be called, by what it points to: `&x`, or a number.
pub fn pointer(program: &Program, state: &State, address: u64, to: Option<TypeNumber>) -> String {
    let number = || format!("{address:#x}");
    if address::place(address) == Place::Code {
        let index = address.wrapping_sub(address::CODE) / address::FUNCTION_STEP;
        let function = program.functions.get(index as usize);
        return function.map_or_else(number, |function| function.name.to_string());
    }
    let size = to.map_or(0, |to| program.types[to as usize].size);
    variable(program, state, address).map_or_else(number, |variable| {
        format!("&{}{}", variable.name, variable.parts.path_to(address - variable.address, size))
    })
}

/// A variable of a list that stands at `base`.
fn among(variables: &[Global], base: u64, address: u64) -> Option<Variable> {
    let offset = address.checked_sub(base)?;
    let holds = |variable: &&Global| (variable.address..variable.address + variable.size).contains(&offset);
    variables.iter().find(holds).map(|variable| Variable {
        name: variable.name.to_string(),
        address: base + variable.address,
        size: variable.size,
        parts: variable.parts.clone(),
        internal: variable.internal,
    })
}

/// A local variable of a call under way, or a thread-local one.
fn local(program: &Program, state: &State, thread: ThreadId, address: u64) -> Option<Variable> {
    let frames = &state.threads.find(thread)?.frames;
    frames
        .iter()
        .rev()
        .find_map(|frame| in_frame(program, frame, address))
        .or_else(|| among(&program.thread_locals, address::stack_of(thread), address))
}

fn in_frame(program: &Program, frame: &Frame, address: u64) -> Option<Variable> {
    let FunctionKind::Code(code) = &program.functions[frame.function as usize].kind else { return None };
    let offset = address.checked_sub(frame.memory)?;
    let start = |slot: u32| u64::from(slot);
    let slot = code
        .allocas
        .iter()
        .find(|slot| (start(slot.offset)..start(slot.offset) + u64::from(slot.size)).contains(&offset))?;
    let variable =
        code.variables.iter().find(|variable| variable.place == VariablePlace::Frame(slot.offset))?;
    Some(Variable {
        name: variable.name.to_string(),
        address: frame.memory + start(slot.offset),
        size: u64::from(slot.size),
        parts: variable.parts.clone(),
        internal: code.internal,
    })
}
