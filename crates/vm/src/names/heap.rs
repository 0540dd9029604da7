//! What to call heap blocks. They have no names, and `malloc` knows no types; but the program's pointers do. A block that a
//! variable points to, or another block that is known, is of the type that the pointer says: `node#2` is the second block
//! of main, a `struct node`.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;

use mazurka_machine::ThreadId;

use super::Variable;
use crate::address::{self, Place};
use crate::context::State;
use crate::memory::heap::Block;
use crate::program::{FunctionKind, Parts, Pointee, Program, TypeNumber, VariablePlace};
use crate::values::ScalarKind;

/// More pointers than this are not followed.
const MOST_POINTERS: usize = 20_000;

/// The block that the address is in, if its type is known.
pub fn block(program: &Program, state: &State, thread: ThreadId, address: u64) -> Option<Variable> {
    let block = state.memory.block_near(thread, address)?;
    if !(block.address..block.address + block.size).contains(&address) {
        return None;
    }
    let pointee = Pointers::new(program, state).type_of(block)?;
    let number = state.memory.blocks(thread).skip_while(|other| other.address != block.address).count();
    let name = match thread {
        ThreadId::MAIN => format!("{}#{number}", pointee.name),
        ThreadId(thread) => format!("{}#{thread}.{number}", pointee.name),
    };
    let parts = match block.size > pointee.size {
        true => Parts::Elements { size: pointee.size, parts: Arc::new(pointee.parts.clone()) },
        false => pointee.parts.clone(),
    };
    Some(Variable { name, address: block.address, size: block.size, parts, internal: false })
}

/// The pointers of the program and where they lead, nearest first.
struct Pointers<'a> {
    program: &'a Program,
    state: &'a State,
    found: VecDeque<(u64, TypeNumber)>,
    left: usize,
}

impl<'a> Pointers<'a> {
    fn new(program: &'a Program, state: &'a State) -> Pointers<'a> {
        let mut pointers = Pointers { program, state, found: VecDeque::new(), left: MOST_POINTERS };
        for global in program.globals.iter().filter(|global| !global.internal) {
            pointers.collect(&global.parts, global.address, global.size);
        }
        for thread in state.threads.created().iter() {
            pointers.collect_locals(thread);
        }
        pointers
    }

    fn type_of(mut self, block: Block) -> Option<&'a Pointee> {
        let mut seen = BTreeSet::new();
        while let Some((address, number)) = self.found.pop_front() {
            let pointee = &self.program.types[number as usize];
            let Some(known) = self.state.memory.block_at(address) else { continue };
            // A pointer to bytes says nothing about what they are.
            let fits = pointee.size > 1 && known.size.is_multiple_of(pointee.size);
            if !fits || !seen.insert(address) {
                continue;
            }
            if address == block.address {
                return Some(pointee);
            }
            for start in (address..address + known.size).step_by(pointee.size as usize) {
                self.collect(&pointee.parts, start, pointee.size);
            }
        }
        None
    }

    fn collect_locals(&mut self, thread: ThreadId) {
        let Some(this) = self.state.threads.find(thread) else { return };
        for variable in &self.program.thread_locals {
            self.collect(&variable.parts, address::stack_of(thread) + variable.address, variable.size);
        }
        for frame in &this.frames {
            let FunctionKind::Code(code) = &self.program.functions[frame.function as usize].kind else {
                continue;
            };
            for variable in code.variables.iter().filter(|_| !code.internal) {
                match (variable.place, &variable.parts) {
                    (VariablePlace::Frame(offset), parts) => {
                        let size = u64::from(variable.bits) / 8;
                        self.collect(parts, frame.memory + u64::from(offset), size);
                    }
                    (VariablePlace::Register(register), Parts::Scalar(scalar)) => {
                        let live = code.live.at(frame.pc).any(|live| live == register);
                        let word = this.registers(frame).get(usize::from(register)).filter(|_| live);
                        if let (ScalarKind::Pointer(Some(number)), Some(word)) = (&scalar.kind, word) {
                            self.add(*word, *number);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// The pointers in a variable of `size` bytes.
    fn collect(&mut self, parts: &Parts, at: u64, size: u64) {
        match parts {
            Parts::None => {}
            Parts::Scalar(scalar) => {
                if let ScalarKind::Pointer(Some(number)) = scalar.kind
                    && let Ok(address) = self.state.memory.peek_sized(at, 8)
                {
                    self.add(address, number);
                }
            }
            Parts::Members { members, .. } => {
                for (index, member) in members.iter().enumerate() {
                    let end = members.get(index + 1).map_or(size, |next| next.offset);
                    self.collect(&member.parts, at + member.offset, end.saturating_sub(member.offset));
                }
            }
            Parts::Elements { size: each, parts } => {
                if points(parts) {
                    let elements = (at..at + size).step_by(*each as usize);
                    elements.take(self.left).for_each(|element| self.collect(parts, element, *each));
                }
            }
        }
    }

    fn add(&mut self, address: u64, number: TypeNumber) {
        if matches!(address::place(address), Place::Heap(_)) && self.left > 0 {
            self.left -= 1;
            self.found.push_back((address, number));
        }
    }
}

/// Whether there may be pointers in it that we can follow.
fn points(parts: &Parts) -> bool {
    match parts {
        Parts::None => false,
        Parts::Scalar(scalar) => matches!(scalar.kind, ScalarKind::Pointer(Some(_))),
        Parts::Members { members, .. } => members.iter().any(|member| points(&member.parts)),
        Parts::Elements { parts, .. } => points(parts),
    }
}
