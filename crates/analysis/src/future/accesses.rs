//! The field of every instruction that accesses memory: the innermost struct of the `getelementptr` that its address comes from.
//!
//! An address is followed back through local variables, through parameters to the calls of the function, and no further: what is
//! loaded from memory may point anywhere, so only its own `getelementptr` says something.

use mazurka_ir::constant::Constant;
use mazurka_ir::instruction::{Body, Call, Callee, Cast, LocalId, Op, Operand, Value};
use mazurka_ir::link::{Resolved, SymbolRef};
use mazurka_ir::module::SymbolKind;
use mazurka_ir::{Module, Type, TypeId};
use rustc_hash::FxHashMap;

use super::fields::{Field, Fields};
use super::overlaps::FieldId;
use super::targets::{START, Solution, variables};
use crate::call_graph::{CallGraph, FunctionId, Target, calls};
use crate::gep;
use crate::library::{Effect, Locking, Memory};

/// Values that are looked at for one address.
const MOST_VALUES: u32 = 100;
/// Fields of one instruction.
const MOST_FIELDS: usize = 16;
/// Members of a struct that is accessed as a whole.
const MOST_MEMBERS: u32 = 200;

/// What an address points to.
#[derive(Clone, PartialEq, Debug)]
enum Place {
    Unknown,
    Member(TypeId, u32, TypeId),
    /// Elements of arrays of a type.
    Elements(TypeId),
    Global(SymbolRef, Option<i64>),
    Local(FunctionId, LocalId, TypeId),
}

/// Where an address is used: how much is accessed there.
#[derive(Clone, Copy)]
enum Size {
    /// A value of this type.
    Value(TypeId),
    /// A range of unknown length.
    Range,
    /// An object of the library's: what it is made of is not looked at.
    Object,
}

/// The fields of a function's instructions, by their numbers in the text; `None` where there is nothing to say.
pub(super) type FieldsOf = Vec<Option<FieldId>>;

