//! Removes instructions whose results are never read.

use crate::code::{Insn, IntOp, Role};
use crate::lower::draft::Draft;

pub(crate) fn remove(draft: &mut Draft) {
    let mut uses = draft.count_uses();
    loop {
        let mut changed = false;
        for block in 0..draft.blocks.len() {
            let mut kept = Vec::with_capacity(draft.blocks[block].len());
            for mut step in std::mem::take(&mut draft.blocks[block]).into_iter().rev() {
                let mut needed = false;
                draft.visit(step.insn, &mut |first, count, role| {
                    if role == Role::Write {
                        needed |= (first..first + count).any(|r| uses.reads[usize::from(r)] > 0);
                    }
                });
                match &mut step.insn {
                    Insn::AtomicRmw { used, .. } => *used = needed,
                    Insn::Call { site, .. } | Insn::CallIndirect { site, .. } if !needed => {
                        let site = &mut draft.sites[*site as usize];
                        (site.d, site.results, site.lands) = (0, 0, false);
                    }
                    _ => {}
                }
                if needed || !is_pure(&step.insn) {
                    kept.push(step);
                    continue;
                }
                changed = true;
                draft.visit(step.insn, &mut |first, count, role| uses.add(first, count, role, -1));
            }
            kept.reverse();
            draft.blocks[block] = kept;
        }
        if !changed {
            return;
        }
    }
}

/// Whether all it does is to write its registers: no access, no fault, no control.
fn is_pure(insn: &Insn) -> bool {
    match insn {
        Insn::Int { op, .. } | Insn::Wide { op, .. } => {
            !matches!(op, IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem)
        }
        Insn::SDiv32 { .. }
        | Insn::SDiv64 { .. }
        | Insn::SRem32 { .. }
        | Insn::SRem64 { .. }
        | Insn::UDiv { .. }
        | Insn::URem { .. } => false,
        Insn::Alloca { .. } | Insn::StackRestore { .. } | Insn::VaStart { .. } => false,
        Insn::SetJump { .. } | Insn::SwitchContext { .. } => false,
        _ => !insn.is_terminator() && !insn.is_call() && !insn.accesses_memory(),
    }
}
