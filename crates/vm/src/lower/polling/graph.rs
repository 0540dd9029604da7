//! The flow of control between the instructions of a function, and its cycles.

use crate::code::{Insn, Pc};
use crate::program::Code;

pub(crate) struct Graph {
    next: Vec<Vec<Pc>>,
    removed: Vec<bool>,
}

impl Graph {
    /// `labels`: where an `indirectbr` may lead.
    pub(crate) fn of(code: &mut Code, labels: &[Pc]) -> Graph {
        let Code { insns, switches, .. } = code;
        let count = insns.len();
        let next = insns.iter_mut().enumerate().map(|(pc, insn)| {
            let mut next = Vec::new();
            insn.targets(switches, &mut |to| next.push(*to));
            if matches!(insn, Insn::JumpIndirect { .. }) {
                next.extend_from_slice(labels);
            }
            if !insn.is_terminator() && pc + 1 < count {
                next.push(pc as Pc + 1);
            }
            next
        });
        Graph { next: next.collect(), removed: vec![false; count] }
    }

    /// Whether anything leads backwards.
    pub(crate) fn may_have_cycles(&self) -> bool {
        self.next.iter().enumerate().any(|(pc, next)| next.iter().any(|&to| to as usize <= pc))
    }

    pub(crate) fn remove(&mut self, pc: Pc) {
        self.removed[pc as usize] = true;
    }

    pub(crate) fn remove_edge(&mut self, from: Pc, to: Pc) {
        self.next[from as usize].retain(|&next| next != to);
    }

    pub(crate) fn next(&self, pc: Pc) -> &[Pc] {
        &self.next[pc as usize]
    }

    /// The strongly connected components that have a cycle, each in ascending order (Tarjan 1972, without recursion).
    pub(crate) fn cycles(&self) -> Vec<Vec<Pc>> {
        const NEW: u32 = u32::MAX;
        let count = self.next.len();
        let (mut order, mut low) = (vec![NEW; count], vec![0; count]);
        let (mut stack, mut on_stack) = (Vec::new(), vec![false; count]);
        let (mut visited, mut cycles) = (0, Vec::new());
        for root in (0..count).filter(|&pc| !self.removed[pc]) {
            if order[root] != NEW {
                continue;
            }
            let mut path: Vec<(usize, usize)> = vec![(root, 0)];
            while let Some(&mut (at, ref mut edge)) = path.last_mut() {
                if *edge == 0 {
                    (order[at], low[at]) = (visited, visited);
                    visited += 1;
                    stack.push(at as Pc);
                    on_stack[at] = true;
                }
                if let Some(&to) = self.next[at].get(*edge) {
                    *edge += 1;
                    let to = to as usize;
                    if self.removed[to] {
                        continue;
                    }
                    if order[to] == NEW {
                        path.push((to, 0));
                    } else if on_stack[to] {
                        low[at] = low[at].min(order[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(caller, _)) = path.last() {
                    low[caller] = low[caller].min(low[at]);
                }
                if low[at] == order[at] {
                    let first = stack.iter().rposition(|&pc| pc as usize == at).unwrap_or(0);
                    let mut component = stack.split_off(first);
                    component.iter().for_each(|&pc| on_stack[pc as usize] = false);
                    component.sort_unstable();
                    if component.len() > 1 || self.next[at].contains(&(at as Pc)) {
                        cycles.push(component);
                    }
                }
            }
        }
        cycles
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(next: &[&[Pc]]) -> Graph {
        Graph { next: next.iter().map(|to| to.to_vec()).collect(), removed: vec![false; next.len()] }
    }

    #[test]
    fn cycles_are_found_until_something_is_removed() {
        // 0 → 1 ⇄ 2 → 3 → 3, and 4 apart
        let mut graph = graph(&[&[1], &[2], &[1, 3], &[3], &[]]);
        assert!(graph.may_have_cycles());
        let mut cycles = graph.cycles();
        cycles.sort();
        assert_eq!(cycles, [vec![1, 2], vec![3]]);
        graph.remove(2);
        assert_eq!(graph.cycles(), [vec![3]]);
        graph.remove_edge(3, 3);
        assert!(graph.cycles().is_empty());
    }

    #[test]
    fn nested_loops_are_one_component() {
        let mut graph = graph(&[&[1], &[2], &[1, 3], &[0, 4], &[]]);
        assert_eq!(graph.cycles(), [vec![0, 1, 2, 3]]);
        graph.remove(3);
        assert_eq!(graph.cycles(), [vec![1, 2]]);
    }
}
