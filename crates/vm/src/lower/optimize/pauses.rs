//! Removes branches that decide only how long a thread pauses, as in `for (i = 0; i < delay; i++) pause();`. What only they depend on
//! (`delay++`) is then removed as well (`dead`), so that an iteration of a loop that backs off leaves nothing behind, and the loop can be seen
//! to wait.
//!
//! A branch is removed if all paths from it meet again in one block, and up to there only write registers that nothing else depends on.
//! Without it, the thread reaches the same block with the same values in all other registers. A path may come back to the branch only if that
//! is a loop that ends for certain: one that counts. Any other loop stays, since a thread that stays in it for ever is a livelock.
//! Operations stay as well, yields among them: an execution is to be replayed by code that was not optimised.

use rustc_hash::{FxHashMap, FxHashSet};

use super::counting::Cycle;
use super::dead::{self, is_pure_in, writes_one_of};
use crate::code::Insn;
use crate::lower::draft::Draft;

/// Paths of more blocks than these are not looked at.
const MAX_BLOCKS: usize = 16;

/// A branch, the blocks between it and the one where its paths meet, and that one.
struct Detour {
    branch: u32,
    blocks: Vec<u32>,
    meets: u32,
    /// Paths lead back to the branch.
    is_loop: bool,
}

pub(crate) fn remove(draft: &mut Draft) {
    // Branches that something depends on.
    let mut kept = FxHashSet::default();
    loop {
        let detours = detours(draft, &kept);
        let removed: FxHashSet<u32> = detours.iter().map(|detour| detour.branch).collect();
        if removed.is_empty() {
            return;
        }
        let needed = dead::needed_registers(draft, &removed);
        let count = kept.len();
        let deciding = detours.iter().filter(|detour| detour.decides(draft, &needed));
        kept.extend(deciding.map(|detour| detour.branch));
        if kept.len() == count {
            return detours.iter().for_each(|detour| detour.shorten(draft));
        }
    }
}

/// Inner ones before those around them.
fn detours(draft: &Draft, kept: &FxHashSet<u32>) -> Vec<Detour> {
    let is_branch = |block: &u32| ends_in_branch(draft, *block) && !kept.contains(block);
    let mut branches: Vec<u32> = draft.order.iter().copied().filter(is_branch).collect();
    let mut flow = Flow { draft, shortened: FxHashMap::default() };
    let mut detours = Vec::new();
    loop {
        let count = detours.len();
        branches.retain(|&branch| match Detour::of(&flow, branch) {
            Some(detour) => {
                flow.shortened.insert(branch, detour.meets);
                detours.push(detour);
                false
            }
            None => true,
        });
        if detours.len() == count {
            return detours;
        }
    }
}

/// The flow of control without the detours found so far.
struct Flow<'d> {
    draft: &'d Draft,
    /// Where branches lead instead.
    shortened: FxHashMap<u32, u32>,
}

impl Flow<'_> {
    fn after(&self, block: u32) -> Vec<u32> {
        self.shortened.get(&block).map_or_else(|| self.draft.successors(block), |&to| vec![to])
    }
}

fn ends_in_branch(draft: &Draft, block: u32) -> bool {
    let last = draft.blocks[block as usize].last().map(|last| last.insn);
    matches!(last, Some(Insn::Branch { .. } | Insn::CompareBranch { .. } | Insn::CompareImmBranch { .. }))
}

/// Whether all that a block does, besides leading to others, is to write registers.
fn is_idle(draft: &Draft, block: u32) -> bool {
    let Some((last, steps)) = draft.blocks[block as usize].split_last() else { return false };
    let leads_on = matches!(last.insn, Insn::Jump { .. }) || ends_in_branch(draft, block);
    leads_on && steps.iter().all(|step| is_pure_in(draft, &step.insn))
}

impl Detour {
    fn of(flow: &Flow, branch: u32) -> Option<Detour> {
        let starts = flow.draft.successors(branch);
        let mut nearest: Option<Detour> = None;
        for meets in Detour::ahead(flow, branch, &starts)? {
            let detour = Detour::up_to(flow, branch, &starts, meets);
            let is_nearer = |detour: &Detour| {
                nearest.as_ref().is_none_or(|nearest| detour.blocks.len() < nearest.blocks.len())
            };
            nearest = detour.filter(is_nearer).or(nearest);
        }
        nearest.filter(|detour| detour.ends(flow))
    }

    /// What can be reached by idle blocks, and what follows them.
    fn ahead(flow: &Flow, branch: u32, starts: &[u32]) -> Option<Vec<u32>> {
        let mut ahead = starts.to_vec();
        let mut at = 0;
        while let Some(&block) = ahead.get(at) {
            at += 1;
            if block != branch && is_idle(flow.draft, block) {
                let mut next = flow.after(block);
                next.retain(|next| !ahead.contains(next));
                ahead.extend(next);
            }
            if ahead.len() > MAX_BLOCKS {
                return None;
            }
        }
        ahead.retain(|&block| block != branch);
        Some(ahead)
    }

