//! Branches from which all ways meet again over idle instructions.

use super::needed::Needed;
use super::{Body, MOST_YIELDS, is_branch};
use crate::code::Pc;
use crate::program::PauseLoop;

/// Ways over more instructions than these are not looked at.
const MOST_INSTRUCTIONS: usize = 96;

/// A branch, the instructions between it and the one where its ways meet, and that one.
pub(super) struct Detour {
    pub branch: Pc,
    way: Vec<Pc>,
    meets: Pc,
}

impl Detour {
    /// The shortest one, if there is one.
    pub(super) fn from(body: &Body, branch: Pc) -> Option<Detour> {
        if !is_branch(body.insns[branch as usize]) {
            return None;
        }
        if let Some(PauseLoop { path, exit, .. }) = body.loop_of(branch) {
            let detour = Detour { branch, way: path.clone(), meets: *exit };
            return Some(detour).filter(|detour| detour.is_short(body));
        }
        let mut detours: Vec<Detour> =
            ahead(body, branch).into_iter().filter_map(|meets| Detour::up_to(body, branch, meets)).collect();
        detours.sort_by_key(|detour| detour.way.len());
        detours.into_iter().next().filter(|detour| detour.ends(body) && detour.is_short(body))
    }

    /// If all ways lead to this instruction over idle ones.
    fn up_to(body: &Body, branch: Pc, meets: Pc) -> Option<Detour> {
        let mut way: Vec<Pc> = Vec::new();
        let mut to_visit = body.graph.next(branch).to_vec();
        while let Some(pc) = to_visit.pop() {
            if pc == meets || way.contains(&pc) {
                continue;
            }
            if pc == branch || body.yields[pc as usize].is_none() || way.len() == MOST_INSTRUCTIONS {
                return None;
            }
            way.push(pc);
            to_visit.extend(body.graph.next(pc));
        }
        Some(Detour { branch, way, meets })
    }

    /// Whether every way comes to its end, without a loop but those that end for certain.
    fn ends(&self, body: &Body) -> bool {
        let mut ended = vec![self.meets];
        let is_next = |pc: Pc, ended: &[Pc]| {
            let next = match body.loop_of(pc) {
                Some(PauseLoop { exit, .. }) => std::slice::from_ref(exit),
                None => body.graph.next(pc),
            };
            !ended.contains(&pc) && next.iter().all(|next| ended.contains(next))
        };
        while let Some(&pc) = self.way.iter().find(|&&pc| is_next(pc, &ended)) {
            ended.push(pc);
        }
        ended.len() == self.way.len() + 1
    }

    /// Whether the loops on its ways are those of some of these branches.
    pub(super) fn loops_are_among(&self, body: &Body, branches: &[Pc]) -> bool {
        self.way.iter().all(|pc| body.loop_of(*pc).is_none() || branches.contains(pc))
    }

    fn is_short(&self, body: &Body) -> bool {
        self.way.iter().filter_map(|&pc| body.yields[pc as usize]).sum::<u32>() <= MOST_YIELDS
    }

    /// Whether something depends on which way is taken.
    pub(super) fn decides(&self, body: &Body, needed: &Needed) -> bool {
        let needed = needed.before(self.meets as usize);
        self.way.iter().flat_map(|&pc| &body.writes[pc as usize]).any(|&register| needed.contains(register))
    }
}

/// What can be reached over idle instructions, and what follows them; the nearest first.
fn ahead(body: &Body, branch: Pc) -> Vec<Pc> {
    let mut ahead = body.graph.next(branch).to_vec();
    let mut at = 0;
    while let Some(&pc) = ahead.get(at).filter(|_| ahead.len() <= MOST_INSTRUCTIONS) {
        at += 1;
        if body.yields[pc as usize].is_some() {
            let mut next = body.graph.next(pc).to_vec();
            next.retain(|next| *next != branch && !ahead.contains(next));
            ahead.extend(next);
        }
    }
    ahead
}
