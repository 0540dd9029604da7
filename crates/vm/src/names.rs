//! What the program calls the memory at an address.

use mazurka_machine::ThreadId;

use crate::address::{self, Place};
use crate::context::State;
use crate::program::{FunctionKind, Global, Program, VariablePlace};
use crate::threads::Frame;

/// A variable or a part of one, as the source would write it; a heap block by its size. `None` where nothing has a name.
pub fn name(program: &Program, state: &State, address: u64) -> Option<String> {
    match address::place(address) {
        Place::Global | Place::Constant => named(&program.globals, address),
        Place::Stack(thread) => local(program, state, thread, address),
        Place::Heap(thread) => {
            let block = state.memory.block_near(thread, address)?;
            let offset = address.checked_sub(block.address)?;
            let plus = if offset == 0 { String::new() } else { format!(" + {offset}") };
            Some(format!("a {}-byte block{plus}", block.size))
        }
        Place::Null | Place::Code | Place::Library | Place::Nowhere => None,
    }
}

fn named(variables: &[Global], address: u64) -> Option<String> {
    let holds = |variable: &&Global| (variable.address..variable.address + variable.size).contains(&address);
    let variable = variables.iter().find(holds)?;
    Some(format!("{}{}", variable.name, variable.parts.path(address - variable.address)))
}

/// A local variable of a call under way, or a thread-local one.
fn local(program: &Program, state: &State, thread: ThreadId, address: u64) -> Option<String> {
    let frames = &state.threads.find(thread)?.frames;
    frames
        .iter()
        .rev()
        .find_map(|frame| in_frame(program, frame, address))
        .or_else(|| named(&program.thread_locals, address::offset(address) as u64))
}

fn in_frame(program: &Program, frame: &Frame, address: u64) -> Option<String> {
    let FunctionKind::Code(code) = &program.functions[frame.function as usize].kind else { return None };
    let offset = address.checked_sub(frame.memory)?;
    let start = |slot: u32| u64::from(slot);
    let slot = code
        .allocas
        .iter()
        .find(|slot| (start(slot.offset)..start(slot.offset) + u64::from(slot.size)).contains(&offset))?;
    let variable =
        code.variables.iter().find(|variable| variable.place == VariablePlace::Frame(slot.offset))?;
    Some(format!("{}{}", variable.name, variable.parts.path(offset - start(slot.offset))))
}