    /// If all paths lead to this block by idle ones.
    fn up_to(flow: &Flow, branch: u32, starts: &[u32], meets: u32) -> Option<Detour> {
        let mut blocks: Vec<u32> = Vec::new();
        let mut to_visit = starts.to_vec();
        let mut is_loop = false;
        while let Some(block) = to_visit.pop() {
            if block == branch {
                is_loop = true;
            } else if block != meets && !blocks.contains(&block) {
                if !is_idle(flow.draft, block) {
                    return None;
                }
                blocks.push(block);
                to_visit.extend(flow.after(block));
            }
        }
        Some(Detour { branch, blocks, meets, is_loop })
    }

    /// Whether every path comes to its end.
    fn ends(&self, flow: &Flow) -> bool {
        // Blocks from which all paths have been seen to end, or to come back to the branch.
        let mut ended: Vec<u32> = vec![self.meets, self.branch];
        while let Some(&block) = self.blocks.iter().find(|&&block| {
            !ended.contains(&block) && flow.after(block).iter().all(|next| ended.contains(next))
        }) {
            ended.push(block);
        }
        let draft = flow.draft;
        ended.len() == self.blocks.len() + 2
            && (!self.is_loop || is_idle(draft, self.branch) && self.counts(flow))
    }

    /// Whether it is a loop of one path, which is left when a counter that goes through all values of its width reaches some value.
    fn counts(&self, flow: &Flow) -> bool {
        let blocks: Vec<u32> = self.blocks.iter().copied().chain([self.branch]).collect();
        let is_one_path = blocks.iter().all(|&block| {
            let next = flow.draft.successors(block);
            let stays = next.iter().filter(|next| blocks.contains(next)).count();
            stays == 1 && (block == self.branch || next.len() == 1)
        });
        let last = flow.draft.blocks[self.branch as usize].last().map(|last| last.insn);
        let cycle = Cycle { draft: flow.draft, blocks };
        is_one_path && last.is_some_and(|branch| cycle.is_left_at_some_count(branch))
    }

    /// Whether something depends on which path is taken.
    fn decides(&self, draft: &mut Draft, needed: &[bool]) -> bool {
        let itself = self.is_loop.then_some(self.branch);
        self.blocks.iter().copied().chain(itself).any(|block| {
            let insns: Vec<Insn> = draft.blocks[block as usize].iter().map(|step| step.insn).collect();
            insns.into_iter().any(|insn| writes_one_of(draft, insn, needed))
        })
    }

