//! Strongly connected components (Tarjan 1972), without recursion: programs have long chains of calls.

use super::{CallGraph, FunctionId};

/// Fills in the order of the functions, and which are recursive.
pub(super) fn order(graph: &mut CallGraph) {
    let count = graph.functions.len();
    let mut search = Search {
        index: vec![None; count],
        low: vec![0; count],
        open: vec![false; count],
        ..Search::default()
    };
    for root in 0..count {
        if search.index[root].is_none() {
            search.from(root, graph);
        }
    }
    graph.bottom_up = search.done;
}

#[derive(Default)]
struct Search {
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<bool>,
    stack: Vec<FunctionId>,
    done: Vec<FunctionId>,
    count: usize,
}

impl Search {
    fn enter(&mut self, id: FunctionId) {
        self.index[id] = Some(self.count);
        self.low[id] = self.count;
        self.count += 1;
        self.open[id] = true;
        self.stack.push(id);
    }

    fn from(&mut self, root: FunctionId, graph: &mut CallGraph) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((id, next)) = path.last_mut() {
            let (id, at) = (*id, *next);
            *next += 1;
            match graph.functions[id].callees.get(at).copied() {
                Some(callee) => match self.index[callee] {
                    None => {
                        self.enter(callee);
                        path.push((callee, 0));
                    }
                    Some(index) if self.open[callee] => self.low[id] = self.low[id].min(index),
                    Some(_) => {}
                },
                None => {
                    path.pop();
                    if let Some((caller, _)) = path.last() {
                        self.low[*caller] = self.low[*caller].min(self.low[id]);
                    }
                    self.leave(id, graph);
                }
            }
        }
    }

    /// A component ends where its first function does.
    fn leave(&mut self, id: FunctionId, graph: &mut CallGraph) {
        if Some(self.low[id]) != self.index[id] {
            return;
        }
        let first = self.stack.iter().rposition(|&open| open == id).unwrap_or(0);
        let component = self.stack.split_off(first);
        let calls_itself = graph.functions[id].callees.contains(&id);
        for &member in &component {
            self.open[member] = false;
            graph.functions[member].is_recursive = component.len() > 1 || calls_itself;
        }
        self.done.extend(component);
    }
}