pub(super) fn find(graph: &CallGraph, solution: &Solution, fields: &mut Fields) -> Vec<FieldsOf> {
    let finder = Finder::new(graph, solution);
    (0..graph.functions.len()).map(|id| finder.function(id, fields)).collect()
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

struct Finder<'g, 'p> {
    graph: &'g CallGraph<'p>,
    functions: Vec<Function<'p>>,
}

impl<'g, 'p> Finder<'g, 'p> {
    fn new(graph: &'g CallGraph<'p>, solution: &Solution) -> Finder<'g, 'p> {
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
            let Some(Op::Call(call) | Op::Invoke { call, .. }) =
                instructions.nth(number as usize).map(|instruction| &instruction.op)
            else {
                continue;
            };
            let spawns = matches!(graph.target(node.at.module, call), Target::Library(_));
            for &callee in &targets.functions {
                functions[callee].callers.push((id, call, if spawns { START + 1 } else { 0 }));
            }
        }
        Finder { graph, functions }
    }

    fn function(&self, id: FunctionId, fields: &mut Fields) -> FieldsOf {
        let body = self.graph.functions[id].body;
        let instructions = body.blocks.iter().flat_map(|block| &block.instructions);
        instructions.map(|instruction| self.instruction(id, &instruction.op, fields)).collect()
    }

    fn instruction(&self, id: FunctionId, op: &Op, fields: &mut Fields) -> Option<FieldId> {
        match op {
            Op::Load { ty, address, .. } => Some(self.access(id, &[(address, Size::Value(*ty))], fields)),
            Op::Store { value, address, .. } | Op::AtomicRmw { value, address, .. } => {
                Some(self.access(id, &[(address, Size::Value(value.ty))], fields))
            }
            Op::CmpXchg { address, expected, .. } => {
                Some(self.access(id, &[(address, Size::Value(expected.ty))], fields))
            }
            Op::VaArg { .. } => Some(Fields::VARIABLE_ARGUMENTS),
            Op::Call(call) | Op::Invoke { call, .. } => self.call(id, call, fields),
            _ => None,
        }
    }

    /// What a call accesses by itself.
    fn call(&self, id: FunctionId, call: &Call, fields: &mut Fields) -> Option<FieldId> {
        let node = &self.graph.functions[id];
        if matches!(call.callee, Callee::InlineAsm(_)) {
            return None;
        }
        let size = match self.graph.target(node.at.module, call) {
            Target::Library(Effect { memory: Memory::Allocates, .. }) => return Some(Fields::LIBRARY),
            Target::Library(Effect { memory: Memory::Frees | Memory::Resizes, .. }) => {
                return Some(Fields::BLOCK);
            }
            Target::Library(Effect { locking: Locking::None, .. }) => Size::Range,
            Target::Library(_) => Size::Object,
            Target::Function(callee) if self.graph.is_library(self.graph.functions[callee].at.module) => {
                Size::Object
            }
            Target::Function(_) => Size::Range,
            Target::Intrinsic(_) | Target::Unknown => Size::Range,
        };
        let pointers = call
            .arguments
            .iter()
            .map(|argument| &argument.operand)
            .filter(|argument| argument.ty == TypeId::PTR);
        let addresses: Vec<_> = pointers.map(|pointer| (&pointer.value, size)).collect();
        Some(self.access(id, &addresses, fields))
    }

    fn access(&self, id: FunctionId, addresses: &[(&Value, Size)], fields: &mut Fields) -> FieldId {
        let mut all = Vec::new();
        for &(address, size) in addresses {
            let mut search = Search::new(self, MOST_VALUES, Vec::new());
            search.value(id, address);
            for place in search.found {
                let place = match place {
                    // It walks through the variable.
                    Place::Global(variable, _) if search.is_cyclic => Place::Global(variable, None),
                    place => place,
                };
                self.fields_of(id, place, size, fields, &mut all);
            }
        }
        if all.len() > MOST_FIELDS { FieldId::ANY } else { fields.several(all) }
    }

    /// The fields of what is accessed at a place.
    fn fields_of(
        &self,
        id: FunctionId,
        place: Place,
        size: Size,
        fields: &mut Fields,
        all: &mut Vec<FieldId>,
    ) {
        let module = self.graph.functions[id].module;
        let of_type = |ty| module.layout.of(&module.types, ty).map(|layout| layout.size);
        match place {
            Place::Unknown => all.push(FieldId::ANY),
            Place::Member(structure, member, ty) => {
                all.push(self.member(module, structure, member, fields));
                self.inner(module, ty, size, fields, all);
            }
            Place::Elements(ty) => {
                // An offset in bytes says nothing about what is there.
                let is_whole = matches!(size, Size::Value(accessed) if of_type(accessed) == of_type(ty));
                let name = || format!("elements of type {}", describe(module, ty));
                all.push(if is_whole { fields.id(Field::Elements(ty), name) } else { FieldId::ANY });
            }
            Place::Global(variable, offset) => self.global(variable, offset, size, fields, all),
            Place::Local(function, local, ty) => {
                let node = &self.graph.functions[function];
                let name = &self.graph.program.symbol(node.at).name;
                all.push(fields.id(Field::Local(node.at, local), || format!("a variable of {name}")));
                self.inner(module, ty, size, fields, all);
            }
        }
    }

    fn member(&self, module: &Module, structure: TypeId, member: u32, fields: &mut Fields) -> FieldId {
        let name = || format!("member {member} of {}", describe(module, structure));
        fields.id(Field::Member(structure, member), name)
    }

    /// The members of structs in what is accessed, if that may be more than one value.
    fn inner(&self, module: &Module, ty: TypeId, size: Size, fields: &mut Fields, all: &mut Vec<FieldId>) {
        let is_scalar = |ty| !matches!(module.types.get(ty), Type::Struct { .. } | Type::Array(..));
        match size {
            Size::Object => return,
            _ if is_scalar(ty) => return,
            _ => {}
        }
        if module.types.extent(ty).nodes > MOST_MEMBERS {
            all.push(FieldId::ANY);
            return;
        }
        match module.types.get(ty) {
            Type::Array(_, element) => self.inner(module, element, size, fields, all),
            Type::Struct { fields: members, .. } => {
                for (member, &inner) in members.iter().enumerate() {
                    all.push(self.member(module, ty, member as u32, fields));
                    self.inner(module, inner, size, fields, all);
                }
            }
            _ => {}
        }
    }

    fn global(
        &self,
        variable: SymbolRef,
        offset: Option<i64>,
        size: Size,
        fields: &mut Fields,
        all: &mut Vec<FieldId>,
    ) {
        let module = &self.graph.program.modules[variable.module];
        let symbol = self.graph.program.symbol(variable);
        let SymbolKind::Variable(described) = &symbol.kind else { return all.push(FieldId::ANY) };
        if described.constant {
            return;
        }
        let (ty, member) = part(module, described.ty, offset.unwrap_or(0), size);
        if let (Some((structure, member)), Some(_)) = (member, offset) {
            all.push(self.member(module, structure, member, fields));
        } else {
            all.push(fields.id(Field::Global(variable, offset), || symbol.name.to_string()));
            let element = elements(module, described.ty);
            if element != described.ty {
                fields.set_elements(variable, element);
            }
        }
        self.inner(module, ty, size, fields, all);
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
    finder: &'f Finder<'g, 'p>,
    left: u32,
    /// Values that are being looked at.
    open: Vec<(FunctionId, LocalId)>,
    found: Vec<Place>,
    /// The address depends on itself.
    is_cyclic: bool,
}

impl<'f, 'g, 'p> Search<'f, 'g, 'p> {
    fn new(finder: &'f Finder<'g, 'p>, left: u32, open: Vec<(FunctionId, LocalId)>) -> Search<'f, 'g, 'p> {
        Search { finder, left, open, found: Vec::new(), is_cyclic: false }
    }

    fn add(&mut self, place: Place) {
        if !self.found.contains(&place) {
            self.found.push(place);
        }
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
                    return self.add(Place::Unknown);
                }
                self.left -= 1;
                self.open.push(seen);
                self.local(id, *local);
                self.open.pop();
            }
            Value::Constant(Constant::Null | Constant::Zero | Constant::Undef | Constant::Poison) => {}
            Value::Constant(constant) => {
                let at = self.finder.graph.functions[id].at.module;
                self.constant(at, constant);
            }
        }
    }

    fn constant(&mut self, module: usize, constant: &Constant) {
        let graph = self.finder.graph;
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
            None => self.add(Place::Unknown),
        }
    }

    fn local(&mut self, id: FunctionId, local: LocalId) {
        let function = &self.finder.functions[id];
        if let Some(parameter) = self.finder.parameter(id, local) {
            return self.parameter(id, parameter);
        }
        let Some(op) = function.definitions.get(local.0 as usize).copied().flatten() else {
            return self.add(Place::Unknown);
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
            _ => self.add(Place::Unknown),
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
            _ => self.add(Place::Unknown),
        }
    }

    fn parameter(&mut self, id: FunctionId, parameter: usize) {
        let role = self.finder.graph.functions[id].role;
        if role.is_main || role.is_entry_point {
            return self.add(Place::Unknown);
        }
        for &(caller, call, first) in &self.finder.functions[id].callers {
            match call.arguments.get(first + parameter) {
                Some(argument) => self.value(caller, &argument.operand.value),
                None => self.add(Place::Unknown),
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
                    let Some(&field) = fields.get(number) else { return self.add(Place::Unknown) };
                    member = Some((ty, number as u32));
                    ty = field;
                }
                _ => return self.add(Place::Unknown),
            }
        }
        if let Some((structure, member)) = member {
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

/// The part of a variable that is accessed at an offset: its type, and the innermost struct that it is a member of.
fn part(module: &Module, ty: TypeId, offset: i64, size: Size) -> (TypeId, Option<(TypeId, u32)>) {
    let size_of = |ty| module.layout.of(&module.types, ty).map_or(0, |layout| layout.size);
    let (mut ty, mut member, mut offset) = (ty, None, u64::try_from(offset).unwrap_or(u64::MAX));
    loop {
        let is_it = match size {
            Size::Value(accessed) => size_of(ty) <= size_of(accessed),
            Size::Range | Size::Object => offset == 0,
        };
        if is_it || offset >= size_of(ty) {
            return (ty, member);
        }
        match module.types.get(ty) {
            Type::Array(_, element) => {
                let stride = module.layout.of(&module.types, element).map_or(0, |layout| layout.stride());
                if stride == 0 {
                    return (ty, member);
                }
                (ty, offset) = (element, offset % stride);
            }
            Type::Struct { fields, packed } => {
                let Some((starts, _)) = module.layout.structure(&module.types, &fields, packed) else {
                    return (ty, member);
                };
                let at = starts.partition_point(|&start| start <= offset).saturating_sub(1);
                let Some((&start, &field)) = starts.get(at).zip(fields.get(at)) else { return (ty, member) };
                (member, ty, offset) = (Some((ty, at as u32)), field, offset - start);
            }
            _ => return (ty, member),
        }
    }
}

/// What arrays of a type, and arrays of these, consist of.
fn elements(module: &Module, mut ty: TypeId) -> TypeId {
    while let Type::Array(_, element) = module.types.get(ty) {
        ty = element;
    }
    ty
}

/// A type as LLVM's text has it.
fn describe(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Type::Int(bits) => format!("i{bits}"),
        Type::Ptr => "ptr".into(),
        Type::Float => "float".into(),
        Type::Double => "double".into(),
        Type::Array(count, element) => format!("[{count} x {}]", describe(module, element)),
        Type::Struct { .. } if module.types.extent(ty).nodes > MOST_MEMBERS => "{ … }".into(),
        Type::Struct { fields, .. } => {
            let fields: Vec<String> = fields.iter().map(|&field| describe(module, field)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        _ => "…".into(),
    }
}
