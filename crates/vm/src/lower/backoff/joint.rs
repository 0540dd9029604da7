//! All functions that are involved, together: what is needed of their registers and cells, as one greatest solution.
//!
//! What is needed where a function is left is what some call of it needs afterwards; what a call reads is what its function needs at its beginning, and
//! what it returns is needed if some call needs it. Calls are not told apart by where they are from.

use rustc_hash::FxHashMap;

use super::bytes::Known;
use super::cells::{self, Cell, Private};
use super::involved::{self, Involved};
use super::needed::Needed;
use super::{Body, Found, Idle, MOST_INSTRUCTIONS, MOST_YIELDS, Parts, does_more};
use crate::address;
use crate::code::{Insn, Pc, Reg};
use crate::library::{Draws, Generators};
use crate::lower::dead_bytes::values::Base;
use crate::program::{Code, Function, FunctionId, FunctionKind};

pub(super) fn mark(program: &mut Parts, idle: &Idle) -> Found {
    if program.may_unwind || program.functions.iter().any(switches_contexts) {
        return Found::default();
    }
    let involved = involved::find(program, idle);
    if involved.is_empty() {
        return Found::default();
    }
    let Some(cells) = cells::find(program.functions, &involved) else { return Found::default() };
    let generators = generators(program, &involved);
    let mut joint = Joint::new(program.functions, idle, involved, cells, generators);
    loop {
        let Some(mut parts) = joint.parts() else { return Found::default() };
        joint.solve(&mut parts);
        if !joint.retract(&parts) {
            return joint.mark(&parts);
        }
    }
}

fn switches_contexts(function: &Function) -> bool {
    match &function.kind {
        FunctionKind::Code(code) => code.insns.iter().any(|insn| matches!(insn, Insn::SwitchContext { .. })),
        _ => false,
    }
}

/// Those of which all uses are calls in functions that are involved.
fn generators(program: &Parts, involved: &[Involved]) -> Generators {
    let mut found = Generators::ALL;
    let mut remove = |id: FunctionId, is_call: bool| match involved::draw(program.functions, id) {
        Some(Draws::From(generator)) if !is_call => found.remove(generator),
        Some(Draws::Shares(generator)) => found.remove(generator),
        _ => {}
    };
    (0..program.functions.len() as FunctionId).for_each(|id| remove(id, true));
    involved::addresses(program, &mut |word| {
        let id = word.wrapping_sub(address::CODE) / address::FUNCTION_STEP;
        if id < program.functions.len() as u64 {
            remove(id as FunctionId, false);
        }
    });
    for (id, function) in (0..).zip(program.functions.iter()) {
        let FunctionKind::Code(code) = &function.kind else { continue };
        let is_involved = involved.iter().any(|one| one.id == id);
        for insn in &code.insns {
            if let Insn::Call { function, .. } = *insn {
                remove(function, is_involved);
            }
        }
    }
    found
}

/// A call of a function that is involved.
struct Called {
    pc: Pc,
    callee: usize,
    /// The registers of its arguments, if it is known which parameter each is.
    args: Option<Vec<Reg>>,
    results: Vec<Reg>,
    /// Registers of cells, and what they are in the callee.
    given: Vec<(Reg, Reg)>,
}

/// A function, with what is known of it so far.
struct Part {
    body: Body,
    needed: Needed,
    /// What it reads to return it, if no call needs that yet.
    returns: Vec<(usize, Vec<Reg>)>,
}

struct Joint<'p> {
    functions: &'p mut [Function],
    /// Before functions that are involved were looked at.
    idle: &'p Idle,
    involved: Vec<Involved>,
    cells: Vec<Vec<Cell>>,
    calls: Vec<Vec<Called>>,
    private: Vec<Private>,
    /// What is idle to call, as far as is known.
    now: Idle,
    /// Functions with loops that do more than to pause.
    is_busy: Vec<bool>,
    generators: Generators,
}

