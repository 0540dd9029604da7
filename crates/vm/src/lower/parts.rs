//! How the parts of variables are called and how their values are read, from debug info.

use std::rc::Rc;
use std::sync::Arc;

use mazurka_ir::debug::{self, DebugInfo, DebugType, Encoding, MetadataId, Qualifier, RecordKind};
use rustc_hash::FxHashMap;

use super::compounds::unwrap;
use super::program::Builder;
use crate::program::{Member, Parts, Pointee, TypeNumber};
use crate::rust;
use crate::values::{Scalar, ScalarKind};

/// Records nest a few levels deep; a longer chain is cyclic.
const DEEPEST: u32 = 20;

impl Builder<'_> {
    /// The parts of a variable of this type, as far as the debug info describes them.
    pub(crate) fn parts(&mut self, module: usize, ty: Option<MetadataId>) -> Parts {
        let parts = self.parts_below(module, ty, DEEPEST);
        self.describe_pointees(module);
        parts
    }

    /// What a pointer of this type points to.
    pub(crate) fn pointed_to(&mut self, module: usize, ty: MetadataId) -> Option<TypeNumber> {
        let DebugType::Pointer { to, .. } = *unqualified(&self.module(module).debug, ty)?.1 else {
            return None;
        };
        let number = self.pointee(module, to?);
        self.describe_pointees(module);
        number
    }

    fn describe_pointees(&mut self, module: usize) {
        while let Some((number, ty)) = self.types.to_describe.pop() {
            self.types.described[number as usize].parts = self.parts_below(module, Some(ty), DEEPEST);
        }
    }

    pub(super) fn parts_below(&mut self, module: usize, ty: Option<MetadataId>, depth: u32) -> Parts {
        let Some(ty) = ty.filter(|_| depth > 0) else { return Parts::None };
        if let Some(known) = self.types.parts.get(&(module, ty)) {
            return known.clone();
        }
        let parts = self.described(module, ty, depth);
        // Others are found as quickly.
        if matches!(parts, Parts::Members { .. }) {
            self.types.parts.insert((module, ty), parts.clone());
        }
        parts
    }

    fn described(&mut self, module: usize, ty: MetadataId, depth: u32) -> Parts {
        let debug = &self.module(module).debug;
        let Some(ty) = debug.debug_type(ty) else { return Parts::None };
        match &*ty {
            DebugType::Qualified { qualifier: Qualifier::Typedef(name), .. } if is_thread(name) => {
                scalar(64, Some(ScalarKind::Thread))
            }
            DebugType::Qualified { of, .. } => self.parts_below(module, *of, depth - 1),
            DebugType::Record { kind, name, members, bits, parameter, variants } => {
                // A record of reserved names is the implementation's: to the program, it is one thing.
                let is_opaque = members.iter().all(|member| member.name.as_deref().is_some_and(is_reserved));
                let mut members = if is_opaque { Vec::new() } else { self.members(module, members, depth) };
                let mut compound = None;
                if self.may_unwind {
                    let name = name.as_deref().unwrap_or_default();
                    compound = match variants {
                        Some(variants) => self.one_of(module, variants, depth),
                        None => self.list(module, name, *parameter, &members),
                    };
                    unwrap(name, &mut members);
                }
                match kind {
                    RecordKind::Union if members.is_empty() => Parts::None,
                    _ => Parts::Members {
                        size: bits / 8,
                        members: members.into(),
                        compound: compound.map(Arc::new),
                    },
                }
            }
            DebugType::Array { element, counts, vector: false } => {
                let mut parts = self.parts_below(module, *element, depth - 1);
                let Some(mut size) = element.and_then(|element| size(debug, element)) else {
                    return Parts::None;
                };
                for count in counts.iter().rev() {
                    parts = Parts::Elements { size, parts: Arc::new(parts) };
                    size = size.saturating_mul(count.unwrap_or(0));
                }
                parts
            }
            DebugType::Base { name, encoding, bits } => scalar(*bits, kind(name, *encoding)),
            DebugType::Pointer { bits, to } => {
                let to = to.and_then(|to| self.pointee(module, to));
                scalar(*bits, Some(ScalarKind::Pointer(to)))
            }
            DebugType::Enum { bits, enumerators, .. } => {
                let mut names = Vec::new();
                for enumerator in enumerators {
                    names.push((enumerator.value, self.string(&enumerator.name)));
                }
                scalar(*bits, Some(ScalarKind::Enum(names.into())))
            }
            _ => Parts::None,
        }
    }
}

impl Builder<'_> {
    /// The members of a record. Those of an anonymous member are written as if they were the record's own.
    fn members(&mut self, module: usize, members: &[debug::Member], depth: u32) -> Vec<Member> {
        let mut parts = Vec::new();
        for member in members {
            let mut below = self.parts_below(module, member.ty, depth - 1);
            let offset = member.bit_offset / 8;
            let Some(name) = &member.name else {
                if let Parts::Members { members, .. } = below {
                    let outer = |inner: &Member| Member { offset: offset + inner.offset, ..inner.clone() };
                    parts.extend(members.iter().map(outer));
                }
                continue;
            };
            let mut size = member.bits.div_ceil(8);
            if member.bit_field
                && let Parts::Scalar(scalar) = &mut below
            {
                (scalar.skip, scalar.bits) = ((member.bit_offset % 8) as u8, member.bits.min(64) as u8);
                size = scalar.bytes();
            }
            let name = match rust::tuple_field(name) {
                Some(number) => number.into(),
                None => self.string(name),
            };
            parts.push(Member { name, offset, size, parts: below });
        }
        parts
    }
}

