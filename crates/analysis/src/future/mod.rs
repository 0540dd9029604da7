//! What threads may still do: which instructions a thread may execute from where it is, and which fields they access.
//!
//! Reading order: [`values`] and [`targets`] (which functions calls through pointers lead to), [`addresses`], [`fields`] and
//! [`accesses`] (what instructions access, as far as types say), [`pointers`] (whether pointers are kept in other forms), [`flow`]
//! (what may be executed from a point on). The control flow that is solved is not that of LLVM's text but of what is made of it:
//! the caller of [`flow::Flow`] brings it. From the text comes what it says about single instructions: [`Text`].

mod accesses;
mod addresses;
mod fields;
pub mod flow;
mod overlaps;
mod pointers;
mod targets;
mod values;

use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use crate::bits::BitSet;
use crate::call_graph::CallGraph;
pub use fields::Fields;
pub use overlaps::{FieldId, FieldOverlaps, FieldSet};

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
    /// Of calls through pointers, and of those that start threads.
    calls: FxHashMap<u32, Targets>,
    fields: Vec<Option<FieldId>>,
    pointer_loads: BitSet,
    /// Arguments are copied to its stack when it is called.
    pub takes_copies: bool,
}

/// What a call leads to besides the function that it names.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Targets {
    /// Definitions.
    pub functions: Vec<SymbolRef>,
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
    /// Of a call through a pointer, or one that starts a thread.
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
    let mut text = Text::default();
    let fields = accesses::find(graph, &solution, &mut text.fields);
    for (node, fields) in graph.functions.iter().zip(fields) {
        let operations = node.body.blocks.iter().flat_map(|block| &block.instructions).enumerate();
        let loads = operations.filter(|(_, instruction)| pointers::loads_pointer(&instruction.op));
        let pointer_loads = loads.map(|(number, _)| number).collect();
        let takes_copies = node.function.params.iter().any(|param| param.attributes.byval.is_some());
        text.functions.insert(
            node.at,
            Instructions { calls: FxHashMap::default(), fields, pointer_loads, takes_copies },
        );
    }
    text.hides_pointers = pointers::hides(graph, &solution);
    for ((caller, instruction), called) in &solution.targets {
        let definition = |&id: &usize| graph.functions[id].at;
        let functions = called.functions.iter().map(definition).collect();
        let targets = Targets { functions, may_be_library: called.may_be_library };
        if let Some(caller) = text.functions.get_mut(&graph.functions[*caller].at) {
            caller.calls.insert(*instruction, targets);
        }
    }
    text
}
