//! LangRef: "phi Instruction": phis start their block and have one value for each predecessor. LangRef: "Functions":
//! nothing leads back to the first block.

use crate::instruction::{Block, BlockId, Body, Op, Value};

/// The line of an instruction at a wrong position, and what is wrong with it.
pub(super) fn misplaced(body: &Body) -> Option<(u32, &'static str)> {
    let predecessors = predecessors(body);
    if let Some(&from) = predecessors.first()?.first() {
        let jump = body.blocks[from.0 as usize].instructions.last()?;
        return Some((jump.line, "nothing may lead back to the first block"));
    }
    body.blocks.iter().zip(&predecessors).find_map(|(block, predecessors)| misplaced_phi(block, predecessors))
}

/// Of each block, in order and without repetition.
fn predecessors(body: &Body) -> Vec<Vec<BlockId>> {
    let mut predecessors = vec![Vec::new(); body.blocks.len()];
    for (from, block) in (0..).map(BlockId).zip(&body.blocks) {
        let Some(last) = block.instructions.last() else { continue };
        last.op.for_each_successor(|to| {
            let known = &mut predecessors[to.0 as usize];
            if known.last() != Some(&from) {
                known.push(from);
            }
        });
    }
    predecessors
}

fn misplaced_phi(block: &Block, predecessors: &[BlockId]) -> Option<(u32, &'static str)> {
    let mut at_start = true;
    for instruction in &block.instructions {
        let Op::Phi { incoming, .. } = &instruction.op else {
            at_start = false;
            continue;
        };
        if !at_start {
            return Some((instruction.line, "a phi must be at the start of its block"));
        }
        if !fits(incoming, predecessors) {
            return Some((instruction.line, "a phi must have one value for each predecessor of its block"));
        }
    }
    None
}

/// A block that leads here twice may be listed twice, with the same value.
fn fits(incoming: &[(Value, BlockId)], predecessors: &[BlockId]) -> bool {
    let mut incoming: Vec<_> = incoming.iter().collect();
    incoming.sort_by_key(|(_, block)| *block);
    incoming.dedup();
    incoming.iter().map(|(_, block)| block).eq(predecessors)
}
