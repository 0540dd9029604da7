//! A copy that is written once is replaced by its source: everywhere if the source is a parameter (at -O0 every parameter
//! is stored to a variable of its own first), else within the block, as long as the source keeps its value.

use rustc_hash::FxHashMap;

use crate::code::{Insn, Reg, Role};
use crate::lower::draft::{Draft, Uses};

pub(crate) fn propagate(draft: &mut Draft) {
    let uses = draft.count_uses();
    replace_parameters(draft, &uses);
    for block in 0..draft.blocks.len() {
        let mut copies = Copies::default();
        for at in 0..draft.blocks[block].len() {
            let step = &mut draft.blocks[block][at];
            step.insn.operands(&mut draft.sites, &mut |operand| {
                if operand.role == Role::Read && operand.count == 1 {
                    *operand.first = copies.source(*operand.first);
                }
            });
            let insn = step.insn;
            draft.visit(insn, &mut |first, count, role| {
                if role == Role::Write {
                    (first..first + count).for_each(|register| copies.forget(register));
                }
            });
            if let Insn::Mov { d, s } = insn
                && uses.writes[usize::from(d)] == 1
                && d != s
            {
                copies.remember(d, s);
            }
        }
    }
}

/// A variable that is written once, in the entry block, with a parameter that is never written: it is the parameter.
fn replace_parameters(draft: &mut Draft, uses: &Uses) {
    let mut parameter = FxHashMap::default();
    for step in &draft.blocks[0] {
        if let Insn::Mov { d, s } = step.insn
            && s < draft.params
            && uses.writes[usize::from(s)] == 0
            && uses.writes[usize::from(d)] == 1
        {
            parameter.insert(d, s);
        }
    }
    for step in draft.blocks.iter_mut().flatten() {
        step.insn.operands(&mut draft.sites, &mut |operand| {
            if operand.role == Role::Read
                && operand.count == 1
                && let Some(&parameter) = parameter.get(operand.first)
            {
                *operand.first = parameter;
            }
        });
    }
    draft.parameters = parameter;
}

/// What is a copy of what at the moment.
#[derive(Default)]
struct Copies {
    source: FxHashMap<Reg, Reg>,
    copies: FxHashMap<Reg, Vec<Reg>>,
}

impl Copies {
    fn source(&self, register: Reg) -> Reg {
        self.source.get(&register).copied().unwrap_or(register)
    }

    fn remember(&mut self, copy: Reg, source: Reg) {
        self.source.insert(copy, source);
        self.copies.entry(source).or_default().push(copy);
    }

    /// The register is written: it no longer is a copy, and has none.
    fn forget(&mut self, register: Reg) {
        self.source.remove(&register);
        for copy in self.copies.remove(&register).into_iter().flatten() {
            if self.source.get(&copy) == Some(&register) {
                self.source.remove(&copy);
            }
        }
    }
}
