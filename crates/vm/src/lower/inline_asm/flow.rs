//! Labels and jumps, within the text and out of it (`asm goto`).

use mazurka_ir::instruction::BlockId;

use super::assembly::{Assembly, Bound, Instruction};
use super::bind::Output;
use super::conditions::Condition;
use super::registers::RCX;
use super::text::Statement;
use crate::code::{Insn, IntOp};
use crate::lower::function::Lowered;

/// Where control can go.
pub(super) struct Flow<'t> {
    /// Labels of the text: name, the statement that they are at, and their block.
    labels: Vec<(&'t str, usize, u32)>,
    outputs: Vec<Output>,
}

enum Target {
    Inside(u32),
    Outside(BlockId),
}

impl<'t> Flow<'t> {
    pub(super) fn new(
        assembly: &mut Assembly,
        statements: &'t [Statement],
        outputs: Vec<Output>,
    ) -> Flow<'t> {
        let mut labels = Vec::new();
        for (at, statement) in statements.iter().enumerate() {
            if !statement.labels.is_empty() {
                let block = assembly.lowering.draft.add_block();
                labels.extend(statement.labels.iter().map(|label| (label.as_str(), at, block)));
            }
        }
        Flow { labels, outputs }
    }

    pub(super) fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// The block that begins at a statement.
    pub(super) fn block_at(&self, statement: usize) -> Option<u32> {
        self.labels.iter().find(|label| label.1 == statement).map(|label| label.2)
    }

    /// `1b` is the last label 1 up to here, `1f` the next one.
    fn find(&self, name: &str, here: usize) -> Option<u32> {
        let number = |suffix: char| {
            let digits = name.strip_suffix(suffix)?;
            digits.chars().all(|c| c.is_ascii_digit()).then_some(digits)
        };
        let found = match (number('b'), number('f')) {
            (Some(digits), _) => self.labels.iter().rfind(|(label, at, _)| *label == digits && *at <= here),
            (_, Some(digits)) => self.labels.iter().find(|(label, at, _)| *label == digits && *at > here),
            _ => self.labels.iter().find(|(label, ..)| *label == name),
        };
        found.map(|label| label.2)
    }
}

impl Assembly<'_, '_, '_> {
    fn target(&self, flow: &Flow, i: &Instruction, here: usize) -> Lowered<Target> {
        let [name] = i.texts else { return Err("a jump has one target".into()) };
        if let Some(block) = flow.find(name, here) {
            return Ok(Target::Inside(block));
        }
        let number = name.strip_prefix("${").and_then(|inside| inside.strip_suffix(":l}"));
        let number =
            number.or_else(|| name.strip_prefix('$')).and_then(|number| number.parse::<usize>().ok());
        match number.and_then(|number| self.bound.get(number)) {
            Some(Bound::Label(block)) => Ok(Target::Outside(*block)),
            _ => Err("it jumps out of its text".into()),
        }
    }

    pub(super) fn jump(&mut self, flow: &Flow, i: &Instruction, here: usize) -> Lowered<()> {
        match self.target(flow, i, here)? {
            Target::Inside(to) => self.emit(Insn::Jump { to }),
            Target::Outside(to) => {
                self.leave(&flow.outputs)?;
                self.lowering.br(to)?;
            }
        }
        // What follows can only be reached by a label.
        self.lowering.block = self.lowering.draft.add_block();
        Ok(())
    }

    pub(super) fn jump_if(
        &mut self,
        condition: Condition,
        flow: &Flow,
        i: &Instruction,
        here: usize,
    ) -> Lowered<()> {
        let c = self.evaluate(condition)?;
        self.branch(c, flow, i, here)
    }

    /// `loop`: counts down in `rcx`.
    pub(super) fn count_down(&mut self, flow: &Flow, i: &Instruction, here: usize) -> Lowered<()> {
        let rcx = self.general[RCX];
        let less = self.with(IntOp::Sub, 64, rcx, 1)?;
        self.set_register(rcx, less);
        let c = self.copy(rcx)?;
        self.branch(c, flow, i, here)
    }

    fn branch(&mut self, c: u16, flow: &Flow, i: &Instruction, here: usize) -> Lowered<()> {
        let target = self.target(flow, i, here)?;
        let draft = &mut self.lowering.draft;
        let (taken, next) = (draft.add_block(), draft.add_block());
        self.emit(Insn::Branch { c, then: taken, otherwise: next });
        self.lowering.block = taken;
        match target {
            Target::Inside(to) => self.emit(Insn::Jump { to }),
            Target::Outside(to) => {
                self.leave(&flow.outputs)?;
                self.lowering.br(to)?;
            }
        }
        self.lowering.block = next;
        Ok(())
    }

    /// Ends the program unless this is 1.
    pub(super) fn trap_unless(&mut self, c: u16) {
        let draft = &mut self.lowering.draft;
        let (trap, next) = (draft.add_block(), draft.add_block());
        self.emit(Insn::Branch { c, then: next, otherwise: trap });
        self.lowering.block = trap;
        self.emit(Insn::Trap);
        self.lowering.block = next;
    }

    /// The end of the text.
    pub(super) fn end(&mut self, flow: &Flow) -> Lowered<()> {
        self.leave(&flow.outputs)
    }
}