impl<'p> Joint<'p> {
    fn new(
        functions: &'p mut [Function],
        idle: &'p Idle,
        involved: Vec<Involved>,
        cells: Vec<Vec<Cell>>,
        generators: Generators,
    ) -> Joint<'p> {
        let code = |id| involved::code(functions, id).expect("only functions with code are involved");
        let index: FxHashMap<FunctionId, usize> =
            involved.iter().zip(0..).map(|(one, index)| (one.id, index)).collect();
        let mut private: Vec<Private> = involved
            .iter()
            .zip(&cells)
            .map(|(one, cells)| cells::accessed(functions, code(one.id), &one.uses, cells))
            .collect();
        let calls: Vec<Vec<Called>> = (0..involved.len())
            .map(|caller| Calls { functions, involved: &involved, cells: &cells, index: &index }.of(caller))
            .collect();
        add_written(&calls, &mut private);
        let is_busy = vec![false; involved.len()];
        let now = idle.clone();
        Joint { functions, idle, involved, cells, calls, private, now, is_busy, generators }
    }

    /// What is there before anything is known to be needed.
    fn parts(&mut self) -> Option<Vec<Part>> {
        self.now = self.idle.clone();
        for (id, function) in self.functions.iter().enumerate() {
            if let Some(Draws::From(generator)) = function.native().and_then(|native| native.facts.draws)
                && self.generators.contains(generator)
            {
                self.now.yields[id] = Some(1);
            }
        }
        loop {
            let mut bodies = self.bodies()?;
            let mut has_changed = false;
            for (index, body) in bodies.iter_mut().enumerate() {
                let yields = &mut self.now.yields[self.involved[index].id as usize];
                if yields.is_none() && !self.is_busy[index] {
                    *yields = idle_yields(body);
                    has_changed |= yields.is_some();
                }
            }
            if !has_changed {
                let parts = bodies.into_iter().enumerate().map(|(index, body)| self.part(index, body));
                return Some(parts.collect());
            }
        }
    }

    fn bodies(&mut self) -> Option<Vec<Body>> {
        let (functions, now) = (&mut *self.functions, &self.now);
        let bodies = self.involved.iter().zip(&self.private).map(|(one, private)| {
            let FunctionKind::Code(code) = &mut functions[one.id as usize].kind else { return None };
            Body::of(code, &one.labels, now, private)
        });
        bodies.collect()
    }

    fn part(&self, index: usize, mut body: Body) -> Part {
        for call in &self.calls[index] {
            if call.args.is_some() && !self.involved[call.callee].is_open {
                body.reads[call.pc as usize].clear();
            }
        }
        let mut returns = Vec::new();
        if !self.involved[index].is_open {
            for (pc, insn) in body.insns.iter().enumerate() {
                if matches!(insn, Insn::Return { .. }) {
                    returns.push((pc, std::mem::take(&mut body.reads[pc])));
                }
            }
        }
        Part { body, needed: Needed::default(), returns }
    }

    fn solve(&self, parts: &mut [Part]) {
        let mut has_changed = true;
        while std::mem::take(&mut has_changed) {
            parts.iter_mut().for_each(|part| part.needed = part.body.needed());
            for (caller, calls) in self.calls.iter().enumerate() {
                for call in calls {
                    has_changed |= tell_callee(call, caller, parts);
                    has_changed |= tell_caller(call, caller, parts);
                }
            }
        }
    }

    /// Where something was taken for idle that is not. `true`: there was something.
    fn retract(&mut self, parts: &[Part]) -> bool {
        let mut has_changed = false;
        for (index, part) in parts.iter().enumerate() {
            let is_idle = self.now.yields[self.involved[index].id as usize].is_some();
            let only_pauses = part.body.loops.iter().all(|one| part.body.only_pauses(one.branch as usize));
            if is_idle && !only_pauses {
                self.is_busy[index] = true;
                has_changed = true;
            }
            for (pc, insn) in part.body.insns.iter().enumerate() {
                let Insn::Call { function, .. } = *insn else { continue };
                let is_needed = || part.needed.needs_result(&part.body, pc);
                match involved::draw(self.functions, function) {
                    Some(Draws::From(generator)) if self.generators.contains(generator) && is_needed() => {
                        self.generators.remove(generator);
                        has_changed = true;
                    }
                    _ => {}
                }
            }
        }
        has_changed
    }

    fn mark(self, parts: &[Part]) -> Found {
        let mut found = Found { idle_generators: self.generators, ..Found::default() };
        for (index, part) in parts.iter().enumerate() {
            let one = &self.involved[index];
            let FunctionKind::Code(code) = &mut self.functions[one.id as usize].kind else { continue };
            part.body.mark(one.id, code, &part.needed, &mut found.faint);
            found.bytes.add(one.id, self.known(index, part));
        }
        found
    }

    fn known(&self, index: usize, part: &Part) -> Known {
        let code = self.code(index);
        let first = code.registers;
        let places = self.cells[index].iter().map(|cell| {
            let slot = code.allocas.get(cell.base.index_of_variable()?)?;
            Some((slot.offset + cell.start, cell.end - cell.start))
        });
        let mut known = Known { places: places.collect(), ..Known::default() };
        for pc in 0..code.insns.len() {
            let (before, after) = (part.needed.before(pc), part.needed.after(pc));
            known.before.push(before.word_from(first));
            known.after.push(after.word_from(first));
        }
        for call in &self.calls[index] {
            let theirs = self.code(call.callee).registers;
            let given = call.given.iter().map(|(own, other)| (own - first, other - theirs)).collect();
            known.calls.insert(call.pc, (self.involved[call.callee].id, given));
        }
        known
    }

    fn code(&self, index: usize) -> &Code {
        involved::code(self.functions, self.involved[index].id)
            .expect("only functions with code are involved")
    }
}

