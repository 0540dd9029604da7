//! Which registers are still needed where: the usual backward data flow, over blocks.
//!
//! Most registers live and die within a block, so the sets hold only those that cross a block's border.

use super::draft::Draft;
use crate::code::{Reg, Role};

pub(crate) struct Liveness {
    /// The registers that cross a border.
    crossing: Vec<Reg>,
    live_in: Vec<Set>,
    live_out: Vec<Set>,
}

type Set = Vec<u64>;

const NONE: u32 = u32::MAX;

/// What one block does to the registers that cross borders.
struct Effects {
    /// Read before they are written.
    reads: Set,
    writes: Set,
}

impl Liveness {
    pub(crate) fn of(draft: &mut Draft) -> Liveness {
        let (crossing, index) = crossing(draft);
        let words = crossing.len().div_ceil(64);
        let blocks = draft.blocks.len();
        let effects: Vec<Effects> = (0..blocks).map(|block| effects(draft, block, &index, words)).collect();
        let mut liveness = Liveness {
            crossing,
            live_in: vec![vec![0; words]; blocks],
            live_out: vec![vec![0; words]; blocks],
        };
        liveness.solve(draft, &effects);
        liveness
    }

    /// Backwards until nothing changes.
    fn solve(&mut self, draft: &Draft, effects: &[Effects]) {
        let mut predecessors = vec![Vec::new(); draft.blocks.len()];
        let successors: Vec<Vec<u32>> =
            (0..draft.blocks.len() as u32).map(|block| draft.successors(block)).collect();
        for &block in &draft.order {
            successors[block as usize].iter().for_each(|&to| predecessors[to as usize].push(block));
        }
        let mut pending = vec![true; draft.blocks.len()];
        let mut work = draft.order.clone();
        while let Some(block) = work.pop() {
            let at = block as usize;
            pending[at] = false;
            for word in 0..self.live_out[at].len() {
                let out = successors[at].iter().fold(0, |set, &to| set | self.live_in[to as usize][word]);
                self.live_out[at][word] = out;
                let new = effects[at].reads[word] | out & !effects[at].writes[word];
                if new == self.live_in[at][word] {
                    continue;
                }
                self.live_in[at][word] = new;
                for &from in &predecessors[at] {
                    if !std::mem::replace(&mut pending[from as usize], true) {
                        work.push(from);
                    }
                }
            }
        }
    }

    pub(crate) fn live_in(&self, block: u32) -> impl Iterator<Item = Reg> {
        self.members(&self.live_in[block as usize])
    }

    pub(crate) fn live_out(&self, block: u32) -> impl Iterator<Item = Reg> {
        self.members(&self.live_out[block as usize])
    }

    fn members<'s>(&'s self, set: &'s Set) -> impl Iterator<Item = Reg> + 's {
        let bits = (0..self.crossing.len()).filter(|i| set[i / 64] >> (i % 64) & 1 == 1);
        bits.map(|i| self.crossing[i])
    }
}

/// The registers that some block reads before it has written them, and the index of each.
fn crossing(draft: &mut Draft) -> (Vec<Reg>, Vec<u32>) {
    let constant: Vec<bool> = draft.registers.iter().map(|register| register.constant.is_some()).collect();
    let (mut crossing, mut index) = (Vec::new(), vec![NONE; constant.len()]);
    let mut written_in = vec![NONE; constant.len()];
    for block in draft.order.clone() {
        for at in 0..draft.blocks[block as usize].len() {
            let insn = draft.blocks[block as usize][at].insn;
            draft.visit(insn, &mut |first, count, role| {
                for register in first..first + count {
                    let at = usize::from(register);
                    if role == Role::Write {
                        written_in[at] = block;
                    } else if written_in[at] != block && index[at] == NONE && !constant[at] {
                        index[at] = crossing.len() as u32;
                        crossing.push(register);
                    }
                }
            });
        }
    }
    (crossing, index)
}

fn effects(draft: &mut Draft, block: usize, index: &[u32], words: usize) -> Effects {
    let mut effects = Effects { reads: vec![0; words], writes: vec![0; words] };
    for at in 0..draft.blocks[block].len() {
        let insn = draft.blocks[block][at].insn;
        draft.visit(insn, &mut |first, count, role| {
            for register in first..first + count {
                let i = index[usize::from(register)] as usize;
                if i == NONE as usize {
                    continue;
                }
                let (word, bit) = (i / 64, 1u64 << (i % 64));
                match role {
                    Role::Read => effects.reads[word] |= bit & !effects.writes[word],
                    Role::Write => effects.writes[word] |= bit,
                }
            }
        });
    }
    effects
}
