//! What an iteration does without interference: two reads of one address return the same, and a compare-and-swap that
//! expects what was just read succeeds.
//!
//! A waiting iteration runs without interference, and so did the ones before it. What cannot happen then cannot be part
//! of it, so loops that only retry after interference do not wait. Values get numbers, equal ones if they are surely equal
//! (as in global value numbering, but only along single paths).

use rustc_hash::FxHashMap;

use super::graph::Graph;
use crate::code::{CompareOp, Insn, Pc, Reg, Role};
use crate::program::Code;

type Value = u32;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Origin {
    /// Nothing is known of it.
    Fresh(u32),
    Constant(u64),
    /// The register is not written in the cycle.
    Outside(Reg),
    /// What a register holds where paths meet.
    Meeting(Pc, Reg),
    /// The `nth` result of an instruction (its registers left out) on these operands. For loads, `writes` changes with
    /// every plain write; otherwise it is 0.
    Computed {
        insn: Insn,
        operands: Vec<Value>,
        nth: u16,
        writes: u32,
    },
    /// An atomic access has found it.
    Found {
        address: Value,
        size: u8,
    },
}

#[derive(Default)]
struct Values {
    numbers: FxHashMap<Origin, Value>,
    /// Of each, whether it is the same in all undisturbed iterations.
    constant: Vec<bool>,
    origins: Vec<Origin>,
    fresh: u32,
}

/// What is known at a point of a path.
#[derive(Clone)]
struct Known {
    registers: Vec<Value>,
    writes: u32,
}

/// Removes from a cycle what no undisturbed iteration contains; `true` if there was something.
pub(crate) fn remove_impossible(code: &mut Code, cycle: &[Pc], graph: &mut Graph, faint: &[bool]) -> bool {
    let mut walk = Walk::new(code, cycle, graph, faint);
    walk.all_paths();
    let moving = walk.moving();
    walk.meet();
    walk.all_paths();
    walk.removed.extend(moving);
    let Walk { removed, removed_edges, .. } = walk;
    for &pc in &removed {
        graph.remove(pc);
    }
    for &(from, to) in &removed_edges {
        graph.remove_edge(from, to);
    }
    !removed.is_empty() || !removed_edges.is_empty()
}

struct Walk<'a> {
    code: &'a mut Code,
    cycle: &'a [Pc],
    graph: &'a Graph,
    /// How many instructions of the cycle lead here.
    sources: FxHashMap<Pc, u32>,
    written: Vec<bool>,
    /// Written by what decides more than how long the thread pauses.
    decides: Vec<bool>,
    values: Values,
    /// What is known after instructions that lead to where paths meet.
    after: Vec<(Pc, Known)>,
    /// What registers hold in all iterations but the first, where paths meet.
    steady: FxHashMap<(Pc, Reg), Value>,
    removed: Vec<Pc>,
    removed_edges: Vec<(Pc, Pc)>,
}

