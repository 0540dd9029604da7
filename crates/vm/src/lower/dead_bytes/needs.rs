//! Which bytes are needed where: backwards, until nothing changes.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range as Indices;

use mazurka_machine::Range;

use super::addresses::{Call, Passed, Uses};
use super::values::{Base, Bases};
use crate::code::Pc;
use crate::program::{Code, FrameSlot, FunctionId};

/// Functions with more states to keep are not looked at.
const MOST_STATES: usize = 1 << 19;

/// Whether a byte is needed, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Need {
    /// It is written before it is read, or never read.
    No,
    /// The function may return without having accessed it: then its caller decides.
    ByCaller,
    /// It may be read before it is written.
    Yes,
}

/// Bytes that are accessed together.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Cell {
    base: Base,
    bytes: Indices<u32>,
}

/// What a function needs at each of its instructions.
#[derive(Debug)]
pub(super) struct Needs {
    cells: Vec<Cell>,
    /// Where each variable is in the frame.
    variables: Vec<FrameSlot>,
    /// By instruction, then by cell.
    before: Vec<Need>,
    next: Vec<Vec<Pc>>,
    effects: BTreeMap<Pc, Effect>,
    /// What others than the function and those that it calls may access.
    escaped: Bases,
    may_unwind: bool,
}

/// What an instruction does to cells.
#[derive(Default, Debug)]
struct Effect {
    reads: Vec<usize>,
    writes: Vec<usize>,
    given: Vec<Given>,
    is_call: bool,
}

/// What a call passes to its function.
#[derive(Debug)]
struct Given {
    cell: usize,
    /// Which cell of the callee it is.
    theirs: usize,
    /// What the callee needs of it at its beginning.
    at_start: Need,
}

impl Needs {
    /// `callee`: what is known of a function.
    pub(super) fn of<'c>(
        code: &Code,
        uses: &Uses,
        callee: &dyn Fn(FunctionId) -> Option<&'c Needs>,
        may_unwind: bool,
    ) -> Option<Needs> {
        let escaped = escaped(code, uses, callee);
        let cells = cells(uses, callee, escaped);
        if cells.len() * code.insns.len() > MOST_STATES {
            return None;
        }
        let before = vec![Need::No; cells.len() * code.insns.len()];
        let variables = code.allocas.clone();
        let next = uses.next.clone();
        let effects = BTreeMap::new();
        let mut needs = Needs { cells, variables, before, next, effects, escaped, may_unwind };
        needs.find_effects(code, uses, callee);
        needs.solve();
        Some(needs)
    }

    fn find_effects<'c>(
        &mut self,
        code: &Code,
        uses: &Uses,
        callee: &dyn Fn(FunctionId) -> Option<&'c Needs>,
    ) {
        for (pc, _) in (0..).zip(&code.insns).filter(|(_, insn)| insn.is_call()) {
            self.effects.insert(pc, Effect { is_call: true, ..Effect::default() });
        }
        for access in &uses.accesses {
            let cells = self.cells_in(access.base, access.bytes);
            let effect = self.effects.entry(access.pc).or_default();
            if access.writes { effect.writes.extend(cells) } else { effect.reads.extend(cells) }
        }
        for call in &uses.calls {
            let Some(callee) = callee(call.function) else { continue };
            let given = self.given(call, callee);
            self.effects.entry(call.pc).or_default().given = given;
        }
    }

    fn cells_in(&self, base: Base, bytes: Option<(u32, u32)>) -> Vec<usize> {
        let is_in = |cell: &Cell| {
            cell.base == base
                && bytes.is_none_or(|(start, end)| start <= cell.bytes.start && cell.bytes.end <= end)
        };
        (0..self.cells.len()).filter(|&index| is_in(&self.cells[index])).collect()
    }

    fn given(&self, call: &Call, callee: &Needs) -> Vec<Given> {
        let mut given = Vec::new();
        for passed in &call.passed {
            for (theirs, (cell, &at_start)) in callee.cells.iter().zip(callee.before(0)).enumerate() {
                let own = callers(cell, passed).map(|(base, bytes)| self.cells_in(base, Some(bytes)));
                let own = own.into_iter().flatten();
                given.extend(own.map(|cell| Given { cell, theirs, at_start }));
            }
        }
        given
    }

    fn solve(&mut self) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            for pc in (0..self.next.len() as Pc).rev() {
                let mut needed = self.after(pc);
                if let Some(effect) = self.effects.get(&pc) {
                    effect.writes.iter().for_each(|&cell| needed[cell] = Need::No);
                    effect.call(&mut needed, |given| given.at_start);
                }
                let row = self.row(pc);
                has_changed |= self.before[row.clone()] != needed;
                self.before[row].copy_from_slice(&needed);
            }
        }
    }

    fn row(&self, pc: Pc) -> Indices<usize> {
        let start = pc as usize * self.cells.len();
        start..start + self.cells.len()
    }

    pub(super) fn before(&self, pc: Pc) -> &[Need] {
        &self.before[self.row(pc)]
    }

    /// Behind an instruction, wherever control goes.
    fn after(&self, pc: Pc) -> Vec<Need> {
        let next = &self.next[pc as usize];
        let is_call = self.effects.get(&pc).is_some_and(|effect| effect.is_call);
        let mut needed = match next.is_empty() || is_call && self.may_unwind {
            true => self.at_end(),
            false => vec![Need::No; self.cells.len()],
        };
        for &to in next {
            needed.iter_mut().zip(self.before(to)).for_each(|(need, other)| *need = (*need).max(*other));
        }
        needed
    }

    /// Where the function is left.
    fn at_end(&self) -> Vec<Need> {
        let at_end = |cell: &Cell| if cell.base.is_parameter() { Need::ByCaller } else { Need::No };
        self.cells.iter().map(at_end).collect()
    }

    /// While a call is under way. `callee`: what the frame above needs, if that is the callee.
    pub(super) fn during_call(&self, pc: Pc, callee: Option<&[Need]>) -> Vec<Need> {
        let mut needed = self.after(pc);
        let Some(effect) = self.effects.get(&pc) else { return needed };
        effect.call(&mut needed, |given| callee.map_or(Need::Yes, |callee| callee[given.theirs]));
        needed
    }

    /// The bytes of the frame's variables that are not needed. `memory`: where the variables are.
    pub(super) fn dead(&self, needed: &[Need], memory: u64) -> Vec<Range> {
        let place = |(cell, need): (&Cell, &Need)| {
            let variable = cell.base.index_of_variable().filter(|_| *need == Need::No)?;
            let start = memory + u64::from(self.variables[variable].offset) + u64::from(cell.bytes.start);
            Some(Range { start, length: u64::from(cell.bytes.end - cell.bytes.start) })
        };
        self.cells.iter().zip(needed).filter_map(place).collect()
    }

    /// The frame's variables whose addresses do not escape. `memory`: where the variables are.
    pub(super) fn unshared(&self, memory: u64) -> impl Iterator<Item = Range> {
        let is_unshared =
            |index: usize| Base::variable(index).is_some_and(|variable| !self.escaped.contains(variable));
        let unshared = self.variables.iter().enumerate().filter(move |(index, _)| is_unshared(*index));
        unshared
            .map(move |(_, slot)| Range { start: memory + u64::from(slot.offset), length: slot.size.into() })
    }
}

