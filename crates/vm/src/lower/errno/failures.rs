//! Edges over which control passes only if a library function has just failed, and set `errno`.

use crate::code::{CompareOp, Insn, Pc, Reg, Role};
use crate::exec::compare;
use crate::library::errno::Failure;
use crate::lower::polling::graph::Graph;
use crate::program::Code;

/// `failures`: of each function, how it fails.
pub(super) fn edges(code: &mut Code, graph: &Graph, failures: &[Option<Failure>]) -> Vec<(Pc, Pc)> {
    let mut is_target = vec![false; code.insns.len()];
    for pc in 0..code.insns.len() as Pc {
        for &next in graph.next(pc).iter().filter(|next| **next != pc + 1) {
            is_target[next as usize] = true;
        }
    }
    let mut edges = Vec::new();
    for pc in 0..code.insns.len() {
        let Insn::Call { function, site } = code.insns[pc] else { continue };
        let Some(failure) = failures[function as usize] else { continue };
        let site = &code.sites[site as usize];
        if site.results == 1 && !site.lands {
            edges.extend(edge(code, pc, Result::of(site.d, failure), &is_target));
        }
    }
    edges
}

/// Follows the result of a call up to the branch that tests it.
fn edge(code: &mut Code, call: usize, mut result: Result, is_target: &[bool]) -> Option<(Pc, Pc)> {
    for (pc, &is_target) in is_target.iter().enumerate().skip(call + 1) {
        let insn = code.insns[pc];
        if is_target || insn.is_call() {
            return None;
        }
        if insn.is_terminator() {
            let (test, then, otherwise) = result.branch(insn, &code.constants)?;
            let to = if test.means_failure(result.failure)? { then } else { otherwise };
            return (then != otherwise).then_some((pc as Pc, to));
        }
        result.pass(insn, code);
    }
    None
}

/// What a call has returned, on the way to a branch.
struct Result {
    failure: Failure,
    /// The registers that have it, and of how many bits it is there.
    copies: Vec<(Reg, u8)>,
    /// The registers that have the result of a comparison with it.
    tests: Vec<(Reg, Test)>,
}

/// A comparison of a number of `bits` bits with a constant.
#[derive(Clone, Copy)]
struct Test {
    op: CompareOp,
    with: u64,
    bits: u8,
}

impl Result {
    fn of(register: Reg, failure: Failure) -> Result {
        Result { failure, copies: vec![(register, failure.bits())], tests: Vec::new() }
    }

    fn bits_in(&self, register: Reg) -> Option<u8> {
        self.copies.iter().find(|copy| copy.0 == register).map(|copy| copy.1)
    }

    fn compared(&self, op: CompareOp, register: Reg, with: u64) -> Option<Test> {
        Some(Test { op, with, bits: self.bits_in(register)? })
    }

    /// The test that a branch makes, and where it leads.
    fn branch(&self, insn: Insn, constants: &[(Reg, u64)]) -> Option<(Test, Pc, Pc)> {
        match insn {
            Insn::Branch { c, then, otherwise } => {
                let tested = self.tests.iter().find(|test| test.0 == c).map(|test| test.1);
                Some((tested.or_else(|| self.compared(CompareOp::Ne, c, 0))?, then, otherwise))
            }
            Insn::CompareImmBranch { op, a, imm, then, otherwise } => {
                Some((self.compared(op, a, imm as i64 as u64)?, then, otherwise))
            }
            Insn::CompareBranch { op, a, b, then, otherwise } => {
                Some((self.compared(op, a, constant(constants, b)?)?, then, otherwise))
            }
            _ => None,
        }
    }

    /// Takes note of what an instruction does with the result.
    fn pass(&mut self, mut insn: Insn, code: &mut Code) {
        let copy = match insn {
            Insn::Mov { d, s } => self.bits_in(s).map(|bits| (d, bits)),
            Insn::SExt32To64 { d, a } => self.bits_in(a).filter(|bits| *bits == 32).map(|_| (d, 64)),
            _ => None,
        };
        let test = match insn {
            Insn::CompareImm { op, d, a, imm } => self.compared(op, a, imm as u64).map(|test| (d, test)),
            Insn::Compare { op, d, a, b } => {
                let with = constant(&code.constants, b);
                with.and_then(|with| self.compared(op, a, with)).map(|test| (d, test))
            }
            _ => None,
        };
        insn.operands(&mut code.sites, &mut |operand| {
            let registers = *operand.first..*operand.first + operand.count;
            if operand.role == Role::Write {
                self.copies.retain(|copy| !registers.contains(&copy.0));
                self.tests.retain(|test| !registers.contains(&test.0));
            }
        });
        self.copies.extend(copy);
        self.tests.extend(test);
    }
}

fn constant(constants: &[(Reg, u64)], of: Reg) -> Option<u64> {
    constants.iter().find(|constant| constant.0 == of).map(|constant| constant.1)
}

impl Test {
    /// Whether it holds where the call has failed, and nowhere else, or the other way round. `None`: it does not tell.
    fn means_failure(self, failure: Failure) -> Option<bool> {
        let (failed, greatest) = match self.bits {
            32 => (u64::from(u32::MAX), i32::MAX as u64),
            _ => (u64::MAX, i64::MAX as u64),
        };
        let greatest = if failure.succeeds_with_zero() { 0 } else { greatest };
        let holds = |value| compare(self.op, value, self.with);
        let is_within = self.with <= greatest && greatest > 0;
        let is_order = !matches!(self.op, CompareOp::Eq | CompareOp::Ne);
        // An order that is the same at both ends is the same in between.
        let is_same = holds(0) == holds(greatest) && (is_order || !is_within);
        (is_same && holds(failed) != holds(0)).then(|| holds(failed))
    }
}
