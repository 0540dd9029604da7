//! Memory that only one thread accesses, by functions that are all known: as registers behind those of each function.
//!
//! *Private* is a variable on the stack whose address is only used for plain accesses, for what draws numbers at random, and to be passed, once in a call, to
//! functions that are involved, and do no more with it. What a parameter points to is private if the function is called only by
//! functions that are involved, by its name, and every call passes the address of something private. So no other thread accesses it, and all accesses to it are
//! known. A *cell* is a part of it that is accessed together.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::involved::{self, Involved};
use crate::code::{Insn, Pc, Reg};
use crate::library::Draws;
use crate::lower::dead_bytes::addresses::{Access, Call, Passed, Uses};
use crate::lower::dead_bytes::values::{Base, Bases};
use crate::program::{Code, Function, FunctionId, PauseLoop};

/// Functions with more cells are not looked at: there is a bit for each.
pub(super) const MOST_CELLS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub base: Base,
    pub start: u32,
    pub end: u32,
}

/// What the instructions of a function do to its cells. Each is a register.
#[derive(Default)]
pub(super) struct Private {
    pub cells: usize,
    pub reads: FxHashMap<Pc, Vec<Reg>>,
    /// All of a cell, for certain; or perhaps, by a call.
    pub writes: FxHashMap<Pc, Vec<Reg>>,
    /// Of instructions that do nothing but to access cells, how often they yield.
    pub yields: FxHashMap<Pc, u32>,
    /// Of calls that return a number at random, the register where that is.
    pub drawn: FxHashMap<Pc, Reg>,
}

impl Private {
    /// Whether a loop changes what it loads.
    pub(super) fn is_moved_in(&self, one: &PauseLoop) -> bool {
        let of_loop = |list: &FxHashMap<Pc, Vec<Reg>>| -> Vec<Reg> {
            let pcs = one.path.iter().chain([&one.branch]);
            pcs.filter_map(|pc| list.get(pc)).flatten().copied().collect()
        };
        let read = of_loop(&self.reads);
        of_loop(&self.writes).iter().any(|cell| read.contains(cell))
    }
}

/// The cells of each function that is involved. `None`: there are too many.
pub(super) fn find(functions: &[Function], involved: &[Involved]) -> Option<Vec<Vec<Cell>>> {
    let mut places = Places::new(functions, involved);
    loop {
        while places.remove_shared() {}
        let cuts = places.cuts()?;
        if !places.remove_exceeded(&cuts) {
            return Some(cuts.iter().map(cells).collect());
        }
    }
}

/// Where the accesses of a function begin and end.
type Cuts = BTreeMap<Base, BTreeSet<u32>>;

fn cells(cuts: &Cuts) -> Vec<Cell> {
    let pairs = cuts.iter().flat_map(|(&base, cuts)| {
        cuts.iter().zip(cuts.iter().skip(1)).map(move |(&start, &end)| Cell { base, start, end })
    });
    pairs.collect()
}

struct Places<'p> {
    functions: &'p [Function],
    involved: &'p [Involved],
    index: FxHashMap<FunctionId, usize>,
    /// Of each function, what is private as far as is known.
    private: Vec<Bases>,
}

