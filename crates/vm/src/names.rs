//! What the program calls the memory at an address.

pub(crate) mod blocks;
pub(crate) mod extent;
mod pointers;

use std::cell::OnceCell;

use mazurka_machine::{Range, ThreadId};

use crate::address::{self, Place};
use crate::context::State;
use crate::memory::heap::Block;
use crate::program::{FunctionKind, Global, Part, Parts, Program, TypeNumber, VariablePlace};
use crate::rust;
use crate::threads::Frame;
use blocks::BlockNames;

/// A variable in memory.
pub(crate) struct Variable {
    pub name: String,
    pub address: u64,
    pub size: u64,
    pub parts: Parts,
    /// The library's own.
    pub internal: bool,
}

/// The names of a state.
pub(crate) struct Names<'a> {
    program: &'a Program,
    state: &'a State,
    /// Of heap blocks, as an execution shows them of which some steps are done.
    learnt: Option<(&'a BlockNames, usize)>,
    /// Of heap blocks, as the state itself shows them.
    own: OnceCell<BlockNames>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(
        program: &'a Program,
        state: &'a State,
        learnt: Option<(&'a BlockNames, usize)>,
    ) -> Names<'a> {
        Names { program, state, learnt, own: OnceCell::new() }
    }

    /// A variable or a part of one, as the source would write it; a heap block by its type, or else its size. `None` where
    /// nothing has a name.
    pub(crate) fn name(&self, range: Range) -> Option<String> {
        let address = address::of_word(range.start);
        if let Some(variable) = self.variable(address) {
            let path = variable.parts.path(address - variable.address, Part::Value(range.length));
            let path = if self.program.is_rust { rust::without_internals(&path) } else { &path };
            return Some(format!("{}{path}", variable.name));
        }
        let Place::Heap(thread) = address::place(address) else { return None };
        let block = self.state.memory.block_near(thread, address)?;
        let (name, _) = self.block(thread, &block);
        let offset = address.checked_sub(block.address)?;
        Some(if offset == 0 { name } else { format!("{name} + {offset}") })
    }

    /// The variable that the address is in, or the block if its type is known.
    pub(crate) fn variable(&self, address: u64) -> Option<Variable> {
        match address::place(address) {
            Place::Global | Place::Constant => among(&self.program.globals, 0, address),
            Place::Stack(thread) => local(self.program, self.state, thread, address),
            Place::Heap(thread) => {
                let block = self.state.memory.block_near(thread, address)?;
                let (name, parts) = self.block(thread, &block);
                let Block { address: start, size, .. } = block;
                let is_inside = (start..start + size).contains(&address);
                let parts = parts.filter(|_| is_inside)?;
                Some(Variable { name, address: start, size, parts, internal: false })
            }
            _ => None,
        }
    }

    /// The name of a block, and what its parts are called if its type is known.
    fn block(&self, thread: ThreadId, block: &Block) -> (String, Option<Parts>) {
        let of_state = || self.own.get_or_init(|| BlockNames::of(self.program, self.state));
        let (blocks, steps) = self.learnt.unwrap_or_else(|| (of_state(), 0));
        // Of a long execution, not all steps were looked at.
        let named = blocks.name(self.program, thread, block, steps);
        named.unwrap_or_else(|| (format!("{}-byte block", block.size), None))
    }

    /// What a pointer to this address would be called, by what it points to: `&x`, or a number.
    pub(crate) fn pointer(&self, address: u64, to: Option<TypeNumber>) -> String {
        let number = || format!("{address:#x}");
        if address::place(address) == Place::Code {
            let index = address.wrapping_sub(address::CODE) / address::FUNCTION_STEP;
            let function = self.program.functions.get(index as usize);
            return function.map_or_else(number, |function| function.name.to_string());
        }
        let size = to.map_or(0, |to| self.program.types[to as usize].size);
        self.variable(address).map_or_else(number, |variable| {
            let path = variable.parts.path(address - variable.address, Part::Pointee(size));
            format!("&{}{path}", variable.name)
        })
    }
}

/// A variable of a list whose addresses are relative to `base`.
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
