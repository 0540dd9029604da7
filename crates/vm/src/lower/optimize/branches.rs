//! Fuses comparisons with the branches that follow them, if the result has no other use: what `&&` and `||` leave behind
//! when the jump to their common test was replaced by the test.

use super::jumps::drop_unreachable;
use crate::code::{Insn, Reg};
use crate::lower::draft::{Draft, Step};

pub(crate) fn fuse(draft: &mut Draft) {
    draw_in_branches(draft);
    let reads = draft.count_uses().reads;
    let mut fusible = vec![0; reads.len()];
    for steps in &draft.blocks {
        if let Some((register, _)) = fused_end(steps) {
            fusible[register as usize] += 1;
        }
    }
    for steps in &mut draft.blocks {
        if let Some((register, insn)) = fused_end(steps)
            // It has no other reads.
            && fusible[register as usize] == reads[register as usize]
        {
            let line = steps[steps.len() - 2].line;
            steps.truncate(steps.len() - 2);
            steps.push(Step { insn, line, fresh: false, origin: 0, rule: None });
        }
    }
}

/// A block that ends in a jump to nothing but a branch branches itself.
fn draw_in_branches(draft: &mut Draft) {
    for block in 0..draft.blocks.len() {
        if let [.., test, Step { insn: Insn::Jump { to }, .. }] = draft.blocks[block][..]
            && let [branch] = draft.blocks[to as usize][..]
            && fused_end(&[test, branch]).is_some()
            && let Some(last) = draft.blocks[block].last_mut()
        {
            *last = branch;
        }
    }
    drop_unreachable(draft);
}

/// The one instruction that the last two of a block come to, and the register that it makes superfluous.
fn fused_end(steps: &[Step]) -> Option<(Reg, Insn)> {
    let [.., test, branch] = steps else { return None };
    let Insn::Branch { c, then, otherwise } = branch.insn else { return None };
    let insn = match test.insn {
        Insn::Compare { op, d, a, b } if d == c => Insn::CompareBranch { op, a, b, then, otherwise },
        Insn::CompareImm { op, d, a, imm } if d == c => {
            Insn::CompareImmBranch { op, a, imm: imm.try_into().ok()?, then, otherwise }
        }
        Insn::Const { d, value } if d == c => Insn::Jump { to: if value != 0 { then } else { otherwise } },
        _ => return None,
    };
    Some((c, insn))
}
