//! Loops of idle instructions that end for certain.

use crate::code::Pc;
use crate::lower::polling::graph::Graph;
use crate::program::{Code, PauseLoop};

/// Loops of more instructions are not looked at.
const MOST_INSTRUCTIONS: usize = 64;

/// All of a function. `yields`: how often an instruction yields, if it is idle. `moves`: whether a loop changes what it loads.
pub(super) fn all(
    code: &Code,
    graph: &Graph,
    yields: &[Option<u32>],
    moves: impl Fn(&PauseLoop) -> bool,
) -> Vec<PauseLoop> {
    let idle = |&(branch, first): &(Pc, Pc)| {
        let exit = *graph.next(branch).iter().find(|next| **next != first)?;
        let path = path(graph, yields, first, branch)?;
        Some(PauseLoop { branch, path, exit }).filter(|found| !found.contains(exit) && !moves(found))
    };
    code.counted_loops.iter().filter_map(idle).collect()
}

/// The only path to a branch, over idle instructions.
fn path(graph: &Graph, yields: &[Option<u32>], first: Pc, branch: Pc) -> Option<Vec<Pc>> {
    let mut path = Vec::new();
    let mut at = first;
    while at != branch {
        let &[next] = graph.next(at) else { return None };
        if yields[at as usize].is_none() || path.len() == MOST_INSTRUCTIONS {
            return None;
        }
        path.push(at);
        at = next;
    }
    Some(path)
}