impl<'p> Places<'p> {
    fn new(functions: &'p [Function], involved: &'p [Involved]) -> Places<'p> {
        let index = involved.iter().zip(0..).map(|(one, index)| (one.id, index)).collect();
        let private = involved.iter().map(|one| without_escape(functions, one)).collect();
        Places { functions, involved, index, private }
    }

    fn code(&self, index: usize) -> &'p Code {
        involved::code(self.functions, self.involved[index].id)
            .expect("only functions with code are involved")
    }

    /// Whether something is passed to what keeps it private.
    fn is_kept(&self, call: &Call, passed: &Passed) -> bool {
        let callee = self.index.get(&call.function);
        let theirs = Base::parameter(passed.parameter);
        callee.zip(theirs).is_some_and(|(&callee, theirs)| self.private[callee].contains(theirs))
    }

    /// What is passed to other functions, and parameters of which some call passes something else. `true`: there was something.
    fn remove_shared(&mut self) -> bool {
        let mut shared: Vec<(usize, Base)> = Vec::new();
        for (index, one) in self.involved.iter().enumerate() {
            for call in &one.uses.calls {
                let passed = call.passed.iter().filter(|passed| self.private[index].contains(passed.base));
                let lost = passed.filter(|passed| !self.is_kept(call, passed));
                shared.extend(lost.map(|passed| (index, passed.base)));
            }
            for (pc, insn) in (0..).zip(&self.code(index).insns) {
                let Insn::Call { function, .. } = *insn else { continue };
                let Some(&callee) = self.index.get(&function) else { continue };
                let params = (0..usize::from(self.code(callee).params)).filter_map(Base::parameter);
                let missing = params
                    .filter(|&base| self.private[callee].contains(base) && !self.passes(index, pc, base));
                shared.extend(missing.map(|base| (callee, base)));
            }
        }
        shared.iter().for_each(|&(index, base)| self.private[index].remove(base));
        !shared.is_empty()
    }

    /// Whether a call passes the address of something private as this parameter.
    fn passes(&self, index: usize, pc: Pc, parameter: Base) -> bool {
        let calls = self.involved[index].uses.calls.iter().filter(|call| call.pc == pc);
        let mut passed = calls.flat_map(|call| &call.passed);
        passed.any(|passed| {
            Base::parameter(passed.parameter) == Some(parameter) && self.private[index].contains(passed.base)
        })
    }

    fn cuts(&self) -> Option<Vec<Cuts>> {
        let mut cuts: Vec<Cuts> = vec![Cuts::default(); self.involved.len()];
        for (index, one) in self.involved.iter().enumerate() {
            for access in one.uses.accesses.iter().filter(|access| self.private[index].contains(access.base))
            {
                if let Some((start, end)) = access.bytes {
                    cuts[index].entry(access.base).or_default().extend([start, end]);
                }
            }
        }
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for (index, one) in self.involved.iter().enumerate() {
                let passed = one.uses.calls.iter().flat_map(|call| self.passed_cuts(&cuts, index, call));
                for (base, at) in passed.collect::<Vec<_>>() {
                    let known = cuts[index].entry(base).or_default();
                    has_changed |= u32::try_from(at).is_ok_and(|at| known.insert(at));
                }
                if cuts[index].values().map(BTreeSet::len).sum::<usize>() > MOST_CELLS {
                    return None;
                }
            }
        }
        Some(cuts)
    }

    /// Where a callee accesses what it is passed, in the caller's words.
    fn passed_cuts(&self, cuts: &[Cuts], index: usize, call: &Call) -> Vec<(Base, i64)> {
        let mut found = Vec::new();
        for passed in call.passed.iter().filter(|passed| self.private[index].contains(passed.base)) {
            let theirs = self.index.get(&call.function).zip(Base::parameter(passed.parameter));
            let theirs = theirs.and_then(|(&callee, theirs)| cuts[callee].get(&theirs));
            let all = theirs.into_iter().flatten();
            found.extend(all.map(|&at| (passed.base, passed.offset.saturating_add(i64::from(at)))));
        }
        found
    }

    /// What some callee accesses beyond its borders.
    fn remove_exceeded(&mut self, cuts: &[Cuts]) -> bool {
        let mut exceeded: Vec<(usize, Base)> = Vec::new();
        for (index, one) in self.involved.iter().enumerate() {
            for (base, at) in one.uses.calls.iter().flat_map(|call| self.passed_cuts(cuts, index, call)) {
                let variable = base.index_of_variable().map(|variable| self.code(index).allocas[variable]);
                let size = variable.map_or(i64::from(u32::MAX), |slot| i64::from(slot.size));
                if !(0..=size).contains(&at) {
                    exceeded.push((index, base));
                }
            }
        }
        exceeded.iter().for_each(|&(index, base)| self.private[index].remove(base));
        !exceeded.is_empty()
    }
}

