//! What threads may still do: which instructions a thread may execute from where it is, and which fields they access.
//!
//! Reading order: [`values`] and [`targets`] (which functions calls through pointers lead to), [`given`] (functions that are
//! arguments), [`addresses`], [`fields`] and [`accesses`] (what instructions access, as far as types say), [`pointers`] (whether pointers are kept in other forms), [`flow`]
//! (what may be executed from a point on). The control flow that is solved is not that of LLVM's text but of what is made of it:
//! the caller of [`flow::Flow`] brings it. From the text comes what it says about single instructions: [`Text`].

mod accesses;
mod addresses;
mod fields;
pub mod flow;
mod given;
mod overlaps;
mod pointers;
mod targets;
mod values;

use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use crate::bits::BitSet;
use crate::call_graph::CallGraph;
use addresses::Addresses;
pub use fields::Fields;
use given::Given;
pub use overlaps::{FieldId, FieldOverlaps, FieldSet};
pub use targets::START;
use targets::Solution;

/// What the text says about instructions.
#[derive(Debug, Default)]
pub struct Text {
    functions: FxHashMap<SymbolRef, Instructions>,
    pub fields: Fields,
    /// The program may keep pointers in a form that is not theirs.
    pub hides_pointers: bool,
}

/// What the text says about the instructions of a function, by their numbers in the order of the text.
#[derive(Debug, Default)]
pub struct Instructions {
    /// Of calls through pointers, those that start threads, and those that give functions to others.
    calls: FxHashMap<u32, Targets>,
    fields: Vec<Option<FieldId>>,
    pointer_loads: BitSet,
    /// Arguments are copied to its stack when it is called.
    pub takes_copies: bool,
    /// The parameters that are functions which it calls, or passes on to what does.
    pub given: Vec<usize>,
}

/// What a call leads to besides the function that it names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// What a call through a pointer calls, or one that starts a thread. Definitions, as all of these.
    pub functions: Vec<SymbolRef>,
    /// These are the caller's concern: they were its argument.
    pub are_given: bool,
    /// Functions that it gives to what it calls, and that are called there.
    pub charged: Vec<SymbolRef>,
    /// Of these, what its own function was given.
    pub passed_on: Vec<SymbolRef>,
    /// It may be a function of the library.
    pub may_be_library: bool,
}

impl Text {
    /// `None` for a function that cannot run.
    pub fn of(&self, function: SymbolRef) -> Option<&Instructions> {
        self.functions.get(&function)
    }
}

impl Instructions {
    /// `None` for a call that leads to nothing but the function that it names.
    pub fn targets(&self, instruction: u32) -> Option<&Targets> {
        self.calls.get(&instruction)
    }

    /// Whether it loads a value that the text calls a pointer.
    pub fn loads_pointer(&self, instruction: u32) -> bool {
        self.pointer_loads.contains(instruction as usize)
    }

    /// What an instruction accesses, if it may access anything. Of a call: what its arguments point to.
    pub fn field(&self, instruction: u32) -> Option<FieldId> {
        self.fields.get(instruction as usize).copied().flatten()
    }
}

pub fn read(graph: &CallGraph) -> Text {
    let solution = targets::find(graph);
    let addresses = Addresses::new(graph, &solution);
    let given = given::find(graph, &solution, &addresses);
    let mut text = Text { hides_pointers: pointers::hides(graph, &solution), ..Text::default() };
    let fields = accesses::find(graph, &addresses, &mut text.fields);
    let calls = calls(graph, &solution, &given);
    for (id, ((node, fields), calls)) in graph.functions.iter().zip(fields).zip(calls).enumerate() {
        let operations = node.body.blocks.iter().flat_map(|block| &block.instructions).enumerate();
        let loads = operations.filter(|(_, instruction)| pointers::loads_pointer(&instruction.op));
        let pointer_loads = loads.map(|(number, _)| number).collect();
        let takes_copies = node.function.params.iter().any(|param| param.attributes.byval.is_some());
        let given = given.parameters[id].clone();
        text.functions.insert(node.at, Instructions { calls, fields, pointer_loads, takes_copies, given });
    }
    text
}

/// What calls lead to, for every function.
fn calls(graph: &CallGraph, solution: &Solution, given: &Given) -> Vec<FxHashMap<u32, Targets>> {
    let mut calls: Vec<FxHashMap<u32, Targets>> = vec![FxHashMap::default(); graph.functions.len()];
    let definitions = |ids: &[usize]| ids.iter().map(|&id| graph.functions[id].at).collect();
    for (&(caller, instruction), called) in &solution.targets {
        let targets = calls[caller].entry(instruction).or_default();
        targets.functions = definitions(&called.functions);
        targets.may_be_library = called.may_be_library;
    }
    for &(caller, instruction) in &given.of_parameter {
        calls[caller].entry(instruction).or_default().are_given = true;
    }
    for (&(caller, instruction), charged) in &given.charged {
        calls[caller].entry(instruction).or_default().charged = definitions(charged);
    }
    for (&(caller, instruction), passed_on) in &given.passed_on {
        calls[caller].entry(instruction).or_default().passed_on = definitions(passed_on);
    }
    calls
}
