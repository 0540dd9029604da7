//! The allocation sites of a function.

use mazurka_ir::instruction::{Body, LocalId, Op, Value};
use mazurka_ir::operands::values;
use rustc_hash::FxHashMap;

use super::pointer::{POINTER, Sites};
use super::summary::Summary;
use crate::call_graph::{CallGraph, Node, Target};
use crate::library::Memory;

/// More parameters are not followed: their arguments escape.
const MOST_PARAMS: usize = 32;

pub(super) struct SitesOf {
    /// The site of every local that is the address of a new block.
    by_local: FxHashMap<LocalId, usize>,
    pub count: usize,
    /// Parameters have the site of their index; small numbers are not among them.
    pub params: Sites,
    /// How many parameters there are, small numbers included.
    pub param_count: usize,
    /// Sites of blocks on the stack, those that arguments are copied to included.
    pub stack: Sites,
    /// Sites of which there is one block in a call.
    pub single: Sites,
    pub heap: Sites,
    /// Where variable arguments are.
    pub varargs: Option<usize>,
    /// There is a block on the stack without a site.
    pub misses_stack: bool,
    /// Locals that are used in other blocks than their own.
    crossing: Vec<bool>,
}

impl SitesOf {
    pub(super) fn new(graph: &CallGraph, node: &Node, summaries: &[Option<Summary>]) -> SitesOf {
        let param_count = node.function.params.len().min(MOST_PARAMS);
        let mut sites = SitesOf {
            by_local: FxHashMap::default(),
            count: param_count,
            params: Sites::NONE,
            param_count,
            stack: Sites::NONE,
            single: Sites::NONE,
            heap: Sites::NONE,
            varargs: None,
            misses_stack: false,
            crossing: crossing(node.body),
        };
        for (index, param) in node.function.params.iter().take(param_count).enumerate() {
            let layout = node.module.layout.of(&node.module.types, param.ty);
            if layout.is_none_or(|layout| layout.size >= POINTER) {
                sites.params |= Sites::one(index);
                sites.by_local.insert(LocalId(index as u32), index);
            }
            if param.attributes.byval.is_some() {
                sites.stack |= Sites::one(index);
            }
        }
        if node.function.varargs {
            sites.varargs = Some(sites.count);
            sites.stack |= Sites::one(sites.count);
            sites.count += 1;
        }
        sites.add_calls(graph, node, summaries);
        sites.add_allocas(node);
        sites
    }

    fn add_calls(&mut self, graph: &CallGraph, node: &Node, summaries: &[Option<Summary>]) {
        for instruction in node.body.blocks.iter().flat_map(|block| &block.instructions) {
            if let Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } = &instruction.op
                && allocates(graph.target(node.at.module, call), summaries)
                && let Some(site) = self.add(instruction.result)
            {
                self.heap |= site;
            }
        }
    }

    /// Those outside of the entry block may be anywhere on the stack, where others were before. Small numbers whose address is not
    /// used come last: where there is no room for them nothing is lost.
    fn add_allocas(&mut self, node: &Node) {
        let used = used_addresses(node.body);
        let is_used = |local: LocalId| used.get(local.0 as usize).is_none_or(|used| *used);
        let is_small =
            |ty| node.module.layout.of(&node.module.types, ty).is_some_and(|layout| layout.size < POINTER);
        for comes_last in [false, true] {
            for (number, block) in node.body.blocks.iter().enumerate() {
                for instruction in &block.instructions {
                    let (Op::Alloca { ty, .. }, Some(local)) = (&instruction.op, instruction.result) else {
                        continue;
                    };
                    if comes_last != (is_small(*ty) && !is_used(local)) {
                        continue;
                    }
                    match if number == 0 { self.add(Some(local)) } else { None } {
                        Some(site) => {
                            self.stack |= site;
                            self.single |= site;
                        }
                        None => self.misses_stack |= is_used(local),
                    }
                }
            }
        }
    }

    fn add(&mut self, result: Option<LocalId>) -> Option<Sites> {
        let local = result.filter(|_| self.count < Sites::MOST)?;
        self.by_local.insert(local, self.count);
        self.count += 1;
        Some(Sites::one(self.count - 1))
    }

    pub(super) fn of(&self, local: Option<LocalId>) -> Option<usize> {
        self.by_local.get(&local?).copied()
    }

    pub(super) fn is_crossing(&self, local: LocalId) -> bool {
        self.crossing.get(local.0 as usize).is_none_or(|crossing| *crossing)
    }
}

fn allocates(target: Target, summaries: &[Option<Summary>]) -> bool {
    match target {
        Target::Function(id) => summaries[id].as_ref().is_some_and(|summary| summary.returns.fresh),
        Target::Library(effect) => matches!(effect.memory, Memory::Allocates | Memory::Resizes),
        Target::Intrinsic(_) | Target::Unknown => false,
    }
}

fn crossing(body: &Body) -> Vec<bool> {
    const PARAMETER: usize = usize::MAX;
    let mut home = vec![PARAMETER; body.local_types.len()];
    let mut crossing = vec![false; body.local_types.len()];
    let instructions = || {
        body.blocks.iter().enumerate().flat_map(|(number, block)| {
            block.instructions.iter().map(move |instruction| (number, instruction))
        })
    };
    for (number, instruction) in instructions() {
        if let Some(home) = instruction.result.and_then(|local| home.get_mut(local.0 as usize)) {
            *home = number;
        }
    }
    for (number, instruction) in instructions() {
        // A phi uses its values where control comes from.
        let is_phi = matches!(instruction.op, Op::Phi { .. });
        values(&instruction.op, &mut |value| {
            if let Value::Local(LocalId(local)) = value
                && let Some(home) = home.get(*local as usize)
                && (*home != number || is_phi)
            {
                crossing[*local as usize] = true;
            }
        });
        // It is there when control comes to the block.
        if let (true, Some(local)) = (is_phi, instruction.result)
            && let Some(crossing) = crossing.get_mut(local.0 as usize)
        {
            *crossing = true;
        }
    }
    crossing
}

/// The locals that are used for anything but loads from there and stores to there.
fn used_addresses(body: &Body) -> Vec<bool> {
    let mut used = vec![false; body.local_types.len()];
    let mut mark = |value: &Value| {
        if let Value::Local(local) = value
            && let Some(used) = used.get_mut(local.0 as usize)
        {
            *used = true;
        }
    };
    for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
        match &instruction.op {
            Op::Load { .. } => {}
            Op::Store { value, .. } => mark(&value.value),
            op => values(op, &mut mark),
        }
    }
    used
}
