//! Jumps to jumps, and jumps to a test: a loop that ends in a jump back to its test does the test itself, and a jump to
//! the end of the function returns.

use crate::code::Insn;
use crate::lower::draft::Draft;

/// Blocks up to this length are copied to where they are jumped to, if they end in a branch or return.
const MAX_TEST: usize = 3;

pub(crate) fn simplify(draft: &mut Draft) {
    let finally: Vec<u32> = (0..draft.blocks.len() as u32).map(|block| destination(draft, block)).collect();
    for block in 0..draft.blocks.len() {
        if let Some(last) = draft.blocks[block].last_mut() {
            last.insn.targets(&mut draft.switches, &mut |to| *to = finally[*to as usize]);
        }
    }
    for at in 0..draft.order.len() {
        let block = draft.order[at] as usize;
        if let Some(Insn::Jump { to }) = draft.blocks[block].last().map(|last| last.insn)
            && draft.order.get(at + 1) != Some(&to)
            && is_test(draft, to)
        {
            let test = draft.blocks[to as usize].clone();
            draft.blocks[block].pop();
            draft.blocks[block].extend(test);
        }
    }
    drop_unreachable(draft);
}

/// Where a jump to this block ends up.
fn destination(draft: &Draft, start: u32) -> u32 {
    let mut block = start;
    // A cycle of jumps: an empty loop of the program.
    for _ in 0..draft.blocks.len() {
        match draft.blocks[block as usize][..] {
            [step] => match step.insn {
                Insn::Jump { to } => block = to,
                _ => return block,
            },
            _ => return block,
        }
    }
    start
}

/// Visible operations are not copied: threads at two copies of one operation would seem to be at different positions,
/// which the detection of waiting loops would notice.
fn is_test(draft: &Draft, block: u32) -> bool {
    let steps = &draft.blocks[block as usize];
    steps.len() <= MAX_TEST
        && steps.iter().all(|step| !step.insn.is_call() && !step.insn.is_atomic())
        && matches!(
            steps.last().map(|last| last.insn),
            Some(
                Insn::Branch { .. }
                    | Insn::CompareBranch { .. }
                    | Insn::CompareImmBranch { .. }
                    | Insn::Return { .. }
            )
        )
}

pub(super) fn drop_unreachable(draft: &mut Draft) {
    let mut seen = vec![false; draft.blocks.len()];
    let mut to_visit = draft.indirect_targets.clone();
    to_visit.push(0);
    while let Some(block) = to_visit.pop() {
        if !std::mem::replace(&mut seen[block as usize], true) {
            to_visit.extend(draft.successors(block));
        }
    }
    draft.order.retain(|&block| seen[block as usize]);
    for (steps, _) in draft.blocks.iter_mut().zip(seen).filter(|(_, seen)| !seen) {
        steps.clear();
    }
}
