//! Where the program's pointers lead, and to what type: from variables, and from blocks of a type that is known.

use std::collections::{BTreeSet, VecDeque};

use mazurka_machine::ThreadId;

use super::blocks;
use crate::address::{self, Place};
use crate::context::State;
use crate::program::{Access, FunctionKind, Member, Parts, Program, TypeNumber, VariablePlace};
use crate::threads::Frame;
use crate::values::ScalarKind;

/// What a pointer says about a block that it points to the start of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Claim {
    pub block: u64,
    pub to: TypeNumber,
    /// Not if it is a member of a union, which may hold something else.
    pub sure: bool,
}

/// What all pointers say that can be found from variables, the nearest first; no more than `most` are followed.
pub(crate) fn claims(program: &Program, state: &State, most: usize) -> BTreeSet<Claim> {
    let mut pointers = Pointers { program, state, found: VecDeque::new(), left: most };
    for global in program.globals.iter().filter(|global| !global.internal) {
        pointers.collect(&global.parts, global.address, global.size, true);
    }
    for thread in state.threads.created().iter() {
        pointers.collect_thread(thread);
    }
    pointers.follow()
}

/// What an access to an address says about the block that the address is in. Of an array, any element will do.
pub(crate) fn claim_of_access(
    program: &Program,
    state: &State,
    address: u64,
    access: Access,
) -> Option<Claim> {
    let Place::Heap(thread) = address::place(address) else { return None };
    let block = state.memory.block_near(thread, address)?;
    let start = address.checked_add_signed(access.offset.checked_neg()?)?;
    let into = start.checked_sub(block.address)?;
    let size = program.types[access.to as usize].size;
    let is_element = block.size.is_multiple_of(size) && into.is_multiple_of(size);
    (into == 0 || is_element).then_some(Claim { block: block.address, to: access.to, sure: true })
}

struct Pointers<'a> {
    program: &'a Program,
    state: &'a State,
    found: VecDeque<Claim>,
    left: usize,
}

impl Pointers<'_> {
    fn follow(mut self) -> BTreeSet<Claim> {
        let mut seen = BTreeSet::new();
        while let Some(claim) = self.found.pop_front() {
            let pointee = &self.program.types[claim.to as usize];
            let Some(block) = self.state.memory.block_at(claim.block) else { continue };
            if blocks::fits(pointee, block.size) && seen.insert(claim) {
                self.collect(&blocks::parts(pointee, block.size), block.address, block.size, claim.sure);
            }
        }
        seen
    }

    fn collect_thread(&mut self, thread: ThreadId) {
        let Some(this) = self.state.threads.find(thread) else { return };
        for variable in &self.program.thread_locals {
            self.collect(&variable.parts, address::stack_of(thread) + variable.address, variable.size, true);
        }
        this.frames.iter().for_each(|frame| self.collect_frame(thread, frame));
    }

    fn collect_frame(&mut self, thread: ThreadId, frame: &Frame) {
        let Some(this) = self.state.threads.find(thread) else { return };
        let FunctionKind::Code(code) = &self.program.functions[frame.function as usize].kind else { return };
        for variable in code.variables.iter().filter(|_| !code.internal) {
            match (variable.place, &variable.parts) {
                (VariablePlace::Frame(offset), parts) => {
                    let size = u64::from(variable.bits) / 8;
                    self.collect(parts, frame.memory + u64::from(offset), size, true);
                }
                (VariablePlace::Register(register), Parts::Scalar(scalar)) => {
                    let live = code.live.at(frame.pc).any(|live| live == register);
                    let word = this.registers(frame).get(usize::from(register)).filter(|_| live);
                    if let (ScalarKind::Pointer(Some(number)), Some(word)) = (&scalar.kind, word) {
                        self.add(*word, *number, true);
                    }
                }
                _ => {}
            }
        }
    }

    /// The pointers in an object of `size` bytes.
    fn collect(&mut self, parts: &Parts, at: u64, size: u64, sure: bool) {
        match parts {
            Parts::None => {}
            Parts::Scalar(scalar) => {
                if let ScalarKind::Pointer(Some(number)) = scalar.kind
                    && let Ok(address) = self.state.memory.peek_sized(at, 8)
                {
                    self.add(address, number, sure);
                }
            }
            Parts::Members { members, .. } => {
                for member in members.iter().filter(|member| points(&member.parts)) {
                    let room = size.saturating_sub(member.offset);
                    let size = if member.is_open() { room } else { room.min(member.size) };
                    let sure = sure && is_alone(member, members);
                    self.collect(&member.parts, at + member.offset, size, sure);
                }
            }
            Parts::Elements { size: each, parts } => {
                if points(parts) {
                    let elements = (at..at + size).step_by(*each as usize);
                    elements.take(self.left).for_each(|element| self.collect(parts, element, *each, sure));
                }
            }
        }
    }

    fn add(&mut self, block: u64, to: TypeNumber, sure: bool) {
        if matches!(address::place(block), Place::Heap(_)) && self.left > 0 {
            self.left -= 1;
            self.found.push_back(Claim { block, to, sure });
        }
    }
}

fn is_alone(member: &Member, members: &[Member]) -> bool {
    members.iter().all(|other| std::ptr::eq(member, other) || !member.overlaps(other))
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
