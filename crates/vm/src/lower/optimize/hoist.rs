//! Moves for the phis of a loop are on its back edge, in a block of their own. Where the loop's exit does not depend on
//! them, they are hoisted before the branch, and the edge needs no block.

use crate::code::{Insn, Reg, Role};
use crate::lower::draft::Draft;
use crate::lower::liveness::Liveness;

pub(crate) fn hoist(draft: &mut Draft) {
    let liveness = Liveness::of(draft);
    let mut place = vec![usize::MAX; draft.blocks.len()];
    for (at, &block) in draft.order.iter().enumerate() {
        place[block as usize] = at;
    }
    for block in draft.order.clone() {
        let Some((then, otherwise)) = branch_targets(draft, block) else { continue };
        for (edge, other) in [(then, otherwise), (otherwise, then)] {
            let Some((moves, target)) = edge_block(draft, edge) else { continue };
            let goes_back = place[target as usize] <= place[block as usize];
            if goes_back && edge != other && !disturbs(draft, &liveness, block, edge, other) {
                let branch = draft.blocks[block as usize].pop();
                let moved: Vec<_> = draft.blocks[edge as usize].drain(..moves).collect();
                draft.blocks[block as usize].extend(moved.into_iter().chain(branch));
                break;
            }
        }
    }
}

fn branch_targets(draft: &Draft, block: u32) -> Option<(u32, u32)> {
    match draft.blocks[block as usize].last()?.insn {
        Insn::Branch { then, otherwise, .. }
        | Insn::CompareBranch { then, otherwise, .. }
        | Insn::CompareImmBranch { then, otherwise, .. } => Some((then, otherwise)),
        _ => None,
    }
}

/// If the block only does moves and jumps on: how many moves, and where to.
fn edge_block(draft: &Draft, block: u32) -> Option<(usize, u32)> {
    let is_edge = draft.edges.contains(&block);
    let (last, moves) = draft.blocks[block as usize].split_last().filter(|_| is_edge)?;
    let only_moves = moves.iter().all(|step| matches!(step.insn, Insn::Mov { .. } | Insn::Const { .. }));
    match last.insn {
        Insn::Jump { to } if only_moves && !moves.is_empty() => Some((moves.len(), to)),
        _ => None,
    }
}

/// Whether a move of the edge writes what the branch reads or what is needed on the other way.
fn disturbs(draft: &mut Draft, liveness: &Liveness, block: u32, edge: u32, other: u32) -> bool {
    let written: Vec<Reg> = draft.blocks[edge as usize]
        .iter()
        .filter_map(|step| match step.insn {
            Insn::Mov { d, .. } | Insn::Const { d, .. } => Some(d),
            _ => None,
        })
        .collect();
    let mut disturbed = liveness.live_in(other).any(|register| written.contains(&register));
    if let Some(branch) = draft.blocks[block as usize].last().map(|last| last.insn) {
        draft.visit(branch, &mut |first, _, role| {
            disturbed |= role == Role::Read && written.contains(&first);
        });
    }
    disturbed
}