/// What does not escape in a function itself.
fn without_escape(functions: &[Function], one: &Involved) -> Bases {
    let code = involved::code(functions, one.id).expect("only functions with code are involved");
    let params = (0..usize::from(code.params)).filter_map(Base::parameter).filter(|_| !one.is_open);
    let variables = (0..code.allocas.len()).filter_map(Base::variable);
    let mut private = Bases::default();
    let anywhere =
        |base: Base| one.uses.accesses.iter().any(|access| access.base == base && access.bytes.is_none());
    params
        .chain(variables)
        .filter(|&base| !(one.uses.escaped.contains(base) || base.is_parameter() && anywhere(base)))
        .for_each(|base| private.insert(base));
    private
}

/// What the instructions of a function do to its cells, but for calls of functions that are involved.
pub(super) fn accessed(functions: &[Function], code: &Code, uses: &Uses, cells: &[Cell]) -> Private {
    let mut private = Private { cells: cells.len(), drawn: drawn(functions, code), ..Private::default() };
    let mut by_pc: BTreeMap<Pc, Vec<&Access>> = BTreeMap::new();
    uses.accesses.iter().for_each(|access| by_pc.entry(access.pc).or_default().push(access));
    for (pc, accesses) in by_pc {
        for access in &accesses {
            let within = |cell: &Cell| {
                cell.base == access.base
                    && access.bytes.is_none_or(|(start, end)| start <= cell.start && cell.end <= end)
            };
            let accessed = register_of(code, cells, within);
            let list = if access.writes { &mut private.writes } else { &mut private.reads };
            list.entry(pc).or_default().extend(accessed);
        }
        let is_private = |access: &&Access| {
            let is_cell = cells.iter().any(|cell| cell.base == access.base);
            is_cell && access.is_certain && access.bytes.is_some_and(|(start, end)| start < end)
        };
        let expected = only_accesses(functions, &code.insns[pc as usize]);
        if expected == Some(accesses.len()) && accesses.iter().all(is_private) {
            private.yields.insert(pc, 0);
        }
    }
    private
}

fn drawn(functions: &[Function], code: &Code) -> FxHashMap<Pc, Reg> {
    let draws = |(pc, insn): (Pc, &Insn)| {
        let Insn::Call { function, site } = *insn else { return None };
        let site = &code.sites[site as usize];
        involved::draw(functions, function).filter(|_| site.results == 1).map(|_| (pc, site.d))
    };
    (0..).zip(&code.insns).filter_map(draws).collect()
}

/// The registers of some of the cells.
pub(super) fn register_of(code: &Code, cells: &[Cell], is_it: impl Fn(&Cell) -> bool) -> Vec<Reg> {
    let numbered = cells.iter().zip(u32::from(code.registers)..);
    numbered
        .filter(|(cell, _)| is_it(cell))
        .filter_map(|(_, register)| Reg::try_from(register).ok())
        .collect()
}

/// How many places an instruction accesses that does nothing else.
fn only_accesses(functions: &[Function], insn: &Insn) -> Option<usize> {
    match *insn {
        Insn::Load8 { .. } | Insn::Load16 { .. } | Insn::Load32 { .. } | Insn::Load64 { .. } => Some(1),
        Insn::Store8 { .. } | Insn::Store16 { .. } | Insn::Store32 { .. } | Insn::Store64 { .. } => Some(1),
        Insn::MemSet { .. } => Some(1),
        Insn::MemCopy { .. } => Some(2),
        Insn::Call { function, .. } => match involved::draw(functions, function) {
            Some(Draws::At(_)) => Some(2),
            _ => None,
        },
        _ => None,
    }
}
