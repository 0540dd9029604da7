//! The control flow of the bytecode, for [`FutureTable`]: blocks, calls and accesses, with what the text says about the
//! instructions that they come from.

use std::mem::take;

use mazurka_analysis::future::flow::{Block, Event, Flow, Function};
use mazurka_analysis::future::{FieldId, Fields, Instructions, Targets, Text};
use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use crate::code::{CallSite, Insn, Pc, Reg};
use crate::exec::call_reads_memory;
use crate::program::future::AccessSite;
use crate::program::{self, Code, FunctionId, FunctionKind, FutureTable};

/// What the table is made of.
pub(super) struct Parts<'a> {
    pub functions: &'a mut [program::Function],
    pub labels: &'a [(FunctionId, Pc)],
    /// The text that functions were lowered from.
    pub definitions: &'a FxHashMap<FunctionId, SymbolRef>,
    pub text: &'a Text,
}

struct Maker<'a> {
    parts: Parts<'a>,
    fields: Fields,
    /// The functions that were lowered from a text.
    functions: FxHashMap<SymbolRef, usize>,
    /// For every function, the field of its variables in memory, if it has some.
    frames: Vec<Option<FieldId>>,
}

impl Parts<'_> {
    pub(super) fn table(self) -> FutureTable {
        let origins: Vec<Vec<u32>> = self.functions.iter_mut().map(take_origins).collect();
        let mut fields = self.text.fields.clone();
        let frames = (0..origins.len()).map(|id| self.frame(id, &mut fields)).collect();
        let functions = self.definitions.iter().map(|(&id, &at)| (at, id as usize)).collect();
        let maker = Maker { parts: self, fields, functions, frames };
        let mut sites = vec![Vec::new(); origins.len()];
        let flow = origins.iter().zip(&mut sites).enumerate();
        let flow = flow.map(|(id, (origins, sites))| maker.flow(id, origins, sites)).collect();
        let given = (0..origins.len()).map(|id| maker.given(id)).collect();
        FutureTable::new(Flow::new(flow), (sites, given), &maker.fields, maker.parts.text.hides_pointers)
    }

    /// The field of a function's variables in memory, if it has some.
    fn frame(&self, id: usize, fields: &mut Fields) -> Option<FieldId> {
        let program::Function { name, kind: FunctionKind::Code(code) } = &self.functions[id] else {
            return None;
        };
        let is_memory = |insn: &Insn| matches!(insn, Insn::Alloca { .. });
        let at = *self.definitions.get(&(id as FunctionId))?;
        let takes_copies = self.text.of(at).is_none_or(|text| text.takes_copies);
        let has_some =
            code.frame_size > 0 || code.varargs || takes_copies || code.insns.iter().any(is_memory);
        has_some.then(|| fields.frame(at, name))
    }
}

impl Maker<'_> {
    fn flow(&self, id: usize, origins: &[u32], sites: &mut Vec<AccessSite>) -> Function {
        let FunctionKind::Code(code) = &self.parts.functions[id].kind else { return Function::default() };
        let labels = self.parts.labels.iter().filter(|label| label.0 as usize == id).map(|label| label.1);
        let labels: Vec<Pc> = labels.collect();
        let mut blocks = blocks(code, &labels);
        let mut block = 0;
        for (pc, insn) in code.insns.iter().enumerate() {
            let at = pc as Pc;
            let origin = Origin::new(self.text(id), origins[pc]);
            while blocks.get(block + 1).is_some_and(|next| next.start <= at) {
                block += 1;
            }
            let access = self.access(id, code, insn, origin);
            let (callees, given) = self.callees(insn, origin);
            if access.is_none() && callees.is_empty() && given.is_empty() {
                continue;
            }
            let (field, writes) = access.map_or((None, false), |(field, writes)| (Some(field), writes));
            let fields = field.map_or_else(Vec::new, |field| self.fields.parts(field));
            let event = Event { at, callees, given, fields, writes };
            blocks[block].events.push(event);
            let loads_pointer = origin.loads_pointer();
            sites.extend(field.map(|field| AccessSite { pc: at, field, loads_pointer }));
        }
        let returns_twice = code.insns.iter().any(|insn| matches!(insn, Insn::SetJump { .. }));
        Function { blocks, returns_twice }
    }

    fn text(&self, id: usize) -> Option<&Instructions> {
        self.parts.definitions.get(&(id as FunctionId)).and_then(|&at| self.parts.text.of(at))
    }

    /// What an instruction accesses, and whether it writes there.
    fn access(&self, id: usize, code: &Code, insn: &Insn, origin: Origin) -> Option<(FieldId, bool)> {
        let frame = || self.frames[id].map(|field| (field, true));
        match *insn {
            Insn::Load8 { .. }
            | Insn::Load16 { .. }
            | Insn::Load32 { .. }
            | Insn::Load64 { .. }
            | Insn::LoadBytes { .. }
            | Insn::AtomicLoad { .. } => Some((origin.field(), false)),
            Insn::Fence { .. } => None,
            Insn::VaStart { .. } | Insn::VaCopy { .. } => Some((Fields::VARIABLE_ARGUMENTS, true)),
            Insn::SetJump { .. } | Insn::LongJump { .. } => Some((Fields::JUMP_BUFFER, true)),
            Insn::Return { .. } | Insn::StackRestore { .. } => frame(),
            // One takes away the memory of frames further down, too; the other resumes frames that are not known.
            Insn::Raise { .. } | Insn::SwitchContext { .. } => Some((FieldId::ANY, true)),
            Insn::Call { function, site } => {
                let site = &code.sites[site as usize];
                match &self.parts.functions[function as usize].kind {
                    FunctionKind::Code(_) => passed(site, origin),
                    FunctionKind::Native(_) => Some((origin.field_or_library(), true)),
                    FunctionKind::Unusable(_) => None,
                }
            }
            Insn::CallIndirect { site, .. } => {
                let may_be_native = origin.targets().is_none_or(|targets| targets.may_be_library);
                let passed = passed(&code.sites[site as usize], origin);
                if may_be_native { Some((origin.field(), true)) } else { passed }
            }
            _ => insn.accesses_memory().then(|| (origin.field(), true)),
        }
    }

    /// What an instruction calls, or starts as a thread; and what it does so because its function was given it.
    fn callees(&self, insn: &Insn, origin: Origin) -> (Vec<usize>, Vec<usize>) {
        let named = match *insn {
            Insn::Call { function, .. } => match &self.parts.functions[function as usize].kind {
                FunctionKind::Code(_) => Some(function as usize),
                FunctionKind::Native(native) if native.facts.effect.spawns => None,
                FunctionKind::Native(_) | FunctionKind::Unusable(_) => return Default::default(),
            },
            Insn::CallIndirect { .. } => None,
            _ => return Default::default(),
        };
        // Where the text does not say which, all functions.
        let Some(targets) = origin.targets() else {
            let all = || (0..self.parts.functions.len()).collect();
            return (named.map_or_else(all, |named| vec![named]), Vec::new());
        };
        let mut callees: Vec<usize> = named.into_iter().chain(self.lowered(&targets.charged)).collect();
        let mut given: Vec<usize> = self.lowered(&targets.passed_on).collect();
        let called = if targets.are_given { &mut given } else { &mut callees };
        called.extend(self.lowered(&targets.functions));
        (callees, given)
    }

    /// A function that was not lowered has no address.
    fn lowered(&self, functions: &[SymbolRef]) -> impl Iterator<Item = usize> {
        functions.iter().filter_map(|at| self.functions.get(at).copied())
    }

    /// The registers that arguments arrive in which a function calls, if it is one that threads begin with.
    fn given(&self, id: usize) -> Option<Vec<Reg>> {
        let FunctionKind::Code(code) = &self.parts.functions[id].kind else { return None };
        let given = self.text(id)?.given.iter().map(|&parameter| parameter as Reg);
        let given: Vec<Reg> = given.collect();
        // Those of the library have parameters of one register each.
        (code.internal && given.iter().all(|&register| register < code.params)).then_some(given)
    }
}

