//! The fields of a program, and which of them overlap as far as types say.
//!
//! They are a first assumption, not a claim: in C a struct may be accessed as another, and a union has several. Where accesses to
//! different fields are seen to touch the same byte, the caller says so ([`FieldOverlaps::add`]) and repeats its search.

use mazurka_ir::TypeId;
use mazurka_ir::instruction::LocalId;
use mazurka_ir::link::SymbolRef;
use rustc_hash::FxHashMap;

use super::overlaps::{FieldId, FieldOverlaps};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Field {
    Any,
    /// The library's own memory.
    Library,
    /// A block on the heap, as a whole.
    Block,
    /// A `va_list`, and where it points to.
    VariableArguments,
    JumpBuffer,
    /// A member of structs of this type, all of its elements if it is an array. Structs of one shape are one type.
    Member(TypeId, u32),
    /// What pointers to this type are indexed for.
    Elements(TypeId),
    /// A variable, at this offset if it is known.
    Global(SymbolRef, Option<i64>),
    /// A variable on the stack of a function.
    Local(SymbolRef, LocalId),
    /// All variables on the stack of a function, where it returns.
    Frame(SymbolRef),
    /// An instruction that accesses several.
    Several(Vec<FieldId>),
}

/// All fields, by their ids.
#[derive(Clone, Debug)]
pub struct Fields {
    ids: FxHashMap<Field, FieldId>,
    list: Vec<Field>,
    names: Vec<String>,
    /// The elements of variables that are arrays.
    elements: FxHashMap<SymbolRef, TypeId>,
}

impl Default for Fields {
    fn default() -> Fields {
        let mut fields = Fields {
            ids: FxHashMap::default(),
            list: Vec::new(),
            names: Vec::new(),
            elements: FxHashMap::default(),
        };
        let fixed = [
            (Field::Any, "any memory"),
            (Field::Library, "the library's own memory"),
            (Field::Block, "a whole heap block"),
            (Field::VariableArguments, "variable arguments"),
            (Field::JumpBuffer, "a jump buffer"),
        ];
        for (field, name) in fixed {
            fields.id(field, || name.to_owned());
        }
        fields
    }
}

impl Fields {
    pub const LIBRARY: FieldId = FieldId(1);
    pub const BLOCK: FieldId = FieldId(2);
    pub const VARIABLE_ARGUMENTS: FieldId = FieldId(3);
    pub const JUMP_BUFFER: FieldId = FieldId(4);

    pub(super) fn id(&mut self, field: Field, name: impl FnOnce() -> String) -> FieldId {
        if let Some(&id) = self.ids.get(&field) {
            return id;
        }
        let id = FieldId(self.list.len() as u32);
        self.names.push(name());
        self.list.push(field.clone());
        self.ids.insert(field, id);
        id
    }

    /// The id of several fields together.
    pub(super) fn several(&mut self, mut all: Vec<FieldId>) -> FieldId {
        all.sort_unstable();
        all.dedup();
        match all[..] {
            [] => Fields::LIBRARY,
            [FieldId::ANY, ..] => FieldId::ANY,
            [one] => one,
            _ => {
                let names: Vec<&str> = all.iter().map(|field| &*self.names[field.0 as usize]).collect();
                let name = names.join(", ");
                self.id(Field::Several(all), || name)
            }
        }
    }

    pub(super) fn set_elements(&mut self, variable: SymbolRef, ty: TypeId) {
        self.elements.insert(variable, ty);
    }

    /// All variables on the stack of a function.
    pub fn frame(&mut self, function: SymbolRef, name: &str) -> FieldId {
        self.id(Field::Frame(function), || format!("the variables of {name}"))
    }

    pub fn ids(&self) -> impl Iterator<Item = FieldId> + use<> {
        (0..self.list.len() as u32).map(FieldId)
    }

    /// What people call it, as far as types say.
    pub fn name(&self, field: FieldId) -> &str {
        &self.names[field.0 as usize]
    }

    /// What an access to a field touches: itself, and the fields that it is made of.
    pub fn parts(&self, field: FieldId) -> Vec<FieldId> {
        match &self.list[field.0 as usize] {
            Field::Several(parts) => parts.iter().copied().chain([field]).collect(),
            _ => vec![field],
        }
    }

    /// What types say.
    pub fn overlaps(&self) -> FieldOverlaps {
        let mut overlaps = FieldOverlaps::new(self.list.len());
        let all = || self.list.iter().zip((0..).map(FieldId));
        let mut groups: FxHashMap<SymbolRef, Vec<(FieldId, Option<i64>)>> = FxHashMap::default();
        for (field, id) in all() {
            match field {
                Field::Global(variable, offset) => groups.entry(*variable).or_default().push((id, *offset)),
                // A variable of its own is not a block.
                Field::Member(..) | Field::Elements(_) => _ = overlaps.add(Fields::BLOCK, id),
                _ => {}
            }
        }
        for (variable, places) in groups {
            for &(id, offset) in &places {
                let meets = |other: Option<i64>| offset.is_none() || other.is_none() || offset == other;
                let others = places.iter().filter(|(_, other)| meets(*other));
                others.for_each(|&(other, _)| _ = overlaps.add(id, other));
                let elements =
                    self.elements.get(&variable).and_then(|&ty| self.ids.get(&Field::Elements(ty)));
                elements.into_iter().for_each(|&elements| _ = overlaps.add(id, elements));
            }
        }
        for (field, id) in all() {
            if let Field::Several(parts) = field {
                for part in parts {
                    let others = overlaps.of(*part).clone();
                    overlaps.add_set(id, &others);
                }
            }
        }
        overlaps
    }
}
