//! Forward dataflow over the blocks of a function.

use std::collections::BTreeSet;

use mazurka_ir::instruction::{BlockId, Body};

/// A forward analysis. States form a lattice of finite height, and all functions are monotone in them.
pub trait Forward {
    type State: Clone;

    /// At the beginning of the function.
    fn start(&mut self) -> Self::State;

    /// From the beginning of a block to its end.
    fn block(&mut self, block: BlockId, state: &mut Self::State);

    /// What arrives at a block from the end of another one; `state` is that at the end.
    fn edge(&mut self, _from: BlockId, _to: BlockId, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Adds what arrives on another edge; returns whether that changes anything.
    fn join(&mut self, into: &mut Self::State, from: &Self::State) -> bool;
}

/// The state at the beginning of every block; `None` where control never comes.
pub fn solve<A: Forward>(body: &Body, analysis: &mut A) -> Vec<Option<A::State>> {
    let mut states: Vec<Option<A::State>> = vec![None; body.blocks.len()];
    if states.is_empty() {
        return states;
    }
    states[0] = Some(analysis.start());
    let order = reverse_postorder(body);
    let mut rank = vec![0; body.blocks.len()];
    for (at, block) in order.iter().enumerate() {
        rank[block.0 as usize] = at;
    }
    let mut work = BTreeSet::from([0]);
    while let Some(next) = work.pop_first() {
        let from = order[next];
        let Some(mut state) = states[from.0 as usize].clone() else { continue };
        analysis.block(from, &mut state);
        for to in successors(body, from) {
            let arriving = analysis.edge(from, to, &state);
            let changed = match &mut states[to.0 as usize] {
                Some(known) => analysis.join(known, &arriving),
                unknown => {
                    *unknown = Some(arriving);
                    true
                }
            };
            if changed {
                work.insert(rank[to.0 as usize]);
            }
        }
    }
    states
}

/// Each once.
pub(crate) fn successors(body: &Body, block: BlockId) -> Vec<BlockId> {
    let mut targets = Vec::new();
    if let Some(last) = body.blocks[block.0 as usize].instructions.last() {
        last.op.for_each_successor(|to| {
            if (to.0 as usize) < body.blocks.len() && !targets.contains(&to) {
                targets.push(to);
            }
        });
    }
    targets
}

/// The blocks that control can come to: predecessors first, as far as there are no cycles.
fn reverse_postorder(body: &Body) -> Vec<BlockId> {
    let mut seen = vec![false; body.blocks.len()];
    seen[0] = true;
    let mut path = vec![(BlockId(0), successors(body, BlockId(0)))];
    let mut order = Vec::new();
    while let Some((block, left)) = path.last_mut() {
        match left.pop() {
            Some(to) if !std::mem::replace(&mut seen[to.0 as usize], true) => {
                let next = successors(body, to);
                path.push((to, next));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}
