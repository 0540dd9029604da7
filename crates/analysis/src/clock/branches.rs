//! What depends on a branch: the blocks from there to where its ways meet again.

use mazurka_ir::instruction::{BlockId, Body};

use crate::dataflow::successors;

/// More blocks are not looked at.
const MOST: usize = 16;

/// The blocks between a branch and the block where all ways from it meet, and that block. `None` if there is a cycle in between, a way
/// ends, or they are too many.
pub(super) fn between(body: &Body, branch: BlockId) -> Option<(Vec<BlockId>, BlockId)> {
    let mut candidates = successors(body, branch);
    let mut next = 0;
    while next < candidates.len() && candidates.len() <= MOST {
        for to in successors(body, candidates[next]) {
            if !candidates.contains(&to) {
                candidates.push(to);
            }
        }
        next += 1;
    }
    candidates.iter().find_map(|&join| {
        let mut ways = Ways { body, branch, join, seen: Vec::new(), path: Vec::new() };
        ways.all_lead_on(branch).then_some((ways.seen, join))
    })
}

struct Ways<'b> {
    body: &'b Body,
    branch: BlockId,
    join: BlockId,
    seen: Vec<BlockId>,
    path: Vec<BlockId>,
}

impl Ways<'_> {
    /// Whether every way from the end of this block leads to the join.
    fn all_lead_on(&mut self, from: BlockId) -> bool {
        let next = successors(self.body, from);
        !next.is_empty()
            && next.into_iter().all(|to| {
                if to == self.join || self.seen.contains(&to) && !self.path.contains(&to) {
                    return true;
                }
                if to == self.branch || self.path.contains(&to) || self.seen.len() == MOST {
                    return false;
                }
                self.seen.push(to);
                self.path.push(to);
                let leads_on = self.all_lead_on(to);
                self.path.pop();
                leads_on
            })
    }
}
