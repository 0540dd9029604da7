//! What addresses may point to.
//!
//! An address is followed back through local variables, through parameters to the calls of the function, and no further: what is
//! loaded from memory may point anywhere, so only its own `getelementptr` says something. What the library's text loads from memory
//! is taken for the library's own.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Call, Cast, LocalId, Op, Operand, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::SymbolKind;
use mazurka_ir::{Module, Type, TypeId};
use rustc_hash::FxHashMap;

use super::targets::{START, Solution};
use super::values::variables;
use crate::call_graph::{CallGraph, FunctionId, Target, calls};
use crate::gep;

/// Values that are looked at for one address.
const MOST_VALUES: u32 = 100;

/// What an address points to.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Place {
    Unknown,
    /// Something that the library's text has made for itself.
    Library,
    Member(TypeId, u32, TypeId),
    /// Elements of arrays of a type.
    Elements(TypeId),
    Global(SymbolRef, Option<i64>),
    Local(FunctionId, LocalId, TypeId),
}

/// A function as addresses are followed through it.
struct Function<'p> {
    definitions: Vec<Option<&'p Op>>,
    /// What is stored to local variables.
    stored: FxHashMap<LocalId, Vec<&'p Value>>,
    is_variable: Vec<bool>,
    /// The calls of it, and the argument that its first parameter gets.
    callers: Vec<(FunctionId, &'p Call, usize)>,
}

pub(super) struct Addresses<'g, 'p> {
    graph: &'g CallGraph<'p>,
    functions: Vec<Function<'p>>,
}

impl<'g, 'p> Addresses<'g, 'p> {
    pub(super) fn new(graph: &'g CallGraph<'p>, solution: &Solution) -> Addresses<'g, 'p> {
        let mut functions: Vec<_> = graph.functions.iter().map(|node| Function::new(node.body)).collect();
        for (id, node) in graph.functions.iter().enumerate() {
            for call in calls(node.body) {
                if let Target::Function(callee) = graph.target(node.at.module, call) {
                    functions[callee].callers.push((id, call, 0));
                }
            }
        }
        let mut indirect: Vec<_> = solution.targets.iter().collect();
        indirect.sort_unstable_by_key(|(place, _)| **place);
        for (&(id, number), targets) in indirect {
            let node = &graph.functions[id];
            let mut instructions = node.body.blocks.iter().flat_map(|block| &block.instructions);
            let Some(Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. }) =
                instructions.nth(number as usize).map(|instruction| &instruction.op)
            else {
                continue;
            };
            let spawns = matches!(graph.target(node.at.module, call), Target::Library(_));
            for &callee in &targets.functions {
                functions[callee].callers.push((id, call, if spawns { START + 1 } else { 0 }));
            }
        }
        Addresses { graph, functions }
    }

    /// What an address may point to.
    pub(super) fn places(&self, id: FunctionId, address: &Value) -> Vec<Place> {
        let mut search = Search::new(self, MOST_VALUES, Vec::new());
        search.value(id, address);
        let is_cyclic = search.is_cyclic;
        let widen = |place| match place {
            // It walks through the variable.
            Place::Global(variable, _) if is_cyclic => Place::Global(variable, None),
            place => place,
        };
        search.found.into_iter().map(widen).collect()
    }

    /// The parameter whose value this is, and nothing else's.
    pub(super) fn parameter_value(&self, id: FunctionId, value: &Value) -> Option<usize> {
        let Value::Local(local) = value else { return None };
        let function = &self.functions[id];
        let stored = match function.definitions.get(local.0 as usize).copied().flatten() {
            Some(Op::Load { address: Value::Local(variable), .. }) => function.stored.get(variable),
            _ => None,
        };
        match stored.map(|values| &values[..]) {
            Some([Value::Local(only)]) => self.parameter(id, *only),
            Some(_) => None,
            None => self.parameter(id, *local),
        }
    }

    pub(super) fn is_library(&self, id: FunctionId) -> bool {
        self.graph.is_library(self.graph.functions[id].at.module)
    }

    fn parameter(&self, id: FunctionId, local: LocalId) -> Option<usize> {
        let index = local.0 as usize;
        (index < self.graph.functions[id].function.params.len()).then_some(index)
    }
}