impl Effect {
    /// From what is needed behind it to what is needed before it, or in it. `callee`: what the callee needs there.
    fn call(&self, needed: &mut [Need], callee: impl Fn(&Given) -> Need) {
        for given in &self.given {
            match callee(given) {
                Need::ByCaller => {}
                need => needed[given.cell] = need,
            }
        }
        self.reads.iter().for_each(|&cell| needed[cell] = Need::Yes);
    }
}

/// What escapes here, or in what is called.
fn escaped<'c>(code: &Code, uses: &Uses, callee: &dyn Fn(FunctionId) -> Option<&'c Needs>) -> Bases {
    let mut escaped = uses.escaped;
    for call in &uses.calls {
        let callee = callee(call.function);
        for passed in &call.passed {
            if callee.is_none_or(|callee| lets_escape(code, callee, passed)) {
                escaped.insert(passed.base);
            }
        }
    }
    // Callers are not told that all of it may be read.
    let anywhere = uses.accesses.iter().filter(|access| access.bytes.is_none() && access.base.is_parameter());
    anywhere.for_each(|access| escaped.insert(access.base));
    escaped
}

/// Whether a callee does so, or may access more than a variable that it is given.
fn lets_escape(code: &Code, callee: &Needs, passed: &Passed) -> bool {
    let Some(parameter) = Base::parameter(passed.parameter) else { return true };
    let size = passed.base.index_of_variable().map_or(i64::MAX, |index| i64::from(code.allocas[index].size));
    let is_within = |cell: &Cell| {
        let end = passed.offset.checked_add(i64::from(cell.bytes.end));
        passed.offset >= 0 && end.is_some_and(|end| end <= size)
    };
    let mut accessed = callee.cells.iter().filter(|cell| cell.base == parameter);
    callee.escaped.contains(parameter) || !accessed.all(is_within)
}

/// All that is accessed together, but for what escapes.
fn cells<'c>(uses: &Uses, callee: &dyn Fn(FunctionId) -> Option<&'c Needs>, escaped: Bases) -> Vec<Cell> {
    let mut cuts: BTreeMap<Base, BTreeSet<u32>> = BTreeMap::new();
    let mut cut = |base: Base, (start, end): (u32, u32)| cuts.entry(base).or_default().extend([start, end]);
    for access in &uses.accesses {
        access.bytes.into_iter().for_each(|bytes| cut(access.base, bytes));
    }
    for call in &uses.calls {
        let cells = callee(call.function).map_or(&[][..], |callee| &callee.cells);
        for (base, bytes) in
            cells.iter().flat_map(|cell| call.passed.iter().filter_map(|passed| callers(cell, passed)))
        {
            cut(base, bytes);
        }
    }
    cuts.retain(|base, _| !escaped.contains(*base));
    let pairs = cuts.iter().flat_map(|(&base, cuts)| {
        cuts.iter().zip(cuts.iter().skip(1)).map(move |(&start, &end)| Cell { base, bytes: start..end })
    });
    pairs.collect()
}

/// What a cell of a callee is in its caller, if it is of what is passed here.
fn callers(cell: &Cell, passed: &Passed) -> Option<(Base, (u32, u32))> {
    let is_passed = Base::parameter(passed.parameter) == Some(cell.base);
    let at = |byte: u32| passed.offset.checked_add(i64::from(byte)).and_then(|byte| u32::try_from(byte).ok());
    Some((passed.base, (at(cell.bytes.start)?, at(cell.bytes.end)?))).filter(|_| is_passed)
}
