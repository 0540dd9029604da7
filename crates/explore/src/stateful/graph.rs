//! The visible-operation dependency graph of SDPOR: which operations may follow which.
//!
//! A node is an operation of a thread. There is an edge from the operation of a step to what a thread is about to do after
//! the step and was not about to do before it. So what may be done after a state is what its threads are about to do, and
//! what can be reached from there.

use std::iter;

use mazurka_machine::ThreadId;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::operations::OperationId;

#[derive(Default, Serialize, Deserialize)]
pub(super) struct Graph {
    /// Follows from the nodes.
    #[serde(skip)]
    numbers: FxHashMap<(ThreadId, usize), usize>,
    nodes: Vec<(ThreadId, OperationId)>,
    /// Row i: bit j is set if j can be reached from i. Rows end with their last bit.
    reach: Vec<Vec<u64>>,
}

/// A set of nodes.
pub(super) type Nodes = Vec<u64>;

impl Graph {
    /// About how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let words: usize = self.reach.iter().map(Vec::capacity).sum();
        let node = size_of::<((ThreadId, usize), usize)>()
            + size_of::<(ThreadId, OperationId)>()
            + size_of::<Vec<u64>>();
        self.nodes.capacity() * node + words * size_of::<u64>()
    }

    fn number(&mut self, thread: ThreadId, operation: OperationId) -> usize {
        let Graph { numbers, nodes, reach } = self;
        *numbers.entry((thread, operation.index())).or_insert_with(|| {
            nodes.push((thread, operation));
            let mut itself = Vec::new();
            insert(&mut itself, nodes.len() - 1);
            reach.push(itself);
            nodes.len() - 1
        })
    }

    /// Completes what was not saved; `false` if it is not a graph of the first `operations` operations.
    pub(super) fn complete(&mut self, operations: usize) -> bool {
        let Graph { numbers, nodes, reach } = self;
        numbers
            .extend(nodes.iter().enumerate().map(|(number, (thread, id))| ((*thread, id.index()), number)));
        let is_row = |row: &Nodes| row.len() <= nodes.len().div_ceil(64) && !contains_from(row, nodes.len());
        numbers.len() == nodes.len()
            && reach.len() == nodes.len()
            && nodes.iter().all(|(_, operation)| operation.index() < operations)
            && reach.iter().all(is_row)
    }

    pub(super) fn add_edge(&mut self, from: (ThreadId, OperationId), to: (ThreadId, OperationId)) {
        let (from, to) = (self.number(from.0, from.1), self.number(to.0, to.1));
        if contains(&self.reach[from], to) {
            return;
        }
        let more = self.reach[to].clone();
        for row in self.reach.iter_mut().filter(|row| contains(row, from)) {
            union(row, &more);
        }
    }

    /// Adds what can be reached from an operation, itself included.
    pub(super) fn add_reachable(&mut self, from: (ThreadId, OperationId), to: &mut Nodes) {
        let from = self.number(from.0, from.1);
        union(to, &self.reach[from]);
    }

    pub(super) fn operations<'n>(
        &self,
        of: &'n Nodes,
    ) -> impl Iterator<Item = (ThreadId, OperationId)> + use<'_, 'n> {
        let bits = |(at, &word): (usize, &u64)| {
            let rest = iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0).map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        };
        of.iter().enumerate().flat_map(bits).map(|node| self.nodes[node])
    }
}

fn contains(row: &[u64], node: usize) -> bool {
    row.get(node / 64).is_some_and(|word| word & (1 << (node % 64)) != 0)
}

/// Whether a row contains this node or one with a larger number, of those in its last word.
fn contains_from(row: &[u64], node: usize) -> bool {
    row.get(node / 64).is_some_and(|word| word >> (node % 64) != 0)
}

fn insert(row: &mut Vec<u64>, node: usize) {
    if row.len() <= node / 64 {
        row.resize(node / 64 + 1, 0);
    }
    row[node / 64] |= 1 << (node % 64);
}

fn union(row: &mut Vec<u64>, more: &[u64]) {
    if row.len() < more.len() {
        row.resize(more.len(), 0);
    }
    for (word, more) in row.iter_mut().zip(more) {
        *word |= more;
    }
}