impl<'p> Function<'p> {
    fn new(body: &'p Body) -> Function<'p> {
        let mut definitions = vec![None; body.local_types.len()];
        let mut stored: FxHashMap<LocalId, Vec<&Value>> = FxHashMap::default();
        let is_variable = variables(body);
        for instruction in body.blocks.iter().flat_map(|block| &block.instructions) {
            if let Some(definition) =
                instruction.result.and_then(|local| definitions.get_mut(local.0 as usize))
            {
                *definition = Some(&instruction.op);
            }
            if let Op::Store { value, address: Value::Local(local), .. } = &instruction.op
                && is_variable.get(local.0 as usize) == Some(&true)
            {
                stored.entry(*local).or_default().push(&value.value);
            }
        }
        Function { definitions, stored, is_variable, callers: Vec::new() }
    }
}

/// What one address may point to.
struct Search<'f, 'g, 'p> {
    finder: &'f Addresses<'g, 'p>,
    left: u32,
    /// Values that are being looked at.
    open: Vec<(FunctionId, LocalId)>,
    found: Vec<Place>,
    /// The address depends on itself.
    is_cyclic: bool,
}

impl<'f, 'g, 'p> Search<'f, 'g, 'p> {
    fn new(finder: &'f Addresses<'g, 'p>, left: u32, open: Vec<(FunctionId, LocalId)>) -> Search<'f, 'g, 'p> {
        Search { finder, left, open, found: Vec::new(), is_cyclic: false }
    }

    fn add(&mut self, place: Place) {
        if !self.found.contains(&place) {
            self.found.push(place);
        }
    }

    /// Nothing more is known of an address in this function.
    fn unknown(&mut self, id: FunctionId) {
        self.add(if self.finder.is_library(id) { Place::Library } else { Place::Unknown });
    }

    fn value(&mut self, id: FunctionId, value: &Value) {
        match value {
            Value::Local(local) => {
                let seen = (id, *local);
                if self.open.contains(&seen) {
                    self.is_cyclic = true;
                    return;
                }
                if self.left == 0 || self.found.contains(&Place::Unknown) {
                    return self.unknown(id);
                }
                self.left -= 1;
                self.open.push(seen);
                self.local(id, *local);
                self.open.pop();
            }
            Value::Constant(Constant::Null | Constant::Zero | Constant::Undef | Constant::Poison) => {}
            Value::Constant(constant) => {
                self.constant(id, constant);
            }
        }
    }

    fn constant(&mut self, id: FunctionId, constant: &Constant) {
        let graph = self.finder.graph;
        let module = graph.functions[id].at.module;
        let place = gep::place(&graph.program.modules[module], constant);
        let variable =
            place.and_then(|(symbol, offset)| match graph.program.resolve(SymbolRef { module, symbol }) {
                Resolved::Definition(definition) => Some((definition, offset)),
                Resolved::External(_) | Resolved::Null => None,
            });
        match variable {
            Some((variable, _)) if matches!(graph.program.symbol(variable).kind, SymbolKind::Function(_)) => {
            }
            Some((variable, offset)) => self.add(Place::Global(variable, offset)),
            None => self.unknown(id),
        }
    }

    fn local(&mut self, id: FunctionId, local: LocalId) {
        let function = &self.finder.functions[id];
        if let Some(parameter) = self.finder.parameter(id, local) {
            return self.parameter(id, parameter);
        }
        let Some(op) = function.definitions.get(local.0 as usize).copied().flatten() else {
            return self.unknown(id);
        };
        match op {
            Op::Alloca { ty, .. } => self.add(Place::Local(id, local, *ty)),
            Op::GetElementPtr { element, base, indices } => self.element(id, *element, base, indices),
            Op::Cast { op: Cast::Bitcast | Cast::AddrSpaceCast, from, .. } | Op::Freeze(from) => {
                self.value(id, &from.value);
            }
            Op::Select { then, otherwise, .. } => {
                self.value(id, then);
                self.value(id, otherwise);
            }
            Op::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| self.value(id, value)),
            Op::Load { address: Value::Local(variable), .. }
                if function.is_variable.get(variable.0 as usize) == Some(&true) =>
            {
                for value in function.stored.get(variable).into_iter().flatten() {
                    self.value(id, value);
                }
            }
            Op::Call(call) => self.result(id, call),
            _ => self.unknown(id),
        }
    }