/// What a call needs afterwards is needed where its function is left.
fn tell_callee(call: &Called, caller: usize, parts: &mut [Part]) -> bool {
    let after = parts[caller].needed.after(call.pc as usize).clone();
    let callee = &mut parts[call.callee];
    let mut has_changed = false;
    for &(own, theirs) in &call.given {
        if after.contains(own) && !callee.body.at_end.contains(theirs) {
            callee.body.at_end.insert(theirs);
            has_changed = true;
        }
    }
    if call.results.iter().any(|&register| after.contains(register)) {
        for (pc, reads) in callee.returns.drain(..) {
            callee.body.reads[pc] = reads;
            has_changed = true;
        }
    }
    has_changed
}

/// What a function needs at its beginning, its call reads.
fn tell_caller(call: &Called, caller: usize, parts: &mut [Part]) -> bool {
    let at_start = parts[call.callee].needed.before(0).clone();
    let given = call.given.iter().filter(|(_, theirs)| at_start.contains(*theirs)).map(|(own, _)| *own);
    let args = (0..).zip(call.args.iter().flatten());
    let args = args.filter(|&(parameter, _)| at_start.contains(parameter)).map(|(_, &arg)| arg);
    let needed: Vec<Reg> = given.chain(args).collect();
    let reads = &mut parts[caller].body.reads[call.pc as usize];
    let count = reads.len();
    for register in needed {
        if !reads.contains(&register) {
            reads.push(register);
        }
    }
    reads.len() > count
}

/// How often a function yields, if it is idle as far as is known: all its loops end for certain.
fn idle_yields(body: &mut Body) -> Option<u32> {
    if body.insns.len() > MOST_INSTRUCTIONS {
        return None;
    }
    let yields = (0..body.insns.len()).try_fold(0u32, |sum, pc| match body.insns[pc] {
        Insn::Return { .. } => Some(sum),
        _ => Some(sum + body.yields[pc]?),
    })?;
    let loops = body.loops.clone();
    (yields <= MOST_YIELDS && body.ends_without(&loops)).then_some(yields)
}

/// A call writes what its function may write.
fn add_written(calls: &[Vec<Called>], private: &mut [Private]) {
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (caller, call) in
            calls.iter().enumerate().flat_map(|(caller, calls)| calls.iter().map(move |call| (caller, call)))
        {
            let theirs: Vec<Reg> = private[call.callee].writes.values().flatten().copied().collect();
            let written = private[caller].writes.entry(call.pc).or_default();
            for &(own, _) in call.given.iter().filter(|(_, other)| theirs.contains(other)) {
                if !written.contains(&own) {
                    written.push(own);
                    has_changed = true;
                }
            }
        }
    }
}

struct Calls<'c> {
    functions: &'c [Function],
    involved: &'c [Involved],
    cells: &'c [Vec<Cell>],
    index: &'c FxHashMap<FunctionId, usize>,
}

impl Calls<'_> {
    fn of(&self, caller: usize) -> Vec<Called> {
        let code = self.code(caller);
        let mut calls = Vec::new();
        for (pc, insn) in (0..).zip(&code.insns) {
            let Insn::Call { function, site } = *insn else { continue };
            let Some(&callee) = self.index.get(&function) else { continue };
            let site = &code.sites[site as usize];
            let is_plain = !does_more(site) && site.args.len() == usize::from(self.code(callee).params);
            let args = is_plain.then(|| site.args.to_vec());
            let results = (site.d..site.d + site.results).collect();
            calls.push(Called { pc, callee, args, results, given: self.given(caller, callee, pc) });
        }
        calls
    }

    fn given(&self, caller: usize, callee: usize, pc: Pc) -> Vec<(Reg, Reg)> {
        let (own, theirs) = (self.code(caller), self.code(callee));
        let calls = self.involved[caller].uses.calls.iter().filter(|call| call.pc == pc);
        let mut given = Vec::new();
        for passed in calls.flat_map(|call| &call.passed) {
            for (cell, other) in self.cells[callee].iter().zip(theirs.registers..) {
                if Base::parameter(passed.parameter) != Some(cell.base) {
                    continue;
                }
                let (start, end) =
                    (passed.offset + i64::from(cell.start), passed.offset + i64::from(cell.end));
                let is_in = |cell: &Cell| {
                    cell.base == passed.base && start <= i64::from(cell.start) && i64::from(cell.end) <= end
                };
                let owns = cells::register_of(own, &self.cells[caller], is_in);
                given.extend(owns.into_iter().map(|own| (own, other)));
            }
        }
        given
    }

    fn code(&self, index: usize) -> &Code {
        involved::code(self.functions, self.involved[index].id)
            .expect("only functions with code are involved")
    }
}
