//! LLVM's first-class types, interned.
//!
//! All modules of one program share one [`Types`], so a [`TypeId`] means the same everywhere and linking never has to
//! translate types. Bodies are read lazily and may mention new types, hence the interior mutability.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(u32);

/// The types that every program has: their ids are fixed, so that testing for them needs no table.
impl TypeId {
    pub const VOID: TypeId = TypeId(0);
    pub const PTR: TypeId = TypeId(1);
    pub const I1: TypeId = TypeId(2);
    pub const I8: TypeId = TypeId(3);
    pub const I16: TypeId = TypeId(4);
    pub const I32: TypeId = TypeId(5);
    pub const I64: TypeId = TypeId(6);
    pub const FLOAT: TypeId = TypeId(7);
    pub const DOUBLE: TypeId = TypeId(8);
    pub const OPAQUE: TypeId = TypeId(9);
    pub const LABEL: TypeId = TypeId(10);
    pub const METADATA: TypeId = TypeId(11);
    pub const TOKEN: TypeId = TypeId(12);
}

/// In the order of the ids above.
const FIXED: [Type; 13] = [
    Type::Void,
    Type::Ptr,
    Type::Int(1),
    Type::Int(8),
    Type::Int(16),
    Type::Int(32),
    Type::Int(64),
    Type::Float,
    Type::Double,
    Type::Opaque,
    Type::Label,
    Type::Metadata,
    Type::Token,
];

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    /// `iN`.
    Int(u32),
    Float,
    Double,
    /// `x86_fp80`: C's `long double`.
    Extended,
    /// `ptr`, and every `T*` of LLVM 14.
    Ptr,
    Array(u64, TypeId),
    Vector(u32, TypeId),
    Struct {
        fields: Rc<[TypeId]>,
        packed: bool,
    },
    Function {
        result: TypeId,
        params: Rc<[TypeId]>,
        varargs: bool,
    },
    /// `%T = type opaque`: has no size, only pointers to it make sense.
    Opaque,
    Label,
    Metadata,
    Token,
    /// A type that LLVM has and we do not (`fp128`, `half`, scalable vectors …), kept by its text: reading it is
    /// fine, using it is refused.
    Unsupported(Rc<str>),
}

#[derive(Default, Debug)]
pub struct Types {
    table: RefCell<Interner>,
}

/// How big a type is as a tree. Shared parts are stored once but visited as often as they occur, so recursion over
/// types needs this bound on its time and stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    pub depth: u32,
    /// Saturates.
    pub nodes: u32,
}

#[derive(Debug)]
struct Interner {
    types: Vec<Type>,
    /// Beside the types.
    extents: Vec<Extent>,
    ids: FxHashMap<Type, TypeId>,
}

impl Default for Interner {
    fn default() -> Self {
        let ids = FIXED.into_iter().zip((0..).map(TypeId)).collect();
        Interner { types: FIXED.to_vec(), extents: vec![Extent { depth: 1, nodes: 1 }; FIXED.len()], ids }
    }
}

impl Interner {
    fn extent(&self, ty: &Type) -> Extent {
        let around = |parts: &[TypeId]| {
            let parts = parts.iter().map(|part| self.extents[part.0 as usize]);
            parts.fold(Extent { depth: 1, nodes: 1 }, |whole, part| Extent {
                depth: whole.depth.max(part.depth.saturating_add(1)),
                nodes: whole.nodes.saturating_add(part.nodes),
            })
        };
        match ty {
            Type::Array(_, element) | Type::Vector(_, element) => around(&[*element]),
            Type::Struct { fields, .. } => around(fields),
            Type::Function { result, params, .. } => around(&[params, &[*result][..]].concat()),
            _ => around(&[]),
        }
    }
}

impl Types {
    pub fn new() -> Rc<Types> {
        Rc::new(Types::default())
    }

    pub fn intern(&self, ty: Type) -> TypeId {
        let mut table = self.table.borrow_mut();
        if let Some(&id) = table.ids.get(&ty) {
            return id;
        }
        let id = TypeId(table.types.len() as u32);
        let extent = table.extent(&ty);
        table.extents.push(extent);
        table.types.push(ty.clone());
        table.ids.insert(ty, id);
        id
    }

    /// The type behind an id; cheap to clone by construction.
    pub fn get(&self, id: TypeId) -> Type {
        self.table.borrow().types[id.0 as usize].clone()
    }

    /// Looks at a type without cloning it. The callback must not intern.
    pub fn with<R>(&self, id: TypeId, look: impl FnOnce(&Type) -> R) -> R {
        look(&self.table.borrow().types[id.0 as usize])
    }

    pub fn extent(&self, id: TypeId) -> Extent {
        self.table.borrow().extents[id.0 as usize]
    }

    /// The width of an integer type.
    pub fn int_bits(&self, id: TypeId) -> Option<u32> {
        self.with(id, |ty| if let Type::Int(bits) = ty { Some(*bits) } else { None })
    }

    pub fn int(&self, bits: u32) -> TypeId {
        match bits {
            1 => TypeId::I1,
            8 => TypeId::I8,
            16 => TypeId::I16,
            32 => TypeId::I32,
            64 => TypeId::I64,
            _ => self.intern(Type::Int(bits)),
        }
    }

    pub fn ptr(&self) -> TypeId {
        TypeId::PTR
    }

    pub fn void(&self) -> TypeId {
        TypeId::VOID
    }

    /// A struct of these fields, not packed.
    pub fn structure(&self, fields: &[TypeId]) -> TypeId {
        self.intern(Type::Struct { fields: fields.into(), packed: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_ids_name_their_types() {
        let types = Types::new();
        for (index, ty) in FIXED.into_iter().enumerate() {
            assert_eq!(types.get(TypeId(index as u32)), ty);
            assert_eq!(types.intern(ty), TypeId(index as u32));
        }
        assert_eq!(types.get(TypeId::TOKEN), Type::Token);
        assert_eq!(types.int(32), types.intern(Type::Int(32)));
    }

    #[test]
    fn extents_count_shared_parts_as_often_as_they_occur() {
        let types = Types::new();
        let pair = types.structure(&[TypeId::I32, TypeId::I32]);
        let pairs = types.structure(&[pair, pair]);
        assert_eq!(types.extent(pairs), Extent { depth: 3, nodes: 7 });
        assert_eq!(types.extent(types.intern(Type::Array(1 << 40, pair))), Extent { depth: 3, nodes: 4 });
        let doubled = (0..100).fold(pair, |ty, _| types.structure(&[ty, ty]));
        assert_eq!(types.extent(doubled), Extent { depth: 102, nodes: u32::MAX });
    }
}