/// Whether C reserves the name for its implementation.
fn is_reserved(name: &str) -> bool {
    let second = name.strip_prefix('_').and_then(|rest| rest.bytes().next());
    second.is_some_and(|byte| byte == b'_' || byte.is_ascii_uppercase()) && rust::tuple_field(name).is_none()
}

/// What pointers of the program lead to.
#[derive(Default)]
pub(crate) struct Pointees {
    pub described: Vec<Pointee>,
    known: FxHashMap<(usize, MetadataId), Option<TypeNumber>>,
    /// Of records.
    parts: FxHashMap<(usize, MetadataId), Parts>,
    /// Types whose parts are still to be found: they may lead to themselves.
    to_describe: Vec<(TypeNumber, MetadataId)>,
}

impl Builder<'_> {
    /// The number of a type that has a name and a size.
    pub(super) fn pointee(&mut self, module: usize, ty: MetadataId) -> Option<TypeNumber> {
        if let Some(known) = self.types.known.get(&(module, ty)) {
            return *known;
        }
        let debug = &self.module(module).debug;
        let described = name(debug, ty).zip(size(debug, ty));
        let number = described.map(|(name, size)| {
            let number = self.types.described.len() as TypeNumber;
            let name = self.string(&name);
            let is_record = is_record(debug, ty);
            self.types.described.push(Pointee { name, size, is_record, parts: Parts::None });
            self.types.to_describe.push((number, ty));
            number
        });
        self.types.known.insert((module, ty), number);
        number
    }
}

/// What a type is called; the outermost `typedef` of one that has no name of its own.
fn name(debug: &DebugInfo, ty: MetadataId) -> Option<Rc<str>> {
    let (alias, ty) = unqualified(debug, ty)?;
    match &*ty {
        DebugType::Base { name, .. } => Some(alias.unwrap_or(name.clone())),
        DebugType::Record { name, .. } | DebugType::Enum { name, .. } => name.clone().or(alias),
        DebugType::Pointer { to, .. } => alias.or_else(|| pointer_name(debug, *to)),
        _ => alias,
    }
}

/// `node*`, `char**`; none for pointers to functions and arrays.
fn pointer_name(debug: &DebugInfo, mut to: Option<MetadataId>) -> Option<Rc<str>> {
    let mut stars = String::from("*");
    for _ in 0..DEEPEST {
        let Some(pointee) = to else { return Some(format!("void{stars}").into()) };
        match unqualified(debug, pointee) {
            Some((None, ty)) if matches!(*ty, DebugType::Pointer { .. }) => {
                let DebugType::Pointer { to: further, .. } = *ty else { return None };
                (stars, to) = (stars + "*", further);
            }
            // `const void`
            None => to = None,
            _ => return Some(format!("{}{stars}", name(debug, pointee)?).into()),
        }
    }
    None
}

/// The outermost `typedef` of a type, and the type without qualifiers. `None` for `void`.
fn unqualified(debug: &DebugInfo, mut ty: MetadataId) -> Option<(Option<Rc<str>>, Rc<DebugType>)> {
    let mut alias = None;
    for _ in 0..DEEPEST {
        let described = debug.debug_type(ty)?;
        let DebugType::Qualified { qualifier, of } = &*described else { return Some((alias, described)) };
        if let Qualifier::Typedef(name) = qualifier {
            alias.get_or_insert(name.clone());
        }
        ty = (*of)?;
    }
    None
}

fn is_record(debug: &DebugInfo, ty: MetadataId) -> bool {
    unqualified(debug, ty).is_some_and(|(_, ty)| matches!(*ty, DebugType::Record { .. }))
}

/// To C, a thread is a number like any other.
fn is_thread(name: &str) -> bool {
    matches!(name, "pthread_t" | "thrd_t")
}

fn scalar(bits: u64, kind: Option<ScalarKind>) -> Parts {
    match (u8::try_from(bits), kind) {
        (Ok(bits @ 1..=128), Some(kind)) => Parts::Scalar(Scalar { skip: 0, bits, kind }),
        _ => Parts::None,
    }
}

fn kind(name: &str, encoding: Encoding) -> Option<ScalarKind> {
    Some(match encoding {
        Encoding::Boolean => ScalarKind::Boolean,
        Encoding::SignedChar if name == "char" => ScalarKind::Character { signed: true },
        Encoding::UnsignedChar if name == "char" => ScalarKind::Character { signed: false },
        Encoding::Utf if name == "char" => ScalarKind::Unicode,
        Encoding::Signed | Encoding::SignedChar => ScalarKind::Signed,
        Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Utf => ScalarKind::Unsigned,
        Encoding::Float => ScalarKind::Float,
        Encoding::Other => return None,
    })
}

/// Bytes of a type; `None` when that is not described, or zero.
fn size(debug: &DebugInfo, ty: MetadataId) -> Option<u64> {
    match &*unqualified(debug, ty)?.1 {
        DebugType::Base { bits, .. }
        | DebugType::Pointer { bits, .. }
        | DebugType::Record { bits, .. }
        | DebugType::Enum { bits, .. } => Some(bits / 8).filter(|bytes| *bytes > 0),
        DebugType::Array { element, counts, vector: false } => {
            let counts = counts.iter().copied().collect::<Option<Vec<u64>>>()?;
            counts
                .into_iter()
                .try_fold(size(debug, (*element)?)?, u64::checked_mul)
                .filter(|bytes| *bytes > 0)
        }
        DebugType::Qualified { .. } | DebugType::Array { .. } | DebugType::Function { .. } => None,
    }
}
