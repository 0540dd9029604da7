//! The field of every instruction that accesses memory: the innermost struct of the `getelementptr` that its address comes from.

use mazurka_ir::instruction::{Call, Callee, Op, Value};
use mazurka_ir::link::SymbolRef;
use mazurka_ir::module::SymbolKind;
use mazurka_ir::{Module, Type, TypeId};

use super::addresses::{Addresses, Place, elements};
use super::fields::{Field, Fields};
use super::overlaps::FieldId;
use super::targets::START;
use crate::call_graph::{CallGraph, FunctionId, Target};
use crate::library::{Effect, Locking, Memory};

/// Fields of one instruction.
const MOST_FIELDS: usize = 16;
/// Members of a struct that is accessed as a whole.
const MOST_MEMBERS: u32 = 200;

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

pub(super) fn find<'g, 'p>(
    graph: &'g CallGraph<'p>,
    addresses: &Addresses<'g, 'p>,
    fields: &mut Fields,
) -> Vec<FieldsOf> {
    let finder = Finder { graph, addresses };
    (0..graph.functions.len()).map(|id| finder.function(id, fields)).collect()
}

struct Finder<'a, 'g, 'p> {
    graph: &'g CallGraph<'p>,
    addresses: &'a Addresses<'g, 'p>,
}

impl Finder<'_, '_, '_> {
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
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => self.call(id, call, fields),
            _ => None,
        }
    }

    /// What a call accesses by itself.
    fn call(&self, id: FunctionId, call: &Call, fields: &mut Fields) -> Option<FieldId> {
        let node = &self.graph.functions[id];
        if matches!(call.callee, Callee::InlineAsm(_)) {
            return None;
        }
        let target = self.graph.target(node.at.module, call);
        let size = match target {
            Target::Library(Effect { memory: Memory::Allocates, .. }) => return Some(Fields::LIBRARY),
            Target::Library(Effect { memory: Memory::Frees | Memory::Resizes, .. }) => {
                let freed =
                    call.arguments.first().map(|block| self.addresses.places(id, &block.operand.value));
                let is_own = freed.is_some_and(|places| places.iter().all(|place| *place == Place::Library));
                return Some(if is_own { Fields::LIBRARY } else { Fields::BLOCK });
            }
            Target::Library(Effect { takes_values: true, .. }) => return Some(Fields::LIBRARY),
            Target::Library(Effect { locking: Locking::None, .. }) => Size::Range,
            Target::Library(_) => Size::Object,
            Target::Function(callee) if self.graph.is_library(self.graph.functions[callee].at.module) => {
                Size::Object
            }
            Target::Function(_) => Size::Range,
            Target::Intrinsic(_) | Target::Unknown => Size::Range,
        };
        // What starts a thread passes it on with its argument.
        let spawns = matches!(target, Target::Library(Effect { spawns: true, .. }));
        let count = if spawns { START } else { call.arguments.len() };
        let arguments = call.arguments.iter().take(count).map(|argument| &argument.operand);
        let pointers = arguments.filter(|argument| argument.ty == TypeId::PTR);
        let addresses: Vec<_> = pointers.map(|pointer| (&pointer.value, size)).collect();
        Some(self.access(id, &addresses, fields))
    }

    fn access(&self, id: FunctionId, addresses: &[(&Value, Size)], fields: &mut Fields) -> FieldId {
        let mut all = Vec::new();
        for &(address, size) in addresses {
            for place in self.addresses.places(id, address) {
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
            Place::Library => all.push(Fields::LIBRARY),
            Place::Local(function, ..) if self.addresses.is_library(function) => all.push(Fields::LIBRARY),
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
        if self.graph.is_library(variable.module) {
            return all.push(fields.id(Field::Global(variable, None), || symbol.name.to_string()));
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

/// A type as LLVM's text has it.
fn describe(module: &Module, ty: TypeId) -> String {
    match module.types.get(ty) {
        Type::Int(bits) => format!("i{bits}"),
        Type::Ptr => "ptr".into(),
        Type::Float => "float".into(),
        Type::Double => "double".into(),
        Type::Extended => "x86_fp80".into(),
        Type::Array(count, element) => format!("[{count} x {}]", describe(module, element)),
        Type::Struct { .. } if module.types.extent(ty).nodes > MOST_MEMBERS => "{ … }".into(),
        Type::Struct { fields, .. } => {
            let fields: Vec<String> = fields.iter().map(|&field| describe(module, field)).collect();
            format!("{{ {} }}", fields.join(", "))
        }
        _ => "…".into(),
    }
}