/// What a call of bytecode accesses where it passes arguments in memory.
fn passed(site: &CallSite, origin: Origin) -> Option<(FieldId, bool)> {
    match () {
        _ if call_reads_memory(site) => Some((origin.field(), true)),
        _ if !site.varargs.is_empty() => Some((Fields::VARIABLE_ARGUMENTS, true)),
        _ => None,
    }
}

/// What the text says about the instruction that a bytecode instruction comes from.
#[derive(Clone, Copy)]
struct Origin<'a> {
    text: Option<(&'a Instructions, u32)>,
}

impl<'a> Origin<'a> {
    fn new(text: Option<&'a Instructions>, origin: u32) -> Origin<'a> {
        Origin { text: text.zip(origin.checked_sub(1)) }
    }

    fn targets(self) -> Option<&'a Targets> {
        self.text.and_then(|(text, number)| text.targets(number))
    }

    fn loads_pointer(self) -> bool {
        self.text.is_some_and(|(text, number)| text.loads_pointer(number))
    }

    fn field(self) -> FieldId {
        self.text.and_then(|(text, number)| text.field(number)).unwrap_or(FieldId::ANY)
    }

    /// Of a call of a library function that the text does not have: it gets no pointers.
    fn field_or_library(self) -> FieldId {
        self.text.and_then(|(text, number)| text.field(number)).unwrap_or(Fields::LIBRARY)
    }
}

fn take_origins(function: &mut program::Function) -> Vec<u32> {
    match &mut function.kind {
        FunctionKind::Code(code) => take(&mut code.origins),
        _ => Vec::new(),
    }
}

/// The blocks of a function, without events.
fn blocks(code: &Code, labels: &[Pc]) -> Vec<Block> {
    let mut starts = vec![0];
    starts.extend(labels);
    for (pc, insn) in code.insns.iter().enumerate() {
        if insn.is_terminator() {
            starts.push(pc as Pc + 1);
            starts.extend(targets_of(code, insn, labels));
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts.retain(|&start| (start as usize) < code.insns.len());
    let number = |pc: Pc| starts.partition_point(|&start| start <= pc) - 1;
    let block = |at: usize| {
        let end = starts.get(at + 1).map_or(code.insns.len(), |&next| next as usize);
        let last = &code.insns[end - 1];
        let mut successors: Vec<usize> = match last.is_terminator() {
            true => targets_of(code, last, labels).into_iter().map(number).collect(),
            false if end < code.insns.len() => vec![at + 1],
            false => Vec::new(),
        };
        successors.sort_unstable();
        successors.dedup();
        Block { start: starts[at], successors, events: Vec::new() }
    };
    (0..starts.len()).map(block).collect()
}

fn targets_of(code: &Code, insn: &Insn, labels: &[Pc]) -> Vec<Pc> {
    match *insn {
        Insn::JumpIndirect { .. } => labels.to_vec(),
        Insn::Switch { table, .. } => {
            let table = &code.switches[table as usize];
            table.cases.iter().map(|case| case.1).chain([table.default]).collect()
        }
        mut insn => {
            let mut targets = Vec::new();
            insn.targets(&mut [], &mut |to| targets.push(*to));
            targets
        }
    }
}
