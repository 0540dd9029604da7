//! LLVM's first-class types, interned.
//!
//! All modules of one program share one [`Types`], so a [`TypeId`] means the same everywhere and linking never has to
//! translate types. Bodies are read lazily and may mention new types, hence the interior mutability.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(u32);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    /// `iN`.
    Int(u32),
    Float,
    Double,
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
    /// A type that LLVM has and we do not (`x86_fp80`, `half`, scalable vectors …), kept by its text: reading it is
    /// fine, using it is refused.
    Unsupported(Rc<str>),
}

#[derive(Default, Debug)]
pub struct Types {
    table: RefCell<Interner>,
}

#[derive(Default, Debug)]
struct Interner {
    types: Vec<Type>,
    ids: FxHashMap<Type, TypeId>,
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
        table.types.push(ty.clone());
        table.ids.insert(ty, id);
        id
    }

    /// The type behind an id; cheap to clone by construction.
    pub fn get(&self, id: TypeId) -> Type {
        self.table.borrow().types[id.0 as usize].clone()
    }

    pub fn int(&self, bits: u32) -> TypeId {
        self.intern(Type::Int(bits))
    }

    pub fn ptr(&self) -> TypeId {
        self.intern(Type::Ptr)
    }

    pub fn void(&self) -> TypeId {
        self.intern(Type::Void)
    }
}
