//! `t = a + b; …; v = t` becomes `v = a + b` where `t` has no other use and `v` is not used in between.

use rustc_hash::FxHashMap;

use crate::code::{Insn, Reg, Role};
use crate::lower::draft::{Draft, Uses};

pub(crate) fn retarget(draft: &mut Draft) {
    let mut uses = draft.count_uses();
    for block in 0..draft.blocks.len() {
        let mut written_at: FxHashMap<Reg, usize> = FxHashMap::default();
        for at in 0..draft.blocks[block].len() {
            let insn = draft.blocks[block][at].insn;
            if let Insn::Mov { d, s } = insn
                && let Some(&written) = written_at.get(&s)
                && let Some(end) = can_retarget(draft, &uses, block, written, at, d, s)
            {
                rename(draft, block, written..end, s, d);
                draft.blocks[block][at].insn = Insn::Mov { d, s: d };
                let reads = std::mem::take(&mut uses.reads[usize::from(s)]);
                uses.reads[usize::from(d)] += reads;
                uses.writes[usize::from(s)] = 0;
                written_at.insert(d, written);
                continue;
            }
            draft.visit(insn, &mut |first, count, role| {
                if role == Role::Write {
                    for register in first..first + count {
                        // Only a write of its own can be redirected.
                        match count {
                            1 => written_at.insert(register, at),
                            _ => written_at.remove(&register),
                        };
                    }
                }
            });
        }
        draft.blocks[block].retain(|step| !matches!(step.insn, Insn::Mov { d, s } if d == s));
    }
}

/// Whether `s`, written at `written`, can be `d` from the start; if so, the end of the region in which it is read.
fn can_retarget(
    draft: &mut Draft,
    uses: &Uses,
    block: usize,
    written: usize,
    copied: usize,
    d: Reg,
    s: Reg,
) -> Option<usize> {
    if uses.writes[usize::from(s)] != 1 {
        return None;
    }
    let mut reads_left = uses.reads[usize::from(s)];
    for at in written + 1..draft.blocks[block].len() {
        let insn = draft.blocks[block][at].insn;
        let (mut reads_s, mut reads_s_in_group, mut touches_d, mut writes_d) = (0, false, false, false);
        draft.visit(insn, &mut |first, count, role| {
            let touches = |register| (first..first + count).contains(&register);
            if touches(s) {
                reads_s += u32::from(role == Role::Read);
                reads_s_in_group |= count > 1;
            }
            touches_d |= touches(d);
            writes_d |= touches(d) && role == Role::Write;
        });
        if reads_s_in_group || at < copied && touches_d {
            return None;
        }
        reads_left -= reads_s;
        if at >= copied && reads_left == 0 {
            return Some(at + 1);
        }
        if at > copied && writes_d {
            return None;
        }
    }
    None
}

/// Reads and the one write of `from` in this region become `to`.
fn rename(draft: &mut Draft, block: usize, region: std::ops::Range<usize>, from: Reg, to: Reg) {
    for at in region {
        draft.blocks[block][at].insn.operands(&mut draft.sites, &mut |operand| {
            if *operand.first == from {
                *operand.first = to;
            }
        });
    }
}
