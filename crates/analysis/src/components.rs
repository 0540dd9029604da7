//! Strongly connected components (Tarjan 1972), without recursion: programs have long chains of calls.

/// A node of a graph: index into its list of successors.
pub(crate) type NodeId = usize;

pub(crate) struct Component {
    pub members: Vec<NodeId>,
    /// From each member there is a way back to it.
    pub is_cyclic: bool,
}

/// The components of a graph, those that it leads to before a component.
pub(crate) fn components(successors: &[impl AsRef<[NodeId]>]) -> Vec<Component> {
    let count = successors.len();
    let mut search = Search {
        index: vec![None; count],
        low: vec![0; count],
        open: vec![false; count],
        ..Search::default()
    };
    for root in 0..count {
        if search.index[root].is_none() {
            search.from(root, successors);
        }
    }
    search.done
}

#[derive(Default)]
struct Search {
    index: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<bool>,
    stack: Vec<NodeId>,
    done: Vec<Component>,
    count: usize,
}

impl Search {
    fn enter(&mut self, node: NodeId) {
        self.index[node] = Some(self.count);
        self.low[node] = self.count;
        self.count += 1;
        self.open[node] = true;
        self.stack.push(node);
    }

    fn from(&mut self, root: NodeId, successors: &[impl AsRef<[NodeId]>]) {
        self.enter(root);
        let mut path = vec![(root, 0)];
        while let Some((node, next)) = path.last_mut() {
            let (node, at) = (*node, *next);
            *next += 1;
            match successors[node].as_ref().get(at).copied() {
                Some(successor) => match self.index[successor] {
                    None => {
                        self.enter(successor);
                        path.push((successor, 0));
                    }
                    Some(index) if self.open[successor] => self.low[node] = self.low[node].min(index),
                    Some(_) => {}
                },
                None => {
                    path.pop();
                    if let Some((before, _)) = path.last() {
                        self.low[*before] = self.low[*before].min(self.low[node]);
                    }
                    self.leave(node, successors[node].as_ref());
                }
            }
        }
    }

    /// A component ends where its first node does.
    fn leave(&mut self, node: NodeId, successors: &[NodeId]) {
        if Some(self.low[node]) != self.index[node] {
            return;
        }
        let first = self.stack.iter().rposition(|&open| open == node).unwrap_or(0);
        let members = self.stack.split_off(first);
        members.iter().for_each(|&member| self.open[member] = false);
        let is_cyclic = members.len() > 1 || successors.contains(&node);
        self.done.push(Component { members, is_cyclic });
    }
}