    /// The argument of an intrinsic that returns it.
    fn result(&mut self, id: FunctionId, call: &Call) {
        let graph = self.finder.graph;
        let target = graph.target(graph.functions[id].at.module, call);
        match (target, call.arguments.first()) {
            (Target::Intrinsic(_), Some(first)) if first.operand.ty == TypeId::PTR => {
                self.value(id, &first.operand.value);
            }
            _ => self.unknown(id),
        }
    }

    fn parameter(&mut self, id: FunctionId, parameter: usize) {
        let role = self.finder.graph.functions[id].role;
        if role.is_main || role.is_entry_point {
            return self.unknown(id);
        }
        for &(caller, call, first) in &self.finder.functions[id].callers {
            match call.arguments.get(first + parameter) {
                Some(argument) => self.value(caller, &argument.operand.value),
                None => self.unknown(id),
            }
        }
    }

    fn element(&mut self, id: FunctionId, element: TypeId, base: &Operand, indices: &[Operand]) {
        let module = self.finder.graph.functions[id].module;
        let (mut ty, mut member) = (element, None);
        for index in indices.iter().skip(1) {
            match module.types.get(ty) {
                Type::Array(_, element) | Type::Vector(_, element) => ty = element,
                Type::Struct { fields, .. } => {
                    let number = match &index.value {
                        Value::Constant(Constant::Int(number)) => *number as usize,
                        _ => 0,
                    };
                    let Some(&field) = fields.get(number) else { return self.unknown(id) };
                    member = Some((ty, number as u32));
                    ty = field;
                }
                _ => return self.unknown(id),
            }
        }
        if let Some((structure, member)) = member
            && !self.finder.is_library(id)
        {
            return self.add(Place::Member(structure, member, ty));
        }
        let step = gep::offset(module, element, indices);
        // Of the base, in a search of its own: what it points to becomes something else here.
        let mut bases = Search::new(self.finder, self.left, self.open.clone());
        bases.value(id, &base.value);
        self.left = bases.left;
        self.is_cyclic |= bases.is_cyclic;
        for place in bases.found {
            self.add(match place {
                Place::Library => Place::Library,
                Place::Local(function, ..) if self.finder.is_library(function) => Place::Library,
                Place::Global(variable, _) if self.finder.graph.is_library(variable.module) => place,
                _ if let Some((structure, member)) = member => Place::Member(structure, member, ty),
                Place::Unknown => match module.types.get(elements(module, ty)) {
                    Type::Struct { .. } => Place::Unknown,
                    _ => Place::Elements(elements(module, ty)),
                },
                Place::Global(variable, offset) => Place::Global(
                    variable,
                    offset.zip(step).and_then(|(offset, step)| offset.checked_add(step)),
                ),
                Place::Local(function, local, _) if step != Some(0) => Place::Local(function, local, ty),
                Place::Member(structure, member, _) if step != Some(0) => {
                    Place::Member(structure, member, ty)
                }
                other => other,
            });
        }
    }
}

/// What arrays of a type, and arrays of these, consist of.
pub(super) fn elements(module: &Module, mut ty: TypeId) -> TypeId {
    while let Type::Array(_, element) = module.types.get(ty) {
        ty = element;
    }
    ty
}
