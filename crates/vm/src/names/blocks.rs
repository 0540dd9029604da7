//! What to call heap blocks. They have no names, and `malloc` knows no types; but the program's pointers do. A block is of
//! the type that pointers to it say: `node#2` is the second block of main, a `struct node`.
//!
//! Pointers come and go, and many of them say little (`void *`, `uint32_t *`). So that a block has one name in all of a
//! report, what pointers say is collected over the whole execution first ([`BlockNames::look`]), and the type that
//! describes the block best is its type from the first step to the last.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use mazurka_machine::ThreadId;

use super::pointers::{self, Claim};
use crate::context::State;
use crate::memory::heap::Block;
use crate::program::{Access, Parts, Pointee, Program, TypeNumber};
use crate::rust;

/// More pointers than this are not followed in one state.
pub(crate) const MOST_POINTERS: usize = 20_000;

/// The blocks of an execution, with all that is known about their types.
#[derive(Clone, Default, Debug)]
pub struct BlockNames {
    /// By address, the blocks that have been there, one after the other.
    blocks: BTreeMap<u64, Vec<Allocation>>,
    /// How many blocks each thread has allocated.
    allocated: BTreeMap<ThreadId, usize>,
    /// What the accesses of the step under way say.
    accessed: BTreeSet<Claim>,
    looks: usize,
}

#[derive(Clone, Debug)]
struct Allocation {
    /// Among the blocks of its thread, from 1.
    number: usize,
    size: u64,
    live: bool,
    /// Steps that were done when it was first seen.
    since: usize,
    /// Which look has seen it last.
    seen: usize,
    /// The best so far.
    ty: Option<(Rank, TypeNumber)>,
}

/// How well a type describes a block; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Rank {
    is_record: bool,
    sure: bool,
    covers_all: bool,
    size: u64,
    is_pointer: bool,
    /// The type that the program mentions first.
    first: Reverse<TypeNumber>,
}

impl BlockNames {
    /// What a single state shows.
    pub fn of(program: &Program, state: &State) -> BlockNames {
        let mut names = BlockNames::default();
        names.look(program, state, 0, MOST_POINTERS);
        names
    }

    /// Collects what the pointers of a state say, after `steps` steps of an execution; states go in the order of the
    /// execution. Follows no more than `most` pointers.
    pub fn look(&mut self, program: &Program, state: &State, steps: usize, most: usize) {
        self.looks += 1;
        for thread in state.threads.created().iter() {
            let mut blocks: Vec<Block> = state.memory.blocks(thread).collect();
            blocks.reverse();
            blocks.iter().for_each(|block| self.see(thread, block, steps));
        }
        let accessed = std::mem::take(&mut self.accessed);
        for claim in accessed.into_iter().chain(pointers::claims(program, state, most)) {
            self.learn(program, claim);
        }
    }

    /// Collects what an access in the middle of a step says about the block that it goes to; the next look counts it.
    pub fn see_access(&mut self, program: &Program, state: &State, address: u64, access: Access) {
        self.accessed.extend(pointers::claim_of_access(program, state, address, access));
    }

    /// A block is new if its address was free, or another block's, after the last step: no address is used twice within one
    /// step.
    fn see(&mut self, thread: ThreadId, block: &Block, since: usize) {
        let here = self.blocks.entry(block.address).or_default();
        let last = here.last_mut().filter(|last| {
            last.size == block.size && last.seen + 1 == self.looks && (last.live || !block.live)
        });
        if let Some(last) = last {
            (last.live, last.seen) = (block.live, self.looks);
            return;
        }
        let allocated = self.allocated.entry(thread).or_default();
        *allocated += 1;
        let (number, size, live, seen) = (*allocated, block.size, block.live, self.looks);
        here.push(Allocation { number, size, live, since, seen, ty: None });
    }

    fn learn(&mut self, program: &Program, claim: Claim) {
        let block = self.blocks.get_mut(&claim.block).and_then(|here| here.last_mut());
        let pointee = &program.types[claim.to as usize];
        if let Some(block) = block.filter(|block| fits(pointee, block.size)) {
            block.ty = block.ty.max(Some((rank(pointee, block.size, &claim), claim.to)));
        }
    }

    /// The name of a block after `steps` steps, and what its parts are called if its type is known.
    pub fn name(
        &self,
        program: &Program,
        thread: ThreadId,
        block: &Block,
        steps: usize,
    ) -> Option<(String, Option<Parts>)> {
        let here = self.blocks.get(&block.address)?;
        let same: Vec<&Allocation> = here.iter().filter(|allocation| allocation.size == block.size).collect();
        // A long execution is not looked at from its start: what is seen first was there before.
        let seen = same.iter().rfind(|allocation| allocation.since <= steps);
        let allocation = seen.or(same.first())?;
        let pointee = allocation.ty.map(|(_, number)| &program.types[number as usize]);
        let kind = pointee
            .map_or(format!("{}-byte block", block.size), |pointee| rust::without_paths(&pointee.name));
        let name = match thread {
            ThreadId::MAIN => format!("{kind}#{}", allocation.number),
            ThreadId(thread) => format!("{kind}#{thread}.{}", allocation.number),
        };
        Some((name, pointee.map(|pointee| parts(pointee, block.size))))
    }
}

/// Whether a block may be of this type: an array of it, or a record with something behind it. A pointer to bytes says
/// nothing about what they are.
pub(crate) fn fits(pointee: &Pointee, size: u64) -> bool {
    let divides = pointee.size > 1 && size > 0 && size.is_multiple_of(pointee.size);
    divides || pointee.is_record && pointee.size <= size
}

/// The parts of a block of this type.
pub(crate) fn parts(pointee: &Pointee, size: u64) -> Parts {
    let is_array = size > pointee.size && size.is_multiple_of(pointee.size) && !is_open(pointee);
    match is_array {
        true => Parts::Elements { size: pointee.size, parts: Arc::new(pointee.parts.clone()) },
        false => pointee.parts.clone(),
    }
}

fn rank(pointee: &Pointee, size: u64, claim: &Claim) -> Rank {
    Rank {
        is_record: pointee.is_record,
        sure: claim.sure,
        covers_all: pointee.size == size || is_open(pointee),
        size: pointee.size,
        is_pointer: matches!(&pointee.parts, Parts::Scalar(scalar) if scalar.is_pointer()),
        first: Reverse(claim.to),
    }
}

/// Whether it ends with a flexible array member.
fn is_open(pointee: &Pointee) -> bool {
    matches!(&pointee.parts, Parts::Members { members, .. } if members.iter().any(|member| member.is_open()))
}
