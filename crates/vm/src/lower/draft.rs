//! A function on its way to bytecode: blocks of instructions whose registers are virtual and whose targets are blocks.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::code::{CallSite, Insn, Reg, Role, SwitchTable, WordRule};

#[derive(Default, Debug)]
pub(crate) struct Draft {
    /// The first ones are those of the LLVM function, in its order; split edges and those of inline assembly follow.
    pub blocks: Vec<Vec<Step>>,
    /// Blocks that are split edges; each has one predecessor.
    pub edges: FxHashSet<u32>,
    /// Which blocks come out, and in which order.
    pub order: Vec<u32>,
    pub registers: Vec<Register>,
    /// Registers 0 … that arguments arrive in.
    pub params: u16,
    /// Those of them that are numbers of at most 32 bits.
    pub narrow_params: Vec<Reg>,
    pub sites: Vec<CallSite>,
    /// What decides only how long the thread pauses is left out.
    pub shortens_pauses: bool,
    /// Call sites of what only sleeps, for as long as the arguments say, if that does not matter.
    pub sleeps: FxHashSet<u32>,
    /// Call sites of what only sleeps, for no time.
    pub short_sleeps: FxHashSet<u32>,
    pub switches: Vec<SwitchTable>,
    pub unsupported: Vec<String>,
    /// Where an `indirectbr` of this function can lead.
    pub indirect_targets: Vec<u32>,
    /// It calls `setjmp` or the like: control can come back to where values have long been dead.
    pub returns_twice: bool,
    /// Variables that turned out to be a parameter.
    pub parameters: FxHashMap<Reg, Reg>,
    constants: FxHashMap<Box<[u64]>, Reg>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub insn: Insn,
    /// Index of the source position plus one.
    pub line: u32,
    /// It accesses only memory that no other thread can reach.
    pub fresh: bool,
    /// The instruction of the text that it belongs to, plus one; 0: none.
    pub origin: u32,
    pub rule: Option<WordRule>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Register {
    /// The first of the registers that must stay neighbours of this one.
    pub group: Reg,
    pub constant: Option<u64>,
}

impl Draft {
    pub(crate) fn new(blocks: usize) -> Draft {
        Draft { blocks: vec![Vec::new(); blocks], ..Draft::default() }
    }

    /// A new block, which comes out behind all that there are.
    pub(crate) fn add_block(&mut self) -> u32 {
        let block = self.blocks.len() as u32;
        self.blocks.push(Vec::new());
        self.order.push(block);
        block
    }

    /// New registers, `count` neighbours; `None` when there are too many.
    pub(crate) fn group(&mut self, count: u16) -> Option<Reg> {
        let first = Reg::try_from(self.registers.len()).ok()?;
        first.checked_add(count)?;
        self.registers.extend((0..count).map(|_| Register { group: first, constant: None }));
        Some(first)
    }

    /// Registers that hold these constants side by side.
    pub(crate) fn constants(&mut self, words: &[u64]) -> Option<Reg> {
        if let Some(&known) = self.constants.get(words) {
            return Some(known);
        }
        let first = self.group(words.len() as u16)?;
        for (register, &word) in self.registers[first as usize..].iter_mut().zip(words) {
            register.constant = Some(word);
        }
        self.constants.insert(words.into(), first);
        Some(first)
    }

    /// The blocks that control can go to from the end of this one.
    pub(crate) fn successors(&self, block: u32) -> Vec<u32> {
        let Some(last) = self.blocks[block as usize].last() else { return Vec::new() };
        let mut targets = Vec::new();
        match last.insn {
            Insn::JumpIndirect { .. } => targets.clone_from(&self.indirect_targets),
            // Reading needs no change; `targets` takes what it can change, so it gets copies.
            Insn::Switch { table, .. } => {
                let table = &self.switches[table as usize];
                targets.extend(table.cases.iter().map(|&(_, to)| to));
                targets.push(table.default);
            }
            mut insn => insn.targets(&mut [], &mut |to| targets.push(*to)),
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Calls `visit(register, count, role)` for every operand of an instruction.
    pub(crate) fn visit(&mut self, mut insn: Insn, visit: &mut dyn FnMut(Reg, u16, Role)) {
        insn.operands(&mut self.sites, &mut |operand| visit(*operand.first, operand.count, operand.role));
    }

    /// How often each register is read, and written.
    pub(crate) fn count_uses(&mut self) -> Uses {
        let mut uses = Uses { reads: vec![0; self.registers.len()], writes: vec![0; self.registers.len()] };
        for block in 0..self.blocks.len() {
            for at in 0..self.blocks[block].len() {
                let insn = self.blocks[block][at].insn;
                self.visit(insn, &mut |first, count, role| uses.add(first, count, role, 1));
            }
        }
        uses
    }
}

pub(crate) struct Uses {
    pub reads: Vec<u32>,
    pub writes: Vec<u32>,
}

impl Uses {
    pub(crate) fn add(&mut self, first: Reg, count: u16, role: Role, times: i32) {
        let table = if role == Role::Read { &mut self.reads } else { &mut self.writes };
        for register in first..first + count {
            let n = &mut table[register as usize];
            *n = n.saturating_add_signed(times);
        }
    }
}
