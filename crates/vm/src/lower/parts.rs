//! How the parts of variables are called and how their values are read, from debug info.

use std::rc::Rc;
use std::sync::Arc;

use mazurka_ir::debug::{DebugInfo, DebugType, Encoding, MetadataId, Qualifier, RecordKind};
use rustc_hash::FxHashMap;

use super::program::Builder;
use crate::program::{Member, Parts, Pointee, TypeNumber};
use crate::values::{Scalar, ScalarKind};

/// Records nest a few levels deep; a longer chain is cyclic.
const DEEPEST: u32 = 20;

impl Builder<'_> {
    /// The parts of a variable of this type, as far as the debug info describes them.
    pub fn parts(&mut self, module: usize, ty: Option<MetadataId>) -> Parts {
        let parts = self.parts_below(module, ty, DEEPEST);
        while let Some((number, ty)) = self.types.to_describe.pop() {
            self.types.described[number as usize].parts = self.parts_below(module, Some(ty), DEEPEST);
        }
        parts
    }

    fn parts_below(&mut self, module: usize, ty: Option<MetadataId>, depth: u32) -> Parts {
        let debug = &self.module(module).debug;
        let Some(ty) = ty.and_then(|id| debug.debug_type(id)).filter(|_| depth > 0) else {
            return Parts::None;
        };
        match &*ty {
            DebugType::Qualified { qualifier: Qualifier::Typedef(name), .. } if is_thread(name) => {
                scalar(64, Some(ScalarKind::Thread))
            }
            DebugType::Qualified { of, .. } => self.parts_below(module, *of, depth - 1),
            DebugType::Record { kind: RecordKind::Struct, members, bits, .. } => {
                let mut parts = Vec::new();
                for member in members {
                    // Names that begin so are the implementation's: to the program, the record is one thing.
                    let Some(name) = member.name.as_ref().filter(|name| !name.starts_with('_')) else {
                        continue;
                    };
                    let mut below = self.parts_below(module, member.ty, depth - 1);
                    if member.bit_field
                        && let Parts::Scalar(scalar) = &mut below
                    {
                        (scalar.skip, scalar.bits) =
                            ((member.bit_offset % 8) as u8, member.bits.min(64) as u8);
                    }
                    let (name, offset) = (self.string(name), member.bit_offset / 8);
                    parts.push(Member { name, offset, parts: below });
                }
                Parts::Members { size: bits / 8, members: parts.into() }
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

/// What pointers of the program lead to.
#[derive(Default)]
pub struct Pointees {
    pub described: Vec<Pointee>,
    known: FxHashMap<(usize, MetadataId), Option<TypeNumber>>,
    /// Types whose parts are still to be found: they may lead to themselves.
    to_describe: Vec<(TypeNumber, MetadataId)>,
}

impl Builder<'_> {
    /// The number of a type that has a name and a size.
    fn pointee(&mut self, module: usize, ty: MetadataId) -> Option<TypeNumber> {
        if let Some(known) = self.types.known.get(&(module, ty)) {
            return *known;
        }
        let debug = &self.module(module).debug;
        let described = name(debug, ty).zip(size(debug, ty));
        let number = described.map(|(name, size)| {
            let number = self.types.described.len() as TypeNumber;
            let name = self.string(&name);
            self.types.described.push(Pointee { name, size, parts: Parts::None });
            self.types.to_describe.push((number, ty));
            number
        });
        self.types.known.insert((module, ty), number);
        number
    }
}

/// What a type is called; the outermost `typedef` of one that has no name of its own.
fn name(debug: &DebugInfo, mut ty: MetadataId) -> Option<Rc<str>> {
    let mut alias = None;
    for _ in 0..DEEPEST {
        match &*debug.debug_type(ty)? {
            DebugType::Base { name, .. } => return Some(alias.unwrap_or(name.clone())),
            DebugType::Record { name, .. } | DebugType::Enum { name, .. } => return name.clone().or(alias),
            DebugType::Qualified { qualifier, of } => {
                if let Qualifier::Typedef(name) = qualifier {
                    alias.get_or_insert(name.clone());
                }
                ty = (*of)?;
            }
            _ => return alias,
        }
    }
    None
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
        Encoding::Signed | Encoding::SignedChar => ScalarKind::Signed,
        Encoding::Unsigned | Encoding::UnsignedChar | Encoding::Utf => ScalarKind::Unsigned,
        Encoding::Float => ScalarKind::Float,
        Encoding::Other => return None,
    })
}

/// Bytes of a type; `None` when that is not described, or zero.
fn size(debug: &DebugInfo, mut ty: MetadataId) -> Option<u64> {
    for _ in 0..DEEPEST {
        match &*debug.debug_type(ty)? {
            DebugType::Base { bits, .. }
            | DebugType::Pointer { bits, .. }
            | DebugType::Record { bits, .. }
            | DebugType::Enum { bits, .. } => return Some(bits / 8).filter(|bytes| *bytes > 0),
            DebugType::Qualified { of, .. } => ty = (*of)?,
            DebugType::Array { .. } | DebugType::Function { .. } => return None,
        }
    }
    None
}
