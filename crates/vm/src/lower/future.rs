//! The control flow of the bytecode, for [`FutureTable`]: blocks, calls and accesses, with what the text says about the
//! instructions that they come from.

use std::mem::take;

use mazurka_analysis::future::flow::{Block, Event, Flow, Function};
use mazurka_analysis::future::{Instructions, Targets, Text};
use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use crate::code::{Insn, Pc};
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
    /// The functions that were lowered from a text.
    functions: FxHashMap<SymbolRef, usize>,
}

impl Parts<'_> {
    pub(super) fn table(self) -> FutureTable {
        let origins: Vec<Vec<u32>> = self.functions.iter_mut().map(take_origins).collect();
        let functions = self.definitions.iter().map(|(&id, &at)| (at, id as usize)).collect();
        let maker = Maker { parts: self, functions };
        FutureTable::new(Flow::new(
            origins.iter().enumerate().map(|(id, origins)| maker.flow(id, origins)).collect(),
        ))
    }
}

impl Maker<'_> {
    fn flow(&self, id: usize, origins: &[u32]) -> Function {
        let FunctionKind::Code(code) = &self.parts.functions[id].kind else { return Function::default() };
        let text = self.parts.definitions.get(&(id as FunctionId)).and_then(|&at| self.parts.text.of(at));
        let labels = self.parts.labels.iter().filter(|label| label.0 as usize == id).map(|label| label.1);
        let labels: Vec<Pc> = labels.collect();
        let mut blocks = blocks(code, &labels);
        for (pc, insn) in code.insns.iter().enumerate() {
            if let Some(event) = self.event(insn, pc, origins[pc], text) {
                let block = blocks.partition_point(|block| block.start <= event.at) - 1;
                blocks[block].events.push(event);
            }
        }
        let returns_twice = code.insns.iter().any(|insn| matches!(insn, Insn::SetJump { .. }));
        Function { blocks, returns_twice }
    }

    /// What an instruction does that matters.
    fn event(&self, insn: &Insn, pc: usize, origin: u32, text: Option<&Instructions>) -> Option<Event> {
        let callees = match *insn {
            Insn::Call { function, .. } => self.called(function, origin, text),
            Insn::CallIndirect { .. } => self.called_by_pointer(origin, text),
            _ => Vec::new(),
        };
        let event = Event { at: pc as Pc, callees, fields: Vec::new(), writes: false };
        (!event.callees.is_empty()).then_some(event)
    }

    fn called(&self, function: FunctionId, origin: u32, text: Option<&Instructions>) -> Vec<usize> {
        match &self.parts.functions[function as usize].kind {
            FunctionKind::Code(_) => vec![function as usize],
            FunctionKind::Native(native) if native.facts.effect.spawns => {
                self.called_by_pointer(origin, text)
            }
            FunctionKind::Native(_) | FunctionKind::Unusable(_) => Vec::new(),
        }
    }

    /// All functions, where the text does not say which.
    fn called_by_pointer(&self, origin: u32, text: Option<&Instructions>) -> Vec<usize> {
        match targets(origin, text) {
            // A function that was not lowered has no address.
            Some(targets) => {
                targets.functions.iter().filter_map(|at| self.functions.get(at).copied()).collect()
            }
            None => (0..self.parts.functions.len()).collect(),
        }
    }
}

fn targets(origin: u32, text: Option<&Instructions>) -> Option<&Targets> {
    text?.targets(origin.checked_sub(1)?)
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
