//! Terminators, and the moves that phis ask for on edges.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{BlockId, Body, LocalId, Op, Operand, Value};

use super::function::{Arg, Lowered, Lowering};
use super::shape::{Part, Scalar};
use crate::code::{CompareOp, Insn, Pc, Reg, SwitchTable};

/// A table of targets has at most this many entries per case.
const DENSE_FACTOR: u64 = 4;

/// The blocks that control can reach, in text order. A function with `indirectbr` keeps them all: their addresses may
/// be anywhere. Landing pads count where the program may unwind.
pub(crate) fn reachable(body: &Body, may_unwind: bool) -> Vec<u32> {
    let mut seen = vec![false; body.blocks.len()];
    let mut to_visit = vec![0];
    if !indirect_targets(body).is_empty() {
        to_visit = (0..body.blocks.len() as u32).collect();
    }
    while let Some(block) = to_visit.pop() {
        let Some(seen) = seen.get_mut(block as usize).filter(|seen| !**seen) else { continue };
        *seen = true;
        let Some(last) = body.blocks[block as usize].instructions.last() else { continue };
        match &last.op {
            Op::Br(to) => to_visit.push(to.0),
            Op::CondBr { then, otherwise, .. } => to_visit.extend([then.0, otherwise.0]),
            Op::Switch { default, cases, .. } => {
                to_visit.push(default.0);
                to_visit.extend(cases.iter().map(|(_, to)| to.0));
            }
            Op::IndirectBr { targets, .. } => to_visit.extend(targets.iter().map(|to| to.0)),
            Op::Invoke { normal, unwind, .. } => {
                to_visit.push(normal.0);
                to_visit.extend(may_unwind.then_some(unwind.0));
            }
            op @ Op::CallBr { .. } => op.for_each_successor(|to| to_visit.push(to.0)),
            _ => {}
        }
    }
    (0..body.blocks.len() as u32).filter(|&block| seen[block as usize]).collect()
}

/// For every block, how many instructions of the text are before it.
pub(crate) fn first_instructions(body: &Body) -> Vec<u32> {
    let mut before = 0;
    let mut first = Vec::with_capacity(body.blocks.len());
    for block in &body.blocks {
        first.push(before);
        before += block.instructions.len() as u32;
    }
    first
}

