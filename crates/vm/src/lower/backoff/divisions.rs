//! Divisions of which only the divisor is needed where the result is not: whether they fault depends on nothing else, as in `rand() % limit`.
//!
//! An unsigned division faults where the divisor is zero. A signed one also faults where the smallest number is divided by -1, so what is divided must be a
//! number that was drawn at random just before: these are not negative.

use rustc_hash::FxHashMap;

use crate::code::{Insn, IntOp, Pc, Reg};
use crate::lower::polling::graph::Graph;

/// Of such instructions, the divisor. `drawn`: of calls that return a number at random, where that is.
pub(super) fn find(insns: &[Insn], graph: &Graph, drawn: &FxHashMap<Pc, Reg>) -> FxHashMap<usize, Reg> {
    let mut found = FxHashMap::default();
    let is_drawn = |pc: usize, dividend: Reg| {
        let call = call_before(insns, graph, pc, dividend);
        call.is_some_and(|(call, register)| drawn.get(&call) == Some(&register))
    };
    for (pc, insn) in insns.iter().enumerate() {
        match *insn {
            Insn::UDiv { b, .. } | Insn::URem { b, .. } => drop(found.insert(pc, b)),
            Insn::Int { op: IntOp::UDiv | IntOp::URem, b, .. } => drop(found.insert(pc, b)),
            Insn::SDiv32 { a, b, .. }
            | Insn::SRem32 { a, b, .. }
            | Insn::SDiv64 { a, b, .. }
            | Insn::SRem64 { a, b, .. }
                if is_drawn(pc, a) =>
            {
                found.insert(pc, b);
            }
            _ => {}
        }
    }
    found
}

/// The last call, if control comes straight from there, and the register that then had what is in this one now.
fn call_before(insns: &[Insn], graph: &Graph, pc: usize, register: Reg) -> Option<(Pc, Reg)> {
    let mut register = register;
    let mut at = pc;
    loop {
        let is_entered =
            |(from, _): &(usize, &Insn)| from + 1 != at && graph.next(*from as Pc).contains(&(at as Pc));
        let before = at.checked_sub(1)?;
        if insns.iter().enumerate().any(|one| is_entered(&one)) || graph.next(before as Pc) != [at as Pc] {
            return None;
        }
        at = before;
        match insns[at] {
            Insn::Call { .. } => return Some((at as Pc, register)),
            Insn::Mov { d, s } | Insn::SExt32To64 { d, a: s } if d == register => register = s,
            Insn::Mov { d, .. }
            | Insn::Const { d, .. }
            | Insn::Load8 { d, .. }
            | Insn::Load16 { d, .. }
            | Insn::Load32 { d, .. }
            | Insn::Load64 { d, .. }
                if d != register => {}
            _ => return None,
        }
    }
}
