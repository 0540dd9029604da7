//! Which calls lock a mutex for a section that cannot be whole (see `vm::lookahead`): on every way from the lock, something else is visible
//! before an unlock, such as another lock, a signal or an atomic access.
//!
//! Looking ahead is of no use there, and takes time; and what is known to be a lock alone need not be tried in another order to see what it
//! is there. Errors are harmless: a section that is explored step by step is explored in all orders, and a look in vain only takes time.

use mazurka_analysis::Locking;

use super::polling::graph::Graph;
use crate::code::{Insn, Pc};
use crate::program::{Code, Function, FunctionId, FunctionKind};

/// What may come first from some place on, before anything else is visible.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct First {
    unlock: bool,
    /// The end of the function.
    end: bool,
}

/// Fills in [`Code::never_whole`] of all functions.
pub(crate) fn mark(functions: &mut [Function], labels: &[(FunctionId, Pc)]) {
    let graphs: Vec<Option<Graph>> = (0..)
        .zip(functions.iter_mut())
        .map(|(id, function)| match &mut function.kind {
            FunctionKind::Code(code) => {
                let labels = labels.iter().filter(|label| label.0 == id).map(|label| label.1);
                Some(Graph::of(code, &labels.collect::<Vec<Pc>>()))
            }
            FunctionKind::Native(_) | FunctionKind::Unusable(_) => None,
        })
        .collect();
    let mut ways = Ways { functions, graphs: &graphs, first: vec![First::default(); graphs.len()] };
    ways.find();
    let marks: Vec<Vec<bool>> = (0..graphs.len()).map(|id| ways.never_whole(id)).collect();
    for (function, marks) in functions.iter_mut().zip(marks) {
        if let FunctionKind::Code(code) = &mut function.kind {
            code.never_whole = marks;
        }
    }
}

struct Ways<'f> {
    functions: &'f [Function],
    graphs: &'f [Option<Graph>],
    /// From the beginning of each function.
    first: Vec<First>,
}

impl Ways<'_> {
    /// Finds what comes first in every function, which may depend on what it calls.
    fn find(&mut self) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for id in 0..self.functions.len() {
                let first = self.from(id, 0);
                has_changed |= std::mem::replace(&mut self.first[id], first) != first;
            }
        }
    }

    /// By instruction; empty if none is marked.
    fn never_whole(&self, id: usize) -> Vec<bool> {
        let FunctionKind::Code(code) = &self.functions[id].kind else { return Vec::new() };
        let is_marked = |pc: usize| self.locks(code, pc) && self.from(id, pc + 1) == First::default();
        let marks: Vec<bool> = (0..code.insns.len()).map(is_marked).collect();
        if marks.contains(&true) { marks } else { Vec::new() }
    }

    fn locks(&self, code: &Code, pc: usize) -> bool {
        let Insn::Call { function, .. } = code.insns[pc] else { return false };
        let native = self.functions[function as usize].native();
        native.is_some_and(|native| native.facts.effect.locking == Locking::Locks)
    }

    fn from(&self, id: usize, start: usize) -> First {
        let mut found = First::default();
        let (FunctionKind::Code(code), Some(graph)) = (&self.functions[id].kind, &self.graphs[id]) else {
            return found;
        };
        let mut seen = vec![false; code.insns.len()];
        let mut work = vec![start as Pc];
        while let Some(pc) = work.pop() {
            if std::mem::replace(&mut seen[pc as usize], true) {
                continue;
            }
            if self.continues(&code.insns[pc as usize], &mut found) {
                work.extend(graph.next(pc));
            }
        }
        found
    }

    /// Whether the thread runs on behind an instruction before anything is visible; takes note of what it may be.
    fn continues(&self, insn: &Insn, found: &mut First) -> bool {
        match *insn {
            Insn::Return { .. } => found.end = true,
            Insn::CallIndirect { .. } => *found = First { unlock: true, end: true },
            Insn::Call { function, .. } => {
                let called = &self.functions[function as usize];
                let Some(native) = called.native() else {
                    found.unlock |= self.first[function as usize].unlock;
                    return self.first[function as usize].end;
                };
                let locking = native.facts.effect.locking;
                found.unlock |= locking == Locking::Unlocks;
                return locking != Locking::Locks && !native.is_always_step();
            }
            _ => {}
        }
        !insn.is_atomic()
    }
}