/// All blocks that some `indirectbr` of the function names.
pub(crate) fn indirect_targets(body: &Body) -> Vec<u32> {
    let mut all = Vec::new();
    for block in &body.blocks {
        if let Some(Op::IndirectBr { targets, .. }) = block.instructions.last().map(|last| &last.op) {
            all.extend(targets.iter().map(|to| to.0).filter(|&to| (to as usize) < body.blocks.len()));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

impl<'p> Lowering<'_, 'p> {
    /// LangRef `ret`.
    pub(crate) fn ret(&mut self, value: Option<&Operand>) -> Lowered<()> {
        let (s, n) = match value {
            None => (0, 0),
            Some(operand) => {
                let registers = self.shape(operand.ty)?.registers;
                let source = self.passed(operand, 0)?;
                (self.registers(&source, 0, registers)?, registers)
            }
        };
        if self.atomic {
            self.call_library("__mazurka_atomic_end");
        }
        self.emit(Insn::Return { s, n });
        Ok(())
    }

    /// LangRef `br` without a condition.
    pub(crate) fn br(&mut self, to: BlockId) -> Lowered<()> {
        self.phi_moves(to)?;
        self.emit(Insn::Jump { to: to.0 });
        Ok(())
    }

    /// LangRef `br`. A comparison is repeated in the branch; if it has no other use, it is removed later.
    pub(crate) fn cond_br(&mut self, condition: &Value, then: BlockId, otherwise: BlockId) -> Lowered<()> {
        let (then, otherwise) = (self.edge(then)?, self.edge(otherwise)?);
        if let Some(Op::ICmp { predicate, ty, lhs, rhs }) = self.definition(condition)
            && let Ok(Scalar::Int(_) | Scalar::Ptr) = self.scalar(*ty)
            && let Some(branch) = self.compare_branch(*predicate, *ty, lhs, rhs, (then, otherwise))?
        {
            self.emit(branch);
            return Ok(());
        }
        match self.arg(condition, self.m.types.int(1))? {
            Arg::Bits(value) => self.emit(Insn::Jump { to: if value != 0 { then } else { otherwise } }),
            Arg::Reg(c) => self.emit(Insn::Branch { c, then, otherwise }),
        }
        Ok(())
    }

    /// LangRef `switch`.
    pub(crate) fn switch(
        &mut self,
        value: &Operand,
        default: BlockId,
        cases: &[(Constant, BlockId)],
    ) -> Lowered<()> {
        let wide = match self.shape(value.ty)?.parts[..] {
            [Part { scalar: Scalar::Wide(bits), .. }] => Some(bits),
            _ => None,
        };
        let v = match wide {
            Some(bits) => self.equal_case(value, bits, cases)?,
            None => {
                let v = self.arg(&value.value, value.ty)?;
                self.reg(v)?
            }
        };
        let mut table = Vec::with_capacity(cases.len());
        for (index, (constant, to)) in cases.iter().enumerate() {
            let case = match wide {
                Some(_) => Arg::Bits(index as u64),
                None => self.arg(&Value::Constant(constant.clone()), value.ty)?,
            };
            let Arg::Bits(case) = case else { return Err("a case that is not a constant".into()) };
            table.push((case, self.edge(*to)?));
        }
        let default = self.edge(default)?;
        // The first of equal cases counts: sorting keeps their order.
        table.sort_by_key(|&(case, _)| case);
        table.dedup_by_key(|&mut (case, _)| case);
        let dense = dense_table(&table, default);
        self.draft.switches.push(SwitchTable { cases: table.into(), dense, default });
        self.emit(Insn::Switch { v, table: self.draft.switches.len() as u32 - 1 });
        Ok(())
    }

    /// The index of the first case that a value of two registers is equal to; their number if there is none.
    fn equal_case(&mut self, value: &Operand, bits: u8, cases: &[(Constant, BlockId)]) -> Lowered<Reg> {
        let source = self.operand(value)?;
        let v = self.registers(&source, 0, 2)?;
        let found = self.temp()?;
        self.emit(Insn::Const { d: found, value: cases.len() as u64 });
        for (index, (constant, _)) in cases.iter().enumerate().rev() {
            let case = self.source(&Value::Constant(constant.clone()), value.ty)?;
            let (case, is_equal) = (self.registers(&case, 0, 2)?, self.temp()?);
            self.emit(Insn::WideCompare { op: CompareOp::Eq, bits, d: is_equal, a: v, b: case });
            let index = self.constant(index as u64)?;
            self.emit(Insn::Select { d: found, c: is_equal, a: index, b: found });
        }
        Ok(found)
    }

    /// LangRef `indirectbr`. Its edges cannot be split, so phis of its targets are fed through shadows.
    pub(crate) fn indirect_br(&mut self, address: &Value, targets: &[BlockId]) -> Lowered<()> {
        let a = self.pointer(address)?;
        for &to in targets {
            self.phi_moves(to)?;
        }
        self.emit(Insn::JumpIndirect { a });
        Ok(())
    }

    /// The block to jump to for getting to `to`: a split edge if phis need moves on this edge only.
    fn edge(&mut self, to: BlockId) -> Lowered<Pc> {
        if self.phis(to).next().is_none() {
            return Ok(to.0);
        }
        let from = self.block;
        let stand_in = self.draft.add_block();
        self.draft.edges.insert(stand_in);
        self.block = stand_in;
        let moves = self.phi_moves(to);
        self.emit(Insn::Jump { to: to.0 });
        self.block = from;
        moves.map(|()| stand_in)
    }

    fn phis(&self, block: BlockId) -> impl Iterator<Item = (LocalId, &'p Op)> + use<'p> {
        let body = self.body;
        let instructions = body.blocks.get(block.0 as usize).map_or(&[][..], |block| &block.instructions);
        instructions.iter().map_while(|i| matches!(i.op, Op::Phi { .. }).then_some((i.result?, &i.op)))
    }

    /// LangRef `phi`: all at once, as if every value were read before any is written.
    fn phi_moves(&mut self, to: BlockId) -> Lowered<()> {
        let from = self.text_block;
        let shadowed = self.draft.indirect_targets.contains(&to.0);
        let mut moves = Vec::new();
        for (result, op) in self.phis(to) {
            let Op::Phi { ty, incoming } = op else { continue };
            let Some((value, _)) = incoming.iter().find(|(_, block)| block.0 == from) else {
                return Err(format!("a phi has no value for an edge to block `{}`", self.block_name(to)));
            };
            let registers = self.shape(*ty)?.registers;
            let d = if shadowed { self.shadow(result, registers)? } else { self.result(result, registers)? };
            let source = self.source(value, *ty)?;
            moves.extend((0..registers).map(|i| (d + i, source.arg(i))));
        }
        self.parallel_moves(moves)
    }

    /// Moves that behave as if all sources were read first.
    fn parallel_moves(&mut self, mut moves: Vec<(Reg, Arg)>) -> Lowered<()> {
        moves.retain(|&(d, s)| s != Arg::Reg(d));
        while !moves.is_empty() {
            // A target that no remaining move reads can be written.
            let free = moves.iter().position(|&(d, _)| moves.iter().all(|&(_, s)| s != Arg::Reg(d)));
            if let Some(free) = free {
                let (d, s) = moves.remove(free);
                self.mov(d, s);
                continue;
            }
            // Only cycles are left: save one value, and let its reader take the copy.
            let (d, _) = moves[0];
            let saved = self.temp()?;
            self.mov(saved, Arg::Reg(d));
            for (_, s) in moves.iter_mut().filter(|(_, s)| *s == Arg::Reg(d)) {
                *s = Arg::Reg(saved);
            }
        }
        Ok(())
    }

    /// At the start of a block that `indirectbr` leads to: takes over what the edges left in the shadows.
    pub(crate) fn shadow_phis(&mut self, block: u32) -> Lowered<()> {
        if !self.draft.indirect_targets.contains(&block) {
            return Ok(());
        }
        for (result, op) in self.phis(BlockId(block)) {
            let Op::Phi { ty, .. } = op else { continue };
            let registers = self.shape(*ty)?.registers;
            let (d, s) = (self.result(result, registers)?, self.shadow(result, registers)?);
            for i in 0..registers {
                self.emit(Insn::Mov { d: d + i, s: s + i });
            }
        }
        Ok(())
    }
}

fn dense_table(cases: &[(u64, Pc)], default: Pc) -> Option<(u64, Box<[Pc]>)> {
    let (first, last) = (cases.first()?.0, cases.last()?.0);
    let span = last - first;
    if span >= DENSE_FACTOR * cases.len() as u64 {
        return None;
    }
    let mut targets = vec![default; span as usize + 1];
    for &(case, to) in cases {
        targets[(case - first) as usize] = to;
    }
    Some((first, targets.into()))
}
