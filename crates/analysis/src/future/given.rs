//! Calls of functions that a function is given as an argument: `pthread_create`, `qsort`, and what the program has of this kind.
//!
//! What such a call leads to is not part of what its function does, but of the call that gives it the argument: a thread that still
//! creates one thread then does not count as one that may run the functions of all threads. A parameter counts only if nothing
//! but its value is called; where it is passed on as another function's argument, that is the caller's concern, too. A frame of such a
//! function may be asked about without its callers: for it, all that may have been given counts.

use mazurka_ir::instruction::{Call, Callee, Op, Value};
use rustc_hash::FxHashMap;

use super::addresses::Addresses;
use super::targets::{Place, START, Solution};
use crate::call_graph::{CallGraph, FunctionId, Target};

#[derive(Default)]
pub(super) struct Given {
    /// By calls: what they give to the functions that they call.
    pub charged: FxHashMap<Place, Vec<FunctionId>>,
    /// By calls: what their own function may have been given for them.
    pub passed_on: FxHashMap<Place, Vec<FunctionId>>,
    /// Calls of nothing but a parameter.
    pub of_parameter: Vec<Place>,
    /// For every function, the parameters that are its callers' concern.
    pub parameters: Vec<Vec<usize>>,
}

struct Site<'p> {
    place: Place,
    call: &'p Call,
    /// What is called, if it is not named.
    callee: Option<&'p Value>,
    callees: Vec<FunctionId>,
    /// The argument that the first parameter gets.
    first: usize,
}

pub(super) fn find(graph: &CallGraph, solution: &Solution, addresses: &Addresses) -> Given {
    let sites = sites(graph, solution);
    let mut given = Given { parameters: vec![Vec::new(); graph.functions.len()], ..Given::default() };
    loop {
        let mut has_changed = false;
        for Site { place: (id, _), call, callee, callees, first } in &sites {
            let called = callee.and_then(|callee| addresses.parameter_value(*id, callee));
            let passed = callees.iter().flat_map(|&callee| &given.parameters[callee]);
            let passed = passed.filter_map(|parameter| {
                addresses.parameter_value(*id, &call.arguments.get(first + parameter)?.operand.value)
            });
            for parameter in called.into_iter().chain(passed).collect::<Vec<_>>() {
                if !given.parameters[*id].contains(&parameter) {
                    given.parameters[*id].push(parameter);
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            break;
        }
    }
    for site in &sites {
        given.account(graph, site, solution, addresses);
    }
    given
}

impl Given {
    fn account(&mut self, graph: &CallGraph, site: &Site, solution: &Solution, addresses: &Addresses) {
        let &Site { place, call, callee, ref callees, first } = site;
        let (mut charged, mut passed_on) = (Vec::new(), Vec::new());
        if callee.is_some_and(|callee| addresses.parameter_value(place.0, callee).is_some()) {
            self.of_parameter.push(place);
        }
        for &parameter in callees.iter().flat_map(|&callee| &self.parameters[callee]) {
            let Some(argument) = call.arguments.get(first + parameter) else { continue };
            let value = &argument.operand.value;
            match addresses.parameter_value(place.0, value) {
                Some(_) => passed_on.extend(solution.functions(graph, place.0, value)),
                None => charged.extend(solution.functions(graph, place.0, value)),
            }
        }
        for (mut functions, of) in [(charged, &mut self.charged), (passed_on, &mut self.passed_on)] {
            functions.sort_unstable();
            functions.dedup();
            if !functions.is_empty() {
                of.insert(place, functions);
            }
        }
    }
}

/// All calls of functions with a body.
fn sites<'p>(graph: &CallGraph<'p>, solution: &Solution) -> Vec<Site<'p>> {
    let mut sites = Vec::new();
    for (id, node) in graph.functions.iter().enumerate() {
        let instructions = node.body.blocks.iter().flat_map(|block| &block.instructions);
        for (instruction, number) in instructions.zip(0..) {
            let (Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. }) = &instruction.op else {
                continue;
            };
            let place = (id, number);
            let found = || solution.targets.get(&place).map(|targets| targets.functions.clone());
            let (callee, callees, first) = match (graph.target(node.at.module, call), &call.callee) {
                (Target::Function(callee), _) => (None, vec![callee], 0),
                (Target::Library(effect), _) if effect.spawns => {
                    let start = call.arguments.get(START).map(|start| &start.operand.value);
                    (start, found().unwrap_or_default(), START + 1)
                }
                (Target::Unknown, Callee::Value(callee)) => (Some(callee), found().unwrap_or_default(), 0),
                _ => continue,
            };
            sites.push(Site { place, call, callee, callees, first });
        }
    }
    sites
}
