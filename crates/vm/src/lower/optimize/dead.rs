//! Removes computations that nothing depends on: their results are never read, or only by computations that are removed, too.
//!
//! A counter that only counts (`retries++`) is one of these. Without it, an iteration of a loop leaves nothing behind, and the loop can be
//! seen to wait. Nothing is lost: what is removed only writes registers, and these decide neither about control, nor about memory,
//! nor about anything that is called.

use rustc_hash::FxHashSet;

use crate::code::{CallSite, Insn, IntOp, OldValue, Reg, Role};
use crate::lower::draft::Draft;

pub(crate) fn remove(draft: &mut Draft) {
    let needed = needed_registers(draft, &FxHashSet::default());
    shorten_sleeps(draft, &needed);
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
            is_used || !is_pure_in(draft, &step.insn)
        });
        draft.blocks[block] = steps;
    }
}

/// How long a thread sleeps does not matter: where nothing looks at whether a signal has woken it, it may as well be no time at all.
fn shorten_sleeps(draft: &mut Draft, needed: &[bool]) {
    let Some(zero) = (!draft.sleeps.is_empty()).then(|| draft.constants(&[0])).flatten() else { return };
    draft.sleeps.retain(|&site| !returns_one_of(&draft.sites[site as usize], needed));
    for &site in &draft.sleeps {
        draft.sites[site as usize].args.fill(zero);
    }
}

/// The registers that are read by what does more than to write registers, or by what writes one of these; but not those that are read
/// only at the end of the blocks in `removed`.
pub(super) fn needed_registers(draft: &mut Draft, removed: &FxHashSet<u32>) -> Vec<bool> {
    let mut needed = vec![false; draft.registers.len()];
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for block in (0..draft.blocks.len()).rev() {
            for at in (0..draft.blocks[block].len()).rev() {
                let insn = draft.blocks[block][at].insn;
                let is_removed = insn.is_terminator() && removed.contains(&(block as u32));
                let does_nothing_else = is_removed || is_pure_in(draft, &insn) || is_sleep(draft, insn);
                if does_nothing_else && !writes_one_of(draft, insn, &needed) {
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

pub(super) fn writes_one_of(draft: &mut Draft, insn: Insn, registers: &[bool]) -> bool {
    let mut writes = false;
    draft.visit(insn, &mut |first: Reg, count: u16, role| {
        writes |=
            role == Role::Write && (first..first + count).any(|register| registers[usize::from(register)]);
    });
    writes
}

/// Whether it is a sleep, of which only the length depends on its arguments.
fn is_sleep(draft: &Draft, insn: Insn) -> bool {
    matches!(insn, Insn::Call { site, .. } if draft.sleeps.contains(&site))
}

fn returns_one_of(site: &CallSite, registers: &[bool]) -> bool {
    (site.d..site.d + site.results).any(|register| registers[usize::from(register)])
}

pub(super) fn is_pure_in(draft: &Draft, insn: &Insn) -> bool {
    is_pure(insn, &|register| draft.registers[usize::from(register)].constant)
}

/// Whether all it does is to write its registers: no access, no fault, no control.
pub(crate) fn is_pure(insn: &Insn, constant: &dyn Fn(Reg) -> Option<u64>) -> bool {
    match insn {
        Insn::Int { op, .. } | Insn::Wide { op, .. } => {
            !matches!(op, IntOp::UDiv | IntOp::SDiv | IntOp::URem | IntOp::SRem)
        }
        Insn::SDiv32 { b, .. }
        | Insn::SDiv64 { b, .. }
        | Insn::SRem32 { b, .. }
        | Insn::SRem64 { b, .. }
        | Insn::UDiv { b, .. }
        | Insn::URem { b, .. } => constant(*b).is_some_and(divides),
        Insn::Alloca { .. } | Insn::StackRestore { .. } | Insn::VaStart { .. } => false,
        Insn::SetJump { .. } | Insn::SwitchContext { .. } => false,
        _ => !insn.is_terminator() && !insn.is_call() && !insn.accesses_memory(),
    }
}

/// Whether every number can be divided by this one: it is neither 0 nor, in 32 or 64 bits, -1.
fn divides(divisor: u64) -> bool {
    ![0, u64::from(u32::MAX), u64::MAX].contains(&divisor)
}