impl<'a> Walk<'a> {
    fn new(code: &'a mut Code, cycle: &'a [Pc], graph: &'a Graph, faint: &[bool]) -> Walk<'a> {
        let mut sources: FxHashMap<Pc, u32> = cycle.iter().map(|&pc| (pc, 0)).collect();
        let mut written = vec![false; code.registers as usize];
        let mut decides = written.clone();
        for &pc in cycle {
            for to in graph.next(pc) {
                sources.entry(*to).and_modify(|count| *count += 1);
            }
            let mut insn = code.insns[pc as usize];
            let is_faint = faint.get(pc as usize) == Some(&true);
            insn.operands(&mut code.sites, &mut |operand| {
                if operand.role == Role::Write {
                    for register in *operand.first..*operand.first + operand.count {
                        written[register as usize] = true;
                        decides[register as usize] |= !is_faint;
                    }
                }
            });
        }
        // A cycle without branches has to begin somewhere.
        if sources.values().all(|&count| count == 1) {
            sources.insert(cycle[0], 2);
        }
        Walk {
            code,
            cycle,
            graph,
            sources,
            written,
            decides,
            values: Values::default(),
            after: Vec::new(),
            steady: FxHashMap::default(),
            removed: Vec::new(),
            removed_edges: Vec::new(),
        }
    }

    fn paths_meet_at(&self, pc: Pc) -> bool {
        self.sources.get(&pc).is_some_and(|&count| count > 1)
    }

    /// Walks all paths from where paths meet to where they meet again.
    fn all_paths(&mut self) {
        self.after.clear();
        self.removed.clear();
        self.removed_edges.clear();
        for &start in self.cycle.iter().filter(|&&pc| self.sources[&pc] > 1).collect::<Vec<_>>() {
            let registers =
                (0..self.code.registers).map(|register| self.at_meeting(start, register)).collect();
            let writes = self.values.next_fresh();
            let mut paths = vec![(start, Known { registers, writes })];
            while let Some((pc, mut known)) = paths.pop() {
                self.step(pc, &mut known);
                if self.removed.last() == Some(&pc) {
                    continue;
                }
                let next: Vec<Pc> = self.graph.next(pc).to_vec();
                for to in next.into_iter().filter(|&to| !self.removed_edges.contains(&(pc, to))) {
                    if self.paths_meet_at(to) {
                        self.after.push((to, known.clone()));
                    } else if self.sources.contains_key(&to) {
                        paths.push((to, known.clone()));
                    }
                }
            }
        }
    }

    fn at_meeting(&mut self, pc: Pc, register: Reg) -> Value {
        if !self.written[register as usize] {
            return self.values.number(Origin::Outside(register));
        }
        match self.steady.get(&(pc, register)) {
            Some(&value) => value,
            None => self.values.number(Origin::Meeting(pc, register)),
        }
    }

    /// Where paths meet and every way round has moved some register on, even if only to the next of a few values: a
    /// search through a table, for instance.
    fn moving(&self) -> Vec<Pc> {
        let meetings = self.cycle.iter().copied().filter(|&pc| self.paths_meet_at(pc));
        let moves = |&pc: &Pc| {
            let arriving: Vec<&Known> =
                self.after.iter().filter(|(to, _)| *to == pc).map(|(_, k)| k).collect();
            let mut registers = (0..self.code.registers).filter(|&register| self.decides[register as usize]);
            !arriving.is_empty()
                && registers.any(|register| {
                    let before = Origin::Meeting(pc, register);
                    let value = |known: &&Known| known.registers[register as usize];
                    arriving.iter().all(|known| self.values.is_moved(value(known), &before))
                })
        };
        meetings.filter(moves).collect()
    }

    /// Finds the registers that hold the same value on all paths of an iteration.
    fn meet(&mut self) {
        for &pc in self.cycle.iter().filter(|&&pc| self.sources[&pc] > 1) {
            let arriving: Vec<&Known> =
                self.after.iter().filter(|(to, _)| *to == pc).map(|(_, k)| k).collect();
            let Some(first) = arriving.first() else { continue };
            for (register, &value) in first.registers.iter().enumerate() {
                let same = arriving.iter().all(|known| known.registers[register] == value);
                if same && self.values.constant[value as usize] {
                    self.steady.insert((pc, register as Reg), value);
                }
            }
        }
    }

    /// One instruction: what is known after it, and what is impossible.
    fn step(&mut self, pc: Pc, known: &mut Known) {
        let value = |register: Reg| known.registers[register as usize];
        let insn = self.code.insns[pc as usize];
        let (register, result) = match insn {
            Insn::Mov { d, s } | Insn::AddImm64 { d, a: s, imm: 0 } => (d, value(s)),
            Insn::Const { d, value } => (d, self.values.number(Origin::Constant(value))),
            Insn::Compare { op, d, a, b } if value(a) == value(b) => {
                (d, self.values.number(Origin::Constant(holds_for_equal(op) as u64)))
            }
            Insn::AtomicLoad { d, a, size: size @ ..=8, .. }
            | Insn::AtomicRmw { d, a, size: size @ ..=8, .. } => {
                (d, self.values.number(Origin::Found { address: value(a), size }))
            }
            Insn::CompareExchange { d, a, expected, size: size @ ..=8, .. } => {
                let found = self.values.number(Origin::Found { address: value(a), size });
                if value(expected) == found {
                    return self.removed.push(pc);
                }
                known.registers[d as usize + 1] = self.values.fresh();
                (d, found)
            }
            Insn::CompareBranch { op, a, b, then, otherwise } if value(a) == value(b) => {
                return self.never(pc, if holds_for_equal(op) { otherwise } else { then });
            }
            Insn::Branch { c, then, otherwise } => {
                return match self.values.origins[value(c) as usize] {
                    Origin::Constant(0) => self.never(pc, then),
                    Origin::Constant(_) => self.never(pc, otherwise),
                    _ => {}
                };
            }
            _ => return self.other(insn, known),
        };
        known.registers[register as usize] = result;
    }

    /// The way from a branch that is not taken, unless it is gone already or the only one.
    fn never(&mut self, from: Pc, to: Pc) {
        let next = self.graph.next(from);
        if next.contains(&to) && next.iter().any(|&other| other != to) {
            self.removed_edges.push((from, to));
        }
    }

    /// An instruction of which only the operands matter.
    fn other(&mut self, insn: Insn, known: &mut Known) {
        if let Insn::Call { site, .. } | Insn::CallIndirect { site, .. } = insn {
            let site = &self.code.sites[site as usize];
            for register in site.d..site.d + site.results {
                known.registers[register as usize] = self.values.fresh();
            }
            known.writes = self.values.next_fresh();
            return;
        }
        let mut canonical = insn;
        let (mut operands, mut results) = (Vec::new(), Vec::new());
        canonical.operands(&mut [], &mut |operand| {
            let registers = *operand.first..*operand.first + operand.count;
            match operand.role {
                Role::Read => operands.extend(registers.map(|r| known.registers[r as usize])),
                Role::Write => results.extend(registers),
            }
            *operand.first = 0;
        });
        let writes = if insn.accesses_memory() { known.writes } else { 0 };
        for (&register, nth) in results.iter().zip(0..) {
            let origin = Origin::Computed { insn: canonical, operands: operands.clone(), nth, writes };
            known.registers[register as usize] = self.values.number(origin);
        }
        if insn.accesses_memory() && results.is_empty() {
            known.writes = self.values.next_fresh();
        }
    }
}

impl Values {
    /// Whether a value is another one with something added, perhaps within bounds.
    fn is_moved(&self, value: Value, before: &Origin) -> bool {
        let Origin::Computed { insn, operands, .. } = &self.origins[value as usize] else { return false };
        match insn {
            Insn::AddImm32 { imm: 1.., .. } | Insn::AddImm64 { imm: 1.., .. } => {
                self.origins[operands[0] as usize] == *before
            }
            Insn::AndImm { .. }
            | Insn::URem { .. }
            | Insn::SRem32 { .. }
            | Insn::SRem64 { .. }
            | Insn::Trunc { .. }
            | Insn::SExt32To64 { .. } => self.is_moved(operands[0], before),
            _ => false,
        }
    }

    fn next_fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn fresh(&mut self) -> Value {
        let origin = Origin::Fresh(self.next_fresh());
        self.number(origin)
    }

    fn number(&mut self, origin: Origin) -> Value {
        if let Some(&number) = self.numbers.get(&origin) {
            return number;
        }
        let constant = match &origin {
            Origin::Fresh(_) | Origin::Meeting(..) => false,
            Origin::Constant(_) | Origin::Outside(_) => true,
            Origin::Computed { operands, writes, .. } => {
                *writes == 0 && operands.iter().all(|&value| self.constant[value as usize])
            }
            Origin::Found { address, .. } => self.constant[*address as usize],
        };
        let number = self.origins.len() as Value;
        self.constant.push(constant);
        self.origins.push(origin.clone());
        self.numbers.insert(origin, number);
        number
    }
}

/// Whether `x op x`.
fn holds_for_equal(op: CompareOp) -> bool {
    use CompareOp::*;
    matches!(op, Eq | Ule | Sle32 | Sle64)
}
