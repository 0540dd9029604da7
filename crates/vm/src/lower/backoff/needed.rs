//! What is needed before and after each instruction: backwards until nothing changes.

use super::Body;
use crate::code::Reg;

/// A bit per register.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Set(Vec<u64>);

#[derive(Default)]
pub(super) struct Needed {
    before: Vec<Set>,
    after: Vec<Set>,
}

impl Set {
    pub(super) fn new(registers: usize) -> Set {
        Set(vec![0; registers.div_ceil(64).max(1)])
    }

    pub(super) fn contains(&self, register: Reg) -> bool {
        self.0[usize::from(register) / 64] >> (register % 64) & 1 == 1
    }

    pub(super) fn insert(&mut self, register: Reg) {
        self.0[usize::from(register) / 64] |= 1 << (register % 64);
    }

    fn remove(&mut self, register: Reg) {
        self.0[usize::from(register) / 64] &= !(1 << (register % 64));
    }

    pub(super) fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// The 64 registers from one on.
    pub(super) fn word_from(&self, first: Reg) -> u64 {
        let is_there = |bit: &u16| usize::from(first + bit) / 64 < self.0.len() && self.contains(first + bit);
        (0..64).filter(is_there).fold(0, |word, bit| word | 1 << bit)
    }

    pub(super) fn words(&self) -> &[u64] {
        &self.0
    }
}

impl Needed {
    pub(super) fn of(body: &Body) -> Needed {
        let count = body.insns.len();
        let none = Set::new(body.registers);
        let mut needed = Needed { before: vec![none.clone(); count], after: vec![none; count] };
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for pc in (0..count).rev() {
                if body.graph.next(pc as u32).is_empty() {
                    needed.after[pc].add(&body.at_end);
                }
                for &next in body.graph.next(pc as u32) {
                    needed.after[pc].add(&needed.before[next as usize]);
                }
                let before = needed.before_of(body, pc);
                has_changed |= before != needed.before[pc];
                needed.before[pc] = before;
            }
        }
        needed
    }

    fn before_of(&self, body: &Body, pc: usize) -> Set {
        let mut before = self.after[pc].clone();
        if !body.is_faint(pc, self) {
            body.writes[pc].iter().for_each(|&register| before.remove(register));
            match body.divisors.get(&pc).filter(|_| !self.needs_result(body, pc)) {
                Some(&divisor) => before.insert(divisor),
                None => body.reads[pc].iter().for_each(|&register| before.insert(register)),
            }
        }
        before
    }

    /// Whether something is needed that an instruction writes.
    pub(super) fn needs_result(&self, body: &Body, pc: usize) -> bool {
        body.writes[pc].iter().any(|&register| self.after(pc).contains(register))
    }

    pub(super) fn before(&self, pc: usize) -> &Set {
        &self.before[pc]
    }

    /// What it writes included.
    pub(super) fn after(&self, pc: usize) -> &Set {
        &self.after[pc]
    }
}
