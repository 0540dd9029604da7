//! Removes computations that nothing depends on: their results are never read, or only by computations that are removed, too.
//!
//! A counter that only counts (`retries++`) is one of these. Without it, an iteration of a loop leaves nothing behind, and the loop can be
//! seen to wait. Nothing is lost: what is removed only writes registers, and these decide neither about control, nor about memory,
//! nor about anything that is called.

use crate::code::{Insn, IntOp, OldValue, Reg, Role};
use crate::lower::draft::Draft;

pub(crate) fn remove(draft: &mut Draft) {
    let needed = needed_registers(draft);
    for block in 0..draft.blocks.len() {
        let mut steps = std::mem::take(&mut draft.blocks[block]);
        steps.retain_mut(|step| {
            let is_used = writes_one_of(draft, step.insn, &needed);
            match &mut step.insn {
                Insn::AtomicRmw { used, .. } if !is_used => *used = OldValue::Unused,
                Insn::Call { site, .. } | Insn::CallIndirect { site, .. } if !is_used => {
                    let site = &mut draft.sites[*site as usize];
                    (site.d, site.results, site.lands) = (0, 0, false);
                }
                _ => {}
            }
            is_used || !is_pure(&step.insn)
        });
        draft.blocks[block] = steps;
    }
}

/// The registers that are read by what does more than to write registers, or by what writes one of these.
fn needed_registers(draft: &mut Draft) -> Vec<bool> {
    let mut needed = vec![false; draft.registers.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for block in (0..draft.blocks.len()).rev() {
            for at in (0..draft.blocks[block].len()).rev() {
                let insn = draft.blocks[block][at].insn;
                if is_pure(&insn) && !writes_one_of(draft, insn, &needed) {
                    continue;
                }
                draft.visit(insn, &mut |first, count, role| {
                    let read = if role == Role::Write { 0..0 } else { first..first + count };
                    read.for_each(|register| {
                        has_changed |= !std::mem::replace(&mut needed[usize::from(register)], true);
                    });
                });
            }
        }
    }
    needed
}

fn writes_one_of(draft: &mut Draft, insn: Insn, registers: &[bool]) -> bool {
    let mut writes = false;
    draft.visit(insn, &mut |first: Reg, count: u16, role| {
        writes |=
            role == Role::Write && (first..first + count).any(|register| registers[usize::from(register)]);
    });
    writes
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