    fn shorten(&self, draft: &mut Draft) {
        if let Some(last) = draft.blocks[self.branch as usize].last_mut() {
            last.insn = Insn::Jump { to: self.meets };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::CompareOp::{self, *};
    use crate::lower::draft::Step;

    /// The registers of the loops below: what is counted, up to where, and what is returned.
    const COUNT: u16 = 0;
    const LIMIT: u16 = 1;
    const RESULT: u16 = 2;

    fn draft(blocks: Vec<Vec<Insn>>) -> Draft {
        let mut draft = Draft::new(0);
        draft.group(4).unwrap();
        for insns in blocks {
            let block = draft.add_block() as usize;
            let step = |insn| Step { insn, line: 0, fresh: false, origin: 0, rule: None };
            draft.blocks[block] = insns.into_iter().map(step).collect();
        }
        draft
    }

    fn is_shortened(blocks: Vec<Vec<Insn>>, branch: usize) -> bool {
        let mut draft = draft(blocks);
        remove(&mut draft);
        matches!(draft.blocks[branch].last().map(|last| last.insn), Some(Insn::Jump { .. }))
    }

    /// `while (count OP limit) { body; } return result;` with its test in block 1.
    fn counted(op: CompareOp, body: &[Insn]) -> Vec<Vec<Insn>> {
        let test = Insn::CompareBranch { op, a: COUNT, b: LIMIT, then: 2, otherwise: 3 };
        let body = body.iter().copied().chain([Insn::Jump { to: 1 }]).collect();
        let end = Insn::Return { s: RESULT, n: 1 };
        vec![vec![Insn::Jump { to: 1 }], vec![test], body, vec![end]]
    }

    fn add32(imm: i32) -> Insn {
        Insn::AddImm32 { d: COUNT, a: COUNT, imm }
    }

    fn add64(imm: i64) -> Insn {
        Insn::AddImm64 { d: COUNT, a: COUNT, imm }
    }

    #[test]
    fn loops_that_only_count_are_removed() {
        let removed = |op, insn| is_shortened(counted(op, &[insn]), 1);
        assert!(removed(Slt32, add32(1)) && removed(Slt64, add64(1)) && removed(Slt32, add32(-3)));
        assert!(removed(Ult, add64(1)) && removed(Ne, add64(-1)));
    }

    #[test]
    fn loops_that_may_not_end_stay() {
        let removed = |op, insn| is_shortened(counted(op, &[insn]), 1);
        // It may never be more than the limit, or jump over it.
        assert!(!removed(Sle32, add32(1)) && !removed(Ule, add64(1)) && !removed(Ne, add64(2)));
        // The limit may be beyond what 32 bits can count.
        assert!(!removed(Ult, add32(1)) && !removed(Ne, add32(1)) && !removed(Slt64, add32(1)));
        assert!(!removed(Slt32, Insn::Mov { d: RESULT + 1, s: COUNT }));
    }

    #[test]
    fn a_limit_of_32_bits_is_reached() {
        let mut blocks = counted(Ult, &[add32(1)]);
        blocks[0].insert(0, Insn::AddImm32 { d: LIMIT, a: LIMIT, imm: 1 });
        assert!(is_shortened(blocks.clone(), 1));
        blocks[2].insert(0, Insn::AddImm32 { d: LIMIT, a: LIMIT, imm: 1 });
        assert!(!is_shortened(blocks, 1), "the limit moves as fast as the counter");
    }

    /// A loop that begins at `start` and adds `step`, up to a limit that is masked.
    fn unrolled(op: CompareOp, start: u64, step: i32, mask: u64) -> Vec<Vec<Insn>> {
        let mut blocks = counted(op, &[add32(step)]);
        let limit = Insn::AndImm { d: LIMIT, a: RESULT + 1, imm: mask };
        blocks[0].splice(0..0, [Insn::Const { d: COUNT, value: start }, limit]);
        blocks
    }

    #[test]
    fn a_counter_of_multiples_reaches_a_multiple() {
        let removed = |op, start, step, mask| is_shortened(unrolled(op, start, step, mask), 1);
        assert!(
            removed(Ne, 0, 8, 0xffff_fff8)
                && removed(Ne, 16, 24, 0xffff_fff8)
                && removed(Ult, 0, 4, 0xffff_fff8)
        );
        assert!(removed(Slt32, 8, -8, 0x7fff_fff8));
        assert!(!removed(Ne, 4, 8, 0xffff_fff8), "it begins between multiples");
        assert!(!removed(Ne, 0, 8, 0xffff_fffc), "the limit may be between multiples");
        assert!(!removed(Ult, 0, 8, 0xffff_ffff), "the limit may be beyond the last multiple");
        assert!(!removed(Ne, 0, 0, 0xffff_fff8) && !removed(Ne, 0, 8, !7));
    }

    #[test]
    fn a_counter_makes_one_step() {
        let mut blocks = unrolled(Ne, 0, 8, 0xffff_fff8);
        blocks[2].insert(0, add32(1));
        assert!(!is_shortened(blocks, 1));
    }

    #[test]
    fn a_parameter_of_32_bits_is_reached() {
        let is_removed = |narrow: Vec<u16>| {
            let mut draft = draft(counted(Ne, &[add32(1)]));
            (draft.params, draft.narrow_params) = (LIMIT + 1, narrow);
            remove(&mut draft);
            matches!(draft.blocks[1].last().map(|last| last.insn), Some(Insn::Jump { .. }))
        };
        assert!(is_removed(vec![COUNT, LIMIT]) && !is_removed(vec![COUNT]));
    }

    #[test]
    fn a_limit_that_is_computed_again_does_not_move() {
        let square = |of| Insn::Mul32 { d: LIMIT, a: of, b: of };
        let mut blocks = counted(Ult, &[add32(1)]);
        blocks[1].insert(0, square(RESULT + 1));
        assert!(is_shortened(blocks.clone(), 1));
        blocks[2].insert(0, Insn::Mov { d: RESULT + 1, s: COUNT });
        assert!(!is_shortened(blocks, 1), "the limit depends on the counter");
        let mut blocks = counted(Ult, &[add32(1)]);
        blocks[1].insert(0, square(LIMIT));
        assert!(!is_shortened(blocks, 1), "the limit depends on itself");
    }

    #[test]
    fn what_is_needed_afterwards_keeps_a_loop() {
        let result = Insn::AddImm64 { d: RESULT, a: RESULT, imm: 1 };
        assert!(!is_shortened(counted(Slt32, &[add32(1), result]), 1));
        let unused = Insn::AddImm64 { d: RESULT + 1, a: RESULT, imm: 1 };
        assert!(is_shortened(counted(Slt32, &[add32(1), unused]), 1));
    }

    #[test]
    fn a_counter_that_is_set_back_on_one_path_keeps_its_loop() {
        let mut blocks = counted(Slt32, &[add32(1)]);
        // Block 2 branches to the end of the iteration, or to a block that sets the counter back.
        blocks[2].pop();
        blocks[2].push(Insn::Branch { c: RESULT + 1, then: 4, otherwise: 5 });
        blocks.push(vec![Insn::Const { d: COUNT, value: 0 }, Insn::Jump { to: 5 }]);
        blocks.push(vec![Insn::Jump { to: 1 }]);
        assert!(!is_shortened(blocks, 1));
    }

    #[test]
    fn a_branch_around_nothing_that_matters_is_removed() {
        let end = vec![Insn::Return { s: RESULT, n: 1 }];
        let branch = vec![Insn::Branch { c: COUNT, then: 1, otherwise: 2 }];
        let way = |d| vec![Insn::Const { d, value: 7 }, Insn::Jump { to: 2 }];
        assert!(is_shortened(vec![branch.clone(), way(LIMIT), end.clone()], 0));
        assert!(!is_shortened(vec![branch, way(RESULT), end], 0));
    }
}
